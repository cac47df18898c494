//! Errors of building and editing a grid.

use navmesh_core::Short;

/// An error of building or editing a grid.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// The grid has no tiles, or more than [`Grid::MAX_TILES`](crate::Grid::MAX_TILES). Use larger tiles, or divide the map.
    #[error(
        "a grid of {width} x {height} tiles is empty or too large: it must have 1 to 2^28 tiles"
    )]
    Size {
        /// The number of columns.
        width: usize,
        /// The number of rows.
        height: usize,
    },
    /// A row of text is longer or shorter than the first. Fill it up or cut it.
    #[error("row {row} has {found} tiles, but the rows before it have {expected}")]
    RowLength {
        /// The row, counted from 0.
        row: usize,
        /// The length of row 0, in characters.
        expected: usize,
        /// The length of this row, in characters.
        found: usize,
    },
    /// A cost multiplier is not a number in [`Grid::COSTS`](crate::Grid::COSTS). Use one in this range; block the tile if it
    /// may not be entered.
    #[error("the cost {} of tile ({x}, {y}) is invalid: it must be from 2^-64 to 2^64", Short(*cost))]
    Cost {
        /// The tile's column.
        x: u32,
        /// The tile's row.
        y: u32,
        /// The invalid multiplier.
        cost: f64,
    },
    /// A tile is outside the grid. Columns and rows are counted from 0; check the order of x and y.
    #[error("tile ({x}, {y}) is outside the grid of {width} x {height} tiles")]
    Outside {
        /// The tile's column.
        x: u32,
        /// The tile's row.
        y: u32,
        /// The number of columns.
        width: u32,
        /// The number of rows.
        height: u32,
    },
}
