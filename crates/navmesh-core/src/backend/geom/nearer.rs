//! The nearer one of two segments.
//!
//! The nearest point inside a segment is a quotient of coordinates. The distances are multiplied by the lengths of the
//! segments, so that the comparison is the sign of a polynomial of degree 2 to 6 ([`exact`](super::exact)).

use std::cmp::Ordering;

use glam::DVec2;

use super::exact::{Number, Point, Polynomial, sign};
use super::is_farther_along;

/// The part of a segment that is nearest to a point.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Nearest {
    End(DVec2),
    /// The foot of the perpendicular on the line through two points.
    Foot([DVec2; 2]),
}

impl Nearest {
    fn on([a, b]: [DVec2; 2], point: DVec2) -> Self {
        if !is_farther_along([a, b], a, point) {
            Self::End(a)
        } else if !is_farther_along([b, a], b, point) {
            Self::End(b)
        } else {
            Self::Foot([a, b])
        }
    }
}

/// Compares the distances of two closed segments from a point. Exact.
///
/// ```
/// use navmesh_core::backend::geom::{compare_distances, IntoPoint};
/// let points = [[0, 0], [1, 3], [-2, -1], [3, -1]];
/// let [point, a, b, c] = points.map(|[x, y]: [i32; 2]| [f64::from(x), f64::from(y)].into_point());
/// // Both are at the distance 1.
/// assert!(compare_distances(point, [a, b], [b, c]).is_eq());
/// ```
#[must_use]
pub fn compare_distances(point: DVec2, one: [DVec2; 2], two: [DVec2; 2]) -> Ordering {
    match (Nearest::on(one, point), Nearest::on(two, point)) {
        (Nearest::End(a), Nearest::End(b)) if a == b => Ordering::Equal,
        (Nearest::Foot([a, b]), Nearest::Foot([p, q])) if [a, b] == [q, p] => Ordering::Equal,
        (Nearest::End(a), Nearest::End(b)) => sign::<EndsApart, 3>([point, a, b]),
        (Nearest::End(a), Nearest::Foot([p, q])) => sign::<EndAndFoot, 4>([point, a, p, q]),
        (Nearest::Foot([p, q]), Nearest::End(b)) => {
            sign::<EndAndFoot, 4>([point, b, p, q]).reverse()
        }
        (Nearest::Foot([a, b]), Nearest::Foot([p, q])) => sign::<FeetApart, 5>([point, a, b, p, q]),
    }
}

/// The square of the distance of a foot from a point, times that of the segment's length.
fn weighted<T: Number>([point, a, b]: [&Point<T>; 3]) -> T {
    let (along, to) = (b.minus(a), point.minus(a));
    let area = along.0 * to.1 - along.1 * to.0;
    area.clone() * area
}

fn length_sq<T: Number>(a: &Point<T>, b: &Point<T>) -> T {
    let along = b.minus(a);
    along.dot(&along)
}

/// The square of the distance of the first end less that of the second one. Degree 2.
struct EndsApart;

impl Polynomial<3> for EndsApart {
    fn value<T: Number>([point, a, b]: &[Point<T>; 3]) -> T {
        length_sq(point, a) - length_sq(point, b)
    }
}

/// The square of the distance of an end less that of a foot, times the segment's length squared. Degree 4.
struct EndAndFoot;

impl Polynomial<4> for EndAndFoot {
    fn value<T: Number>([point, end, a, b]: &[Point<T>; 4]) -> T {
        length_sq(point, end) * length_sq(a, b) - weighted([point, a, b])
    }
}

/// The square of the distance of the first foot less that of the second one, times both lengths squared. Degree 6.
struct FeetApart;

impl Polynomial<5> for FeetApart {
    fn value<T: Number>([point, a, b, p, q]: &[Point<T>; 5]) -> T {
        weighted([point, a, b]) * length_sq(p, q) - weighted([point, p, q]) * length_sq(a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use proptest::prelude::*;

    fn exact(p: DVec2) -> [BigRational; 2] {
        p.to_array().map(|value| BigRational::from_float(value).unwrap())
    }

    fn dot(a: &[BigRational; 2], b: &[BigRational; 2]) -> BigRational {
        &a[0] * &b[0] + &a[1] * &b[1]
    }

    /// The square of the distance, in fractions.
    fn distance_sq([a, b]: [DVec2; 2], from: DVec2) -> BigRational {
        let [a, b, from] = [a, b, from].map(exact);
        let minus = |p: &[BigRational; 2], q: &[BigRational; 2]| [&p[0] - &q[0], &p[1] - &q[1]];
        let (along, to) = (minus(&b, &a), minus(&from, &a));
        let [zero, one] = [0.0, 1.0].map(|value| BigRational::from_float(value).unwrap());
        let share = (dot(&to, &along) / dot(&along, &along)).clamp(zero, one);
        let apart = [&to[0] - &along[0] * &share, &to[1] - &along[1] * &share];
        dot(&apart, &apart)
    }

    /// Points of a lattice, so that many distances are equal, at one of several scales.
    fn points() -> impl Strategy<Value = [DVec2; 5]> {
        let scale = prop::sample::select(vec![1.0, 1e-6, 0.3, 2f64.powi(190), 2f64.powi(-130)]);
        (prop::array::uniform5([-4..5i32, -4..5i32]), scale).prop_map(|(points, scale)| {
            points.map(|[x, y]| DVec2::new(f64::from(x), f64::from(y)) * scale)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]
        #[test]
        fn distances_compare_as_fractions([point, a, b, p, q] in points()) {
            prop_assume!(a != b && p != q);
            let expected = distance_sq([a, b], point).cmp(&distance_sq([p, q], point));
            prop_assert_eq!(compare_distances(point, [a, b], [p, q]), expected);
        }
    }
}
