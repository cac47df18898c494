//! The index of a filtered mesh, taken over from the whole mesh.

use std::sync::Arc;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{Filter, NavMesh};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;

impl AnyAngle {
    /// Returns a finder for the mesh under a filter ([`NavMesh::filtered_where_known`]), with the blocks and landmarks of the
    /// whole mesh.
    ///
    /// A filter only removes paths, so bounds stay valid. They are weaker than those of a new finder: it takes less time to
    /// make, and a search in it takes longer.
    ///
    /// Complexity: linear, with a small factor.
    pub(crate) fn filtered_where_known(&self, filter: &Filter) -> Self {
        self.restricted_to(Arc::new(self.mesh.filtered_where_known(filter)))
    }

    /// Returns a finder for the cells that cost at most `limit` ([`NavMesh::without_cells_above`]), with the blocks and
    /// landmarks of the whole mesh. See [`AnyAngle::filtered_where_known`].
    pub(crate) fn without_cells_above(&self, limit: f64) -> Self {
        self.restricted_to(Arc::new(self.mesh.without_cells_above(limit)))
    }

    /// Returns a finder for a mesh that lacks some cells of this one.
    fn restricted_to(&self, mesh: Arc<NavMesh>) -> Self {
        let mut index = Arc::clone(&self.index);
        let changed = changed_slots(&self.mesh, &mesh);
        if !changed.is_empty() {
            let index = Arc::make_mut(&mut index);
            index.order.renew(changed, &mesh, &index.blocks);
        }
        let connections = Arc::new(ConnectionIndex::of(&mesh, self.lattice.lattice()));
        Self { mesh, index, lattice: self.lattice, is_own: false, connections }
    }
}

/// Returns the slots of closed cells, and of those around them.
fn changed_slots(whole: &NavMesh, filtered: &NavMesh) -> Vec<u32> {
    let is_closed = |slot: &u32| filtered.edge_range(*slot).is_empty();
    let around = |slot: u32| {
        let edges = &whole.edges()[whole.edge_range(slot)];
        edges.iter().filter_map(|edge| edge.neighbor_slot()).chain([slot])
    };
    let mut changed: Vec<u32> = whole.slots().filter(is_closed).flat_map(around).collect();
    changed.merge_sort();
    changed.dedup();
    changed
}
