//! What is to be drawn, and in which order it lies on the page.

use glam::DVec2;
use navmesh_core::geom::sanitized;
use navmesh_core::{Bounds, Corridor, NavMesh};
use navmesh_grid::Grid;

use crate::canvas::Canvas;
use crate::page::{Axis, Page};
use crate::pixels::{self, DrawError};
use crate::route::Shown;
use crate::style::{Style, Tint, colors};
use crate::{ground, route};

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
    paths: Vec<&'a [DVec2]>,
    start: Option<DVec2>,
    goal: Option<DVec2>,
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

    /// Shows a mesh: its cells, the edges that join them, its walls.
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

    /// Shows one more path, by its waypoints; each path after the first has another colour.
    #[must_use]
    pub fn path(mut self, waypoints: &'a [DVec2]) -> Self {
        self.paths.push(waypoints);
        self
    }

    /// Marks the start with a green disc.
    #[must_use]
    pub fn start(mut self, point: impl Into<DVec2>) -> Self {
        self.start = Some(point.into());
        self
    }

    /// Marks the goal with a purple diamond.
    #[must_use]
    pub fn goal(mut self, point: impl Into<DVec2>) -> Self {
        self.goal = Some(point.into());
        self
    }

    /// The picture as an SVG document.
    ///
    /// Complexity: linear in what is shown, as is the document's length.
    #[must_use]
    pub fn to_svg(&self) -> String {
        self.drawn_on(Page::around(self.bounds(), self.axis))
    }

    /// The picture as PNG bytes, so many pixels wide; the height follows from the map's shape.
    ///
    /// # Errors
    ///
    /// [`DrawError::Size`] where a side would be 0 or more than 16384 pixels, or the whole more than
    /// 2²⁶.
    pub fn to_png(&self, width_pixels: u32) -> Result<Vec<u8>, DrawError> {
        let page = Page::around(self.bounds(), self.axis);
        let height_pixels = pixels::checked_height(width_pixels, page.size())?;
        pixels::rendered(&self.drawn_on(page), width_pixels, height_pixels)
    }

    /// The box around all that is shown: what the page holds within its margin.
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
        let ways = self.paths.iter().flat_map(|path| path.iter());
        let points = shapes.chain(self.corners).chain(ways).copied();
        points
            .chain(self.start)
            .chain(self.goal)
            .filter_map(sanitized)
            .fold(bounds, Bounds::including)
    }

    fn placed_grid(&self) -> Option<&'a Grid> {
        self.grid.filter(|grid| grid.is_placed())
    }

    /// Draws the layers from the ground up.
    fn drawn_on(&self, page: Page) -> String {
        let grid = self.placed_grid();
        let mut canvas = Canvas::new(page, Style::of(self.mesh, grid, &page));
        if let Some(grid) = grid {
            ground::tiles(&mut canvas, grid);
            for (tiles, tint) in &self.tinted {
                ground::tinted_tiles(&mut canvas, grid, tiles, colors::tint(*tint));
            }
        }
        if let Some(mesh) = self.mesh {
            ground::cells(&mut canvas, mesh);
        }
        for (shapes, tint) in &self.shapes {
            ground::shapes(&mut canvas, shapes, *tint);
        }
        if let Some(shown) = self.corridor {
            route::corridor(&mut canvas, shown);
        }
        match (self.mesh, grid) {
            (Some(mesh), _) => ground::edges(&mut canvas, mesh),
            (None, Some(grid)) => ground::tile_edges(&mut canvas, grid),
            (None, None) => {}
        }
        if let Some(shown) = self.corridor {
            route::portals(&mut canvas, shown);
        }
        route::corners(&mut canvas, self.corners);
        for (index, waypoints) in self.paths.iter().enumerate() {
            route::path(&mut canvas, waypoints, colors::path(index));
        }
        route::markers(&mut canvas, self.start, self.goal);
        canvas.finish()
    }
}

#[cfg(test)]
mod tests;
