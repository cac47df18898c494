//! A queue of cells for breadth-first searches.

use navmesh_core::backend::collections::StampSet;

/// Cells in the order in which they are found, each once.
#[derive(Debug, Clone, Default)]
pub(super) struct CellQueue {
    cells: Vec<u32>,
    /// The index of the next cell to take out.
    next: usize,
    found: StampSet,
}

impl CellQueue {
    /// Empties the queue, for a mesh with this number of slots.
    pub(super) fn begin(&mut self, slot_count: usize) {
        self.cells.clear();
        self.next = 0;
        self.found.begin(slot_count);
    }

    /// Adds a cell by its slot. Returns true if it was not added before.
    #[inline]
    pub(super) fn push(&mut self, slot: u32) -> bool {
        let is_new = self.found.insert(slot);
        if is_new {
            self.cells.push(slot);
        }
        is_new
    }

    /// Takes the next cell out of the queue. It still counts as found.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<u32> {
        let next = self.cells.get(self.next).copied();
        self.next += usize::from(next.is_some());
        next
    }

    /// Returns the slots of all cells found so far.
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// True if a cell was found.
    #[inline]
    pub(super) fn has_found(&self, slot: u32) -> bool {
        self.found.contains(slot)
    }
}
