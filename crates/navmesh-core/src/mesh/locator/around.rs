//! The search of the index outwards from a point, nearest cells first, as near as buckets can tell.

use std::ops::{ControlFlow, Range};

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
    /// Nothing farther away than this is asked for, squared.
    reach_sq: f64,
    /// The slot visited last, to pass over it in the next bucket.
    last: u32,
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
        let mut around =
            Around { locator: self, point, place, column, row, reach_sq, last: u32::MAX, visit };
        let rings = self.buckets.columns().max(self.buckets.rows());
        for ring in self.gap((column, row))..rings {
            if ring > 0 && around.distance_beyond_sq(ring - 1) > around.reach_sq {
                break;
            }
            around.visit_ring(ring);
        }
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
        let (columns, rows) = (self.locator.buckets.columns(), self.locator.buckets.rows());
        let around = |at: u32, count: u32| {
            let after = at.saturating_add(ring);
            (at.checked_sub(ring), Some(after).filter(|&after| after < count))
        };
        let (left, right) = around(self.column, columns);
        let (bottom, top) = around(self.row, rows);
        let across = left.unwrap_or(0)..right.map_or(columns, |right| right + 1);
        let upwards = bottom.map_or(0, |bottom| bottom + 1)..top.unwrap_or(rows);
        for row in bottom.into_iter().chain(top.filter(|_| ring > 0)) {
            self.visit_run(across.clone(), self.column, |column| (column, row));
        }
        for column in left.into_iter().chain(right).filter(|_| ring > 0) {
            self.visit_run(upwards.clone(), self.row, |row| (column, row));
        }
    }

    /// Visits buckets in a row or a column, from the middle to either end, passing over empty ones.
    fn visit_run(&mut self, run: Range<u32>, middle: u32, bucket: impl Fn(u32) -> (u32, u32)) {
        let mut at = middle;
        while at < run.end && self.visit_bucket(bucket(at)).is_continue() {
            at += self.locator.gap(bucket(at)).max(1);
        }
        let mut left = middle.saturating_sub(run.start); // buckets of the run before `at`
        let mut step = 1;
        while left >= step {
            left -= step;
            let bucket = bucket(run.start + left);
            if self.visit_bucket(bucket).is_break() {
                return;
            }
            step = self.locator.gap(bucket).max(1);
        }
    }

    /// Visits the cells of a bucket; breaks off where the bucket, and so all beyond it, is out of reach.
    fn visit_bucket(&mut self, (column, row): (u32, u32)) -> ControlFlow<()> {
        let x = self.locator.distance_to_columns(self.point.x, column, column);
        let y = self.locator.distance_to_rows(self.point.y, row, row);
        if x * x + y * y > self.reach_sq {
            return ControlFlow::Break(());
        }
        for entry in self.locator.buckets.bucket(column, row) {
            let away = entry.steps_away(self.place) * self.locator.step;
            if away.length_squared() <= self.reach_sq && self.last != entry.slot {
                self.last = entry.slot;
                self.reach_sq = (self.visit)(entry.slot, self.reach_sq);
            }
        }
        ControlFlow::Continue(())
    }
}
