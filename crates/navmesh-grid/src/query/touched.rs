//! The tiles whose closed squares a segment touches, on and off the map.
//!
//! In a row these tiles are adjacent: the tiles before the first lie left of the line, the tiles behind the last right
//! of it.

use glam::DVec2;
use navmesh_core::backend::geom::ring::{in_domain, segments_touch};
use navmesh_core::backend::geom::{Bounds, Turn, turn};

use crate::map::grid::Grid;

/// Calls `visit` for every tile whose closed square a segment touches.
pub(crate) fn each_touched(grid: &Grid, segment: [DVec2; 2], mut visit: impl FnMut(u32)) {
    let [a, b] = segment;
    let [low, high] = if a.y <= b.y { [a, b] } else { [b, a] };
    let [columns, rows] = tiles_around(grid, &segment);
    for y in rows {
        let all = |x: u32, side: Turn| {
            square(grid, x, y).iter().all(|&corner| turn(low, high, corner) == side)
        };
        let first = first_without(columns.clone(), |x| all(x, Turn::Left));
        for x in first..*columns.end() + 1 {
            if all(x, Turn::Right) {
                break;
            }
            if let Some(slot) = grid.slot(x, y).filter(|_| touches(grid, x, y, segment)) {
                visit(slot);
            }
        }
    }
}

/// Returns the columns and rows of all tiles whose closed squares meet the box around some
/// points.
pub(crate) fn tiles_around(grid: &Grid, points: &[DVec2]) -> [std::ops::RangeInclusive<u32>; 2] {
    let bounds = Bounds::of(points.iter().map(|&point| in_domain(point)));
    let (x, y) = grid.clamped_tile(bounds.min);
    let (last_x, last_y) = grid.clamped_tile(bounds.max);
    // A point on a lattice line belongs to the tile after the line and touches the one before
    // it.
    [x.saturating_sub(1)..=last_x, y.saturating_sub(1)..=last_y]
}

/// True if a free tile that `accept` rejects lies on the straight way from a point to the nearest point of a tile, the
/// latter excluded. Exact.
pub(crate) fn is_ground_between(
    grid: &Grid,
    from: DVec2,
    slot: u32,
    accept: impl Fn(u32) -> bool,
) -> bool {
    let (x, y) = grid.tile(slot);
    let to = grid.nearest_in_tile(x, y, from);
    let mut is_between = false;
    each_touched(grid, [from, to], |slot| {
        let is_other = grid.is_free(slot) && !accept(slot);
        is_between = is_between || is_other && is_met_before_end(grid, slot, [from, to]);
    });
    is_between
}

/// True if a segment that touches a closed tile meets it at any point but its own end.
fn is_met_before_end(grid: &Grid, slot: u32, [from, to]: [DVec2; 2]) -> bool {
    let (x, y) = grid.tile(slot);
    let (min, max) = (grid.corner(x, y), grid.corner(x + 1, y + 1));
    if !holds([min, max], to) {
        return true;
    }
    // At a side through the end, the way must not come from the outer side.
    let comes_from = |from: f64, to: f64, min: f64, max: f64| {
        (to > min || from >= min) && (to < max || from <= max)
    };
    comes_from(from.x, to.x, min.x, max.x) && comes_from(from.y, to.y, min.y, max.y)
}

fn square(grid: &Grid, x: u32, y: u32) -> [DVec2; 4] {
    [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| grid.corner(x, y))
}

fn touches(grid: &Grid, x: u32, y: u32, segment: [DVec2; 2]) -> bool {
    let square = square(grid, x, y);
    holds([square[0], square[2]], segment[0])
        || (0..4).any(|i| segments_touch([square[i], square[(i + 1) % 4]], segment))
}

fn holds([min, max]: [DVec2; 2], point: DVec2) -> bool {
    point.cmpge(min).all() && point.cmple(max).all()
}

/// Returns the first number of a range for which `before` is false, by binary search; one past the
/// end where there is none.
fn first_without(range: std::ops::RangeInclusive<u32>, before: impl Fn(u32) -> bool) -> u32 {
    let (mut low, mut high) = (*range.start(), *range.end() + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
