//! The lower bound: how long the way from a root through an interval to the goal is at least.
//!
//! The only place where interpolated points are used. The bound bends at the end of the interval
//! that is in the way; where that end is where a ray crosses the edge at too small an angle to be
//! computed well, it does not bend at all, and is lower than it could be.

use navmesh_core::DVec2;
use navmesh_core::geom::nearest_on_segment;

use super::node::{End, Root};

/// A crossing is trusted where the sine of its angle exceeds this: then its rounding error is below
/// 2⁻⁴⁰ of the distance, and where it is not the bound is merely weaker.
const TRUSTED_SINE: f64 = 1.0 / (1 << 10) as f64;

/// What a bound may be too high by, of itself: a bend that is off by 2⁻⁴⁰ of the distance, and the
/// rounding of a sum over some ten thousand gates, with room to spare.
const BOUND_ROUNDING: f64 = 1.0 / (1u64 << 36) as f64;

/// The part of a bound that holds whatever was rounded on the way to it: only this may end a search.
#[inline(always)]
pub(super) fn surely(bound: f64) -> f64 {
    bound * (1.0 - BOUND_ROUNDING)
}

/// The straight edge that an interval is part of: right end, left end, as seen from the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) right: DVec2,
    pub(super) left: DVec2,
}

/// A lower bound on the way from the root through the interval to the goal.
#[inline(always)]
pub(super) fn bound(root: DVec2, span: Span, right: End, left: End, goal: DVec2) -> f64 {
    let along = span.left - span.right;
    let off = along.perp_dot(goal - span.right);
    // The root is on the left of right → left. A goal on the same side is as far as its image.
    let target =
        if off > 0.0 { goal - along.perp() * (2.0 * off / along.length_squared()) } else { goal };
    let to_target = target - root;
    if right.direction(root).perp_dot(to_target) < 0.0 {
        return bend(root, right_point(right, span, root), target);
    }
    if left.direction(root).perp_dot(to_target) > 0.0 {
        return bend(root, left_point(left, span, root), target);
    }
    to_target.length()
}

/// How far an interval is from the root.
#[inline(always)]
pub(super) fn gap(root: DVec2, span: Span, right: End, left: End) -> f64 {
    let foot = nearest_on_segment(span.right, span.left, root);
    let to_foot = foot - root;
    let end = if right.direction(root).perp_dot(to_foot) < 0.0 {
        right_point(right, span, root)
    } else if left.direction(root).perp_dot(to_foot) > 0.0 {
        left_point(left, span, root)
    } else {
        None
    };
    end.unwrap_or(foot).distance(root)
}

/// The ends of an interval; where a crossing is not trusted, the end of the edge behind it.
pub(super) fn ends(root: DVec2, span: Span, right: End, left: End) -> [DVec2; 2] {
    let right = right_point(right, span, root).unwrap_or(span.right);
    [right, left_point(left, span, root).unwrap_or(span.left)]
}

#[inline(always)]
fn bend(root: DVec2, via: Option<DVec2>, target: DVec2) -> f64 {
    match via {
        Some(via) => root.distance(via) + via.distance(target),
        None => root.distance(target),
    }
}

#[inline(always)]
fn right_point(end: End, span: Span, root: DVec2) -> Option<DVec2> {
    if end.is_at_vertex() { Some(span.right) } else { crossing(end, span, root) }
}

#[inline(always)]
fn left_point(end: End, span: Span, root: DVec2) -> Option<DVec2> {
    if end.is_at_vertex() { Some(span.left) } else { crossing(end, span, root) }
}

/// Where the end's ray crosses the edge; `None` where the angle is too small to say.
#[inline(always)]
fn crossing(end: End, span: Span, root: DVec2) -> Option<DVec2> {
    let (direction, along) = (end.direction(root), span.left - span.right);
    let cross = direction.perp_dot(along);
    if cross * cross
        <= TRUSTED_SINE * TRUSTED_SINE * direction.length_squared() * along.length_squared()
    {
        return None;
    }
    let share = direction.perp_dot(root - span.right) / cross;
    Some(span.right + along * share.clamp(0.0, 1.0))
}

/// The length of the way so far and the bound on the rest.
#[inline(always)]
pub(super) fn total(root: &Root, span: Span, right: End, left: End, goal: DVec2) -> f64 {
    root.g + bound(root.point, span, right, left, goal)
}
