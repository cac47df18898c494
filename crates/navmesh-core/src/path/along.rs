//! Where one is after walking so far: points and directions along a path.
//!
//! A link is not walked: who comes to its entry has come out of it.

use glam::DVec2;

use super::Path;

impl Path {
    /// The point reached after walking `distance` map units; `None` on an empty path.
    ///
    /// Up to 0 it is the start, from the length on the goal, both bit for bit. Between waypoints it is
    /// rounded: beside a wall it may be off the ground by less than the default snap. At a distance at which a
    /// link is entered it is the point where that comes out.
    /// Complexity: linear in the number of legs.
    ///
    /// ```
    /// # use navmesh_core::{Path, PathSummary};
    /// let mut path = Path::default();
    /// for point in [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]] { path.push_waypoint(point.into()); }
    /// path.finish(PathSummary::default());
    /// assert_eq!(path.point_at(5.0), Some([3.0, 2.0].into()));
    /// assert_eq!(path.tangent_at(5.0), Some([0.0, 1.0].into()));
    /// ```
    #[doc(alias("interpolate", "lerp", "samplePath"))]
    #[must_use]
    pub fn point_at(&self, distance: f64) -> Option<DVec2> {
        match self.leg_at(distance) {
            _ if distance.is_nan() || distance <= 0.0 => self.waypoints.first().copied(),
            Some((leg, walked)) if walked < leg[0].distance(leg[1]) => {
                Some(between(leg, walked / leg[0].distance(leg[1])))
            }
            _ => self.waypoints.last().copied(),
        }
    }

    /// The direction of walking after `distance` map units, of length 1; `None` on a path that has no
    /// leg.
    ///
    /// At a waypoint it is that of the leg which begins there, and at a link that of the leg after it; at the
    /// goal, and beyond, that of the last leg that is walked. Complexity: linear in the number of legs.
    ///
    /// ```
    /// # use navmesh_core::{Path, PathSummary};
    /// # let mut path = Path::default();
    /// # for point in [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]] { path.push_waypoint(point.into()); }
    /// # path.finish(PathSummary::default());
    /// assert_eq!(path.tangent_at(1.0), Some([1.0, 0.0].into()));
    /// assert_eq!(path.tangent_at(3.0), Some([0.0, 1.0].into())); // at the corner
    /// ```
    #[doc(alias("direction", "heading"))]
    #[must_use]
    pub fn tangent_at(&self, distance: f64) -> Option<DVec2> {
        let ([from, to], _) = self.leg_at(distance)?;
        Some((to - from) / from.distance(to))
    }

    /// The waypoints, and between them so many more that no two neighbours are farther apart than
    /// `step` map units: each leg in equal pieces.
    ///
    /// Every waypoint stays, so that walking from point to point is walking the path; over a link nothing is
    /// added. A step that is not above 0 adds nothing. For points at equal distances from the start, corners cut, see
    /// [`Path::point_at`].
    ///
    /// Complexity: linear in the points.
    ///
    /// ```
    /// # use navmesh_core::{Path, PathSummary};
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

    /// The leg that one is on after walking `distance`, and how far one is on it; `None` without legs.
    fn leg_at(&self, distance: f64) -> Option<([DVec2; 2], f64)> {
        let mut walked = distance.max(0.0); // 0 for what is no number
        let mut last = None;
        for (_, leg) in self.walked_legs() {
            let length = leg[0].distance(leg[1]);
            if walked < length {
                return Some((leg, walked));
            }
            walked -= length;
            last = Some((leg, length));
        }
        last
    }
}

/// The point at a share of the way from one point to the other, within their box; 0 and 1 give the
/// two bit for bit.
fn between([from, to]: [DVec2; 2], share: f64) -> DVec2 {
    if share >= 1.0 {
        return to;
    }
    (from + (to - from) * share).clamp(from.min(to), from.max(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path_of(points: &[[f64; 2]]) -> Path {
        let mut path = Path::default();
        points.iter().for_each(|&point| path.push_waypoint(point.into()));
        path.finish(crate::PathSummary::default());
        path
    }

    const HOOK: [[f64; 2]; 3] = [[0.1, 0.2], [3.1, 0.2], [3.1, 4.2]];

    #[test]
    fn the_ends_are_reached_bit_for_bit_and_never_passed() {
        let path = path_of(&HOOK);
        for early in [0.0, -1.0, f64::NEG_INFINITY, f64::NAN] {
            assert_eq!(path.point_at(early), Some(HOOK[0].into()));
        }
        for late in [path.length(), 8.0, f64::INFINITY] {
            assert_eq!(path.point_at(late), Some(HOOK[2].into()));
            assert_eq!(path.tangent_at(late), Some(DVec2::Y));
        }
    }

    #[test]
    fn at_a_waypoint_one_looks_along_the_leg_that_begins_there() {
        let path = path_of(&HOOK);
        assert_eq!(path.point_at(3.0), Some(HOOK[1].into()));
        assert_eq!((path.tangent_at(2.5), path.tangent_at(3.0)), (Some(DVec2::X), Some(DVec2::Y)));
    }

    #[test]
    fn without_legs_there_is_a_point_at_most() {
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
