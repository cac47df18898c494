//! Looking along a row for free tiles, 64 at a time.

use crate::bits::WORD;
use crate::grid::Grid;

/// A row of a grid, as bits: column x is bit x + 1, and there is a zero at either end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    words: &'a [u64],
}

impl<'a> Row<'a> {
    /// Row y of the grid, which must have it.
    pub(crate) fn new(grid: &'a Grid, y: u32) -> Self {
        Self { words: grid.free().line(y as usize + 1) }
    }

    /// The first free column from `x` on.
    pub(crate) fn free_from(self, x: u32) -> Option<u32> {
        self.first_from(x, 0)
    }

    /// The last free column before `x`.
    pub(crate) fn free_before(self, x: u32) -> Option<u32> {
        self.last_before(x, 0)
    }

    /// The column behind the last tile of the run of free tiles that holds column `x`.
    pub(crate) fn end_of_run(self, x: u32) -> u32 {
        // A row ends with a zero bit, so that there always is one.
        self.first_from(x, u64::MAX).unwrap_or(x + 1)
    }

    /// The first column of the run of free tiles that holds column `x`.
    pub(crate) fn start_of_run(self, x: u32) -> u32 {
        // A row begins with a zero bit, which is in no column.
        self.last_before(x, u64::MAX).map_or(0, |blocked| blocked + 1)
    }

    /// The first column from `x` on whose bit, with all bits turned over by `flip`, is set.
    fn first_from(self, x: u32, flip: u64) -> Option<u32> {
        let place = x as usize + 1;
        let mut index = place / WORD;
        let mut word = (self.words.get(index)? ^ flip) & u64::MAX << (place % WORD);
        while word == 0 {
            index += 1;
            word = self.words.get(index)? ^ flip;
        }
        Some((index * WORD) as u32 + word.trailing_zeros() - 1)
    }

    /// The last column before `x` whose bit, with all bits turned over by `flip`, is set.
    fn last_before(self, x: u32, flip: u64) -> Option<u32> {
        let place = x as usize + 1;
        let mut index = place / WORD;
        let mut word = (self.words.get(index)? ^ flip) & !(u64::MAX << (place % WORD));
        while word == 0 {
            index = index.checked_sub(1)?;
            word = self.words[index] ^ flip;
        }
        // Turned over, the bit before column 0 is set as well.
        ((index * WORD) as u32 + WORD as u32 - 1 - word.leading_zeros()).checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn a_row_is_looked_along_as_tile_by_tile() {
        let mut random = SplitMix64::new(17);
        for width in [1, 2, 62, 63, 64, 65, 127, 200] {
            let mut grid = Grid::new(width, 1).unwrap();
            let percent = 5 + 30 * random.below(4);
            (0..width).for_each(|x| grid.set_blocked(x, 0, random.chance(percent)));
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
}
