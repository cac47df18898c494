//! Shortest any-angle paths on tile maps: a finder on the mesh of the free tiles.

use navmesh_build::{BuildError, build_outlines};
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
    /// Tiles with a cost other than 1 become areas of that cost. The finder then searches corridors
    /// and returns paths with a bounded gap
    /// ([`Guarantee::Bounded`](crate::Guarantee::Bounded)).
    ///
    /// Complexity: that of [`trace`](crate::trace()) and a build.
    ///
    /// # Errors
    ///
    /// [`BuildError`] if no tile is free, or the tiles lie beyond the coordinate limit.
    ///
    /// ```
    /// use tautline::{Grid, MeshFinder, PathQuery, Pathfinder};
    /// let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let path = MeshFinder::from_grid(&grid)?.find_path(&PathQuery::new([0.5, 0.5], [3.5, 2.5]))?;
    /// assert_eq!(format!("{:.4}", path.length()), "4.1306"); // around the corner (3, 1)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_grid(grid: &Grid) -> Result<Self, BuildError> {
        let (mesh, _) = build_outlines(&trace(grid), &Default::default())?;
        Ok(Self::new(mesh))
    }
}
