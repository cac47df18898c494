//! The data of jump point search, computed once per map.

use super::stop_bits::StopBits;
use super::stop_bits::straight_jumps::StraightJumps;
use super::successors::Successors;
use crate::map::grid::Grid;
use crate::rules::choices::{CornerRule, Neighborhood};
use crate::rules::moves::Moves;
use crate::rules::options::GridOptions;

/// The share of jump points of horizontal jumps among the free tiles above which A* is faster, if
/// corners are always cut: three eighths. 20 % of random obstacles give slightly less, 25 % more
/// (`docs/algorithms/grid.md`).
const DENSE_NUMERATOR: usize = 3;
const DENSE_DENOMINATOR: usize = 8;

/// The stop bits and the successors of a map.
///
/// A search with four neighbours is one with eight that never cuts corners and whose diagonal steps
/// cost two straight ones: both tiles beside a diagonal step are free, so it stands for two
/// straight steps. The search uses diagonal steps, and the path replaces them.
#[derive(Debug, Clone)]
pub(crate) struct JumpIndex {
    pub(crate) stop_bits: StopBits,
    successors: Successors,
    corners: CornerRule,
    is_dense: bool,
    /// The steps of the search where they differ from those of the rules: with four neighbours.
    moves: Option<Moves>,
}

impl JumpIndex {
    /// Computes the stop bits; linear in the number of tiles.
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let is_four = options.neighborhood == Neighborhood::Four;
        let corners = if is_four { CornerRule::Never } else { options.corners };
        let moves = is_four.then(|| Moves::new(grid, &GridOptions::default().corners(corners)));
        let stop_bits = StopBits::new(grid, corners);
        let jump_points = stop_bits.rows.jump_point_count();
        let is_dense = corners == CornerRule::Always
            && jump_points * DENSE_DENOMINATOR > grid.free_count() * DENSE_NUMERATOR;
        Self { stop_bits, successors: Successors::canonical(corners), corners, is_dense, moves }
    }

    /// Returns true if A* is faster: corners are always cut, and more than three eighths of the
    /// free tiles were jump points when the index was built.
    pub(crate) fn is_dense(&self) -> bool {
        self.is_dense
    }

    /// Returns the steps of the search, given those of the rules.
    pub(crate) fn moves<'a>(&'a self, legal: &'a Moves) -> &'a Moves {
        self.moves.as_ref().unwrap_or(legal)
    }

    /// Returns true if a diagonal step stands for two straight ones.
    pub(crate) fn has_stairs(&self) -> bool {
        self.moves.is_some()
    }

    /// Updates the index after tile (x, y) became free or blocked.
    pub(crate) fn patch(&mut self, grid: &Grid, x: u32, y: u32) {
        self.stop_bits.patch(x, y, !grid.is_blocked(x, y));
        if let Some(moves) = &mut self.moves {
            moves.patch(grid, x, y);
        }
    }

    /// Returns the successors of a tile with these legal steps after arrivals in any of some
    /// directions, all as bits.
    #[inline]
    pub(crate) fn successors(&self, arrivals: u8, legal: u8) -> u8 {
        self.successors.after(arrivals, legal)
    }

    #[inline(always)] // in the inner loop of jump point search
    pub(crate) fn straight_jumps(&self, tile: (u32, u32)) -> StraightJumps<'_> {
        StraightJumps::from_tile(&self.stop_bits, tile)
    }

    /// Returns true if a jump towards a corner reaches a tile, with these legal steps, that has a
    /// forced successor.
    #[inline]
    pub(crate) fn is_turn(&self, corner: usize, legal: u8) -> bool {
        self.corners != CornerRule::Never && self.successors.forced_after(corner, legal) != 0
    }
}
