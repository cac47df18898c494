//! Stop bitboards: where a straight run over tiles ends, found 64 tiles at a time.
//!
//! Source: D. Harabor, A. Grastien, "Improving Jump Point Search", 2014, scan rows of bits and find
//! forced neighbours as they go. A run along a line ends at the first tile that is blocked or a jump
//! point.
//!
//! We differ from it in: 1) where runs end is computed once, one bit a tile and direction; a run is
//! then one load, one mask and one count for each 64 tiles. 2) The map is kept as rows and as
//! columns, so that a run up or down is one along a line, too. 3) Another bit says whether the run ends
//! at a jump point at all ([`leads`]): most do not, and need no look at where they end. 4) A tile that
//! changes makes only the words around it be computed again.

mod leads;

use std::ops::Range;

use leads::Leads;

use crate::bits::{BitMap, WORD};
use crate::grid::Grid;
use crate::options::CornerRule;

/// The map as rows and as columns.
///
/// Here a tile is named by its *place* with the border counted in: tile (x, y) is at (x + 1, y + 1).
#[derive(Debug, Clone)]
pub(crate) struct Boards {
    pub(crate) rows: Board,
    pub(crate) columns: Board,
}

/// Lines of tiles, with the ends of runs along them.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    blocks: Vec<Block>,
    /// A block's, beside it: diagonal runs look at nothing else.
    leads: Vec<Leads>,
    /// Blocks in a line.
    stride: usize,
    corners: CornerRule,
}

/// 64 tiles of a line.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    free: u64,
    /// Where runs towards higher places end: blocked tiles and jump points.
    ends_up: u64,
    /// Where runs towards lower places end.
    ends_down: u64,
}

impl Boards {
    /// Computes all run ends; linear in the number of tiles.
    pub(crate) fn new(grid: &Grid, corners: CornerRule) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let turned = grid.free().transposed(width, height);
        Self {
            rows: Board::new(grid.free(), [width, height], corners),
            columns: Board::new(&turned, [height, width], corners),
        }
    }

    /// Brings the run ends up to date after tile (x, y) became free or blocked.
    pub(crate) fn patch(&mut self, (x, y): (u32, u32), is_free: bool) {
        self.rows.patch(y + 1, x + 1, is_free);
        self.columns.patch(x + 1, y + 1, is_free);
    }
}

impl Board {
    /// The board of so many lines of tiles.
    fn new(free: &BitMap, [length, count]: [u32; 2], corners: CornerRule) -> Self {
        let (stride, lines) = ((length as usize + 2).div_ceil(WORD), count as usize + 2);
        let words = (0..lines).flat_map(|line| free.line(line));
        let blocks: Vec<Block> = words.map(|&free| Block { free, ..Block::default() }).collect();
        let leads = vec![Leads::default(); blocks.len()];
        let mut board = Self { blocks, leads, stride, corners };
        board.find_ends(0..lines, 0..stride);
        board
    }

    /// True where the run from a tile towards higher places ends at a jump point.
    #[inline(always)]
    pub(crate) fn leads_up(&self, line: u32, place: u32) -> bool {
        let leads = &self.leads[line as usize * self.stride + place as usize / WORD];
        leads.up >> (place as usize % WORD) & 1 != 0
    }

    /// True where the run from a tile towards lower places ends at a jump point.
    #[inline(always)]
    pub(crate) fn leads_down(&self, line: u32, place: u32) -> bool {
        let leads = &self.leads[line as usize * self.stride + place as usize / WORD];
        leads.down >> (place as usize % WORD) & 1 != 0
    }

    /// The place where a run from a tile towards higher places ends.
    #[inline]
    pub(crate) fn run_up(&self, line: u32, place: u32) -> u32 {
        let first = place as usize + 1;
        let start = line as usize * self.stride;
        let mut index = start + first / WORD;
        let mut ends = self.blocks[index].ends_up & (u64::MAX << (first % WORD));
        while ends == 0 {
            index += 1;
            ends = self.blocks[index].ends_up;
        }
        ((index - start) * WORD) as u32 + ends.trailing_zeros()
    }

    /// The place where a run from a tile towards lower places ends.
    #[inline]
    pub(crate) fn run_down(&self, line: u32, place: u32) -> u32 {
        let first = place as usize - 1;
        let start = line as usize * self.stride;
        let mut index = start + first / WORD;
        let mut ends = self.blocks[index].ends_down & (u64::MAX >> (WORD - 1 - first % WORD));
        while ends == 0 {
            index -= 1;
            ends = self.blocks[index].ends_down;
        }
        ((index - start + 1) * WORD) as u32 - 1 - ends.leading_zeros()
    }

