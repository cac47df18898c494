//! Jump point search: A* at uniform cost that looks at few of the many ways of one cost.
//!
//! Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", 2011, and
//! "Improving Jump Point Search", 2014. From a tile, run straight and diagonally as far as the ways
//! on are natural ones (see [`super::canonical`]); the tiles where one is forced are the nodes.
//!
//! We differ from it in: 1) runs are read from stop bitboards ([`super::boards`]). 2) Tiles on a
//! diagonal run do not enter the queue where only their straight runs lead on: those are followed at
//! once. 3) A tile reached at the same cost from two directions keeps both, and later follows only
//! the ways on that are new: so no proof is needed of which of them may be forgotten. 4) The queue is
//! one of buckets, see [`super::buckets`]; costs are whole numbers.

use navmesh_core::SearchStats;

use super::boards::{Board, Boards};
use super::buckets::Buckets;
use super::canonical::WaysOn;
use super::queue::Queue;
use super::step_costs::{StepCosts, WholeCosts};
use super::{Engine, Outcome, Tally};
use crate::estimate::Steps;
use crate::grid::Grid;
use crate::moves::{ALL_SIDES, DIRECTIONS, SIDES, directions};
use crate::observer::{Observer, Seen};
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
}

/// One jump point search on the memory that it needs.
#[derive(Debug)]
pub(crate) struct JumpSearch<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) map: &'a JumpMap,
    pub(crate) costs: WholeCosts,
    /// The goal's tile.
    pub(crate) goal: (u32, u32),
    pub(crate) memory: &'a mut JumpMemory,
}

/// What jump point search keeps of a search, and its room for the next one.
///
/// The nodes of a search stand side by side in the order in which they were reached. A tile's entry
/// in `index` counts only where the node that it points to says that it is of this tile; so nothing
/// need be cleared between searches.
#[derive(Debug, Default)]
pub(crate) struct JumpMemory {
    index: Vec<u32>,
    nodes: Vec<JumpNode>,
    open: Buckets,
    tally: Tally<u64>,
    /// The goal's node, once it is reached.
    goal: Option<u32>,
}

/// What is known of a tile that was reached.
#[derive(Debug, Clone, Copy)]
struct JumpNode {
    cost: u64,
    tile: (u32, u32),
    /// The node that the runs to here began at; the start's is itself.
    parent: u32,
    /// The directions in which runs arrived here and were not followed yet.
    arrivals: u8,
    /// The ways on that were followed, at this cost.
    followed: u8,
    /// True once expanded, at this cost or a higher one.
    is_expanded: bool,
}

