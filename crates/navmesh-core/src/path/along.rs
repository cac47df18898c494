//! Points and directions along a path. Links have length 0 here.

use glam::DVec2;

use super::Path;

/// A point of a path, at a waypoint or between two of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position {
    pub(super) point: DVec2,
    /// The number of the waypoint before the point, or at it.
    pub(super) before: usize,
    /// The number of the waypoint after the point, or at it.
    pub(super) after: usize,
    /// The share of the leg between them before the point, from 0 to 1.
    pub(super) share: f64,
}

impl Path {
    /// Returns the point at `distance` map units along the path; `None` for an empty path, or if `distance` is NaN.
    ///
    /// Distances up to 0 give the start, and distances from the length on give the goal, both bit for
    /// bit. A point between waypoints is rounded, so next to a wall it may be off the mesh by less
    /// than the default snap. At the entry of a link it is the link's exit.
    ///
    /// Complexity: linear in the number of legs.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::Path;
    /// let mut path = Path::default();
    /// for point in [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]] { path.push_waypoint(point.into()); }
    /// path.finish(PathSummary::default());
    /// assert_eq!(path.point_at(5.0), Some([3.0, 2.0].into()));
    /// assert_eq!(path.tangent_at(5.0), Some([0.0, 1.0].into()));
    /// ```
    #[doc(alias("interpolate", "lerp", "samplePath"))]
    #[must_use]
    pub fn point_at(&self, distance: f64) -> Option<DVec2> {
        self.position_at(distance).map(|at| at.point)
    }

    /// Returns the point at a distance along the path, and the waypoints around it.
    pub(super) fn position_at(&self, distance: f64) -> Option<Position> {
        let last = self.waypoints.len().checked_sub(1)?;
        let at = |waypoint: usize| Position {
            point: self.waypoints[waypoint],
            before: waypoint,
            after: waypoint,
            share: 0.0,
        };
        Some(match self.leg_at(distance) {
            _ if distance.is_nan() => return None,
            _ if distance <= 0.0 => at(0),
            Some((leg, walked)) if walked < self.length_of_leg(leg) => {
                let ends = [self.waypoints[leg], self.waypoints[leg + 1]];
                let share = walked / self.length_of_leg(leg);
                Position { point: between(ends, share), before: leg, after: leg + 1, share }
            }
            _ => at(last),
        })
    }

    /// Returns the unit direction at `distance` map units along the path; `None` for a path without
    /// walked legs, or if `distance` is NaN.
    ///
    /// At a waypoint it is the direction of the next walked leg; from the length on, that of the last
    /// walked leg.
    ///
    /// Complexity: linear in the number of legs.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::Path;
    /// # let mut path = Path::default();
    /// # for point in [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]] { path.push_waypoint(point.into()); }
    /// # path.finish(PathSummary::default());
    /// assert_eq!(path.tangent_at(1.0), Some([1.0, 0.0].into()));
    /// assert_eq!(path.tangent_at(3.0), Some([0.0, 1.0].into())); // at the corner
    /// ```
    #[doc(alias("direction", "heading"))]
    #[must_use]
    pub fn tangent_at(&self, distance: f64) -> Option<DVec2> {
        let (leg, _) = self.leg_at(distance).filter(|_| !distance.is_nan())?;
        let [from, to] = [self.waypoints[leg], self.waypoints[leg + 1]];
        Some((to - from) / from.distance(to))
    }

