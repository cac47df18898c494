//! Maps of bits: one bit per tile, in words of 64.
//!
//! The rectangle has a border of zeros, at least one tile wide. Code that visits the neighbours of
//! a tile, or scans a line, needs no test for the rim of the map.

/// A rectangle of bits within a border of zeros.
///
/// A *line* is a row counted with the border, and a *position* is a column counted with the border:
/// tile (x, y) is bit x + 1 of line y + 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BitMap {
    words: Vec<u64>,
    /// The number of words in a line.
    stride: usize,
}

/// The number of bits in a word.
pub(crate) const WORD: usize = 64;

impl BitMap {
    /// Builds a map of zeros.
    pub(crate) fn new(width: u32, height: u32) -> Self {
        let stride = (width as usize + 2).div_ceil(WORD);
        Self { words: vec![0; stride * (height as usize + 2)], stride }
    }

    /// Builds a map from its lines of `stride` words, border included.
    pub(crate) fn from_lines(words: Vec<u64>, stride: usize) -> Self {
        Self { words, stride }
    }

    /// Returns the words of a line; the first and the last line are border.
    #[inline]
    pub(crate) fn line(&self, line: usize) -> &[u64] {
        &self.words[line * self.stride..][..self.stride]
    }

    /// Returns the map with rows and columns exchanged, computed 64 by 64 bits at a time.
    pub(crate) fn transposed(&self, width: u32, height: u32) -> Self {
        let mut transposed = Self::new(height, width);
        let own_lines = self.words.len() / self.stride;
        let new_lines = transposed.words.len() / transposed.stride;
        for block in 0..transposed.stride {
            for index in 0..self.stride {
                let mut square = std::array::from_fn(|row| {
                    let line = block * WORD + row;
                    if line < own_lines { self.words[line * self.stride + index] } else { 0 }
                });
                transpose(&mut square);
                for (row, word) in square.into_iter().enumerate().take(new_lines - index * WORD) {
                    transposed.words[(index * WORD + row) * transposed.stride + block] = word;
                }
            }
        }
        transposed
    }

    /// Returns the bit of tile (x, y), which must be within the rectangle or its border.
    #[inline]
    pub(crate) fn get(&self, x: u32, y: u32) -> bool {
        let (word, bit) = self.index(x, y);
        self.words[word] >> bit & 1 != 0
    }

    /// Sets the bit of tile (x, y), which must be within the rectangle.
    #[inline]
    pub(crate) fn set(&mut self, x: u32, y: u32, value: bool) {
        let (word, bit) = self.index(x, y);
        self.words[word] = self.words[word] & !(1 << bit) | u64::from(value) << bit;
    }

    /// Sets the bits of columns `from..to` of a row.
    pub(crate) fn set_run(&mut self, row: u32, from: u32, to: u32) {
        let start = (row as usize + 1) * self.stride;
        let (first, last) = (from as usize + 1, to as usize);
        let [low, high] = [u64::MAX << (first % WORD), u64::MAX >> (WORD - 1 - last % WORD)];
        let words = &mut self.words[start + first / WORD..=start + last / WORD];
        match words {
            [] => {}
            [word] => *word |= low & high,
            [lowest, between @ .., highest] => {
                *lowest |= low;
                between.fill(u64::MAX);
                *highest |= high;
            }
        }
    }

    /// Clears the bits that are not set in another map of the same size.
    pub(crate) fn intersect(&mut self, other: &Self) {
        for (word, &other) in self.words.iter_mut().zip(&other.words) {
            *word &= other;
        }
    }

    /// Returns the number of bits that are set.
    pub(crate) fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns the bits of the eight neighbours of tile (x, y): bit d is direction d of
    /// [`DIRECTIONS`](crate::rules::moves::DIRECTIONS).
    #[inline]
    pub(crate) fn around(&self, x: u32, y: u32) -> u8 {
        let [low, middle, high] = [y, y + 1, y + 2].map(|line| self.five(line, x) & 7);
        let sides = middle >> 2 | high & 2 | (middle & 1) << 2 | (low & 2) << 2;
        let corners = high >> 2 | (high & 1) << 1 | (low & 1) << 2 | (low & 4) << 1;
        sides | corners << 4
    }

