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
        nearest_first(float_neighbors(point), target).find(holds)
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

/// The points by their distance from `target`, of equals the first first. One of the first few mostly will do,
/// so that they are not sorted but looked for one by one.
fn nearest_first<const N: usize>(points: [DVec2; N], target: DVec2) -> impl Iterator<Item = DVec2> {
    let mut far = points.map(|point| point.distance_squared(target));
    let next = move || {
        let mut nearest = 0;
        for index in 1..N {
            nearest = if far[index] < far[nearest] { index } else { nearest };
        }
        let is_left = far[nearest] < TAKEN;
        far[nearest] = TAKEN;
        is_left.then_some(points[nearest])
    };
    std::iter::from_fn(next)
}

/// Farther than any point: what is as far has been taken.
const TAKEN: f64 = f64::INFINITY;

/// The points whose coordinates are at most two floats away from those of `point`.
fn float_neighbors(point: DVec2) -> [DVec2; 25] {
    let around =
        |v: f64| [v, v.next_up(), v.next_down(), v.next_up().next_up(), v.next_down().next_down()];
    let (xs, ys) = (around(point.x), around(point.y));
    std::array::from_fn(|i| DVec2::new(xs[i / 5], ys[i % 5]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_in_the_order_in_which_sorting_puts_them() {
        // Beside zero, beyond a power of two, and on a lattice, where many are equally far.
        let numbers = [0.0, 1.0, -3.0, 1e-3, 0.1, 4.0 - f64::EPSILON, 1e30, -7e-100];
        let points = || numbers.iter().flat_map(|&x| numbers.map(|y| DVec2::new(x, y)));
        for (point, target) in points().flat_map(|point| points().map(move |to| (point, to))) {
            let mut sorted = float_neighbors(point);
            sorted.sort_by(by_distance(target));
            let found: Vec<DVec2> = nearest_first(float_neighbors(point), target).collect();
            assert_eq!(found, sorted, "{point} {target}");
        }
    }
}
