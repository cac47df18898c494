//! What is prepared for a mesh before anything is asked.

use std::sync::Arc;

use navmesh_core::NavMesh;

use super::landmarks::Landmarks;
use super::portals::{PortalOrder, Portals};
use super::trunks::Trunks;
use crate::blocks::Blocks;

/// What is prepared for a mesh.
#[derive(Debug, Clone)]
pub(super) struct Index {
    pub(super) blocks: Arc<Blocks>,
    pub(super) order: PortalOrder,
    pub(super) trunks: Arc<Trunks>,
    pub(super) landmarks: Arc<Landmarks>,
}

impl Index {
    /// The portals of the mesh that it was prepared for.
    pub(super) fn portals<'a>(&'a self, mesh: &'a NavMesh) -> Portals<'a> {
        Portals::new(mesh, &self.order)
    }
}
