//! The closed disc over a segment as its diameter.
//!
//! The segment runs from a point to another one, or to the foot of the perpendicular from the point on a line.
//! A foot is a quotient of coordinates, so the tests multiply by the square of the line's length. The polynomials
//! have degree 2 to 8, and their signs are exact ([`exact`](super::exact)).

use std::cmp::Ordering;

use glam::DVec2;

use super::exact::{Number, Point, Polynomial, sign};
use super::{Turn, is_farther_along, turn};

/// A segment that is the diameter of a closed disc.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Diameter {
    /// The end where it begins.
    pub start: DVec2,
    /// The other end.
    pub end: DiameterEnd,
}

/// The end of a [`Diameter`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DiameterEnd {
    /// A point.
    Point(DVec2),
    /// The foot of the perpendicular from the start on the line through two different points. The start is on
    /// the left of the line.
    Foot([DVec2; 2]),
}

impl Diameter {
    /// True if a point is strictly outside of the closed disc. Exact.
    #[must_use]
    pub fn excludes(&self, point: DVec2) -> bool {
        match self.end {
            DiameterEnd::Point(end) => is_farther_along([point, self.start], point, end),
            DiameterEnd::Foot([p, q]) => {
                sign::<PowerOfPoint, 4>([self.start, p, q, point]) == Ordering::Greater
            }
        }
    }

    /// True if the closed segment from `a` to `b` meets the closed disc at another point than the ends of the
    /// diameter. Exact.
    ///
    /// A segment that contains a foot in its interior meets the disc there.
    #[must_use]
    pub fn is_met_by(&self, [a, b]: [DVec2; 2]) -> bool {
        for [from, to] in [[a, b], [b, a]] {
            if self.is_end(from) {
                return self.leads_inwards(from, to);
            }
        }
        !self.excludes(a) || !self.excludes(b) || self.is_cut_by([a, b])
    }

    /// True if a point is the start, or the end that is a point.
    #[must_use]
    pub fn is_end(&self, point: DVec2) -> bool {
        point == self.start || self.end == DiameterEnd::Point(point)
    }

    /// True if a step from an end leads into the disc, so at less than 90° to the diameter.
    fn leads_inwards(&self, from: DVec2, to: DVec2) -> bool {
        match self.end {
            DiameterEnd::Point(end) => {
                let other = if from == self.start { end } else { self.start };
                is_farther_along([from, other], from, to)
            }
            DiameterEnd::Foot(line) => is_farther_along(line.map(DVec2::perp), to, from),
        }
    }

    /// True if a segment whose ends are outside meets the disc.
    fn is_cut_by(&self, [a, b]: [DVec2; 2]) -> bool {
        match self.end {
            DiameterEnd::Point(end) => {
                let points = [self.start, end, a, b];
                sign::<Slope<false>, 4>(points).is_lt()
                    && sign::<Slope<true>, 4>(points).is_gt()
                    && sign::<Discriminant, 4>(points).is_ge()
            }
            DiameterEnd::Foot([p, q]) => {
                let points = [self.start, p, q, a, b];
                sign::<Slope<false>, 5>(points).is_lt()
                    && sign::<Slope<true>, 5>(points).is_gt()
                    && sign::<Discriminant, 5>(points).is_ge()
            }
        }
    }

    /// True if the foot lies strictly between the two points of its line; false for a point. Exact.
    #[must_use]
    pub fn foot_is_between(&self) -> bool {
        match self.end {
            DiameterEnd::Point(_) => false,
            DiameterEnd::Foot([p, q]) => {
                is_farther_along([p, q], p, self.start) && is_farther_along([q, p], q, self.start)
            }
        }
    }

    /// Returns the side of the ray from the start through the end on which `point` lies. Exact.
    #[must_use]
    pub fn side(&self, point: DVec2) -> Turn {
        match self.end {
            DiameterEnd::Point(end) => turn(self.start, end, point),
            DiameterEnd::Foot([p, q]) => {
                if is_farther_along([p, q], self.start, point) {
                    Turn::Left
                } else if is_farther_along([p, q], point, self.start) {
                    Turn::Right
                } else {
                    Turn::Collinear
                }
            }
        }
    }

    /// True if a step from the start to `point` makes less than 90° with the ray through the end. Exact.
    #[must_use]
    pub fn is_ahead(&self, point: DVec2) -> bool {
        self.leads_inwards(self.start, point)
    }

