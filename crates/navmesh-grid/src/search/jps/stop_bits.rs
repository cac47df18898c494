//! Stop bits: where jumps over tiles end, found 64 tiles at a time.
//!
//! Source: D. Harabor, A. Grastien, "Improving Jump Point Search", 2014, scan rows of bits and find
//! forced neighbours as they go. A straight jump ends at the first tile that is blocked or a jump
//! point.
//!
//! We differ from it in: 1) the ends of jumps are computed once, one bit for each tile and
//! direction. A jump is then one load, one mask and one bit count per 64 tiles. 2) The map is
//! stored by rows and by columns, so that vertical jumps run along a line as well. 3) A second bit
//! says whether the jump ends at a jump point ([`stop_word`]). Most jumps do not, and their ends
//! are not needed. 4) Diagonal jumps have stop bits as well ([`diagonal`]). 5) An edit updates only
//! the words around the tile.

mod stop_word;
pub(crate) mod line_stops;
pub(crate) mod straight_jumps;
mod diagonal_layout;
mod find_diagonal;
pub(crate) mod diagonal;

use std::sync::OnceLock;

use diagonal::DiagonalStops;
use line_stops::LineStops;

use crate::map::grid::Grid;
use crate::rules::choices::CornerRule;

/// The stop bits of a map by rows, by columns and by diagonals.
///
/// A *position* is a column or a row counted with the border: tile (x, y) is at position x + 1 of
/// line y + 1.
#[derive(Debug, Clone)]
pub(crate) struct StopBits {
    pub(crate) rows: LineStops,
    pub(crate) columns: LineStops,
    diagonals: OnceLock<DiagonalStops>,
}

impl StopBits {
    /// Computes the ends of all straight jumps; linear in the number of tiles.
    pub(crate) fn new(grid: &Grid, corners: CornerRule) -> Self {
        let (width, height) = (grid.width(), grid.height());
        let transposed = grid.free().transposed(width, height);
        let rows = LineStops::new(grid.free(), width, height, corners);
        let columns = LineStops::new(&transposed, height, width, corners);
        Self { rows, columns, diagonals: OnceLock::new() }
    }

    /// Returns where diagonal jumps stop; linear in the number of tiles for the first call, and
    /// after many edits.
    #[inline]
    pub(crate) fn diagonals(&self) -> &DiagonalStops {
        self.diagonals.get_or_init(|| DiagonalStops::new(&self.rows, &self.columns))
    }

    /// Updates the ends of jumps after tile (x, y) became free or blocked.
    pub(crate) fn patch(&mut self, x: u32, y: u32, is_free: bool) {
        self.rows.patch(y + 1, x + 1, is_free);
        self.columns.patch(x + 1, y + 1, is_free);
        if let Some(diagonals) = self.diagonals.get_mut() {
            diagonals.mark_around(x, y);
            if diagonals.is_stale(self.rows.length, self.columns.length) {
                self.diagonals.take();
            }
        }
    }
}

#[cfg(test)]
mod tests;
