//! Pairs of items that are near one another.
//!
//! Where many items lie in few places of a wide map, most buckets hold nothing and some nearly all; so what a crowded
//! bucket holds gets buckets of its own, as long as that halves the pairs at least. Items that all meet at one corner, a
//! *hub*, share a bucket however small it is: whoever need not be told of pairs with a common corner gets those around
//! a hub held against all others alone.

use std::ops::ControlFlow;

use glam::DVec2;

use super::Buckets;
use crate::geom::Bounds;

/// How many items on the average one may be held against without a thought.
const CROWD: usize = 64;

/// How large a part of all pairs those around a hub have to be, for these to be told apart: one in so many.
const WORTHWHILE: f64 = 8.0;

/// Are two items asked for of which only a common corner is known?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommonCorners {
    /// They are.
    Count,
    /// They need not be; where they are many they are not.
    AreNothing,
}

/// Tells pairs of items that may have a point in common. Items are numbers; their shapes are convex.
#[derive(Debug, Clone, Copy)]
pub struct NearPairs<C> {
    /// Appends an item's corners, at least one.
    pub corners_of: C,
    /// What a common corner is.
    pub common_corners: CommonCorners,
}

/// What parts the items of a crowd.
enum Divided {
    /// Buckets of places among the items.
    ByBuckets(Buckets),
    /// The places of those that meet at one corner, ascending.
    ByHub(Vec<u32>),
    /// Nothing does, or there are so few.
    NotAtAll,
}

impl<C: Fn(u32, &mut Vec<DVec2>)> NearPairs<C> {
    /// Calls `visit` with every two of these items whose shapes have a point in common, and with some that have none, until
    /// it says to break; with some more than once.
    ///
    /// Complexity: no more than the square of the number of items, wherever they lie; linear in it and in the number of
    /// pairs that touch the same bucket, where items are spread evenly, in clusters, or around hubs that are nothing.
    pub fn among(
        &self,
        items: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let square = |count: usize| (count as f64) * (count as f64);
        match self.divided(items, square(items.len()), |places| square(places.len())) {
            Divided::ByBuckets(index) => {
                let mut crowds = index.iter().filter(|bucket| bucket.len() > 1);
                crowds.try_for_each(|bucket| self.among(&named(items, bucket), visit))
            }
            Divided::ByHub(around) => {
                let others = named(items, &left_out(items.len(), &around));
                self.between([&named(items, &around), &others], visit)?;
                self.among(&others, visit)
            }
            Divided::NotAtAll => items.iter().enumerate().try_for_each(|(i, &first)| {
                items[i + 1..].iter().try_for_each(|&second| visit(first, second))
            }),
        }
    }

    /// The same of every one of the first items with every one of the second; no item is among both.
    pub fn between(
        &self,
        [first, second]: [&[u32]; 2],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let items = [first, second].concat();
        let split =
            |places: &[u32]| places.partition_point(|&place| (place as usize) < first.len());
        let product = |places: &[u32]| {
            let from_first = split(places);
            (from_first as f64) * ((places.len() - from_first) as f64)
        };
        let both = |places: &[u32]| {
            let (first, second) = places.split_at(split(places));
            [named(&items, first), named(&items, second)]
        };
        match self.divided(&items, (first.len() as f64) * (second.len() as f64), product) {
            Divided::ByBuckets(index) => {
                let mut crowds = index.iter().filter(|bucket| product(bucket) > 0.0);
                crowds.try_for_each(|bucket| {
                    let [first, second] = both(bucket);
                    self.between([&first, &second], visit)
                })
            }
            Divided::ByHub(around) => {
                let [around_first, _] = both(&around);
                let [first, others_of_second] = both(&left_out(items.len(), &around));
                self.between([&first, second], visit)?;
                self.between([&around_first, &others_of_second], visit)
            }
            Divided::NotAtAll => first
                .iter()
                .try_for_each(|&one| second.iter().try_for_each(|&other| visit(one, other))),
        }
    }

    /// What parts items, of which so many pairs are asked for; `pairs` says how many those at some places make.
    fn divided(&self, items: &[u32], all: f64, pairs: impl Fn(&[u32]) -> f64) -> Divided {
        if all <= (CROWD * items.len()) as f64 {
            return Divided::NotAtAll;
        }
        let index = self.index_of(items);
        if 2.0 * index.iter().map(&pairs).sum::<f64>() <= all {
            return Divided::ByBuckets(index);
        }
        if self.common_corners == CommonCorners::AreNothing {
            let hub = self.hub(items, &pairs);
            if WORTHWHILE * pairs(&hub) >= all {
                return Divided::ByHub(hub);
            }
        }
        Divided::NotAtAll
    }

    fn index_of(&self, items: &[u32]) -> Buckets {
        let mut corners = Vec::new();
        items.iter().for_each(|&item| (self.corners_of)(item, &mut corners));
        let bounds = Bounds::of(corners.iter().copied());
        Buckets::build(items.len(), bounds, |place, corners| {
            (self.corners_of)(items[place], corners);
        })
    }

    /// The places of the items around the corner around which there are the most pairs.
    fn hub(&self, items: &[u32], pairs: impl Fn(&[u32]) -> f64) -> Vec<u32> {
        let (mut all, mut corners) = (Vec::new(), Vec::new());
        for (&item, place) in items.iter().zip(0..) {
            corners.clear();
            (self.corners_of)(item, &mut corners);
            all.extend(
                corners.iter().map(|corner| ([corner.x.to_bits(), corner.y.to_bits()], place)),
            );
        }
        all.sort_unstable();
        let places =
            all.chunk_by(|a, b| a.0 == b.0).map(|hub| hub.iter().map(|corner| corner.1).collect());
        let best = places.max_by(|a: &Vec<u32>, b: &Vec<u32>| pairs(a).total_cmp(&pairs(b)));
        best.unwrap_or_default()
    }
}

/// The items at these places.
fn named(items: &[u32], places: &[u32]) -> Vec<u32> {
    places.iter().map(|&place| items[place as usize]).collect()
}

/// The places below a number that are none of these, which ascend.
fn left_out(count: usize, places: &[u32]) -> Vec<u32> {
    let mut places = places.iter().peekable();
    (0..count as u32).filter(|place| places.next_if_eq(&place).is_none()).collect()
}

#[cfg(test)]
mod tests;