    /// Returns the side of the ray on which another ray from the same start lies. Exact.
    #[must_use]
    pub fn side_of_ray(&self, other: &Self) -> Turn {
        match (self.end, other.end) {
            (_, DiameterEnd::Point(end)) => self.side(end),
            (DiameterEnd::Point(end), DiameterEnd::Foot(_)) => other.side(end).reversed(),
            (DiameterEnd::Foot(line), DiameterEnd::Foot([p, q])) => {
                // The rays are the lines, turned by the same right angle.
                let across = line.map(DVec2::perp);
                if is_farther_along(across, p, q) {
                    Turn::Left
                } else if is_farther_along(across, q, p) {
                    Turn::Right
                } else {
                    Turn::Collinear
                }
            }
        }
    }

    /// Returns the end, a foot rounded.
    #[must_use]
    pub fn end_point(&self) -> DVec2 {
        match self.end {
            DiameterEnd::Point(end) => end,
            DiameterEnd::Foot([p, q]) => super::nearest_on_segment(p, q, self.start),
        }
    }
}

/// The two vectors from the ends of a diameter to a point. The second one is multiplied by a weight: 1 for an end
/// that is a point, the square of the line's length for a foot.
struct FromEnds<T> {
    from_start: Point<T>,
    from_end: Point<T>,
    weight: T,
}

impl<T: Number> FromEnds<T> {
    fn point(start: &Point<T>, end: &Point<T>, to: &Point<T>) -> Self {
        Self { from_start: to.minus(start), from_end: to.minus(end), weight: T::whole(1) }
    }

    fn foot([start, p, q]: [&Point<T>; 3], to: &Point<T>) -> Self {
        let along = q.minus(p);
        let weight = along.dot(&along);
        let foot = along.times(&start.minus(p).dot(&along));
        let from_end = to.minus(p).times(&weight).minus(&foot);
        Self { from_start: to.minus(start), from_end, weight }
    }

    /// The power of the point with respect to the circle, times the weight.
    fn power(&self) -> T {
        self.from_start.dot(&self.from_end)
    }

    /// The derivative of the power in a direction, times the weight.
    fn slope(&self, along: &Point<T>) -> T {
        self.from_start.times(&self.weight).plus(&self.from_end).dot(along)
    }

    /// The derivative at the end of a step, if `at_end`, else at its begin.
    fn slope_at(&self, along: &Point<T>, at_end: bool) -> T {
        let slope = self.slope(along);
        if at_end { slope + T::whole(2) * self.weight.clone() * along.dot(along) } else { slope }
    }

    /// The discriminant of the power along a line: negative if the line misses the circle.
    fn discriminant(&self, along: &Point<T>) -> T {
        let slope = self.slope(along);
        let square = self.weight.clone() * along.dot(along);
        slope.clone() * slope - T::whole(4) * square * self.power()
    }
}

/// The power of a point with respect to the circle: start, line, point. Degree 4.
struct PowerOfPoint;

impl Polynomial<4> for PowerOfPoint {
    fn value<T: Number>([start, p, q, to]: &[Point<T>; 4]) -> T {
        FromEnds::foot([start, p, q], to).power()
    }
}

/// The slope of the power at an end of a segment. Degree 2, or 4 with a foot.
struct Slope<const AT_END: bool>;

impl<const AT_END: bool> Polynomial<4> for Slope<AT_END> {
    fn value<T: Number>([start, end, a, b]: &[Point<T>; 4]) -> T {
        FromEnds::point(start, end, a).slope_at(&b.minus(a), AT_END)
    }
}

impl<const AT_END: bool> Polynomial<5> for Slope<AT_END> {
    fn value<T: Number>([start, p, q, a, b]: &[Point<T>; 5]) -> T {
        FromEnds::foot([start, p, q], a).slope_at(&b.minus(a), AT_END)
    }
}

/// The discriminant of the power along a segment. Degree 4, or 8 with a foot.
struct Discriminant;

impl Polynomial<4> for Discriminant {
    fn value<T: Number>([start, end, a, b]: &[Point<T>; 4]) -> T {
        FromEnds::point(start, end, a).discriminant(&b.minus(a))
    }
}

impl Polynomial<5> for Discriminant {
    fn value<T: Number>([start, p, q, a, b]: &[Point<T>; 5]) -> T {
        FromEnds::foot([start, p, q], a).discriminant(&b.minus(a))
    }
}

#[cfg(test)]
mod tests;
