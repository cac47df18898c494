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

use super::boards::cross::Cross;
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
use crate::moves::{ALL_SIDES, DIRECTIONS, Moves};
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
    /// Forgets the last search and begins at a tile, which is not open yet.
    pub(crate) fn begin(&mut self, start: (u32, u32)) {
        let left = self.left(start);
        let memory = &mut *self.memory;
        memory.tally = Tally { ceiling: u64::MAX, limit: u64::MAX, ..Tally::default() };
        memory.nodes.clear();
        memory.put_off.clear();
        (memory.goal, memory.from) = (None, 0);
        memory.index.begin(self.grid.width(), self.grid.height());
        memory.open.begin(left, self.costs.straight);
        *memory.index.number_mut(start) = 0;
        let node = memory.node(Arrival { tile: start, cost: 0 }, 0, left);
        // Every way on is natural at the start.
        memory.nodes.push(JumpNode { arrivals: u8::MAX, ..node });
    }

    /// Opens the start.
    pub(crate) fn open_start(&mut self) {
        let memory = &mut *self.memory;
        memory.open.push(memory.nodes[0].left, 0, 0);
        memory.tally.stats.pushed = 1;
    }

    /// Reaches the goal straight from the start, by a way that costs no more than the guess at it.
    pub(crate) fn reach_directly(&mut self) {
        self.reach_goal(self.memory.nodes[0].left, 0);
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

    /// Follows a straight run to the jump point at its end; it must lead to one.
    #[inline(always)]
    fn follow<const SIDE: usize>(
        &mut self,
        cross: Cross<'_>,
        from: Arrival,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let steps = cross.run::<SIDE>();
        let cost = from.cost + u64::from(steps) * self.costs.straight;
        self.reach::<SIDE>(Arrival { tile: moved::<SIDE>(from.tile, steps), cost }, observer);
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
        let mut at = from;
        loop {
            let steps = self.diagonals.run::<CORNER>(line, at.tile);
            // From two of the tiles on the way, the goal may lie straight to a side.
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
            if self.map.is_turn(CORNER, legal) && at.tile != self.goal {
                return self.reach::<CORNER>(at, observer);
            }
            let cross = self.map.cross(at.tile);
            let leads = cross.leads();
            if leads >> ROW_SIDE & 1 != 0 {
                self.follow::<ROW_SIDE>(cross, at, observer);
            }
            if leads >> COLUMN_SIDE & 1 != 0 {
                self.follow::<COLUMN_SIDE>(cross, at, observer);
            }
            if legal >> CORNER & 1 == 0 {
                return;
            }
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
    fn after<const CORNER: usize>(&self, at: Arrival, steps: u32) -> Arrival {
        let cost = at.cost + u64::from(steps) * self.costs.diagonal;
        Arrival { tile: moved::<CORNER>(at.tile, steps), cost }
    }

    /// Reaches the goal where it lies on a straight run from a tile to one of some sides.
    #[cold]
    fn seek_goal(&mut self, ways: u8, from: Arrival) {
        let Steps { dx, dy } = Steps::between(from.tile, self.goal);
        let (side, steps) = match (dx, dy) {
            (steps, 0) => (if self.goal.0 > from.tile.0 { 0 } else { 2 }, steps),
            (0, steps) => (if self.goal.1 > from.tile.1 { 1 } else { 3 }, steps),
            _ => return,
        };
        let cross = self.map.cross(from.tile);
        let run = match side {
            0 => cross.run::<0>(),
            1 => cross.run::<1>(),
            2 => cross.run::<2>(),
            _ => cross.run::<3>(),
        };
        if steps == 0 || ways >> side & 1 != 0 && steps <= run {
            let cost = from.cost + u64::from(steps) * self.costs.straight;
            self.reach_goal(cost, side);
        }
    }

    fn reach_goal(&mut self, cost: u64, direction: usize) {
        if cost < self.memory.tally.ceiling {
            self.memory.tally.reach_goal(cost);
            let arrival = Arrival { tile: self.goal, cost };
            self.memory.reach_goal(self.memory.node(arrival, direction, 0));
        }
    }

    /// Opens the tile that a run has come to, if that is of use.
    #[inline(never)]
    fn reach<const DIRECTION: usize>(
        &mut self,
        arrival: Arrival,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let Arrival { tile, cost } = arrival;
        let memory = &mut *self.memory;
        memory.tally.stats.tried += 1;
        let (number, known) = memory.number(tile);
        if cost > known {
            return;
        }
        if cost == known {
            return self.reach_again(number, DIRECTION, observer);
        }
        if known == u64::MAX && !self.open.admits(tile) {
            // As if it had cost nothing, so that whoever comes by again turns back at once.
            return self.memory.nodes.push(JumpNode { tile, ..JumpNode::DEAD_END });
        }
        let left = self.left(tile);
        let memory = &mut *self.memory;
        if cost + left >= memory.tally.ceiling {
            return;
        }
        let node = memory.node(arrival, DIRECTION, left);
        let mut is_reopened = false;
        match memory.nodes.get_mut(number as usize) {
            None => memory.nodes.push(node),
            Some(known) => {
                is_reopened = known.is_expanded;
                memory.tally.stats.reopened += u64::from(is_reopened);
                *known = JumpNode { is_expanded: known.is_expanded, ..node };
            }
        }
        memory.open.push(cost + left, cost, number);
        memory.tally.stats.pushed += 1;
        let seen = self.seen(tile, cost, left);
        if is_reopened {
            observer.reopened(seen);
        }
        observer.opened(seen);
    }

    /// Takes note of another direction in which a tile was reached at the same cost, where that leads on to
    /// anything new.
    #[inline(never)]
    fn reach_again(
        &mut self,
        number: u32,
        direction: usize,
        observer: &mut impl Observer<SeenTile>,
    ) {
        let Some(node) = self.memory.nodes.get_mut(number as usize) else { return };
        let legal = self.moves.mask(slot_of(self.grid, node.tile));
        if self.map.ways_on(1 << direction, legal) & !node.followed == 0 {
            return;
        }
        let is_open = node.arrivals != 0;
        node.arrivals |= 1 << direction;
        if !is_open {
            let JumpNode { tile, cost, left, .. } = *node;
            self.memory.open.push(cost + left, cost, number);
            self.memory.tally.stats.pushed += 1;
            observer.opened(self.seen(tile, cost, left));
        }
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
        let memory = &mut *self.memory;
        let bound = memory.tally.bound();
        loop {
            let number = memory.open.pop(bound)?;
            // The last bucket holds nodes that promise less than the bound, and others.
            let node = &memory.nodes[number as usize];
            if node.arrivals != 0 && node.sum() < bound {
                return Some(number);
            }
            if node.arrivals != 0 && node.sum() < memory.tally.ceiling {
                memory.put_off.push(number);
            }
        }
    }

    fn put_back(&mut self, number: u32) {
        let node = self.memory.nodes[number as usize];
        self.memory.open.push(node.sum(), node.cost, number);
    }

    #[inline]
    fn expand(&mut self, number: u32, observer: &mut impl Observer<SeenTile>) {
        self.memory.from = number;
        let node = &mut self.memory.nodes[number as usize];
        let JumpNode { tile, cost, left, arrivals, followed, .. } = *node;
        let ways =
            self.map.ways_on(arrivals, self.moves.mask(slot_of(self.grid, tile))) & !followed;
        (node.arrivals, node.followed, node.is_expanded) = (0, followed | ways, true);
        self.memory.tally.expand(number, left);
        observer.closed(self.seen(tile, cost, left));
        let from = Arrival { tile, cost };
        if tile.0 == self.goal.0 || tile.1 == self.goal.1 {
            self.seek_goal(ways, from);
        }
        let cross = self.map.cross(tile);
        // One test after another is foretold better than a jump by direction.
        let live = ways & (cross.leads() | !ALL_SIDES);
        let has = |direction: u32| live >> direction & 1 != 0;
        if has(0) {
            self.follow::<0>(cross, from, observer);
        }
        if has(1) {
            self.follow::<1>(cross, from, observer);
        }
        if has(2) {
            self.follow::<2>(cross, from, observer);
        }
        if has(3) {
            self.follow::<3>(cross, from, observer);
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

    fn set_limit(&mut self, tile_sizes: f64) {
        let is_limited = tile_sizes < f64::INFINITY;
        let limit = if is_limited { self.costs.just_above(tile_sizes) } else { u64::MAX };
        let memory = &mut *self.memory;
        memory.tally.limit = limit;
        for number in memory.put_off.drain(..) {
            let node = &memory.nodes[number as usize];
            memory.open.push(node.sum(), node.cost, number);
        }
    }

    fn open(&self) -> usize {
        self.memory.open.len() + self.memory.put_off.len()
    }

    fn least_open(&self) -> Option<u64> {
        let promise = |number: u32| {
            let node = &self.memory.nodes[number as usize];
            (node.arrivals != 0).then(|| node.sum())
        };
        let put_off = self.memory.put_off.iter().filter_map(|&number| promise(number));
        self.memory.open.least(promise).into_iter().chain(put_off).min()
    }
}

/// The tile so many steps further on.
#[inline(always)]
fn moved<const DIRECTION: usize>((x, y): (u32, u32), steps: u32) -> (u32, u32) {
    let (dx, dy) = DIRECTIONS[DIRECTION];
    let along = |at: u32, step: i32| at.wrapping_add_signed(step * steps as i32);
    (along(x, dx), along(y, dy))
}
