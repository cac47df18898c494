//! What a search asks of the list of its open nodes.

/// The smaller one of two costs.
pub(super) fn lesser<Cost: PartialOrd>(a: Cost, b: Cost) -> Cost {
    if b < a { b } else { a }
}

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

    /// The least of what nodes promise, given for each that is not stale; linear in those that promise no
    /// more, in the rule.
    fn least(&self, promise: impl Fn(u32) -> Option<Cost>) -> Option<Cost>;
}
