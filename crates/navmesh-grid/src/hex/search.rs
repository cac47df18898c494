//! A* over hexagons.
//!
//! Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths", 1968, with the hexagons' distance times the lowest cost as the guess.
//! We differ from it in: 1) a hexagon is never moved within the queue; it is put in again, and what is
//! stale is skipped when it comes out.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

use super::{HexGrid, HexPath};

/// A search to run: its ends are free, and joined or not.
#[derive(Debug, Clone, Copy)]
pub(super) struct HexSearch<'a> {
    pub(super) map: &'a HexGrid,
    /// No free hexagon has a lower multiplier.
    pub(super) cheapest: f64,
    pub(super) start: u32,
    pub(super) goal: u32,
}

/// What searches keep between queries.
#[derive(Debug, Clone, Default)]
pub(super) struct HexMemory {
    nodes: Vec<Node>,
    /// The number of the current search; a node with another stamp was not reached in it.
    generation: u32,
    open: BinaryHeap<Reverse<Open>>,
}

/// What is known of a hexagon.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    cost: f64,
    /// The hexagon before it on the way.
    before: u32,
    stamp: u32,
}

/// A hexagon to expand: by smallest f, then by largest g, then by slot.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Open {
    f: f64,
    g: f64,
    slot: u32,
}

impl HexSearch<'_> {
    /// Writes a cheapest path down; false where there is none.
    ///
    /// Complexity: O(n log n) in the hexagons that are looked at.
    pub(super) fn run(&self, memory: &mut HexMemory, path: &mut HexPath) -> bool {
        let tiles = self.map.tiles();
        memory.begin(tiles.tile_count());
        memory.reach(self.start, Node { before: self.start, ..Node::default() });
        memory.open.push(Reverse(Open { f: self.guess(self.start), g: 0.0, slot: self.start }));
        while let Some(Reverse(Open { g, slot, .. })) = memory.open.pop() {
            if slot == self.goal {
                memory.read_off(self, path);
                return true;
            }
            if g > memory.cost(slot) {
                continue;
            }
            let (x, y) = tiles.tile(slot);
            for (x, y) in self.map.neighbors(x, y) {
                let next = y * tiles.width() + x;
                let cost = g + (tiles.cost_of(slot) + tiles.cost_of(next)) * 0.5;
                if cost < memory.cost(next) {
                    memory.reach(next, Node { cost, before: slot, stamp: 0 });
                    memory.open.push(Reverse(Open {
                        f: cost + self.guess(next),
                        g: cost,
                        slot: next,
                    }));
                }
            }
        }
        false
    }

    fn guess(&self, slot: u32) -> f64 {
        let [at, end] = [slot, self.goal].map(|slot| {
            let (x, y) = self.map.tiles().tile(slot);
            HexGrid::hex(x, y)
        });
        at.distance(end) as f64 * self.cheapest
    }
}

impl HexMemory {
    /// Forgets the last search in constant time, except once in 2³² searches.
    fn begin(&mut self, count: usize) {
        self.open.clear();
        if self.nodes.len() < count {
            self.nodes.resize(count, Node::default());
        }
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.nodes.fill(Node::default());
            self.generation = 1;
        }
    }

    fn cost(&self, slot: u32) -> f64 {
        let node = &self.nodes[slot as usize];
        if node.stamp == self.generation { node.cost } else { f64::INFINITY }
    }

    fn reach(&mut self, slot: u32, node: Node) {
        self.nodes[slot as usize] = Node { stamp: self.generation, ..node };
    }

    /// The way to the goal, by each hexagon's cost and the one before it.
    fn read_off(&self, search: &HexSearch<'_>, path: &mut HexPath) {
        let before = |&slot: &u32| (slot != search.start).then(|| self.nodes[slot as usize].before);
        let slots = std::iter::successors(Some(search.goal), before);
        path.cost = self.cost(search.goal);
        path.tiles.extend(slots.map(|slot| search.map.tiles().tile(slot)));
        path.tiles.reverse();
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sum = self.f.total_cmp(&other.f);
        by_sum.then(other.g.total_cmp(&self.g)).then(self.slot.cmp(&other.slot))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Eq for Open {}
