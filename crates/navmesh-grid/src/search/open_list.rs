//! Open nodes in a heap, in the exact order of their sums.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::queue::{Queue, lesser};

/// A queue by smallest sum, then by largest cost (the node nearer to the goal), then by number.
#[derive(Debug, Default)]
pub(crate) struct OpenList {
    heap: BinaryHeap<OpenNode>,
}

/// A node as it was put into the list; it is stale once the node was reached more cheaply.
#[derive(Debug, Clone, Copy)]
struct OpenNode {
    sum: f64,
    cost: f64,
    node: u32,
}

impl Queue<f64> for OpenList {
    fn begin(&mut self, _: f64, _: f64) {
        self.heap.clear();
    }

    #[inline]
    fn push(&mut self, sum: f64, cost: f64, node: u32) {
        self.heap.push(OpenNode { sum, cost, node });
    }

    #[inline]
    fn pop(&mut self, ceiling: f64) -> Option<u32> {
        self.heap.peek().filter(|top| top.sum < ceiling)?;
        self.heap.pop().map(|top| top.node)
    }

    fn len(&self) -> usize {
        self.heap.len()
    }

    fn least(&self, promise: impl Fn(u32) -> Option<f64>) -> Option<f64> {
        let promises = || self.heap.iter().filter_map(|open| promise(open.node)).reduce(lesser);
        self.heap.peek().and_then(|top| promise(top.node)).or_else(promises)
    }
}

impl Ord for OpenNode {
    /// Greater is more promising: the heap yields its greatest first.
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
    fn ties_go_to_the_node_further_along_then_to_the_lower_number() {
        let mut list = OpenList::default();
        for (sum, cost, node) in [(3.0, 1.0, 4), (2.0, 0.5, 9), (2.0, 1.5, 8), (2.0, 1.5, 7)] {
            list.push(sum, cost, node);
        }
        let promise = |node| [2.0, 2.0, 3.0].get(node as usize - 7).copied();
        assert_eq!(list.least(promise), Some(2.0));
        assert_eq!(list.least(|node| (node == 4).then_some(3.0)), Some(3.0));
        let order: Vec<u32> = std::iter::from_fn(|| list.pop(3.0)).collect();
        assert_eq!(order, [7, 8, 9]);
    }
}