/// A tile that a run has come to, and how.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    tile: (u32, u32),
    cost: u64,
    parent: u32,
    direction: usize,
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
        if memory.index.len() < self.grid.tile_count() {
            memory.index.resize(self.grid.tile_count(), 0);
        }
        memory.open.begin(left, self.costs.straight);
        if !memory.tally.admits(left) {
            return;
        }
        memory.index[slot_of(self.grid, start)] = 0;
        // Every way on is natural at the start.
        memory.nodes.push(JumpNode {
            cost: 0,
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

    #[inline]
    fn left(&self, tile: (u32, u32)) -> u64 {
        self.costs.left(Steps::between(tile, self.goal))
    }

    /// Runs straight on from a tile, up to a jump point or the goal.
    #[inline]
    fn run_straight(&mut self, from: Arrival, side: usize, observer: &mut impl Observer) {
        let ((x, y), goal) = (from.tile, self.goal);
        self.memory.tally.stats.tried += 1;
        let rows: &Board = &self.map.boards.rows;
        let columns: &Board = &self.map.boards.columns;
        // A board counts the border in.
        let (end, at, line, goal_at, goal_line) = match side {
            0 => (rows.run_up(y + 1, x + 1), x, y, goal.0, goal.1),
            1 => (columns.run_up(x + 1, y + 1), y, x, goal.1, goal.0),
            2 => (rows.run_down(y + 1, x + 1), x, y, goal.0, goal.1),
            _ => (columns.run_down(x + 1, y + 1), y, x, goal.1, goal.0),
        };
        let length = end.place.abs_diff(at + 1);
        if line == goal_line {
            let is_ahead = if side < 2 { goal_at > at } else { goal_at < at };
            let away = goal_at.abs_diff(at);
            if is_ahead && away <= length {
                self.reach_goal(from, u64::from(away) * self.costs.straight);
                return;
            }
        }
        if end.is_jump_point {
            let place = end.place - 1;
            let tile = if side.is_multiple_of(2) { (place, y) } else { (x, place) };
            let cost = from.cost + u64::from(length) * self.costs.straight;
            self.reach(Arrival { tile, cost, direction: side, ..from }, observer);
        }
    }

    /// Runs diagonally from a tile, and from every tile on the way straight to both sides.
    #[inline]
    fn run_diagonally(&mut self, from: Arrival, corner: usize, observer: &mut impl Observer) {
        let (dx, dy) = DIRECTIONS[corner];
        let sides = [corner - SIDES, (corner + 1) % SIDES];
        let mut at = Arrival { direction: corner, ..from };
        while let Some(tile) = self.diagonal_step(at.tile, (dx, dy)) {
            at = Arrival { tile, cost: at.cost + self.costs.diagonal, ..at };
            if tile == self.goal {
                self.reach_goal(at, 0);
                return;
            }
            if self.map.corners != CornerRule::Never {
                let around = self.grid.free().around(tile.0, tile.1);
                let natural = 1 << corner | 1 << sides[0] | 1 << sides[1];
                if self.map.ways.after(1 << corner, around) != natural {
                    self.reach(at, observer);
                    return;
                }
            }
            self.run_straight(at, sides[0], observer);
            self.run_straight(at, sides[1], observer);
        }
    }

    /// The tile that a legal diagonal step leads to.
    #[inline]
    fn diagonal_step(&self, (x, y): (u32, u32), (dx, dy): (i32, i32)) -> Option<(u32, u32)> {
        let (to_x, to_y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        let rows = &self.map.boards.rows;
        // On a board, the border counted in, all four tiles are inside.
        let free = |x: u32, y: u32| rows.is_free(y.wrapping_add(1), x.wrapping_add(1));
        let passes = match self.map.corners {
            CornerRule::Never => free(to_x, y) & free(x, to_y),
            CornerRule::OneFree => free(to_x, y) | free(x, to_y),
            CornerRule::Always => true,
        };
        (passes && free(to_x, to_y)).then_some((to_x, to_y))
    }

    #[inline]
    fn reach_goal(&mut self, from: Arrival, more: u64) {
        let arrival = Arrival { tile: self.goal, cost: from.cost + more, ..from };
        if self.memory.tally.admits(arrival.cost) {
            self.memory.tally.reach_goal(arrival.cost);
            self.memory.goal = Some(self.memory.nodes.len() as u32);
            self.memory.nodes.push(arrival.node());
        }
    }

    /// Opens the tile that a run has come to, if that is of use.
    #[inline]
    fn reach(&mut self, arrival: Arrival, observer: &mut impl Observer) {
        let Arrival { tile, cost, direction, .. } = arrival;
        let left = self.left(tile);
        let memory = &mut *self.memory;
        if !memory.tally.admits(cost + left) {
            return;
        }
        let slot = slot_of(self.grid, tile);
        let mut number = memory.index[slot];
        match memory.nodes.get_mut(number as usize).filter(|node| node.tile == tile) {
            None => {
                number = memory.nodes.len() as u32;
                memory.index[slot] = number;
                memory.nodes.push(arrival.node());
            }
            Some(node) if cost < node.cost => {
                memory.tally.stats.reopened += u64::from(node.is_expanded);
                *node = JumpNode { is_expanded: node.is_expanded, ..arrival.node() };
            }
            Some(node) if cost == node.cost => {
                let is_open = node.arrivals != 0;
                node.arrivals |= 1 << direction;
                if is_open {
                    return;
                }
            }
            Some(_) => return,
        }
        memory.open.push(cost + left, cost, number);
        memory.tally.stats.pushed += 1;
        observer.opened(self.seen(tile, cost, left));
    }

    fn seen(&self, tile: (u32, u32), cost: u64, left: u64) -> Seen {
        let [cost, left] = [cost, left].map(|cost| self.costs.in_tile_sizes(cost));
        Seen { tile, cost, left }
    }
}

impl Arrival {
    fn node(self) -> JumpNode {
        let Self { tile, cost, parent, direction } = self;
        let arrivals = 1 << direction;
        JumpNode { cost, tile, parent, arrivals, followed: 0, is_expanded: false }
    }
}

#[inline]
fn slot_of(grid: &Grid, (x, y): (u32, u32)) -> usize {
    y as usize * grid.width() as usize + x as usize
}

impl Engine for JumpSearch<'_> {
    #[inline]
    fn next(&mut self) -> Option<u32> {
        loop {
            let number = self.memory.open.pop(self.memory.tally.ceiling)?;
            if self.memory.nodes[number as usize].arrivals != 0 {
                return Some(number);
            }
        }
    }

    fn put_back(&mut self, number: u32) {
        let JumpNode { tile, cost, .. } = self.memory.nodes[number as usize];
        self.memory.open.push(cost + self.left(tile), cost, number);
    }

    #[inline]
    fn expand(&mut self, number: u32, observer: &mut impl Observer) {
        let node = &mut self.memory.nodes[number as usize];
        let JumpNode { tile, cost, arrivals, followed, .. } = *node;
        let around = self.grid.free().around(tile.0, tile.1);
        let ways = self.map.ways.after(arrivals, around) & !followed;
        (node.arrivals, node.followed, node.is_expanded) = (0, followed | ways, true);
        let left = self.left(tile);
        self.memory.tally.expand(number, left);
        observer.closed(self.seen(tile, cost, left));
        let from = Arrival { tile, cost, parent: number, direction: 0 };
        for side in directions(ways & ALL_SIDES) {
            self.run_straight(from, side, observer);
        }
        for corner in directions(ways & !ALL_SIDES) {
            self.run_diagonally(from, corner, observer);
        }
    }

    fn stats(&self) -> SearchStats {
        self.memory.tally.stats
    }

    fn outcome(&self) -> Outcome {
        self.memory.tally.outcome(|cost| self.costs.in_tile_sizes(cost))
    }

    fn proved(&self) -> f64 {
        let nodes = self.memory.open.front().map(|number| self.memory.nodes[number as usize]);
        let live = nodes.filter(|node| node.arrivals != 0);
        let sums = live.map(|node| node.cost + self.left(node.tile));
        self.memory.tally.proved(sums).map_or(0.0, |least| self.costs.in_tile_sizes(least))
    }
}

impl JumpMemory {
    /// The slot of the expanded tile that looked nearest to the goal.
    pub(crate) fn nearest(&self, grid: &Grid) -> Option<u32> {
        let (_, number) = self.tally.nearest?;
        Some(slot_of(grid, self.nodes[number as usize].tile) as u32)
    }

    /// Calls `visit` for each tile on the way found to a slot, from there backwards, with the
    /// direction of the step that led to it; the start is left out.
    pub(crate) fn each_step_back(&self, grid: &Grid, slot: u32, mut visit: impl FnMut(u32, usize)) {
        let of_slot = self.index[slot as usize] as usize;
        let of_goal = self.goal.filter(|&goal| self.nodes[goal as usize].tile == grid.tile(slot));
        let mut number = of_goal.map_or(of_slot, |goal| goal as usize);
        while let Some(&JumpNode { tile, parent, .. }) = self.nodes.get(number) {
            if number == parent as usize {
                break;
            }
            let from = self.nodes[parent as usize].tile;
            each_run_step_back(grid, from, tile, &mut visit);
            number = parent as usize;
        }
    }
}

/// Calls `visit` for each tile of a run, from its end to the tile after its beginning: diagonal
/// steps come first as one walks it, and last here.
fn each_run_step_back(
    grid: &Grid,
    from: (u32, u32),
    mut at: (u32, u32),
    mut visit: impl FnMut(u32, usize),
) {
    while at != from {
        let (wide, high) = (at.0.abs_diff(from.0), at.1.abs_diff(from.1));
        let towards = |a: u32, b: u32| i32::from(b > a) - i32::from(b < a);
        let (dx, dy) = match wide.cmp(&high) {
            std::cmp::Ordering::Greater => (towards(from.0, at.0), 0),
            std::cmp::Ordering::Less => (0, towards(from.1, at.1)),
            std::cmp::Ordering::Equal => (towards(from.0, at.0), towards(from.1, at.1)),
        };
        let direction = DIRECTIONS.iter().position(|&step| step == (dx, dy)).unwrap_or(0);
        visit(slot_of(grid, at) as u32, direction);
        at = (at.0.wrapping_add_signed(-dx), at.1.wrapping_add_signed(-dy));
    }
}
