//! The four straight runs from a tile.

use super::{Block, Boards};
use crate::bits::WORD;

/// What both boards know of the lines through a tile.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cross<'a> {
    boards: &'a Boards,
    /// The tile's place in its row, and in its column; a board counts the border in.
    place: [u32; 2],
    /// The blocks of its row and of its column that it is in.
    row: &'a Block,
    column: &'a Block,
}

impl<'a> Cross<'a> {
    #[inline(always)]
    pub(in crate::search) fn at(boards: &'a Boards, (x, y): (u32, u32)) -> Self {
        let (row, column) = (boards.rows.block(y + 1, x + 1), boards.columns.block(x + 1, y + 1));
        Self { boards, place: [x + 1, y + 1], row, column }
    }

    /// The sides that runs to end at a jump point, as bits.
    #[inline(always)]
    pub(crate) fn leads(&self) -> u8 {
        let bit = |word: u64, place: u32| (word >> (place % WORD as u32)) as u8 & 1;
        let Self { row, column, place: [x, y], .. } = *self;
        bit(row.leads_up, x)
            | bit(column.leads_up, y) << 1
            | bit(row.leads_down, x) << 2
            | bit(column.leads_down, y) << 3
    }

    /// How many steps a run to a side takes to its end, be that a jump point or a blocked tile.
    #[inline(always)]
    pub(crate) fn run<const SIDE: usize>(&self) -> u32 {
        let Self { boards, place: [x, y], row, column } = *self;
        match SIDE {
            0 => boards.rows.run_up(row, y, x),
            1 => boards.columns.run_up(column, x, y),
            2 => boards.rows.run_down(row, y, x),
            _ => boards.columns.run_down(column, x, y),
        }
    }
}
