//! Where to go instead, when the goal is blocked or out of reach.
//!
//! Source: the three answers of the A* article series that this backend grew from: a replacement
//! found in rings around the goal, the tile nearest to it, and "huge costs" for what is blocked.

mod depth;
mod huge_cost;

use crate::survey::Ground;

pub(crate) use depth::DepthCache;
pub(crate) use huge_cost::BreakthroughMemory;

use huge_cost::Breakthrough;

/// How a replacement is chosen for a goal that is blocked or out of reach, where the query's policy
/// is [`NearestReachable`](navmesh_core::GoalPolicy::NearestReachable).
///
/// | method | goes to | on islands and in nested rings |
/// |---|---|---|
/// | `Nearest` | the reachable tile nearest to the goal | right |
/// | `Ring` | a free tile of the first ring around a blocked goal that has one | may fail |
/// | `HugeCost` | as far towards the goal as the map allows | right, by its own measure, and slow |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Replacement {
    /// The reachable tile that is nearest to the goal, measured to the closed tile; ties by the
    /// centre's distance from the start, then by slot.
    #[default]
    Nearest,
    /// The article's own: rings of tiles around the blocked goal are looked at until one has a free
    /// tile; of that ring the free tile whose centre is nearest to the start's is taken, ties by slot.
    ///
    /// How deep a goal is buried is remembered until the map changes. The tile may be out of reach, and
    /// a goal that is free is not replaced at all: the query then fails as
    /// [`Unreachable`](navmesh_core::PathError::Unreachable), unless its start may be moved there
    /// ([`StartPolicy::NearestReachable`](navmesh_core::StartPolicy::NearestReachable)).
    Ring,
    /// The way to the goal that makes as few illegal steps as it can, and is the cheapest of those,
    /// up to its first illegal step. Illegal steps are those into and out of blocked tiles, and
    /// diagonal ones that the corner rule forbids.
    ///
    /// Complexity: that of a search without an end, since everything within reach is walked first.
    HugeCost,
}

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
        let ring = depth::ring(grid, grid.tile(self.goal), depth);
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
