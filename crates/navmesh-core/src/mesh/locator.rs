//! Buckets over the plane: for any point, the few cells that can hold it.
//!
//! A uniform grid of about two buckets a cell. A bucket lists, in the order of their slots, every
//! cell whose closed area can touch it. Listing is conservative by a rounding margin and decides
//! nothing; the exact tests are in [`super::locate`].

use glam::DVec2;

use super::{CellRecord, Edge};
use crate::geom::Bounds;

/// The index.
#[derive(Debug, Clone)]
pub(super) struct Locator {
    min: DVec2,
    /// Buckets a map unit, by axis.
    scale: DVec2,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// Where each bucket's cells start in `slots`; one more than there are buckets.
    starts: Vec<u32>,
    slots: Vec<u32>,
}

/// A range of columns in one row.
struct Span {
    row: u32,
    columns: std::ops::RangeInclusive<u32>,
}

impl Locator {
    pub(super) fn build(edges: &[Edge], cells: &[CellRecord], bounds: Bounds) -> Self {
        let mut locator = Self::empty(cells.len(), bounds);
        let margin = bounds.max_abs() * (16.0 * f64::EPSILON);
        let mut counts = vec![0u32; locator.bucket_count() + 1];
        locator.each_entry(edges, cells, margin, |bucket, _| counts[bucket + 1] += 1);
        for bucket in 1..counts.len() {
            counts[bucket] += counts[bucket - 1];
        }
        let mut slots = vec![0; counts[counts.len() - 1] as usize];
        let mut next = counts.clone();
        locator.each_entry(edges, cells, margin, |bucket, slot| {
            slots[next[bucket] as usize] = slot;
            next[bucket] += 1;
        });
        locator.starts = counts;
        locator.slots = slots;
        locator
    }

    fn empty(cell_count: usize, bounds: Bounds) -> Self {
        let size = bounds.size();
        let wanted = 2.0 * cell_count as f64;
        let limit = (cell_count.max(16) * 4).min(1 << 14) as f64;
        let aspect = size.x / size.y;
        let columns = (wanted * aspect).sqrt().ceil().clamp(1.0, limit);
        let rows = (wanted / columns).ceil().clamp(1.0, limit);
        Self {
            min: bounds.min,
            scale: DVec2::new(columns, rows) / size,
            columns: columns as u32,
            rows: rows as u32,
            starts: Vec::new(),
            slots: Vec::new(),
        }
    }

    fn bucket_count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// The column of a coordinate; never decreasing in `x`, clamped to the index.
    #[inline]
    pub(super) fn column(&self, x: f64) -> u32 {
        (((x - self.min.x) * self.scale.x) as u32).min(self.columns - 1)
    }

    /// The row of a coordinate; never decreasing in `y`, clamped to the index.
    #[inline]
    pub(super) fn row(&self, y: f64) -> u32 {
        (((y - self.min.y) * self.scale.y) as u32).min(self.rows - 1)
    }

    /// The coordinate where a column begins, up to rounding.
    pub(super) fn column_start(&self, column: u32) -> f64 {
        self.min.x + f64::from(column) / self.scale.x
    }

    /// The coordinate where a row begins, up to rounding.
    pub(super) fn row_start(&self, row: u32) -> f64 {
        self.min.y + f64::from(row) / self.scale.y
    }

    /// The slots of the cells that can touch a bucket, ascending.
    #[inline]
    pub(super) fn bucket(&self, column: u32, row: u32) -> &[u32] {
        let bucket = row as usize * self.columns as usize + column as usize;
        &self.slots[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }

    /// Calls `entry` with every pair of a bucket and a cell that can touch it, by ascending slot.
    fn each_entry(
        &self,
        edges: &[Edge],
        cells: &[CellRecord],
        margin: f64,
        mut entry: impl FnMut(usize, u32),
    ) {
        let mut corners = Vec::new();
        for (slot, cell) in cells.iter().enumerate() {
            let range = cell.first_edge as usize..(cell.first_edge + cell.edge_count) as usize;
            if range.is_empty() {
                continue;
            }
            corners.clear();
            corners.extend(edges[range].iter().map(Edge::origin));
            for span in self.spans(&corners, margin) {
                let row_start = span.row as usize * self.columns as usize;
                for column in span.columns {
                    entry(row_start + column as usize, slot as u32);
                }
            }
        }
    }

    /// The columns that a polygon can touch, row by row.
    fn spans<'a>(&'a self, corners: &'a [DVec2], margin: f64) -> impl Iterator<Item = Span> + 'a {
        let bounds = Bounds::of(corners.iter().copied());
        let rows = self.row(bounds.min.y - margin)..=self.row(bounds.max.y + margin);
        rows.map(move |row| {
            let low = self.row_start(row) - margin;
            let high = self.row_start(row + 1) + margin;
            let (left, right) = extent_in_slab(corners, low, high);
            let columns = self.column(left - margin)..=self.column(right + margin);
            Span { row, columns }
        })
    }
}

/// How far a polygon reaches left and right within `low ≤ y ≤ high`.
fn extent_in_slab(corners: &[DVec2], low: f64, high: f64) -> (f64, f64) {
    let mut extent = (f64::INFINITY, f64::NEG_INFINITY);
    let mut a = corners[corners.len() - 1];
    for &b in corners {
        let (bottom, top) = if a.y <= b.y { (a, b) } else { (b, a) };
        if bottom.y <= high && top.y >= low {
            for y in [low.max(bottom.y), high.min(top.y)] {
                let x = x_at(bottom, top, y);
                extent = (extent.0.min(x), extent.1.max(x));
            }
            if bottom.y == top.y {
                extent = (extent.0.min(a.x.min(b.x)), extent.1.max(a.x.max(b.x)));
            }
        }
        a = b;
    }
    extent
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
