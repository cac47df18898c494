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

/// True if a box lies strictly to the left of a line.
fn is_left_of([from, to]: [DVec2; 2], Bounds { min, max }: Bounds) -> bool {
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
mod tests {
    use super::*;
    use crate::buckets::Buckets;

    /// The rings have slanted sides, sharp corners, corners of 180° and sides on grid lines. The
    /// grids are finer and coarser than the rings.
    #[test]
    fn a_ring_covers_the_buckets_with_all_corners_strictly_inside() {
        let rings: [&[[i32; 2]]; 4] = [
            &[[0, 0], [8, 2], [16, 4], [12, 14], [4, 12]],
            &[[0, 0], [16, 0], [16, 16], [0, 16]],
            &[[2, 0], [16, 7], [16, 8], [14, 16], [0, 2]],
            &[[0, 15], [1, 0], [2, 0], [16, 16], [8, 16]],
        ];
        let (mut held, mut covered) = (0, Covered::default());
        for ring in rings {
            let ring: Vec<DVec2> =
                ring.iter().map(|&[x, y]| DVec2::new(x.into(), y.into())).collect();
            for count in [1, 8, 50, 128, 1000] {
                held += check(&ring, buckets_of(&ring, count).grid(), &mut covered);
            }
        }
        assert!(held > 1000, "{held}");
    }

    /// A point within the margin of a grid line may be looked up on either side of it.
    #[test]
    fn triangles_with_corners_within_the_margin_of_the_grid_cover_buckets_strictly_inside() {
        let whole = [[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]].map(DVec2::from);
        let buckets = buckets_of(&whole, 32);
        let grid = buckets.grid();
        let mut state = 1u64;
        let mut below = |limit: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % limit
        };
        let (mut held, mut covered) = (0, Covered::default());
        for _ in 0..20_000 {
            let [a, b, c] = [0; 3].map(|_| {
                let line = [0; 2].map(|_| 2.0 * (1 + below(7)) as f64);
                let aside = [0; 2].map(|_| below(9) as f64 - 4.0);
                DVec2::from(line) + DVec2::from(aside) * (grid.margin() / 2.0)
            });
            if turn(a, b, c) == Turn::Left {
                held += check(&[a, b, c], grid, &mut covered);
            }
        }
        assert!(held > 1000, "{held}");
    }

    /// A test of each corner against each bucket inside would be a billion tests.
    #[test]
    fn many_corners_on_many_buckets_cost_their_sum_and_not_their_product() {
        let parabola = (-20_000..=20_000).map(f64::from).map(|x| DVec2::new(x, x * x));
        let parabola: Vec<DVec2> = parabola.collect();
        let buckets = buckets_of(&parabola, 40_000);
        let begun = std::time::Instant::now();
        let mut covered = Covered::default();
        covered.set(&parabola, buckets.grid());
        let held: usize = covered.columns.iter().map(ExactSizeIterator::len).sum();
        assert!(held > 10_000 && begun.elapsed().as_secs() < 20, "{held}, {:?}", begun.elapsed());
    }

    /// Compares every bucket of a grid with all sides of a ring. Returns the number of covered buckets.
    fn check(ring: &[DVec2], grid: &BucketGrid, covered: &mut Covered) -> usize {
        covered.set(ring, grid);
        let is_inside = |p: DVec2| {
            (0..ring.len()).all(|i| turn(ring[i], ring[(i + 1) % ring.len()], p) == Turn::Left)
        };
        let mut held = 0;
        for (column, row) in (0..grid.columns()).flat_map(|x| (0..grid.rows()).map(move |y| (x, y)))
        {
            let Bounds { min, max } = grid.bounds_of(column, row);
            let corners = [min, max, DVec2::new(min.x, max.y), DVec2::new(max.x, min.y)];
            let expected = corners.into_iter().all(is_inside);
            assert_eq!(covered.holds([column, row]), expected, "{ring:?} {min} {max}");
            held += usize::from(expected);
        }
        covered.set(&[DVec2::ZERO; 3], grid);
        let nothing = |column: u32, row: u32| !covered.holds([column, row]);
        assert!((0..grid.rows()).all(|row| (0..grid.columns()).all(|x| nothing(x, row))));
        held
    }

    /// Returns a grid for `count` items over a ring alone.
    fn buckets_of(ring: &[DVec2], count: usize) -> Buckets {
        let corners_of = |item: usize| if item == 0 { ring } else { &[] };
        let bounds = Bounds::of(ring.iter().copied());
        Buckets::build(count, bounds, |item, corners| corners.extend(corners_of(item)))
    }
}
