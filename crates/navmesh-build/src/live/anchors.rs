//! The winding numbers of rings at *anchors*: one point for each block of buckets.
//!
//! From an anchor the winding numbers at any point of its block follow from the segments in between. So a
//! local step counts no segment far away.
//!
//! A point stands for the place infinitesimally right of it, and infinitesimally less above it. So no
//! segment holds it, and rays to the right and upwards from it agree.

use navmesh_core::DVec2;
use navmesh_core::backend::buckets::BucketGrid;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Turn, turn};

/// A ring or line: its shape and its number there.
pub(super) type Ring = [u32; 2];

/// The winding number of a ring, not 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Winding {
    pub(super) ring: Ring,
    pub(super) number: i32,
}

/// The winding numbers at all anchors.
#[derive(Debug, Clone)]
pub(super) struct Anchors {
    /// The coordinates of the anchors, ascending.
    columns: Vec<f64>,
    rows: Vec<f64>,
    /// The winding numbers at each anchor, row by row; `None` once there were too many.
    windings: Vec<Option<Vec<Winding>>>,
}

/// The width and height of a block in buckets.
const BLOCK: u32 = 4;

/// The most rings around an anchor.
const MOST_RINGS: usize = 64;

/// The place of an anchor within its bucket. On a map with round coordinates, it is off all segments.
const PLACE: f64 = 0.381_966;

impl Anchors {
    /// Creates the anchors of a grid without rings.
    pub(super) fn of(grid: &BucketGrid) -> Self {
        let buckets = |count: u32| {
            (0..count).step_by(BLOCK as usize).map(move |first| (first + 2).min(count - 1))
        };
        let between = |from: f64, to: f64| from + (to - from) * PLACE;
        let columns: Vec<f64> = buckets(grid.columns())
            .map(|at| between(grid.column_start(at), grid.column_start(at + 1)))
            .collect();
        let rows: Vec<f64> = buckets(grid.rows())
            .map(|at| between(grid.row_start(at), grid.row_start(at + 1)))
            .collect();
        let windings = vec![Some(Vec::new()); columns.len() * rows.len()];
        Self { columns, rows, windings }
    }

    /// Returns the anchor of a point's block with the winding numbers there, if they are known.
    pub(super) fn near(&self, grid: &BucketGrid, point: DVec2) -> Option<(DVec2, &[Winding])> {
        let [column, row] = [grid.column(point.x) / BLOCK, grid.row(point.y) / BLOCK];
        let windings =
            self.windings[row as usize * self.columns.len() + column as usize].as_deref();
        let anchor = DVec2::new(self.columns[column as usize], self.rows[row as usize]);
        windings.map(|windings| (anchor, windings))
    }

    /// Adds the winding numbers of closed chains to those of a ring.
    pub(super) fn add(&mut self, ring: Ring, segments: &[[DVec2; 2]]) {
        for (anchor, number) in self.windings_of(segments) {
            let Some(windings) = &mut self.windings[anchor] else { continue };
            match windings.iter_mut().find(|own| own.ring == ring) {
                Some(own) => own.number += number,
                None => windings.push(Winding { ring, number }),
            }
            windings.retain(|own| own.number != 0);
            if windings.len() > MOST_RINGS {
                self.windings[anchor] = None;
            }
        }
    }

    /// Removes a ring.
    pub(super) fn remove(&mut self, ring: Ring, segments: &[[DVec2; 2]]) {
        for (anchor, _) in self.windings_of(segments) {
            if let Some(windings) = &mut self.windings[anchor] {
                windings.retain(|own| own.ring != ring);
            }
        }
    }

    /// Lists the anchors that a ring winds around, each with the winding number.
    ///
    /// Complexity: O(log n) a segment and row of anchors that it crosses, and linear in the result.
    fn windings_of(&self, segments: &[[DVec2; 2]]) -> Vec<(usize, i32)> {
        let mut crossings = Vec::new();
        for &[a, b] in segments {
            let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
            let row = |y: f64| self.rows.partition_point(|own| *own < y);
            for row in row(low.y)..row(high.y) {
                let is_left =
                    |x: &f64| turn(low, high, DVec2::new(*x, self.rows[row])) == Turn::Left;
                let columns = self.columns.partition_point(is_left);
                crossings.push((row, columns, if a.y < b.y { 1 } else { -1 }));
            }
        }
        crossings.merge_sort();
        let mut windings = Vec::new();
        for of_row in crossings.chunk_by(|a, b| a.0 == b.0) {
            let mut number: i32 = of_row.iter().map(|crossing| crossing.2).sum();
            let mut first = 0;
            for &(row, columns, change) in of_row {
                if number != 0 {
                    let row = row * self.columns.len();
                    windings.extend((row + first..row + columns).map(|anchor| (anchor, number)));
                }
                number -= change;
                first = columns;
            }
        }
        windings
    }
}

/// Returns the change of a ring's winding number by a segment that the ray of a point to the right crosses.
pub(super) fn change_to_the_right([a, b]: [DVec2; 2], point: DVec2) -> i32 {
    let is_upward = a.y < b.y;
    let (low, high) = if is_upward { (a, b) } else { (b, a) };
    if !(low.y <= point.y && point.y < high.y) || turn(low, high, point) != Turn::Left {
        return 0;
    }
    if is_upward { 1 } else { -1 }
}

/// Returns the change of a ring's winding number by a segment that the ray of a point upwards crosses.
pub(super) fn change_above([a, b]: [DVec2; 2], point: DVec2) -> i32 {
    let is_leftward = b.x < a.x;
    let (left, right) = if is_leftward { (b, a) } else { (a, b) };
    if !(left.x <= point.x && point.x < right.x) {
        return 0;
    }
    let is_below = match turn(left, right, point) {
        Turn::Left => false,
        Turn::Right => true,
        // Right of the point, the segment is above the place that the point stands for if it rises.
        Turn::Collinear => left.y < right.y,
    };
    match (is_below, is_leftward) {
        (false, _) => 0,
        (true, true) => 1,
        (true, false) => -1,
    }
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    /// Lattice points: rays run through corners and along segments.
    #[test]
    fn rays_to_the_right_and_upwards_agree() {
        let mut random = SplitMix64::new(4);
        let mut inside = 0;
        for _ in 0..2000 {
            let mut at = || DVec2::new(random.below(5) as f64, random.below(5) as f64);
            let corners: Vec<DVec2> = (0..5).map(|_| at()).collect();
            let point = at();
            let sides = || (0..5).map(|i| [corners[i], corners[(i + 1) % 5]]);
            let right: i32 = sides().map(|side| change_to_the_right(side, point)).sum();
            let above: i32 = sides().map(|side| change_above(side, point)).sum();
            assert_eq!(right, above, "{corners:?} {point}");
            inside += i32::from(right != 0);
        }
        assert!(inside > 100);
    }
}
