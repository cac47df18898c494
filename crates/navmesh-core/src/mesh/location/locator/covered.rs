//! The buckets strictly inside a cell.
//!
//! In one row they are consecutive. A bucket lies left of a side that runs down if the bucket before
//! it does, and left of a side that runs up if the bucket after it does. So each side is tested by
//! bisection against the rows that it passes. The cost is the sum of sides and rows, not their
//! product.

use std::ops::Range;

use glam::DVec2;

use crate::buckets::BucketGrid;
use crate::geom::{Bounds, Turn, turn};

/// The buckets strictly inside one cell: a range of columns per row.
#[derive(Debug, Default)]
pub(super) struct Covered {
    /// The first row in `columns`.
    first: u32,
    columns: Vec<Range<u32>>,
}

impl Covered {
    /// Finds the buckets strictly inside a cell. Exact.
    ///
    /// Complexity: linear in the number of corners and of rows, times the logarithm of the number of
    /// columns.
    pub(super) fn set(&mut self, corners: &[DVec2], grid: &BucketGrid) {
        let Bounds { min, max } = Bounds::of(corners.iter().copied());
        self.columns.clear();
        // A cell does not cover the rows and columns in which it begins or ends.
        let rows = grid.row(min.y) + 1..grid.row(max.y);
        let columns = grid.column(min.x) + 1..grid.column(max.x);
        self.first = rows.start;
        if !rows.is_empty() && !columns.is_empty() {
            let is_within = |row: u32| {
                let Bounds { min: low, max: high } = grid.bounds_of(columns.start, row);
                min.y < low.y && high.y < max.y
            };
            let all = |row: u32| if is_within(row) { columns.clone() } else { 0..0 };
            self.columns.extend(rows.clone().map(all));
            narrow(&mut self.columns, rows.start, corners, grid);
        }
    }

    /// True if every point of a bucket lies strictly inside the cell.
    #[inline]
    pub(super) fn holds(&self, [column, row]: [u32; 2]) -> bool {
        let columns = self.columns.get(row.wrapping_sub(self.first) as usize);
        columns.is_some_and(|columns| columns.contains(&column))
    }
}

/// Removes the buckets that are not left of every side of a convex ring. Rows count from `first`.
///
/// Only the sides that pass a row bound it: buckets left of these are inside.
fn narrow(columns: &mut [Range<u32>], first: u32, corners: &[DVec2], grid: &BucketGrid) {
    let margin = grid.margin();
    let Some(&(mut from)) = corners.last() else { return };
    for &to in corners {
        let (low, high, runs_down) = (from.y.min(to.y), from.y.max(to.y), to.y < from.y);
        let rows = grid.row(low - margin).max(first)..=grid.row(high + margin);
        for row in rows.filter(|_| low < high) {
            let Some(range) = columns.get_mut((row - first) as usize) else { break };
            let is_left = |column: u32| is_left_of([from, to], grid.bounds_of(column, row));
            let end = first_of(range.clone(), |column| is_left(column) == runs_down);
            *range = if runs_down { end..range.end } else { range.start..end };
        }
        from = to;
    }
}

#[cfg(test)]
thread_local! {
    /// The boxes that this thread has compared with lines.
    static COMPARED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// True if a box lies strictly to the left of a line.
fn is_left_of([from, to]: [DVec2; 2], Bounds { min, max }: Bounds) -> bool {
    #[cfg(test)]
    COMPARED.set(COMPARED.get() + 1);
    // The corner of the box that is farthest to the right.
    let x = if from.y < to.y { max.x } else { min.x };
    let y = if from.x < to.x { min.y } else { max.y };
    turn(from, to, DVec2::new(x, y)) == Turn::Left
}

/// Returns the first column of a range that satisfies a monotonic condition, or the end of the range.
fn first_of(Range { mut start, mut end }: Range<u32>, condition: impl Fn(u32) -> bool) -> u32 {
    while start < end {
        let middle = start.midpoint(end);
        if condition(middle) {
            end = middle;
        } else {
            start = middle + 1;
        }
    }
    start
}

#[cfg(test)]
mod tests;
