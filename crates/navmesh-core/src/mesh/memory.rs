//! The size of a mesh in memory.

use super::{CellRecord, Edge, EdgeId, MeshDoor, NavMesh, SharedClearance, VertexId};
use crate::DVec2;
use crate::outline::Link;

/// Returns the bytes that a vector holds on the heap, without those that its items hold.
pub(super) fn bytes<T>(capacity: usize) -> usize {
    capacity * size_of::<T>()
}

impl NavMesh {
    /// Returns the memory of the mesh in bytes: its cells, and what is derived from them.
    ///
    /// The memory of [patches](NavMesh::apply_patch) and the copies of a mesh with closed doors do not count.
    ///
    /// Complexity: linear in the number of doors, areas and links.
    #[must_use]
    pub fn memory(&self) -> usize {
        let cells = bytes::<Edge>(self.edges.capacity())
            + bytes::<CellRecord>(self.cells.capacity())
            + bytes::<f64>(self.costs.capacity())
            + bytes::<u32>(self.cell_areas.capacity())
            + bytes::<VertexId>(self.saddles.capacity())
            + self.layers.memory();
        let derived = self.components.memory()
            + self.locator.memory()
            + self.names.memory()
            + self.shared_parts.memory()
            + self.reachability.memory()
            + self.off_mesh_connections.memory();
        let clearance = self.clearance.as_deref().map_or(0, SharedClearance::memory);
        size_of::<Self>() + cells + derived + clearance + self.memory_of_doors_and_links()
    }

    fn memory_of_doors_and_links(&self) -> usize {
        let of_door = |door: &MeshDoor| {
            door.name.capacity()
                + bytes::<EdgeId>(door.edges.capacity())
                + bytes::<u32>(door.margin.capacity())
        };
        let of_link =
            |link: &Link| link.name.capacity() + bytes::<[DVec2; 2]>(link.beside.capacity());
        self.doors.memory()
            + self.doors.iter().map(of_door).sum::<usize>()
            + self.areas.memory()
            + self.areas.iter().map(|area| area.name.capacity()).sum::<usize>()
            + bytes::<Link>(self.links.capacity())
            + self.links.iter().map(of_link).sum::<usize>()
    }
}
