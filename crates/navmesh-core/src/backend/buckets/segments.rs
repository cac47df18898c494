//! Pairs of segments that are near one another.
//!
//! Most segments lie in buckets with few others. Overfull buckets arise from long segments, from segments
//! that meet at one point, and from clusters on a wide map. Their segments are searched by strips.

use std::ops::ControlFlow;

use glam::DVec2;

use super::Buckets;
use super::strips::{Pairing, Strips};
use crate::geom::Bounds;

/// The most pairs per segment that are compared in a bucket.
const OVERFULL: usize = 16;

/// Finds pairs of segments that may meet. Items are numbers.
#[derive(Debug, Clone, Copy)]
pub struct NearSegments<E> {
    /// Returns the ends of an item; both ends of a point are equal.
    pub ends_of: E,
}

impl<E: Fn(u32) -> [DVec2; 2]> NearSegments<E> {
    /// Calls `visit` with every two items that have a common point but no common end, until it breaks.
    ///
    /// Two segments on one line are no such pair; a segment and a point on it are. Some other pairs are
    /// visited too, and some pairs more than once.
    ///
    /// Complexity: O(n log² n + k) for n items and k such pairs, up to rounding.
    pub fn among(
        &self,
        items: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let square = |indices: &[u32]| indices.len() * indices.len();
        let mut visit = |[one, other]: [u32; 2]| visit(items[one as usize], items[other as usize]);
        self.near(items, Pairing::All, square, &mut visit)
    }

    /// Calls `visit` with pairs of one of the first items and one of the second, as
    /// [`NearSegments::among`] does.
    ///
    /// No item may be in both lists.
    ///
    /// Complexity: that of [`NearSegments::among`]; pairs within either list count too.
    pub fn between(
        &self,
        first: &[u32],
        second: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let items = [first, second].concat();
        let count = first.len() as u32;
        let product = |indices: &[u32]| {
            let of_first = indices.partition_point(|&index| index < count);
            of_first * (indices.len() - of_first)
        };
        let mut visit = |[one, other]: [u32; 2]| visit(items[one as usize], items[other as usize]);
        self.near(&items, Pairing::OfFirst(count), product, &mut visit)
    }

    /// Visits pairs of indices into `items`; `pairs` returns the number of pairs of some indices.
    fn near(
        &self,
        items: &[u32],
        pairing: Pairing,
        pairs: impl Fn(&[u32]) -> usize,
        visit: &mut impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let is_overfull = |indices: &[u32]| pairs(indices) > OVERFULL * indices.len();
        let all: Vec<u32> = (0..items.len() as u32).collect();
        if !is_overfull(&all) {
            return each_pair(&all, pairing, visit);
        }
        let index = self.index_of(items);
        let mut is_left = vec![false; items.len()];
        for indices in index.iter() {
            if is_overfull(indices) {
                for &index in indices {
                    is_left[index as usize] = true;
                }
            } else {
                each_pair(indices, pairing, visit)?;
            }
        }
        let left: Vec<u32> = all.into_iter().filter(|&index| is_left[index as usize]).collect();
        let ends = left.iter().map(|&index| (self.ends_of)(items[index as usize]));
        let pairing = match pairing {
            Pairing::All => pairing,
            Pairing::OfFirst(count) => {
                Pairing::OfFirst(left.partition_point(|&index| index < count) as u32)
            }
        };
        Strips::of(ends, pairing)
            .pairs(&mut |one, other| visit([one, other].map(|index| left[index as usize])))
    }

    fn index_of(&self, items: &[u32]) -> Buckets {
        let bounds = Bounds::of(items.iter().flat_map(|&item| (self.ends_of)(item)));
        Buckets::build(items.len(), bounds, |index, corners| {
            corners.extend((self.ends_of)(items[index]));
        })
    }
}

/// Visits every pair of these indices, which ascend.
fn each_pair(
    indices: &[u32],
    pairing: Pairing,
    visit: &mut impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let first = match pairing {
        Pairing::All => indices.len(),
        Pairing::OfFirst(count) => indices.partition_point(|&index| index < count),
    };
    indices[..first].iter().enumerate().try_for_each(|(i, &one)| {
        let others = if pairing == Pairing::All { &indices[i + 1..] } else { &indices[first..] };
        others.iter().try_for_each(|&other| visit([one, other]))
    })
}

#[cfg(test)]
mod tests;
