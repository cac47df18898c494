//! The index: the data computed once for a mesh, before the first query.

pub(super) mod predicates;
pub(super) mod cell_set;
pub(super) mod portals;
pub(super) mod landmarks;

use std::sync::Arc;

use navmesh_core::NavMesh;

use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::shortcut_blocks::ShortcutBlocks;
use crate::blocks::Blocks;
use landmarks::Landmarks;
use portals::{PortalOrder, Portals};

/// The precomputed data of a mesh.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    pub(crate) blocks: Arc<Blocks>,
    pub(crate) order: PortalOrder,
    pub(crate) shortcut_blocks: Arc<ShortcutBlocks>,
    pub(crate) landmarks: Arc<Landmarks>,
}

impl Index {
    /// Returns the portals of the mesh for which the index was built.
    pub(crate) fn portals<'a>(&'a self, mesh: &'a NavMesh) -> Portals<'a> {
        Portals::new(mesh, &self.order)
    }
}

/// A mesh and all its precomputed data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IndexedMesh<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) index: &'a Index,
    pub(crate) connections: &'a ConnectionIndex,
}

impl<'a> IndexedMesh<'a> {
    /// Returns the portals of the mesh, in the order of the index.
    pub(crate) fn portals(&self) -> Portals<'a> {
        self.index.portals(self.mesh)
    }
}
