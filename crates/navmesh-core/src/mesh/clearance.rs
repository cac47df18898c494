//! How far a mesh stays from walls, and where these are.
//!
//! A mesh for agents with a size is the ground drawn in by their radius. What is left says nothing of
//! the walls any more, so a mesh keeps the border of the ground as it was: enough to tell somebody
//! who stands on ground, but too near a wall, what is wrong.

mod sight;

use glam::DVec2;

use super::NavMesh;
use crate::geom::{MAX_COORDINATE, Turn, nearest_on_segment, on_segment, sanitized, turn};
use crate::place::Place;

/// The radius that ground was drawn in by, and the border that it had before.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Clearance {
    /// How far the middle of an agent stays from every wall, in map units.
    pub radius: f64,
    /// The corners of all rings around the ground as it was, ring after ring, ground on the left. A
    /// wall without thickness is walked along both of its sides, and a point that was kept clear of as if it were a wall is
    /// a ring of that point twice.
    pub corners: Vec<DVec2>,
    /// Where each ring ends in `corners`.
    pub ring_ends: Vec<u32>,
    /// The floor of each ring.
    pub ring_layers: Vec<u32>,
    /// Where floors were joined: two sides that are one line, each named by the corner where it begins. All other sides
    /// are walls.
    pub openings: Vec<[u32; 2]>,
}

/// A side of a ring. The sides of a clearance are numbered as the corners where they begin.
#[derive(Debug, Clone, Copy)]
struct Side {
    ends: [DVec2; 2],
    layer: u32,
    /// The same line as a side of another floor; `None` for a wall.
    across: Option<usize>,
}

impl Side {
    fn distance(&self, point: DVec2) -> f64 {
        let [a, b] = self.ends;
        if on_segment(a, b, point) { 0.0 } else { nearest_on_segment(a, b, point).distance(point) }
    }
}

impl Clearance {
    /// The rings around the ground as it was; one whose ends are not in `corners` is empty.
    pub fn rings(&self) -> impl Iterator<Item = &[DVec2]> {
        let starts = std::iter::once(0).chain(self.ring_ends.iter().copied());
        let ring = |start, end| self.corners.get(start as usize..end as usize).unwrap_or_default();
        starts.zip(&self.ring_ends).map(move |(start, &end)| ring(start, end))
    }

    /// How far a place is from the nearest wall, rounded; `None` where it was not on the ground. A wall of another floor
    /// counts where a straight way leads to it over joins, one of the same floor always.
    ///
    /// Where no floor is said, the lowest counts that had ground there. Complexity: linear in the number of corners; with
    /// floors, times the walls of others that are nearer in the plan and out of sight.
    ///
    /// ```
    /// # use navmesh_core::{Clearance, DVec2};
    /// let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(DVec2::from).to_vec();
    /// let mut room = Clearance { radius: 0.5, corners, ..Clearance::default() };
    /// (room.ring_ends, room.ring_layers) = (vec![4], vec![0]);
    /// assert_eq!(room.wall_distance([2.0, 0.25]), Some(0.25));
    /// assert_eq!(room.wall_distance([2.0, 5.0]), None);
    /// ```
    #[must_use]
    pub fn wall_distance(&self, place: impl Into<Place>) -> Option<f64> {
        let place = place.into();
        let mut layers: Vec<u32> =
            self.ring_layers.iter().copied().filter(|&layer| place.may_be_on(layer)).collect();
        layers.sort_unstable();
        layers.dedup();
        let sides = self.sides();
        let layer = layers.into_iter().find(|&layer| has_ground(&sides, layer, place.point))?;
        Some(sight::nearest_wall(&sides, place.point, layer))
    }

    fn sides(&self) -> Vec<Side> {
        let rings = self.rings().zip(&self.ring_layers);
        let mut sides: Vec<Side> = rings
            .flat_map(|(ring, &layer)| {
                let next = ring.iter().cycle().skip(1);
                ring.iter().zip(next).map(move |(&a, &b)| Side {
                    ends: [a, b],
                    layer,
                    across: None,
                })
            })
            .collect();
        for &[one, other] in &self.openings {
            for (side, across) in [(one, other), (other, one)] {
                if let Some(side) = sides.get_mut(side as usize) {
                    side.across = Some(across as usize);
                }
            }
        }
        sides
    }

    /// True where every number can be computed with, every ring has a floor and at least two corners, and every opening
    /// two sides that run between the same points in opposite directions.
    pub(super) fn is_sound(&self) -> bool {
        let starts = std::iter::once(0).chain(self.ring_ends.iter().copied());
        let grows =
            starts.zip(&self.ring_ends).all(|(start, &end)| u64::from(start) + 2 <= u64::from(end));
        let fits = self.ring_ends.last().copied().unwrap_or(0) as usize == self.corners.len()
            && self.ring_layers.len() == self.ring_ends.len();
        let is_usable = |&p: &DVec2| sanitized(p).is_some_and(|clean| clean == p);
        let in_range = self.radius > 0.0 && self.radius <= MAX_COORDINATE; // false for NaN
        let is_right = in_range && grows && fits && self.corners.iter().all(is_usable);
        is_right && self.openings_are_sound()
    }

    fn openings_are_sound(&self) -> bool {
        let mut sides: Vec<u32> = self.openings.iter().flatten().copied().collect();
        sides.sort_unstable();
        let once = sides.windows(2).all(|pair| pair[0] < pair[1]);
        let all = self.sides();
        let is_line = |&[one, other]: &[u32; 2]| {
            let ends = [one, other].map(|side| all.get(side as usize).map(|side| side.ends));
            matches!(ends, [Some([a, b]), Some([c, d])] if a == d && b == c)
        };
        once && self.openings.iter().all(is_line)
    }
}

/// True where a floor has ground at a point, its border included.
fn has_ground(sides: &[Side], layer: u32, point: DVec2) -> bool {
    let mut winding = 0;
    for &Side { ends: [a, b], .. } in sides.iter().filter(|side| side.layer == layer) {
        if on_segment(a, b, point) {
            return true;
        }
        winding += crossing(a, b, point);
    }
    winding > 0
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
            yard.ring_layers.push(0);
        }
        yard
    }

    #[test]
    fn the_nearest_wall_may_be_a_side_a_hole_or_a_line() {
        let yard = yard();
        assert!(yard.is_sound());
        let distance = |x: f64, y: f64| yard.wall_distance([x, y]);
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
        assert_eq!(with(vec![11]).wall_distance([5.0, 1.0]), None);
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
        assert!(broken(|yard| yard.ring_layers.truncate(2)));
        // The two sides of the wall without thickness are one line; other pairs are none, and no side is in two.
        assert!(!broken(|yard| yard.openings = vec![[8, 9]]));
        for openings in [vec![[0, 1]], vec![[8, 9], [9, 8]], vec![[8, 10]], vec![[8, 8]]] {
            let yard = Clearance { openings: openings.clone(), ..yard() };
            assert!(!yard.is_sound(), "{openings:?}");
        }
    }
}
