//! Buckets for float costs.

use std::collections::BinaryHeap;

use navmesh_core::backend::collections::OpenNode;

use super::stacks::BucketStacks;
use super::{OpenList, lesser};

/// Open nodes in buckets of nearly equal float sums.
///
/// Tiles may differ in cost by any factor, and so may sums. The number of buckets is therefore
/// limited; a heap keeps the nodes with larger sums in exact order. With buckets of width 0 the
/// heap keeps all nodes.
#[derive(Debug, Default)]
pub(crate) struct FloatBuckets {
    stacks: BucketStacks,
    overflow: BinaryHeap<OpenNode>,
    /// No sum is less.
    least: f64,
    /// The number of buckets per unit of cost; 0 where there are none.
    per_unit: f64,
}

/// The largest number of buckets, a megabyte of stacks. Few searches come near to it.
const MAX_BUCKETS: u64 = 1 << 18;

impl FloatBuckets {
    /// Returns the bucket of a sum; it grows with the sum.
    #[inline]
    fn bucket(&self, sum: f64) -> u64 {
        ((sum - self.least) * self.per_unit) as u64
    }
}

impl OpenList<f64> for FloatBuckets {
    fn begin(&mut self, least: f64, step: f64) {
        self.stacks.clear();
        self.overflow.clear();
        self.least = least;
        self.per_unit = if step > 0.0 { 4.0 / step } else { 0.0 };
    }

    #[inline]
    fn push(&mut self, sum: f64, cost: f64, node: u32) {
        let bucket = self.bucket(sum);
        if self.per_unit > 0.0 && bucket < MAX_BUCKETS {
            self.stacks.push(bucket as usize, node);
        } else {
            self.overflow.push(OpenNode { sum, cost, node });
        }
    }

    #[inline]
    fn pop(&mut self, upper_bound: f64) -> Option<u32> {
        let last = self.bucket(upper_bound);
        self.stacks.pop(last).or_else(|| {
            self.overflow.peek().filter(|top| top.sum < upper_bound)?;
            self.overflow.pop().map(|top| top.node)
        })
    }

    fn len(&self) -> usize {
        self.stacks.len() + self.overflow.len()
    }

    fn least(&self, sum: impl Fn(u32) -> Option<f64>) -> Option<f64> {
        let top = || sum(self.overflow.peek()?.node);
        let all = || self.overflow.iter().filter_map(|open| sum(open.node)).reduce(lesser);
        self.stacks.least(&sum).or_else(top).or_else(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_beyond_all_buckets_come_last_and_in_exact_order() {
        let mut queue = FloatBuckets::default();
        queue.begin(1.0, 4.0);
        for (sum, node) in [(1e300, 1), (3.5, 2), (3.1, 3), (2.9, 4), (1e9, 5)] {
            queue.push(sum, 0.0, node);
        }
        assert_eq!((queue.pop(2.95), queue.pop(2.5)), (Some(4), None));
        queue.push(2.9, 0.0, 4);
        assert_eq!((queue.least(|node| Some(f64::from(node))), queue.len()), (Some(4.0), 5));
        assert_eq!(queue.least(|node| (node < 2).then_some(1e300)), Some(1e300));
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(f64::INFINITY)).collect();
        assert_eq!(order, [4, 3, 2, 5, 1]);
        queue.push(2.0, 0.0, 6);
        assert_eq!((queue.pop(1.5), queue.pop(2.5)), (None, Some(6)));
    }

    #[test]
    fn buckets_of_width_zero_keep_the_exact_order() {
        let mut queue = FloatBuckets::default();
        queue.begin(5.0, 0.0);
        for (sum, node) in [(3.0, 1), (2.0, 2), (2.5, 3)] {
            queue.push(sum, 0.0, node);
        }
        assert_eq!((queue.least(|_| Some(2.0)), queue.len()), (Some(2.0), 3));
        // The top is stale.
        assert_eq!(queue.least(|node| (node != 2).then_some(f64::from(node))), Some(1.0));
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(2.75)).collect();
        assert_eq!(order, [2, 3]);
    }
}
