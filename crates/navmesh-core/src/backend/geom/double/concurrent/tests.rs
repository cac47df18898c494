use num_rational::BigRational;
use proptest::prelude::*;

use super::super::crossing;
use crate::geom::{Turn, turn};
use glam::DVec2;

fn fraction(value: f64) -> BigRational {
    BigRational::from_float(value).unwrap()
}

fn by_fractions([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> [BigRational; 2] {
    let [a, b, c, d] = [a, b, c, d].map(|p| [fraction(p.x), fraction(p.y)]);
    let less = |p: &[BigRational; 2], q: &[BigRational; 2]| [&p[0] - &q[0], &p[1] - &q[1]];
    let cross = |p: &[BigRational; 2], q: &[BigRational; 2]| &p[0] * &q[1] - &p[1] * &q[0];
    let (along, line) = (less(&b, &a), less(&d, &c));
    let share = cross(&less(&c, &a), &line) / cross(&along, &line);
    [&a[0] + &share * &along[0], &a[1] + &share * &along[1]]
}

#[test]
fn lines_through_the_origin_cross_exactly_there() {
    for i in 1..50 {
        for j in 1..i {
            let [p, q] = [i, j].map(|k| DVec2::from_angle(f64::from(k)));
            assert_eq!(crossing([-p, p], [-q, q]), DVec2::ZERO, "{i}, {j}");
        }
    }
}

fn point() -> impl Strategy<Value = DVec2> {
    (-1.0..1.0, -1.0..1.0).prop_map(DVec2::from)
}

proptest! {
    #[test]
    fn a_crossing_rounds_to_the_nearest_floats(
        (p, middle) in (point(), point()),
        shrink in -90..1,
        leans in [(point(), -60..1), (point(), -60..1)],
    ) {
        // Nearly parallel lines with an intersection near one axis or both.
        let first = [-p, p].map(|end| middle * 2f64.powi(shrink) + end);
        let lean = |at: usize| leans[at].0 * 2f64.powi(leans[at].1);
        let second = [first[0] + lean(0), first[1] + lean(1)];
        let sides = second.map(|end| turn(first[0], first[1], end));
        let across = first.map(|end| turn(second[0], second[1], end));
        prop_assume!(sides[0] == sides[1].reversed() && sides[0] != Turn::Collinear);
        prop_assume!(across[0] == across[1].reversed() && across[0] != Turn::Collinear);
        let expected = by_fractions(first, second);
        for (found, expected) in crossing(first, second).to_array().into_iter().zip(expected) {
            let off = fraction(found) - &expected;
            let unit = fraction(2f64.powi(-53)) * (fraction(1.0) + fraction(2f64.powi(-30)));
            let size = if expected < fraction(0.0) { -expected } else { expected };
            prop_assert!(off <= &size * &unit && -off <= size * unit, "{found}");
        }
    }
}
