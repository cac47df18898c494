//! What can be wrong with a grid.

/// Why a grid cannot be made or changed as asked.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The grid has no tiles, or more than [`Grid::MAX_TILES`](crate::Grid::MAX_TILES).
    #[error(
        "a grid of {width} x {height} tiles is empty or too large: at least 1 tile, at most 2^28"
    )]
    Size {
        /// Tiles in a row.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A row of text is longer or shorter than the first.
    #[error("row {row} has {found} tiles, the rows before it have {expected}")]
    RowLength {
        /// The row, counted from 0.
        row: usize,
        /// The length of row 0, in characters.
        expected: usize,
        /// The length of this row, in characters.
        found: usize,
    },
    /// A cost multiplier is no number or outside [`Grid::COSTS`](crate::Grid::COSTS).
    #[error("tile ({x}, {y}) cannot cost {cost:?}: a multiplier lies between 2^-64 and 2^64")]
    Cost {
        /// The tile's column.
        x: u32,
        /// The tile's row.
        y: u32,
        /// The multiplier refused.
        cost: f64,
    },
    /// The grid has no such tile.
    #[error("there is no tile ({x}, {y}) in a grid of {width} x {height}")]
    Outside {
        /// The column asked for.
        x: u32,
        /// The row asked for.
        y: u32,
        /// Tiles in a row.
        width: u32,
        /// Rows.
        height: u32,
    },
}
