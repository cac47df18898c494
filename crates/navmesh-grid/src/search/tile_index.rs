//! Which node stands for which tile: one entry a tile, stamped with the number of the search, so
//! that nothing is cleared.
//!
//! A hash table would be smaller. But a search goes on from where it has just been, and there the
//! entries are near in memory, too: eight of them, of tiles four wide and two high, share a line of
//! the cache. Rows are a line longer than they need be; else those of maps as wide as a power of two
//! would all compete for the same few places in it.

/// Numbers of nodes by their tiles.
#[derive(Debug, Default)]
pub(crate) struct TileIndex {
    /// Blocks of eight tiles in a row of blocks.
    stride: usize,
    entries: Vec<Entry>,
    /// The number of the current search; an entry with another stamp is empty.
    generation: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    stamp: u32,
    number: u32,
}

impl TileIndex {
    /// Forgets all tiles and makes room for a map of this size; in constant time, except where there was less
    /// room before and once in 2³² searches.
    pub(crate) fn begin(&mut self, width: u32, height: u32) {
        self.stride = width as usize / 4 + 2;
        let count = self.stride * (height as usize / 2 + 1) * 8;
        if self.entries.len() < count {
            self.entries.resize(count, Entry::default());
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.fill(Entry::default());
            self.generation = 1;
        }
    }

    /// The number of a tile's node; where it has none, it gets this one, and `None` comes back.
    #[inline]
    pub(crate) fn find_or_insert(&mut self, tile: (u32, u32), number: u32) -> Option<u32> {
        let place = self.place(tile);
        let entry = &mut self.entries[place];
        if entry.stamp == self.generation {
            return Some(entry.number);
        }
        *entry = Entry { stamp: self.generation, number };
        None
    }

    /// The number of a tile's node.
    pub(crate) fn find(&self, tile: (u32, u32)) -> Option<u32> {
        let entry = self.entries.get(self.place(tile))?;
        (entry.stamp == self.generation).then_some(entry.number)
    }

    #[inline]
    fn place(&self, (x, y): (u32, u32)) -> usize {
        let block = (y / 2) as usize * self.stride + (x / 4) as usize;
        block * 8 + (y % 2 * 4 + x % 4) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_keeps_its_number_until_the_next_search() {
        let mut index = TileIndex::default();
        for (number, (width, height)) in [(1, 1), (7, 5), (3, 8), (64, 2)].into_iter().enumerate() {
            let tiles = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            index.begin(width, height);
            let number = |(x, y): (u32, u32)| number as u32 * 1000 + y * width + x;
            assert!(tiles().all(|tile| index.find(tile).is_none()));
            assert!(tiles().all(|tile| index.find_or_insert(tile, number(tile)).is_none()));
            assert!(tiles().all(|tile| index.find_or_insert(tile, 9) == Some(number(tile))));
            assert!(tiles().all(|tile| index.find(tile) == Some(number(tile))));
        }
        index.generation = u32::MAX;
        index.begin(64, 2);
        assert_eq!(index.find((0, 0)), None, "stamps begin anew");
    }
}
