//! The lower bound: how long the way from a root through an interval to the goal is at least.
//!
//! The only place where interpolated points are used. The straight way crosses the edge where the heights of root
//! and goal over it say, on whichever side the goal is: it is as far as its image in the edge. Where the interval
//! does not reach so far, the way leads by its end. As the way by a point of the edge is a convex function of
//! that point, an end that is a little off makes a bound that is a little off; and where a ray crosses the edge
//! at too small an angle to be computed well, the interval is taken to go on to the end of the edge.

use navmesh_core::{DVec2, Endpoints, NavMesh};

use crate::any_angle::search::node::End;

/// A crossing is trusted where the sine of its angle exceeds this; where it does not the bound is merely
/// weaker.
const TRUSTED_SINE: f64 = 1.0 / (1 << 10) as f64;

/// What a bound may be too high by, as a share of the largest coordinate: twice what a crossing is off by, which is
/// a few units in the last place over the trusted sine. And as a share of the bound itself: the sum of the legs of
/// a way that winds so long that coordinates are small beside it.
pub(crate) const BOUND_ROUNDING: f64 = 1.0 / (1u64 << 38) as f64;

/// Less than any height over an edge times its length, in square map units; so a root on the line of its edge
/// leaves no 0 / 0.
const NO_HEIGHT: f64 = f64::from_bits((1023 - 500) << 52);

/// What the bounds of a search may be off by.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rounding {
    /// What a bound may be too high by, in map units.
    slack: f64,
}

impl Rounding {
    /// Of a search between these points of a mesh.
    pub(crate) fn of(mesh: &NavMesh, ends: &Endpoints) -> Self {
        let largest = [ends.start.point, ends.goal.point]
            .iter()
            .fold(mesh.bounds().max_abs(), |largest, end| largest.max(end.abs().max_element()));
        Self { slack: largest * BOUND_ROUNDING }
    }

    /// The part of a bound that holds whatever was rounded on the way to it: only this may end a search.
    #[inline(always)]
    pub(crate) fn surely(self, bound: f64) -> f64 {
        (bound * (1.0 - BOUND_ROUNDING) - self.slack).max(0.0)
    }
}

/// How long the straight line between the endpoints is; no way is shorter.
pub(crate) fn straight(ends: &Endpoints) -> f64 {
    ends.start.point.distance(ends.goal.point) * (1.0 - 4.0 * f64::EPSILON)
}

/// The straight edge that an interval is part of: right end, left end, as seen from the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) right: DVec2,
    pub(crate) left: DVec2,
}

/// An interval as it is seen from its root; where it begins and ends is rounded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IntervalGeometry {
    root: DVec2,
    /// The right end of the edge.
    right: DVec2,
    /// From there to its left end.
    along: DVec2,
    /// Where the interval begins and ends, as shares of the edge from the right.
    begins: f64,
    ends: f64,
    /// False where one of them could not be computed well, and stands for the end of the edge.
    is_sure: bool,
}

impl IntervalGeometry {
    #[inline(always)]
    pub(crate) fn new(root: DVec2, span: Span, right: End, left: End) -> Self {
        let along = span.left - span.right;
        let crossing = |end: End, else_at: f64| match end.is_at_vertex() {
            true => Some(else_at),
            false => crossing(end, span, root),
        };
        let (begins, ends) = (crossing(right, 0.0), crossing(left, 1.0));
        let is_sure = begins.is_some() && ends.is_some();
        let (begins, ends) = (begins.unwrap_or(0.0), ends.unwrap_or(1.0));
        Self { root, right: span.right, along, begins, ends, is_sure }
    }

    /// How long the way from the root through the interval to a place is at least.
    ///
    /// Were the heights over the edge off by some error, the place found were the best for a root and a goal that are
    /// so far from these; so it is by no more than twice that error from the best.
    #[inline(always)]
    pub(crate) fn way_to(&self, goal: DVec2) -> f64 {
        let (from, to) = (self.root - self.right, goal - self.right);
        let height = larger(self.along.perp_dot(from), NO_HEIGHT);
        let depth = self.along.perp_dot(to).abs();
        let meeting = from.dot(self.along) * depth + to.dot(self.along) * height;
        let via = self.at(meeting / ((height + depth) * self.along.length_squared()));
        self.root.distance(via) + via.distance(goal)
    }

    /// How far the interval is from the root.
    #[inline(always)]
    pub(crate) fn gap(&self) -> f64 {
        let foot = (self.root - self.right).dot(self.along) / self.along.length_squared();
        self.at(foot).distance(self.root)
    }

    /// How long the way from the root through the interval to a goal is at least, that is so far from the
    /// right and the left end of the edge, at least.
    ///
    /// From a point of the edge what is left is no less than what is left from an end, less the way to that end.
    /// So it is least where both ends say the same: to either side one of the two rises as fast as the way from
    /// the root can fall.
    #[inline(always)]
    pub(crate) fn way_beyond(&self, of_right: f64, of_left: f64) -> f64 {
        let length = self.along.length();
        let share = self.nearest_share(((of_right - of_left) / length + 1.0) * 0.5);
        let to_right = share * length;
        let beyond = larger(of_right - to_right, of_left - (length - to_right));
        self.root.distance(self.right + self.along * share) + beyond
    }

    /// Where the interval begins and ends, as shares of the edge from the right.
    pub(crate) fn shares(&self) -> [f64; 2] {
        [self.begins, self.ends]
    }

    /// False where an end could not be computed well: then the interval is taken to go on to the end of the edge.
    pub(crate) fn is_sure(&self) -> bool {
        self.is_sure
    }

    /// The two ends of the interval, right before left.
    pub(crate) fn end_points(&self) -> [DVec2; 2] {
        [self.begins, self.ends].map(|share| self.right + self.along * share)
    }

    /// The point of the interval that is nearest to a share of the edge.
    #[inline(always)]
    fn at(&self, share: f64) -> DVec2 {
        self.right + self.along * self.nearest_share(share)
    }

    #[inline(always)]
    fn nearest_share(&self, share: f64) -> f64 {
        smaller(larger(share, self.begins), self.ends)
    }
}

/// Where the end's ray crosses the edge, as a share of it; `None` where the angle is too small to say.
#[inline(always)]
fn crossing(end: End, span: Span, root: DVec2) -> Option<f64> {
    let (direction, along) = (end.direction(root), span.left - span.right);
    let cross = direction.perp_dot(along);
    let is_trusted = cross * cross
        > TRUSTED_SINE * TRUSTED_SINE * direction.length_squared() * along.length_squared();
    let share = direction.perp_dot(root - span.right) / cross;
    is_trusted.then(|| smaller(larger(share, 0.0), 1.0))
}

/// The larger of two numbers; unlike `f64::max` it minds no NaN, and is one instruction.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests;
