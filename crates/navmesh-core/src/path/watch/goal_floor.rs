//! The floor on which a watched path ends. The same points may be walked on several floors.

use super::Watched;
use crate::mesh::NavMesh;
use crate::path::Path;
use crate::path::walkable::Walk;

/// Returns the floor of the last cell of a path that was found on a mesh.
pub(super) fn of(path: &Path, mesh: &NavMesh) -> Option<u32> {
    let last = path.cells().last().filter(|&&cell| mesh.has_cell(cell))?;
    Some(mesh.layer(last.slot))
}

impl Watched {
    /// Returns the number of the last leg; 0 for a path of one point.
    pub(super) fn last_leg(&self) -> usize {
        self.path.waypoints().len().saturating_sub(2)
    }

    /// Returns the cost of the path on a mesh.
    pub(super) fn cost_on(&self, mesh: &NavMesh) -> Option<f64> {
        if !mesh.has_layers() {
            return self.path.cost_on(mesh);
        }
        let mut walk = Walk::default();
        walk.follow(mesh, &self.path, self.path.start_layer(), |_| {}).ok()?;
        walk.cost_on(mesh, self.goal_layer)
    }
}
