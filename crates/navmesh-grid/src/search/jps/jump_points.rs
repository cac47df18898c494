//! Jump point search: A* at uniform cost that expands only jump points.
//!
//! Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, and
//! "Improving Jump Point Search", 2014. From a tile, jump straight and diagonally as long as all
//! successors are natural (see [`super::successors`]); the tiles with a forced successor are the
//! nodes.
//!
//! We differ from it in: 1) the lengths of jumps come from stop bits, and a jump is followed only
//! where a bit says that it ends at a jump point ([`super::stop_bits`]). 2) A tile on a diagonal
//! jump does not enter the open list where only its straight jumps continue: the search follows
//! those at once. 3) A tile reached at equal cost from two directions keeps both and later expands
//! only the successors that are new, so that no tie needs to be proved irrelevant. 4) The open list
//! consists of buckets, see [`queue`](crate::search::queue); costs are integers.

use navmesh_core::Observer;

use super::jump_index::JumpIndex;
use super::landmarks::GoalBounds;
use super::nodes::{Arrival, JumpNode, JumpWorkspace, slot_of};
use super::stop_bits::diagonal::DiagonalStops;
use super::stop_bits::straight_jumps::StraightJumps;
use crate::map::grid::Grid;
use crate::rules::moves::{ALL_SIDES, DIRECTIONS, Moves};
use crate::rules::steps::Steps;
use crate::search::engine::{Engine, SearchState};
use crate::search::observer::SeenTile;
use crate::search::prune::dead_ends::DeadEndFilter;
use crate::search::queue::OpenList;
use crate::search::step_costs::StepCosts;
use crate::search::step_costs::integer::IntegerCosts;

/// A jump point search on its workspace.
#[derive(Debug)]
pub(crate) struct JumpSearch<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) moves: &'a Moves,
    pub(crate) index: &'a JumpIndex,
    pub(crate) diagonals: &'a DiagonalStops,
    /// Lower bounds that are sharper than the octile heuristic.
    pub(crate) bounds: Option<GoalBounds<'a>>,
    pub(crate) filter: DeadEndFilter<'a>,
    pub(crate) costs: IntegerCosts,
    /// The goal's tile.
    pub(crate) goal: (u32, u32),
    pub(crate) workspace: &'a mut JumpWorkspace,
}