    /// Iterates over the waypoints and additional points, at most `step` map units apart.
    ///
    /// Each walked leg is divided into equal pieces; legs over links stay. A step that is not above 0
    /// adds no points. For points at equal distances from the start, which may cut corners, see
    /// [`Path::point_at`].
    ///
    /// Complexity: linear in the points.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::Path;
    /// # let mut path = Path::default();
    /// # for point in [[0.0, 0.0], [3.0, 0.0]] { path.push_waypoint(point.into()); }
    /// assert_eq!(path.resample(1.0).map(|point| point.x).collect::<Vec<_>>(), [0.0, 1.0, 2.0, 3.0]);
    /// ```
    #[doc(alias = "densify")]
    pub fn resample(&self, step: f64) -> impl Iterator<Item = DVec2> + '_ {
        let pieces = move |(leg, [from, to]): (usize, [DVec2; 2])| {
            let is_cut = step > 0.0 && self.link_of_leg(leg).is_none();
            let count = if is_cut { from.distance(to) / step } else { 1.0 };
            let count = count.ceil().max(1.0) as u64;
            (0..count).map(move |i| between([from, to], i as f64 / count as f64))
        };
        self.legs().enumerate().flat_map(pieces).chain(self.waypoints.last().copied())
    }

    fn length_of_leg(&self, leg: usize) -> f64 {
        self.waypoints[leg].distance(self.waypoints[leg + 1])
    }

    /// Returns the number of the walked leg at a distance along the path, and the distance along that
    /// leg; `None` without walked legs.
    fn leg_at(&self, distance: f64) -> Option<(usize, f64)> {
        let mut walked = distance.max(0.0); // 0 for NaN
        let mut last = None;
        for (leg, _) in self.walked_legs() {
            let length = self.length_of_leg(leg);
            if walked < length {
                return Some((leg, walked));
            }
            walked -= length;
            last = Some((leg, length));
        }
        last
    }
}

/// Interpolates between two points, within their box. The shares 0 and 1 give the points bit for bit.
fn between([from, to]: [DVec2; 2], share: f64) -> DVec2 {
    if share >= 1.0 {
        return to;
    }
    (from + (to - from) * share).clamp(from.min(to), from.max(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::WritePath;

    fn path_of(points: &[[f64; 2]]) -> Path {
        let mut path = Path::default();
        points.iter().for_each(|&point| path.push_waypoint(point.into()));
        path.finish(crate::backend::PathSummary::default());
        path
    }

    const HOOK: [[f64; 2]; 3] = [[0.1, 0.2], [3.1, 0.2], [3.1, 4.2]];

    #[test]
    fn the_ends_are_reached_bit_for_bit_and_never_passed() {
        let path = path_of(&HOOK);
        for early in [0.0, -1.0, f64::NEG_INFINITY] {
            assert_eq!(path.point_at(early), Some(HOOK[0].into()));
        }
        for late in [path.length(), 8.0, f64::INFINITY] {
            assert_eq!(path.point_at(late), Some(HOOK[2].into()));
            assert_eq!(path.tangent_at(late), Some(DVec2::Y));
        }
        assert_eq!((path.point_at(f64::NAN), path.tangent_at(f64::NAN)), (None, None));
    }

    #[test]
    fn the_tangent_at_a_waypoint_is_that_of_the_next_leg() {
        let path = path_of(&HOOK);
        assert_eq!(path.point_at(3.0), Some(HOOK[1].into()));
        assert_eq!((path.tangent_at(2.5), path.tangent_at(3.0)), (Some(DVec2::X), Some(DVec2::Y)));
    }

    #[test]
    fn a_path_without_legs_has_at_most_a_point() {
        let point = path_of(&HOOK[..1]);
        assert_eq!((point.point_at(1.0), point.tangent_at(1.0)), (Some(HOOK[0].into()), None));
        assert_eq!(point.resample(1.0).count(), 1);
        let empty = Path::default();
        assert_eq!((empty.point_at(1.0), empty.tangent_at(1.0)), (None, None));
        assert_eq!(empty.resample(1.0).count(), 0);
    }

    #[test]
    fn resampling_keeps_every_waypoint_and_no_gap_above_the_step() {
        let path = path_of(&HOOK);
        for step in [0.3, 0.7, 1.0, 2.9, 4.0, 100.0] {
            let points: Vec<DVec2> = path.resample(step).collect();
            let gaps = points.windows(2).map(|pair| pair[0].distance(pair[1]));
            assert!(gaps.clone().all(|gap| gap > 0.0 && gap <= step * (1.0 + 1e-12)), "{step}");
            assert!((gaps.sum::<f64>() - path.length()).abs() < 1e-12);
            assert!(path.waypoints().iter().all(|waypoint| points.contains(waypoint)));
        }
        for useless in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(path.resample(useless).collect::<Vec<_>>(), path.waypoints(), "{useless}");
        }
    }
}
