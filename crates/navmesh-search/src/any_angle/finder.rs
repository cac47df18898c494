//! A mesh with the index of the exact search.

use std::fmt;
use std::sync::Arc;

use navmesh_core::{ClosedDoors, NavMesh, UnknownDoor};

use crate::any_angle::index::Index;
use crate::any_angle::index::predicates::LatticeCount;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;

/// A mesh with the index of the exact search. Clones share both.
#[derive(Clone)]
pub(crate) struct AnyAngle {
    pub(super) mesh: Arc<NavMesh>,
    pub(super) index: Arc<Index>,
    pub(super) lattice: LatticeCount,
    /// True once the finder has a copy of the mesh, in which doors can be closed.
    pub(super) is_own: bool,
    /// The links that can be used.
    pub(super) connections: Arc<ConnectionIndex>,
}

impl fmt::Debug for AnyAngle {
    /// Writes the sizes of mesh and index.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut description = f.debug_struct("AnyAngle");
        description.field("mesh", &self.mesh).field("prepared_bytes", &self.prepared_bytes());
        description.finish_non_exhaustive()
    }
}

impl AnyAngle {
    /// Returns the mesh that is searched.
    pub(crate) fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// Returns the size of the index in bytes, without the mesh; clones share it.
    pub(crate) fn prepared_bytes(&self) -> usize {
        let Index { blocks, order, shortcut_blocks, landmarks } = &*self.index;
        blocks.bytes() + order.bytes() + shortcut_blocks.bytes() + landmarks.bytes()
    }

    /// Closes these doors and opens all others. The finder copies mesh and index first, so clones
    /// keep their doors. Blocks and landmarks stay those of the mesh with all doors open, since
    /// closing only removes paths.
    ///
    /// Complexity: that of [`NavMesh::set_doors`], and linear in the mesh for the first call, which
    /// copies it. O(1) a door if nothing changes.
    ///
    /// # Errors
    ///
    /// [`UnknownDoor::OtherMesh`] if the doors belong to a mesh with other cells.
    pub(crate) fn set_doors(&mut self, doors: &ClosedDoors) -> Result<(), UnknownDoor> {
        if !self.is_own {
            self.mesh = Arc::new(self.mesh.with_doors(&ClosedDoors::new(doors.mesh()))?);
            self.is_own = true;
        }
        if self.mesh.has_closed(doors) {
            return Ok(());
        }
        let mesh = Arc::make_mut(&mut self.mesh);
        let touched = mesh.set_doors(doors);
        let index = Arc::make_mut(&mut self.index);
        index.order.renew(touched.iter().flatten().copied(), mesh, &index.blocks);
        if !self.connections.are_of(&self.mesh) {
            self.connections = Arc::new(ConnectionIndex::of(&self.mesh, self.lattice.lattice()));
        }
        touched.map(|_| ())
    }
}
