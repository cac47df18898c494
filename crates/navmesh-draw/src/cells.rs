//! The layers of the walkable area: cells, tiles, the borders between them, walls, doors.

use glam::DVec2;
use navmesh_core::EdgeId;
use navmesh_core::backend::geom::sanitized;
use navmesh_grid::Grid;

use crate::areas::{AreaClasses, CostBands};
use crate::canvas::{Canvas, Line};
use crate::floors::FloorView;
use crate::pen::Pen;
use crate::style::{Tint, colors};

/// The least side of a tile, in page units, at which lines between tiles are drawn.
const MIN_TILE_SIDE: f64 = 6.0;

/// The lines between cells, and the walls.
struct Borders {
    cell_borders: Pen,
    walls: Pen,
}

impl Borders {
    fn new(canvas: &Canvas) -> Self {
        Self { cell_borders: canvas.pen(), walls: canvas.pen() }
    }

    /// Draws one line of a lattice of `count` steps. `sides` returns whether the two tiles beside a step are free,
    /// `corner` the ends of the steps.
    fn lattice_line(
        &mut self,
        count: u32,
        sides: impl Fn(u32) -> [bool; 2],
        corner: impl Fn(u32) -> DVec2,
    ) {
        let ends = |from, to| [corner(from), corner(to)];
        for_each_run(
            count,
            |i| sides(i) == [true; 2],
            |from, to| self.cell_borders.line(ends(from, to)),
        );
        for_each_run(
            count,
            |i| sides(i)[0] != sides(i)[1],
            |from, to| self.walls.line(ends(from, to)),
        );
    }

    fn draw(self, canvas: &mut Canvas) {
        let (cell_border, wall) = (canvas.style.cell_border, canvas.style.wall);
        canvas.stroke(self.cell_borders, solid(colors::CELL_BORDER, cell_border));
        canvas.stroke(self.walls, solid(colors::WALL, wall));
    }

    /// Draws the borders of a mesh that is inset by the agent's radius, and the walls that it keeps away from.
    fn draw_inset(self, canvas: &mut Canvas, walls: Pen) {
        let (cell_border, border) = (canvas.style.cell_border, canvas.style.border);
        canvas.stroke(self.cell_borders, solid(colors::CELL_BORDER, cell_border));
        canvas.stroke(self.walls, solid(colors::MARGIN_BORDER, cell_border));
        canvas.stroke(walls, solid(colors::WALL, border));
    }
}

fn solid(color: &'static str, width: f64) -> Line {
    Line { color, width, is_dashed: false }
}

/// Draws the cells of a mesh. Each kind of area has its colour. Below them lies the margin that the agent's radius takes.
pub(crate) fn cells(canvas: &mut Canvas, on: FloorView) {
    let mesh = on.mesh;
    let mut margin = canvas.pen();
    for ring in on.border_rings() {
        margin.polygon(ring.iter().copied());
    }
    canvas.fill(margin, colors::MARGIN);
    let mut pen = canvas.pen();
    for slot in on.slots() {
        pen.polygon(mesh.corners(slot));
    }
    canvas.fill(pen, colors::WALKABLE);
    let classes = AreaClasses::of(mesh);
    let mut pens: Vec<Pen> = classes.all.iter().map(|_| canvas.pen()).collect();
    for slot in on.slots() {
        if let Some(area) = mesh.area_of(slot) {
            pens[classes.of_area[area.index()]].polygon(mesh.corners(slot));
        }
    }
    for (index, pen) in pens.into_iter().enumerate() {
        canvas.fill(pen, colors::area(index));
    }
}

/// Draws the borders between cells, once each, and the walls and doors above them.
pub(crate) fn edges(canvas: &mut Canvas, on: FloorView) {
    let mesh = on.mesh;
    let mut borders = Borders::new(canvas);
    for edge in on.edges() {
        match mesh.edge(edge).twin() {
            None => borders.walls.line(mesh.edge_ends(edge)),
            Some(twin) if edge < twin => borders.cell_borders.line(mesh.edge_ends(edge)),
            Some(_) => {}
        }
    }
    if mesh.clearance().is_none() {
        borders.draw(canvas);
    } else {
        let mut walls = canvas.pen();
        for wall in on.border_walls() {
            walls.line(wall);
        }
        borders.draw_inset(canvas, walls);
    }
    doors(canvas, on);
}

/// Draws the walls, and none of the borders between cells.
pub(crate) fn walls(canvas: &mut Canvas, on: FloorView) {
    let mesh = on.mesh;
    let mut walls = canvas.pen();
    if mesh.clearance().is_some() {
        for wall in on.border_walls() {
            walls.line(wall);
        }
    } else {
        for edge in on.edges().filter(|&edge| mesh.edge(edge).is_wall()) {
            walls.line(mesh.edge_ends(edge));
        }
    }
    canvas.stroke(walls, solid(colors::WALL, canvas.style.border));
    doors(canvas, on);
}

