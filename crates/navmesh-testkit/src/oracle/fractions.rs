//! Places and distances in fractions of any length, for where floats are too coarse.

use navmesh_core::DVec2;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

/// A float as the fraction that it is.
pub(super) fn rational(value: f64) -> BigRational {
    BigRational::from_float(value).expect("coordinates are finite")
}

/// The distance from a point to the nearest side of a ring: the root of a fraction, rounded.
pub(super) fn distance_to_ring(ring: &[DVec2], point: DVec2) -> f64 {
    let side = |i: usize| [ring[i], ring[(i + 1) % ring.len()]];
    let nearest = (0..ring.len()).map(|i| distance_sq(side(i), point)).min();
    nearest.map_or(f64::INFINITY, |square| root(&square))
}

/// A point in fractions.
pub(super) type Place = [BigRational; 2];

/// A point as the fractions that it is.
pub(super) fn place(point: DVec2) -> Place {
    [rational(point.x), rational(point.y)]
}

/// The float nearest to a place.
pub(super) fn nearest_float(place: &Place) -> DVec2 {
    let float = |axis: usize| place[axis].to_f64().unwrap_or(f64::NAN);
    DVec2::new(float(0), float(1))
}

/// The way from one place to another.
pub(super) fn apart(from: &Place, to: &Place) -> Place {
    [&to[0] - &from[0], &to[1] - &from[1]]
}

/// The dot product.
pub(super) fn dot(u: &Place, v: &Place) -> BigRational {
    &u[0] * &v[0] + &u[1] * &v[1]
}

/// The cross product: positive where `v` is on the left of `u`.
pub(super) fn cross(u: &Place, v: &Place) -> BigRational {
    &u[0] * &v[1] - &u[1] * &v[0]
}

/// The square of the distance from a point to a closed segment.
fn distance_sq(segment: [DVec2; 2], point: DVec2) -> BigRational {
    let [a, b, p] = [segment[0], segment[1], point].map(place);
    let (along, from_a, from_b) = (apart(&a, &b), apart(&a, &p), apart(&b, &p));
    if !dot(&from_a, &along).is_positive() {
        return dot(&from_a, &from_a);
    }
    if !dot(&from_b, &along).is_negative() {
        return dot(&from_b, &from_b);
    }
    let across = cross(&along, &from_a);
    &across * &across / dot(&along, &along)
}

/// The square root as a float; no float is too small for the square, whose digits are shifted first.
pub(super) fn root(square: &BigRational) -> f64 {
    if square.is_zero() {
        return 0.0;
    }
    let shift = rational(2f64.powi(1000));
    let (small, large) = (square * &shift, square.to_f64().unwrap_or_default());
    if large >= 1e-200 {
        large.sqrt()
    } else {
        small.to_f64().unwrap_or_default().sqrt() * 2f64.powi(-500)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_below_any_ulp_are_told() {
        let ring = [[0.0, 0.0], [3.0, 1.0], [0.0, 3.0]].map(DVec2::from);
        // A third as a float is less than it by a third of 2⁻⁵⁴.
        let off = distance_to_ring(&ring, DVec2::new(1.0, 1.0 / 3.0));
        assert!((off / (2f64.powi(-54) / 10f64.sqrt()) - 1.0).abs() < 1e-15, "{off:e}");
        assert_eq!(distance_to_ring(&ring, DVec2::new(-3.0, -4.0)), 5.0);
        assert_eq!(distance_to_ring(&ring, DVec2::new(1e-43, -1.0)), 1.0);
    }
}
