//! Exact geometry: one side test, the circle test, which of two points is farther along; the coordinate domain, and boxes.
//!
//! Source of the side test: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
//! Robust Geometric Predicates", 1997. The sign of a 2×2 determinant is first computed in plain
//! floats; where a proven bound on its rounding error leaves the sign open, the crate `robust`
//! computes it exactly. We differ only in the shape of the answer: an enum, never a number.

use std::cmp::Ordering;

use glam::DVec2;

mod advance;
mod circle;
mod wide;
pub mod double;
pub mod ring;

pub use advance::is_farther_along;
pub use circle::is_in_circle;

/// The largest magnitude of a coordinate, in map units: 2²⁰⁰.
///
/// Products of two coordinates stay far from overflow, so that the exact predicate is exact.
pub const MAX_COORDINATE: f64 = f64::from_bits((1023 + 200) << 52);

/// The smallest magnitude of a coordinate that is not zero, in map units: 2⁻¹⁴².
///
/// Anything smaller is taken as zero (see [`sanitized`]): its products would underflow.
pub const MIN_COORDINATE: f64 = f64::from_bits((1023 - 142) << 52);

/// Which way a point lies from a directed line, as seen walking along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Turn {
    /// On the left side: the three points turn counter-clockwise.
    Left,
    /// On the right side: the three points turn clockwise.
    Right,
    /// On the line itself.
    Collinear,
}

impl Turn {
    /// The same turn seen in a mirror, or from a line walked backwards.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Collinear => Self::Collinear,
        }
    }
}

/// Which side of the directed line from `a` through `b` the point `c` lies on; exact.
///
/// With `a == b` the answer is [`Turn::Collinear`].
#[doc(alias("orient2d", "ccw", "isLeft"))]
#[inline]
#[must_use]
pub fn turn(a: DVec2, b: DVec2, c: DVec2) -> Turn {
    let sign = orientation(a, b, c);
    if sign > 0.0 {
        Turn::Left
    } else if sign < 0.0 {
        Turn::Right
    } else {
        Turn::Collinear
    }
}

/// A number whose sign tells the side of `c` from the line `a` → `b`: positive left, negative right,
/// zero collinear. Only the sign is exact; the magnitude is about twice the triangle's area.
#[inline]
#[must_use]
pub fn orientation(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let left = (a.x - c.x) * (b.y - c.y);
    let right = (a.y - c.y) * (b.x - c.x);
    let determinant = left - right;
    if determinant.abs() >= FILTER_BOUND * (left.abs() + right.abs()) && determinant != 0.0 {
        return determinant;
    }
    exact_orientation(a, b, c)
}

/// Shewchuk's bound `(3 + 16ε)ε` on the relative error of the plain determinant, ε = 2⁻⁵³.
const FILTER_BOUND: f64 = 3.330_669_073_875_471_6e-16;

/// By how much a plain determinant may be off, as a part of the largest products in it: of its two products
/// and their difference each factor and each step is rounded once, which is 4 · 2⁻⁵³ and a little; this is twice
/// as much.
const DOUBT: f64 = 4.0 * f64::EPSILON;

#[cold]
#[inline(never)]
fn exact_orientation(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| robust::Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// True where `p` lies on the closed segment from `a` to `b`; exact.
#[must_use]
pub fn on_segment(a: DVec2, b: DVec2, p: DVec2) -> bool {
    turn(a, b, p) == Turn::Collinear && within_box(a, b, p)
}

/// True where `p` lies in the closed axis-parallel box with the corners `a` and `b`.
#[inline]
#[must_use]
pub fn within_box(a: DVec2, b: DVec2, p: DVec2) -> bool {
    p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all()
}

/// The order of points by x, then by y; the two zeros are one number.
#[must_use]
pub fn lexicographic(a: DVec2, b: DVec2) -> Ordering {
    let [a, b] = [a, b].map(|p| p + DVec2::ZERO);
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
}

/// The point with the coordinates that the predicates can handle, or `None`.
///
/// `None` where a coordinate is not finite or exceeds [`MAX_COORDINATE`]; coordinates below
/// [`MIN_COORDINATE`] in magnitude, and negative zeros, become zero.
#[must_use]
pub fn sanitized(point: DVec2) -> Option<DVec2> {
    let clean = |v: f64| if v.abs() < MIN_COORDINATE { 0.0 } else { v };
    let usable = |v: f64| v.abs() <= MAX_COORDINATE; // false for NaN
    (usable(point.x) && usable(point.y)).then(|| DVec2::new(clean(point.x), clean(point.y)))
}

/// The point of the closed segment `a`–`b` that is nearest to `p`, rounded.
///
/// An end of the segment comes back bit for bit; a point between them is off the line by rounding.
#[must_use]
pub fn nearest_on_segment(a: DVec2, b: DVec2, p: DVec2) -> DVec2 {
    let along = b - a;
    let t = (p - a).dot(along) / along.length_squared();
    if t >= 1.0 {
        b
    } else if t > 0.0 {
        (a + along * t).clamp(a.min(b), a.max(b))
    } else {
        a
    }
}

/// An axis-parallel box, closed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The lower left corner.
    pub min: DVec2,
    /// The upper right corner.
    pub max: DVec2,
}

