//! A point that rounding left beside its cell, brought inside.

use std::cmp::Ordering;

use glam::DVec2;

use super::NavMesh;
use crate::geom::sanitized;

impl NavMesh {
    /// A point of the closed cell in a slot, by the exact test, for one that was computed to lie on it and
    /// is beside it by rounding: the point itself where the cell holds it, else the nearest of those at
    /// most two floats away in each coordinate. `None` where the cell is too thin to hold one.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[must_use]
    pub fn nudged_into(&self, slot: u32, point: DVec2) -> Option<DVec2> {
        self.nudged_towards(slot, point, point)
    }

    /// The same, nearest to `target` instead.
    fn nudged_towards(&self, slot: u32, point: DVec2, target: DVec2) -> Option<DVec2> {
        let in_domain = |p: DVec2| sanitized(p) == Some(p);
        let holds = |p: &DVec2| in_domain(*p) && self.feature_at(slot, *p).is_some();
        if holds(&point) {
            return Some(point);
        }
        let mut around = float_neighbors(point);
        around.sort_by(by_distance(target));
        around.into_iter().find(holds)
    }

    /// A point of the closed cell near `point`, as near as can be to `target`: in a cell too thin to hold
    /// one a float or two away, one farther inwards; at worst the corner nearest to the target.
    pub(super) fn pulled_into(&self, slot: u32, point: DVec2, target: DVec2) -> DVec2 {
        if let Some(near) = self.nudged_towards(slot, point, target) {
            return near;
        }
        let inwards = self.centroid(slot) - point;
        // A cell thinner than the floats are dense holds few points, but some soon along its length.
        let steps = (1..=54).rev().flat_map(|power| {
            (32..64).map(move |part| point + inwards * (f64::from(part) / (32u64 << power) as f64))
        });
        let inside = steps.filter_map(|step| self.nudged_towards(slot, step, target)).next();
        let nearer = by_distance(target);
        let corner = self.corners(slot).min_by(&nearer).unwrap_or(point);
        inside.filter(|inside| nearer(inside, &corner).is_lt()).unwrap_or(corner)
    }
}

/// Orders points by their distance from `target`.
fn by_distance(target: DVec2) -> impl Fn(&DVec2, &DVec2) -> Ordering {
    move |a, b| a.distance_squared(target).total_cmp(&b.distance_squared(target))
}

/// The points whose coordinates are at most two floats away from those of `point`.
fn float_neighbors(point: DVec2) -> [DVec2; 25] {
    let around =
        |v: f64| [v, v.next_up(), v.next_down(), v.next_up().next_up(), v.next_down().next_down()];
    let (xs, ys) = (around(point.x), around(point.y));
    std::array::from_fn(|i| DVec2::new(xs[i / 5], ys[i % 5]))
}
