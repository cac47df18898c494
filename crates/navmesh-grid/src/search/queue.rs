//! Open lists: the nodes that a search has reached and not expanded.
//!
//! 1. `stacks` – buckets of nearly equal sums, each a stack.
//! 2. `integer` – buckets for integer costs.
//! 3. `float` – buckets for float costs, and a heap for sums beyond them.

mod stacks;
pub(crate) mod integer;
pub(crate) mod float;

/// An open list for one type of cost: the nodes with the smallest sums first.
///
/// The *sum* of a node is the cost of the best known path to it plus the estimate of the remaining
/// cost.
pub(crate) trait OpenList<Cost>: Default {
    /// Empties the list and keeps its memory. No sum will be less than `least`; a bucket is a
    /// quarter of `step` wide.
    fn begin(&mut self, least: Cost, step: Cost);

    /// Inserts a node with its cost and its sum.
    fn push(&mut self, sum: Cost, cost: Cost, node: u32);

    /// Removes a node whose sum may be less than `upper_bound`; returns `None` if no sum is.
    fn pop(&mut self, upper_bound: Cost) -> Option<u32>;

    /// Returns the number of entries, stale ones included.
    fn len(&self) -> usize;

    /// Returns the least sum of all nodes; `sum` returns the current sum of a node, or `None` for a
    /// stale entry.
    ///
    /// Complexity: usually linear in the entries of the first bucket.
    fn least(&self, sum: impl Fn(u32) -> Option<Cost>) -> Option<Cost>;
}

/// Returns the smaller of two costs.
pub(super) fn lesser<Cost: PartialOrd>(a: Cost, b: Cost) -> Cost {
    if b < a { b } else { a }
}
