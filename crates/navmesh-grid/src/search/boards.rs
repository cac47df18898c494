//! Stop bitboards: where a straight run over tiles ends, found 64 tiles at a time.
//!
//! Source: D. Harabor, A. Grastien, "Improving Jump Point Search", 2014, scan rows of bits and find
//! forced neighbours as they go. A run along a line ends at the first tile that is blocked or a jump
//! point.
//!
//! We differ from it in: 1) where runs end is computed once, one bit a tile and direction; a run is
//! then one load, one mask and one count for each 64 tiles. 2) The map is kept as rows and as
//! columns, so that a run up or down is one along a line, too. 3) Another bit says whether the run ends
//! at a jump point at all ([`leads`]): most do not, and need no look at where they end. 4) Diagonal runs
//! are read from such boards as well ([`diagonals`]). 5) A tile that changes makes only the words around
//! it be computed again.

pub(crate) mod cross;
pub(crate) mod diagonals;
mod leads;

use std::ops::Range;
use std::sync::OnceLock;

use diagonals::Diagonals;

use crate::bits::{BitMap, WORD};
use crate::grid::Grid;
use crate::options::CornerRule;

/// The map as rows, as columns and as diagonals.
///
/// Here a tile is named by its *place* with the border counted in: tile (x, y) is at (x + 1, y + 1).
#[derive(Debug, Clone)]
pub(crate) struct Boards {
    pub(crate) rows: Board,
    pub(crate) columns: Board,
    diagonals: OnceLock<Diagonals>,
}

/// Lines of tiles, with the ends of runs along them.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    free: Vec<u64>,
    blocks: Vec<Block>,
    /// Tiles in a line, without the border.
    length: u32,
    /// Lines, without the border.
    count: u32,
    /// Blocks in a line.
    stride: usize,
    corners: CornerRule,
}

/// What is known of 64 tiles of a line: all that a look along it needs, within one line of the cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
struct Block {
    /// Where runs towards higher places end: blocked tiles and jump points.
    ends_up: u64,
    /// Where runs towards lower places end.
    ends_down: u64,
    /// From where runs towards higher places end at a jump point.
    leads_up: u64,
    /// From where runs towards lower places do.
    leads_down: u64,
}

impl Block {
    /// Nothing but blocked tiles, as all of the border is.
    const BLOCKED: Self =
        Self { ends_up: u64::MAX, ends_down: u64::MAX, leads_up: 0, leads_down: 0 };
}

impl Boards {
    /// Computes all run ends; linear in the number of tiles.
    pub(crate) fn new(grid: &Grid, corners: CornerRule) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let turned = grid.free().transposed(width, height);
        let rows = Board::new(grid.free(), [width, height], corners);
        let columns = Board::new(&turned, [height, width], corners);
        Self { rows, columns, diagonals: OnceLock::new() }
    }

    /// Where diagonal runs stop; linear in the number of tiles when it is first asked for, and where
    /// edits have worn it out.
    #[inline]
    pub(crate) fn diagonals(&self) -> &Diagonals {
        self.diagonals.get_or_init(|| Diagonals::new(&self.rows, &self.columns))
    }

    /// Brings the run ends up to date after tile (x, y) became free or blocked.
    pub(crate) fn patch(&mut self, (x, y): (u32, u32), is_free: bool) {
        self.rows.patch(y + 1, x + 1, is_free);
        self.columns.patch(x + 1, y + 1, is_free);
        if let Some(diagonals) = self.diagonals.get_mut() {
            diagonals.mark([x, y]);
            if diagonals.are_worn([self.rows.length, self.columns.length]) {
                self.diagonals.take();
            }
        }
    }
}

impl Board {
    /// The board of so many lines of tiles.
    fn new(free: &BitMap, [length, count]: [u32; 2], corners: CornerRule) -> Self {
        let (stride, lines) = ((length as usize + 2).div_ceil(WORD), count as usize + 2);
        let free: Vec<u64> = (0..lines).flat_map(|line| free.line(line)).copied().collect();
        let blocks = vec![Block::BLOCKED; free.len()];
        let mut board = Self { free, blocks, length, count, stride, corners };
        board.find_ends(0..lines, 0..stride);
        board
    }

    /// How many jump points there are for runs along the lines, and how many free tiles.
    pub(super) fn counts(&self) -> [usize; 2] {
        self.blocks.iter().zip(&self.free).fold([0, 0], |[jump_points, all], (block, free)| {
            let ends = (block.ends_up | block.ends_down) & free;
            [jump_points + ends.count_ones() as usize, all + free.count_ones() as usize]
        })
    }

    /// The block that a place of a line is in.
    #[inline(always)]
    fn block(&self, line: u32, place: u32) -> &Block {
        &self.blocks[line as usize * self.stride + place as usize / WORD]
    }

