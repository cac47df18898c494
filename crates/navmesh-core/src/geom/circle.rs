//! The circle test.
//!
//! Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997:
//! the sign of a determinant in plain floats, where a bound on its rounding error lets it be trusted. We differ from
//! it in: where four points are all but on one circle and stand on a lattice, as the corners of tiles do, integers
//! tell; only the rest is left to the crate `robust`.

use glam::DVec2;

/// True where `p` lies strictly inside the circle through the three corners of a counter-clockwise triangle;
/// exact.
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
        return determinant(corners) > 0;
    }
    let [a, b, c, p] =
        [triangle[0], triangle[1], triangle[2], p].map(|p| robust::Coord { x: p.x, y: p.y });
    robust::incircle(a, b, c, p) > 0.0
}

/// How many steps of the lattice the corners may be away from the point, as a power of two: the determinant then
/// stays below 2¹²⁵.
const STEP_BITS: i32 = 30;

/// The corners as seen from the point, in steps of a lattice on which all four stand; `None` where that lattice is too
/// fine.
fn in_lattice_steps(triangle: [DVec2; 3], p: DVec2) -> Option<[[i64; 2]; 3]> {
    let farthest = triangle.map(|corner| (corner - p).abs().max_element());
    let farthest = farthest.into_iter().fold(0.0, f64::max);
    // The exponent of the farthest is that of the lattice and STEP_BITS − 1 more. The domain of coordinates keeps it
    // far from the ends of its range.
    let exponent = (farthest.to_bits() >> 52) as i32 - 1023;
    let scale = f64::from_bits(((1023 + STEP_BITS - 1 - exponent) as u64) << 52);
    let step = |coordinate: f64| {
        let scaled = coordinate * scale;
        let step = scaled as i64;
        (step as f64 == scaled && scaled.abs() < MOST_STEPS).then_some(step)
    };
    let [x, y] = [step(p.x)?, step(p.y)?];
    let mut corners = [[0; 2]; 3];
    for (corner, at) in corners.iter_mut().zip(triangle) {
        *corner = [step(at.x)? - x, step(at.y)? - y];
    }
    Some(corners)
}

/// Below this number of steps from 0 every whole number is a float, and a float that is one is exact.
const MOST_STEPS: f64 = (1u64 << 53) as f64;

fn determinant(corners: [[i64; 2]; 3]) -> i128 {
    let [a, b, c] = corners.map(|corner| corner.map(i128::from));
    let term = |from: [i128; 2], to: [i128; 2], lifted: [i128; 2]| {
        let lift = lifted[0] * lifted[0] + lifted[1] * lifted[1];
        lift * (from[0] * to[1] - to[0] * from[1])
    };
    term(b, c, a) + term(c, a, b) + term(a, b, c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::{Turn, turn};
    use proptest::prelude::*;

    fn by_robust(triangle: [DVec2; 3], p: DVec2) -> bool {
        let [a, b, c] = triangle.map(|p| robust::Coord { x: p.x, y: p.y });
        robust::incircle(a, b, c, robust::Coord { x: p.x, y: p.y }) > 0.0
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        /// Small lattices have many circles through four of their points; the scales reach both ends of the domain,
        /// and far from the origin the lattice may be too fine for integers.
        #[test]
        fn the_circle_test_agrees_with_the_crate_that_is_exact(
            points in prop::array::uniform4(prop::array::uniform2(-6i32..6)),
            power in -140i32..190,
            offset in prop_oneof![Just(0.0), Just(8.0), Just(1e6), Just(0.1), Just(1e12)],
            nudge in prop_oneof![Just(0.0), Just(f64::EPSILON), Just(-1e-9)],
        ) {
            let scale = f64::from_bits(((1023 + power) as u64) << 52);
            let [a, b, c, mut p] =
                points.map(|p| DVec2::new(f64::from(p[0]) + offset, f64::from(p[1])) * scale);
            p.x += nudge * scale;
            let triangle = match turn(a, b, c) {
                Turn::Left => [a, b, c],
                Turn::Right => [a, c, b],
                Turn::Collinear => return Ok(()),
            };
            prop_assert_eq!(is_in_circle(triangle, p), by_robust(triangle, p));
            prop_assert_eq!(is_in_circle_exactly(triangle, p), by_robust(triangle, p));
        }

        #[test]
        fn far_corners_of_a_lattice_leave_room_for_their_determinant(
            points in prop::array::uniform4(prop::array::uniform2(-(1i64 << 29)..(1i64 << 29))),
        ) {
            let [a, b, c, p] = points.map(|p| DVec2::new(p[0] as f64, p[1] as f64));
            prop_assert!(in_lattice_steps([a, b, c], p).is_some());
            let triangle = if turn(a, b, c) == Turn::Right { [a, c, b] } else { [a, b, c] };
            prop_assert_eq!(is_in_circle_exactly(triangle, p), by_robust(triangle, p));
        }
    }
}
