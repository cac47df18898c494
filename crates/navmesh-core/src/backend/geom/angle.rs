//! The angle of a direction, with the same bits on every machine.

use glam::DVec2;

/// The number of terms of the series. The first one left out is below 2⁻⁵⁶ of the sum.
const TERMS: u32 = 12;

/// Returns the angle from one direction to another, from 0 to π, in radians; 0 if one of them has no length.
///
/// Only + − × ÷ and square roots are used: the angle is halved three times, and the series of the arc tangent summed.
///
/// ```
/// use navmesh_core::backend::geom::angle_between;
/// use navmesh_core::DVec2;
/// assert!((angle_between(DVec2::X, DVec2::Y) - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
/// ```
#[must_use]
pub fn angle_between(from: DVec2, to: DVec2) -> f64 {
    let (cosine, sine) = (from.dot(to), from.perp_dot(to).abs());
    let least = first_octants(cosine.abs(), sine);
    if cosine < 0.0 { std::f64::consts::PI - least } else { least }
}

/// Returns the angle of a direction in the first quadrant.
fn first_octants(cosine: f64, sine: f64) -> f64 {
    let length = (cosine * cosine + sine * sine).sqrt();
    if length == 0.0 {
        return 0.0;
    }
    let half = |tangent: f64| tangent / (1.0 + (1.0 + tangent * tangent).sqrt());
    let tangent = half(half(sine / (length + cosine))); // of an eighth of the angle
    let square = -tangent * tangent;
    let term = |sum: f64, n: u32| sum * square + 1.0 / f64::from(2 * n + 1);
    8.0 * tangent * (0..TERMS).rev().fold(0.0, term)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_arc_tangent() {
        for i in -4000..=4000 {
            let angle = f64::from(i) * std::f64::consts::PI / 4000.0;
            let (from, to) = (DVec2::new(0.3, -0.4), DVec2::from_angle(angle));
            let ours = angle_between(from, from.rotate(to));
            assert!((ours - angle.abs()).abs() < 2e-15, "{angle}: {ours}");
        }
        for tiny in [1e-300, 1e-20, 1e-9] {
            let ours = angle_between(DVec2::X, DVec2::new(1.0, tiny));
            assert!((ours / tiny - 1.0).abs() < 1e-15, "{tiny}: {ours}");
        }
        assert_eq!(angle_between(DVec2::ZERO, DVec2::X), 0.0);
        assert_eq!(angle_between(DVec2::X, DVec2::NEG_X), std::f64::consts::PI);
    }
}
