//! Buckets for integer costs.

use super::OpenList;
use super::stacks::BucketStacks;

/// Open nodes in buckets of nearly equal integer sums.
#[derive(Debug, Default)]
pub(crate) struct IntegerBuckets {
    stacks: BucketStacks,
    /// The binary logarithm of a bucket's width.
    width_log2: u32,
    /// The number of the first bucket.
    first: u64,
}

impl OpenList<u64> for IntegerBuckets {
    fn begin(&mut self, least: u64, step: u64) {
        self.stacks.clear();
        self.width_log2 = (step / 4).max(1).ilog2();
        self.first = least >> self.width_log2;
    }

    #[inline]
    fn push(&mut self, sum: u64, _: u64, node: u32) {
        let bucket = (sum >> self.width_log2).saturating_sub(self.first) as usize;
        self.stacks.push(bucket, node);
    }

    #[inline]
    fn pop(&mut self, upper_bound: u64) -> Option<u32> {
        let last = (upper_bound.checked_sub(1)? >> self.width_log2).saturating_sub(self.first);
        self.stacks.pop(last)
    }

    fn len(&self) -> usize {
        self.stacks.len()
    }

    fn least(&self, sum: impl Fn(u32) -> Option<u64>) -> Option<u64> {
        self.stacks.least(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_emptied_in_order_and_each_from_its_last_entry() {
        let mut queue = IntegerBuckets::default();
        queue.begin(100, 32);
        for (sum, node) in [(140, 1), (100, 2), (103, 3), (111, 4), (141, 5)] {
            queue.push(sum, 0, node);
        }
        assert_eq!((queue.least(|node| Some(110 - u64::from(node))), queue.len()), (Some(107), 5));
        assert_eq!(queue.least(|node| (node == 5).then_some(141)), Some(141));
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(u64::MAX)).collect();
        assert_eq!(order, [3, 2, 4, 5, 1]);
        queue.push(120, 0, 6);
        assert_eq!((queue.pop(120), queue.pop(121)), (None, Some(6)));
    }
}