impl Bounds {
    /// The box that holds nothing: every point enlarges it.
    pub const EMPTY: Self = Self { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };

    /// The smallest box around `points`.
    #[must_use]
    pub fn of(points: impl IntoIterator<Item = DVec2>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::including)
    }

    /// The smallest box around this one and `point`.
    #[must_use]
    pub fn including(self, point: DVec2) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> DVec2 {
        self.max - self.min
    }

    /// What the determinant of the ways from `point` to two points of the box is at least, computed in plain
    /// floats, where its sign is right.
    #[inline]
    pub(crate) fn doubt_from(&self, point: DVec2) -> f64 {
        let farthest = (self.max - point).abs().max((self.min - point).abs());
        DOUBT * (2.0 * farthest.x * farthest.y)
    }

    /// The largest magnitude of any coordinate in the box; 0 for the empty one.
    #[must_use]
    pub fn max_abs(&self) -> f64 {
        if self.min.x > self.max.x {
            return 0.0;
        }
        self.min.abs().max(self.max.abs()).max_element()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The determinant in 128-bit integers, for coordinates that are small integers.
    fn exact_by_integers(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i128 {
        let d = |p: [i64; 2], i: usize| i128::from(p[i]) - i128::from(c[i]);
        d(a, 0) * d(b, 1) - d(a, 1) * d(b, 0)
    }

    fn point(p: [i64; 2]) -> DVec2 {
        DVec2::new(p[0] as f64, p[1] as f64)
    }

    fn side_by_integers(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> Turn {
        match exact_by_integers(a, b, c).signum() {
            1 => Turn::Left,
            -1 => Turn::Right,
            _ => Turn::Collinear,
        }
    }

    /// The point `times` steps from `a`, each coordinate rounded to a float.
    fn on_line(a: [i64; 2], step: [i64; 2], times: i64) -> [i64; 2] {
        [0, 1].map(|i| (a[i] + times * step[i]) as f64 as i64)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        /// Of a hundred draws the plain determinant calls one collinear that is not, and a sixth are left
        /// to the exact one.
        #[test]
        fn the_side_of_a_step_beside_a_line_agrees_with_integer_arithmetic(
            a in prop::array::uniform2(-(1i64 << 50)..(1i64 << 50)),
            step in prop::array::uniform2(-(1i64 << 25)..(1i64 << 25)),
            times in prop::array::uniform2(-(1i64 << 24)..(1i64 << 24)),
            off in prop::array::uniform2(-1i64..2),
        ) {
            let (b, c) = (on_line(a, step, times[0]), on_line(a, step, times[1]));
            let c = [c[0] + off[0], c[1] + off[1]];
            prop_assert_eq!(turn(point(a), point(b), point(c)), side_by_integers(a, b, c));
        }

        /// Even differences of coordinates are rounded here: half of the draws are collinear, or on the other
        /// side, by the plain determinant alone.
        #[test]
        fn the_side_of_a_far_point_rounded_off_a_line_agrees_with_integer_arithmetic(
            c in prop::array::uniform2(-(1i64 << 24)..(1i64 << 24)),
            step in prop::array::uniform2(-(1i64 << 24)..(1i64 << 24)),
            near in -(1i64 << 24)..(1i64 << 24),
            far in -(1i64 << 36)..(1i64 << 36),
        ) {
            let (a, b) = (on_line(c, step, far), on_line(c, step, near));
            prop_assert_eq!(turn(point(a), point(b), point(c)), side_by_integers(a, b, c));
        }
    }

    #[test]
    fn the_smallest_coordinates_still_have_a_side() {
        let s = MIN_COORDINATE;
        let (a, b) = (DVec2::ZERO, DVec2::new(s, s));
        assert_eq!(turn(a, b, DVec2::new(0.0, s)), Turn::Left);
        assert_eq!(turn(a, b, DVec2::new(s, 0.0)), Turn::Right);
        assert_eq!(turn(a, b, DVec2::new(2.0 * s, 2.0 * s)), Turn::Collinear);
    }

    #[test]
    fn the_largest_coordinates_still_have_a_side() {
        let m = MAX_COORDINATE;
        assert_eq!(turn(DVec2::new(-m, -m), DVec2::new(m, m), DVec2::new(-m, m)), Turn::Left);
        assert_eq!(turn(DVec2::new(-m, -m), DVec2::new(m, m), DVec2::ZERO), Turn::Collinear);
    }

    #[test]
    fn unusable_points_are_refused_and_tiny_ones_become_zero() {
        assert_eq!(sanitized(DVec2::new(f64::NAN, 0.0)), None);
        assert_eq!(sanitized(DVec2::new(0.0, f64::NEG_INFINITY)), None);
        assert_eq!(sanitized(DVec2::new(1e300, 0.0)), None);
        assert_eq!(sanitized(DVec2::new(1e-300, -0.0)), Some(DVec2::ZERO));
    }
}
