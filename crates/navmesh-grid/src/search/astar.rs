//! A* over tiles.
//!
//! Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
//! of Minimum Cost Paths", 1968. Expand the tile with the smallest sum of cost and heuristic; stop
//! when that tile is the goal.
//!
//! We differ from it in: 1) the goal never enters the open list. Once it is reached, its cost is
//! the upper bound, and the search ends when no open tile has a smaller sum. The open list may
//! therefore return tiles slightly out of order. 2) A tile reached more cheaply after its expansion
//! is reopened, so that the heuristic must be admissible but need not be consistent. 3) A tile
//! never moves within the open list; the search inserts it again and skips stale entries. 4) Where
//! all tiles cost the same, of several paths of one cost the search follows only canonical ones, as
//! jump point search does (see [`super::jps::successors`]): two or three neighbours of a tile
//! instead of eight.

use navmesh_core::Observer;
use navmesh_core::backend::collections::Generation;

use super::engine::{Engine, SearchState};
use super::jps::successors::Successors;
use super::observer::SeenTile;
use super::prune::dead_ends::DeadEndFilter;
use super::queue::{OpenList, lesser};
use super::step_costs::StepCosts;
use crate::rules::moves::{DIRECTIONS, Moves, Segment, directions};
use crate::rules::steps::Steps;

/// An A* search on its workspace.
#[derive(Debug)]
pub(crate) struct AStar<'a, C: StepCosts> {
    pub(crate) moves: &'a Moves,
    pub(crate) successors: &'a Successors,
    pub(crate) filter: DeadEndFilter<'a>,
    pub(crate) costs: C,
    pub(crate) goal: Goal,
    pub(crate) workspace: &'a mut AStarWorkspace<C::Sums, C::Cost, C::Open>,
}

/// The goal's tile, by slot and by (column, row).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) slot: u32,
    pub(crate) tile: (u32, u32),
}

/// The nodes and the open list of a search, reused by the next one.
#[derive(Debug, Default)]
pub(crate) struct AStarWorkspace<Sums, Cost, Open> {
    nodes: Vec<TileNode<Sums>>,
    /// The number of the current search; a node with another stamp is unreached.
    generation: Generation,
    open: Open,
    /// Open tiles above the limit that were removed from the open list.
    deferred: Vec<u32>,
    state: SearchState<Cost>,
}

/// The best known path to a tile.
#[derive(Debug, Clone, Copy, Default)]
struct TileNode<Sums> {
    path: Sums,
    stamp: u32,
    /// The direction of the last step.
    arrival: u8,
    /// The directions of the last steps of all paths of this cost that are not expanded yet, as
    /// bits.
    arrivals: u8,
    /// The successors that were expanded at this cost, as bits.
    expanded: u8,
}

impl<Sums> TileNode<Sums> {
    /// Returns true if no path of the current cost is left to expand.
    fn is_closed(&self) -> bool {
        self.arrivals == 0
    }
}

/// A tile that a step has reached.
#[derive(Debug, Clone, Copy)]
struct Arrival<Sums> {
    slot: u32,
    tile: (u32, u32),
    path: Sums,
    direction: usize,
}

impl<C: StepCosts> AStar<'_, C> {
    /// Forgets the last search and opens the start.
    pub(crate) fn begin(&mut self, start: u32) {
        let h = self.h(start);
        let workspace = &mut *self.workspace;
        workspace.forget(self.moves.tile_count());
        workspace.deferred.clear();
        workspace.state =
            SearchState { upper_bound: C::INFINITE, limit: C::INFINITE, ..SearchState::default() };
        // At the start every successor is natural.
        let node = TileNode {
            stamp: workspace.generation.number(),
            arrivals: u8::MAX,
            ..TileNode::default()
        };
        workspace.nodes[start as usize] = node;
        workspace.open.begin(h, self.costs.bucket_step());
        if start == self.goal.slot {
            workspace.state.reach_goal(C::Cost::default());
        } else {
            workspace.open.push(h, C::Cost::default(), start);
            workspace.state.stats.pushed = 1;
        }
    }

    #[inline]
    fn h(&self, slot: u32) -> C::Cost {
        self.costs.h(Steps::between(self.moves.tile(slot), self.goal.tile))
    }

    /// Returns the sum of cost and heuristic of a tile.
    #[inline]
    fn sum(&self, slot: u32) -> C::Cost {
        self.costs.cost(self.workspace.nodes[slot as usize].path) + self.h(slot)
    }

    /// Opens the tile that a step has reached, unless a known path is better.
    #[inline(always)] // the inner loop of the search
    fn reach(&mut self, arrival: Arrival<C::Sums>, observer: &mut impl Observer<SeenTile>) {
        let Arrival { slot, tile, path, direction } = arrival;
        let cost = self.costs.cost(path);
        let workspace = &mut *self.workspace;
        workspace.state.stats.tried += 1;
        let node = &mut workspace.nodes[slot as usize];
        let is_known = node.stamp == workspace.generation.number();
        let known = self.costs.cost(node.path);
        if is_known && known <= cost {
            let is_open = !node.is_closed();
            let new = self.successors.after(1 << direction, self.moves.mask(slot)) & !node.expanded;
            if known < cost || new == 0 {
                return;
            }
            node.arrivals |= 1 << direction;
            if is_open {
                return;
            }
        }
        let h = self.costs.h(Steps::between(tile, self.goal.tile));
        if cost + h >= workspace.state.upper_bound || !is_known && !self.filter.admits(tile) {
            return;
        }
        let mut is_reopened = false;
        if !is_known || cost < known {
            is_reopened = is_known && node.is_closed();
            workspace.state.stats.reopened += u64::from(is_reopened);
            let (stamp, arrival) = (workspace.generation.number(), direction as u8);
            *node = TileNode { path, stamp, arrival, arrivals: 1 << direction, expanded: 0 };
        }
        if slot == self.goal.slot {
            workspace.state.reach_goal(cost);
            return;
        }
        workspace.open.push(cost + h, cost, slot);
        workspace.state.stats.pushed += 1;
        let seen = self.seen(tile, direction, cost, h);
        if is_reopened {
            observer.reopened(seen);
        }
        observer.opened(seen);
    }

    /// Returns the event of a tile that a step in `direction` has reached. Only the start costs nothing.
    fn seen(&self, tile: (u32, u32), direction: usize, cost: C::Cost, h: C::Cost) -> SeenTile {
        let (dx, dy) = DIRECTIONS[direction];
        let before = (tile.0.wrapping_add_signed(-dx), tile.1.wrapping_add_signed(-dy));
        let parent = (cost > C::Cost::default()).then_some(before);
        let [cost, estimate] = [cost, h].map(|cost| self.costs.in_tile_sizes(cost));
        SeenTile { tile, cost, estimate, parent }
    }
}

