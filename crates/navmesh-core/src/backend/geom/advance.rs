//! The order of two points along a direction.
//!
//! Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
//! Predicates", 1997: the sign of a number in plain floats if a bound on its rounding error allows,
//! else the sign of an expansion. We differ from it in: 1) the number is a dot product of two
//! differences, whose eight products are added one by one; 2) where differences and products are exact, as on tile maps,
//! their sum has the right sign.

use glam::DVec2;

use super::FILTER_BOUND;
use super::double::Double;
use super::double::expansion::Expansion;

/// True if `b` lies farther than `a` in the direction from `from` to `to`. Exact.
///
/// False if `from == to`.
#[inline]
#[must_use]
pub fn is_farther_along([from, to]: [DVec2; 2], a: DVec2, b: DVec2) -> bool {
    let (along, step) = (to - from, b - a);
    let (x, y) = (along.x * step.x, along.y * step.y);
    let advance = x + y;
    // The roundings are those of the side test's determinant, and so is the bound.
    if advance.abs() >= FILTER_BOUND * (x.abs() + y.abs()) && advance != 0.0 {
        return advance > 0.0;
    }
    exact_advance([from, to], a, b) > 0.0
}

/// Returns a number with the exact sign of the dot product.
#[cold]
#[inline(never)]
fn exact_advance([from, to]: [DVec2; 2], a: DVec2, b: DVec2) -> f64 {
    let differences = [(to.x, from.x), (b.x, a.x), (to.y, from.y), (b.y, a.y)];
    let [along_x, x, along_y, y] = differences.map(|(end, begin)| Double::difference(end, begin));
    if [along_x, x, along_y, y].iter().all(|difference| difference.parts()[1] == 0.0) {
        let [x, y] = [(along_x, x), (along_y, y)]
            .map(|(one, two)| Double::product(one.parts()[0], two.parts()[0]).parts());
        if x[1] == 0.0 && y[1] == 0.0 {
            return x[0] + y[0];
        }
    }
    let mut sum = Expansion::default();
    for axis in 0..2 {
        for (end, step_end) in [(to, b), (from, a)] {
            sum.add(Double::product(end[axis], step_end[axis]));
        }
        for (end, step_end) in [(to, a), (from, b)] {
            sum.add(-Double::product(end[axis], step_end[axis]));
        }
    }
    sum.rounded().rounded()
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use proptest::prelude::*;

    fn by_fractions([from, to]: [DVec2; 2], a: DVec2, b: DVec2) -> bool {
        let fraction = |value: f64| BigRational::from_float(value).unwrap();
        let step = |p: f64, q: f64| fraction(q) - fraction(p);
        let dot = step(from.x, to.x) * step(a.x, b.x) + step(from.y, to.y) * step(a.y, b.y);
        dot > BigRational::from_integer(0.into())
    }

    /// Coordinates on a lattice, or a few floats off it, or shifted by an offset.
    fn coordinate() -> impl Strategy<Value = f64> {
        (-8..8i32, -2..3i64, prop::sample::select(vec![0.0, 0.1, 1e6, 1e-40])).prop_map(
            |(step, ulps, shift)| {
                let place = f64::from(step) * 0.3 + shift;
                // Away from 0 or towards it, so that the sign stays.
                f64::from_bits(place.abs().to_bits().saturating_add_signed(ulps)).copysign(place)
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn the_order_agrees_with_exact_fractions(numbers in prop::array::uniform8(coordinate()), turned in any::<bool>()) {
            let [ax, ay, bx, by, cx, cy, dx, dy] = numbers;
            let [from, to, a, b] = [[ax, ay], [bx, by], [cx, cy], [dx, dy]].map(DVec2::from);
            // A step at a right angle to the direction, up to rounding.
            let b = if turned { a + (to - from).perp() } else { b };
            let usable = |p: DVec2| crate::geom::sanitized(p).unwrap();
            let [from, to, a, b] = [from, to, a, b].map(usable);
            prop_assert_eq!(is_farther_along([from, to], a, b), by_fractions([from, to], a, b));
        }
    }

    #[test]
    fn a_step_at_a_right_angle_is_not_farther() {
        let [from, to] = [DVec2::new(0.1, 0.2), DVec2::new(0.4, 0.8)];
        let a = DVec2::new(1e6, 0.3);
        assert!(!is_farther_along([from, to], a, a));
        assert!(!is_farther_along([from, from], a, to));
        assert!(is_farther_along([from, to], from, to) && !is_farther_along([from, to], to, from));
    }
}
