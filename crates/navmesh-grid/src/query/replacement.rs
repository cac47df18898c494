//! The replacement of a goal that is blocked or unreachable.
//!
//! Source: the methods of the A* article series that this backend started from: rings around the
//! goal, and "huge costs" for obstacles. The third method, the nearest reachable tile, is in
//! [`super::endpoints`].

use super::penetration::{PenetrationSearch, PenetrationWorkspace};
use crate::index::MapContext;
use crate::map::obstacle_depth::{obstacle_depth, ring};

/// An unreachable goal and the start of the query, as slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct UnreachableGoal<'a> {
    pub(super) context: MapContext<'a>,
    /// The start's tile, which is free.
    pub(super) start: u32,
    /// The goal's tile, or the tile nearest to a goal off the map.
    pub(super) goal: u32,
}

impl UnreachableGoal<'_> {
    /// Returns a tile of the first ring around the goal that has a free tile: the goal itself where
    /// it is free, and `None` on a map without a free tile.
    pub(super) fn in_ring(&self) -> Option<u32> {
        let grid = self.context.grid;
        let (x, y) = grid.tile(self.goal);
        let depth = obstacle_depth(grid, x, y)?;
        let (start_x, start_y) = grid.tile(self.start);
        let distance_sq = |x: u32, y: u32| {
            let (dx, dy) = (u64::from(x.abs_diff(start_x)), u64::from(y.abs_diff(start_y)));
            dx * dx + dy * dy
        };
        let free = ring(grid, x, y, depth).filter(|&(x, y)| grid.free().get(x, y));
        let slot = |x: u32, y: u32| y * grid.width() + x;
        free.min_by_key(|&(x, y)| (distance_sq(x, y), slot(x, y))).map(|(x, y)| slot(x, y))
    }

    /// Returns the last tile before the first illegal step of the path through obstacles.
    pub(super) fn before_obstacle(&self, workspace: &mut PenetrationWorkspace) -> u32 {
        let Self { context, start, goal } = *self;
        PenetrationSearch { context, start, goal }.last_legal_tile(workspace)
    }
}
