//! The four straight jumps from a tile.

use super::StopBits;
use super::stop_word::StopWord;
use crate::map::bit_map::WORD;

/// The stop bits around a tile, in its row and in its column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StraightJumps<'a> {
    stop_bits: &'a StopBits,
    /// The positions of the tile in its row and in its column.
    x: u32,
    y: u32,
    row: &'a StopWord,
    column: &'a StopWord,
}

impl<'a> StraightJumps<'a> {
    #[inline(always)] // in the inner loop of jump point search
    pub(in crate::search::jps) fn from_tile(stop_bits: &'a StopBits, tile: (u32, u32)) -> Self {
        let (x, y) = (tile.0 + 1, tile.1 + 1);
        let (row, column) = (stop_bits.rows.word(y, x), stop_bits.columns.word(x, y));
        Self { stop_bits, x, y, row, column }
    }

    /// Returns the sides towards which a jump ends at a jump point, as bits.
    #[inline(always)] // in the inner loop of jump point search
    pub(crate) fn ends_at_jump(&self) -> u8 {
        let bit = |word: u64, position: u32| (word >> (position % WORD as u32)) as u8 & 1;
        let Self { row, column, x, y, .. } = *self;
        bit(row.jump_up, x)
            | bit(column.jump_up, y) << 1
            | bit(row.jump_down, x) << 2
            | bit(column.jump_down, y) << 3
    }

    /// Returns the number of steps of the jump towards a side, to a jump point or a blocked tile.
    #[inline(always)] // in the inner loop of jump point search
    pub(crate) fn length<const SIDE: usize>(&self) -> u32 {
        let Self { stop_bits, x, y, row, column } = *self;
        match SIDE {
            0 => stop_bits.rows.jump_up(row, y, x),
            1 => stop_bits.columns.jump_up(column, x, y),
            2 => stop_bits.rows.jump_down(row, y, x),
            _ => stop_bits.columns.jump_down(column, x, y),
        }
    }
}
