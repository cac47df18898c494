//! The buckets that a convex shape or a segment can touch, row by row.

use std::ops::RangeInclusive;

use glam::DVec2;

use super::grid::{BucketGrid, MOST_IN_LINE, rounding_margin};
use crate::geom::Bounds;

/// The buckets of one row that an item can touch.
pub(crate) struct Span {
    pub(super) item: u32,
    row: u16,
    columns: [u16; 2],
}

const _: () = assert!(MOST_IN_LINE <= 1 << u16::BITS);

impl Span {
    fn new(item: u32, row: u32, columns: [u32; 2]) -> Self {
        // MOST_IN_LINE rows and columns fit into 16 bits.
        Self { item, row: row as u16, columns: columns.map(|column| column as u16) }
    }

    pub(crate) fn row(&self) -> u32 {
        self.row.into()
    }

    pub(crate) fn columns(&self) -> RangeInclusive<u32> {
        self.columns[0].into()..=self.columns[1].into()
    }
}

/// The range of x of a shape within a row: its least and its greatest x.
pub(crate) type Extent = (f64, f64);

/// The extent of nothing.
const EMPTY: Extent = (f64::INFINITY, f64::NEG_INFINITY);

impl BucketGrid {
    /// Iterates over the buckets that a polygon can touch, row by row; `extents` is working memory.
    pub(crate) fn spans<'a>(
        &'a self,
        item: u32,
        corners: &[DVec2],
        extents: &'a mut Vec<Extent>,
    ) -> impl Iterator<Item = Span> + 'a {
        let margin = self.margin();
        let Bounds { min, max } = Bounds::of(corners.iter().copied());
        let columns =
            move |left: f64, right: f64| [self.column(left - margin), self.column(right + margin)];
        let rows = self.row(min.y - margin)..=self.row(max.y + margin);
        extents.clear();
        extents.resize(rows.clone().count(), EMPTY);
        let [first, last] = columns(min.x, max.x);
        if extents.len() == 1 || first == last {
            extents.fill((min.x, max.x));
        } else {
            self.extend(corners, *rows.start(), extents);
        }
        rows.zip(&*extents)
            .map(move |(row, &(left, right))| Span::new(item, row, columns(left, right)))
    }

    /// Returns more than the error of a computed bucket border at these points, which may lie beyond the grid.
    #[must_use]
    pub fn rounding_at(&self, points: [DVec2; 2]) -> f64 {
        rounding_margin(Bounds::of(points)).max(rounding_margin(self.outer())) * 2.0
    }

    /// Calls `visit` with the column and row of every bucket within a distance of a segment, with a margin for rounding. The
    /// outer buckets extend without end.
    ///
    /// Complexity: linear in the buckets.
    pub fn each_near_segment(
        &self,
        [a, b]: [DVec2; 2],
        distance: f64,
        mut visit: impl FnMut(u32, u32),
    ) {
        let margin = self.rounding_at([a, b]) + distance;
        let (bottom, top) = if a.y <= b.y { (a, b) } else { (b, a) };
        let rows = self.row(bottom.y - margin)..=self.row(top.y + margin);
        let is_single = rows.start() == rows.end();
        for row in rows {
            let low = if row == 0 { f64::NEG_INFINITY } else { self.row_start(row) - 2.0 * margin };
            let is_last = row + 1 == self.rows();
            let high = if is_last { f64::INFINITY } else { self.row_start(row + 1) + 2.0 * margin };
            let [from, to] = if is_single || bottom.y == top.y {
                [bottom.x, top.x]
            } else {
                [low, high].map(|y| x_at(bottom, top, y))
            };
            for column in self.column(from.min(to) - margin)..=self.column(from.max(to) + margin) {
                visit(column, row);
            }
        }
    }

    /// Computes the extents of a polygon in the rows from `first` on.
    ///
    /// A side is assigned to rows with one margin and clipped to each with two. So every row that it
    /// reaches gets an extent, whatever the rounding.
    fn extend(&self, corners: &[DVec2], first: u32, extents: &mut [Extent]) {
        let beyond = 2.0 * self.margin();
        let mut a = corners[corners.len() - 1];
        for &b in corners {
            let (low, high) = (a.y.min(b.y), a.y.max(b.y));
            for row in self.row(low - self.margin())..=self.row(high + self.margin()) {
                let slab = [self.row_start(row) - beyond, self.row_start(row + 1) + beyond];
                let extent = &mut extents[(row - first) as usize];
                let (left, right) = extent_in_slab([a, b], slab);
                *extent = (extent.0.min(left), extent.1.max(right));
            }
            a = b;
        }
    }
}

/// Returns the extent of a segment within `low ≤ y ≤ high`.
fn extent_in_slab([a, b]: [DVec2; 2], [low, high]: [f64; 2]) -> Extent {
    let (bottom, top) = if a.y <= b.y { (a, b) } else { (b, a) };
    if bottom.y > high || top.y < low {
        return EMPTY;
    }
    if bottom.y == top.y {
        return (a.x.min(b.x), a.x.max(b.x));
    }
    let [x, other] = [low.max(bottom.y), high.min(top.y)].map(|y| x_at(bottom, top, y));
    (x.min(other), x.max(other))
}

/// Returns the rounded x of the segment from `bottom` to `top` at height `y`, or of its nearer end.
fn x_at(bottom: DVec2, top: DVec2, y: f64) -> f64 {
    if y <= bottom.y {
        return bottom.x;
    }
    if y >= top.y {
        return top.x;
    }
    let t = (y - bottom.y) / (top.y - bottom.y);
    bottom.x + t * (top.x - bottom.x)
}
