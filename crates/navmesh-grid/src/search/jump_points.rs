//! Jump point search: A* at uniform cost that looks at few of the many ways of one cost.
//!
//! Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, and
//! "Improving Jump Point Search", 2014. From a tile, run straight and diagonally as far as the ways
//! on are natural ones (see [`super::canonical`]); the tiles where one is forced are the nodes.
//!
//! We differ from it in: 1) runs are read from stop bitboards, straight ones and diagonal ones, and
//! followed only where a bit says that they lead to a jump point ([`super::boards`]). 2) Tiles on a
//! diagonal run do not enter the queue where only their straight runs lead on: those are followed at
//! once. 3) A tile reached at the same cost from two directions keeps both, and later follows only
//! the ways on that are new: so no proof is needed of which of them may be forgotten. 4) The queue is
//! one of buckets, see [`super::buckets`]; costs are whole numbers.

use navmesh_core::Observer;

use super::boards::diagonals::Diagonals;
use super::jump_map::JumpMap;
use super::jump_nodes::{Arrival, JumpMemory, JumpNode, slot_of};
use super::jump_tables::Bounds;
use super::queue::Queue;
use super::step_costs::{StepCosts, WholeCosts};
use super::{Engine, Tally};
use crate::dead_ends::Open;
use crate::estimate::Steps;
use crate::grid::Grid;
use crate::moves::{DIRECTIONS, Moves};
use crate::observer::SeenTile;

/// One jump point search on the memory that it needs.
#[derive(Debug)]
pub(crate) struct JumpSearch<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) moves: &'a Moves,
    pub(crate) map: &'a JumpMap,
    pub(crate) diagonals: &'a Diagonals,
    /// Bounds on what is left that are sharper than the octile guess.
    pub(crate) bounds: Option<Bounds<'a>>,
    pub(crate) open: Open<'a>,
    pub(crate) costs: WholeCosts,
    /// The goal's tile.
    pub(crate) goal: (u32, u32),
    pub(crate) memory: &'a mut JumpMemory,
}

