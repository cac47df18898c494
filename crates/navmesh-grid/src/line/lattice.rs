//! The tiles, corners and sides that a straight line meets on its way over the lattice.

use std::cmp::Ordering;

use crate::map::grid::Grid;

/// A square of the lattice, on the grid or outside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LatticeTile {
    pub(crate) x: i64,
    pub(crate) y: i64,
}

impl LatticeTile {
    /// Returns the column and row of the tile if it is on the grid.
    pub(crate) fn on(self, grid: &Grid) -> Option<(u32, u32)> {
        let (x, y) = (u32::try_from(self.x).ok()?, u32::try_from(self.y).ok()?);
        (x < grid.width() && y < grid.height()).then_some((x, y))
    }
}

/// One encounter of a line with the lattice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meets {
    /// The line crosses the interior of this tile.
    Inside(LatticeTile),
    /// The line passes the corner between these two tiles, into the tile that touches both there.
    Corner([LatticeTile; 2]),
    /// The line runs along the side that these two tiles share.
    Side([LatticeTile; 2]),
}

/// A line by the first and the last tile whose interior it crosses.
#[derive(Debug, Clone, Copy)]
pub(super) struct TileSpan {
    pub(super) first: LatticeTile,
    pub(super) last: LatticeTile,
}

impl TileSpan {
    /// Calls `visit` for everything that the line meets, in order, until it returns false; returns
    /// the last answer.
    ///
    /// `crossing` says how the line leaves a tile: `Less` across the column line, `Greater` across
    /// the row line, `Equal` through the corner. It is called only where both lie ahead.
    pub(super) fn visit(
        &self,
        crossing: impl Fn(LatticeTile) -> Ordering,
        mut visit: impl FnMut(Meets) -> bool,
    ) -> bool {
        let (mut tile, last) = (self.first, self.last);
        let (step_x, step_y) = ((last.x - tile.x).signum(), (last.y - tile.y).signum());
        while visit(Meets::Inside(tile)) {
            let crossed = match (tile.x == last.x, tile.y == last.y) {
                (true, true) => return true,
                (false, true) => Ordering::Less,
                (true, false) => Ordering::Greater,
                (false, false) => crossing(tile),
            };
            let aside = LatticeTile { x: tile.x + step_x, ..tile };
            let ahead = LatticeTile { y: tile.y + step_y, ..tile };
            if crossed.is_eq() && !visit(Meets::Corner([aside, ahead])) {
                return false;
            }
            if crossed.is_le() {
                tile.x += step_x;
            }
            if crossed.is_ge() {
                tile.y += step_y;
            }
        }
        false
    }
}