    /// Returns the bits of five adjacent tiles of a line, the second one in column x; zeros follow
    /// after the border.
    #[inline]
    pub(crate) fn five(&self, line: u32, x: u32) -> u8 {
        let (word, bit) = (x as usize / WORD, x as usize % WORD);
        let words = &self.line(line as usize)[word..];
        let next = words.get(1).map_or(0, |next| next << 1 << (WORD - 1 - bit));
        (words[0] >> bit | next) as u8 & 0b1_1111
    }

    #[inline]
    fn index(&self, x: u32, y: u32) -> (usize, usize) {
        let position = x.wrapping_add(1) as usize;
        (y.wrapping_add(1) as usize * self.stride + position / WORD, position % WORD)
    }
}

/// Exchanges rows and columns of a square of bits: first the halves, then the quarters in them, and
/// so on.
///
/// Source: H. S. Warren, "Hacker's Delight", 2002.
pub(crate) fn transpose(square: &mut [u64; WORD]) {
    let (mut width, mut low) = (WORD / 2, u64::MAX >> (WORD / 2));
    while width > 0 {
        for row in (0..WORD).filter(|row| row & width == 0) {
            let (upper, lower) = (square[row], square[row + width]);
            let exchanged = (upper >> width ^ lower) & low;
            square[row] = upper ^ exchanged << width;
            square[row + width] = lower ^ exchanged;
        }
        width /= 2;
        low ^= low << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::moves::DIRECTIONS;
    use navmesh_testkit::SplitMix64;

    #[test]
    fn the_neighbours_of_a_tile_are_the_bits_around_it() {
        let mut random = SplitMix64::new(3);
        for (width, height) in [(1, 1), (61, 3), (62, 4), (63, 3), (64, 5), (130, 7)] {
            let mut bits = BitMap::new(width, height);
            let inside = |x: u32, y: u32| x < width && y < height;
            for y in 0..height {
                for x in 0..width {
                    bits.set(x, y, random.chance(50));
                }
            }
            for y in 0..height {
                for x in 0..width {
                    let around = bits.around(x, y);
                    for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                        let (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
                        let expected = inside(x, y) && bits.get(x, y);
                        assert_eq!(around >> direction & 1 != 0, expected);
                    }
                }
            }
        }
    }

    #[test]
    fn a_transposed_map_has_columns_for_rows() {
        let mut random = SplitMix64::new(4);
        for (width, height) in [(1, 1), (62, 62), (63, 3), (64, 130), (200, 61), (126, 127)] {
            let mut bits = BitMap::new(width, height);
            let tiles = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
            for (x, y) in tiles() {
                bits.set(x, y, random.chance(50));
            }
            let transposed = bits.transposed(width, height);
            assert!(tiles().all(|(x, y)| transposed.get(y, x) == bits.get(x, y)));
            assert_eq!(transposed.transposed(height, width), bits);
        }
    }

    #[test]
    fn setting_a_run_equals_setting_each_bit() {
        let mut random = SplitMix64::new(5);
        for _ in 0..300 {
            let width = 1 + random.below(200) as u32;
            let (mut bits, mut expected) = (BitMap::new(width, 3), BitMap::new(width, 3));
            let from = random.below(width as usize) as u32;
            let to = from + 1 + random.below((width - from) as usize) as u32;
            bits.set_run(1, from, to);
            for x in from..to {
                expected.set(x, 1, true);
            }
            assert_eq!(bits, expected, "{from} {to}");
        }
    }

    #[test]
    fn setting_a_bit_changes_no_other() {
        let mut bits = BitMap::new(64, 2);
        bits.set(62, 1, true);
        bits.set(63, 1, true);
        bits.set(62, 1, false);
        assert!(bits.get(63, 1) && !bits.get(62, 1) && bits.count_ones() == 1);
        assert!(!bits.get(u32::MAX, 1) && !bits.get(64, 1), "the border is zero");
    }
}