impl JumpSearch<'_> {
    /// Forgets the last search and opens the start; no way of more than `max_cost` tile sizes is
    /// looked at.
    pub(crate) fn begin(&mut self, start: (u32, u32), max_cost: f64) {
        let left = self.left(start);
        let is_limited = max_cost < f64::INFINITY;
        let ceiling = if is_limited { self.costs.just_above(max_cost) } else { u64::MAX };
        let memory = &mut *self.memory;
        memory.tally = Tally { ceiling, ..Tally::default() };
        memory.nodes.clear();
        memory.goal = None;
        memory.index.begin(self.grid.width(), self.grid.height());
        memory.open.begin(left, self.costs.straight);
        if !memory.tally.admits(left) {
            return;
        }
        memory.number(start);
        // Every way on is natural at the start.
        memory.nodes.push(JumpNode {
            cost: 0,
            left,
            tile: start,
            parent: 0,
            arrivals: u8::MAX,
            followed: 0,
            is_expanded: false,
        });
        if start == self.goal {
            memory.tally.reach_goal(0);
            memory.goal = Some(0);
        } else {
            memory.open.push(left, 0, 0);
            memory.tally.stats.pushed = 1;
        }
    }

    #[inline(always)]
    fn left(&self, tile: (u32, u32)) -> u64 {
        let octile = self.costs.octile(Steps::between(tile, self.goal));
        match self.bounds {
            Some(bounds) => octile.max(bounds.left(slot_of(self.grid, tile))),
            None => octile,
        }
    }

    /// The legal steps from a tile, as bits.
    #[inline(always)]
    fn legal(&self, tile: (u32, u32)) -> u8 {
        self.moves.mask(slot_of(self.grid, tile))
    }

    /// Runs straight on from a tile to one of its sides.
    #[inline]
    fn run_straight<const SIDE: usize>(
        &mut self,
        from: Arrival,
        observer: &mut impl Observer<SeenTile>,
    ) {
        self.seek_goal::<SIDE>(from);
        self.follow::<SIDE>(from, observer);
    }

    /// Reaches the goal where it lies on a straight run.
    #[inline(always)]
    fn seek_goal<const SIDE: usize>(&mut self, from: Arrival) {
        let ((x, y), goal) = (from.tile, self.goal);
        let is_along_row = SIDE.is_multiple_of(2);
        let is_in_line = if is_along_row { y == goal.1 } else { x == goal.0 };
        if is_in_line {
            let (at, goal_at) = if is_along_row { (x, goal.0) } else { (y, goal.1) };
            let is_ahead = if SIDE < 2 { goal_at >= at } else { goal_at <= at };
            let end = self.map.run_end(SIDE, from.tile);
            if is_ahead && goal_at.abs_diff(at) <= end.abs_diff(at + 1) {
                self.reach_goal(from, u64::from(goal_at.abs_diff(at)) * self.costs.straight);
            }
        }
    }

    /// Follows a straight run to the jump point at its end, if one is there.
    #[inline(always)]
    fn follow<const SIDE: usize>(&mut self, from: Arrival, observer: &mut impl Observer<SeenTile>) {
        self.memory.tally.stats.tried += 1;
        if !self.map.leads(SIDE, from.tile) {
            return;
        }
        let (x, y) = from.tile;
        let end = self.map.run_end(SIDE, from.tile);
        let is_along_row = SIDE.is_multiple_of(2);
        let (at, tile) = if is_along_row { (x, (end - 1, y)) } else { (y, (x, end - 1)) };
        let cost = from.cost + u64::from(end.abs_diff(at + 1)) * self.costs.straight;
        self.reach(Arrival { tile, cost, direction: SIDE, ..from }, observer);
    }

    /// Runs diagonally from a tile, by at least one step, and from the tiles on the way straight to
    /// two sides where that leads to anything.
    #[inline]
    fn run_diagonally<const CORNER: usize, const ROW_SIDE: usize, const COLUMN_SIDE: usize>(
        &mut self,
        from: Arrival,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let line = self.diagonals.line::<CORNER>(from.tile);
        let mut at = Arrival { direction: CORNER, ..from };
        let mut legal = 1 << CORNER;
        while legal >> CORNER & 1 != 0 {
            let steps = self.diagonals.run::<CORNER>(line, at.tile);
            // From two of the tiles on the way, the goal may lie straight to a side.
            let [columns, rows] = self.steps_to_goal::<CORNER>(at.tile);
            if (1..=steps).contains(&columns) {
                self.seek_goal::<COLUMN_SIDE>(self.moved::<CORNER>(at, columns));
            }
            if (1..=steps).contains(&rows) {
                self.seek_goal::<ROW_SIDE>(self.moved::<CORNER>(at, rows));
            }
            at = self.moved::<CORNER>(at, steps);
            legal = self.legal(at.tile);
            if at.tile != self.goal && self.map.is_turn(CORNER, legal) {
                return self.reach(at, observer);
            }
            self.follow::<ROW_SIDE>(at, observer);
            self.follow::<COLUMN_SIDE>(at, observer);
        }
    }

    /// After how many diagonal steps the goal is in the same column, and in the same row; a huge
    /// number where that is behind.
    #[inline(always)]
    fn steps_to_goal<const CORNER: usize>(&self, (x, y): (u32, u32)) -> [u32; 2] {
        let (dx, dy) = DIRECTIONS[CORNER];
        let away = |at: u32, goal: u32, step: i32| {
            if step > 0 { goal.wrapping_sub(at) } else { at.wrapping_sub(goal) }
        };
        [away(x, self.goal.0, dx), away(y, self.goal.1, dy)]
    }

    /// The arrival so many diagonal steps further on.
    #[inline(always)]
    fn moved<const CORNER: usize>(&self, at: Arrival, steps: u32) -> Arrival {
        let (dx, dy) = DIRECTIONS[CORNER];
        let along = |at: u32, step: i32| {
            if step > 0 { at.wrapping_add(steps) } else { at.wrapping_sub(steps) }
        };
        let tile = (along(at.tile.0, dx), along(at.tile.1, dy));
        Arrival { tile, cost: at.cost + u64::from(steps) * self.costs.diagonal, ..at }
    }

    #[cold]
    fn reach_goal(&mut self, from: Arrival, more: u64) {
        let arrival = Arrival { tile: self.goal, cost: from.cost + more, ..from };
        if self.memory.tally.admits(arrival.cost) {
            self.memory.tally.reach_goal(arrival.cost);
            self.memory.reach_goal(arrival.node(0));
        }
    }

    /// Opens the tile that a run has come to, if that is of use.
    #[inline(never)]
    fn reach(&mut self, arrival: Arrival, observer: &mut impl Observer<SeenTile>) {
        let Arrival { tile, cost, direction, .. } = arrival;
        let fresh = self.memory.nodes.len() as u32;
        let known = self.memory.number(tile);
        let left = match known.map(|number| &self.memory.nodes[number as usize]) {
            Some(node) if cost <= node.cost => node.left,
            None if self.open.admits(tile) => self.left(tile),
            _ => return,
        };
        let memory = &mut *self.memory;
        if !memory.tally.admits(cost + left) {
            return;
        }
        let mut is_reopened = false;
        match known.and_then(|known| memory.nodes.get_mut(known as usize)) {
            None => memory.nodes.push(arrival.node(left)),
            Some(node) if cost < node.cost => {
                is_reopened = node.is_expanded;
                memory.tally.stats.reopened += u64::from(is_reopened);
                *node = JumpNode { is_expanded: node.is_expanded, ..arrival.node(left) };
            }
            Some(node) => {
                let is_open = node.arrivals != 0;
                node.arrivals |= 1 << direction;
                if is_open {
                    return;
                }
            }
        }
        memory.open.push(cost + left, cost, known.unwrap_or(fresh));
        memory.tally.stats.pushed += 1;
        let seen = self.seen(tile, cost, left);
        if is_reopened {
            observer.reopened(seen);
        }
        observer.opened(seen);
    }

    fn seen(&self, tile: (u32, u32), cost: u64, left: u64) -> SeenTile {
        let [cost, left] = [cost, left].map(|cost| self.costs.in_tile_sizes(cost));
        SeenTile { tile, cost, left }
    }
}

