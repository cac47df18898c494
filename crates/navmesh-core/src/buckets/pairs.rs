//! Pairs of items that are near one another.
//!
//! Where many items lie in few places of a wide map, most buckets hold nothing and some nearly all; so what a crowded
//! bucket holds gets buckets of its own, as long as that halves the pairs at least.

use std::ops::ControlFlow;

use glam::DVec2;

use super::Buckets;
use crate::geom::Bounds;

/// How many items on the average one may be held against without a thought.
const CROWD: usize = 64;

/// Tells pairs of items that may have a point in common. Items are numbers; their shapes are convex.
#[derive(Debug, Clone, Copy)]
pub struct NearPairs<C> {
    /// Appends an item's corners, at least one.
    pub corners_of: C,
}

impl<C: Fn(u32, &mut Vec<DVec2>)> NearPairs<C> {
    /// Calls `visit` with every two of these items whose shapes have a point in common, and with some that have none, until
    /// it says to break; with some more than once.
    ///
    /// Complexity: no more than the square of the number of items, wherever they lie; linear in it and in the number of
    /// pairs that touch the same bucket, where items are spread evenly or in clusters.
    pub fn among(
        &self,
        items: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let square = |count: usize| (count as f64) * (count as f64);
        match self.divided(items, square(items.len()), |places| square(places.len())) {
            Some(index) => {
                let mut crowds = index.iter().filter(|bucket| bucket.len() > 1);
                crowds.try_for_each(|bucket| self.among(&named(items, bucket), visit))
            }
            None => items.iter().enumerate().try_for_each(|(i, &first)| {
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
            Some(index) => {
                let mut crowds = index.iter().filter(|bucket| product(bucket) > 0.0);
                crowds.try_for_each(|bucket| {
                    let [first, second] = both(bucket);
                    self.between([&first, &second], visit)
                })
            }
            None => first
                .iter()
                .try_for_each(|&one| second.iter().try_for_each(|&other| visit(one, other))),
        }
    }

    /// Buckets that part items, of which so many pairs are asked for; `pairs` says how many those at some places make. `None`
    /// where nothing parts them, or there are so few.
    fn divided(&self, items: &[u32], all: f64, pairs: impl Fn(&[u32]) -> f64) -> Option<Buckets> {
        let is_crowd = all > (CROWD * items.len()) as f64;
        let index = is_crowd.then(|| self.index_of(items))?;
        (2.0 * index.iter().map(&pairs).sum::<f64>() <= all).then_some(index)
    }

    fn index_of(&self, items: &[u32]) -> Buckets {
        let mut corners = Vec::new();
        items.iter().for_each(|&item| (self.corners_of)(item, &mut corners));
        let bounds = Bounds::of(corners.iter().copied());
        Buckets::build(items.len(), bounds, |place, corners| {
            (self.corners_of)(items[place], corners);
        })
    }
}

/// The items at these places.
fn named(items: &[u32], places: &[u32]) -> Vec<u32> {
    places.iter().map(|&place| items[place as usize]).collect()
}

#[cfg(test)]
mod tests;
