//! A* over tiles.
//!
//! Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
//! of Minimum Cost Paths", 1968. Expand the tile with the smallest sum of cost so far and guess at
//! what is left; stop when that tile is the goal.
//!
//! We differ from it in: 1) a tile's cost is kept as two sums, of straight and of diagonal steps,
//! each step weighted by the mean of its two tiles' multipliers. At cost 1 the sums are whole
//! numbers, so that ways of equal cost compare as equal and no rounding piles up. 2) A tile reached
//! more cheaply after it was expanded is opened again, so that an admissible guess is enough and
//! need not be consistent. 3) A tile is never moved within the queue; it is put in again, and what
//! is stale is skipped when it comes out.

use navmesh_core::SearchStats;

use crate::estimate::Steps;
use crate::grid::Grid;
use crate::moves::{Moves, SIDES};
use crate::open_list::{OpenList, OpenTile};
use crate::options::GridOptions;

/// One question to the search: everything in tiles.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TileSearch<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) moves: &'a Moves,
    pub(crate) options: &'a GridOptions,
    /// No free tile has a smaller multiplier; it scales the guess.
    pub(crate) cheapest: f64,
    pub(crate) start: u32,
    pub(crate) goal: u32,
}

/// What a search keeps between queries: its room in the scratch.
#[derive(Debug, Default)]
pub(crate) struct SearchMemory {
    nodes: Vec<Node>,
    /// The number of the current search; a node with another stamp was not reached in it.
    generation: u32,
    open: OpenList,
}

/// What the search knows of a tile.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    way: StepSums,
    stamp: u32,
    /// The direction of the step that led here.
    arrival: u8,
    /// True once expanded with the current `way`.
    closed: bool,
}

/// Straight and diagonal steps walked, each times its multiplier.
#[derive(Debug, Clone, Copy, Default)]
struct StepSums {
    straight: f64,
    diagonal: f64,
}

impl StepSums {
    #[inline]
    fn with_step(mut self, direction: usize, multiplier: f64) -> Self {
        if direction < SIDES {
            self.straight += multiplier;
        } else {
            self.diagonal += multiplier;
        }
        self
    }

    #[inline]
    fn cost(self, options: &GridOptions) -> f64 {
        self.straight * options.straight + self.diagonal * options.diagonal
    }
}

impl TileSearch<'_> {
    /// Searches until the goal is next to be expanded; `None` where no way leads there.
    ///
    /// The way stands in `memory` until its next search.
    pub(crate) fn run(&self, memory: &mut SearchMemory) -> Option<SearchStats> {
        memory.begin(self.moves.tile_count());
        let goal_tile = self.grid.tile(self.goal);
        let mut stats = SearchStats { expanded: 0, pushed: 1 };
        memory.improve(self.start, StepSums::default(), 0, self.options);
        memory.open.push(OpenTile { f: 0.0, g: 0.0, slot: self.start });
        while let Some(OpenTile { slot, .. }) = memory.open.pop() {
            if slot == self.goal {
                return Some(stats);
            }
            let Some(way) = memory.close(slot) else { continue };
            stats.expanded += 1;
            for (direction, next) in self.moves.legal_steps(slot) {
                let way = way.with_step(direction, self.multiplier(slot, next));
                if memory.improve(next, way, direction, self.options) {
                    let left = Steps::between(self.grid.tile(next), goal_tile);
                    let g = way.cost(self.options);
                    let f = g + self.cheapest * self.options.estimate(left);
                    memory.open.push(OpenTile { f, g, slot: next });
                    stats.pushed += 1;
                }
            }
        }
        None
    }

    /// What a step between two tiles costs, as a multiple of its length.
    #[inline]
    fn multiplier(&self, from: u32, to: u32) -> f64 {
        (self.grid.cost_of(from) + self.grid.cost_of(to)) * 0.5
    }
}

impl SearchMemory {
    /// The cost of the way found to `slot`, in tile sizes.
    pub(crate) fn cost(&self, slot: u32, options: &GridOptions) -> f64 {
        self.nodes[slot as usize].way.cost(options)
    }

    /// The direction of the last step of the way found to `slot`.
    pub(crate) fn arrival(&self, slot: u32) -> usize {
        usize::from(self.nodes[slot as usize].arrival)
    }

    /// Forgets the last search in constant time, except once in 2³² searches.
    fn begin(&mut self, tile_count: usize) {
        self.open.clear();
        if self.nodes.len() < tile_count {
            self.nodes.resize(tile_count, Node::default());
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
    }

    /// Takes a way to a tile if it is the first or the cheapest so far, and opens the tile.
    #[inline]
    fn improve(
        &mut self,
        slot: u32,
        way: StepSums,
        direction: usize,
        options: &GridOptions,
    ) -> bool {
        let node = &mut self.nodes[slot as usize];
        let reached = node.stamp == self.generation;
        if reached && node.way.cost(options) <= way.cost(options) {
            return false;
        }
        *node = Node { way, stamp: self.generation, arrival: direction as u8, closed: false };
        true
    }

    /// Closes a tile that was taken from the queue; `None` where it is closed already.
    #[inline]
    fn close(&mut self, slot: u32) -> Option<StepSums> {
        let node = &mut self.nodes[slot as usize];
        let was_closed = std::mem::replace(&mut node.closed, true);
        (!was_closed).then_some(node.way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_nodes_stay_forgotten_when_the_generation_wraps_around() {
        let grid = Grid::from_rows(["....", ".##.", "...."]).unwrap();
        let options = GridOptions::default();
        let moves = Moves::new(&grid, &options);
        let search = TileSearch {
            grid: &grid,
            moves: &moves,
            options: &options,
            cheapest: 1.0,
            start: 0,
            goal: 11,
        };
        let mut fresh = SearchMemory::default();
        let expected = search.run(&mut fresh);
        let mut old = SearchMemory { generation: u32::MAX - 2, ..SearchMemory::default() };
        for _ in 0..5 {
            assert_eq!(search.run(&mut old), expected);
            assert_eq!(old.cost(11, &options), 5.0);
        }
    }
}
