//! A set of cells, one bit each. Clearing is linear in the words used.

#[derive(Debug, Clone, Default)]
pub(crate) struct CellSet {
    words: Vec<u64>,
    /// The indices of the nonzero words.
    used: Vec<u32>,
}

impl CellSet {
    /// Clears the set and makes it large enough for slots below `count`.
    pub(crate) fn begin(&mut self, count: usize) {
        for word in self.used.drain(..) {
            self.words[word as usize] = 0;
        }
        if self.words.len() < count.div_ceil(64) {
            self.words.resize(count.div_ceil(64), 0);
        }
    }

    pub(crate) fn insert(&mut self, cell: u32) {
        let word = &mut self.words[cell as usize / 64];
        if *word == 0 {
            self.used.push(cell / 64);
        }
        *word |= 1 << (cell % 64);
    }

    #[inline(always)]
    pub(crate) fn contains(&self, cell: u32) -> bool {
        self.words[cell as usize / 64] >> (cell % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_begun_again_is_empty() {
        let mut set = CellSet::default();
        for (count, cells) in [(65, [0, 3, 64]), (200, [199, 3, 70]), (10, [0, 1, 9])] {
            set.begin(count);
            assert!((0..count as u32).all(|cell| !set.contains(cell)));
            cells.iter().for_each(|&cell| set.insert(cell));
            assert!((0..count as u32).all(|cell| set.contains(cell) == cells.contains(&cell)));
        }
    }
}
