//! Cells outwards from where the surveyor stands, each once.

use super::MeshQueries;
use super::marks::Marks;

/// The cells reached, in order, and how many of them were looked at.
#[derive(Debug, Clone, Default)]
pub(super) struct Flood {
    reached: Vec<u32>,
    looked_at: usize,
    pub(super) marks: Marks,
}

impl Flood {
    /// The slots of all cells reached so far.
    pub(super) fn reached(&self) -> &[u32] {
        &self.reached
    }
}

impl MeshQueries<'_> {
    /// Begins with the cells that the surveyor stands in.
    pub(super) fn begin_flood(&mut self) {
        self.begin_flood_nowhere();
        for at in 0..self.standing.len() {
            self.flood_into(self.standing[at].cell.slot);
        }
    }

    /// Begins with no cell.
    pub(super) fn begin_flood_nowhere(&mut self) {
        self.flood.reached.clear();
        self.flood.looked_at = 0;
        self.flood.marks.wipe(self.mesh.slot_count());
    }

    /// Adds a cell, unless it was added before.
    #[inline]
    pub(super) fn flood_into(&mut self, slot: u32) {
        if self.flood.marks.mark(slot) {
            self.flood.reached.push(slot);
        }
    }

    /// The next cell to look at, first come first served.
    #[inline]
    pub(super) fn next_of_flood(&mut self) -> Option<u32> {
        let next = self.flood.reached.get(self.flood.looked_at).copied();
        self.flood.looked_at += 1;
        next
    }
}
