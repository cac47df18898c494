use super::*;
use crate::geom::{Turn, turn};
use proptest::prelude::*;

/// Decides the circle test in exact fractions.
fn by_fractions(triangle: [DVec2; 3], p: DVec2) -> bool {
    use num_rational::BigRational;
    let fraction = |value: f64| BigRational::from_float(value).unwrap();
    let lifted = |corner: DVec2| {
        let [x, y] = [fraction(corner.x) - fraction(p.x), fraction(corner.y) - fraction(p.y)];
        let lift = &x * &x + &y * &y;
        [x, y, lift]
    };
    let [a, b, c] = triangle.map(lifted);
    let term = |from: &[BigRational; 3], to: &[BigRational; 3], lifted: &[BigRational; 3]| {
        (&from[0] * &to[1] - &to[0] * &from[1]) * &lifted[2]
    };
    term(&b, &c, &a) + term(&c, &a, &b) + term(&a, &b, &c) > BigRational::from_integer(0.into())
}

fn counter_clockwise([a, b, c]: [DVec2; 3]) -> Option<[DVec2; 3]> {
    match turn(a, b, c) {
        Turn::Left => Some([a, b, c]),
        Turn::Right => Some([a, c, b]),
        Turn::Collinear => None,
    }
}

fn by_robust(triangle: [DVec2; 3], p: DVec2) -> bool {
    let [a, b, c] = triangle.map(|p| robust::Coord { x: p.x, y: p.y });
    robust::incircle(a, b, c, robust::Coord { x: p.x, y: p.y }) > 0.0
}

/// Plain floats have the sign wrong for these points, which a random search found. In the first
/// set the magnitude is a fifth of the filter's bound, the largest found. In the second, products
/// nearly cancel in sums that the filter must not use as its measure.
#[test]
fn the_filter_rejects_wrong_signs() {
    let points = [
        [
            [-1.459893181963033, -0.34454592909777754],
            [0.6502585370079896, -1.3517262426424328],
            [1.4965430248740927, -0.10177904843680188],
            [-1.4867436056669316, 0.19898103178064785],
        ],
        [
            [0.4599395652765599, 0.8879502217428684],
            [0.4178652780186623, 0.9085090034921977],
            [0.9130492975475791, -0.40784921263608226],
            [0.9456236259214048, -0.32526290612250136],
        ],
    ];
    for [a, b, c, p] in points.map(|points| points.map(DVec2::from)) {
        let triangle = counter_clockwise([a, b, c]).unwrap();
        assert_eq!(is_in_circle(triangle, p), by_fractions(triangle, p));
    }
}

