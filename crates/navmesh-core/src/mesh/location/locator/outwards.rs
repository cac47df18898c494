//! The search of the index outwards from a point.
//!
//! It begins with a non-empty bucket near the point, because a cell found there bounds the reach.
//! Then it visits the rows of buckets, the nearest first, and in each row only the buckets within
//! reach. If the first bucket bounds nothing, it visits circles, each twice as wide as the one
//! before.

use std::ops::RangeInclusive;

use glam::DVec2;

use super::{LatticePoint, Locator};
use crate::collections::NONE;
use crate::geom::Bounds;

/// The radius of the first circle, in buckets.
const FIRST_CIRCLE: f64 = 4.0;

/// A search in progress.
struct OutwardSearch<'a, F> {
    locator: &'a Locator,
    point: DVec2,
    lattice_point: LatticePoint,
    /// A lower bound on the distance of the point to the left or right of the index.
    outside: f64,
    /// The bucket visited before all rows: its column and row.
    first: [u32; 2],
    /// The squared distance beyond which cells do not matter.
    reach_sq: f64,
    /// The last visited slots, in a ring, to skip them in the next buckets.
    recent: [u32; 4],
    visited: usize,
    visit: F,
}

impl Locator {
    /// Calls `visit` with the slot of every cell that may be within reach of `point`, with some twice.
    ///
    /// `visit` also gets the squared reach, and returns the squared reach from then on.
    pub(in crate::mesh) fn search_around(
        &self,
        point: DVec2,
        reach_sq: f64,
        visit: impl FnMut(u32, f64) -> f64,
    ) {
        let row = self.grid.row(point.y);
        let first = self.full_bucket_near([self.grid.column(point.x), row]);
        let mut search = OutwardSearch {
            locator: self,
            point,
            lattice_point: self.lattice_point(point),
            outside: self.outside(point),
            first,
            reach_sq,
            recent: [NONE; 4],
            visited: 0,
            visit,
        };
        search.visit_bucket(first);
        let everything_sq = farthest_sq(self.grid.outer(), point);
        let mut circle_sq = (self.grid.size() * FIRST_CIRCLE).length_squared();
        while search.reach_sq == reach_sq && circle_sq < reach_sq.min(everything_sq) {
            search.visit_circle(row, circle_sq);
            circle_sq *= 4.0;
        }
        search.visit_rows(row);
    }

    /// Returns a lower bound on the distance of a point to the left or right of the index.
    fn outside(&self, point: DVec2) -> f64 {
        let Bounds { min, max } = self.grid.outer();
        ((min.x - point.x).max(point.x - max.x) - self.margin).max(0.0)
    }

    /// Returns a non-empty bucket near another one, by descent over the gaps.
    ///
    /// It returns the bucket itself if the gap is 255 or more, which the index does not tell apart.
    fn full_bucket_near(&self, bucket: [u32; 2]) -> [u32; 2] {
        let last = [self.grid.columns() - 1, self.grid.rows() - 1];
        let gap = |[column, row]: [u32; 2]| self.gap(column, row);
        let mut at = bucket;
        while gap(at) > 0 {
            let near = |axis: usize| at[axis].saturating_sub(1)..=(at[axis] + 1).min(last[axis]);
            let mut around = near(1).flat_map(|row| near(0).map(move |column| [column, row]));
            let Some(down) = around.find(|&next| gap(next) < gap(at)) else {
                return bucket;
            };
            at = down;
        }
        at
    }
}

/// Returns the squared distance of the farthest point of a box from a point.
fn farthest_sq(Bounds { min, max }: Bounds, point: DVec2) -> f64 {
    (point - min).abs().max((max - point).abs()).length_squared()
}

impl<F: FnMut(u32, f64) -> f64> OutwardSearch<'_, F> {
    /// Visits the cells in a circle. The reach stays as it was unless a visit shortens it.
    fn visit_circle(&mut self, row: u32, circle_sq: f64) {
        let whole_sq = std::mem::replace(&mut self.reach_sq, circle_sq);
        self.visit_rows(row);
        if self.reach_sq == circle_sq {
            self.reach_sq = whole_sq;
        }
    }

    /// Visits the buckets within reach, from the point's row up and down.
    fn visit_rows(&mut self, row: u32) {
        let last = self.locator.grid.rows() - 1;
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

    /// Visits the buckets of a row within reach. False if the row is out of reach, and so all rows
    /// beyond it.
    fn visit_row(&mut self, row: u32) -> bool {
        let grid = &self.locator.grid;
        let y = self.point.y;
        let apart = (y - grid.row_start(row + 1)).max(grid.row_start(row) - y);
        let Some([low, high]) = self.reach_along(apart) else { return false };
        self.visit_run(row, grid.column(low)..=grid.column(high));
        true
    }

    /// Returns the range of x within reach in a row at distance `apart` from the point; `None` if empty.
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

    /// Visits consecutive buckets of a row, except for empty ones.
    fn visit_run(&mut self, row: u32, columns: RangeInclusive<u32>) {
        let mut column = *columns.start();
        while column <= *columns.end() {
            let gap = self.locator.gap(column, row);
            if gap == 0 && [column, row] != self.first {
                self.visit_bucket([column, row]);
            }
            column += gap.max(1);
        }
    }

    /// Visits the cells of a bucket that are within reach.
    fn visit_bucket(&mut self, [column, row]: [u32; 2]) {
        if let Some(index) = self.locator.index_of_bucket(column, row) {
            return self.visit_overfull(index);
        }
        for entry in self.locator.bucket(column, row) {
            let away = entry.steps_away(self.lattice_point) * self.locator.step;
            let slot = entry.slot();
            if away.length_squared() <= self.reach_sq && !self.recent.contains(&slot) {
                self.recent[self.visited % self.recent.len()] = slot;
                self.visited += 1;
                self.reach_sq = (self.visit)(slot, self.reach_sq);
            }
        }
    }

    /// Visits the cells within reach of a bucket that has an index of its own.
    #[inline(never)]
    fn visit_overfull(&mut self, index: &Locator) {
        let reach_sq = self.reach_sq;
        let mut visit = |slot: u32, reach_sq: f64| {
            self.reach_sq = (self.visit)(slot, reach_sq);
            self.reach_sq
        };
        let visit: &mut dyn FnMut(u32, f64) -> f64 = &mut visit;
        index.search_around(self.point, reach_sq, visit);
    }
}
