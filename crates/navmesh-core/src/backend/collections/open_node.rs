//! The entries of the queue of a best-first search.

use std::cmp::Ordering;

/// A node in the queue of a best-first search: the greatest is expanded next.
///
/// That is the node with the lowest sum. Ties go to the highest cost, which is nearest to the goal,
/// then to the lowest number.
///
/// ```
/// use std::collections::BinaryHeap;
/// use navmesh_core::backend::collections::OpenNode;
///
/// let open = |sum, cost, node| OpenNode { sum, cost, node };
/// let mut queue =
///     BinaryHeap::from([open(2.0, 1.0, 0), open(1.0, 0.5, 7), open(1.0, 0.5, 3), open(1.0, 0.9, 9)]);
/// let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|open| open.node).collect();
/// assert_eq!(order, [9, 3, 7, 0]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct OpenNode {
    /// The cost plus the estimate of the rest.
    pub sum: f64,
    /// The cost of the path by which the node was inserted; a lower known cost makes the entry stale.
    pub cost: f64,
    /// The number of the node.
    pub node: u32,
}

impl Ord for OpenNode {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let by_sum = other.sum.total_cmp(&self.sum);
        by_sum.then(self.cost.total_cmp(&other.cost)).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for OpenNode {
    #[inline]
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
