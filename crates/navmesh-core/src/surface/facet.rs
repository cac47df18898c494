//! A triangle of a surface.

use glam::{DVec2, DVec3};

use crate::geom::{Turn, orientation, turn};

/// A triangle in space, counter-clockwise in the plan.
#[derive(Debug, Clone, Copy)]
pub struct Facet(pub [DVec3; 3]);

/// Returns the triangles of a convex cell: itself, or a fan around the mean of the corners, which is added.
///
/// A fan around a corner would have triangles without area where the cell has straight corners.
pub(super) fn fan(corners: &mut Vec<DVec3>) -> Vec<[u32; 3]> {
    let count = corners.len() as u32;
    if count == 3 {
        return vec![[0, 1, 2]];
    }
    corners.push(corners.iter().sum::<DVec3>() / f64::from(count));
    around(count)
}

/// Returns the triangles around a point that follows so many corners.
pub(super) fn around(count: u32) -> Vec<[u32; 3]> {
    (0..count).map(|corner| [corner, (corner + 1) % count, count]).collect()
}

impl Facet {
    /// Returns the sides in the plan.
    #[must_use]
    pub fn sides(&self) -> [[DVec2; 2]; 3] {
        let [a, b, c] = self.0.map(DVec3::truncate);
        [[b, c], [c, a], [a, b]]
    }

    /// True if the closed triangle holds a point of the plan.
    #[must_use]
    pub fn holds(&self, point: DVec2) -> bool {
        self.sides().iter().all(|&[a, b]| turn(a, b, point) != Turn::Right)
    }

    /// Returns the shares of the corners in a point of the plan; a share is negative outside.
    #[must_use]
    pub fn shares(&self, point: DVec2) -> [f64; 3] {
        let parts = self.sides().map(|[a, b]| orientation(a, b, point));
        let whole: f64 = parts.iter().sum();
        parts.map(|part| part / whole)
    }

    /// Returns the least of the shares: 0 or more inside, and less the farther a point lies outside.
    #[must_use]
    pub fn least_share(&self, point: DVec2) -> f64 {
        self.shares(point).into_iter().fold(f64::INFINITY, f64::min)
    }

    /// Returns the height at a point of the plan, between those of the corners.
    #[must_use]
    pub fn height(&self, point: DVec2) -> f64 {
        let shares = self.shares(point).map(|share| share.max(0.0));
        let [low, high] =
            [f64::min, f64::max].map(|pick| self.0.map(|c| c.z).into_iter().reduce(pick));
        let whole: f64 = shares.iter().sum();
        let height: f64 =
            shares.iter().zip(self.0).map(|(share, corner)| share / whole * corner.z).sum();
        height.clamp(low.unwrap_or(height), high.unwrap_or(height))
    }

    /// Returns the gradient of the height.
    #[must_use]
    pub fn gradient(&self) -> DVec2 {
        let [a, b, c] = self.0;
        let normal = (b - a).cross(c - a);
        -normal.truncate() / normal.z
    }
}
