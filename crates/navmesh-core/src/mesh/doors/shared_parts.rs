//! The edges and cells that several doors share.

use std::sync::Arc;

use super::MeshDoor;
use crate::collections::MergeSort;
use crate::mesh::{DoorId, EdgeId};

/// The doors of every edge and cell that belongs to more than one, ascending by both.
#[derive(Debug, Clone, Default)]
pub(in crate::mesh) struct SharedParts(Arc<[(Part, DoorId)]>);

/// An edge of a door, by its stored side, or a cell of its margin, by its slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Edge(u32),
    Cell(u32),
}

impl SharedParts {
    /// Returns the memory in bytes.
    pub(in crate::mesh) fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Collects the shared parts. `first_side` returns the stored side of an edge.
    ///
    /// Complexity: O(n log n) in the number of edges and cells of all doors.
    pub(in crate::mesh) fn of(doors: &[MeshDoor], first_side: impl Fn(EdgeId) -> EdgeId) -> Self {
        let parts = |(door, number): (&MeshDoor, u32)| {
            let parts = door.parts(&first_side);
            parts.into_iter().map(move |part| (part, DoorId(number)))
        };
        let mut all: Vec<(Part, DoorId)> = doors.iter().zip(0..).flat_map(parts).collect();
        all.merge_sort();
        all.dedup();
        let shared = all.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1);
        Self(shared.flatten().copied().collect())
    }

    /// Iterates over the doors of a part; none if it belongs to one door at most.
    pub(super) fn doors_of(&self, part: Part) -> impl Iterator<Item = DoorId> + '_ {
        let first = self.0.partition_point(|(own, _)| *own < part);
        self.0[first..].iter().take_while(move |(own, _)| *own == part).map(|(_, door)| *door)
    }
}
