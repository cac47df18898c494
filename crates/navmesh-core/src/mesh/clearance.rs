//! The clearance of a mesh for agents with a radius.
//!
//! Such a mesh is the walkable area inset by the radius, so it does not contain the walls. The mesh keeps
//! the former border to explain why a point near a wall is off the mesh.

mod sight;
mod shared;

use glam::DVec2;

use super::NavMesh;
use crate::collections::MergeSort;
use crate::geom::{MAX_COORDINATE, Turn, nearest_on_segment, on_segment, sanitized, turn};
use crate::mesh::Place;
use crate::mesh::memory::bytes;
pub use shared::{BorderRing, SharedClearance};

/// The agent radius of a mesh, and the border of the walkable area before the inset.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Clearance {
    /// The distance of an agent's centre from every wall, in map units.
    pub radius: f64,
    /// The corners of all rings of the border, ring after ring, with the walkable area on the left.
    ///
    /// A wall without thickness appears with both of its sides. A single point that acts as a wall is a
    /// ring of that point twice.
    pub corners: Vec<DVec2>,
    /// The end of each ring in `corners`.
    pub ring_ends: Vec<u32>,
    /// The floor of each ring.
    pub ring_layers: Vec<u32>,
    /// Pairs of sides that join two floors along one line, each given by its first corner. All other
    /// sides are walls.
    pub openings: Vec<[u32; 2]>,
}

/// A side of a ring. It has the number of its first corner.
#[derive(Debug, Clone, Copy)]
struct Side {
    ends: [DVec2; 2],
    layer: u32,
    /// The same line on the other floor; `None` for a wall.
    across: Option<usize>,
}

impl Side {
    fn distance(&self, point: DVec2) -> f64 {
        let [a, b] = self.ends;
        if on_segment(a, b, point) { 0.0 } else { nearest_on_segment(a, b, point).distance(point) }
    }
}

impl Clearance {
    /// Iterates over the rings of the border. A ring with ends beyond `corners` is empty.
    pub fn rings(&self) -> impl Iterator<Item = &[DVec2]> {
        let starts = std::iter::once(0).chain(self.ring_ends.iter().copied());
        let ring = |start, end| self.corners.get(start as usize..end as usize).unwrap_or_default();
        starts.zip(&self.ring_ends).map(move |(start, &end)| ring(start, end))
    }

    /// Returns the rounded distance of a place from the nearest wall; `None` outside of the border.
    ///
    /// All walls of the same floor count. A wall of another floor counts if a straight line reaches
    /// it over openings. A place without a floor is on the lowest floor within its border.
    ///
    /// Complexity: linear in the number of corners. With floors, times the walls of other floors that are
    /// nearer in the plane but out of sight.
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
        layers.merge_sort();
        layers.dedup();
        let sides = self.sides();
        let layer =
            layers.into_iter().find(|&layer| is_within_border(&sides, layer, place.point))?;
        Some(sight::nearest_wall(&sides, place.point, layer))
    }

    /// Returns the memory in bytes.
    pub(super) fn memory(&self) -> usize {
        let numbers = self.ring_ends.capacity() + self.ring_layers.capacity();
        bytes::<DVec2>(self.corners.capacity())
            + bytes::<u32>(numbers)
            + bytes::<[u32; 2]>(self.openings.capacity())
    }

    /// Returns the ends of all sides that are walls.
    pub(crate) fn walls(&self) -> Vec<[DVec2; 2]> {
        let walls = self.sides().into_iter().filter(|side| side.across.is_none());
        walls.map(|side| side.ends).collect()
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

    /// True if the data is valid.
    ///
    /// Every number is usable, every ring has a floor and at least two corners, and every opening has two
    /// sides between the same points in opposite directions.
    pub(super) fn is_valid(&self) -> bool {
        let starts = std::iter::once(0).chain(self.ring_ends.iter().copied());
        let grows =
            starts.zip(&self.ring_ends).all(|(start, &end)| u64::from(start) + 2 <= u64::from(end));
        let fits = self.ring_ends.last().copied().unwrap_or(0) as usize == self.corners.len()
            && self.ring_layers.len() == self.ring_ends.len();
        let in_range = self.radius > 0.0 && self.radius <= MAX_COORDINATE; // false for NaN
        let is_right = in_range && grows && fits && self.corners.iter().all(is_usable);
        is_right && (self.openings.is_empty() || self.openings_are_valid())
    }

    fn openings_are_valid(&self) -> bool {
        let mut sides: Vec<u32> = self.openings.iter().flatten().copied().collect();
        sides.merge_sort();
        let once = sides.windows(2).all(|pair| pair[0] < pair[1]);
        let all = self.sides();
        let is_line = |&[one, other]: &[u32; 2]| {
            let ends = [one, other].map(|side| all.get(side as usize).map(|side| side.ends));
            matches!(ends, [Some([a, b]), Some([c, d])] if a == d && b == c)
        };
        once && self.openings.iter().all(is_line)
    }
}

/// True if a point is within the border of a floor, or on it.
fn is_within_border(sides: &[Side], layer: u32, point: DVec2) -> bool {
    let mut winding = 0;
    for &Side { ends: [a, b], .. } in sides.iter().filter(|side| side.layer == layer) {
        if on_segment(a, b, point) {
            return true;
        }
        winding += crossing(a, b, point);
    }
    winding > 0
}

/// Returns the term of the side from `a` to `b` in the winding number of a ring around `point`.
fn crossing(a: DVec2, b: DVec2, point: DVec2) -> i32 {
    match (a.y <= point.y, b.y <= point.y) {
        (true, false) => i32::from(turn(a, b, point) == Turn::Left),
        (false, true) => -i32::from(turn(a, b, point) == Turn::Right),
        _ => 0,
    }
}

/// True for a corner without defects.
fn is_usable(corner: &DVec2) -> bool {
    sanitized(*corner).is_some_and(|clean| clean == *corner)
}

impl NavMesh {
    /// Returns the clearance of the mesh; `None` if it extends to the walls.
    #[must_use]
    pub fn clearance(&self) -> Option<&Clearance> {
        Some(self.clearance.as_ref()?.get())
    }

    /// Returns the radius of the agents that the mesh was built for; 0 for points.
    #[must_use]
    pub fn agent_radius(&self) -> f64 {
        self.clearance.as_ref().map_or(0.0, |clearance| clearance.radius())
    }
}

#[cfg(test)]
mod tests;
