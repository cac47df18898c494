//! What jump point search knows of a map: where runs end, and which ways lead on.

use super::boards::Boards;
use super::canonical::WaysOn;
use crate::grid::Grid;
use crate::moves::Moves;
use crate::options::{CornerRule, GridOptions, Neighborhood};

/// What is computed once of a map for jump point search.
///
/// Four neighbours are eight of which no corner is cut: a diagonal step that costs two straight ones is
/// two steps, since both tiles beside it are free. So ways are found with such steps, and told without.
#[derive(Debug, Clone)]
pub(crate) struct JumpMap {
    pub(crate) boards: Boards,
    ways: WaysOn,
    corners: CornerRule,
    /// The steps that jump points are found with, where they are not those of the rules.
    steps: Option<Moves>,
}

impl JumpMap {
    pub(crate) fn new(grid: &Grid, options: &GridOptions) -> Self {
        let is_four = options.neighborhood == Neighborhood::Four;
        let corners = if is_four { CornerRule::Never } else { options.corners };
        let steps = is_four.then(|| Moves::new(grid, &GridOptions::default().corners(corners)));
        Self { boards: Boards::new(grid, corners), ways: WaysOn::new(corners), corners, steps }
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

    /// The place on its board where a straight run from a tile to one of its sides ends.
    #[inline(always)]
    pub(crate) fn run_end(&self, side: usize, (x, y): (u32, u32)) -> u32 {
        let Boards { rows, columns, .. } = &self.boards;
        // A board counts the border in.
        match side {
            0 => rows.run_up(y + 1, x + 1),
            1 => columns.run_up(x + 1, y + 1),
            2 => rows.run_down(y + 1, x + 1),
            _ => columns.run_down(x + 1, y + 1),
        }
    }

    /// True where a straight run from a tile to one of its sides ends at a jump point.
    #[inline(always)]
    pub(crate) fn leads(&self, side: usize, (x, y): (u32, u32)) -> bool {
        let Boards { rows, columns, .. } = &self.boards;
        match side {
            0 => rows.leads_up(y + 1, x + 1),
            1 => columns.leads_up(x + 1, y + 1),
            2 => rows.leads_down(y + 1, x + 1),
            _ => columns.leads_down(x + 1, y + 1),
        }
    }

    /// True where a run towards a corner comes to a tile, with these legal steps, from which more
    /// than the natural ways lead on.
    #[inline]
    pub(crate) fn is_turn(&self, corner: usize, legal: u8) -> bool {
        self.corners != CornerRule::Never && self.ways.forced_after(corner, legal) != 0
    }
}