    fn set_free(&mut self, line: u32, place: u32, is_free: bool) {
        let block = &mut self.blocks[line as usize * self.stride + place as usize / WORD];
        let bit = place as usize % WORD;
        block.free = block.free & !(1 << bit) | u64::from(is_free) << bit;
    }

    fn patch(&mut self, line: u32, place: u32, is_free: bool) {
        self.set_free(line, place, is_free);
        let (line, place) = (line as usize, place as usize);
        let lines = line - 1..line + 2;
        self.find_ends(lines, (place - 1) / WORD..(place + 1) / WORD + 1);
    }

    /// Computes where runs end in some blocks of some lines, and where those runs lead.
    fn find_ends(&mut self, lines: Range<usize>, indices: Range<usize>) {
        for line in lines {
            for index in indices.clone() {
                let [low, own, high] =
                    [line.wrapping_sub(1), line, line + 1].map(|line| self.window(line, index));
                let [up, down] = jump_points(self.corners, &own, [&low, &high]);
                let block = &mut self.blocks[line * self.stride + index];
                (block.ends_up, block.ends_down) = (!block.free | up, !block.free | down);
            }
            let whole = line * self.stride..(line + 1) * self.stride;
            leads::follow(&self.blocks[whole.clone()], &mut self.leads[whole], indices.clone());
        }
    }

    fn window(&self, line: usize, index: usize) -> Window {
        let word = |index: usize| {
            let is_inside = index < self.stride && line < self.blocks.len() / self.stride;
            if is_inside { self.blocks[line * self.stride + index].free } else { 0 }
        };
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
mod tests {
    use super::*;
    use crate::moves::{SIDES, legal_steps};
    use crate::options::GridOptions;
    use crate::search::canonical::WaysOn;
    use crate::tests::random_grid;
    use navmesh_testkit::SplitMix64;

    const RULES: [CornerRule; 3] = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];

    /// Tile by tile: the first one that is blocked or has a forced way on.
    fn run(
        grid: &Grid,
        options: &GridOptions,
        ways: &WaysOn,
        (mut x, mut y): (u32, u32),
        side: usize,
    ) -> (u32, u32, bool) {
        let (dx, dy) = crate::moves::DIRECTIONS[side];
        loop {
            (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            if grid.is_blocked(x, y) {
                return (x.wrapping_add(1), y.wrapping_add(1), false);
            }
            let legal = legal_steps(options, grid.free().around(x, y));
            if ways.forced_after(side, legal) != 0 {
                return (x + 1, y + 1, true);
            }
        }
    }

    fn assert_runs_agree(boards: &Boards, grid: &Grid, corners: CornerRule) {
        let (ways, options) = (WaysOn::new(corners), GridOptions::default().corners(corners));
        for slot in (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot)) {
            let (x, y) = grid.tile(slot);
            for side in 0..SIDES {
                let end = match side {
                    0 => boards.rows.run_up(y + 1, x + 1),
                    1 => boards.columns.run_up(x + 1, y + 1),
                    2 => boards.rows.run_down(y + 1, x + 1),
                    _ => boards.columns.run_down(x + 1, y + 1),
                };
                let place = if side % 2 == 0 { (end, y + 1) } else { (x + 1, end) };
                let leads = match side {
                    0 => boards.rows.leads_up(y + 1, x + 1),
                    1 => boards.columns.leads_up(x + 1, y + 1),
                    2 => boards.rows.leads_down(y + 1, x + 1),
                    _ => boards.columns.leads_down(x + 1, y + 1),
                };
                let expected = run(grid, &options, &ways, (x, y), side);
                assert_eq!((place.0, place.1, leads), expected, "{corners:?} {side}");
            }
        }
    }

    #[test]
    fn runs_end_where_a_look_at_every_tile_says() {
        let mut random = SplitMix64::new(31);
        for round in 0..200 {
            let side = if round % 4 == 0 { 140 } else { 20 };
            let grid = random_grid(&mut random, side);
            let corners = RULES[round % 3];
            assert_runs_agree(&Boards::new(&grid, corners), &grid, corners);
        }
    }

    #[test]
    fn patched_run_ends_are_those_of_the_changed_map() {
        let mut random = SplitMix64::new(32);
        for round in 0..60 {
            let mut grid = random_grid(&mut random, 70);
            let corners = RULES[round % 3];
            let mut boards = Boards::new(&grid, corners);
            for _ in 0..30 {
                let slot = random.below(grid.tile_count()) as u32;
                let ((x, y), was_free) = (grid.tile(slot), grid.is_free(slot));
                grid.set_blocked(x, y, was_free);
                boards.patch((x, y), !was_free);
            }
            assert_runs_agree(&boards, &grid, corners);
        }
    }
}
