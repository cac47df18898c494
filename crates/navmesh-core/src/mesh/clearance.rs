//! How far a mesh stays from walls, and where these are.
//!
//! A mesh for agents with a size is the ground drawn in by their radius. What is left says nothing of
//! the walls any more, so a mesh keeps the border of the ground as it was: enough to tell somebody
//! who stands on ground, but too near a wall, what is wrong.

use glam::DVec2;

use super::NavMesh;
use crate::geom::{MAX_COORDINATE, Turn, nearest_on_segment, on_segment, sanitized, turn};

/// The radius that ground was drawn in by, and the border that it had before.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Clearance {
    /// How far the middle of an agent stays from every wall, in map units.
    pub radius: f64,
    /// The corners of all rings around the ground as it was, ring after ring, ground on the left. A
    /// wall without thickness is walked along both of its sides.
    pub corners: Vec<DVec2>,
    /// Where each ring ends in `corners`.
    pub ring_ends: Vec<u32>,
}

impl Clearance {
    /// The rings around the ground as it was; one whose ends are not in `corners` is empty.
    pub fn rings(&self) -> impl Iterator<Item = &[DVec2]> {
        let starts = std::iter::once(0).chain(self.ring_ends.iter().copied());
        let ring = |start, end| self.corners.get(start as usize..end as usize).unwrap_or_default();
        starts.zip(&self.ring_ends).map(move |(start, &end)| ring(start, end))
    }

    /// How far `point` is from the nearest wall, rounded; `None` where it was not on the ground.
    ///
    /// Complexity: linear in the number of corners.
    #[must_use]
    pub fn wall_distance(&self, point: DVec2) -> Option<f64> {
        let (mut winding, mut nearest_sq) = (0, f64::INFINITY);
        for [a, b] in self.rings().flat_map(sides) {
            if on_segment(a, b, point) {
                return Some(0.0);
            }
            winding += crossing(a, b, point);
            nearest_sq = nearest_sq.min(nearest_on_segment(a, b, point).distance_squared(point));
        }
        (winding > 0).then(|| nearest_sq.sqrt())
    }

    /// True where every number can be computed with and every ring has at least two corners.
    pub(super) fn is_sound(&self) -> bool {
        let starts = std::iter::once(0).chain(self.ring_ends.iter().copied());
        let grows =
            starts.zip(&self.ring_ends).all(|(start, &end)| u64::from(start) + 2 <= u64::from(end));
        let fits = self.ring_ends.last().copied().unwrap_or(0) as usize == self.corners.len();
        let is_usable = |&p: &DVec2| sanitized(p).is_some_and(|clean| clean == p);
        let in_range = self.radius > 0.0 && self.radius <= MAX_COORDINATE; // false for NaN
        in_range && grows && fits && self.corners.iter().all(is_usable)
    }
}

fn sides(ring: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> + '_ {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| [a, b])
}

/// What the side from `a` to `b` adds to the winding number of a ring around `point`.
fn crossing(a: DVec2, b: DVec2, point: DVec2) -> i32 {
    match (a.y <= point.y, b.y <= point.y) {
        (true, false) => i32::from(turn(a, b, point) == Turn::Left),
        (false, true) => -i32::from(turn(a, b, point) == Turn::Right),
        _ => 0,
    }
}

impl NavMesh {
    /// How far the mesh stays from walls, and where they are; `None` where it reaches them.
    #[must_use]
    pub fn clearance(&self) -> Option<&Clearance> {
        self.clearance.as_ref()
    }

    /// The radius of the agents that the mesh was built for; 0 where they have no size.
    #[must_use]
    pub fn agent_radius(&self) -> f64 {
        self.clearance.as_ref().map_or(0.0, |clearance| clearance.radius)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square with a square hole, and a wall without thickness beside it.
    fn yard() -> Clearance {
        let rings: [&[[f64; 2]]; 3] = [
            &[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]],
            &[[4.0, 4.0], [4.0, 6.0], [6.0, 6.0], [6.0, 4.0]],
            &[[8.0, 2.0], [8.0, 8.0]],
        ];
        let mut yard = Clearance { radius: 0.5, ..Clearance::default() };
        for ring in rings {
            yard.corners.extend(ring.iter().map(|&corner| DVec2::from(corner)));
            yard.ring_ends.push(yard.corners.len() as u32);
        }
        yard
    }

    #[test]
    fn the_nearest_wall_may_be_a_side_a_hole_or_a_line() {
        let yard = yard();
        assert!(yard.is_sound());
        let distance = |x: f64, y: f64| yard.wall_distance(DVec2::new(x, y));
        assert_eq!(distance(1.0, 5.0), Some(1.0));
        assert_eq!(distance(3.5, 5.0), Some(0.5));
        assert_eq!(distance(7.75, 5.0), Some(0.25));
        assert_eq!(distance(8.0, 5.0), Some(0.0));
        assert_eq!(distance(5.0, 5.0), None);
        assert_eq!(distance(11.0, 5.0), None);
    }

    #[test]
    fn a_ring_whose_ends_are_not_there_is_empty() {
        let with = |ring_ends: Vec<u32>| Clearance { ring_ends, ..yard() };
        for (ring_ends, lengths) in [(vec![11], vec![0]), (vec![8, 4], vec![8, 0])] {
            let broken = with(ring_ends);
            assert_eq!(broken.rings().map(<[DVec2]>::len).collect::<Vec<_>>(), lengths);
        }
        assert_eq!(with(vec![11]).wall_distance(DVec2::new(5.0, 1.0)), None);
    }

    #[test]
    fn unusable_numbers_and_ends_are_found() {
        let broken = |change: fn(&mut Clearance)| {
            let mut yard = yard();
            change(&mut yard);
            !yard.is_sound()
        };
        assert!(broken(|yard| yard.radius = 0.0));
        assert!(broken(|yard| yard.radius = f64::NAN));
        assert!(broken(|yard| yard.corners[3].x = f64::INFINITY));
        assert!(broken(|yard| yard.ring_ends[0] = 9));
        assert!(broken(|yard| yard.ring_ends[2] = 11));
        assert!(broken(|yard| yard.ring_ends = vec![9, 10]));
    }
}
