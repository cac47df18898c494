//! Open nodes in buckets of nearly equal sums.
//!
//! Source: R. B. Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969, for
//! whole costs. Each bucket is a stack: of nodes nearly as promising, the last one seen goes first,
//! which is the one furthest along.
//!
//! We differ from it in: 1) a bucket is about a quarter of a straight step wide, so that nodes come
//! out a little out of order. The search makes up for it: it opens a node again when a cheaper way
//! turns up, and ends only once no bucket can hold anything cheaper than the goal. 2) All stacks
//! are chains through one array, which only grows during a search. 3) Costs may be floats
//! ([`FloatBuckets`]); what would lie too many buckets away then waits in a heap.

use super::open_list::OpenList;
use super::queue::{Queue, lesser};

/// Nodes by the sum of what they cost and what is left, in whole numbers.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    stacks: Stacks,
    /// A bucket holds 2 to this power of sums.
    width_log2: u32,
    /// The number of the first bucket.
    first: u64,
}

/// The same for sums that are floats.
///
/// Tiles may differ in cost by any factor, and then there is no end of buckets. So there are only so
/// many; sums beyond them are kept in their exact order by a heap, and all sums are where a bucket's
/// width is 0.
#[derive(Debug, Default)]
pub(crate) struct FloatBuckets {
    stacks: Stacks,
    beyond: OpenList,
    /// No sum is less.
    least: f64,
    /// How many buckets there are to a cost of 1; 0 where there are none at all.
    per_unit: f64,
}

/// So many buckets of floats there are: a megabyte of stacks, which few searches come near to.
const MOST: usize = 1 << 18;

/// Stacks of nodes by number, of which the lowest is taken from.
#[derive(Debug, Default)]
struct Stacks {
    /// The top of each stack.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// How many of the links were taken out.
    taken: usize,
    /// No stack before this one holds a node.
    current: usize,
}

#[derive(Debug, Clone, Copy)]
struct Link {
    node: u32,
    below: u32,
}

/// The end of a chain; there are fewer links.
const NONE: u32 = u32::MAX;

impl Queue<u64> for Buckets {
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
    fn pop(&mut self, ceiling: u64) -> Option<u32> {
        let last = (ceiling.checked_sub(1)? >> self.width_log2).saturating_sub(self.first);
        self.stacks.pop(last)
    }

    fn len(&self) -> usize {
        self.stacks.len()
    }

    fn least(&self, promise: impl Fn(u32) -> Option<u64>) -> Option<u64> {
        self.stacks.least(promise)
    }
}

impl FloatBuckets {
    /// The number of a sum's bucket; larger sums have no smaller ones.
    #[inline]
    fn bucket(&self, sum: f64) -> u64 {
        ((sum - self.least) * self.per_unit) as u64
    }
}

impl Queue<f64> for FloatBuckets {
    fn begin(&mut self, least: f64, step: f64) {
        self.stacks.clear();
        self.beyond.begin(least, step);
        self.least = least;
        self.per_unit = if step > 0.0 { 4.0 / step } else { 0.0 };
    }

    #[inline]
    fn push(&mut self, sum: f64, cost: f64, node: u32) {
        let bucket = self.bucket(sum);
        if self.per_unit > 0.0 && bucket < MOST as u64 {
            self.stacks.push(bucket as usize, node);
        } else {
            self.beyond.push(sum, cost, node);
        }
    }

    #[inline]
    fn pop(&mut self, ceiling: f64) -> Option<u32> {
        let last = self.bucket(ceiling);
        self.stacks.pop(last).or_else(|| self.beyond.pop(ceiling))
    }

    fn len(&self) -> usize {
        self.stacks.len() + self.beyond.len()
    }

    fn least(&self, promise: impl Fn(u32) -> Option<f64>) -> Option<f64> {
        self.stacks.least(&promise).or_else(|| self.beyond.least(promise))
    }
}

impl Stacks {
    fn clear(&mut self) {
        self.heads.clear();
        self.links.clear();
        self.taken = 0;
        self.current = 0;
    }

    #[inline(always)]
    fn push(&mut self, bucket: usize, node: u32) {
        if bucket >= self.heads.len() {
            self.grow(bucket);
        }
        self.links.push(Link { node, below: self.heads[bucket] });
        self.heads[bucket] = self.links.len() as u32 - 1;
        self.current = self.current.min(bucket);
    }

    #[cold]
    fn grow(&mut self, bucket: usize) {
        self.heads.resize(bucket + 1, NONE);
    }

    /// Takes the top of the lowest stack that is not empty, up to the one of number `last`.
    #[inline]
    fn pop(&mut self, last: u64) -> Option<u32> {
        while let Some(head) = self.heads.get_mut(self.current) {
            if self.current as u64 > last {
                break;
            }
            if let Some(link) = self.links.get(*head as usize) {
                *head = link.below;
                self.taken += 1;
                return Some(link.node);
            }
            self.current += 1;
        }
        None
    }

    fn len(&self) -> usize {
        self.links.len() - self.taken
    }

    /// The least promise in the lowest stack with any.
    fn least<Cost: PartialOrd>(&self, promise: impl Fn(u32) -> Option<Cost>) -> Option<Cost> {
        let link = |at: u32| self.links.get(at as usize);
        self.heads.iter().skip(self.current).find_map(|&head| {
            let nodes = std::iter::successors(link(head), |top| link(top.below));
            nodes.filter_map(|link| promise(link.node)).reduce(lesser)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_come_in_order_and_within_one_the_last_goes_first() {
        let mut queue = Buckets::default();
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

    #[test]
    fn sums_beyond_all_buckets_come_last_and_in_order() {
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
    fn without_a_width_sums_come_in_their_exact_order() {
        let mut queue = FloatBuckets::default();
        queue.begin(5.0, 0.0);
        for (sum, node) in [(3.0, 1), (2.0, 2), (2.5, 3)] {
            queue.push(sum, 0.0, node);
        }
        assert_eq!((queue.least(|_| Some(2.0)), queue.len()), (Some(2.0), 3));
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(2.75)).collect();
        assert_eq!(order, [2, 3]);
    }
}
