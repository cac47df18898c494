//! The layers of a picture, in drawing order.

mod shown_path;

use glam::DVec2;
use navmesh_core::backend::geom::sanitized;
use navmesh_core::{Bounds, Corridor, CurvedPath, IntoPoint, NavMesh, Path, Place, Surface};
use navmesh_grid::Grid;

use crate::canvas::Canvas;
use crate::distances::{self, DistanceMap};
use crate::floors::{self, FloorView};
use crate::heights::relief::{self, Heights};
use crate::legend::{self, AreaEntry};
use crate::page::Axis;
use crate::page::layout::Layout;
use crate::pixels::{self, DrawError};
use crate::route::ShownCorridor;
use crate::style::{Style, Tint, colors};
use crate::{cells, links, route};
use shown_path::ShownPath;

/// A scene to draw, which borrows its contents.
///
/// Points out of the coordinate domain (not finite, or beyond ±2²⁰⁰) are left out. An empty scene is an empty page.
#[derive(Debug, Clone, Default)]
pub struct Scene<'a> {
    axis: Axis,
    mesh: Option<&'a NavMesh>,
    grid: Option<&'a Grid>,
    tinted: Vec<(&'a [(u32, u32)], Tint)>,
    shapes: Vec<(&'a [Vec<DVec2>], Tint)>,
    corners: &'a [DVec2],
    arrows: &'a [[DVec2; 2]],
    corridor: Option<ShownCorridor<'a>>,
    paths: Vec<ShownPath<'a>>,
    start: Option<Mark>,
    goal: Option<Mark>,
    layers: Option<Vec<u32>>,
    distances: Option<&'a DistanceMap>,
    surface: Option<&'a Surface>,
    gap: Option<[Place; 2]>,
    has_scale_bar: bool,
    has_area_legend: bool,
}

/// A mark on a floor, or on all floors.
#[derive(Debug, Clone, Copy)]
struct Mark {
    point: DVec2,
    layer: Option<u32>,
}

impl<'a> Scene<'a> {
    /// Creates an empty scene, y up.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the direction of the y axis.
    #[must_use]
    pub fn axis(mut self, axis: Axis) -> Self {
        self.axis = axis;
        self
    }

    /// Draws a mesh: its cells and the borders between them, its walls, doors and links.
    #[must_use]
    pub fn mesh(mut self, mesh: &'a NavMesh) -> Self {
        self.mesh = Some(mesh);
        self
    }

    /// Draws a tile map, if it is [placed](Grid::is_placed): free tiles, coloured where they do not cost 1, and walls around
    /// them.
    ///
    /// Together with a mesh, only the free tiles are drawn, below the mesh.
    #[must_use]
    pub fn grid(mut self, grid: &'a Grid) -> Self {
        self.grid = Some(grid);
        self
    }

    /// Tints tiles of the [grid](Scene::grid), by column and row. Later tints lie above earlier ones. Tiles outside
    /// the grid are left out.
    #[must_use]
    pub fn tiles(mut self, tiles: &'a [(u32, u32)], tint: Tint) -> Self {
        self.tinted.push((tiles, tint));
        self
    }

    /// Tints shapes: polygons are filled, two points are a line. Later shapes lie above earlier ones.
    #[must_use]
    pub fn shapes(mut self, shapes: &'a [Vec<DVec2>], tint: Tint) -> Self {
        self.shapes.push((shapes, tint));
        self
    }

    /// Marks corners, for example those where a search has turned, with small dots.
    #[must_use]
    pub fn corners(mut self, corners: &'a [DVec2]) -> Self {
        self.corners = corners;
        self
    }

    /// Draws arrows, each from its tail to its tip, for example from the tiles of a search to their parents.
    #[must_use]
    pub fn arrows(mut self, arrows: &'a [[DVec2; 2]]) -> Self {
        self.arrows = arrows;
        self
    }

    /// Draws a corridor of `mesh`: its cells tinted, its portals dashed.
    ///
    /// Cells that are not in the mesh are left out.
    #[must_use]
    pub fn corridor(mut self, mesh: &'a NavMesh, corridor: &'a Corridor) -> Self {
        self.corridor = Some(ShownCorridor { mesh, corridor });
        self
    }

    /// Draws a path, each piece on its floor of the [mesh](Scene::mesh). Every path or polyline has the next colour.
    #[must_use]
    pub fn path(mut self, path: &'a Path) -> Self {
        self.paths.push(ShownPath::Path(path));
        self
    }

    /// Draws a polyline like a [path](Scene::path), on every floor that is drawn.
    #[must_use]
    pub fn polyline(mut self, points: &'a [DVec2]) -> Self {
        self.paths.push(ShownPath::Points(points));
        self
    }

    /// Draws a curve like a [path](Scene::path), its arcs as arcs, on every floor that is drawn.
    #[must_use]
    pub fn curve(mut self, curve: &'a CurvedPath) -> Self {
        self.paths.push(ShownPath::Curve(curve));
        self
    }

    /// Marks the start with a green disc, on every floor that is drawn.
    #[must_use]
    pub fn start(mut self, point: impl IntoPoint) -> Self {
        self.start = Some(Mark { point: point.into_point(), layer: None });
        self
    }

    /// Marks the goal with a purple diamond, on every floor that is drawn.
    #[must_use]
    pub fn goal(mut self, point: impl IntoPoint) -> Self {
        self.goal = Some(Mark { point: point.into_point(), layer: None });
        self
    }

    /// Sets the floors of start and goal; `None` marks every floor.
    #[must_use]
    pub fn ends_on(mut self, start: Option<u32>, goal: Option<u32>) -> Self {
        let moved = |mark: Mark, layer| Mark { layer, ..mark };
        self.start = self.start.map(|mark| moved(mark, start));
        self.goal = self.goal.map(|mark| moved(mark, goal));
        self
    }

    /// Draws only these floors of the mesh, side by side in this order. The default is all floors.
    #[must_use]
    pub fn layers(mut self, layers: impl IntoIterator<Item = u32>) -> Self {
        self.layers = Some(layers.into_iter().collect());
        self
    }

    /// Draws distances to a goal, above the cells, with a legend below the map.
    #[must_use]
    pub fn distances(mut self, map: &'a DistanceMap) -> Self {
        self.distances = Some(map);
        self
    }

    /// Draws the heights of a surface of the [mesh](Scene::mesh), above the cells: colours and shades, lit from the upper left,
    /// and contour lines at round heights, with a legend below the map.
    #[must_use]
    pub fn surface(mut self, surface: &'a Surface) -> Self {
        self.surface = Some(surface);
        self
    }

    /// Marks two places that no path joins: a dashed red line, and a ring around the second. The mark is on the floors
    /// that they name, or on every floor if they name none.
    #[must_use]
    pub fn gap<P: Into<Place>>(mut self, ends: [P; 2]) -> Self {
        self.gap = Some(ends.map(Into::into));
        self
    }

    /// Draws a bar of a round length below the map, with its length in map units.
    #[must_use]
    pub fn scale_bar(mut self) -> Self {
        self.has_scale_bar = true;
        self
    }

    /// Draws a legend of the areas of the [mesh](Scene::mesh) below the map: the colour, the name and the cost of a unit of
    /// length. Areas of one name and one cost share a colour; there are eight.
    ///
    /// Without a mesh, it lists the costs of the tiles of the [grid](Scene::grid) other than 1. More than eight different
    /// costs are shown in eight bands.
    #[must_use]
    pub fn area_legend(mut self) -> Self {
        self.has_area_legend = true;
        self
    }

    /// Returns the picture as an SVG document.
    ///
    /// Complexity: linear in the contents, in time and in the document's length.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.drawn_on(&self.layout())
    }

    /// Returns the picture as PNG bytes, `width_pixels` wide. The height follows from the map's shape.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] if a side is 0 or more than 16384 pixels, or the picture more than 2²⁶ pixels.
    pub fn to_png(&self, width_pixels: u32) -> Result<Vec<u8>, DrawError> {
        let layout = self.layout();
        let height_pixels = pixels::checked_height(width_pixels, layout.size)?;
        pixels::rendered(&self.drawn_on(&layout), width_pixels, height_pixels)
    }

    /// Returns the width of the page over its height.
    #[must_use]
    pub fn aspect(&self) -> f64 {
        let size = self.layout().size;
        size.x / size.y
    }

    /// Returns the box around the contents: the part of the map that the page shows, for every floor.
    ///
    /// The box of an empty scene is [`Bounds::EMPTY`].
    ///
    /// Complexity: linear in the points of the scene.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        let meshes = self.mesh.into_iter().chain(self.corridor.map(|shown| shown.mesh));
        let boxes = meshes.map(NavMesh::bounds).chain(self.placed_grid().map(Grid::bounds));
        for part in boxes {
            bounds = bounds.including(part.min).including(part.max);
        }
        let border = self.mesh.and_then(NavMesh::clearance);
        let border = border.into_iter().flat_map(|clearance| clearance.corners.iter().copied());
        let shapes = self.shapes.iter().flat_map(|(shapes, _)| shapes.iter().flatten());
        let arrows = self.arrows.iter().flatten();
        let points = shapes.chain(self.corners).chain(arrows).copied();
        let points = points.chain(self.paths.iter().flat_map(ShownPath::points));
        let ends = self.start.into_iter().chain(self.goal).map(|end| end.point);
        let goals =
            self.distances.into_iter().flat_map(|map| map.goals.iter().map(|goal| goal.point));
        let ends = ends.chain(self.gap.into_iter().flatten().map(|end| end.point)).chain(goals);
        points.chain(ends).chain(border).filter_map(sanitized).fold(bounds, Bounds::including)
    }

    fn placed_grid(&self) -> Option<&'a Grid> {
        self.grid.filter(|grid| grid.is_placed())
    }

    fn layout(&self) -> Layout {
        let bounds = self.bounds();
        let layout = match self.mesh.filter(|mesh| mesh.has_layers()) {
            None => Layout::plain(bounds, self.axis),
            Some(mesh) => {
                let layers = self.layers.as_deref().unwrap_or(mesh.layers());
                Layout::of_floors(bounds, self.axis, layers)
            }
        };
        let rows = self.area_entries(layout.size.x).last().map_or(0, |entry| entry.row + 1);
        layout.with_footer(self.scale_height() + legend::FOOTER * rows as f64)
    }

    /// Returns the height of the row with the scale bar and the distances.
    fn scale_height(&self) -> f64 {
        let has_scale = self.distances.is_some() || self.surface.is_some();
        if self.has_scale_bar || has_scale { legend::FOOTER } else { 0.0 }
    }

    fn area_entries(&self, page_width: f64) -> Vec<AreaEntry> {
        match (self.mesh, self.placed_grid()) {
            (Some(mesh), _) if self.has_area_legend => legend::area_entries(mesh, page_width),
            (None, Some(grid)) if self.has_area_legend => legend::cost_entries(grid, page_width),
            _ => Vec::new(),
        }
    }

    fn drawn_on(&self, layout: &Layout) -> String {
        let style = Style::of(self.mesh, self.placed_grid(), &layout.first);
        let mut canvas = Canvas::new(layout.size, layout.first, style);
        for panel in &layout.panels {
            canvas.page = panel.page;
            self.draw_panel(&mut canvas, panel.layer);
        }
        let entries = self.area_entries(layout.size.x);
        legend::areas(&mut canvas, &entries, layout.size, self.scale_height());
        if self.has_scale_bar {
            legend::scale_bar(&mut canvas, layout.size);
        }
        match (self.distances, self.surface.map(Heights::of)) {
            (Some(map), _) => legend::distances(&mut canvas, map, layout.size),
            (None, Some(heights)) => {
                legend::heights(&mut canvas, &Heights::tones(), heights.ends(), layout.size);
            }
            (None, None) => {}
        }
        canvas.finish()
    }

    /// Draws all layers from below, for one floor if there are several.
    fn draw_panel(&self, canvas: &mut Canvas, layer: Option<u32>) {
        let grid = self.placed_grid();
        if let Some(grid) = grid {
            cells::tiles(canvas, grid);
            for (tiles, tint) in &self.tinted {
                cells::tinted_tiles(canvas, grid, tiles, colors::tint(*tint));
            }
        }
        let mesh = self.mesh.map(|mesh| FloorView { mesh, layer });
        if let Some(mesh) = mesh {
            floors::others(canvas, mesh);
            cells::cells(canvas, mesh);
            if let Some(surface) = self.surface {
                relief::relief(canvas, surface, mesh);
            }
        }
        if let Some(map) = self.distances {
            distances::pieces(canvas, map, layer);
        }
        for (shapes, tint) in &self.shapes {
            cells::shapes(canvas, shapes, *tint);
        }
        if let Some(shown) = self.corridor {
            route::corridor(canvas, shown, layer);
        }
        match (mesh, grid) {
            (Some(mesh), _) => cells::edges(canvas, mesh),
            (None, Some(grid)) => cells::tile_edges(canvas, grid),
            (None, None) => {}
        }
        if let Some(shown) = self.corridor {
            route::portals(canvas, shown, layer);
        }
        if let Some(map) = self.distances {
            distances::arrows(canvas, map, layer);
        }
        if let Some(mesh) = mesh {
            floors::floor_connections(canvas, mesh);
            links::links(canvas, mesh);
        }
        distances::plain_arrows(canvas, self.arrows.iter().copied());
        route::corners(canvas, self.corners);
        for (index, path) in self.paths.iter().enumerate() {
            path.draw(canvas, mesh, colors::path(index));
        }
        if let Some(ends) = self.gap.filter(|ends| is_gap_on(ends, layer)) {
            route::gap(canvas, ends.map(|end| end.point));
        }
        let is_here = |mark: &Mark| layer.is_none() || mark.layer.is_none() || mark.layer == layer;
        let [start, goal] =
            [self.start, self.goal].map(|end| end.filter(is_here).map(|end| end.point));
        route::markers(canvas, start, goal);
    }
}

/// True if a gap is marked on a floor: on those of its two ends, or on all if neither names one.
fn is_gap_on(ends: &[Place; 2], layer: Option<u32>) -> bool {
    let layers = ends.map(|end| end.layer);
    layer.is_none() || layers == [None; 2] || layers.contains(&layer)
}

#[cfg(test)]
mod tests;
