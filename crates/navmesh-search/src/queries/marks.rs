//! Which cells were seen already, forgotten at once.

/// A mark a slot; all are wiped by counting up.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    stamps: Vec<u32>,
    now: u32,
}

impl Marks {
    /// Wipes all marks of `slots` slots. Complexity: O(1), but for the first time.
    pub(super) fn wipe(&mut self, slots: usize) {
        if self.stamps.len() < slots || self.now == u32::MAX {
            self.stamps.clear();
            self.stamps.resize(slots, 0);
            self.now = 0;
        }
        self.now += 1;
    }

    /// Marks a slot; true where it was not marked.
    #[inline]
    pub(super) fn mark(&mut self, slot: u32) -> bool {
        std::mem::replace(&mut self.stamps[slot as usize], self.now) != self.now
    }

    /// True where a slot is marked.
    #[inline]
    pub(super) fn is_marked(&self, slot: u32) -> bool {
        self.stamps.get(slot as usize) == Some(&self.now)
    }
}
