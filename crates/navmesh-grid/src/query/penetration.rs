//! Penetration search: the path to an unreachable goal through obstacles.
//!
//! Source: the "huge cost" of the A* article series that this backend started from. Blocked tiles
//! and forbidden diagonals are not excluded from the search but made expensive. The path ends
//! before the first of them.
//!
//! We differ from it in: 1) the article multiplies the cost of an illegal step by 1000, so that a
//! wall may still win against a long detour. Here paths compare by the length of their illegal
//! steps first and by their cost second. 2) Steps out of blocked tiles are illegal as well. 3) Ties
//! go to the path by lower slots.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::index::MapContext;
use crate::rules::choices::Neighborhood;
use crate::rules::moves::{DIRECTIONS, SIDES};

/// A search for a path through obstacles between two slots.
#[derive(Debug, Clone, Copy)]
pub(super) struct PenetrationSearch<'a> {
    pub(super) context: MapContext<'a>,
    pub(super) start: u32,
    pub(super) goal: u32,
}

/// The cost of a path: the length of its illegal steps, then the sum of all its steps, in tile sizes.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PenetrationCost {
    illegal: f64,
    sum: f64,
    /// The numbers of straight and of diagonal illegal steps. The length comes from these, so that it
    /// does not depend on their order.
    steps: [u32; 2],
}

/// A step between neighbouring tiles.
#[derive(Debug, Clone, Copy)]
struct TileStep {
    is_legal: bool,
    is_diagonal: bool,
    /// The cost in tile sizes.
    cost: f64,
}

/// The best known path to a tile.
#[derive(Debug, Clone, Copy)]
struct PenetrationNode {
    cost: PenetrationCost,
    parent: u32,
    is_closed: bool,
}

/// Memory that queries reuse.
#[derive(Debug, Default)]
pub(crate) struct PenetrationWorkspace {
    nodes: Vec<Option<PenetrationNode>>,
    open: BinaryHeap<Reverse<(u64, u64, u32)>>,
}

impl PenetrationSearch<'_> {
    /// Returns the last tile before the first illegal step of the best path; the goal where all
    /// steps are legal.
    pub(super) fn last_legal_tile(&self, workspace: &mut PenetrationWorkspace) -> u32 {
        self.search(workspace);
        let mut tile = self.goal;
        // The number of illegal steps grows along a path, so tiles without any are its beginning.
        while let Some(node) = workspace.nodes[tile as usize].filter(|n| n.cost.steps != [0; 2]) {
            tile = node.parent;
        }
        tile
    }

    /// Runs Dijkstra's search over all tiles, blocked ones included, until the goal is closed.
    fn search(&self, workspace: &mut PenetrationWorkspace) {
        let PenetrationWorkspace { nodes, open } = workspace;
        nodes.clear();
        nodes.resize(self.context.grid.tile_count(), None);
        open.clear();
        let cost = PenetrationCost { illegal: 0.0, sum: 0.0, steps: [0; 2] };
        nodes[self.start as usize] =
            Some(PenetrationNode { cost, parent: self.start, is_closed: false });
        open.push(Reverse(cost.key(self.start)));
        while let Some(Reverse((.., slot))) = open.pop() {
            if slot == self.goal {
                return;
            }
            let node = nodes[slot as usize].as_mut().filter(|node| !node.is_closed);
            let Some(PenetrationNode { cost, is_closed, .. }) = node else { continue };
            *is_closed = true;
            let cost = *cost;
            self.each_step(slot, |next, step| {
                let cost = self.after(cost, step);
                let known = &mut nodes[next as usize];
                if known.is_none_or(|known| cost.is_less(known.cost)) {
                    *known = Some(PenetrationNode { cost, parent: slot, is_closed: false });
                    open.push(Reverse(cost.key(next)));
                }
            });
        }
    }

    /// Returns the cost of a path after one more step.
    fn after(&self, cost: PenetrationCost, step: TileStep) -> PenetrationCost {
        let mut steps = cost.steps;
        steps[usize::from(step.is_diagonal)] += u32::from(!step.is_legal);
        let [straight, diagonal] = steps.map(f64::from);
        let options = self.context.options;
        let illegal = straight * options.straight + diagonal * options.diagonal;
        PenetrationCost { illegal, sum: cost.sum + step.cost, steps }
    }

    /// Calls `visit` for every step to a tile of the grid, legal or not.
    fn each_step(&self, slot: u32, mut visit: impl FnMut(u32, TileStep)) {
        let MapContext { grid, options, index } = self.context;
        let (x, y) = grid.tile(slot);
        let legal = index.moves.mask(slot);
        let count = if options.neighborhood == Neighborhood::Four { SIDES } else { 8 };
        for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate().take(count) {
            let next = grid.slot(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            let Some(next) = next else { continue };
            let (is_legal, is_diagonal) = (legal >> direction & 1 != 0, direction >= SIDES);
            let length = if is_diagonal { options.diagonal } else { options.straight };
            let multiplier = (grid.cost_of(slot) + grid.cost_of(next)) * 0.5;
            visit(next, TileStep { is_legal, is_diagonal, cost: multiplier * length });
        }
    }
}

impl PenetrationCost {
    fn is_less(self, other: Self) -> bool {
        let bits = |cost: Self| (cost.illegal.to_bits(), cost.sum.to_bits());
        bits(self) < bits(other)
    }

    /// Returns the order of a slot in the open list: by illegal length, by sum, by slot.
    ///
    /// Both are not negative, so that their bits are ordered as they are.
    fn key(self, slot: u32) -> (u64, u64, u32) {
        (self.illegal.to_bits(), self.sum.to_bits(), slot)
    }
}
