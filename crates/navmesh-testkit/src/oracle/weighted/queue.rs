//! A queue of nodes by cost.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes by cost, the cheapest first; ties by number.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// Costs are not negative, so their bits are in the order of their values.
    heap: BinaryHeap<Reverse<(u64, usize)>>,
}

/// A node of the queue.
pub(super) struct Entry {
    pub(super) cost: f64,
    pub(super) node: usize,
}

impl Queue {
    pub(super) fn push(&mut self, cost: f64, node: usize) {
        self.heap.push(Reverse((cost.to_bits(), node)));
    }

    pub(super) fn pop(&mut self) -> Option<Entry> {
        let Reverse((bits, node)) = self.heap.pop()?;
        Some(Entry { cost: f64::from_bits(bits), node })
    }
}
