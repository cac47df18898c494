//! A heap of nodes in the exact order of their float sums.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::lesser;

/// Open nodes by smallest sum, then by largest cost (nearest to the goal), then by number.
#[derive(Debug, Default)]
pub(super) struct SumHeap {
    heap: BinaryHeap<OpenNode>,
}

/// A node as it was inserted; stale once a cheaper path to it is known.
#[derive(Debug, Clone, Copy)]
struct OpenNode {
    sum: f64,
    cost: f64,
    node: u32,
}

impl SumHeap {
    pub(super) fn clear(&mut self) {
        self.heap.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, sum: f64, cost: f64, node: u32) {
        self.heap.push(OpenNode { sum, cost, node });
    }

    /// Removes the first node if its sum is less than `upper_bound`.
    #[inline]
    pub(super) fn pop(&mut self, upper_bound: f64) -> Option<u32> {
        self.heap.peek().filter(|top| top.sum < upper_bound)?;
        self.heap.pop().map(|top| top.node)
    }

    pub(super) fn len(&self) -> usize {
        self.heap.len()
    }

    /// Returns the least sum of all nodes that are not stale.
    pub(super) fn least(&self, sum: impl Fn(u32) -> Option<f64>) -> Option<f64> {
        let sums = || self.heap.iter().filter_map(|open| sum(open.node)).reduce(lesser);
        self.heap.peek().and_then(|top| sum(top.node)).or_else(sums)
    }
}

impl Ord for OpenNode {
    /// Orders nodes from the last to the first, since the heap yields its greatest entry first.
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sum = other.sum.total_cmp(&self.sum);
        by_sum.then(self.cost.total_cmp(&other.cost)).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for OpenNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for OpenNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for OpenNode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_largest_cost_then_to_the_lowest_number() {
        let mut heap = SumHeap::default();
        for (sum, cost, node) in [(3.0, 1.0, 4), (2.0, 0.5, 9), (2.0, 1.5, 8), (2.0, 1.5, 7)] {
            heap.push(sum, cost, node);
        }
        let sum = |node| [2.0, 2.0, 3.0].get(node as usize - 7).copied();
        assert_eq!(heap.least(sum), Some(2.0));
        assert_eq!(heap.least(|node| (node == 4).then_some(3.0)), Some(3.0));
        let order: Vec<u32> = std::iter::from_fn(|| heap.pop(3.0)).collect();
        assert_eq!(order, [7, 8, 9]);
    }
}
