//! The lower bound on the length of a path from a root through an interval to a point.
//!
//! The bound is the length of the straight segment from the root to the goal, or to its mirror
//! image if the goal is on the root's side. If the segment misses the interval, the path bends at
//! the nearer end of the interval.
//!
//! Only this module uses interpolated points. The length through a point of the edge is a convex
//! function of that point, so a small error of an end makes a small error of the bound. If a ray
//! crosses the edge at too small an angle to be computed precisely, the interval is extended to the
//! end of the edge.

use navmesh_core::backend::Endpoints;
use navmesh_core::{DVec2, NavMesh};

use crate::any_angle::search::node::End;

/// A crossing is computed if the sine of its angle exceeds this. Otherwise the bound is weaker,
/// never wrong.
const TRUSTED_SINE: f64 = 1.0 / (1 << 10) as f64;

/// The largest error of a bound, as a share of the largest coordinate: twice the error of a
/// crossing, which is a few units in the last place over [`TRUSTED_SINE`]. It is also the error as
/// a share of the bound, for paths so long that the coordinates are small beside them.
pub(crate) const BOUND_ROUNDING: f64 = 1.0 / (1u64 << 38) as f64;

/// A positive number below any height over an edge times its length, in square map units. It avoids
/// 0 / 0 for a root on the line of its edge.
const NO_HEIGHT: f64 = f64::from_bits((1023 - 500) << 52);

/// The rounding error of the bounds of a search.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rounding {
    /// The largest absolute error of a bound, in map units.
    slack: f64,
}

impl Rounding {
    /// The rounding error of a search between these endpoints.
    pub(crate) fn of(mesh: &NavMesh, ends: &Endpoints) -> Self {
        let largest = [ends.start.point, ends.goal.point]
            .iter()
            .fold(mesh.bounds().max_abs(), |largest, end| largest.max(end.abs().max_element()));
        Self { slack: largest * BOUND_ROUNDING }
    }

    /// The bound less its largest rounding error. Only this value may end a search.
    #[inline(always)]
    pub(crate) fn rounded_down(self, bound: f64) -> f64 {
        (bound * (1.0 - BOUND_ROUNDING) - self.slack).max(0.0)
    }
}

/// The distance between the endpoints, rounded down; no path is shorter.
pub(crate) fn straight(ends: &Endpoints) -> f64 {
    ends.start.point.distance(ends.goal.point) * (1.0 - 4.0 * f64::EPSILON)
}

/// The edge of an interval, as seen from the root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) right: DVec2,
    pub(crate) left: DVec2,
}

/// The geometry of an interval as its root sees it; its ends are rounded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IntervalGeometry {
    root: DVec2,
    /// The right end of the edge.
    right: DVec2,
    /// The vector from the right end of the edge to its left end.
    along: DVec2,
    /// The right and left end of the interval, as shares of the edge from its right end.
    begins: f64,
    ends: f64,
    /// False if an end could not be computed precisely and was replaced by the end of the edge.
    is_sure: bool,
}

impl IntervalGeometry {
    #[inline(always)]
    pub(crate) fn new(root: DVec2, span: Span, right: End, left: End) -> Self {
        let along = span.left - span.right;
        let crossing = |end: End, else_at: f64| {
            if end.is_at_vertex() { Some(else_at) } else { crossing(end, span, root) }
        };
        let (begins, ends) = (crossing(right, 0.0), crossing(left, 1.0));
        let is_sure = begins.is_some() && ends.is_some();
        let (begins, ends) = (begins.unwrap_or(0.0), ends.unwrap_or(1.0));
        Self { root, right: span.right, along, begins, ends, is_sure }
    }

    /// A lower bound on the length of a path from the root through the interval to a point.
    ///
    /// The crossing is computed from the heights of root and goal over the edge. An error of a
    /// height moves it to the crossing for a root and a goal displaced by that error, so the bound
    /// is off by at most twice the error.
    #[inline(always)]
    pub(crate) fn length_to(&self, goal: DVec2) -> f64 {
        let (from, to) = (self.root - self.right, goal - self.right);
        let height = larger(self.along.perp_dot(from), NO_HEIGHT);
        let depth = self.along.perp_dot(to).abs();
        let meeting = from.dot(self.along) * depth + to.dot(self.along) * height;
        let via = self.at(meeting / ((height + depth) * self.along.length_squared()));
        self.root.distance(via) + via.distance(goal)
    }

    /// Returns a lower bound on the shortest length from the root through the interval to a disc.
    #[inline(always)]
    pub(crate) fn length_to_disc(&self, middle: DVec2, reach: f64) -> f64 {
        (self.length_to(middle) - reach).max(self.gap())
    }

    /// The distance from the root to the interval.
    #[inline(always)]
    pub(crate) fn gap(&self) -> f64 {
        let foot = (self.root - self.right).dot(self.along) / self.along.length_squared();
        self.at(foot).distance(self.root)
    }

    /// A lower bound on the length of a path from the root through the interval to a goal, given
    /// lower bounds on the goal's distances from the right and the left end of the edge.
    ///
    /// The distance of a point of the edge from the goal is at least that of either end, less the
    /// distance to that end. The sum is least where both ends give the same bound: to either side
    /// one of them rises as fast as the distance to the root can fall.
    #[inline(always)]
    pub(crate) fn length_beyond(&self, of_right: f64, of_left: f64) -> f64 {
        let length = self.along.length();
        let share = self.nearest_share(((of_right - of_left) / length + 1.0) * 0.5);
        let to_right = share * length;
        let beyond = larger(of_right - to_right, of_left - (length - to_right));
        self.root.distance(self.right + self.along * share) + beyond
    }

    /// The right and left end of the interval, as shares of the edge from its right end.
    pub(crate) fn shares(&self) -> [f64; 2] {
        [self.begins, self.ends]
    }

    /// True if both ends were computed precisely; otherwise the interval was extended to the end of
    /// the edge.
    pub(crate) fn is_sure(&self) -> bool {
        self.is_sure
    }

    /// The two ends of the interval, right before left.
    pub(crate) fn end_points(&self) -> [DVec2; 2] {
        [self.begins, self.ends].map(|share| self.right + self.along * share)
    }

    /// The point of the interval nearest to a share of the edge.
    #[inline(always)]
    fn at(&self, share: f64) -> DVec2 {
        self.right + self.along * self.nearest_share(share)
    }

    #[inline(always)]
    fn nearest_share(&self, share: f64) -> f64 {
        smaller(larger(share, self.begins), self.ends)
    }
}

/// The crossing of the end's ray with the edge, as a share of the edge; `None` if the angle is too
/// small.
#[inline(always)]
fn crossing(end: End, span: Span, root: DVec2) -> Option<f64> {
    let (direction, along) = (end.direction(root), span.left - span.right);
    let cross = direction.perp_dot(along);
    let is_trusted = cross * cross
        > TRUSTED_SINE * TRUSTED_SINE * direction.length_squared() * along.length_squared();
    let share = direction.perp_dot(root - span.right) / cross;
    is_trusted.then(|| smaller(larger(share, 0.0), 1.0))
}

/// The larger of two numbers, in one instruction: unlike `f64::max` it does not treat NaN.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The smaller of two numbers, in one instruction.
#[inline(always)]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests;
