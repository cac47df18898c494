//! Tree paths between cells.
//!
//! In fresh blocks a block has a lower number than the block above it, so the lower one of two climbs first.
//! After a patch the numbers tell nothing. Two climbs then alternate until one reaches a cell of the other.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use navmesh_core::backend::collections::{NONE, StampSet};

use super::{BlockTreeStep, Blocks, End};

/// The working memory of climbs in patched blocks.
#[derive(Debug, Default)]
pub(crate) struct Climbs {
    /// The cells of either climb.
    seen: [StampSet; 2],
    steps: [Vec<BlockTreeStep>; 2],
}

impl Climbs {
    fn begin(&mut self, slots: usize) {
        for seen in &mut self.seen {
            seen.begin(slots);
        }
        for steps in &mut self.steps {
            steps.clear();
        }
    }
}

impl Blocks {
    /// Returns the step up the tree from a cell; `None` at a root.
    pub(super) fn step_from(&self, from: u32) -> Option<BlockTreeStep> {
        let block = self.parents[from as usize];
        (block != NONE).then(|| BlockTreeStep { block, from, top: self.tops[block as usize] })
    }

    /// Calls `visit` with every step up the tree between two cells of one component, and with the end from
    /// which it leads up.
    ///
    /// The steps of each end come in order from there. Between two components there are no blocks.
    ///
    /// Complexity: linear in the number of blocks visited.
    pub(crate) fn each_between(
        &self,
        [mut a, mut b]: [u32; 2],
        climbs: &mut Climbs,
        mut visit: impl FnMut(End, BlockTreeStep),
    ) {
        if !self.is_ordered() {
            return self.each_between_unordered([a, b], climbs, visit);
        }
        while a != b {
            let is_first = self.parents[a as usize] < self.parents[b as usize];
            // The cell below the lower block is not above the other cell.
            let (cell, end) = if is_first { (&mut a, End::First) } else { (&mut b, End::Second) };
            let Some(step) = self.step_from(*cell) else { return };
            visit(end, step);
            *cell = step.top;
        }
    }

    fn each_between_unordered(
        &self,
        ends: [u32; 2],
        climbs: &mut Climbs,
        mut visit: impl FnMut(End, BlockTreeStep),
    ) {
        climbs.begin(self.parents.len());
        let Some(meeting) = self.meeting(ends, climbs) else { return };
        for (end, steps) in [End::First, End::Second].into_iter().zip(&climbs.steps) {
            for &step in steps.iter().take_while(|step| step.from != meeting) {
                visit(end, step);
            }
        }
    }

    /// Returns the lowest cell above both ends, and writes the steps up to it and perhaps beyond.
    fn meeting(&self, ends: [u32; 2], climbs: &mut Climbs) -> Option<u32> {
        let mut at = ends.map(Some);
        while at.iter().any(Option::is_some) {
            for [side, other] in [[0, 1], [1, 0]] {
                let Some(cell) = at[side] else { continue };
                climbs.seen[side].insert(cell);
                if climbs.seen[other].contains(cell) {
                    return Some(cell);
                }
                let step = self.step_from(cell);
                climbs.steps[side].extend(step);
                at[side] = step.map(|step| step.top);
            }
        }
        None
    }

    /// Calls `visit` with every block on the tree paths between any two of `cells`, all of one component,
    /// and with each cell of these paths from which the path leads to the block's top.
    ///
    /// Complexity: O(n log n) in the number of cells and of visits. No two visits are the same. In patched
    /// blocks, also linear in the blocks between the cells and the root of the tree.
    pub(crate) fn each_among(
        &self,
        mut cells: impl Iterator<Item = u32>,
        climbs: &mut Climbs,
        mut visit: impl FnMut(u32, u32),
    ) {
        if !self.is_ordered() {
            let Some(first) = cells.next() else { return };
            return self.each_among_unordered(first, cells, climbs, visit);
        }
        let by_block = |cell: u32| Reverse((self.parents[cell as usize], cell));
        let mut open: BinaryHeap<_> = cells.map(by_block).collect();
        while let Some(lowest) = open.pop() {
            // A cell that several paths lead to is in the heap once for each.
            while open.peek() == Some(&lowest) {
                open.pop();
            }
            let Reverse((block, cell)) = lowest;
            if open.is_empty() || block == NONE {
                return; // all paths have met
            }
            visit(block, cell);
            open.push(by_block(self.tops[block as usize]));
        }
    }

    /// The first cell climbs to the root. Each other one climbs until it meets this path, the trunk, or
    /// the path of another cell. The trunk counts up to the highest cell where it is met.
    fn each_among_unordered(
        &self,
        first: u32,
        others: impl Iterator<Item = u32>,
        climbs: &mut Climbs,
        mut visit: impl FnMut(u32, u32),
    ) {
        climbs.begin(self.parents.len());
        let [trunk, met] = &mut climbs.seen;
        let up = |step: &BlockTreeStep| self.step_from(step.top);
        let steps = &mut climbs.steps[0];
        steps.extend(std::iter::successors(self.step_from(first), up));
        trunk.insert(first);
        for step in &*steps {
            trunk.insert(step.top);
        }
        for cell in others {
            let mut at = cell;
            while met.insert(at) && !trunk.contains(at) {
                let Some(step) = self.step_from(at) else { break };
                visit(step.block, step.from);
                at = step.top;
            }
        }
        let highest = steps.iter().rposition(|step| met.contains(step.top));
        for step in &steps[..highest.map_or(0, |place| place + 1)] {
            visit(step.block, step.from);
        }
    }
}
