//! The circle test.
//!
//! Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates", 1997: the sign of a determinant in plain floats, if a bound on its rounding error
//! allows. We differ from it in: 1) Four points that are nearly on one circle, such as the corners of
//! tiles, are expressed as integers on a common lattice. Integers of 256 bits then decide. 2) The
//! crate `robust` decides if that lattice is too fine.

use glam::DVec2;

use super::double::Double;
use super::wide::Wide;

/// True if `p` lies strictly inside the circumcircle of a counter-clockwise triangle. Exact.
#[doc(alias("incircle", "circumcircle"))]
#[inline]
#[must_use]
pub fn is_in_circle(triangle: [DVec2; 3], p: DVec2) -> bool {
    let [a, b, c] = triangle.map(|corner| corner - p);
    let (mut determinant, mut permanent) = (0.0, 0.0);
    for [from, to, lifted] in [[b, c, a], [c, a, b], [a, b, c]] {
        let (left, right) = (from.x * to.y, to.x * from.y);
        let lift = lifted.x * lifted.x + lifted.y * lifted.y;
        determinant += lift * (left - right);
        permanent += lift * (left.abs() + right.abs());
    }
    if determinant.abs() > FILTER_BOUND * permanent {
        return determinant > 0.0;
    }
    is_in_circle_exactly(triangle, p)
}

/// Shewchuk's bound `(10 + 96ε)ε` on the relative error of the plain determinant, ε = 2⁻⁵³.
const FILTER_BOUND: f64 = 1.110_223_024_625_157_7e-15;

#[cold]
#[inline(never)]
fn is_in_circle_exactly(triangle: [DVec2; 3], p: DVec2) -> bool {
    if let Some(corners) = in_lattice_steps(triangle, p) {
        return determinant(corners).is_positive();
    }
    let [a, b, c, p] =
        [triangle[0], triangle[1], triangle[2], p].map(|p| robust::Coord { x: p.x, y: p.y });
    robust::incircle(a, b, c, p) > 0.0
}

/// The largest distance of a corner from the point, in lattice steps, as a power of two.
///
/// Both factors of each of the determinant's three terms are then at most 2¹²⁵.
const STEP_BITS: i32 = 62;

/// Returns the corners relative to the point, in steps of a common lattice; `None` if it is too fine.
fn in_lattice_steps(triangle: [DVec2; 3], p: DVec2) -> Option<[[i128; 2]; 3]> {
    let farthest = triangle.map(|corner| (corner - p).abs().max_element());
    let farthest = farthest.into_iter().fold(0.0, f64::max);
    // The lattice has the exponent of the farthest corner less STEP_BITS − 1. The coordinate domain keeps
    // it within the range of floats.
    let exponent = (farthest.to_bits() >> 52) as i32 - 1023;
    let scale = f64::from_bits(((1023 + STEP_BITS - 1 - exponent) as u64) << 52);
    let step = |part: f64| {
        let scaled = part * scale;
        let step = scaled as i64;
        (step as f64 == scaled).then_some(step)
    };
    let steps = |from: f64, to: f64| {
        let [high, low] = Double::difference(to, from).parts();
        Some(i128::from(step(high)? + step(low)?))
    };
    let mut corners = [[0; 2]; 3];
    for (corner, at) in corners.iter_mut().zip(triangle) {
        *corner = [steps(p.x, at.x)?, steps(p.y, at.y)?];
    }
    Some(corners)
}

fn determinant([a, b, c]: [[i128; 2]; 3]) -> Wide {
    let term = |from: [i128; 2], to: [i128; 2], lifted: [i128; 2]| {
        let lift = lifted[0] * lifted[0] + lifted[1] * lifted[1];
        Wide::product(lift, from[0] * to[1] - to[0] * from[1])
    };
    term(b, c, a) + term(c, a, b) + term(a, b, c)
}

#[cfg(test)]
mod tests;
