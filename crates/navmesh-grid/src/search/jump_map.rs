//! What jump point search knows of a map: where runs end, and which ways lead on.

use super::boards::Boards;
use super::boards::cross::Cross;
use super::canonical::WaysOn;
use crate::grid::Grid;
use crate::moves::Moves;
use crate::options::{CornerRule, GridOptions, Neighborhood};

/// The share of free tiles that are jump points of runs along rows, from which on A* is quicker where corners
/// are always cut: three eighths. Noise of 20 % has a little less, of 25 % more (`docs/algorithms/grid.md`).
const CROWDED: [usize; 2] = [3, 8];

/// What is computed once of a map for jump point search.
///
/// Four neighbours are eight of which no corner is cut: a diagonal step that costs two straight ones is
/// two steps, since both tiles beside it are free. So ways are found with such steps, and told without.
#[derive(Debug, Clone)]
pub(crate) struct JumpMap {
    pub(crate) boards: Boards,
    ways: WaysOn,
    corners: CornerRule,
    /// True where corners are always cut and runs end so soon that single steps are cheaper.
    is_crowded: bool,
    /// The steps that jump points are found with, where they are not those of the rules.
    steps: Option<Moves>,
}

impl JumpMap {
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let is_four = options.neighborhood == Neighborhood::Four;
        let corners = if is_four { CornerRule::Never } else { options.corners };
        let steps = is_four.then(|| Moves::new(grid, &GridOptions::default().corners(corners)));
        let boards = Boards::new(grid, corners);
        let [jump_points, free] = boards.rows.counts();
        let is_crowded =
            corners == CornerRule::Always && jump_points * CROWDED[1] > free * CROWDED[0];
        Self { boards, ways: WaysOn::new(corners), corners, is_crowded, steps }
    }

    /// True where A* is quicker: corners are always cut, and more than three eighths of the free tiles
    /// were jump points when they were found.
    pub(crate) fn is_crowded(&self) -> bool {
        self.is_crowded
    }

    /// The steps that jump points are found with, given those of the rules.
    pub(crate) fn steps<'a>(&'a self, legal: &'a Moves) -> &'a Moves {
        self.steps.as_ref().unwrap_or(legal)
    }

    /// True where a diagonal step stands for two straight ones.
    pub(crate) fn has_stairs(&self) -> bool {
        self.steps.is_some()
    }

    /// Brings all up to date after tile (x, y) became free or blocked.
    pub(crate) fn patch(&mut self, grid: &Grid, (x, y): (u32, u32)) {
        self.boards.patch((x, y), !grid.is_blocked(x, y));
        if let Some(steps) = &mut self.steps {
            steps.patch(grid, x, y);
        }
    }

    /// The ways on from a tile with these legal steps, after steps in any of some directions.
    #[inline]
    pub(crate) fn ways_on(&self, arrivals: u8, legal: u8) -> u8 {
        self.ways.after(arrivals, legal)
    }

    /// The four straight runs from a tile.
    #[inline(always)]
    pub(crate) fn cross(&self, tile: (u32, u32)) -> Cross<'_> {
        Cross::at(&self.boards, tile)
    }

    /// True where a run towards a corner comes to a tile, with these legal steps, from which more
    /// than the natural ways lead on.
    #[inline]
    pub(crate) fn is_turn(&self, corner: usize, legal: u8) -> bool {
        self.corners != CornerRule::Never && self.ways.forced_after(corner, legal) != 0
    }
}
