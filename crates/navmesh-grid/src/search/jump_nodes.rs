//! What jump point search remembers: its nodes, and the way back along them.

use super::Tally;
use super::buckets::Buckets;
use super::tile_index::TileIndex;
use crate::grid::Grid;
use crate::moves::{Run, direction_of};

/// What jump point search keeps of a search, and its room for the next one.
///
/// The nodes of a search stand side by side in the order in which they were reached.
#[derive(Debug, Default)]
pub(crate) struct JumpMemory {
    pub(super) index: TileIndex,
    pub(super) nodes: Vec<JumpNode>,
    /// The node that is being expanded.
    pub(super) from: u32,
    pub(super) open: Buckets,
    /// Open nodes beyond the limit that were taken out of the queue.
    pub(super) put_off: Vec<u32>,
    pub(super) tally: Tally<u64>,
    /// The goal's node, once it is reached.
    pub(super) goal: Option<u32>,
}

/// What is known of a tile that was reached.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct JumpNode {
    pub(super) cost: u64,
    /// No way from here to the goal costs less.
    pub(super) left: u64,
    pub(super) tile: (u32, u32),
    /// The node that the runs to here began at; the start's is itself.
    pub(super) parent: u32,
    /// The directions in which runs arrived here and were not followed yet.
    pub(super) arrivals: u8,
    /// The ways on that were followed, at this cost.
    pub(super) followed: u8,
    /// True once expanded, at this cost or a higher one.
    pub(super) is_expanded: bool,
}

/// A tile that a run has come to, at what cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) tile: (u32, u32),
    pub(super) cost: u64,
}

impl JumpNode {
    /// A tile that no optimal way touches.
    pub(super) const DEAD_END: Self = Self {
        cost: 0,
        left: 0,
        tile: (0, 0),
        parent: 0,
        arrivals: 0,
        followed: u8::MAX,
        is_expanded: false,
    };

    /// What the whole way costs at least that leads through here.
    #[inline(always)]
    pub(super) fn sum(&self) -> u64 {
        self.cost + self.left
    }
}

/// The slot of a tile.
#[inline]
pub(super) fn slot_of(grid: &Grid, (x, y): (u32, u32)) -> u32 {
    y * grid.width() + x
}

impl JumpMemory {
    /// True where this is the number of a node of this search, and the tile is its.
    ///
    /// Which of the two fails is as good as chance, so that they are asked as one: a branch that the
    /// processor foretells wrongly costs more than they do.
    #[inline(always)]
    fn is_node(nodes: &[JumpNode], number: u32, (x, y): (u32, u32)) -> bool {
        let (number, last) = (number as usize, nodes.len().saturating_sub(1));
        let is_its = |node: &JumpNode| (node.tile.0 == x) & (node.tile.1 == y) & (number <= last);
        nodes.get(number.min(last)).is_some_and(is_its)
    }

    /// The number of a tile's node and what the tile costs; a tile without one gets the number that the
    /// next node will have, and costs more than any other.
    #[inline(always)]
    pub(super) fn number(&mut self, tile: (u32, u32)) -> (u32, u64) {
        let last = self.nodes.len().saturating_sub(1);
        let number = self.index.number_mut(tile);
        let node = &self.nodes[last.min(*number as usize)];
        let is_its = (node.tile.0 == tile.0) & (node.tile.1 == tile.1) & (*number as usize <= last);
        // All ones where the node is another tile's. Chosen by a branch, it would be foretold wrongly.
        let others = u64::from(is_its).wrapping_sub(1);
        *number ^= (*number ^ (last as u32 + 1)) & others as u32;
        (*number, node.cost | others)
    }

    /// The node of a tile that is reached from the one that is being expanded, for the first time or most
    /// cheaply.
    #[inline(always)]
    pub(super) fn node(&self, arrival: Arrival, direction: usize, left: u64) -> JumpNode {
        let Arrival { tile, cost } = arrival;
        let (parent, arrivals) = (self.from, 1 << direction);
        JumpNode { cost, left, tile, parent, arrivals, followed: 0, is_expanded: false }
    }

    /// Remembers the cheapest way to the goal so far. Its node is one apart, that no index leads to.
    pub(super) fn reach_goal(&mut self, node: JumpNode) {
        match self.goal.and_then(|number| self.nodes.get_mut(number as usize)) {
            Some(known) => *known = node,
            None => {
                self.goal = Some(self.nodes.len() as u32);
                self.nodes.push(node);
            }
        }
    }

    /// The slot of the expanded tile that looked nearest to the goal.
    pub(crate) fn nearest(&self, grid: &Grid) -> Option<u32> {
        let (_, number) = self.tally.nearest?;
        Some(slot_of(grid, self.nodes[number as usize].tile))
    }

    /// Calls `visit` for the runs of the way found to a slot, from there backwards.
    pub(crate) fn each_run_back(&self, grid: &Grid, slot: u32, mut visit: impl FnMut(Run)) {
        let tile = grid.tile(slot);
        let is_here = |&number: &u32| Self::is_node(&self.nodes, number, tile);
        let known = || self.index.get(tile).filter(is_here);
        let Some(mut number) = self.goal.filter(is_here).or_else(known) else { return };
        loop {
            let JumpNode { tile, parent, .. } = self.nodes[number as usize];
            if number == parent {
                return;
            }
            let from = self.nodes[parent as usize].tile;
            runs_back(grid, from, tile)
                .into_iter()
                .filter(|run| run.steps > 0)
                .for_each(&mut visit);
            number = parent;
        }
    }
}

/// The two runs between the tiles of a node and of its parent: diagonal steps come first as one walks
/// them, and last here.
pub(super) fn runs_back(grid: &Grid, from: (u32, u32), to: (u32, u32)) -> [Run; 2] {
    let (wide, high) = (to.0.abs_diff(from.0), to.1.abs_diff(from.1));
    let [dx, dy] = [towards(from.0, to.0), towards(from.1, to.1)];
    let side = if wide > high { (dx, 0) } else { (0, dy) };
    let [straights, diagonals] = [wide.max(high) - wide.min(high), wide.min(high)];
    let straight = Run { last: slot_of(grid, to), direction: direction_of(side), steps: straights };
    // Where the straight run begins, the diagonal one ends.
    let bend = (
        from.0.wrapping_add_signed(dx * diagonals as i32),
        from.1.wrapping_add_signed(dy * diagonals as i32),
    );
    let last = slot_of(grid, bend);
    [straight, Run { last, direction: direction_of((dx, dy)), steps: diagonals }]
}

/// The sign of the way from one number to another.
fn towards(from: u32, to: u32) -> i32 {
    i32::from(to > from) - i32::from(to < from)
}
