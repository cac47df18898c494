use super::*;
use proptest::prelude::*;

/// Computes the determinant of small integers in 128 bits.
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

/// Returns the point `times` steps from `a`, each coordinate rounded to a float.
fn on_line(a: [i64; 2], step: [i64; 2], times: i64) -> [i64; 2] {
    [0, 1].map(|i| (a[i] + times * step[i]) as f64 as i64)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// The plain determinant is wrong in one of a hundred draws, and a sixth need the exact one.
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

    /// Differences of coordinates are rounded too. The plain determinant is wrong in half of the
    /// draws.
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
fn the_side_test_is_exact_at_the_smallest_coordinates() {
    let s = MIN_COORDINATE;
    let (a, b) = (DVec2::ZERO, DVec2::new(s, s));
    assert_eq!(turn(a, b, DVec2::new(0.0, s)), Turn::Left);
    assert_eq!(turn(a, b, DVec2::new(s, 0.0)), Turn::Right);
    assert_eq!(turn(a, b, DVec2::new(2.0 * s, 2.0 * s)), Turn::Collinear);
}

#[test]
fn the_side_test_is_exact_at_the_largest_coordinates() {
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
