//! Shortest paths along a surface.

use navmesh_core::{Surface, SurfaceError};
use navmesh_search::Geodesics;

use super::MeshFinder;

impl MeshFinder {
    /// Prepares a surface for shortest paths along it, on the [current mesh](MeshFinder::current_mesh).
    ///
    /// The surface may be that of an earlier state of the mesh, as [`Surface::on`] tells. Doors that close or open later, and
    /// later edits, change nothing here. For a filter take the [filtered finder](MeshFinder::filtered).
    ///
    /// Complexity: O(n log n) in the triangles of the surface.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::NoHeight`] and [`SurfaceError::Order`].
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery, Surface};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mesh = builder.build_mesh()?;
    /// // A slope that rises by 3 where the plan goes on by 4.
    /// let heights = mesh.edges().iter().map(|edge| 0.75 * edge.origin().x).collect();
    /// let surface = Surface::new(mesh.clone(), heights)?;
    /// let geodesics = MeshFinder::new(mesh).geodesics(&surface)?;
    /// let up = geodesics.find_path(&PathQuery::new([1.0, 1.0], [9.0, 1.0]))?;
    /// assert!(up.path.length() == 8.0 && (up.cost - 10.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn geodesics(&self, surface: &Surface) -> Result<Geodesics, SurfaceError> {
        Geodesics::new(surface, &self.current_map())
    }
}
