//! Directed lines and exact answers about them.

pub(crate) mod ray_run;

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Bounds, Turn, turn};

/// The line from one point towards another. The two differ.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    pub(crate) from: DVec2,
    pub(crate) to: DVec2,
}

impl Line {
    /// Returns the side of the line that `point` lies on.
    #[inline]
    pub(crate) fn side(&self, point: DVec2) -> Turn {
        turn(self.from, self.to, point)
    }

    /// True if `other` lies farther along the line than `point`. Both lie on the line.
    #[inline]
    pub(crate) fn is_beyond(&self, point: DVec2, other: DVec2) -> bool {
        // Different points of a line that is not vertical differ in x.
        if self.from.x < self.to.x {
            point.x < other.x
        } else if self.from.x > self.to.x {
            point.x > other.x
        } else if self.from.y < self.to.y {
            point.y < other.y
        } else {
            point.y > other.y
        }
    }
}

/// The error bound of a plain determinant, as a part of its largest products.
///
/// Each factor, each product and the difference is rounded once, which adds up to 4 · 2⁻⁵³ and higher
/// terms. This is twice as much.
const ERROR_BOUND: f64 = 4.0 * f64::EPSILON;

/// Exact side tests of one line against many points of one box.
///
/// One error bound holds for all points of the box. So nearly every test is one determinant and one
/// comparison; the exact predicate decides the rest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ruler {
    line: Line,
    along: DVec2,
    /// The error bound of the determinant of the line and a point of the box.
    side_error: f64,
    /// The error bound of the determinant of a segment in the box and the line's end.
    end_error: f64,
}

impl Ruler {
    /// Creates a ruler for points of a box that the line begins in.
    pub(crate) fn new(line: Line, bounds: Bounds) -> Self {
        // Two points of the box differ by its size at most; the line's end differs from a point of the box by
        // the box's size and the line's own extent at most.
        let (along, size) = (line.to - line.from, bounds.size());
        let error =
            |a: DVec2, b: DVec2| ERROR_BOUND * (a.x.abs() * b.y.abs() + a.y.abs() * b.x.abs());
        let end_error = error(size, along.abs() + size);
        Self { line, along, side_error: error(along, size), end_error }
    }

    /// Returns the side of the line that a point of the box lies on.
    #[inline(always)] // in the loop of a ray
    pub(crate) fn side(&self, point: DVec2) -> Turn {
        let side = self.determinant(point);
        if side < -self.side_error {
            Turn::Right
        } else if side > self.side_error {
            Turn::Left
        } else {
            exact_side(self.line.from, self.line.to, point)
        }
    }

    /// True if the line ends on the right of a segment in the box.
    #[inline(always)] // in the loop of a ray
    pub(crate) fn ends_on_right_of(&self, from: DVec2, to: DVec2) -> bool {
        let side = (to - from).perp_dot(self.line.to - from);
        if side.abs() > self.end_error {
            side < 0.0
        } else {
            exact_side(from, to, self.line.to) == Turn::Right
        }
    }

    #[inline]
    fn determinant(&self, point: DVec2) -> f64 {
        self.along.perp_dot(point - self.line.from)
    }
}

#[cold]
#[inline(never)]
fn exact_side(from: DVec2, to: DVec2, point: DVec2) -> Turn {
    turn(from, to, point)
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    /// Points near the line, on it and anywhere, in boxes of every size.
    #[test]
    fn a_ruler_agrees_with_the_exact_predicate() {
        let mut rng = SplitMix64::new(3);
        let mut within_error = 0;
        for round in 0..20_000 {
            let scale = f64::powi(2.0, [0, -140, 25, 190][round % 4]);
            let shift = if round % 3 == 0 { DVec2::ZERO } else { DVec2::new(1e6, -7e5) };
            let mut point =
                || (shift + DVec2::new(rng.below(64) as f64, rng.below(64) as f64)) * scale;
            let [from, to, a, b] = std::array::from_fn(|_| point());
            if from == to {
                continue;
            }
            let middle = from + (to - from) * rng.unit();
            let near = DVec2::new(middle.x * (1.0 + f64::EPSILON), middle.y);
            let bounds = Bounds::of([from, a, b, middle, near]);
            let line = Line { from, to };
            let ruler = Ruler::new(line, bounds);
            for point in [a, b, middle, near] {
                assert_eq!(ruler.side(point), turn(from, to, point), "{line:?} {point:?}");
                within_error += u32::from(ruler.determinant(point).abs() <= ruler.side_error);
                let is_beyond = turn(a, point, to) == Turn::Right;
                assert_eq!(ruler.ends_on_right_of(a, point), is_beyond, "{line:?} {point:?}");
            }
        }
        assert!(
            (10_000..40_000).contains(&within_error),
            "{within_error} of 80000 within the error"
        );
    }
}
