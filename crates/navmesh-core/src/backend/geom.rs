//! Exact predicates, the coordinate domain, and boxes.
//!
//! [`turn`] decides every question of sides. Beside it stand [`is_in_circle`], [`is_farther_along`], the disc
//! over a segment ([`Diameter`]), [`double`] for sums with twice the precision of a float, and [`ring`] for rings.
//!
//! Source of the side test: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast
//! Robust Geometric Predicates", 1997. The sign of a 2×2 determinant is first computed in plain floats.
//! If a proven bound on its rounding error leaves the sign open, the crate `robust` computes it exactly.
//! We differ from it in: 1) the result is an enum.

use std::cmp::Ordering;

use glam::DVec2;

mod distinct;
mod point;
mod advance;
mod circle;
mod exact;
mod disc;
mod nearer;
mod angle;
mod wide;
pub mod double;
pub mod ring;

pub use advance::is_farther_along;
pub use angle::angle_between;
pub use circle::is_in_circle;
pub use disc::{Diameter, DiameterEnd};
pub use distinct::distinct_points;
pub use nearer::compare_distances;
pub use point::IntoPoint;

/// The largest magnitude of a coordinate, in map units: 2²⁰⁰.
///
/// Products of two coordinates stay far from overflow, as the exact predicates need.
pub const MAX_COORDINATE: f64 = f64::from_bits((1023 + 200) << 52);

/// The smallest magnitude of a coordinate that is not zero, in map units: 2⁻¹⁴².
///
/// Smaller magnitudes count as zero (see [`sanitized`]), because their products would underflow.
pub const MIN_COORDINATE: f64 = f64::from_bits((1023 - 142) << 52);

/// The side of a directed line on which a point lies, as seen walking along it.
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
    /// Returns the turn with left and right exchanged.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Collinear => Self::Collinear,
        }
    }
}

/// Returns the side of the directed line from `a` through `b` on which `c` lies. Exact.
///
/// If `a == b`, it is [`Turn::Collinear`].
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

/// Returns a number with the sign of [`turn`]: positive left, negative right, zero collinear.
///
/// Only the sign is exact. The magnitude is about twice the area of the triangle.
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

/// The relative error bound of a plain determinant whose factors are rounded too.
///
/// Each factor, both products and the difference are rounded once, which is a little over 4 · 2⁻⁵³.
/// This is twice as much.
const DOUBT: f64 = 4.0 * f64::EPSILON;

#[cold]
#[inline(never)]
fn exact_orientation(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    let coord = |p: DVec2| robust::Coord { x: p.x, y: p.y };
    robust::orient2d(coord(a), coord(b), coord(c))
}

/// True if `p` lies on the closed segment from `a` to `b`. Exact.
#[must_use]
pub fn on_segment(a: DVec2, b: DVec2, p: DVec2) -> bool {
    turn(a, b, p) == Turn::Collinear && within_box(a, b, p)
}

/// True if `p` lies in the closed axis-parallel box with the corners `a` and `b`.
#[inline]
#[must_use]
pub fn within_box(a: DVec2, b: DVec2, p: DVec2) -> bool {
    p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all()
}

/// Orders points by x, then by y. The two zeros are equal.
#[must_use]
pub fn lexicographic(a: DVec2, b: DVec2) -> Ordering {
    let [a, b] = [a, b].map(|p| p + DVec2::ZERO);
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
}

/// Returns the point with coordinates that the predicates can handle.
///
/// `None` if a coordinate is not finite or exceeds [`MAX_COORDINATE`] in magnitude. Coordinates below
/// [`MIN_COORDINATE`] in magnitude, and negative zeros, become zero.
#[must_use]
pub fn sanitized(point: DVec2) -> Option<DVec2> {
    let clean = |v: f64| if v.abs() < MIN_COORDINATE { 0.0 } else { v };
    let usable = |v: f64| v.abs() <= MAX_COORDINATE; // false for NaN
    (usable(point.x) && usable(point.y)).then(|| DVec2::new(clean(point.x), clean(point.y)))
}

/// Returns the rounded point of the closed segment from `a` to `b` that is nearest to `p`.
///
/// An end of the segment is returned bit for bit. A point between the ends is off the line by rounding.
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
    /// The empty box.
    pub const EMPTY: Self = Self { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };

    /// Returns the smallest box around `points`.
    #[must_use]
    pub fn of(points: impl IntoIterator<Item = DVec2>) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::including)
    }

    /// Returns the smallest box around this one and `point`.
    #[must_use]
    pub fn including(self, point: DVec2) -> Self {
        Self { min: self.min.min(point), max: self.max.max(point) }
    }

    /// Returns the width and the height.
    #[must_use]
    pub fn size(&self) -> DVec2 {
        self.max - self.min
    }

    /// Returns the error bound of the plain determinant of `point` and two points of the box.
    ///
    /// The sign of a determinant of greater magnitude is right.
    #[inline]
    pub(crate) fn doubt_from(&self, point: DVec2) -> f64 {
        let farthest = (self.max - point).abs().max((self.min - point).abs());
        DOUBT * (2.0 * farthest.x * farthest.y)
    }

    /// Returns the largest magnitude of a coordinate in the box; 0 for the empty box.
    #[must_use]
    pub fn max_abs(&self) -> f64 {
        if self.min.x > self.max.x {
            return 0.0;
        }
        self.min.abs().max(self.max.abs()).max_element()
    }
}

#[cfg(test)]
mod tests;
