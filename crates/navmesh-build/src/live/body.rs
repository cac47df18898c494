//! Bodies: closed convex sets outside of which an edit changes nothing.

pub(super) mod nearby;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::ring::segments_touch;
use navmesh_core::backend::geom::{Bounds, Turn, lexicographic, turn};

/// A closed convex polygon, segment or point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Body {
    /// Its corners, counter-clockwise.
    corners: Vec<DVec2>,
    bounds: Bounds,
}

impl Body {
    /// Returns the convex hull of points; `None` for no points.
    ///
    /// Source: A. M. Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions", 1979.
    pub(super) fn hull(mut points: Vec<DVec2>) -> Option<Self> {
        points.merge_sort_by(|&a, &b| lexicographic(a, b));
        points.dedup();
        let bounds = Bounds::of(points.iter().copied());
        if points.len() < 3 {
            let corners = points;
            return (!corners.is_empty()).then_some(Self { corners, bounds });
        }
        let mut corners = half_hull(points.iter().copied());
        let upper = half_hull(points.iter().rev().copied());
        corners.extend(upper);
        Some(Self { corners, bounds })
    }

    /// Returns the hull of the body and of more points.
    pub(super) fn with(&self, mut points: Vec<DVec2>) -> Self {
        points.extend(&self.corners);
        Self::hull(points).unwrap_or_else(|| self.clone())
    }

    /// True if it holds these points. Exact.
    pub(super) fn holds_all(&self, points: &[DVec2]) -> bool {
        points.iter().all(|&point| self.holds(point))
    }

    /// Returns its bounding box.
    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns its corners, counter-clockwise.
    pub(super) fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// Returns one of its points.
    pub(super) fn corner(&self) -> DVec2 {
        self.corners[0]
    }

    /// True if it has a common point with a segment. Exact.
    pub(super) fn touches_segment(&self, [a, b]: [DVec2; 2]) -> bool {
        let meets = self.bounds.min.cmple(a.max(b)).all() && a.min(b).cmple(self.bounds.max).all();
        let has_end = || self.holds(a) || self.holds(b);
        meets && (has_end() || self.sides().any(|side| segments_touch(side, [a, b])))
    }

    /// True if it has a common point with a convex polygon, given counter-clockwise. Exact.
    pub(super) fn touches_cell(
        &self,
        corners: impl ExactSizeIterator<Item = DVec2> + Clone,
    ) -> bool {
        let Bounds { min, max } = Bounds::of(corners.clone());
        if !(self.bounds.min.cmple(max).all() && min.cmple(self.bounds.max).all()) {
            return false;
        }
        let ends = corners.clone().cycle().skip(1);
        let mut sides = corners.zip(ends).map(|(a, b)| [a, b]);
        if sides.clone().all(|[a, b]| turn(a, b, self.corners[0]) != Turn::Right) {
            return true;
        }
        sides.any(|side| self.touches_segment(side))
    }

    /// True if it holds a point. Exact.
    fn holds(&self, point: DVec2) -> bool {
        match self.corners[..] {
            [only] => only == point,
            [a, b] => navmesh_core::backend::geom::on_segment(a, b, point),
            _ => self.sides().all(|[a, b]| turn(a, b, point) != Turn::Right),
        }
    }

    fn sides(&self) -> impl Iterator<Item = [DVec2; 2]> + '_ {
        let count = if self.corners.len() < 3 { 1 } else { self.corners.len() };
        let next = |i: usize| if i + 1 == self.corners.len() { 0 } else { i + 1 };
        (0..count).map(move |i| [self.corners[i], self.corners[next(i)]])
    }
}

/// Returns one half of a hull, without its last point.
fn half_hull(points: impl Iterator<Item = DVec2>) -> Vec<DVec2> {
    let mut hull: Vec<DVec2> = Vec::new();
    for point in points {
        while let [.., before, last] = hull[..]
            && turn(before, last, point) != Turn::Left
        {
            hull.pop();
        }
        hull.push(point);
    }
    hull.pop();
    hull
}
