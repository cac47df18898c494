//! The intersection of two lines from exact sums.
//!
//! Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates", 1997 (expansions). In homogeneous coordinates, a line is the cross product of two of
//! its points, and an intersection that of two lines. Their coordinates are sums of products, added
//! without rounding. Only the two quotients are rounded.

use glam::DVec2;

use super::Double;

/// Returns the intersection of two lines, rounded once.
///
/// Each line is given by two different points. The lines are not parallel.
pub(super) fn crossing_of_lines(first: [DVec2; 2], second: [DVec2; 2]) -> DVec2 {
    let [first, second] = [first, second].map(Line::through);
    let across = |[a, b]: [f64; 2]| [[a, 1.0], [b, 1.0]];
    let weight = difference((first.x, across(second.y)), (first.y, across(second.x)));
    let x = difference((first.y, second.z), (second.y, first.z));
    let y = difference((second.x, first.z), (first.x, second.z));
    DVec2::new((x / weight).rounded(), (y / weight).rounded())
}

/// A line in homogeneous coordinates, each a sum of numbers or of products.
struct Line {
    x: [f64; 2],
    y: [f64; 2],
    z: [[f64; 2]; 2],
}

impl Line {
    fn through([a, b]: [DVec2; 2]) -> Self {
        Self { x: [a.y, -b.y], y: [b.x, -a.x], z: [[a.x, b.y], [-a.y, b.x]] }
    }
}

/// The product of a sum of two numbers and a sum of two products.
type Product = ([f64; 2], [[f64; 2]; 2]);

/// Returns the difference of two products, rounded once.
fn difference(first: Product, second: Product) -> Double {
    let mut sum = Sum::default();
    for ((factors, products), sign) in [(first, 1.0), (second, -1.0)] {
        for factor in factors {
            for &[a, b] in &products {
                sum.add_product(sign * factor, Double::product(a, b));
            }
        }
    }
    sum.rounded()
}

/// The most parts of the sum of eight products of three floats; each product has four parts.
const MOST_PARTS: usize = 8 * 4;

/// An exact sum: floats that do not overlap, the smallest first.
#[derive(Default)]
struct Sum {
    parts: [f64; MOST_PARTS],
    count: usize,
}

impl Sum {
    fn add_product(&mut self, factor: f64, product: Double) {
        for part in product.parts() {
            let [high, low] = Double::product(factor, part).parts();
            self.add(low);
            self.add(high);
        }
    }

    fn add(&mut self, value: f64) {
        let (mut carry, mut kept) = (value, 0);
        for i in 0..self.count {
            let [high, low] = Double::sum(carry, self.parts[i]).parts();
            carry = high;
            self.parts[kept] = low;
            kept += usize::from(low != 0.0);
        }
        self.parts[kept] = carry;
        self.count = kept + usize::from(carry != 0.0);
    }

    fn rounded(&self) -> Double {
        let parts = self.parts[..self.count].iter().rev();
        parts.fold(Double::default(), |sum, &part| sum + part.into())
    }
}

#[cfg(test)]
mod tests {
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
}