impl Engine for JumpSearch<'_> {
    type Cost = u64;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        loop {
            let ceiling = self.memory.tally.ceiling;
            let number = self.memory.open.pop(ceiling)?;
            // The last bucket holds nodes that promise less than the goal costs, and others.
            let node = &self.memory.nodes[number as usize];
            if node.arrivals != 0 && node.sum() < ceiling {
                return Some(number);
            }
        }
    }

    fn put_back(&mut self, number: u32) {
        let node = self.memory.nodes[number as usize];
        self.memory.open.push(node.sum(), node.cost, number);
    }

    #[inline]
    fn expand(&mut self, number: u32, observer: &mut impl Observer<SeenTile>) {
        let node = &mut self.memory.nodes[number as usize];
        let JumpNode { tile, cost, left, arrivals, followed, .. } = *node;
        let ways =
            self.map.ways_on(arrivals, self.moves.mask(slot_of(self.grid, tile))) & !followed;
        (node.arrivals, node.followed, node.is_expanded) = (0, followed | ways, true);
        self.memory.tally.expand(number, left);
        observer.closed(self.seen(tile, cost, left));
        let from = Arrival { tile, cost, parent: number, direction: 0 };
        // One test after another is foretold better than a jump by direction.
        let has = |direction: u32| ways >> direction & 1 != 0;
        if has(0) {
            self.run_straight::<0>(from, observer);
        }
        if has(1) {
            self.run_straight::<1>(from, observer);
        }
        if has(2) {
            self.run_straight::<2>(from, observer);
        }
        if has(3) {
            self.run_straight::<3>(from, observer);
        }
        if has(4) {
            self.run_diagonally::<4, 0, 1>(from, observer);
        }
        if has(5) {
            self.run_diagonally::<5, 2, 1>(from, observer);
        }
        if has(6) {
            self.run_diagonally::<6, 2, 3>(from, observer);
        }
        if has(7) {
            self.run_diagonally::<7, 0, 3>(from, observer);
        }
    }

    fn tally(&self) -> &Tally<u64> {
        &self.memory.tally
    }

    fn in_tile_sizes(&self, cost: u64) -> f64 {
        self.costs.in_tile_sizes(cost)
    }

    fn open(&self) -> usize {
        self.memory.open.len()
    }

    fn least_open(&self) -> Option<u64> {
        let nodes = self.memory.open.front().map(|number| self.memory.nodes[number as usize]);
        nodes.filter(|node| node.arrivals != 0).map(|node| node.sum()).min()
    }
}
