//! Buckets: a uniform grid over the plane that lists the shapes near any point.
//!
//! There are about two buckets per item. A bucket lists, in ascending order, every item whose shape can
//! touch it. The lists are conservative by a rounding margin; callers test the listed items exactly.
//!
//! If a few items lie far from all others, the grid covers the bulk of them, and its outer buckets extend
//! to the rest. So one distant item does not put a whole city into one bucket.

mod grid;
mod spans;
mod unfilled;
mod pairs;
mod segments;
mod strips;

use glam::DVec2;

use crate::collections::Groups;
use crate::geom::Bounds;
pub use grid::BucketGrid;
pub use pairs::NearPairs;
pub use segments::NearSegments;
pub(crate) use unfilled::Unfilled;

/// The index. Items are numbered from 0; their shapes are convex polygons or segments.
///
/// A bucket lists the numbers of its items, or a value of type `T` for each.
#[derive(Debug, Clone)]
pub struct Buckets<T = u32> {
    grid: BucketGrid,
    /// The items of each bucket, row by row.
    lists: Groups<T>,
}

/// The most items of a bucket that does not look for distant outliers.
const OVERFULL: u32 = 64;

impl Buckets {
    /// Indexes `count` items, all within `bounds`.
    ///
    /// `corners_of` appends the corners of an item, or none to leave it out.
    ///
    /// Complexity: linear in the number of corners and of buckets that the items touch. If long, thin
    /// items touch many buckets, the grid is made coarser until they touch a few dozen each.
    pub fn build(
        count: usize,
        bounds: Bounds,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        Unfilled::of(count, bounds, bounds, corners_of).fill(|_, item, _| item)
    }
}

impl<T> Buckets<T> {
    /// Returns the grid of the buckets.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> &BucketGrid {
        &self.grid
    }

    /// Returns the items that can touch a bucket, ascending.
    #[inline]
    #[must_use]
    pub fn bucket(&self, column: u32, row: u32) -> &[T] {
        self.lists.group(self.grid.number(column, row) as usize)
    }

    /// Returns the grid, and the items of each bucket, row by row.
    pub(crate) fn into_parts(self) -> (BucketGrid, Groups<T>) {
        (self.grid, self.lists)
    }

    /// Iterates over the buckets, row by row.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        self.lists.iter()
    }
}

#[cfg(test)]
mod tests;
