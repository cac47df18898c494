//! Numbered stacks of nodes, taken from the lowest number up.
//!
//! Source: R. B. Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969, for
//! integer costs. Each bucket is a stack: of nodes with nearly equal sums, the last one inserted
//! comes first; it is usually the one nearest to the goal.
//!
//! We differ from it in: 1) a bucket is about a quarter of a straight step wide, so that nodes come
//! out slightly out of order. The search reopens a node when it finds a cheaper path, and ends only
//! when no bucket can hold a node cheaper than the goal. 2) All stacks are linked lists in one
//! array, which only grows during a search.

use navmesh_core::backend::collections::NONE;

use super::lesser;

/// Stacks of nodes by number.
#[derive(Debug, Default)]
pub(super) struct BucketStacks {
    /// The top link of each stack; [`NONE`] for an empty one.
    heads: Vec<u32>,
    links: Vec<Link>,
    /// The number of links that were removed.
    removed: usize,
    /// All stacks before this one are empty.
    current: usize,
}

#[derive(Debug, Clone, Copy)]
struct Link {
    node: u32,
    below: u32,
}

impl BucketStacks {
    pub(super) fn clear(&mut self) {
        self.heads.clear();
        self.links.clear();
        self.removed = 0;
        self.current = 0;
    }

    #[inline(always)] // in the inner loop of every search
    pub(super) fn push(&mut self, bucket: usize, node: u32) {
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

    /// Removes the top of the lowest stack that is not empty, up to stack `last`.
    #[inline]
    pub(super) fn pop(&mut self, last: u64) -> Option<u32> {
        while let Some(head) = self.heads.get_mut(self.current) {
            if self.current as u64 > last {
                break;
            }
            if let Some(link) = self.links.get(*head as usize) {
                *head = link.below;
                self.removed += 1;
                return Some(link.node);
            }
            self.current += 1;
        }
        None
    }

    pub(super) fn len(&self) -> usize {
        self.links.len() - self.removed
    }

    /// Returns the least sum in the lowest stack with any.
    pub(super) fn least<Cost: PartialOrd>(
        &self,
        sum: impl Fn(u32) -> Option<Cost>,
    ) -> Option<Cost> {
        let link = |at: u32| self.links.get(at as usize);
        self.heads.iter().skip(self.current).find_map(|&head| {
            let nodes = std::iter::successors(link(head), |top| link(top.below));
            nodes.filter_map(|link| sum(link.node)).reduce(lesser)
        })
    }
}
