//! A directed line through two given points, of which every question is answered exactly.

use navmesh_core::DVec2;
use navmesh_core::geom::{Bounds, Turn, turn};

/// The line from one point towards another; the two differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) from: DVec2,
    pub(super) to: DVec2,
}

impl Line {
    /// The side of the line that `point` lies on.
    #[inline]
    pub(super) fn side(&self, point: DVec2) -> Turn {
        turn(self.from, self.to, point)
    }

    /// True where `other` lies farther along the line than `point`; both lie on it.
    #[inline]
    pub(super) fn is_beyond(&self, point: DVec2, other: DVec2) -> bool {
        // Different points of a line that is not upright differ in x.
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

/// By how much a plain determinant may be off, as a part of the largest products in it: of its two products
/// and their difference each factor and each step is rounded once, which is 4 · 2⁻⁵³ and a little; this is twice
/// as much.
const DOUBT: f64 = 4.0 * f64::EPSILON;

/// A line that is asked for the sides of many points of one box: one comparison with a bound for all of them
/// answers nearly always, and the exact predicate where it does not.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ruler {
    line: Line,
    along: DVec2,
    /// A determinant of the line and a point of the box that is larger than this has the right sign.
    doubt: f64,
    /// The same of a segment in the box and the line's end.
    doubt_of_end: f64,
}

impl Ruler {
    /// The ruler for points of a box, in which the line begins.
    pub(super) fn new(line: Line, bounds: Bounds) -> Self {
        // No point of the box is farther from another than it is wide and high; the line's end is so far from where it
        // begins, and that from any point.
        let (along, size) = (line.to - line.from, bounds.size());
        let largest = |a: DVec2, b: DVec2| DOUBT * (a.x.abs() * b.y.abs() + a.y.abs() * b.x.abs());
        let doubt_of_end = largest(size, along.abs() + size);
        Self { line, along, doubt: largest(along, size), doubt_of_end }
    }

    /// The side of the line that a point of the box lies on.
    #[inline(always)]
    pub(super) fn side(&self, point: DVec2) -> Turn {
        let side = self.determinant(point);
        if side < -self.doubt {
            Turn::Right
        } else if side > self.doubt {
            Turn::Left
        } else {
            exact_side(self.line.from, self.line.to, point)
        }
    }

    /// True where the line ends on the right of a segment in the box.
    #[inline(always)]
    pub(super) fn ends_on_right_of(&self, from: DVec2, to: DVec2) -> bool {
        let side = (to - from).perp_dot(self.line.to - from);
        if side.abs() > self.doubt_of_end {
            side < 0.0
        } else {
            exact_side(from, to, self.line.to) == Turn::Right
        }
    }

    #[inline(always)]
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
        let mut doubtful = 0;
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
            let (line, points) = (Line { from, to }, [a, b, middle, near]);
            let ruler = Ruler::new(line, bounds);
            for point in points {
                let (side, place) = (turn(from, to, point), format!("{line:?} {point:?}"));
                assert_eq!(ruler.side(point), side, "{place}");
                doubtful += u32::from(ruler.determinant(point).abs() <= ruler.doubt);
                let is_beyond = turn(a, point, to) == Turn::Right;
                assert_eq!(ruler.ends_on_right_of(a, point), is_beyond, "{place}");
            }
        }
        assert!((10_000..40_000).contains(&doubtful), "{doubtful} of 80000 in doubt");
    }
}
