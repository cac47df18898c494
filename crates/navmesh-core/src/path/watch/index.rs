//! The index from cell slots to the legs of watched paths.

use glam::DVec2;

use super::WatchKey;

/// A leg of a watched path.
///
/// It holds the ends of the leg, so that most changes look at the entry alone and not at the path.
#[derive(Debug, Clone, Copy)]
pub(super) struct WatchedLeg {
    pub(super) key: WatchKey,
    pub(super) leg: u32,
    /// The version of the path for which the entry was made.
    pub(super) version: u32,
    /// Its ends; `None` over a link.
    pub(super) straight: Option<[DVec2; 2]>,
}

impl WatchedLeg {
    /// Returns its path, then its number there.
    pub(super) fn name(&self) -> (WatchKey, u32, u32) {
        (self.key, self.version, self.leg)
    }
}

/// The legs in each slot. It holds every leg in every cell that the leg touches, and perhaps stale entries.
#[derive(Debug, Clone, Default)]
pub(super) struct CellIndex {
    by_slot: Vec<Vec<WatchedLeg>>,
    entries: usize,
    /// The number of entries after the last sweep.
    swept: usize,
}

impl CellIndex {
    pub(super) fn add(&mut self, slot: u32, leg: WatchedLeg) {
        let slot = slot as usize;
        if slot >= self.by_slot.len() {
            self.by_slot.resize_with(slot + 1, Vec::new);
        }
        self.by_slot[slot].push(leg);
        self.entries += 1;
    }

    /// Adds a leg to a slot unless it is there.
    pub(super) fn add_once(&mut self, slot: u32, leg: WatchedLeg) {
        if !self.at(slot).iter().any(|own| own.name() == leg.name()) {
            self.add(slot, leg);
        }
    }

    /// Returns the legs in a slot.
    pub(super) fn at(&self, slot: u32) -> &[WatchedLeg] {
        self.by_slot.get(slot as usize).map_or(&[], Vec::as_slice)
    }

    /// Moves the legs in a slot to a list.
    pub(super) fn move_to(&mut self, slot: u32, list: &mut Vec<WatchedLeg>) {
        if let Some(own) = self.by_slot.get_mut(slot as usize) {
            self.entries -= own.len();
            list.append(own);
        }
    }

    /// Removes the entries that are not current, once the index is twice as large as after the last sweep.
    pub(super) fn sweep(&mut self, is_current: impl Fn(&WatchedLeg) -> bool) {
        if self.entries < 2 * self.swept + SMALL {
            return;
        }
        for legs in &mut self.by_slot {
            legs.retain(&is_current);
        }
        self.entries = self.by_slot.iter().map(Vec::len).sum();
        self.swept = self.entries;
    }
}

/// An index of fewer entries is not swept.
const SMALL: usize = 256;
