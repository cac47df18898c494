//! The nodes of jump point search, and the path back along them.

use super::tile_index::TileIndex;
use crate::map::grid::Grid;
use crate::rules::moves::{Segment, direction_of};
use crate::search::engine::SearchState;
use crate::search::queue::integer::IntegerBuckets;

/// The nodes and the open list of a search, reused by the next one.
///
/// The nodes of a search are stored in the order in which they were reached.
#[derive(Debug, Default)]
pub(crate) struct JumpWorkspace {
    pub(super) index: TileIndex,
    pub(super) nodes: Vec<JumpNode>,
    /// The node in expansion.
    pub(super) from: u32,
    pub(super) open: IntegerBuckets,
    /// Open nodes above the limit that were removed from the open list.
    pub(super) deferred: Vec<u32>,
    pub(super) state: SearchState<u64>,
    /// The goal's node, once it is reached.
    pub(super) goal: Option<u32>,
}

/// The best known path to a tile.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct JumpNode {
    pub(super) cost: u64,
    pub(super) h: u64,
    pub(super) tile: (u32, u32),
    /// The node from which the search jumped here; the start is its own parent.
    pub(super) parent: u32,
    /// The directions of arrivals that are not expanded yet, as bits.
    pub(super) arrivals: u8,
    /// The successors that were expanded at this cost, as bits.
    pub(super) expanded: u8,
    /// True once the node was expanded, at this cost or a higher one.
    pub(super) is_expanded: bool,
}

/// A tile that a jump has reached, and the cost of the path.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) tile: (u32, u32),
    pub(super) cost: u64,
}

impl JumpNode {
    /// The node of a tile that no optimal path touches.
    pub(super) const DEAD_END: Self = Self {
        cost: 0,
        h: 0,
        tile: (0, 0),
        parent: 0,
        arrivals: 0,
        expanded: u8::MAX,
        is_expanded: false,
    };

    /// Returns the sum of cost and heuristic.
    #[inline]
    pub(super) fn sum(&self) -> u64 {
        self.cost + self.h
    }
}

#[inline]
pub(super) fn slot_of(grid: &Grid, tile: (u32, u32)) -> u32 {
    tile.1 * grid.width() + tile.0
}

impl JumpWorkspace {
    /// Returns true if `number` is the number of a node of this search, and `tile` is its tile.
    fn is_node(&self, number: u32, tile: (u32, u32)) -> bool {
        self.nodes.get(number as usize).is_some_and(|node| node.tile == tile)
    }

    /// Returns the number of a tile's node and the tile's cost. A tile without a node gets the
    /// number of the next node, and the largest cost.
    ///
    /// Whether a tile has a node is unpredictable. The code therefore avoids a branch, which the
    /// processor would often mispredict.
    #[inline(always)] // in the inner loop of the search
    pub(super) fn number(&mut self, tile: (u32, u32)) -> (u32, u64) {
        let last = self.nodes.len().saturating_sub(1);
        let number = self.index.number_mut(tile);
        let node = &self.nodes[last.min(*number as usize)];
        let is_known =
            (node.tile.0 == tile.0) & (node.tile.1 == tile.1) & (*number as usize <= last);
        // All ones where the node belongs to another tile.
        let unknown = u64::from(is_known).wrapping_sub(1);
        *number ^= (*number ^ (last as u32 + 1)) & unknown as u32;
        (*number, node.cost | unknown)
    }

    /// Returns the node of a tile that was reached from the node in expansion.
    #[inline(always)] // in the inner loop of the search
    pub(super) fn node(&self, arrival: Arrival, direction: usize, h: u64) -> JumpNode {
        let Arrival { tile, cost } = arrival;
        let (parent, arrivals) = (self.from, 1 << direction);
        JumpNode { cost, h, tile, parent, arrivals, expanded: 0, is_expanded: false }
    }

    /// Stores the best known path to the goal. Its node is not in the index.
    pub(super) fn reach_goal(&mut self, node: JumpNode) {
        match self.goal.and_then(|number| self.nodes.get_mut(number as usize)) {
            Some(known) => *known = node,
            None => {
                self.goal = Some(self.nodes.len() as u32);
                self.nodes.push(node);
            }
        }
    }

    /// Returns the slot of the expanded tile with the least heuristic.
    pub(crate) fn nearest(&self, grid: &Grid) -> Option<u32> {
        let (_, number) = self.state.nearest?;
        Some(slot_of(grid, self.nodes[number as usize].tile))
    }

    /// Calls `visit` for the segments of the path to a slot, from the last one back.
    pub(crate) fn each_segment_back(&self, grid: &Grid, slot: u32, mut visit: impl FnMut(Segment)) {
        let tile = grid.tile(slot);
        let is_here = |&number: &u32| self.is_node(number, tile);
        let known = || self.index.get(tile).filter(is_here);
        let Some(mut number) = self.goal.filter(is_here).or_else(known) else { return };
        loop {
            let JumpNode { tile, parent, .. } = self.nodes[number as usize];
            if number == parent {
                return;
            }
            let from = self.nodes[parent as usize].tile;
            for segment in segments_back(grid, from, tile) {
                if segment.steps > 0 {
                    visit(segment);
                }
            }
            number = parent;
        }
    }
}

/// Returns the two segments between the tiles of a node and of its parent, the straight one first:
/// the path takes its diagonal steps first.
pub(crate) fn segments_back(grid: &Grid, from: (u32, u32), to: (u32, u32)) -> [Segment; 2] {
    let (wide, high) = (to.0.abs_diff(from.0), to.1.abs_diff(from.1));
    let [dx, dy] = [sign(from.0, to.0), sign(from.1, to.1)];
    let straight = if wide > high { direction_of(dx, 0) } else { direction_of(0, dy) };
    let [straights, diagonals] = [wide.max(high) - wide.min(high), wide.min(high)];
    // The diagonal segment ends where the straight one begins.
    let bend_x = from.0.wrapping_add_signed(dx * diagonals as i32);
    let bend_y = from.1.wrapping_add_signed(dy * diagonals as i32);
    [
        Segment { last: slot_of(grid, to), direction: straight, steps: straights },
        Segment {
            last: slot_of(grid, (bend_x, bend_y)),
            direction: direction_of(dx, dy),
            steps: diagonals,
        },
    ]
}

/// Returns the sign of `to` − `from`.
fn sign(from: u32, to: u32) -> i32 {
    i32::from(to > from) - i32::from(to < from)
}
