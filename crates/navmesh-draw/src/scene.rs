//! The layers of a picture, in drawing order.

use glam::DVec2;
use navmesh_core::geom::sanitized;
use navmesh_core::{Bounds, Corridor, NavMesh, Path};
use navmesh_grid::Grid;

use crate::canvas::Canvas;
use crate::floors::{self, OnFloor};
use crate::page::Axis;
use crate::pixels::{self, DrawError};
use crate::route::Shown;
use crate::sheet::Sheet;
use crate::style::{Style, Tint, colors};
use crate::{ground, links, route};

/// A picture being put together: borrows what it shows, and changes none of it.
///
/// Points that no map can hold (not finite, or beyond ±2²⁰⁰) are left out. An empty scene is an
/// empty page.
#[derive(Debug, Clone, Default)]
pub struct Scene<'a> {
    axis: Axis,
    mesh: Option<&'a NavMesh>,
    grid: Option<&'a Grid>,
    tinted: Vec<(&'a [(u32, u32)], Tint)>,
    shapes: Vec<(&'a [Vec<DVec2>], Tint)>,
    corners: &'a [DVec2],
    corridor: Option<Shown<'a>>,
    ways: Vec<Way<'a>>,
    start: Option<Place>,
    goal: Option<Place>,
    layers: Option<Vec<u32>>,
}

/// A path to draw.
#[derive(Debug, Clone, Copy)]
enum Way<'a> {
    /// Nothing is known of floors.
    Points(&'a [DVec2]),
    /// It knows on which floor it begins and which cells it walks.
    Path(&'a Path),
}

impl<'a> Way<'a> {
    fn waypoints(self) -> &'a [DVec2] {
        match self {
            Self::Points(points) => points,
            Self::Path(path) => path.waypoints(),
        }
    }
}

/// A point on a floor, or on all of them.
#[derive(Debug, Clone, Copy)]
struct Place {
    point: DVec2,
    layer: Option<u32>,
}

impl<'a> Scene<'a> {
    /// An empty scene, y up.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses which way y points.
    #[must_use]
    pub fn axis(mut self, axis: Axis) -> Self {
        self.axis = axis;
        self
    }

    /// Shows a mesh: its cells, the edges that join them, its walls and its links.
    #[must_use]
    pub fn mesh(mut self, mesh: &'a NavMesh) -> Self {
        self.mesh = Some(mesh);
        self
    }

    /// Shows a tile map, if it is [placed](Grid::is_placed): free tiles, and walls around them.
    ///
    /// Together with a mesh only the tiles' ground is drawn, below the mesh.
    #[must_use]
    pub fn grid(mut self, grid: &'a Grid) -> Self {
        self.grid = Some(grid);
        self
    }

    /// Tints tiles of the [grid](Scene::grid) that is shown, given as column and row; tiles tinted
    /// later lie above those tinted before. Tiles outside the grid are left out.
    #[must_use]
    pub fn tiles(mut self, tiles: &'a [(u32, u32)], tint: Tint) -> Self {
        self.tinted.push((tiles, tint));
        self
    }

    /// Tints shapes on the ground: polygons are filled, two points are a line. Shapes tinted later lie
    /// above those tinted before.
    #[must_use]
    pub fn shapes(mut self, shapes: &'a [Vec<DVec2>], tint: Tint) -> Self {
        self.shapes.push((shapes, tint));
        self
    }

    /// Marks corners, those that a search turned at for example, with small dots.
    #[must_use]
    pub fn corners(mut self, corners: &'a [DVec2]) -> Self {
        self.corners = corners;
        self
    }

    /// Shows a corridor of `mesh`: its cells tinted, its portals as dashes.
    ///
    /// Cells that the mesh does not have are left out.
    #[must_use]
    pub fn corridor(mut self, mesh: &'a NavMesh, corridor: &'a Corridor) -> Self {
        self.corridor = Some(Shown { mesh, corridor });
        self
    }

    /// Shows one more path, each piece of it on the floor of the [mesh](Scene::mesh) that it leads over; each
    /// path or way after the first has another colour.
    #[must_use]
    pub fn path(mut self, path: &'a Path) -> Self {
        self.ways.push(Way::Path(path));
        self
    }

    /// Shows one more way, by its points, on every floor that is shown; in a colour as a [path](Scene::path).
    #[must_use]
    pub fn way(mut self, points: &'a [DVec2]) -> Self {
        self.ways.push(Way::Points(points));
        self
    }

    /// Marks the start with a green disc, on every floor that is shown.
    #[must_use]
    pub fn start(mut self, point: impl Into<DVec2>) -> Self {
        self.start = Some(Place { point: point.into(), layer: None });
        self
    }

    /// Marks the goal with a purple diamond, on every floor that is shown.
    #[must_use]
    pub fn goal(mut self, point: impl Into<DVec2>) -> Self {
        self.goal = Some(Place { point: point.into(), layer: None });
        self
    }

    /// Marks start and goal on these floors alone; `None` leaves a mark on all of them.
    #[must_use]
    pub fn ends_on(mut self, start: Option<u32>, goal: Option<u32>) -> Self {
        let moved = |place: Place, layer| Place { layer, ..place };
        self.start = self.start.map(|place| moved(place, start));
        self.goal = self.goal.map(|place| moved(place, goal));
        self
    }

    /// Shows these floors of the mesh alone, side by side in this order. Without a choice all are shown.
    #[must_use]
    pub fn layers(mut self, layers: impl IntoIterator<Item = u32>) -> Self {
        self.layers = Some(layers.into_iter().collect());
        self
    }

    /// The picture as an SVG document.
    ///
    /// Complexity: linear in what is shown, as is the document's length.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.drawn_on(&self.sheet())
    }

    /// The picture as PNG bytes, so many pixels wide; the height follows from the map's shape.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] where a side would be 0 or more than 16384 pixels, or the whole more than
    /// 2²⁶.
    pub fn to_png(&self, width_pixels: u32) -> Result<Vec<u8>, DrawError> {
        let sheet = self.sheet();
        let height_pixels = pixels::checked_height(width_pixels, sheet.size)?;
        pixels::rendered(&self.drawn_on(&sheet), width_pixels, height_pixels)
    }

    /// Width over height of the page.
    #[must_use]
    pub fn aspect(&self) -> f64 {
        let size = self.sheet().size;
        size.x / size.y
    }

    /// The box around all that is shown: what the page holds within its margin, for every floor that is shown.
    ///
    /// Without anything shown it is [`Bounds::EMPTY`]. Complexity: linear in the points shown.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        let meshes = self.mesh.into_iter().chain(self.corridor.map(|shown| shown.mesh));
        let boxes = meshes.map(NavMesh::bounds).chain(self.placed_grid().map(Grid::bounds));
        for part in boxes {
            bounds = bounds.including(part.min).including(part.max);
        }
        let shapes = self.shapes.iter().flat_map(|(shapes, _)| shapes.iter().flatten());
        let ways = self.ways.iter().flat_map(|way| way.waypoints());
        let points = shapes.chain(self.corners).chain(ways).copied();
        let ends = self.start.into_iter().chain(self.goal).map(|end| end.point);
        points.chain(ends).filter_map(sanitized).fold(bounds, Bounds::including)
    }

    fn placed_grid(&self) -> Option<&'a Grid> {
        self.grid.filter(|grid| grid.is_placed())
    }

    fn sheet(&self) -> Sheet {
        let bounds = self.bounds();
        match self.mesh.filter(|mesh| mesh.has_layers()) {
            None => Sheet::plain(bounds, self.axis),
            Some(mesh) => {
                let layers = self.layers.as_deref().unwrap_or(mesh.layers());
                Sheet::of_floors(bounds, self.axis, layers)
            }
        }
    }

    fn drawn_on(&self, sheet: &Sheet) -> String {
        let style = Style::of(self.mesh, self.placed_grid(), &sheet.first);
        let mut canvas = Canvas::new(sheet.size, sheet.first, style);
        for panel in &sheet.panels {
            canvas.page = panel.page;
            self.draw_panel(&mut canvas, panel.layer);
        }
        canvas.finish()
    }

    /// Draws the layers from the ground up, those of one floor where there are several.
    fn draw_panel(&self, canvas: &mut Canvas, layer: Option<u32>) {
        let grid = self.placed_grid();
        if let Some(grid) = grid {
            ground::tiles(canvas, grid);
            for (tiles, tint) in &self.tinted {
                ground::tinted_tiles(canvas, grid, tiles, colors::tint(*tint));
            }
        }
        let mesh = self.mesh.map(|mesh| OnFloor { mesh, layer });
        if let Some(mesh) = mesh {
            floors::others(canvas, mesh);
            ground::cells(canvas, mesh);
        }
        for (shapes, tint) in &self.shapes {
            ground::shapes(canvas, shapes, *tint);
        }
        if let Some(shown) = self.corridor {
            route::corridor(canvas, shown, layer);
        }
        match (mesh, grid) {
            (Some(mesh), _) => ground::edges(canvas, mesh),
            (None, Some(grid)) => ground::tile_edges(canvas, grid),
            (None, None) => {}
        }
        if let Some(shown) = self.corridor {
            route::portals(canvas, shown, layer);
        }
        if let Some(mesh) = mesh {
            floors::joins(canvas, mesh);
            links::links(canvas, mesh);
        }
        route::corners(canvas, self.corners);
        for (index, way) in self.ways.iter().enumerate() {
            route::path(canvas, &pieces(*way, mesh), way.waypoints(), colors::path(index));
        }
        let here = |place: &Place| layer.is_none() || place.layer.is_none() || place.layer == layer;
        let [start, goal] =
            [self.start, self.goal].map(|end| end.filter(here).map(|end| end.point));
        route::markers(canvas, start, goal);
    }
}

/// The pieces of a path to draw on a floor.
fn pieces(way: Way<'_>, on: Option<OnFloor<'_>>) -> Vec<Vec<DVec2>> {
    match (way, on) {
        (Way::Path(path), Some(OnFloor { mesh, layer: Some(layer) })) => {
            let own = path.by_floor(mesh).into_iter().filter(|stretch| stretch.layer == layer);
            own.map(|stretch| stretch.points).collect()
        }
        _ => vec![way.waypoints().to_vec()],
    }
}

#[cfg(test)]
mod tests;
