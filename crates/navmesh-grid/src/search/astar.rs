//! A* over tiles.
//!
//! Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
//! of Minimum Cost Paths", 1968. Expand the tile with the smallest sum of cost so far and guess at
//! what is left; stop when that tile is the goal.
//!
//! We differ from it in: 1) the goal never enters the queue. Once it is reached, its cost is the
//! ceiling, and the search ends when no open tile promises less. So the queue may give tiles out a
//! little out of order. 2) A tile reached more cheaply after it was expanded is opened again, so
//! that an admissible guess is enough and need not be consistent. 3) A tile is never moved within
//! the queue; it is put in again, and what is stale is skipped when it comes out. 4) Where all tiles
//! cost the same, of the ways of one cost only canonical ones are followed, as jump points do (see
//! [`super::canonical`]): two or three tiles are looked at from each, not eight.

use navmesh_core::Observer;

use super::canonical::WaysOn;
use super::queue::{Queue, lesser};
use super::step_costs::StepCosts;
use super::{Engine, Tally};
use crate::dead_ends::Open;
use crate::estimate::Steps;
use crate::moves::{DIRECTIONS, Moves, Run, directions};
use crate::observer::SeenTile;

/// One A* search on the memory that it needs.
#[derive(Debug)]
pub(crate) struct AStar<'a, C: StepCosts> {
    pub(crate) moves: &'a Moves,
    /// The ways on after each step.
    pub(crate) ways: &'a WaysOn,
    pub(crate) open: Open<'a>,
    pub(crate) costs: C,
    pub(crate) goal: Goal,
    pub(crate) memory: &'a mut TileMemory<C::Way, C::Cost, C::Queue>,
}

/// The goal's tile, by slot and by column and row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Goal {
    pub(crate) slot: u32,
    pub(crate) tile: (u32, u32),
}

/// What A* keeps of a search, and its room for the next one.
#[derive(Debug, Default)]
pub(crate) struct TileMemory<Way, Cost, Open> {
    nodes: Vec<Node<Way>>,
    /// The number of the current search; a node with another stamp was not reached in it.
    generation: u32,
    open: Open,
    /// Open tiles beyond the limit that were taken out of the queue.
    put_off: Vec<u32>,
    tally: Tally<Cost>,
}

/// What is known of a tile.
#[derive(Debug, Clone, Copy, Default)]
struct Node<Way> {
    way: Way,
    stamp: u32,
    /// The direction of the step that led here.
    arrival: u8,
    /// The directions in which steps arrived here, at this cost, and were not followed yet.
    arrivals: u8,
    /// The ways on that were followed, at this cost.
    followed: u8,
}

impl<Way> Node<Way> {
    /// True once expanded with the current `way`, and nothing is left to follow.
    fn is_closed(&self) -> bool {
        self.arrivals == 0
    }
}

/// A tile that a step has come to, and how.
#[derive(Debug, Clone, Copy)]
struct Arrival<Way> {
    slot: u32,
    tile: (u32, u32),
    way: Way,
    direction: usize,
}

impl<C: StepCosts> AStar<'_, C> {
    /// Forgets the last search and opens the start.
    pub(crate) fn begin(&mut self, start: u32) {
        let left = self.left(start);
        let memory = &mut *self.memory;
        memory.forget(self.moves.tile_count());
        memory.put_off.clear();
        memory.tally = Tally { ceiling: C::ENDLESS, limit: C::ENDLESS, ..Tally::default() };
        // Every way on is natural at the start.
        let node = Node { stamp: memory.generation, arrivals: u8::MAX, ..Node::default() };
        memory.nodes[start as usize] = node;
        memory.open.begin(left, self.costs.bucket_step());
        if start == self.goal.slot {
            memory.tally.reach_goal(C::Cost::default());
        } else {
            memory.open.push(left, C::Cost::default(), start);
            memory.tally.stats.pushed = 1;
        }
    }

    #[inline]
    fn left(&self, slot: u32) -> C::Cost {
        self.costs.left(Steps::between(self.moves.tile(slot), self.goal.tile))
    }

    /// What the whole way costs at least that leads over a tile, as the guess has it.
    #[inline]
    fn sum(&self, slot: u32) -> C::Cost {
        self.costs.cost(self.memory.nodes[slot as usize].way) + self.left(slot)
    }

    /// Opens the tile that a step has come to, if that is of use.
    #[inline(always)]
    fn reach(&mut self, arrival: Arrival<C::Way>, observer: &mut impl Observer<SeenTile>) {
        let Arrival { slot, tile, way, direction } = arrival;
        let cost = self.costs.cost(way);
        let memory = &mut *self.memory;
        memory.tally.stats.tried += 1;
        let node = &mut memory.nodes[slot as usize];
        let is_known = node.stamp == memory.generation;
        let known = self.costs.cost(node.way);
        if is_known && known <= cost {
            let is_open = !node.is_closed();
            let more = self.ways.after(1 << direction, self.moves.mask(slot)) & !node.followed;
            if known < cost || more == 0 {
                return;
            }
            node.arrivals |= 1 << direction;
            if is_open {
                return;
            }
        }
        let left = self.costs.left(Steps::between(tile, self.goal.tile));
        if cost + left >= memory.tally.ceiling || !is_known && !self.open.admits(tile) {
            return;
        }
        let mut is_reopened = false;
        if !is_known || cost < known {
            is_reopened = is_known && node.is_closed();
            memory.tally.stats.reopened += u64::from(is_reopened);
            let (stamp, arrival) = (memory.generation, direction as u8);
            *node = Node { way, stamp, arrival, arrivals: 1 << direction, followed: 0 };
        }
        if slot == self.goal.slot {
            memory.tally.reach_goal(cost);
            return;
        }
        memory.open.push(cost + left, cost, slot);
        memory.tally.stats.pushed += 1;
        let seen = self.seen(tile, cost, left);
        if is_reopened {
            observer.reopened(seen);
        }
        observer.opened(seen);
    }

    fn seen(&self, tile: (u32, u32), cost: C::Cost, left: C::Cost) -> SeenTile {
        let [cost, left] = [cost, left].map(|cost| self.costs.in_tile_sizes(cost));
        SeenTile { tile, cost, left }
    }
}

