//! What a search asks of the list of its open nodes.

/// Open nodes, the most promising first; made for one kind of cost.
pub(crate) trait Queue<Cost>: Default {
    /// Empties the queue and keeps its memory. No sum will be less than `least`; buckets are a
    /// quarter of `step` wide, if there are any.
    fn begin(&mut self, least: Cost, step: Cost);

    /// Puts in a node that `cost` was paid for and that promises `sum` for the whole way.
    fn push(&mut self, sum: Cost, cost: Cost, node: u32);

    /// Takes out a node that may promise less than `ceiling`; `None` where all promise no less.
    fn pop(&mut self, ceiling: Cost) -> Option<u32>;

    /// How many entries are in it, stale ones included.
    fn len(&self) -> usize;

    /// Nodes among which is one with the least promise of all, if the last one taken out was put
    /// back.
    fn front(&self) -> impl Iterator<Item = u32>;
}
