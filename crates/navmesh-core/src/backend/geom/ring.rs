//! Exact predicates of rings and segments.

use glam::DVec2;

use super::{Turn, on_segment, sanitized, turn};

/// Returns a usable point with coordinates too small for the side test set to 0.
#[must_use]
pub fn in_domain(point: DVec2) -> DVec2 {
    sanitized(point).unwrap_or(point)
}

/// Iterates over the sides of a ring; the last one returns to the first point.
pub fn ring_sides(ring: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> + Clone + '_ {
    (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]].map(in_domain))
}

/// True if two closed segments have a common point.
#[must_use]
pub fn segments_touch([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let parts = |line: [DVec2; 2], p: DVec2, q: DVec2| {
        let (one, other) = (turn(line[0], line[1], p), turn(line[0], line[1], q));
        one == other && one != Turn::Collinear
    };
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    boxes_meet && !parts([a, b], c, d) && !parts([c, d], a, b)
}

/// True if a ring winds an odd number of times around a point that is on none of its sides.
#[must_use]
pub fn winds_around(sides: impl Iterator<Item = [DVec2; 2]>, point: DVec2) -> bool {
    let crossings = sides.filter(|[a, b]| {
        let (low, high) = if a.y <= b.y { (*a, *b) } else { (*b, *a) };
        low.y <= point.y && point.y < high.y && turn(low, high, point) == Turn::Left
    });
    crossings.count() % 2 == 1
}

/// True if a point is on a ring or within it.
///
/// ```
/// use navmesh_core::backend::geom::ring::{holds, ring_sides};
/// let ring = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]].map(Into::into);
/// let is_held = |point: [f64; 2]| holds(ring_sides(&ring), point.into());
/// assert!(is_held([2.0, 2.0]) && is_held([1.0, 1.0]) && !is_held([3.0, 2.0]));
/// ```
#[must_use]
pub fn holds(sides: impl Iterator<Item = [DVec2; 2]> + Clone, point: DVec2) -> bool {
    sides.clone().any(|[a, b]| on_segment(a, b, point)) || winds_around(sides, point)
}
