//! The search of the index outwards from a point, ring by ring of buckets.
//!
//! It begins with a bucket that has cells and is among the nearest ones that do, because what it finds there
//! bounds the reach: of each ring only the buckets within reach are then looked at.

use std::ops::Range;

use glam::DVec2;

use super::{Locator, Place};

/// A search in progress.
struct Around<'a, F> {
    locator: &'a Locator,
    point: DVec2,
    place: Place,
    /// Where in the index the point is, or the index is nearest to it.
    column: u32,
    row: u32,
    /// The bucket visited before all rings.
    first: (u32, u32),
    /// Nothing farther away than this is asked for, squared.
    reach_sq: f64,
    /// The slots visited last, in turn, to pass over them in the next buckets.
    recent: [u32; 4],
    visited: usize,
    visit: F,
}

impl Locator {
    /// Calls `visit` with the slot of every cell that can be within reach of `point`, some more than
    /// once, and with the reach, squared; it answers with the reach from then on.
    pub(in crate::mesh) fn search_around(
        &self,
        point: DVec2,
        reach_sq: f64,
        visit: impl FnMut(u32, f64) -> f64,
    ) {
        let (column, row) = (self.buckets.column(point.x), self.buckets.row(point.y));
        let place = self.place(point);
        let first = self.full_bucket_near((column, row));
        let mut around = Around {
            locator: self,
            point,
            place,
            column,
            row,
            first,
            reach_sq,
            recent: [u32::MAX; 4],
            visited: 0,
            visit,
        };
        around.visit_bucket(first);
        let rings = self.buckets.columns().max(self.buckets.rows());
        for ring in self.gap((column, row))..rings {
            if ring > 0 && around.distance_beyond_sq(ring - 1) > around.reach_sq {
                break;
            }
            around.visit_ring(ring);
        }
    }

    /// One of the nearest buckets, by rings, that are not empty; downhill over the gaps. Where gaps are too wide
    /// to be told, the bucket itself.
    fn full_bucket_near(&self, bucket: (u32, u32)) -> (u32, u32) {
        let last = (self.buckets.columns() - 1, self.buckets.rows() - 1);
        let mut at = bucket;
        while self.gap(at) > 0 {
            let near = |middle: u32, last: u32| middle.saturating_sub(1)..=(middle + 1).min(last);
            let rows = near(at.1, last.1);
            let around = rows.flat_map(|row| near(at.0, last.0).map(move |column| (column, row)));
            let Some(down) = around.into_iter().find(|&next| self.gap(next) < self.gap(at)) else {
                return bucket;
            };
            at = down;
        }
        at
    }

    /// How far a coordinate is from the columns of a range, less a margin for rounding.
    fn distance_to_columns(&self, x: f64, first: u32, last: u32) -> f64 {
        let (left, right) = (self.buckets.column_start(first), self.buckets.column_start(last + 1));
        (left - x).max(x - right).max(self.margin) - self.margin
    }

    /// How far a coordinate is from the rows of a range, less a margin for rounding.
    fn distance_to_rows(&self, y: f64, first: u32, last: u32) -> f64 {
        let (bottom, top) = (self.buckets.row_start(first), self.buckets.row_start(last + 1));
        (bottom - y).max(y - top).max(self.margin) - self.margin
    }
}

impl<F: FnMut(u32, f64) -> f64> Around<'_, F> {
    /// A lower bound, squared, on the distance to what lies outside the square of buckets within `ring` of
    /// the point's own; infinite where nothing does.
    fn distance_beyond_sq(&self, ring: u32) -> f64 {
        let Self { locator, point, column, row, .. } = *self;
        let (columns, rows) = (locator.buckets.columns(), locator.buckets.rows());
        let (all_x, all_y) = (
            locator.distance_to_columns(point.x, 0, columns - 1),
            locator.distance_to_rows(point.y, 0, rows - 1),
        );
        let mut nearest = f64::INFINITY;
        let mut add = |x: f64, y: f64| nearest = nearest.min(x * x + y * y);
        if column > ring {
            add(locator.distance_to_columns(point.x, 0, column - ring - 1), all_y);
        }
        if column + ring + 1 < columns {
            add(locator.distance_to_columns(point.x, column + ring + 1, columns - 1), all_y);
        }
        if row > ring {
            add(all_x, locator.distance_to_rows(point.y, 0, row - ring - 1));
        }
        if row + ring + 1 < rows {
            add(all_x, locator.distance_to_rows(point.y, row + ring + 1, rows - 1));
        }
        nearest
    }

    /// Visits the buckets of a ring that are within reach: two rows of it, and what is left of two columns.
    fn visit_ring(&mut self, ring: u32) {
        let locator = self.locator;
        let buckets = &locator.buckets;
        let around = |at: u32, count: u32| {
            let after = at.saturating_add(ring);
            (at.checked_sub(ring), Some(after).filter(|&after| after < count))
        };
        let (left, right) = around(self.column, buckets.columns());
        let (bottom, top) = around(self.row, buckets.rows());
        let across = left.unwrap_or(0)..right.map_or(buckets.columns(), |right| right + 1);
        let upwards = bottom.map_or(0, |bottom| bottom + 1)..top.unwrap_or(buckets.rows());
        for row in bottom.into_iter().chain(top.filter(|_| ring > 0)) {
            let apart = locator.distance_to_rows(self.point.y, row, row);
            let Some([low, high]) = self.reach_along(apart, self.point.x) else { continue };
            let near = buckets.column(low)..buckets.column(high) + 1;
            self.visit_run(common(&across, &near), |column| (column, row));
        }
        for column in left.into_iter().chain(right).filter(|_| ring > 0) {
            let apart = locator.distance_to_columns(self.point.x, column, column);
            let Some([low, high]) = self.reach_along(apart, self.point.y) else { continue };
            let near = buckets.row(low)..buckets.row(high) + 1;
            self.visit_run(common(&upwards, &near), |row| (column, row));
        }
    }

    /// From where to where, around the coordinate `at`, something is within reach in a run of buckets that is
    /// `apart` from the point; `None` where nothing is.
    fn reach_along(&self, apart: f64, at: f64) -> Option<[f64; 2]> {
        let left_sq = self.reach_sq - apart * apart;
        if left_sq < 0.0 {
            return None;
        }
        let exact = left_sq.sqrt();
        let reach = exact + self.locator.margin + (exact + at.abs()) * (4.0 * f64::EPSILON);
        Some([at - reach, at + reach])
    }

    /// Visits buckets in a row or a column, passing over empty ones.
    fn visit_run(&mut self, run: Range<u32>, bucket: impl Fn(u32) -> (u32, u32)) {
        let mut at = run.start;
        while at < run.end {
            let gap = self.locator.gap(bucket(at));
            if gap == 0 && bucket(at) != self.first {
                self.visit_bucket(bucket(at));
            }
            at += gap.max(1);
        }
    }

    /// Visits the cells of a bucket that are within reach.
    fn visit_bucket(&mut self, (column, row): (u32, u32)) {
        for entry in self.locator.buckets.bucket(column, row) {
            let away = entry.steps_away(self.place) * self.locator.step;
            let slot = entry.slot();
            if away.length_squared() <= self.reach_sq && !self.recent.contains(&slot) {
                self.recent[self.visited % self.recent.len()] = slot;
                self.visited += 1;
                self.reach_sq = (self.visit)(slot, self.reach_sq);
            }
        }
    }
}

/// What two ranges have in common.
fn common(one: &Range<u32>, other: &Range<u32>) -> Range<u32> {
    one.start.max(other.start)..one.end.min(other.end)
}
