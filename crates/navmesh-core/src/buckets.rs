//! Buckets over the plane: for any place, the few shapes that can touch it.
//!
//! A uniform grid of about two buckets an item. A bucket lists, in ascending order, every item
//! whose shape can touch it. Listing is conservative by a rounding margin and decides nothing: who
//! asks makes an exact test of each item listed.
//!
//! Where a few items lie far from all others, the grid is laid over where most are, and the buckets at its
//! rim reach as far as the items do: one stray point must not make one bucket of a whole city.

mod bulk;
mod pairs;
mod segments;
mod strips;
mod unfilled;

use glam::DVec2;

use crate::geom::Bounds;
pub use pairs::NearPairs;
pub use segments::NearSegments;
use unfilled::Span;
pub(crate) use unfilled::Unfilled;

/// The index. Items are numbered from 0; their shapes are convex polygons or segments.
///
/// What a bucket lists of an item is its number, or something else that is written down for it.
#[derive(Debug, Clone)]
pub struct Buckets<T = u32> {
    /// How far the buckets at the rim reach.
    outer: Bounds,
    /// How far apart the places may be at which a bucket's edge is computed and lies.
    margin: f64,
    /// Where the grid begins.
    min: DVec2,
    /// Buckets a map unit, by axis; and map units a bucket.
    scale: DVec2,
    size: DVec2,
    columns: u32,
    rows: u32,
    /// Where each bucket's items start in `items`; one more than there are buckets.
    starts: Vec<u32>,
    items: Vec<T>,
}

/// How far apart the places may be, in map units, at which a bucket's edge is computed and lies.
pub(crate) fn rounding_margin(bounds: Bounds) -> f64 {
    bounds.max_abs() * (16.0 * f64::EPSILON)
}

/// How many buckets an item may touch on the average; on ordinary meshes it is about five.
const MOST_BUCKETS_AN_ITEM: usize = 32;

/// How many items a bucket may list before it is asked whether a few strays made it so large.
const CROWD: u32 = 64;

/// The most columns, and rows.
const MOST_IN_LINE: usize = 1 << 14;

/// The size of the grid over a box; a flat box still gets one, one bucket high or wide.
fn grid_size(bounds: Bounds) -> DVec2 {
    bounds.size().max(DVec2::splat(crate::geom::MIN_COORDINATE))
}

impl Buckets {
    /// Indexes `count` items, all within `bounds`; `corners_of` appends an item's corners, or none
    /// to leave the item out.
    ///
    /// Complexity: linear in the number of corners and of buckets that the items touch. Items that are
    /// long and thin touch many; the grid is made coarser until they touch no more than a few dozen each.
    pub fn build(
        count: usize,
        bounds: Bounds,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Self {
        Unfilled::of(count, [bounds; 2], corners_of).fill(|_, item, _| item)
    }

    /// This empty index with its grid over `grid` coarse enough for the items.
    fn fitted(
        mut self,
        count: usize,
        grid: Bounds,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
    ) -> Unfilled {
        let most = (count.saturating_mul(MOST_BUCKETS_AN_ITEM) + 1024).min(u32::MAX as usize);
        loop {
            match self.all_spans(count, &corners_of, most) {
                Some(spans) => {
                    self.starts = self.starts_of(&spans);
                    return Unfilled { index: self, spans };
                }
                None => self.coarsen(grid),
            }
        }
    }

    /// The buckets that each item can touch, by ascending item; `None` where there are more than `most`.
    fn all_spans(
        &self,
        count: usize,
        corners_of: impl Fn(usize, &mut Vec<DVec2>),
        most: usize,
    ) -> Option<Vec<Span>> {
        // On ordinary meshes there are between two and three an item.
        let mut spans = Vec::with_capacity(3 * count);
        let mut touched = 0;
        let (mut corners, mut extents) = (Vec::new(), Vec::new());
        for item in 0..count {
            corners.clear();
            corners_of(item, &mut corners);
            if corners.is_empty() {
                continue;
            }
            let first = spans.len();
            spans.extend(self.spans(item as u32, &corners, &mut extents));
            touched += spans[first..].iter().map(|span| span.columns().count()).sum::<usize>();
            // One bucket lists every item once, which is never too much.
            if touched > most && self.bucket_count() > 1 {
                return None;
            }
        }
        Some(spans)
    }

    /// Where each bucket's items will start.
    fn starts_of(&self, spans: &[Span]) -> Vec<u32> {
        let mut starts = vec![0u32; self.bucket_count() + 1];
        for span in spans {
            let before = span.row() * self.columns;
            let [first, last] = [span.columns().start(), span.columns().end()]
                .map(|column| (before + column) as usize);
            starts[first + 1..=last + 1].iter_mut().for_each(|start| *start += 1);
        }
        for bucket in 1..starts.len() {
            starts[bucket] += starts[bucket - 1];
        }
        starts
    }

    /// Halves the grid both ways.
    fn coarsen(&mut self, bounds: Bounds) {
        self.columns = self.columns.div_ceil(2);
        self.rows = self.rows.div_ceil(2);
        let counts = DVec2::new(f64::from(self.columns), f64::from(self.rows));
        self.scale = counts / grid_size(bounds);
        self.size = grid_size(bounds) / counts;
    }

    fn empty(count: usize, bounds: Bounds) -> Self {
        let size = grid_size(bounds);
        let wanted = 2.0 * count.max(1) as f64;
        let limit = (count.max(16) * 4).min(MOST_IN_LINE) as f64;
        let columns = (wanted * (size.x / size.y)).sqrt().ceil().clamp(1.0, limit);
        let rows = (wanted / columns).ceil().clamp(1.0, limit);
        Self {
            outer: bounds,
            margin: rounding_margin(bounds),
            min: bounds.min,
            scale: DVec2::new(columns, rows) / size,
            size: size / DVec2::new(columns, rows),
            columns: columns as u32,
            rows: rows as u32,
            starts: Vec::new(),
            items: Vec::new(),
        }
    }

    /// The buckets that a polygon can touch, row by row; `extents` is memory.
    fn spans<'a>(
        &'a self,
        item: u32,
        corners: &[DVec2],
        extents: &'a mut Vec<Extent>,
    ) -> impl Iterator<Item = Span> + 'a {
        let margin = self.margin;
        let Bounds { min, max } = Bounds::of(corners.iter().copied());
        let columns =
            move |left: f64, right: f64| [self.column(left - margin), self.column(right + margin)];
        let rows = self.row(min.y - margin)..=self.row(max.y + margin);
        extents.clear();
        extents.resize(rows.clone().count(), NOTHING);
        let [first, last] = columns(min.x, max.x);
        if extents.len() == 1 || first == last {
            extents.fill((min.x, max.x));
        } else {
            self.extend(corners, *rows.start(), extents);
        }
        rows.zip(&*extents)
            .map(move |(row, &(left, right))| Span::of(item, row, columns(left, right)))
    }

    /// Lets the extents of the rows from `first` on reach as far as a polygon does in each, or a little beyond: rows are found
    /// with one margin and left with two, so that rounding leaves no row that a side comes to without an extent.
    fn extend(&self, corners: &[DVec2], first: u32, extents: &mut [Extent]) {
        let beyond = 2.0 * self.margin;
        let mut a = corners[corners.len() - 1];
        for &b in corners {
            let (low, high) = (a.y.min(b.y), a.y.max(b.y));
            for row in self.row(low - self.margin)..=self.row(high + self.margin) {
                let slab = [self.row_start(row) - beyond, self.row_start(row + 1) + beyond];
                let extent = &mut extents[(row - first) as usize];
                let (left, right) = extent_in_slab([a, b], slab);
                *extent = (extent.0.min(left), extent.1.max(right));
            }
            a = b;
        }
    }
}