impl JumpSearch<'_> {
    /// Forgets the last search and adds the start's node, which is not open yet.
    pub(crate) fn begin(&mut self, start: (u32, u32)) {
        let h = self.h(start);
        let workspace = &mut *self.workspace;
        workspace.state =
            SearchState { upper_bound: u64::MAX, limit: u64::MAX, ..SearchState::default() };
        workspace.nodes.clear();
        workspace.deferred.clear();
        (workspace.goal, workspace.from) = (None, 0);
        workspace.index.begin(self.grid.width(), self.grid.height());
        workspace.open.begin(h, self.costs.straight);
        *workspace.index.number_mut(start) = 0;
        let node = workspace.node(Arrival { tile: start, cost: 0 }, 0, h);
        // At the start every successor is natural.
        workspace.nodes.push(JumpNode { arrivals: u8::MAX, ..node });
    }

    pub(crate) fn open_start(&mut self) {
        let workspace = &mut *self.workspace;
        workspace.open.push(workspace.nodes[0].h, 0, 0);
        workspace.state.stats.pushed = 1;
    }

    /// Reaches the goal from the start by a path whose cost equals the heuristic.
    pub(crate) fn reach_directly(&mut self) {
        self.reach_goal(self.workspace.nodes[0].h, 0);
    }

    #[inline(always)] // in the inner loop of the search
    fn h(&self, tile: (u32, u32)) -> u64 {
        let octile = self.costs.octile(Steps::between(tile, self.goal));
        match self.bounds {
            Some(bounds) => octile.max(bounds.h(slot_of(self.grid, tile))),
            None => octile,
        }
    }

    /// Returns the legal steps from a tile, as bits.
    #[inline(always)] // in the inner loop of the search
    fn legal(&self, tile: (u32, u32)) -> u8 {
        self.moves.mask(slot_of(self.grid, tile))
    }

    /// Reaches the end of a straight jump, which must be a jump point.
    #[inline(always)] // in the inner loop of the search
    fn jump_straight<const SIDE: usize>(
        &mut self,
        jumps: StraightJumps<'_>,
        from: Arrival,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let steps = jumps.length::<SIDE>();
        let cost = from.cost + u64::from(steps) * self.costs.straight;
        self.reach::<SIDE>(Arrival { tile: moved::<SIDE>(from.tile, steps), cost }, observer);
    }

    /// Jumps diagonally from a tile whose first step is legal, and straight towards two sides from
    /// the tiles on the way where that ends at a jump point.
    #[inline]
    fn jump_diagonally<const CORNER: usize, const ROW_SIDE: usize, const COLUMN_SIDE: usize>(
        &mut self,
        from: Arrival,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let line = self.diagonals.line::<CORNER>(from.tile);
        let mut at = from;
        loop {
            let steps = self.diagonals.jump::<CORNER>(line, at.tile.1);
            // The goal may lie straight to a side of two of the tiles on the way.
            for to_goal in self.steps_to_goal::<CORNER>(at.tile) {
                if to_goal.wrapping_sub(1) < steps {
                    self.seek_goal(
                        1 << ROW_SIDE | 1 << COLUMN_SIDE,
                        self.after::<CORNER>(at, to_goal),
                    );
                }
            }
            at = self.after::<CORNER>(at, steps);
            let legal = self.legal(at.tile);
            if self.index.is_turn(CORNER, legal) && at.tile != self.goal {
                return self.reach::<CORNER>(at, observer);
            }
            let jumps = self.index.straight_jumps(at.tile);
            let ends_at_jump = jumps.ends_at_jump();
            if ends_at_jump >> ROW_SIDE & 1 != 0 {
                self.jump_straight::<ROW_SIDE>(jumps, at, observer);
            }
            if ends_at_jump >> COLUMN_SIDE & 1 != 0 {
                self.jump_straight::<COLUMN_SIDE>(jumps, at, observer);
            }
            if legal >> CORNER & 1 == 0 {
                return;
            }
        }
    }

    /// Returns after how many diagonal steps the goal is in the same column, and in the same row; a
    /// huge number where it lies behind.
    #[inline(always)] // in the inner loop of the search
    fn steps_to_goal<const CORNER: usize>(&self, tile: (u32, u32)) -> [u32; 2] {
        let (dx, dy) = DIRECTIONS[CORNER];
        let distance = |at: u32, goal: u32, step: i32| {
            if step > 0 { goal.wrapping_sub(at) } else { at.wrapping_sub(goal) }
        };
        [distance(tile.0, self.goal.0, dx), distance(tile.1, self.goal.1, dy)]
    }

    /// Returns the arrival after some diagonal steps.
    #[inline(always)] // in the inner loop of the search
    fn after<const CORNER: usize>(&self, at: Arrival, steps: u32) -> Arrival {
        let cost = at.cost + u64::from(steps) * self.costs.diagonal;
        Arrival { tile: moved::<CORNER>(at.tile, steps), cost }
    }

    /// Reaches the goal where it lies on a straight jump from a tile towards one of `sides`, as
    /// bits.
    #[cold]
    fn seek_goal(&mut self, sides: u8, from: Arrival) {
        let Steps { dx, dy } = Steps::between(from.tile, self.goal);
        let (side, steps) = match (dx, dy) {
            (steps, 0) => (if self.goal.0 > from.tile.0 { 0 } else { 2 }, steps),
            (0, steps) => (if self.goal.1 > from.tile.1 { 1 } else { 3 }, steps),
            _ => return,
        };
        let jumps = self.index.straight_jumps(from.tile);
        let length = match side {
            0 => jumps.length::<0>(),
            1 => jumps.length::<1>(),
            2 => jumps.length::<2>(),
            _ => jumps.length::<3>(),
        };
        if steps == 0 || sides >> side & 1 != 0 && steps <= length {
            let cost = from.cost + u64::from(steps) * self.costs.straight;
            self.reach_goal(cost, side);
        }
    }

    fn reach_goal(&mut self, cost: u64, direction: usize) {
        if cost < self.workspace.state.upper_bound {
            self.workspace.state.reach_goal(cost);
            let arrival = Arrival { tile: self.goal, cost };
            self.workspace.reach_goal(self.workspace.node(arrival, direction, 0));
        }
    }

    /// Opens the tile that a jump has reached, unless a known path is better.
    #[inline(never)]
    fn reach<const DIRECTION: usize>(
        &mut self,
        arrival: Arrival,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let Arrival { tile, cost } = arrival;
        let workspace = &mut *self.workspace;
        workspace.state.stats.tried += 1;
        let (number, known) = workspace.number(tile);
        if cost > known {
            return;
        }
        if cost == known {
            return self.reach_again(number, DIRECTION, observer);
        }
        if known == u64::MAX && !self.filter.admits(tile) {
            // At cost 0, no later arrival is better.
            return self.workspace.nodes.push(JumpNode { tile, ..JumpNode::DEAD_END });
        }
        let h = self.h(tile);
        let workspace = &mut *self.workspace;
        if cost + h >= workspace.state.upper_bound {
            return;
        }
        let node = workspace.node(arrival, DIRECTION, h);
        let mut is_reopened = false;
        match workspace.nodes.get_mut(number as usize) {
            None => workspace.nodes.push(node),
            Some(known) => {
                is_reopened = known.is_expanded;
                workspace.state.stats.reopened += u64::from(is_reopened);
                *known = JumpNode { is_expanded: known.is_expanded, ..node };
            }
        }
        workspace.open.push(cost + h, cost, number);
        workspace.state.stats.pushed += 1;
        let seen = self.seen(number);
        if is_reopened {
            observer.reopened(seen);
        }
        observer.opened(seen);
    }

    /// Adds another direction from which a tile was reached at the same cost, where that has new
    /// successors.
    #[inline(never)]
    fn reach_again(
        &mut self,
        number: u32,
        direction: usize,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let Some(node) = self.workspace.nodes.get_mut(number as usize) else { return };
        let legal = self.moves.mask(slot_of(self.grid, node.tile));
        if self.index.successors(1 << direction, legal) & !node.expanded == 0 {
            return;
        }
        let is_open = node.arrivals != 0;
        node.arrivals |= 1 << direction;
        if !is_open {
            let JumpNode { cost, h, .. } = *node;
            self.workspace.open.push(cost + h, cost, number);
            self.workspace.state.stats.pushed += 1;
            observer.opened(self.seen(number));
        }
    }

    /// Returns the event of a node.
    fn seen(&self, number: u32) -> SeenTile {
        let nodes = &self.workspace.nodes;
        let JumpNode { tile, cost, h, parent, .. } = nodes[number as usize];
        let [cost, estimate] = [cost, h].map(|cost| self.costs.in_tile_sizes(cost));
        let parent = (parent != number).then(|| nodes[parent as usize].tile);
        SeenTile { tile, cost, estimate, parent }
    }
}

