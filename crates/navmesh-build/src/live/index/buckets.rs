//! The buckets near a segment.

use navmesh_core::DVec2;
use navmesh_core::backend::buckets::BucketGrid;

/// Returns more than the error of a computed bucket border at these points.
pub(in super::super) fn margin(grid: &BucketGrid, points: [DVec2; 2]) -> f64 {
    let own = points.iter().map(|point| point.abs().max_element()).fold(0.0, f64::max);
    own.max(grid.outer().max_abs()) * (32.0 * f64::EPSILON)
}

/// Visits every bucket within a distance of a segment, with a margin for rounding. The outer buckets extend
/// without end.
pub(in super::super) fn each_bucket(
    grid: &BucketGrid,
    [a, b]: [DVec2; 2],
    distance: f64,
    mut visit: impl FnMut(usize),
) {
    let margin = margin(grid, [a, b]) + distance;
    let (bottom, top) = if a.y <= b.y { (a, b) } else { (b, a) };
    let rows = grid.row(bottom.y - margin)..=grid.row(top.y + margin);
    let is_single = rows.start() == rows.end();
    for row in rows {
        let low = if row == 0 { f64::NEG_INFINITY } else { grid.row_start(row) - 2.0 * margin };
        let is_last = row + 1 == grid.rows();
        let high = if is_last { f64::INFINITY } else { grid.row_start(row + 1) + 2.0 * margin };
        let [from, to] = if is_single || bottom.y == top.y {
            [bottom.x, top.x]
        } else {
            [low, high].map(|y| x_at([bottom, top], y))
        };
        let columns = grid.column(from.min(to) - margin)..=grid.column(from.max(to) + margin);
        for column in columns {
            visit((row * grid.columns() + column) as usize);
        }
    }
}

/// Returns the rounded x of a segment at a height, or of its nearer end.
fn x_at([bottom, top]: [DVec2; 2], y: f64) -> f64 {
    if y <= bottom.y {
        return bottom.x;
    }
    if y >= top.y {
        return top.x;
    }
    bottom.x + (y - bottom.y) / (top.y - bottom.y) * (top.x - bottom.x)
}
