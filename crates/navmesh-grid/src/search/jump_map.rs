//! What jump point search knows of a map: where runs end, and which ways lead on.

use super::boards::Boards;
use super::canonical::WaysOn;
use crate::grid::Grid;
use crate::options::CornerRule;

/// What is computed once of a map for jump point search.
#[derive(Debug, Clone)]
pub(crate) struct JumpMap {
    pub(crate) boards: Boards,
    ways: WaysOn,
    corners: CornerRule,
}

impl JumpMap {
    pub(crate) fn new(grid: &Grid, corners: CornerRule) -> Self {
        Self { boards: Boards::new(grid, corners), ways: WaysOn::new(corners), corners }
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
