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
    /// How far the point is from the box of the index at least, by axis.
    outside: DVec2,
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
            outside: self.outside(point),
            column,
            row,
            first,
            reach_sq,
            recent: [u32::MAX; 4],
            visited: 0,
            visit,
        };
        around.visit_bucket(first);
        let gap = self.gap((column, row)); // where it is 0 the first bucket was the point's own
        let mut rings = gap.max(1)..self.buckets.columns().max(self.buckets.rows());
        while rings.next().is_some_and(|ring| around.visit_ring(ring)) {}
    }

    /// How far a point is from the box of the index at least, by axis.
    fn outside(&self, point: DVec2) -> DVec2 {
        let (columns, rows) = (self.buckets.columns(), self.buckets.rows());
        let low = DVec2::new(self.buckets.column_start(0), self.buckets.row_start(0));
        let high = DVec2::new(self.buckets.column_start(columns), self.buckets.row_start(rows));
        ((low - point).max(point - high) - self.margin).max(DVec2::ZERO)
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
}

impl<F: FnMut(u32, f64) -> f64> Around<'_, F> {
    /// Visits the buckets of a ring that are within reach: two rows of it, and what is left of two columns. False
    /// where nothing of the ring is within reach, and so nothing beyond it.
    fn visit_ring(&mut self, ring: u32) -> bool {
        let buckets = &self.locator.buckets;
        let columns = Sides::of(self.column, ring, buckets.columns());
        let rows = Sides::of(self.row, ring, buckets.rows());
        let mut is_near = false;
        let bottom = rows.low.map(|row| (row, self.point.y - buckets.row_start(row + 1)));
        let top = rows.high.map(|row| (row, buckets.row_start(row) - self.point.y));
        for (row, apart) in bottom.into_iter().chain(top) {
            let within = self.reach_along(apart, self.point.x, self.outside.x);
            let Some([low, high]) = within else { continue };
            let near = buckets.column(low)..buckets.column(high) + 1;
            self.visit_run(common(&columns.all(), &near), |column| (column, row));
            is_near = true;
        }
        let left =
            columns.low.map(|column| (column, self.point.x - buckets.column_start(column + 1)));
        let right =
            columns.high.map(|column| (column, buckets.column_start(column) - self.point.x));
        for (column, apart) in left.into_iter().chain(right) {
            let within = self.reach_along(apart, self.point.y, self.outside.y);
            let Some([low, high]) = within else { continue };
            let near = buckets.row(low)..buckets.row(high) + 1;
            self.visit_run(common(&rows.between(), &near), |row| (column, row));
            is_near = true;
        }
        is_near
    }

    /// From where to where, around the coordinate `at`, something is within reach in a run of buckets that is
    /// `apart` from the point; `None` where nothing is, and where the index lies farther `outside` of that.
    fn reach_along(&self, apart: f64, at: f64, outside: f64) -> Option<[f64; 2]> {
        let apart = (apart - self.locator.margin).max(0.0);
        let left_sq = self.reach_sq - apart * apart;
        if left_sq < outside * outside {
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

/// The two rows, or columns, of a ring around one of `count`; where the index ends before, there is none.
#[derive(Clone, Copy)]
struct Sides {
    low: Option<u32>,
    high: Option<u32>,
    count: u32,
}

impl Sides {
    /// Those of a ring that is no ring but has a middle: `ring` is not 0.
    fn of(at: u32, ring: u32, count: u32) -> Self {
        let after = at.saturating_add(ring);
        Self { low: at.checked_sub(ring), high: (after < count).then_some(after), count }
    }

    /// Everything from one side to the other.
    fn all(self) -> Range<u32> {
        self.low.unwrap_or(0)..self.high.map_or(self.count, |high| high + 1)
    }

    /// The same without the sides.
    fn between(self) -> Range<u32> {
        self.low.map_or(0, |low| low + 1)..self.high.unwrap_or(self.count)
    }
}

/// What two ranges have in common.
fn common(one: &Range<u32>, other: &Range<u32>) -> Range<u32> {
    one.start.max(other.start)..one.end.min(other.end)
}