/// The farthest corner is 2⁶¹ or 2⁶² unit steps away from a point next to the circle.
#[test]
fn the_lattice_holds_sixty_two_bits_and_no_more() {
    for (far, is_taken) in [(2f64.powi(61), true), (2f64.powi(62), false)] {
        let [a, b, c] = [[far, 0.0], [far, far], [0.0, far]].map(DVec2::from);
        for p in [[1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]].map(DVec2::from) {
            assert_eq!(in_lattice_steps([a, b, c], p).is_some(), is_taken, "{far} {p}");
            assert_eq!(is_in_circle([a, b, c], p), by_fractions([a, b, c], p), "{far} {p}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// On small lattices many circles pass through four points. The scales reach both ends of the
    /// domain. Far from the origin the lattice may be too fine for integers.
    #[test]
    fn the_circle_test_agrees_with_the_crate_robust(
        points in prop::array::uniform4(prop::array::uniform2(-6i32..6)),
        power in -140i32..190,
        offset in prop_oneof![Just(0.0), Just(8.0), Just(1e6), Just(0.1), Just(1e12)],
        nudge in prop_oneof![Just(0.0), Just(f64::EPSILON), Just(-1e-9)],
    ) {
        let scale = f64::from_bits(((1023 + power) as u64) << 52);
        let [a, b, c, mut p] =
            points.map(|p| DVec2::new(f64::from(p[0]) + offset, f64::from(p[1])) * scale);
        p.x += nudge * scale;
        let Some(triangle) = counter_clockwise([a, b, c]) else { return Ok(()) };
        prop_assert_eq!(is_in_circle(triangle, p), by_robust(triangle, p));
        prop_assert_eq!(is_in_circle_exactly(triangle, p), by_robust(triangle, p));
    }

    #[test]
    fn the_determinant_of_far_lattice_corners_does_not_overflow(
        points in prop::array::uniform4(prop::array::uniform2(-(1i64 << 60)..(1i64 << 60))),
    ) {
        let [a, b, c, p] = points.map(|p| DVec2::new(p[0] as f64, p[1] as f64));
        prop_assert!(in_lattice_steps([a, b, c], p).is_some());
        let triangle = if turn(a, b, c) == Turn::Right { [a, c, b] } else { [a, b, c] };
        prop_assert_eq!(is_in_circle_exactly(triangle, p), by_robust(triangle, p));
    }

    /// The rectangles also lie far from the origin. No corner is on a coarse lattice, and none of
    /// these tests needs the crate `robust`.
    #[test]
    fn corners_of_a_rectangle_are_on_a_lattice(
        center in prop::array::uniform2(-1e6f64..1e6),
        half in prop::array::uniform2(0.01f64..100.0),
        power in -100i32..160,
    ) {
        let scale = f64::from_bits(((1023 + power) as u64) << 52);
        let (center, half) = (DVec2::from(center) * scale, DVec2::from(half) * scale);
        let corner = |x: f64, y: f64| center + DVec2::new(x, y) * half;
        let [a, b, c, p] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        prop_assert!(in_lattice_steps([a, b, c], p).is_some());
        prop_assert!(!is_in_circle([a, b, c], p), "four corners of a rectangle are on one circle");
        let moved = p + DVec2::new(f64::EPSILON, -f64::EPSILON) * p.abs();
        prop_assert!(is_in_circle([a, b, c], moved));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// Four points of a circle are rounded to floats, at all scales and far from the origin. Some
    /// are moved by a few floats.
    #[test]
    fn points_rounded_off_a_circle_agree_with_exact_fractions(
        angles in prop::array::uniform4(0u32..24),
        center in prop::array::uniform2(-40i32..40),
        radius in prop_oneof![Just(1.0), Just(1.0 / 3.0), Just(1e-9), Just(1e9)],
        power in prop_oneof![Just(0), -100i32..160],
        steps in prop::array::uniform4((-2i32..3).prop_map(f64::from)),
    ) {
        let scale = f64::from_bits(((1023 + power) as u64) << 52);
        let center = DVec2::new(f64::from(center[0]), f64::from(center[1])) / 7.0;
        let place = |i: usize| {
            let angle = f64::from(angles[i]) * (std::f64::consts::TAU / 24.0);
            let mut point = center + DVec2::from_angle(angle) * radius;
            point.x *= 1.0 + steps[i] * f64::EPSILON;
            crate::geom::sanitized(point * scale).unwrap()
        };
        let Some(triangle) = counter_clockwise([0, 1, 2].map(place)) else { return Ok(()) };
        prop_assert_eq!(is_in_circle(triangle, place(3)), by_fractions(triangle, place(3)));
    }

    /// Each coordinate with an exponent of its own, from one end of the domain to the other.
    #[test]
    fn numbers_of_all_scales_in_one_test_agree_with_exact_fractions(
        mantissas in prop::array::uniform8(-(1i64 << 53)..(1i64 << 53)),
        powers in prop::array::uniform8(prop_oneof![Just(0), Just(147), -194i32..148, -3i32..3]),
    ) {
        let value = |i: usize| mantissas[i] as f64 * f64::from_bits(((1023 + powers[i]) as u64) << 52);
        let point = |i: usize| crate::geom::sanitized(DVec2::new(value(2 * i), value(2 * i + 1)));
        let [Some(a), Some(b), Some(c), Some(p)] = [0, 1, 2, 3].map(point) else { return Ok(()) };
        let Some(triangle) = counter_clockwise([a, b, c]) else { return Ok(()) };
        prop_assert_eq!(is_in_circle(triangle, p), by_fractions(triangle, p));
    }
}
