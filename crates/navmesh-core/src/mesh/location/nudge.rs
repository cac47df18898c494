//! Moves points that rounding left beside a cell into it.

use std::cmp::Ordering;

use glam::DVec2;

use crate::geom::sanitized;
use crate::mesh::NavMesh;

impl NavMesh {
    /// Returns a point of the closed cell in a slot, by the exact test, for a point beside it by
    /// rounding.
    ///
    /// It is the point itself if the cell holds it, else the nearest one at most two floats away in each
    /// coordinate. `None` if the cell is too thin to hold such a point.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[must_use]
    pub fn nudged_into(&self, slot: u32, point: DVec2) -> Option<DVec2> {
        self.nudged_towards(slot, point, point)
    }

    /// Returns such a point that is nearest to `target`.
    fn nudged_towards(&self, slot: u32, point: DVec2, target: DVec2) -> Option<DVec2> {
        let in_domain = |p: DVec2| sanitized(p) == Some(p);
        let holds = |p: &DVec2| in_domain(*p) && self.feature_at(slot, *p).is_some();
        if holds(&point) {
            return Some(point);
        }
        nearest_first(float_neighbors(point), target).find(holds)
    }

    /// Returns a point of the closed cell near `point`, as near as possible to `target`.
    ///
    /// In a cell too thin to hold one within two floats, it is a point farther inwards, at worst the
    /// corner nearest to `target`.
    pub(super) fn pulled_into(&self, slot: u32, point: DVec2, target: DVec2) -> DVec2 {
        if let Some(near) = self.nudged_towards(slot, point, target) {
            return near;
        }
        let inwards = self.centroid(slot) - point;
        // A cell thinner than the spacing of floats holds few points, but some along its length.
        let steps = (1..=54).rev().flat_map(|power| {
            (32..64).map(move |part| point + inwards * (f64::from(part) / (32u64 << power) as f64))
        });
        let inside = steps.filter_map(|step| self.nudged_towards(slot, step, target)).next();
        let nearer = by_distance(target);
        let corner = self.corners(slot).min_by(&nearer).unwrap_or(point);
        inside.filter(|inside| nearer(inside, &corner).is_lt()).unwrap_or(corner)
    }
}

/// Returns the order of points by their distance from `target`.
fn by_distance(target: DVec2) -> impl Fn(&DVec2, &DVec2) -> Ordering {
    move |a, b| a.distance_squared(target).total_cmp(&b.distance_squared(target))
}

/// Iterates over points by their distance from `target`; ties keep their order.
///
/// Callers mostly stop after a few points, so each is selected in turn instead of sorting all.
fn nearest_first<const N: usize>(points: [DVec2; N], target: DVec2) -> impl Iterator<Item = DVec2> {
    let mut far = points.map(|point| point.distance_squared(target));
    let next = move || {
        let mut nearest = 0;
        for index in 1..N {
            nearest = if far[index] < far[nearest] { index } else { nearest };
        }
        let remains = far[nearest] < TAKEN;
        far[nearest] = TAKEN;
        remains.then_some(points[nearest])
    };
    std::iter::from_fn(next)
}

/// The distance that marks points which were returned already.
const TAKEN: f64 = f64::INFINITY;

/// Returns the points whose coordinates are at most two floats away from those of `point`.
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
    fn selection_by_distance_agrees_with_a_stable_sort() {
        // Near zero, next to a power of two, and on a lattice with many equal distances.
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
