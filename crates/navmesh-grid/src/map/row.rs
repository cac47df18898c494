//! Rows of tiles, scanned 64 tiles at a time.

use super::bit_map::WORD;
use super::grid::Grid;

/// A row of a grid as bits: column x is bit x + 1, with a zero at either end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    words: &'a [u64],
}

impl<'a> Row<'a> {
    /// Returns row y of the grid, which must exist.
    pub(crate) fn new(grid: &'a Grid, y: u32) -> Self {
        Self { words: grid.free().line(y as usize + 1) }
    }

    /// Returns the first free column at or after `x`.
    pub(crate) fn free_from(self, x: u32) -> Option<u32> {
        self.first_from(x, 0)
    }

    /// Returns the last free column before `x`.
    pub(crate) fn free_before(self, x: u32) -> Option<u32> {
        self.last_before(x, 0)
    }

    /// Returns the column after the last tile of the run of free tiles that contains column `x`.
    pub(crate) fn end_of_run(self, x: u32) -> u32 {
        // A row ends with a zero bit, so that there always is one.
        self.first_from(x, u64::MAX).unwrap_or(x + 1)
    }

    /// Returns the first column of the run of free tiles that contains column `x`.
    pub(crate) fn start_of_run(self, x: u32) -> u32 {
        // A row begins with a zero bit, which belongs to no column.
        self.last_before(x, u64::MAX).map_or(0, |blocked| blocked + 1)
    }

    /// Returns the first column at or after `x` whose bit is set, after all bits are inverted by
    /// `flip`.
    fn first_from(self, x: u32, flip: u64) -> Option<u32> {
        let position = x as usize + 1;
        let mut index = position / WORD;
        let mut word = (self.words.get(index)? ^ flip) & u64::MAX << (position % WORD);
        while word == 0 {
            index += 1;
            word = self.words.get(index)? ^ flip;
        }
        Some((index * WORD) as u32 + word.trailing_zeros() - 1)
    }

    /// Returns the last column before `x` whose bit is set, after all bits are inverted by `flip`.
    fn last_before(self, x: u32, flip: u64) -> Option<u32> {
        let position = x as usize + 1;
        let mut index = position / WORD;
        let mut word = (self.words.get(index)? ^ flip) & !(u64::MAX << (position % WORD));
        while word == 0 {
            index = index.checked_sub(1)?;
            word = self.words[index] ^ flip;
        }
        // Inverted, the bit before column 0 is set as well.
        ((index * WORD) as u32 + WORD as u32 - 1 - word.leading_zeros()).checked_sub(1)
    }
}

/// A run: a maximal sequence of free tiles in a line, in columns `from..to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TileRun {
    pub(crate) from: u32,
    pub(crate) to: u32,
}

/// Writes the runs of a line of a [`BitMap`](super::bit_map::BitMap).
pub(crate) fn runs_of(line: &[u64], runs: &mut Vec<TileRun>) {
    runs.clear();
    let mut before = 0;
    let mut start = None;
    for (index, &word) in line.iter().enumerate() {
        // A run begins or ends at every bit that differs from the one before.
        let mut changes = word ^ (word << 1 | before);
        before = word >> (WORD - 1);
        while changes != 0 {
            let column = (index * WORD) as u32 + changes.trailing_zeros() - 1;
            changes &= changes - 1;
            match start.take() {
                Some(from) => runs.push(TileRun { from, to: column }),
                None => start = Some(column),
            }
        }
    }
}

/// Calls `visit` with the indices of every two runs of adjacent lines that touch.
///
/// `reach` says how many columns a tile of the first line reaches to the left and to the right in
/// the second.
pub(crate) fn each_touching(
    above: &[TileRun],
    below: &[TileRun],
    reach: [u32; 2],
    mut visit: impl FnMut(usize, usize),
) {
    let [left, right] = reach;
    let (mut i, mut j) = (0, 0);
    while let (Some(a), Some(b)) = (above.get(i), below.get(j)) {
        if a.from < b.to + left && b.from < a.to + right {
            visit(i, j);
        }
        if a.to < b.to {
            i += 1;
        } else {
            j += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn scanning_a_row_agrees_with_every_single_tile() {
        let mut random = SplitMix64::new(17);
        for width in [1, 2, 62, 63, 64, 65, 127, 200] {
            let mut grid = Grid::new(width, 1).unwrap();
            let percent = 5 + 30 * random.below(4);
            for x in 0..width {
                grid.set_blocked(x, 0, random.chance(percent));
            }
            let (row, free) = (Row::new(&grid, 0), |x: &u32| !grid.is_blocked(*x, 0));
            for x in 0..width {
                assert_eq!(row.free_from(x), (x..width).find(free));
                assert_eq!(row.free_before(x), (0..x).rev().find(free));
                if free(&x) {
                    assert_eq!(row.end_of_run(x), (x..).find(|x| !free(x)).unwrap());
                    let start = (0..x).rev().find(|x| !free(x)).map_or(0, |blocked| blocked + 1);
                    assert_eq!(row.start_of_run(x), start);
                }
            }
            assert_eq!(row.free_from(width), None);
        }
    }

    #[test]
    fn runs_are_found_across_words() {
        let run = |from, to| TileRun { from, to };
        let mut runs = Vec::new();
        runs_of(&[0b0110, 0], &mut runs);
        assert_eq!(runs, [run(0, 2)]);
        runs_of(&[u64::MAX - 1, 0b1, 0b10], &mut runs);
        assert_eq!(runs, [run(0, 64), run(128, 129)]);
    }
}
