//! Where two segments cross.

use navmesh_core::DVec2;
use navmesh_core::double::crossing;
use navmesh_core::geom::{Turn, lexicographic, sanitized, turn};

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
