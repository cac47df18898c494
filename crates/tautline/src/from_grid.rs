//! The any-angle optimum on tiles: a mesh of the tiles' free region, and a finder on it.

use navmesh_build::{BuildError, build_outlines};
use navmesh_grid::{Grid, trace};

use crate::mesh_finder::MeshFinder;

impl MeshFinder {
    /// A finder of the shortest paths of all over the free tiles of `grid`, at any angle.
    ///
    /// One may walk where the closed free tiles are and touch walls and corners, but not slip through
    /// between two blocked tiles that touch: the ground of
    /// [`CornerRule::OneFree`](crate::CornerRule::OneFree). So no path along tiles is shorter, nor one
    /// that was [smoothed](crate::smooth()). Endpoints are the points asked for, not their tiles' centres.
    ///
    /// Tiles that do not cost 1 are areas of that cost. Where there are any, paths are searched by corridor and
    /// say how far from the cheapest they may be ([`Guarantee::Bounded`](crate::Guarantee::Bounded)).
    ///
    /// Complexity: that of [`trace`](crate::trace()) and of a build.
    ///
    /// # Errors
    ///
    /// [`BuildError`] where the traced outlines make no mesh: no tile is free, or the tiles lie too far out.
    ///
    /// ```
    /// use tautline::{Grid, MeshFinder, PathQuery, Pathfinder};
    /// let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let path = MeshFinder::from_grid(&grid)?.find_path(&PathQuery::new([0.5, 0.5], [3.5, 2.5]))?;
    /// assert_eq!(format!("{:.4}", path.length()), "4.1306"); // by the corner (3, 1)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_grid(grid: &Grid) -> Result<Self, BuildError> {
        let (mesh, _) = build_outlines(&trace(grid), &Default::default())?;
        Ok(Self::new(mesh))
    }
}
