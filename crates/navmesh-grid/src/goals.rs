//! Where to go instead, when the goal is blocked or out of reach.
//!
//! Source: the three answers of the A* article series that this backend grew from: a replacement
//! found in rings around the goal, the tile nearest to it, and "huge costs" for what is blocked.

mod huge_cost;

use crate::depth::ring;
use crate::survey::Ground;

pub(crate) use huge_cost::BreakthroughMemory;

use huge_cost::Breakthrough;

/// A goal that cannot be had, and where one would come from; in tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LostGoal<'a> {
    pub(crate) ground: Ground<'a>,
    /// The start's tile; free.
    pub(crate) start: u32,
    /// The tile asked for, or the one nearest to a point off the map.
    pub(crate) goal: u32,
}

impl LostGoal<'_> {
    /// The replacement in the first ring around the goal that has a free tile; the goal itself where
    /// it is free, and nothing on a map without a free tile.
    pub(crate) fn in_ring(&self) -> Option<u32> {
        let Ground { grid, survey, .. } = self.ground;
        let depth = survey.depths().of(grid, self.goal)?;
        let (start_x, start_y) = grid.tile(self.start);
        let distance_sq = |(x, y): (u32, u32)| {
            let (dx, dy) = (u64::from(x.abs_diff(start_x)), u64::from(y.abs_diff(start_y)));
            dx * dx + dy * dy
        };
        let ring = ring(grid, grid.tile(self.goal), depth);
        let free = ring.filter(|&(x, y)| grid.free().get(x, y));
        let slot = |(x, y)| y * grid.width() + x;
        free.min_by_key(|&tile| (distance_sq(tile), slot(tile))).map(slot)
    }

    /// The last tile before the first illegal step of the way that breaks through to the goal.
    pub(crate) fn before_breakthrough(&self, memory: &mut BreakthroughMemory) -> u32 {
        let Self { ground, start, goal } = *self;
        Breakthrough { ground, start, goal }.last_legal_tile(memory)
    }
}
