//! Where two segments cross.

use navmesh_core::DVec2;
use navmesh_core::geom::double::crossing;
use navmesh_core::geom::{Turn, lexicographic, nearest_on_segment, sanitized, turn};

use crate::plsg::Soup;

/// A crossing that floats cannot express is moved to an end of one of its segments where one is
/// this near, in units of 2⁻⁵² of its largest coordinate. Without it two segments that are all but
/// parallel would be cut again and again, each time one unit further on.
const SNAP_UNITS: f64 = 4.0;

/// What is done with crossings near ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SnapStrategy {
    /// They are moved there where the crossing itself is near.
    EndNearCrossing,
    /// They are moved there where the end is near the other segment, wherever the two cross; see [`end_on_other`].
    EndNearSegment,
}

/// After so many rounds, segments that still cross are a bundle a few units thick, and each new point
/// makes more crossings than it settles; then crossings go to ends only.
const NEAR_CROSSING_ROUNDS: usize = 4;

impl SnapStrategy {
    pub(crate) fn of_round(rounds: usize) -> Self {
        if rounds < NEAR_CROSSING_ROUNDS { Self::EndNearCrossing } else { Self::EndNearSegment }
    }
}

/// Two segments that cross, each at an inner point of both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    pub(crate) segments: [u32; 2],
    /// Where they cross, rounded.
    pub(crate) point: DVec2,
    /// False where the rounding moved it.
    pub(crate) is_exact: bool,
}

/// True where the closed boxes of the two segments have a point in common.
pub(crate) fn boxes_meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all()
}

/// True where the two segments cross at a point inside both; exact.
pub(crate) fn cross_properly(first: [DVec2; 2], second: [DVec2; 2]) -> bool {
    boxes_meet(first, second) && separates(first, second) && separates(second, first)
}

/// True where the line through `a` and `b` has one end of the segment strictly on either side.
fn separates([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let side = turn(a, b, c);
    side != Turn::Collinear && turn(a, b, d) == side.reversed()
}

/// The point at which two properly crossing segments meet, rounded once.
///
/// It is exact where floats can express it; it always lies in the boxes of both. The same segments
/// give the same bits, whichever way they run.
pub(crate) fn crossing_point(first: [DVec2; 2], second: [DVec2; 2]) -> DVec2 {
    let [first, second] =
        [first, second].map(|[a, b]| if lexicographic(a, b).is_lt() { [a, b] } else { [b, a] });
    let swap = lexicographic(second[0], first[0]).is_lt();
    let ([a, b], [c, d]) = if swap { (second, first) } else { (first, second) };
    let (low, high) = (c.min(d), c.max(d));
    let point = crossing([a, b], [c, d]).clamp(low, high);
    // What is less than any coordinate may be is 0, as in what is given; 0 lies in both boxes then.
    sanitized(point).unwrap_or(point)
}

impl Crossing {
    pub(super) fn of(soup: &Soup, segments: [u32; 2], strategy: SnapStrategy) -> Self {
        let [first, second] = segments.map(|segment| soup.ordered_ends(segment));
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

/// The nearest end of either segment (the lower of two as near), if it is within the snap; else the point
/// itself.
fn snapped_to_end(point: DVec2, first: [DVec2; 2], second: [DVec2; 2]) -> DVec2 {
    let snap = point.abs().max_element() * (SNAP_UNITS * f64::EPSILON);
    let distance = |end: &DVec2| end.distance(point);
    let ends = [first, second].into_iter().flatten();
    let nearest =
        ends.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(lexicographic(*a, *b)));
    nearest.filter(|end| distance(end) <= snap).unwrap_or(point)
}

/// The end of either segment that lies nearest to the other one, if it is within the snap: cutting the
/// other one there adds no point, so that a bundle of segments comes to share its points.
fn end_on_other(first: [DVec2; 2], second: [DVec2; 2]) -> Option<DVec2> {
    let off = |end: DVec2, [a, b]: [DVec2; 2]| (nearest_on_segment(a, b, end).distance(end), end);
    let ends =
        first.map(|end| off(end, second)).into_iter().chain(second.map(|end| off(end, first)));
    let (distance, end) = ends.min_by(|a, b| a.0.total_cmp(&b.0).then(lexicographic(a.1, b.1)))?;
    (distance <= end.abs().max_element() * (SNAP_UNITS * f64::EPSILON)).then_some(end)
}
