//! The keys of the agents, and their rows.
//!
//! A key is the number of a slot and a version, as in a `SlotMap`. A `SlotMap` that is saved as text forgets the order in
//! which its free slots are used again, so that a loaded crowd would give other keys to new agents.

use slotmap::{Key, KeyData};

use crate::agent::AgentKey;

/// The rows of the agents, by their keys.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Keys {
    slots: Vec<Slot>,
    /// The free slots; the last one is used first.
    free: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Slot {
    /// It grows by 1 when the slot is taken and when it becomes free, so it is even while the slot is free.
    version: u32,
    row: u32,
}

impl Keys {
    /// Returns a new key for a row.
    pub(crate) fn insert(&mut self, row: u32) -> AgentKey {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { version: 0, row });
            self.slots.len() as u32 - 1
        });
        let taken = &mut self.slots[slot as usize];
        *taken = Slot { version: taken.version.wrapping_add(1), row };
        // The slots of a key count from 1.
        KeyData::from_ffi(u64::from(taken.version) << 32 | u64::from(slot + 1)).into()
    }

    /// Returns the row of a key.
    pub(crate) fn get(&self, key: AgentKey) -> Option<usize> {
        self.slot(key).map(|slot| self.slots[slot].row as usize)
    }

    /// Gives the row of a key another number.
    pub(crate) fn set_row(&mut self, key: AgentKey, row: u32) {
        if let Some(slot) = self.slot(key) {
            self.slots[slot].row = row;
        }
    }

    /// Removes a key.
    pub(crate) fn remove(&mut self, key: AgentKey) {
        if let Some(slot) = self.slot(key) {
            self.slots[slot].version = self.slots[slot].version.wrapping_add(1);
            self.free.push(slot as u32);
        }
    }

    /// True if these are the keys of all rows, and the free slots are free. For keys that come from outside.
    pub(crate) fn are_of(&self, rows: &[AgentKey]) -> bool {
        let is_free = |slot: &Slot| slot.version.is_multiple_of(2);
        let mut free = self.free.clone();
        free.sort_unstable();
        free.dedup();
        free.len() == self.free.len()
            && free.iter().all(|&slot| self.slots.get(slot as usize).is_some_and(is_free))
            && self.slots.iter().filter(|slot| !is_free(slot)).count() == rows.len()
            && rows.iter().enumerate().all(|(row, &key)| self.get(key) == Some(row))
    }

    fn slot(&self, key: AgentKey) -> Option<usize> {
        let [slot, version] = [0, 32].map(|bits| (key.data().as_ffi() >> bits) as u32);
        let slot = slot.checked_sub(1)? as usize;
        self.slots.get(slot).filter(|own| own.version == version).map(|_| slot)
    }
}
