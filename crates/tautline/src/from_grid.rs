//! The any-angle optimum on tiles: a mesh of the tiles' free region, and a finder on it.

use navmesh_build::{BuildError, build_outlines};
use navmesh_grid::{Grid, trace};

use crate::mesh_finder::MeshFinder;

/// Why no mesh finder can be made of a tile map.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FromGridError {
    /// A free tile's cost is not 1; a traced mesh knows no costs.
    #[error("tile ({x}, {y}) costs {cost:?}: a mesh traced from tiles has cost 1 everywhere")]
    Cost {
        /// The tile's column.
        x: u32,
        /// The tile's row.
        y: u32,
        /// Its multiplier.
        cost: f64,
    },
    /// The traced outlines make no mesh.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl MeshFinder {
    /// A finder of the shortest paths of all over the free tiles of `grid`, at any angle.
    ///
    /// One may walk where the closed free tiles are and touch walls and corners, but not slip through
    /// between two blocked tiles that touch: the ground of
    /// [`CornerRule::OneFree`](crate::CornerRule::OneFree). So no path along tiles is shorter, nor one
    /// that was [smoothed](crate::smooth()). Endpoints are the points asked for, not their tiles' centres.
    ///
    /// Complexity: that of [`trace`](crate::trace()) and of a build.
    ///
    /// # Errors
    ///
    /// [`FromGridError::Cost`] for the first free tile, by slot, that does not cost 1.
    ///
    /// ```
    /// use tautline::{Grid, MeshFinder, PathQuery, Pathfinder};
    /// let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let path = MeshFinder::from_grid(&grid)?.find_path(&PathQuery::new([0.5, 0.5], [3.5, 2.5]))?;
    /// assert_eq!(format!("{:.4}", path.length()), "4.1306"); // by the corner (3, 1)
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_grid(grid: &Grid) -> Result<Self, FromGridError> {
        for slot in 0..grid.tile_count() as u32 {
            let (x, y) = grid.tile(slot);
            if let Some(cost) = grid.cost(x, y).filter(|&cost| cost != 1.0) {
                return Err(FromGridError::Cost { x, y, cost });
            }
        }
        let (mesh, _) = build_outlines(&trace(grid), &Default::default())?;
        Ok(Self::new(mesh))
    }
}