impl<T> Buckets<T> {
    /// The box that holds every place that is looked up in a bucket, with a margin for rounding.
    pub(crate) fn bounds_of(&self, column: u32, row: u32) -> Bounds {
        let corner =
            |column: u32, row: u32| DVec2::new(self.column_start(column), self.row_start(row));
        Bounds {
            min: corner(column, row) - self.margin,
            max: corner(column + 1, row + 1) + self.margin,
        }
    }

    fn bucket_count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// How far apart the places may be at which a bucket's edge is computed and lies.
    pub(crate) fn margin(&self) -> f64 {
        self.margin
    }

    /// The box of all items.
    #[inline]
    #[must_use]
    pub fn outer(&self) -> Bounds {
        self.outer
    }

    /// How wide and high a bucket is that is not at the rim, in map units.
    #[inline]
    #[must_use]
    pub fn size(&self) -> DVec2 {
        self.size
    }

    /// How many columns there are.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// How many rows there are.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The column of a coordinate; never decreasing in `x`, clamped to the index.
    #[inline]
    #[must_use]
    pub fn column(&self, x: f64) -> u32 {
        (((x - self.min.x) * self.scale.x) as u32).min(self.columns - 1)
    }

    /// The row of a coordinate; never decreasing in `y`, clamped to the index.
    #[inline]
    #[must_use]
    pub fn row(&self, y: f64) -> u32 {
        (((y - self.min.y) * self.scale.y) as u32).min(self.rows - 1)
    }

    /// The coordinate where a column begins, or the last ends, up to rounding.
    #[inline]
    #[must_use]
    pub fn column_start(&self, column: u32) -> f64 {
        match column {
            0 => self.outer.min.x,
            _ if column == self.columns => self.outer.max.x,
            _ => self.min.x + f64::from(column) * self.size.x,
        }
    }

    /// The coordinate where a row begins, or the last ends, up to rounding.
    #[inline]
    #[must_use]
    pub fn row_start(&self, row: u32) -> f64 {
        match row {
            0 => self.outer.min.y,
            _ if row == self.rows => self.outer.max.y,
            _ => self.min.y + f64::from(row) * self.size.y,
        }
    }

    /// The items that can touch a bucket, ascending.
    #[inline]
    #[must_use]
    pub fn bucket(&self, column: u32, row: u32) -> &[T] {
        self.bucket_at(row as usize * self.columns as usize + column as usize)
    }

    #[inline]
    fn bucket_at(&self, bucket: usize) -> &[T] {
        &self.items[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// Every bucket's items, row by row.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.bucket_count()).map(|bucket| self.bucket_at(bucket))
    }
}

/// How far something reaches left and right.
type Extent = (f64, f64);

/// The extent of nothing.
const NOTHING: Extent = (f64::INFINITY, f64::NEG_INFINITY);

/// How far a segment reaches left and right within `low ≤ y ≤ high`.
fn extent_in_slab([a, b]: [DVec2; 2], [low, high]: [f64; 2]) -> Extent {
    let (bottom, top) = if a.y <= b.y { (a, b) } else { (b, a) };
    if bottom.y > high || top.y < low {
        return NOTHING;
    }
    if bottom.y == top.y {
        return (a.x.min(b.x), a.x.max(b.x));
    }
    let [x, other] = [low.max(bottom.y), high.min(top.y)].map(|y| x_at(bottom, top, y));
    (x.min(other), x.max(other))
}

/// Where the segment from `bottom` to `top` crosses height `y`, rounded; `y` is between them.
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

#[cfg(test)]
mod tests;
