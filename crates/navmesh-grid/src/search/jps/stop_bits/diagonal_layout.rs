//! Diagonals of the map as lines of bits.
//!
//! Tiles with the same difference of column and row form a line for two of the four corners, tiles
//! with the same sum for the other two. The map is a cylinder here, so that there are as many lines
//! as columns; the border separates the parts of a line that wraps around.
//!
//! ```text
//! x − y   0 1 2 3     x + y   0 1 2 3      a map of four columns,
//!         3 0 1 2             1 2 3 0      each tile with the number of its line
//!         2 3 0 1             2 3 0 1
//! ```

use crate::map::bit_map::{WORD, transpose};

/// The number of corners of a tile.
pub(super) const CORNERS: usize = 4;

/// The sizes of the lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct DiagonalLayout {
    /// The number of lines: the columns with their border, in whole words.
    pub(super) lines: u32,
    /// The number of words in a line.
    pub(super) stride: usize,
    /// A multiple of `lines` above all row positions.
    pub(super) bias: u32,
}

impl DiagonalLayout {
    /// Rearranges rows of bits into lines along the diagonals, 64 by 64 bits at a time: shifts each
    /// row so that every diagonal becomes a column, then transposes.
    pub(super) fn rearranged(self, rows: &[u64], is_difference: bool) -> Vec<u64> {
        let words = self.lines as usize / WORD;
        let mut lines = vec![u64::MAX; self.lines as usize * self.stride];
        for block in 0..self.stride {
            for index in 0..words {
                let mut square = std::array::from_fn(|row| {
                    let row = block * WORD + row;
                    let Some(bits) = rows.get(row * words..(row + 1) * words) else {
                        return u64::MAX;
                    };
                    let shift = if is_difference { row as u32 } else { self.bias - row as u32 };
                    bits_from(bits, ((index * WORD) as u32 + shift) % self.lines)
                });
                transpose(&mut square);
                for (line, word) in square.into_iter().enumerate() {
                    lines[(index * WORD + line) * self.stride + block] = word;
                }
            }
        }
        lines
    }
}

/// Returns true if jumps towards a corner run along tiles with one difference of column and row;
/// otherwise the tiles have one sum.
pub(super) const fn is_difference(corner: usize) -> bool {
    corner.is_multiple_of(2)
}

/// Returns 64 bits from an offset, of words that wrap around.
#[inline]
pub(super) fn bits_from(words: &[u64], offset: u32) -> u64 {
    let (index, shift) = (offset as usize / WORD, offset % WORD as u32);
    let next = if index + 1 < words.len() { index + 1 } else { 0 };
    // Two shifts, since a shift by 64 is not allowed.
    words[index] >> shift | words[next] << 1 << (WORD as u32 - 1 - shift)
}