/// Draws the doors, dashed if they are open.
fn doors(canvas: &mut Canvas, on: FloorView) {
    let mesh = on.mesh;
    let (mut open, mut closed) = (canvas.pen(), canvas.pen());
    let edges = mesh.doors().iter().flat_map(|door| &door.edges);
    // A door between two floors is drawn on both.
    let sides = |edge: EdgeId| [Some(mesh.edge(edge).cell_slot()), mesh.edge(edge).neighbor_slot()];
    let is_here = |edge: EdgeId| sides(edge).into_iter().flatten().any(|slot| on.shows(slot));
    for &edge in edges.filter(|edge| is_here(**edge)) {
        let pen = if mesh.edge(edge).is_wall() { &mut closed } else { &mut open };
        pen.line(mesh.edge_ends(edge));
    }
    let (color, width) = (colors::DOOR, canvas.style.portal);
    canvas.stroke(open, Line { color, width, is_dashed: true });
    canvas.stroke(closed, Line { color, width: 2.0 * width, is_dashed: false });
}

/// Draws tiles of a map in one colour.
pub(crate) fn tinted_tiles(
    canvas: &mut Canvas,
    grid: &Grid,
    tiles: &[(u32, u32)],
    color: &'static str,
) {
    let mut pen = canvas.pen();
    for &(x, y) in tiles.iter().filter(|&&(x, y)| grid.slot(x, y).is_some()) {
        let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        pen.polygon(corners.map(|(x, y)| grid.corner(x, y)));
    }
    canvas.fill(pen, color);
}

/// Draws polygons filled with a tint, and lines in its strong colour above them.
pub(crate) fn shapes(canvas: &mut Canvas, shapes: &[Vec<DVec2>], tint: Tint) {
    let (mut areas, mut lines) = (canvas.pen(), canvas.pen());
    for shape in shapes {
        let points = shape.iter().copied().filter_map(sanitized);
        match shape.len() {
            0..=2 => lines.line(points),
            _ => areas.polygon(points),
        }
    }
    canvas.fill(areas, colors::tint(tint));
    let width = canvas.style.portal;
    canvas.stroke(lines, Line { color: colors::line(tint), width, is_dashed: false });
}

/// Draws the free tiles of a map, run by run. Tiles of other costs than 1 have the colour of their band of costs.
pub(crate) fn tiles(canvas: &mut Canvas, grid: &Grid) {
    fill_tiles(canvas, grid, colors::WALKABLE, |x, y| !grid.is_blocked(x, y));
    let bands = CostBands::of(grid);
    for index in 0..bands.all.len() {
        let is_in_band = |x, y| grid.cost(x, y).and_then(|cost| bands.band(cost)) == Some(index);
        fill_tiles(canvas, grid, colors::area(index), is_in_band);
    }
}

/// Fills the tiles of a kind, run by run.
fn fill_tiles(
    canvas: &mut Canvas,
    grid: &Grid,
    color: &'static str,
    is_filled: impl Fn(u32, u32) -> bool,
) {
    let mut pen = canvas.pen();
    for y in 0..grid.height() {
        let rectangle = |from, to| {
            let corners = [(from, y), (to, y), (to, y + 1), (from, y + 1)];
            pen.polygon(corners.map(|(x, y)| grid.corner(x, y)));
        };
        for_each_run(grid.width(), |x| is_filled(x, y), rectangle);
    }
    canvas.fill(pen, color);
}

/// Draws walls around free tiles, and lines between them if the tiles are large enough.
pub(crate) fn tile_edges(canvas: &mut Canvas, grid: &Grid) {
    let mut borders = Borders::new(canvas);
    // The index before 0 wraps to the largest number, which is outside the map, so not free.
    let is_free = |x: u32, y: u32| !grid.is_blocked(x, y);
    for y in 0..=grid.height() {
        let sides = |x| [is_free(x, y), is_free(x, y.wrapping_sub(1))];
        borders.lattice_line(grid.width(), sides, |x| grid.corner(x, y));
    }
    for x in 0..=grid.width() {
        let sides = |y| [is_free(x, y), is_free(x.wrapping_sub(1), y)];
        borders.lattice_line(grid.height(), sides, |y| grid.corner(x, y));
    }
    if canvas.page.length(grid.cell_size()) < MIN_TILE_SIDE {
        borders.cell_borders = canvas.pen();
    }
    borders.draw(canvas);
}

/// Calls `run` with every longest range below `count` where `holds` is true.
fn for_each_run(count: u32, holds: impl Fn(u32) -> bool, mut run: impl FnMut(u32, u32)) {
    let mut start = None;
    for i in 0..=count {
        match (start, i < count && holds(i)) {
            (None, true) => start = Some(i),
            (Some(from), false) => {
                run(from, i);
                start = None;
            }
            _ => {}
        }
    }
}
