//! Lines between tile centres, in whole numbers.

use super::lattice::{LatticeTile, Meets, TileSpan};

/// The line between the centres of two tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileLine {
    span: TileSpan,
}

impl TileLine {
    /// Builds the line between two tiles, given as (column, row).
    pub(crate) fn new(from: (u32, u32), to: (u32, u32)) -> Self {
        let tile = |tile: (u32, u32)| LatticeTile { x: i64::from(tile.0), y: i64::from(tile.1) };
        Self { span: TileSpan { first: tile(from), last: tile(to) } }
    }

    /// Calls `visit` for everything that the line meets, in order, until it returns false; returns
    /// the last answer.
    pub(crate) fn visit(&self, visit: impl FnMut(Meets) -> bool) -> bool {
        let TileSpan { first, last } = self.span;
        let (width, height) = ((last.x - first.x).abs(), (last.y - first.y).abs());
        // Compares the parts of the line at which it crosses the next column line and row line.
        let crossing = |tile: LatticeTile| {
            let columns = 2 * (tile.x - first.x).abs() + 1;
            let rows = 2 * (tile.y - first.y).abs() + 1;
            (columns * height).cmp(&(rows * width))
        };
        self.span.visit(crossing, visit)
    }

    /// Returns the position on the line where it leaves a tile: 0 at its start, 1 at its end,
    /// rounded.
    pub(crate) fn exit(&self, tile: LatticeTile) -> f64 {
        let TileSpan { first, last } = self.span;
        // Along an axis without movement the quotient is infinite.
        let part = |moved: i64, all: i64| (moved.abs() as f64 + 0.5) / all.abs() as f64;
        let columns = part(tile.x - first.x, last.x - first.x);
        columns.min(part(tile.y - first.y, last.y - first.y)).min(1.0)
    }
}
