//! A* over hexagons.
//!
//! Source: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination
//! of Minimum Cost Paths", 1968. The heuristic is the distance in hexagons times the lowest cost.
//! We differ from it in: 1) a hexagon never moves within the queue; the search inserts it again and
//! skips stale entries.

use std::collections::BinaryHeap;

use navmesh_core::backend::collections::{Generation, OpenNode};

use super::grid::HexGrid;
use super::path::HexPath;

/// A search between two free hexagons.
#[derive(Debug, Clone, Copy)]
pub(super) struct HexSearch<'a> {
    pub(super) map: &'a HexGrid,
    /// The lowest multiplier of all free hexagons.
    pub(super) cheapest: f64,
    pub(super) start: u32,
    pub(super) goal: u32,
}

/// Memory that queries reuse.
#[derive(Debug, Clone, Default)]
pub(super) struct HexWorkspace {
    nodes: Vec<HexNode>,
    /// The number of the current search; a node with another stamp is unreached.
    generation: Generation,
    open: BinaryHeap<OpenNode>,
}

/// The best known path to a hexagon.
#[derive(Debug, Clone, Copy, Default)]
struct HexNode {
    cost: f64,
    /// The previous hexagon on the path.
    parent: u32,
    stamp: u32,
}

impl HexSearch<'_> {
    /// Writes a cheapest path; returns false if there is none.
    ///
    /// Complexity: O(n log n) in the hexagons visited.
    pub(super) fn run(&self, workspace: &mut HexWorkspace, path: &mut HexPath) -> bool {
        let tiles = self.map.tiles();
        workspace.begin(tiles.tile_count());
        workspace.reach(self.start, 0.0, self.start);
        workspace.open.push(OpenNode { sum: self.h(self.start), cost: 0.0, node: self.start });
        while let Some(OpenNode { cost: g, node: slot, .. }) = workspace.open.pop() {
            if slot == self.goal {
                workspace.read_path(self, path);
                return true;
            }
            if g > workspace.cost(slot) {
                continue;
            }
            let (x, y) = tiles.tile(slot);
            for (x, y) in self.map.neighbors(x, y) {
                let next = y * tiles.width() + x;
                let cost = g + (tiles.cost_of(slot) + tiles.cost_of(next)) * 0.5;
                if cost < workspace.cost(next) {
                    workspace.reach(next, cost, slot);
                    let sum = cost + self.h(next);
                    workspace.open.push(OpenNode { sum, cost, node: next });
                }
            }
        }
        false
    }

    /// Returns the heuristic: a lower bound on the cost from a hexagon to the goal.
    fn h(&self, slot: u32) -> f64 {
        let [at, goal] = [slot, self.goal].map(|slot| {
            let (x, y) = self.map.tiles().tile(slot);
            HexGrid::hex(x, y)
        });
        at.distance(goal) as f64 * self.cheapest
    }
}

impl HexWorkspace {
    /// Forgets the last search in constant time, except once in 2³² searches.
    fn begin(&mut self, count: usize) {
        self.open.clear();
        if self.nodes.len() < count {
            self.nodes.resize(count, HexNode::default());
        }
        if self.generation.advance() {
            self.nodes.fill(HexNode::default());
        }
    }

    fn cost(&self, slot: u32) -> f64 {
        let node = &self.nodes[slot as usize];
        if node.stamp == self.generation.number() { node.cost } else { f64::INFINITY }
    }

    fn reach(&mut self, slot: u32, cost: f64, parent: u32) {
        self.nodes[slot as usize] = HexNode { cost, parent, stamp: self.generation.number() };
    }

    /// Writes the path to the goal and its cost.
    fn read_path(&self, search: &HexSearch<'_>, path: &mut HexPath) {
        let parent = |&slot: &u32| (slot != search.start).then(|| self.nodes[slot as usize].parent);
        let slots = std::iter::successors(Some(search.goal), parent);
        path.cost = self.cost(search.goal);
        path.tiles.extend(slots.map(|slot| search.map.tiles().tile(slot)));
        path.tiles.reverse();
    }
}
