//! Pairs of items that are near one another.
//!
//! If many items lie in small parts of a wide map, a few buckets hold nearly all of them. So an overfull
//! bucket gets buckets of its own, if that at least halves the pairs.

use std::ops::ControlFlow;

use glam::DVec2;

use super::Buckets;
use crate::geom::Bounds;

/// The most pairs per item that are compared without buckets.
const OVERFULL: usize = 64;

/// Finds pairs of items that may have a common point. Items are numbers; their shapes are convex.
#[derive(Debug, Clone, Copy)]
pub struct NearPairs<C> {
    /// Appends the corners of an item, at least one.
    pub corners_of: C,
}

impl<C: Fn(u32, &mut Vec<DVec2>)> NearPairs<C> {
    /// Calls `visit` with every two items whose shapes have a common point, until it breaks.
    ///
    /// It also visits some pairs without a common point, and some pairs more than once.
    ///
    /// Complexity: linear in the number of items and of pairs in one bucket, for items spread evenly
    /// or in clusters. At most quadratic in the number of items.
    pub fn among(
        &self,
        items: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let square = |count: usize| (count as f64) * (count as f64);
        match self.divided(items, square(items.len()), |indices| square(indices.len())) {
            Some(index) => {
                let mut shared = index.iter().filter(|bucket| bucket.len() > 1);
                shared.try_for_each(|bucket| self.among(&select(items, bucket), visit))
            }
            None => items.iter().enumerate().try_for_each(|(i, &first)| {
                items[i + 1..].iter().try_for_each(|&second| visit(first, second))
            }),
        }
    }

    /// Calls `visit` with pairs of one of the first items and one of the second, as
    /// [`NearPairs::among`] does.
    ///
    /// No item may be in both lists.
    ///
    /// Complexity: that of [`NearPairs::among`], for these pairs alone.
    pub fn between(
        &self,
        first: &[u32],
        second: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let items = [first, second].concat();
        let split =
            |indices: &[u32]| indices.partition_point(|&index| (index as usize) < first.len());
        let product = |indices: &[u32]| {
            let from_first = split(indices);
            (from_first as f64) * ((indices.len() - from_first) as f64)
        };
        match self.divided(&items, (first.len() as f64) * (second.len() as f64), product) {
            Some(index) => {
                let mut shared = index.iter().filter(|bucket| product(bucket) > 0.0);
                shared.try_for_each(|bucket| {
                    let (first, second) = bucket.split_at(split(bucket));
                    self.between(&select(&items, first), &select(&items, second), visit)
                })
            }
            None => first
                .iter()
                .try_for_each(|&one| second.iter().try_for_each(|&other| visit(one, other))),
        }
    }

    /// Returns buckets for the items; `None` if there are few pairs or if buckets do not halve them.
    ///
    /// `all` is the number of pairs; `pairs` returns the number of pairs of the items at some indices.
    fn divided(&self, items: &[u32], all: f64, pairs: impl Fn(&[u32]) -> f64) -> Option<Buckets> {
        let is_large = all > (OVERFULL * items.len()) as f64;
        let index = is_large.then(|| self.index_of(items))?;
        (2.0 * index.iter().map(&pairs).sum::<f64>() <= all).then_some(index)
    }

    fn index_of(&self, items: &[u32]) -> Buckets {
        let mut corners = Vec::new();
        for &item in items {
            (self.corners_of)(item, &mut corners);
        }
        let bounds = Bounds::of(corners.iter().copied());
        Buckets::build(items.len(), bounds, |index, corners| {
            (self.corners_of)(items[index], corners);
        })
    }
}

/// Returns the items at some indices.
fn select(items: &[u32], indices: &[u32]) -> Vec<u32> {
    indices.iter().map(|&index| items[index as usize]).collect()
}

#[cfg(test)]
mod tests;
