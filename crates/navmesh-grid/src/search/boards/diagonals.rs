//! Diagonal stop bitboards: how far a diagonal run goes before there is anything to look at.
//!
//! The straight boards' idea along diagonals: for each tile and corner one bit says "stop and look". It
//! is set where no further step is legal, where a straight run to one of the corner's two sides ends
//! at a jump point, and where a forced way leads on. Most tiles have none of these, so that a run of
//! dozens of steps is one load, one mask and one count. There are four boards, one a corner; half a
//! byte a tile.
//!
//! Tiles with the same difference of column and row make one line for two of the corners, those with
//! the same sum for the other two. The map is taken for a cylinder, so that as many lines as columns
//! are enough: what wraps around is parted by the border.
//!
//! ```text
//! x − y   0 1 2 3     x + y   0 1 2 3      a map of four columns,
//!         3 0 1 2             1 2 3 0      each tile with the line that it is on
//!         2 3 0 1             2 3 0 1
//! ```
//!
//! A stop too many is harmless. So an edit, which may change stops along whole rows and columns, only
//! marks those three rows and three columns as ones to stop in; when a quarter of the map is marked,
//! all stops are found anew.

mod stops;

use super::Board;
use crate::bits::WORD;

/// Where diagonal runs stop, by corner.
#[derive(Debug, Clone)]
pub(crate) struct Diagonals {
    frame: Frame,
    /// For each row, as a place, the remainder of a division by the number of lines, which would take long.
    turns: Vec<u32>,
    /// For each corner, line after line.
    stops: [Vec<u64>; CORNERS],
    /// Rows and columns in which an edit may have changed stops; as bits by place.
    rows: Marked,
    columns: Marked,
}

/// How tiles are laid out in lines.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// How many lines there are: the columns with their border, in whole words.
    lines: u32,
    /// Words in a line.
    stride: usize,
    /// A multiple of `lines` above all row places.
    bias: u32,
}

/// A set of rows or of columns, as bits by place.
#[derive(Debug, Clone, Default)]
struct Marked {
    words: Vec<u64>,
    count: u32,
}

const CORNERS: usize = 4;

/// Rows and columns are marked up to this share of them.
const WORN: u32 = 4;

impl Diagonals {
    /// Finds all stops; linear in the number of tiles.
    pub(super) fn new(rows: &Board, columns: &Board) -> Self {
        let lines = (rows.stride * WORD) as u32;
        let bias = (columns.length + 2).next_multiple_of(lines);
        let frame = Frame { lines, stride: columns.stride, bias };
        let stops = stops::find(frame, rows, columns);
        let turns = (0..columns.length + 2).map(|row| row % lines).collect();
        let [rows, columns] = [columns, rows].map(|board| Marked::none(board.stride));
        Self { frame, turns, stops, rows, columns }
    }

    /// The line that runs from a tile towards a corner keep to.
    #[inline(always)]
    pub(crate) fn line<const CORNER: usize>(&self, (x, y): (u32, u32)) -> u32 {
        let (lines, turn) = (self.frame.lines, self.turns[y as usize + 1]);
        let line = x + 1 + if is_difference(CORNER) { lines - turn } else { turn };
        if line < lines { line } else { line - lines }
    }

    /// How many steps a run towards a corner takes from a tile of a line until it must stop; the first
    /// of them is legal.
    #[inline(always)]
    pub(crate) fn run<const CORNER: usize>(&self, line: u32, (_, y): (u32, u32)) -> u32 {
        let place = y + 1;
        if CORNER < 6 {
            let mut index = (place + 1) as usize / WORD;
            let mut stops =
                self.word::<CORNER>(line, index) & u64::MAX << ((place + 1) as usize % WORD);
            while stops == 0 {
                index += 1;
                stops = self.word::<CORNER>(line, index);
            }
            (index * WORD) as u32 + stops.trailing_zeros() - place
        } else {
            let mut index = (place - 1) as usize / WORD;
            let mut stops = self.word::<CORNER>(line, index)
                & u64::MAX >> (WORD - 1 - (place - 1) as usize % WORD);
            while stops == 0 {
                index -= 1;
                stops = self.word::<CORNER>(line, index);
            }
            place + stops.leading_zeros() - ((index + 1) * WORD - 1) as u32
        }
    }

    /// Takes note that a tile changed.
    pub(super) fn mark(&mut self, [x, y]: [u32; 2]) {
        self.columns.add_around(x + 1);
        self.rows.add_around(y + 1);
    }

    /// True where so much is marked that runs stop too often.
    pub(super) fn are_worn(&self, [width, height]: [u32; 2]) -> bool {
        self.columns.count > width / WORN || self.rows.count > height / WORN
    }

    #[inline(always)]
    fn word<const CORNER: usize>(&self, line: u32, index: usize) -> u64 {
        let stops = self.stops[CORNER - CORNERS][line as usize * self.frame.stride + index];
        if self.rows.count == 0 { stops } else { stops | self.marked::<CORNER>(line, index) }
    }

    /// The tiles of a word that are in marked rows or columns.
    #[cold]
    fn marked<const CORNER: usize>(&self, line: u32, index: usize) -> u64 {
        let first = (index * WORD) as u32;
        let columns = if is_difference(CORNER) {
            window(&self.columns.words, (line + first) % self.frame.lines)
        } else {
            let last = first + WORD as u32 - 1;
            let offset = (line + self.frame.bias - last) % self.frame.lines;
            window(&self.columns.words, offset).reverse_bits()
        };
        columns | self.rows.words[index]
    }
}

/// True where a run towards a corner keeps to a line of tiles with one difference of column and row;
/// else they have one sum.
const fn is_difference(corner: usize) -> bool {
    corner.is_multiple_of(2)
}

/// 64 bits from a place on, of words that begin again after the last.
#[inline]
fn window(words: &[u64], offset: u32) -> u64 {
    let (index, shift) = (offset as usize / WORD, offset % WORD as u32);
    let next = if index + 1 < words.len() { index + 1 } else { 0 };
    // Two shifts, as one by 64 is none.
    words[index] >> shift | words[next] << 1 << (WORD as u32 - 1 - shift)
}

impl Marked {
    fn none(words: usize) -> Self {
        Self { words: vec![0; words], count: 0 }
    }

    /// Adds a place and the two beside it.
    fn add_around(&mut self, place: u32) {
        for place in place - 1..place + 2 {
            let word = &mut self.words[place as usize / WORD];
            self.count += u32::from(*word >> (place as usize % WORD) & 1 == 0);
            *word |= 1 << (place as usize % WORD);
        }
    }
}
