//! The search of the index outwards from a point, row by row of buckets.
//!
//! It begins with a bucket that has cells and is among the nearest ones that do, because what it finds there
//! bounds the reach: of each row only the buckets within reach are then looked at, the rows nearest to the point first.
//! Where that bucket has nothing of what is asked for, it is looked for in circles, each twice as wide as the one before.

use std::ops::RangeInclusive;

use glam::DVec2;

use super::{Locator, Place};
use crate::geom::Bounds;

/// How many buckets wide and high the quarter of the first circle is.
const FIRST_CIRCLE: f64 = 4.0;

/// A search in progress.
struct Around<'a, F> {
    locator: &'a Locator,
    point: DVec2,
    place: Place,
    /// How far the point is left or right of the index at least.
    outside: f64,
    /// The bucket visited before all rows.
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
        let row = self.buckets.row(point.y);
        let first = self.full_bucket_near((self.buckets.column(point.x), row));
        let mut around = Around {
            locator: self,
            point,
            place: self.place(point),
            outside: self.outside(point),
            first,
            reach_sq,
            recent: [u32::MAX; 4],
            visited: 0,
            visit,
        };
        around.visit_bucket(first);
        let everything_sq = farthest_sq(self.buckets.outer(), point);
        let mut circle_sq = (self.buckets.size() * FIRST_CIRCLE).length_squared();
        while around.reach_sq == reach_sq && circle_sq < reach_sq.min(everything_sq) {
            around.visit_circle(row, circle_sq);
            circle_sq *= 4.0;
        }
        around.visit_rows(row);
    }

    /// How far a point is left or right of the index at least.
    fn outside(&self, point: DVec2) -> f64 {
        let Bounds { min, max } = self.buckets.outer();
        ((min.x - point.x).max(point.x - max.x) - self.margin).max(0.0)
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

/// How far the farthest place of a box is from a point, squared.
fn farthest_sq(Bounds { min, max }: Bounds, point: DVec2) -> f64 {
    (point - min).abs().max((max - point).abs()).length_squared()
}

impl<F: FnMut(u32, f64) -> f64> Around<'_, F> {
    /// Visits the cells in a circle, as long as nothing in it is found that shortens the reach.
    fn visit_circle(&mut self, row: u32, circle_sq: f64) {
        let whole_sq = std::mem::replace(&mut self.reach_sq, circle_sq);
        self.visit_rows(row);
        if self.reach_sq == circle_sq {
            self.reach_sq = whole_sq;
        }
    }

    /// Visits the buckets within reach, from the point's row up and down.
    fn visit_rows(&mut self, row: u32) {
        let last = self.locator.buckets.rows() - 1;
        let mut is_near = self.visit_row(row);
        for apart in 1..=last {
            if !is_near {
                return;
            }
            let below = row.checked_sub(apart);
            let above = row.checked_add(apart).filter(|&above| above <= last);
            is_near = below.is_some_and(|row| self.visit_row(row));
            is_near |= above.is_some_and(|row| self.visit_row(row));
        }
    }

    /// Visits the buckets of a row that are within reach; false where nothing of it is, and so nothing beyond it.
    fn visit_row(&mut self, row: u32) -> bool {
        let buckets = &self.locator.buckets;
        let y = self.point.y;
        let apart = (y - buckets.row_start(row + 1)).max(buckets.row_start(row) - y);
        let Some([low, high]) = self.reach_along(apart) else { return false };
        self.visit_run(row, buckets.column(low)..=buckets.column(high));
        true
    }

    /// From where to where something is within reach in a row of buckets that is `apart` from the point; `None` where
    /// nothing is.
    fn reach_along(&self, apart: f64) -> Option<[f64; 2]> {
        let apart = (apart - self.locator.margin).max(0.0);
        let left_sq = self.reach_sq - apart * apart;
        if left_sq < self.outside * self.outside {
            return None;
        }
        let (exact, at) = (left_sq.sqrt(), self.point.x);
        let reach = exact + self.locator.margin + (exact + at.abs()) * (4.0 * f64::EPSILON);
        Some([at - reach, at + reach])
    }

    /// Visits buckets in a row, passing over empty ones.
    fn visit_run(&mut self, row: u32, columns: RangeInclusive<u32>) {
        let mut column = *columns.start();
        while column <= *columns.end() {
            let bucket = (column, row);
            let gap = self.locator.gap(bucket);
            if gap == 0 && bucket != self.first {
                self.visit_bucket(bucket);
            }
            column += gap.max(1);
        }
    }

    /// Visits the cells of a bucket that are within reach.
    fn visit_bucket(&mut self, (column, row): (u32, u32)) {
        if let Some(crowd) = self.locator.crowd((column, row)) {
            return self.visit_crowd(crowd);
        }
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

    /// Visits the cells of a bucket with an index of its own that are within reach.
    #[inline(never)]
    fn visit_crowd(&mut self, crowd: &Locator) {
        let reach_sq = self.reach_sq;
        let mut visit = |slot: u32, reach_sq: f64| {
            self.reach_sq = (self.visit)(slot, reach_sq);
            self.reach_sq
        };
        let visit: &mut dyn FnMut(u32, f64) -> f64 = &mut visit;
        crowd.search_around(self.point, reach_sq, visit);
    }
}