impl<C: StepCosts> Engine for AStar<'_, C> {
    type Cost = C::Cost;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let cutoff = self.workspace.state.cutoff();
        loop {
            let slot = self.workspace.open.pop(cutoff)?;
            if self.workspace.nodes[slot as usize].is_closed() {
                continue;
            }
            // The last bucket holds sums on both sides of the cutoff.
            let sum = self.sum(slot);
            if sum < cutoff {
                return Some(slot);
            }
            if sum < self.workspace.state.upper_bound {
                self.workspace.deferred.push(slot);
            }
        }
    }

    fn put_back(&mut self, slot: u32) {
        let cost = self.costs.cost(self.workspace.nodes[slot as usize].path);
        self.workspace.open.push(self.sum(slot), cost, slot);
    }

    #[inline]
    fn expand(&mut self, slot: u32, observer: &mut impl Observer<SeenTile>) {
        let (x, y) = self.moves.tile(slot);
        let h = self.costs.h(Steps::between((x, y), self.goal.tile));
        let node = &mut self.workspace.nodes[slot as usize];
        let (path, arrival) = (node.path, usize::from(node.arrival));
        let successors =
            self.successors.after(node.arrivals, self.moves.mask(slot)) & !node.expanded;
        (node.arrivals, node.expanded) = (0, node.expanded | successors);
        self.workspace.state.expand(slot, h);
        observer.closed(self.seen((x, y), arrival, self.costs.cost(path), h));
        for direction in directions(successors) {
            let next = self.moves.step(slot, direction);
            let (dx, dy) = DIRECTIONS[direction];
            let tile = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let path = self.costs.with_step(path, direction, slot, next);
            self.reach(Arrival { slot: next, tile, path, direction }, observer);
        }
    }

    fn state(&self) -> &SearchState<C::Cost> {
        &self.workspace.state
    }

    fn in_tile_sizes(&self, cost: C::Cost) -> f64 {
        self.costs.in_tile_sizes(cost)
    }

    fn set_limit(&mut self, tile_sizes: f64) {
        let is_limited = tile_sizes < f64::INFINITY;
        let limit = if is_limited { self.costs.just_above(tile_sizes) } else { C::INFINITE };
        self.workspace.state.limit = limit;
        for slot in std::mem::take(&mut self.workspace.deferred) {
            self.put_back(slot);
        }
    }

    fn open(&self) -> usize {
        self.workspace.open.len() + self.workspace.deferred.len()
    }

    fn least_open(&self) -> Option<C::Cost> {
        let is_open = |slot: u32| !self.workspace.nodes[slot as usize].is_closed();
        let sum = |slot: u32| is_open(slot).then(|| self.sum(slot));
        let deferred = self.workspace.deferred.iter().filter_map(|&slot| sum(slot));
        self.workspace.open.least(sum).into_iter().chain(deferred).reduce(lesser)
    }
}

impl<Sums: Copy + Default, Cost: Copy, Open> AStarWorkspace<Sums, Cost, Open> {
    /// Returns the slot of the expanded tile with the least heuristic.
    pub(crate) fn nearest(&self) -> Option<u32> {
        self.state.nearest.map(|(_, slot)| slot)
    }

    /// Calls `visit` for each step of the path to `slot`, from the last one back.
    pub(crate) fn each_segment_back(
        &self,
        moves: &Moves,
        start: u32,
        mut slot: u32,
        mut visit: impl FnMut(Segment),
    ) {
        while slot != start {
            let direction = usize::from(self.nodes[slot as usize].arrival);
            visit(Segment { last: slot, direction, steps: 1 });
            slot = moves.back(slot, direction);
        }
    }

    /// Forgets the last search in constant time, except once in 2³² searches.
    fn forget(&mut self, tile_count: usize) {
        if self.nodes.len() < tile_count {
            self.nodes.resize(tile_count, TileNode::default());
        }
        if self.generation.advance() {
            self.nodes.fill(TileNode::default());
        }
    }
}
