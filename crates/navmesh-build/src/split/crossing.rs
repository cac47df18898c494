//! The intersection of two segments.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::double::crossing;
use navmesh_core::backend::geom::{Turn, lexicographic, nearest_on_segment, sanitized, turn};

use crate::plsg::Plsg;

/// The largest distance over which a rounded intersection snaps to an end of its segments, in units
/// of 2⁻⁵² of its largest coordinate. Otherwise rounding could shift the intersection of two nearly
/// parallel segments by one unit in every round, without end.
const SNAP_UNITS: f64 = 4.0;

/// Selects the ends to which a rounded intersection snaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SnapStrategy {
    /// Ends near the intersection.
    EndNearCrossing,
    /// Ends near the other segment, even far from the intersection; see [`end_on_other`].
    EndNearSegment,
}

/// The number of rounds with [`SnapStrategy::EndNearCrossing`]. Segments that still cross form a
/// bundle a few units thick, in which each new point makes more crossings than it resolves.
const NEAR_CROSSING_ROUNDS: usize = 4;

impl SnapStrategy {
    pub(crate) fn of_round(rounds: usize) -> Self {
        if rounds < NEAR_CROSSING_ROUNDS { Self::EndNearCrossing } else { Self::EndNearSegment }
    }
}

/// Two segments that cross at an interior point of both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    pub(crate) segments: [u32; 2],
    /// The rounded intersection.
    pub(crate) point: DVec2,
    /// True if rounding did not move the intersection.
    pub(crate) is_exact: bool,
}

/// True if the closed bounding boxes of two segments intersect.
pub(crate) fn boxes_meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all()
}

/// True if two segments cross at an interior point of both. The test is exact.
pub(crate) fn cross_properly(first: [DVec2; 2], second: [DVec2; 2]) -> bool {
    boxes_meet(first, second) && separates(first, second) && separates(second, first)
}

/// True if the ends of a segment lie strictly on different sides of the line through `a` and `b`.
fn separates([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let side = turn(a, b, c);
    side != Turn::Collinear && turn(a, b, d) == side.reversed()
}

/// Returns the intersection of two segments that cross properly, rounded once.
///
/// The result lies in the bounding boxes of both, and does not depend on their order or direction.
pub(crate) fn crossing_point(first: [DVec2; 2], second: [DVec2; 2]) -> DVec2 {
    let [first, second] =
        [first, second].map(|[a, b]| if lexicographic(a, b).is_lt() { [a, b] } else { [b, a] });
    let swap = lexicographic(second[0], first[0]).is_lt();
    let ([a, b], [c, d]) = if swap { (second, first) } else { (first, second) };
    let (low, high) = (c.min(d), c.max(d));
    let point = crossing([a, b], [c, d]).clamp(low, high);
    // Coordinates below the smallest valid one become 0, as in the input. Both boxes contain 0
    // then.
    sanitized(point).unwrap_or(point)
}

impl Crossing {
    pub(super) fn of(plsg: &Plsg, segments: [u32; 2], strategy: SnapStrategy) -> Self {
        let [first, second] = segments.map(|segment| plsg.ordered_ends(segment));
        Self { segments, ..Self::between(first, second, strategy) }
    }

    /// Returns the crossing of two segments without numbers. It does not depend on their order or direction.
    pub(crate) fn between(first: [DVec2; 2], second: [DVec2; 2], strategy: SnapStrategy) -> Self {
        let segments = [0; 2];
        let point = crossing_point(first, second);
        let on_line = |[a, b]: [DVec2; 2]| turn(a, b, point) == Turn::Collinear;
        if on_line(first) && on_line(second) {
            return Self { segments, point, is_exact: true };
        }
        let end = match strategy {
            SnapStrategy::EndNearCrossing => None,
            SnapStrategy::EndNearSegment => end_on_other(first, second),
        };
        let point = end.unwrap_or_else(|| snapped_to_end(point, first, second));
        Self { segments, point, is_exact: false }
    }
}

/// Returns the nearest end of either segment within the snap distance, or `point`. Ties go to the
/// lexicographically lower end.
fn snapped_to_end(point: DVec2, first: [DVec2; 2], second: [DVec2; 2]) -> DVec2 {
    let snap = point.abs().max_element() * (SNAP_UNITS * f64::EPSILON);
    let distance = |end: &DVec2| end.distance(point);
    let ends = [first, second].into_iter().flatten();
    let nearest =
        ends.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(lexicographic(*a, *b)));
    nearest.filter(|end| distance(end) <= snap).unwrap_or(point)
}

/// Returns the end of either segment that is nearest to the other one, if within the snap distance.
///
/// Cutting there adds no point, so the segments of a bundle come to share their points.
fn end_on_other(first: [DVec2; 2], second: [DVec2; 2]) -> Option<DVec2> {
    let off = |end: DVec2, [a, b]: [DVec2; 2]| (nearest_on_segment(a, b, end).distance(end), end);
    let ends =
        first.map(|end| off(end, second)).into_iter().chain(second.map(|end| off(end, first)));
    let (distance, end) = ends.min_by(|a, b| a.0.total_cmp(&b.0).then(lexicographic(a.1, b.1)))?;
    (distance <= end.abs().max_element() * (SNAP_UNITS * f64::EPSILON)).then_some(end)
}
