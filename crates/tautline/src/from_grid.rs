//! Shortest any-angle paths on tile maps: a finder on the mesh of the free tiles.

use navmesh_build::{BuildError, BuildOptions, build_outlines};
use navmesh_grid::{Grid, trace};

use crate::mesh_finder::MeshFinder;

impl MeshFinder {
    /// Creates a finder of any-angle paths on the free tiles of a grid.
    ///
    /// Paths may touch walls and corners, but not pass between two blocked tiles that touch at a
    /// corner, as with [`CornerRule::OneFree`](crate::CornerRule::OneFree). No path along tiles is
    /// shorter, [smoothed](crate::grid::smooth()) or not. Endpoints are the points of the query,
    /// not the centres of their tiles.
    ///
    /// The options hold the agent radius in map units, among others.
    ///
    /// Tiles with a cost other than 1 become areas of that cost. The finder then returns paths
    /// whose lower bound is proved up to a gap ([`PathQuery::gap`](crate::PathQuery::gap)).
    ///
    /// Complexity: that of [`trace`](crate::trace()) and a build.
    ///
    /// # Errors
    ///
    /// [`BuildError`] if no tile is free or none is wide enough for the radius, or the tiles lie beyond the coordinate limit.
    ///
    /// ```
    /// use tautline::{BuildOptions, Grid, MeshFinder, PathQuery};
    /// let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let finder = MeshFinder::from_grid(&grid, &BuildOptions::default())?;
    /// let path = finder.find_path(&PathQuery::new([0.5, 0.5], [3.5, 2.5]))?;
    /// assert_eq!(format!("{:.4}", path.length()), "4.1306"); // around the corner (3, 1)
    ///
    /// let wide = MeshFinder::from_grid(&grid, &BuildOptions::default().agent_radius(0.25))?;
    /// assert!(wide.find_path(&PathQuery::new([0.5, 0.5], [3.5, 2.5]))?.length() > path.length());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_grid(grid: &Grid, options: &BuildOptions) -> Result<Self, BuildError> {
        let (mesh, _) = build_outlines(&trace(grid), options)?;
        Ok(Self::new(mesh))
    }
}
