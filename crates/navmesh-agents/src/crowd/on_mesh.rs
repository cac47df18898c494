//! Paths of one finder on the mesh of another.

use std::sync::Arc;

use navmesh_core::{
    Answer, MeshPathfinder, NavMesh, Path, PathError, PathQuery, Pathfinder, Scratch,
};

/// A finder whose paths are walked on a mesh: for example one on tiles, on the mesh of the same tiles.
#[derive(Debug, Clone)]
pub struct OnMesh<F> {
    mesh: Arc<NavMesh>,
    finder: F,
}

impl<F: Pathfinder> OnMesh<F> {
    /// Joins a finder and a mesh of the same map.
    #[must_use]
    pub fn new(mesh: Arc<NavMesh>, finder: F) -> Self {
        Self { mesh, finder }
    }
}

impl<F: Pathfinder> Pathfinder for OnMesh<F> {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.finder.find_path_into(query, scratch, path)
    }

    fn answer(&self, query: &PathQuery) -> Answer {
        self.finder.answer(query)
    }
}

impl<F: Pathfinder> MeshPathfinder for OnMesh<F> {
    fn current_mesh(&self) -> Arc<NavMesh> {
        Arc::clone(&self.mesh)
    }
}
