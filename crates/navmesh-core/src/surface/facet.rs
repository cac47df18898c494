//! A triangle of a surface.

use glam::{DVec2, DVec3};

use crate::geom::{Turn, orientation, turn};

/// A triangle in space, counter-clockwise in the plan.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facet(pub(super) [DVec3; 3]);

/// Appends the surface of a convex cell: the triangle itself, or a fan around the mean of the corners.
///
/// A fan around a corner would have triangles without area where the cell has straight corners.
pub(super) fn push_fan(corners: &[DVec3], facets: &mut Vec<Facet>) {
    if let Ok(triangle) = <[DVec3; 3]>::try_from(corners) {
        return facets.push(Facet(triangle));
    }
    let mean = corners.iter().sum::<DVec3>() / corners.len() as f64;
    let ends = corners.iter().zip(corners.iter().cycle().skip(1));
    facets.extend(ends.map(|(&a, &b)| Facet([a, b, mean])));
}

impl Facet {
    /// Returns the sides in the plan.
    pub(super) fn sides(&self) -> [[DVec2; 2]; 3] {
        let [a, b, c] = self.0.map(DVec3::truncate);
        [[b, c], [c, a], [a, b]]
    }

    /// True if the closed triangle holds a point of the plan.
    pub(super) fn holds(&self, point: DVec2) -> bool {
        self.sides().iter().all(|&[a, b]| turn(a, b, point) != Turn::Right)
    }

    /// Returns the shares of the corners in a point of the plan; a share is negative outside.
    pub(super) fn shares(&self, point: DVec2) -> [f64; 3] {
        let parts = self.sides().map(|[a, b]| orientation(a, b, point));
        let whole: f64 = parts.iter().sum();
        parts.map(|part| part / whole)
    }

    /// Returns the height at a point of the plan, between those of the corners.
    pub(super) fn height(&self, point: DVec2) -> f64 {
        let shares = self.shares(point).map(|share| share.max(0.0));
        let [low, high] =
            [f64::min, f64::max].map(|pick| self.0.map(|c| c.z).into_iter().reduce(pick));
        let whole: f64 = shares.iter().sum();
        let height: f64 =
            shares.iter().zip(self.0).map(|(share, corner)| share / whole * corner.z).sum();
        height.clamp(low.unwrap_or(height), high.unwrap_or(height))
    }

    /// Returns the gradient of the height.
    pub(super) fn gradient(&self) -> DVec2 {
        let [a, b, c] = self.0;
        let normal = (b - a).cross(c - a);
        -normal.truncate() / normal.z
    }
}
