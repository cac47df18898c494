//! Arithmetic with twice the precision of a float, for sums and intersections that round once.
//!
//! Source: T. J. Dekker, "A Floating-Point Technique for Extending the Available Precision", 1971.
//! A number is the unevaluated sum of two floats, about 106 bits. Predicates do not use it; they use
//! [`turn`](super::turn).

pub(super) mod expansion;
mod concurrent;

use glam::DVec2;

use concurrent::crossing_of_lines;

/// A number of about 106 bits.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Double {
    high: f64,
    low: f64,
}

impl From<f64> for Double {
    fn from(value: f64) -> Self {
        Self { high: value, low: 0.0 }
    }
}

impl Double {
    /// Returns `a + b`. Exact.
    #[must_use]
    pub fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let b_part = high - a;
        Self { high, low: (a - (high - b_part)) + (b - b_part) }
    }

    /// Returns `a − b`. Exact.
    #[must_use]
    pub fn difference(a: f64, b: f64) -> Self {
        Self::sum(a, -b)
    }

    /// Returns `a · b`. Exact if neither factor overflows when multiplied by 2²⁷.
    #[must_use]
    pub fn product(a: f64, b: f64) -> Self {
        let split = |v: f64| {
            let scaled = v * 134_217_729.0; // 2²⁷ + 1 halves the 53 bits
            let high = scaled - (scaled - v);
            (high, v - high)
        };
        let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
        let high = a * b;
        let error = ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low;
        Self { high, low: error }
    }

    /// Returns the two floats, the larger one first.
    pub(crate) fn parts(self) -> [f64; 2] {
        [self.high, self.low]
    }

    /// Returns the nearest float.
    #[must_use]
    pub fn rounded(self) -> f64 {
        self.high + self.low
    }
}

impl std::ops::Neg for Double {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl std::ops::Add for Double {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let high = Self::sum(self.high, other.high);
        let low = Self::sum(self.low, other.low);
        let middle = Self::sum(high.high, high.low + low.high);
        Self::sum(middle.high, middle.low + low.low)
    }
}

impl std::ops::Sub for Double {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl std::ops::Mul for Double {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let high = Self::product(self.high, other.high);
        Self::sum(high.high, high.low + (self.high * other.low + self.low * other.high))
    }
}

impl std::ops::Div for Double {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * first.into();
        let second = rest.high / other.high;
        let rest = rest - other * second.into();
        Self::sum(first, second) + (rest.high / other.high).into()
    }
}

/// Returns twice the signed area of a triangle, positive if counter-clockwise, to about 100 bits.
#[must_use]
pub fn twice_area(a: DVec2, b: DVec2, c: DVec2) -> Double {
    let left = Double::difference(b.x, a.x) * Double::difference(c.y, a.y);
    left - Double::difference(b.y, a.y) * Double::difference(c.x, a.x)
}

/// The smallest sine between two lines, and the smallest coordinate of their intersection relative to the
/// segment's extent, for which sums of 100 bits suffice. Below it exact sums are used.
const TRUSTED: f64 = 1.0 / (1u64 << 20) as f64;

/// Returns the point where a line crosses the segment from `a` to `b`, rounded once.
///
/// `line` is given by two different points, with `a` and `b` on different sides. The point is exact
/// if floats can express it. It always lies in the segment's bounding box.
#[must_use]
pub fn crossing([a, b]: [DVec2; 2], line: [DVec2; 2]) -> DVec2 {
    let (from_a, from_b) = (twice_area(line[0], line[1], a), twice_area(line[0], line[1], b));
    let apart = from_a - from_b;
    let share = from_a / apart;
    let along = |from: f64, to: f64| (share * Double::difference(to, from) + from.into()).rounded();
    let point = DVec2::new(along(a.x, b.x), along(a.y, b.y));
    let extent = |from: DVec2, to: DVec2| (to - from).abs().max_element();
    let largest = extent(line[0], line[1]) * extent(line[0], a).max(extent(line[0], b));
    let is_trusted = apart.rounded().abs() >= TRUSTED * largest
        && point.abs().cmpge(TRUSTED * (b - a).abs()).all();
    let point = if is_trusted { point } else { crossing_of_lines([a, b], line) };
    point.clamp(a.min(b), a.max(b)) + 0.0 // makes negative zeros positive
}

/// Returns the distance of `point` from the closed segment from `a` to `b`.
///
/// The error is at most 2⁻⁵⁰ of the distance and 2⁻⁹⁹ of the coordinates.
#[must_use]
pub fn distance_to_segment([a, b]: [DVec2; 2], point: DVec2) -> f64 {
    let apart = |p: DVec2, q: DVec2| [Double::difference(q.x, p.x), Double::difference(q.y, p.y)];
    let dot = |[ux, uy]: [Double; 2], [vx, vy]: [Double; 2]| (ux * vx + uy * vy).rounded();
    let (along, from_a, from_b) = (apart(a, b), apart(a, point), apart(b, point));
    if dot(from_a, along) <= 0.0 {
        dot(from_a, from_a).sqrt()
    } else if dot(from_b, along) >= 0.0 {
        dot(from_b, from_b).sqrt()
    } else {
        twice_area(a, b, point).rounded().abs() / dot(along, along).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_far_below_an_ulp_are_accurate() {
        let side = [DVec2::ZERO, DVec2::new(3.0, 1.0)];
        // The float nearest to a third is less by a third of 2⁻⁵⁴.
        let point = DVec2::new(1.0, 1.0 / 3.0);
        let off = 2f64.powi(-54) / 10f64.sqrt();
        assert!((distance_to_segment(side, point) - off).abs() <= 1e-15 * off);
        assert_eq!(distance_to_segment(side, DVec2::new(-3.0, -4.0)), 5.0);
        assert_eq!(distance_to_segment(side, DVec2::new(6.0, 5.0)), 5.0);
        assert_eq!(distance_to_segment([DVec2::ONE; 2], DVec2::new(1.0, 3.0)), 2.0);
    }

    #[test]
    fn a_double_keeps_what_a_float_rounds_off() {
        let big = Double::sum(1e16, 1.0);
        assert_eq!((big - 1e16.into()).rounded(), 1.0);
        let square = Double::product(1e8 + 1.0, 1e8 + 1.0);
        assert_eq!((square - 1e16.into() - 2e8.into()).rounded(), 1.0);
    }

    #[test]
    fn a_quotient_times_its_divisor_is_the_dividend() {
        for (a, b) in [(1.0, 3.0), (2.0, 7.0), (-5.0, 11.0), (1e9, 49.0)] {
            let quotient = Double::from(a) / b.into();
            assert!((quotient * b.into() - a.into()).rounded().abs() < a.abs() * 1e-31);
        }
    }
}
