//! Which node stands for which tile, in memory that grows with the search and not with the map.
//!
//! A table of one entry a tile would be simpler, but a search touches few tiles and far apart: each
//! look into such a table would wait for memory. This one stays in the processor's nearest cache.

/// Numbers of nodes by the slots of their tiles: a hash table with open addressing.
#[derive(Debug, Default)]
pub(crate) struct TileIndex {
    /// A power of two of them, or none.
    entries: Vec<Entry>,
    count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Entry {
    slot: u32,
    number: u32,
}

/// No tile has this slot.
const EMPTY: Entry = Entry { slot: u32::MAX, number: 0 };

/// How many entries there are at first.
const FEW: usize = 1 << 10;

/// D. E. Knuth's multiplier for Fibonacci hashing: 2⁶⁴ over the golden ratio.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl TileIndex {
    /// Forgets all tiles and keeps the memory, but for a half where hardly any of it was used.
    pub(crate) fn clear(&mut self) {
        let size = self.entries.len();
        let size = if self.count * 16 < size { size / 2 } else { size };
        self.entries.clear();
        self.entries.resize(size.max(FEW), EMPTY);
        self.count = 0;
    }

    /// The number of a tile's node; where it has none, it gets this one, and `None` comes back.
    #[inline]
    pub(crate) fn find_or_insert(&mut self, slot: u32, number: u32) -> Option<u32> {
        let at = self.place(slot);
        if self.entries[at].slot == slot {
            return Some(self.entries[at].number);
        }
        self.entries[at] = Entry { slot, number };
        self.count += 1;
        if self.count * 2 > self.entries.len() {
            self.grow();
        }
        None
    }

    /// The number of a tile's node.
    pub(crate) fn find(&self, slot: u32) -> Option<u32> {
        let entry = self.entries.get(self.place(slot))?;
        (entry.slot == slot).then_some(entry.number)
    }

    /// Where a tile's entry is, or would be put.
    #[inline]
    fn place(&self, slot: u32) -> usize {
        let mask = self.entries.len().wrapping_sub(1);
        let shift = mask.leading_zeros() % u64::BITS;
        let mut at = (u64::from(slot).wrapping_mul(GOLDEN) >> shift) as usize & mask;
        while let Some(entry) = self.entries.get(at) {
            if entry.slot == slot || *entry == EMPTY {
                break;
            }
            at = (at + 1) & mask;
        }
        at
    }

    #[cold]
    fn grow(&mut self) {
        let old: Vec<Entry> =
            self.entries.iter().copied().filter(|&entry| entry != EMPTY).collect();
        let size = self.entries.len() * 2;
        self.entries.clear();
        self.entries.resize(size, EMPTY);
        for entry in old {
            let at = self.place(entry.slot);
            self.entries[at] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_testkit::SplitMix64;
    use std::collections::BTreeMap;

    #[test]
    fn an_index_finds_what_a_map_finds() {
        let mut random = SplitMix64::new(5);
        let mut index = TileIndex::default();
        for tiles in [10, 3000, 50, 20_000] {
            index.clear();
            let mut twin = BTreeMap::new();
            for number in 0..tiles {
                let slot = random.below(20_000) as u32;
                assert_eq!(index.find_or_insert(slot, number), twin.get(&slot).copied());
                twin.entry(slot).or_insert(number);
            }
            for slot in 0..20_000 {
                assert_eq!(index.find(slot), twin.get(&slot).copied());
            }
        }
    }
}
