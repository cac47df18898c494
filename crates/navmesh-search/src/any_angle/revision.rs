//! The revision of a map that was replaced as a whole.

use std::sync::Arc;

use super::AnyAngle;

impl AnyAngle {
    /// Sets the number of changes before this mesh; see
    /// [`NavMesh::set_revision`](navmesh_core::NavMesh::set_revision). A shared mesh is copied first.
    ///
    /// Complexity: O(1), and linear if the mesh is shared.
    ///
    /// ```
    /// # use navmesh_search::AnyAngle;
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut finder = AnyAngle::new(std::sync::Arc::new(mesh)); // 4 by 3
    /// finder.set_revision(7);
    /// assert_eq!(finder.mesh().revision(), 7);
    /// ```
    pub fn set_revision(&mut self, revision: u64) {
        if self.mesh.revision() != revision {
            Arc::make_mut(&mut self.mesh).set_revision(revision);
        }
    }
}