    /// How many steps a run towards higher places takes from a tile of a block to its end.
    #[inline(always)]
    fn run_up(&self, block: &Block, line: u32, place: u32) -> u32 {
        match block.ends_up >> (place % WORD as u32) >> 1 {
            0 => self.far_up(line, place),
            ends => ends.trailing_zeros() + 1,
        }
    }

    /// The same towards lower places.
    #[inline(always)]
    fn run_down(&self, block: &Block, line: u32, place: u32) -> u32 {
        match block.ends_down << (WORD as u32 - 1 - place % WORD as u32) << 1 {
            0 => self.far_down(line, place),
            ends => ends.leading_zeros() + 1,
        }
    }

    /// The same where the run goes on in the blocks above; the border ends it at last.
    #[inline(never)]
    fn far_up(&self, line: u32, place: u32) -> u32 {
        let start = line as usize * self.stride;
        let mut index = start + place as usize / WORD + 1;
        while self.blocks[index].ends_up == 0 {
            index += 1;
        }
        ((index - start) * WORD) as u32 + self.blocks[index].ends_up.trailing_zeros() - place
    }

    /// The same in the blocks below.
    #[inline(never)]
    fn far_down(&self, line: u32, place: u32) -> u32 {
        let start = line as usize * self.stride;
        let mut index = start + place as usize / WORD - 1;
        while self.blocks[index].ends_down == 0 {
            index -= 1;
        }
        place + 1 + self.blocks[index].ends_down.leading_zeros()
            - ((index - start + 1) * WORD) as u32
    }

    /// One bit a tile: whether its run towards higher places ends at a jump point.
    fn leads_up_bits(&self) -> BitMap {
        BitMap::from_lines(self.blocks.iter().map(|block| block.leads_up).collect(), self.stride)
    }

    /// The same towards lower places.
    fn leads_down_bits(&self) -> BitMap {
        BitMap::from_lines(self.blocks.iter().map(|block| block.leads_down).collect(), self.stride)
    }

    fn set_free(&mut self, line: u32, place: u32, is_free: bool) {
        let word = &mut self.free[line as usize * self.stride + place as usize / WORD];
        let bit = place as usize % WORD;
        *word = *word & !(1 << bit) | u64::from(is_free) << bit;
    }

    fn patch(&mut self, line: u32, place: u32, is_free: bool) {
        self.set_free(line, place, is_free);
        let (line, place) = (line as usize, place as usize);
        let lines = line - 1..line + 2;
        self.find_ends(lines, (place - 1) / WORD..(place + 1) / WORD + 1);
    }

    /// Computes where runs end in some blocks of some lines, and where those runs lead; the border's
    /// lines, where all is blocked, stay as they are.
    fn find_ends(&mut self, lines: Range<usize>, indices: Range<usize>) {
        let lines = lines.start.max(1)..lines.end.min(self.count as usize + 1);
        for index in indices.clone() {
            let [mut low, mut own] = [lines.start - 1, lines.start].map(|l| self.window(l, index));
            for line in lines.clone() {
                let high = self.window(line + 1, index);
                let [up, down] = jump_points(self.corners, &own, [&low, &high]);
                let block = &mut self.blocks[line * self.stride + index];
                (block.ends_up, block.ends_down) = (!own.free | up, !own.free | down);
                (low, own) = (own, high);
            }
        }
        for line in lines {
            let whole = line * self.stride..(line + 1) * self.stride;
            leads::follow(&self.free[whole.clone()], &mut self.blocks[whole], indices.clone());
        }
    }

    /// A word of a line of the map or of its border.
    #[inline]
    fn window(&self, line: usize, index: usize) -> Window {
        let words = &self.free[line * self.stride..(line + 1) * self.stride];
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        let free = word(index);
        Window {
            free,
            below: free << 1 | word(index.wrapping_sub(1)) >> (WORD - 1),
            above: free >> 1 | word(index + 1) << (WORD - 1),
        }
    }
}

/// Free tiles of a line, and at the same bits the tiles one place below and above them.
#[derive(Debug, Clone, Copy)]
struct Window {
    free: u64,
    below: u64,
    above: u64,
}

/// The tiles of a line that are jump points for runs up and for runs down: those with a forced way
/// on (see [`WaysOn`](super::canonical::WaysOn)), past one of the two lines beside.
fn jump_points(corners: CornerRule, own: &Window, beside: [&Window; 2]) -> [u64; 2] {
    let past = |line: &Window| match corners {
        CornerRule::Never => [line.free & !line.below, line.free & !line.above],
        CornerRule::OneFree => {
            [!line.free & line.above & own.above, !line.free & line.below & own.below]
        }
        CornerRule::Always => [!line.free & line.above, !line.free & line.below],
    };
    let [low, high] = beside.map(past);
    [own.free & (low[0] | high[0]), own.free & (low[1] | high[1])]
}

#[cfg(test)]
mod tests;
