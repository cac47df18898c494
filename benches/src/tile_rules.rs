//! Rules of tile maps, as the rivals are told of them.

use tautline::{CornerRule, Grid, GridOptions, Neighborhood};

/// The tolerance within which a length counts as optimal: the files' lengths are rounded.
pub const ROUNDED: f64 = 1e-3;

/// Whole costs of a straight and a diagonal step, as the crate's costs must have an order.
pub(crate) const STEPS: [u32; 2] = [65_536, 92_682];

/// Which steps there are, and what they cost.
pub(crate) trait Steps: 'static {
    /// The same for us.
    fn options() -> GridOptions {
        GridOptions::default()
    }

    /// The map as these rules want it.
    fn on(grid: &Grid) -> Grid {
        grid.clone()
    }

    /// True where a diagonal step may be taken, by which tiles beside it are blocked.
    fn passes(is_blocked: [bool; 2]) -> bool;

    /// The cost of a step, given its cost between tiles of cost 1.
    fn cost(_: &Grid, _: [(u32, u32); 2], plain: u32) -> u32 {
        plain
    }

    /// No path over these columns and rows costs less.
    fn left([dx, dy]: [u32; 2]) -> u32 {
        dx.min(dy) * STEPS[1] + (dx.max(dy) - dx.min(dy)) * STEPS[0]
    }
}

/// No corner cut: the usual rules.
pub(crate) struct Never;
pub(crate) struct OneFree;
pub(crate) struct Always;
pub(crate) struct Four;
pub(crate) struct Weighed;

impl Steps for Never {
    fn passes([a, b]: [bool; 2]) -> bool {
        !a && !b
    }
}

impl Steps for OneFree {
    fn options() -> GridOptions {
        GridOptions::default().corners(CornerRule::OneFree)
    }

    fn passes([a, b]: [bool; 2]) -> bool {
        !a || !b
    }
}

impl Steps for Always {
    fn options() -> GridOptions {
        GridOptions::default().corners(CornerRule::Always)
    }

    fn passes(_: [bool; 2]) -> bool {
        true
    }
}

impl Steps for Four {
    fn options() -> GridOptions {
        let four = GridOptions::default().neighborhood(Neighborhood::Four);
        four.heuristic(tautline::grid::GridHeuristic::Manhattan)
    }

    fn passes(_: [bool; 2]) -> bool {
        false
    }

    fn left([dx, dy]: [u32; 2]) -> u32 {
        (dx + dy) * STEPS[0]
    }
}

impl Steps for Weighed {
    fn on(grid: &Grid) -> Grid {
        let mut weighed = grid.clone();
        for slot in 0..grid.tile_count() as u32 {
            let (x, y) = grid.tile(slot);
            // Two odd numbers without a pattern scatter the squares over the kinds of tiles.
            let square = (x / 8).wrapping_mul(0x9e37_79b1) ^ (y / 8).wrapping_mul(0x85eb_ca6b);
            let kinds = [1.0, 1.0, 1.5, 2.0, 3.0, 5.0];
            // All of them are costs that a tile may have, and all tiles are on the map.
            let _ = weighed.set_cost(x, y, kinds[(square >> 13) as usize % kinds.len()]);
        }
        weighed
    }

    fn passes(is_blocked: [bool; 2]) -> bool {
        Never::passes(is_blocked)
    }

    fn cost(grid: &Grid, tiles: [(u32, u32); 2], plain: u32) -> u32 {
        let [from, to] = tiles.map(|(x, y)| grid.cost(x, y).unwrap_or(1.0));
        ((from + to) * 0.5 * f64::from(plain)) as u32
    }
}
