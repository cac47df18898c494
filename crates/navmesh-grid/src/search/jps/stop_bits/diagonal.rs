//! Diagonal stop bits: the tiles where a diagonal jump stops so that the search can branch.
//!
//! For each tile and corner one bit says "stop". It is set where the next step is illegal, where a
//! straight jump towards one of the corner's two sides ends at a jump point, and where a successor
//! is forced. Most tiles have none of these, so that a jump of dozens of steps is one load, one
//! mask and one bit count. The four maps of bits, one for each corner, take half a byte per tile.
//!
//! A superfluous stop is harmless. An edit may change stops along whole rows and columns. It
//! therefore only marks three rows and three columns in which every jump stops. Once a quarter of
//! the rows or columns is marked, all stops are computed again.

use super::diagonal_layout::{CORNERS, DiagonalLayout, bits_from, is_difference};
use super::find_diagonal::find_stops;
use super::line_stops::LineStops;
use crate::map::bit_map::WORD;

/// The stops of diagonal jumps, by corner.
#[derive(Debug, Clone)]
pub(crate) struct DiagonalStops {
    layout: DiagonalLayout,
    /// The position of each row modulo the number of lines, tabulated since a division is slow.
    turns: Vec<u32>,
    /// The stops of each corner, line after line.
    stops: [Vec<u64>; CORNERS],
    /// Rows and columns in which an edit may have changed stops.
    rows: MarkedLines,
    columns: MarkedLines,
}

/// A set of rows or of columns, as bits by position.
#[derive(Debug, Clone, Default)]
struct MarkedLines {
    words: Vec<u64>,
    count: u32,
}

/// The stops are stale once more than one in this many rows or columns is marked.
const STALE_SHARE: u32 = 4;

impl DiagonalStops {
    /// Computes all stops; linear in the number of tiles.
    pub(super) fn new(rows: &LineStops, columns: &LineStops) -> Self {
        let lines = (rows.stride * WORD) as u32;
        let bias = (columns.length + 2).next_multiple_of(lines);
        let layout = DiagonalLayout { lines, stride: columns.stride, bias };
        let stops = find_stops(layout, rows, columns);
        let turns = (0..columns.length + 2).map(|row| row % lines).collect();
        let [rows, columns] = [columns, rows].map(|lines| MarkedLines::none(lines.stride));
        Self { layout, turns, stops, rows, columns }
    }

    /// Returns the line that jumps from a tile towards a corner follow.
    #[inline(always)] // in the inner loop of jump point search
    pub(crate) fn line<const CORNER: usize>(&self, tile: (u32, u32)) -> u32 {
        let (lines, turn) = (self.layout.lines, self.turns[tile.1 as usize + 1]);
        let line = tile.0 + 1 + if is_difference(CORNER) { lines - turn } else { turn };
        if line < lines { line } else { line - lines }
    }

    /// Returns the number of steps from a tile of row `y` on a line to the stop towards a corner;
    /// the first step must be legal.
    #[inline(always)] // in the inner loop of jump point search
    pub(crate) fn jump<const CORNER: usize>(&self, line: u32, y: u32) -> u32 {
        let position = y + 1;
        if CORNER < 6 {
            let mut index = (position + 1) as usize / WORD;
            let mut stops =
                self.word::<CORNER>(line, index) & u64::MAX << ((position + 1) as usize % WORD);
            while stops == 0 {
                index += 1;
                stops = self.word::<CORNER>(line, index);
            }
            (index * WORD) as u32 + stops.trailing_zeros() - position
        } else {
            let mut index = (position - 1) as usize / WORD;
            let mut stops = self.word::<CORNER>(line, index)
                & u64::MAX >> (WORD - 1 - (position - 1) as usize % WORD);
            while stops == 0 {
                index -= 1;
                stops = self.word::<CORNER>(line, index);
            }
            position + stops.leading_zeros() - ((index + 1) * WORD - 1) as u32
        }
    }

    /// Marks the rows and columns around a tile that changed.
    pub(super) fn mark_around(&mut self, x: u32, y: u32) {
        self.columns.add_around(x + 1);
        self.rows.add_around(y + 1);
    }

    /// Returns true if jumps stop too often because many lines are marked.
    pub(super) fn is_stale(&self, width: u32, height: u32) -> bool {
        self.columns.count > width / STALE_SHARE || self.rows.count > height / STALE_SHARE
    }

    #[inline(always)] // in the inner loop of jump point search
    fn word<const CORNER: usize>(&self, line: u32, index: usize) -> u64 {
        let stops = self.stops[CORNER - CORNERS][line as usize * self.layout.stride + index];
        if self.rows.count == 0 { stops } else { stops | self.marked::<CORNER>(line, index) }
    }

    /// Returns the tiles of a word that lie in marked rows or columns.
    #[cold]
    fn marked<const CORNER: usize>(&self, line: u32, index: usize) -> u64 {
        let first = (index * WORD) as u32;
        let columns = if is_difference(CORNER) {
            bits_from(&self.columns.words, (line + first) % self.layout.lines)
        } else {
            let last = first + WORD as u32 - 1;
            let offset = (line + self.layout.bias - last) % self.layout.lines;
            bits_from(&self.columns.words, offset).reverse_bits()
        };
        columns | self.rows.words[index]
    }
}

impl MarkedLines {
    fn none(words: usize) -> Self {
        Self { words: vec![0; words], count: 0 }
    }

    /// Adds a position and its two neighbours.
    fn add_around(&mut self, position: u32) {
        for position in position - 1..position + 2 {
            let word = &mut self.words[position as usize / WORD];
            self.count += u32::from(*word >> (position as usize % WORD) & 1 == 0);
            *word |= 1 << (position as usize % WORD);
        }
    }
}