impl<C: StepCosts> Engine for AStar<'_, C> {
    type Cost = C::Cost;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let bound = self.memory.tally.bound();
        loop {
            let slot = self.memory.open.pop(bound)?;
            if self.memory.nodes[slot as usize].is_closed() {
                continue;
            }
            // The last bucket holds tiles that promise less than the bound, and others.
            let sum = self.sum(slot);
            if sum < bound {
                return Some(slot);
            }
            if sum < self.memory.tally.ceiling {
                self.memory.put_off.push(slot);
            }
        }
    }

    fn put_back(&mut self, slot: u32) {
        let cost = self.costs.cost(self.memory.nodes[slot as usize].way);
        self.memory.open.push(self.sum(slot), cost, slot);
    }

    #[inline]
    fn expand(&mut self, slot: u32, observer: &mut impl Observer<SeenTile>) {
        let (x, y) = self.moves.tile(slot);
        let left = self.costs.left(Steps::between((x, y), self.goal.tile));
        let node = &mut self.memory.nodes[slot as usize];
        let way = node.way;
        let ways = self.ways.after(node.arrivals, self.moves.mask(slot)) & !node.followed;
        (node.arrivals, node.followed) = (0, node.followed | ways);
        self.memory.tally.expand(slot, left);
        observer.closed(self.seen((x, y), self.costs.cost(way), left));
        for direction in directions(ways) {
            let slot_there = self.moves.step(slot, direction);
            let (dx, dy) = DIRECTIONS[direction];
            let tile = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let way = self.costs.with_step(way, direction, [slot, slot_there]);
            self.reach(Arrival { slot: slot_there, tile, way, direction }, observer);
        }
    }

    fn tally(&self) -> &Tally<C::Cost> {
        &self.memory.tally
    }

    fn in_tile_sizes(&self, cost: C::Cost) -> f64 {
        self.costs.in_tile_sizes(cost)
    }

    fn set_limit(&mut self, tile_sizes: f64) {
        let is_limited = tile_sizes < f64::INFINITY;
        let limit = if is_limited { self.costs.just_above(tile_sizes) } else { C::ENDLESS };
        self.memory.tally.limit = limit;
        for slot in std::mem::take(&mut self.memory.put_off) {
            self.put_back(slot);
        }
    }

    fn open(&self) -> usize {
        self.memory.open.len() + self.memory.put_off.len()
    }

    fn least_open(&self) -> Option<C::Cost> {
        let is_live = |slot: u32| !self.memory.nodes[slot as usize].is_closed();
        let promise = |slot: u32| is_live(slot).then(|| self.sum(slot));
        let put_off = self.memory.put_off.iter().filter_map(|&slot| promise(slot));
        self.memory.open.least(promise).into_iter().chain(put_off).reduce(lesser)
    }
}

impl<Way: Copy + Default, Cost: Copy, Open> TileMemory<Way, Cost, Open> {
    /// The slot of the expanded tile that looked nearest to the goal.
    pub(crate) fn nearest(&self) -> Option<u32> {
        self.tally.nearest.map(|(_, slot)| slot)
    }

    /// Calls `visit` for each step on the way found to `slot`, from there backwards.
    pub(crate) fn each_run_back(
        &self,
        moves: &Moves,
        [start, mut slot]: [u32; 2],
        mut visit: impl FnMut(Run),
    ) {
        while slot != start {
            let direction = usize::from(self.nodes[slot as usize].arrival);
            visit(Run { last: slot, direction, steps: 1 });
            slot = moves.back(slot, direction);
        }
    }

    /// Forgets the last search in constant time, except once in 2³² searches.
    fn forget(&mut self, tile_count: usize) {
        if self.nodes.len() < tile_count {
            self.nodes.resize(tile_count, Node::default());
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
    }
}
