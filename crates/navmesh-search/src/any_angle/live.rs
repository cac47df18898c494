//! The index of a mesh that changes.
//!
//! `patches` updates the index around a patch: portals of new and neighbouring cells, blocks, the lattice, and
//! corrections of the landmarks. Blocks that have come apart stay one block, and corrections shorten bounds. Both
//! make searches longer, never wrong. An [`IndexRefresh`] computes a fresh index in slices.

mod filtered;
#[cfg(feature = "live")]
mod patches;

use std::fmt;
use std::sync::Arc;

use navmesh_core::NavMesh;

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::landmarks::Placement;
use crate::any_angle::index::portals::PortalOrder;
use crate::any_angle::index::predicates::{LatticeCount, LatticePredicate, RobustPredicate};
use crate::any_angle::index::{Index, IndexedMesh};
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::shortcut_blocks::ShortcutBlocks;
use crate::blocks::Blocks;

impl AnyAngle {
    /// Computes the index of a mesh.
    ///
    /// Complexity: linear, and at most 12 expansions a vertex to place landmarks. On the measured
    /// maps that is 7 to 28 % of the time to build mesh and index.
    pub(crate) fn new(mesh: Arc<NavMesh>) -> Self {
        let mut preparation = IndexRefresh::of(mesh);
        preparation.advance(u64::MAX);
        preparation.finish()
    }

    /// Begins to compute a fresh index of the mesh as it is now.
    ///
    /// Complexity: linear, about a tenth of [`AnyAngle::new`]. It shares the mesh, so the next patch copies it.
    pub(crate) fn refresh(&self) -> IndexRefresh {
        IndexRefresh::of(Arc::clone(&self.mesh))
    }

    /// Returns how far the index is from a fresh one, from 0 to 1. A caller decides by it when to
    /// [refresh](AnyAngle::refresh).
    ///
    /// It is the largest of: the length by which removed obstacles shorten the bounds of landmarks, as a share
    /// of the largest distance; the number of vertices that patches left without distances, as a share of
    /// those that had some; and 1 where old walls are open that no detour leads around.
    pub(crate) fn staleness(&self) -> f64 {
        self.index.landmarks.staleness()
    }
}

/// A fresh index in the making, computed in slices.
///
/// It belongs to the mesh as it was at its begin. The result answers for that mesh; apply the patches since
/// then to it.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_search::SearchMap;
/// # let room = navmesh_testkit::worlds::meshes::room();
/// let map = SearchMap::new(Arc::new(room), |_, _, _| {});
/// let mut index = map.refresh();
/// while !index.advance(100) {} // 100 expansions a frame, between frames
/// assert_eq!(map.refreshed(index).staleness(), 0.0);
/// ```
pub struct IndexRefresh {
    mesh: Arc<NavMesh>,
    /// The index, with the portals in the order of explorations.
    index: Index,
    lattice: LatticeCount,
    connections: Arc<ConnectionIndex>,
    both_ways: ConnectionIndex,
    placement: Placement,
}

impl fmt::Debug for IndexRefresh {
    /// Writes the size of the mesh.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexRefresh").field("mesh", &self.mesh).finish_non_exhaustive()
    }
}

impl IndexRefresh {
    pub(super) fn of(mesh: Arc<NavMesh>) -> Self {
        Self::with(mesh, Placement::of)
    }

    /// Computes all but the landmarks; `place` prepares these.
    fn with(mesh: Arc<NavMesh>, place: impl FnOnce(IndexedMesh) -> Placement) -> Self {
        let blocks = Arc::new(Blocks::of(&mesh));
        let corners = mesh.slots().flat_map(|slot| mesh.corners(slot));
        let lattice = LatticeCount::of(mesh.bounds().max_abs(), corners);
        let connections = Arc::new(ConnectionIndex::of(&mesh, lattice.lattice()));
        let both_ways = connections.both_ways(&mesh);
        let order = PortalOrder::without_dead_ends(&mesh, &both_ways);
        let shortcut_blocks = Arc::new(ShortcutBlocks::of(&mesh, &blocks, &connections));
        let index = Index { blocks, order, shortcut_blocks, landmarks: Arc::default() };
        let map = IndexedMesh { mesh: &mesh, index: &index, connections: &both_ways };
        let placement = place(map);
        Self { mesh, index, lattice, connections, both_ways, placement }
    }

    /// Continues for about this many expansions. Returns true if the index is complete.
    ///
    /// Complexity: linear in the expansions, each about 0.1 µs. The whole index takes at most 12 expansions a
    /// vertex.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_search::SearchMap;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let mut index = SearchMap::new(Arc::new(room), |_, _, _| {}).refresh();
    /// while !index.advance(100) {} // on any thread
    /// ```
    pub fn advance(&mut self, expansions: u64) -> bool {
        let Self { mesh, index, connections, both_ways, placement, .. } = self;
        let is_exact = connections.is_empty() || connections.are_on_lattice;
        let map = IndexedMesh { mesh, index, connections: both_ways };
        if self.lattice.lattice().is_some() && is_exact {
            placement.advance::<LatticePredicate>(map, expansions)
        } else {
            placement.advance::<RobustPredicate>(map, expansions)
        }
    }

    /// Returns a finder with the index. If it is not complete, it has the landmarks that are placed so far.
    pub(crate) fn finish(self) -> AnyAngle {
        let Self { mesh, mut index, lattice, connections, placement, .. } = self;
        index.landmarks = Arc::new(placement.finish(&mesh));
        index.order = PortalOrder::of_blocks(&mesh, &index.blocks);
        AnyAngle { mesh, index: Arc::new(index), lattice, is_own: false, connections }
    }
}

#[cfg(test)]
mod tests;
