//! Convex polygons clipped by half-planes, in plain floats. The results are drawn as outlines, so
//! rounding does not affect topology.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Bounds, sanitized};

use crate::plsg::drop_repeated;

/// A convex polygon, counter-clockwise, with its bounds.
#[derive(Debug, Clone)]
pub(super) struct ConvexPolygon {
    pub(super) points: Vec<DVec2>,
    bounds: Bounds,
}

/// A half-plane.
#[derive(Debug, Clone, Copy)]
pub(super) struct HalfPlane {
    /// A point on its border.
    pub(super) on: DVec2,
    /// The unit normal that points inwards.
    pub(super) inward: DVec2,
}

impl HalfPlane {
    /// Returns the signed distance of a point from the border, positive inside.
    pub(super) fn depth(self, point: DVec2) -> f64 {
        (point - self.on).dot(self.inward)
    }

    /// Moves the border outwards.
    pub(super) fn widened(self, by: f64) -> Self {
        Self { on: self.on - self.inward * by, ..self }
    }
}

impl ConvexPolygon {
    /// Creates a polygon from counter-clockwise points; `None` for fewer than three different
    /// neighbours.
    pub(super) fn of(points: impl IntoIterator<Item = DVec2>) -> Option<Self> {
        let mut points: Vec<DVec2> = points.into_iter().filter_map(sanitized).collect();
        drop_repeated(&mut points);
        let bounds = Bounds::of(points.iter().copied());
        (points.len() > 2).then_some(Self { points, bounds })
    }

    /// Returns the bounds enlarged by a margin.
    pub(super) fn widened_bounds(&self, margin: f64) -> Bounds {
        Bounds { min: self.bounds.min - margin, max: self.bounds.max + margin }
    }

    /// Clips the polygon by half-planes; `None` if nothing remains.
    pub(super) fn clipped(&self, lines: &[HalfPlane]) -> Option<Self> {
        let cut = |points: Vec<DVec2>, line: &HalfPlane| {
            let next = points.iter().cycle().skip(1);
            let mut left = Vec::with_capacity(points.len() + 1);
            for (&a, &b) in points.iter().zip(next) {
                let [at_a, at_b] = [a, b].map(|point| line.depth(point));
                left.extend((at_a >= 0.0).then_some(a));
                if (at_a >= 0.0) != (at_b >= 0.0) {
                    left.push(a + (b - a) * (at_a / (at_a - at_b)));
                }
            }
            left
        };
        Self::of(lines.iter().fold(self.points.clone(), cut))
    }

    /// Returns the part of a segment within a margin of the polygon, or slightly more, as fractions
    /// of its length.
    ///
    /// It uses the crossings of the polygon's sides with the borders of a strip around the segment.
    /// The directions of sides a few floats long would be unreliable.
    pub(super) fn overlap(&self, [a, b]: [DVec2; 2], margin: f64) -> Option<[f64; 2]> {
        let length = a.distance(b);
        let along = (b - a) / length;
        let place = |point: DVec2| DVec2::new((point - a).dot(along), (point - a).perp_dot(along));
        let next = self.points.iter().cycle().skip(1);
        let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
        for (&from, &to) in self.points.iter().zip(next) {
            let [from, to] = [place(from), place(to)];
            let within = (from.y.abs() <= margin).then_some(from.x);
            let crossing = |border: f64| {
                let crosses = (from.y > border) != (to.y > border);
                let share = (border - from.y) / (to.y - from.y);
                crosses.then_some(from.x + (to.x - from.x) * share)
            };
            for place in
                within.into_iter().chain([-margin, margin].into_iter().filter_map(crossing))
            {
                (first, last) = (place.min(first), place.max(last));
            }
        }
        let part = [(first - margin).max(0.0), (last + margin).min(length)];
        (part[0] <= part[1]).then(|| part.map(|place| place / length))
    }
}

#[cfg(test)]
mod tests;