impl Engine for JumpSearch<'_> {
    type Cost = u64;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let workspace = &mut *self.workspace;
        let cutoff = workspace.state.cutoff();
        loop {
            let number = workspace.open.pop(cutoff)?;
            // The last bucket holds sums on both sides of the cutoff.
            let node = &workspace.nodes[number as usize];
            if node.arrivals != 0 && node.sum() < cutoff {
                return Some(number);
            }
            if node.arrivals != 0 && node.sum() < workspace.state.upper_bound {
                workspace.deferred.push(number);
            }
        }
    }

    fn put_back(&mut self, number: u32) {
        let node = self.workspace.nodes[number as usize];
        self.workspace.open.push(node.sum(), node.cost, number);
    }

    #[inline]
    fn expand(&mut self, number: u32, observer: &mut impl Observer<SeenTile>) {
        self.workspace.from = number;
        let node = &mut self.workspace.nodes[number as usize];
        let JumpNode { tile, cost, h, arrivals, expanded, .. } = *node;
        let legal = self.moves.mask(slot_of(self.grid, tile));
        let successors = self.index.successors(arrivals, legal) & !expanded;
        (node.arrivals, node.expanded, node.is_expanded) = (0, expanded | successors, true);
        self.workspace.state.expand(number, h);
        observer.closed(self.seen(number));
        let from = Arrival { tile, cost };
        if tile.0 == self.goal.0 || tile.1 == self.goal.1 {
            self.seek_goal(successors, from);
        }
        let jumps = self.index.straight_jumps(tile);
        // Separate tests are predicted better than a jump by direction.
        let followed = successors & (jumps.ends_at_jump() | !ALL_SIDES);
        let has = |direction: u32| followed >> direction & 1 != 0;
        if has(0) {
            self.jump_straight::<0>(jumps, from, observer);
        }
        if has(1) {
            self.jump_straight::<1>(jumps, from, observer);
        }
        if has(2) {
            self.jump_straight::<2>(jumps, from, observer);
        }
        if has(3) {
            self.jump_straight::<3>(jumps, from, observer);
        }
        if has(4) {
            self.jump_diagonally::<4, 0, 1>(from, observer);
        }
        if has(5) {
            self.jump_diagonally::<5, 2, 1>(from, observer);
        }
        if has(6) {
            self.jump_diagonally::<6, 2, 3>(from, observer);
        }
        if has(7) {
            self.jump_diagonally::<7, 0, 3>(from, observer);
        }
    }

    fn state(&self) -> &SearchState<u64> {
        &self.workspace.state
    }

    fn in_tile_sizes(&self, cost: u64) -> f64 {
        self.costs.in_tile_sizes(cost)
    }

    fn set_limit(&mut self, tile_sizes: f64) {
        let is_limited = tile_sizes < f64::INFINITY;
        let limit = if is_limited { self.costs.just_above(tile_sizes) } else { u64::MAX };
        let workspace = &mut *self.workspace;
        workspace.state.limit = limit;
        for number in workspace.deferred.drain(..) {
            let node = &workspace.nodes[number as usize];
            workspace.open.push(node.sum(), node.cost, number);
        }
    }

    fn open(&self) -> usize {
        self.workspace.open.len() + self.workspace.deferred.len()
    }

    fn least_open(&self) -> Option<u64> {
        let sum = |number: u32| {
            let node = &self.workspace.nodes[number as usize];
            (node.arrivals != 0).then(|| node.sum())
        };
        let deferred = self.workspace.deferred.iter().filter_map(|&number| sum(number));
        self.workspace.open.least(sum).into_iter().chain(deferred).min()
    }
}

/// Returns the tile some steps away.
#[inline(always)] // in the inner loop of the search
fn moved<const DIRECTION: usize>(tile: (u32, u32), steps: u32) -> (u32, u32) {
    let (dx, dy) = DIRECTIONS[DIRECTION];
    let along = |at: u32, step: i32| at.wrapping_add_signed(step * steps as i32);
    (along(tile.0, dx), along(tile.1, dy))
}
