//! Open nodes in buckets of nearly equal sums.
//!
//! Source: R. B. Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969, for
//! whole costs. Each bucket is a stack: of nodes nearly as promising, the last one seen goes first,
//! which is the one furthest along.
//!
//! We differ from it in: 1) a bucket is about a quarter of a straight step wide, so that nodes come
//! out a little out of order. The search makes up for it: it opens a node again when a cheaper way
//! turns up, and ends only once no bucket can hold anything cheaper than the goal. 2) All stacks
//! are chains through one array, which only grows during a search.

use super::queue::Queue;

/// Nodes by the sum of what they cost and what is left, in whole numbers.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    /// The top of each bucket's stack.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// How many of the links were taken out.
    taken: usize,
    /// A bucket holds 2 to this power of sums.
    width_log2: u32,
    /// The number of the first bucket.
    first: u64,
    /// No bucket before this one holds a node.
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
        self.heads.clear();
        self.links.clear();
        self.taken = 0;
        self.width_log2 = (step / 4).max(1).ilog2();
        self.first = least >> self.width_log2;
        self.current = 0;
    }

    #[inline]
    fn push(&mut self, sum: u64, _: u64, node: u32) {
        let bucket = (sum >> self.width_log2).saturating_sub(self.first) as usize;
        if bucket >= self.heads.len() {
            self.heads.resize(bucket + 1, NONE);
        }
        self.links.push(Link { node, below: self.heads[bucket] });
        self.heads[bucket] = self.links.len() as u32 - 1;
        self.current = self.current.min(bucket);
    }

    #[inline]
    fn pop(&mut self, ceiling: u64) -> Option<u32> {
        let stop = (ceiling.checked_sub(1)? >> self.width_log2).saturating_sub(self.first);
        while let Some(head) = self.heads.get_mut(self.current) {
            if self.current as u64 > stop {
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

    fn front(&self) -> impl Iterator<Item = u32> {
        let link = |at: u32| self.links.get(at as usize);
        let head = self.heads.get(self.current).and_then(|&head| link(head));
        std::iter::successors(head, move |top| link(top.below)).map(|link| link.node)
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
        assert_eq!((queue.front().collect(), queue.len()), (vec![3, 2], 5));
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop(u64::MAX)).collect();
        assert_eq!(order, [3, 2, 4, 5, 1]);
        queue.push(120, 0, 6);
        assert_eq!((queue.pop(120), queue.pop(121)), (None, Some(6)));
    }
}
