//! Pairs of segments that are near one another.
//!
//! Most segments lie in buckets with few others. What lies in crowded ones, because it is long and thin, or meets at one
//! point, or all lies in few places of a wide map, is looked through by strips.

use std::ops::ControlFlow;

use glam::DVec2;

use super::Buckets;
use super::strips::{Asked, Strips};
use crate::geom::Bounds;

/// How many others a segment is held against in a bucket, on the average, without a thought.
const CROWD: usize = 16;

/// Tells pairs of segments that may meet. Items are numbers.
#[derive(Debug, Clone, Copy)]
pub struct NearSegments<E> {
    /// The ends of an item; of a point both are the same.
    pub ends_of: E,
}

impl<E: Fn(u32) -> [DVec2; 2]> NearSegments<E> {
    /// Calls `visit` with every two of these items that have a point in common but no end, until it says to break; with
    /// some others too, and with some more than once.
    ///
    /// Complexity: O(n log² n + k) for n items of which k pairs have a point in common but no end, or come as near as
    /// rounding.
    pub fn among(
        &self,
        items: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let square = |places: &[u32]| places.len() * places.len();
        let mut visit = |[one, other]: [u32; 2]| visit(items[one as usize], items[other as usize]);
        self.near(items, Asked::All, square, &mut visit)
    }

    /// The same of every one of the first items with every one of the second; no item is among both.
    ///
    /// Complexity: the same, where pairs of the first or of the second that cross count too.
    pub fn between(
        &self,
        [first, second]: [&[u32]; 2],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let items = [first, second].concat();
        let count = first.len() as u32;
        let product = |places: &[u32]| {
            let of_first = places.partition_point(|&place| place < count);
            of_first * (places.len() - of_first)
        };
        let mut visit = |[one, other]: [u32; 2]| visit(items[one as usize], items[other as usize]);
        self.near(&items, Asked::OfFirst(count), product, &mut visit)
    }

    /// Tells the places of items; `pairs` says how many those at some places make.
    fn near(
        &self,
        items: &[u32],
        asked: Asked,
        pairs: impl Fn(&[u32]) -> usize,
        visit: &mut impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let is_crowd = |places: &[u32]| pairs(places) > CROWD * places.len();
        let all: Vec<u32> = (0..items.len() as u32).collect();
        if !is_crowd(&all) {
            return each_pair(&all, asked, visit);
        }
        let index = self.index_of(items);
        let mut is_crowded = vec![false; items.len()];
        for places in index.iter() {
            if is_crowd(places) {
                places.iter().for_each(|&place| is_crowded[place as usize] = true);
            } else {
                each_pair(places, asked, visit)?;
            }
        }
        let crowded: Vec<u32> =
            all.into_iter().filter(|&place| is_crowded[place as usize]).collect();
        let ends = crowded.iter().map(|&place| (self.ends_of)(items[place as usize]));
        let asked = match asked {
            Asked::All => asked,
            Asked::OfFirst(count) => {
                Asked::OfFirst(crowded.partition_point(|&place| place < count) as u32)
            }
        };
        Strips::of(ends, asked)
            .pairs(&mut |one, other| visit([one, other].map(|place| crowded[place as usize])))
    }

    fn index_of(&self, items: &[u32]) -> Buckets {
        let bounds = Bounds::of(items.iter().flat_map(|&item| (self.ends_of)(item)));
        Buckets::build(items.len(), bounds, |place, corners| {
            corners.extend((self.ends_of)(items[place]));
        })
    }
}

/// Tells every two of these places that are asked for; they ascend.
fn each_pair(
    places: &[u32],
    asked: Asked,
    visit: &mut impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let first = match asked {
        Asked::All => places.len(),
        Asked::OfFirst(count) => places.partition_point(|&place| place < count),
    };
    places[..first].iter().enumerate().try_for_each(|(i, &one)| {
        let others = if asked == Asked::All { &places[i + 1..] } else { &places[first..] };
        others.iter().try_for_each(|&other| visit([one, other]))
    })
}

#[cfg(test)]
mod tests;
