//! The triangles of a surface, each with those beyond its sides. They are [joined](build) across the portals of the mesh.

mod build;

use navmesh_core::backend::Facet;
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, DVec3};

/// A triangle. Its side `i` runs from its corner `i` to the next one; the number of a side is three times that of its face, plus `i`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    /// Its corners, counter-clockwise in the plan.
    pub(super) corners: [u32; 3],
    /// For each side the number of the same side in the face beyond; `NONE` at a wall.
    beyond: [u32; 3],
    /// The slot of its cell.
    pub(super) slot: u32,
}

/// The triangles of a surface.
#[derive(Debug)]
pub(super) struct Faces {
    pub(super) points: Vec<DVec3>,
    pub(super) all: Vec<Face>,
    /// The end of each slot's faces.
    ends: Vec<u32>,
    /// The largest coordinate or height.
    pub(super) size: f64,
}

/// A side of a face as its own first axis: the face lies above it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The length of the side.
    pub(super) length: f64,
    /// The third corner of the face.
    pub(super) apex: DVec2,
}

/// The share of a side within which a crossing is at its end. A side is passed so closely by rounding alone.
const NEAR_END: f64 = 1.0 / (1u64 << 46) as f64;

impl Faces {
    /// Returns the numbers of the faces of a cell.
    pub(super) fn of_slot(&self, slot: u32) -> std::ops::Range<u32> {
        let first = slot.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        first..self.ends[slot as usize]
    }

    /// Returns the face of a side.
    pub(super) fn face(&self, side: u32) -> &Face {
        &self.all[(side / 3) as usize]
    }

    /// Returns the same side in the face beyond; `NONE` at a wall.
    pub(super) fn beyond(&self, side: u32) -> u32 {
        self.face(side).beyond[(side % 3) as usize]
    }

    /// Returns the vertex at which a side begins.
    pub(super) fn origin(&self, side: u32) -> u32 {
        self.face(side).corners[(side % 3) as usize]
    }

    /// Returns the place of that vertex.
    pub(super) fn at(&self, side: u32) -> DVec3 {
        self.points[self.origin(side) as usize]
    }

    pub(super) fn frame(&self, side: u32) -> Frame {
        let [origin, end, apex] = [side, next(side), next(next(side))].map(|side| self.at(side));
        let (length, apex) = within(origin, end, apex);
        Frame { length, apex }
    }

    /// Returns the point of a side at a distance from its origin.
    pub(super) fn along(&self, side: u32, distance: f64) -> DVec3 {
        let [origin, end] = [self.at(side), self.at(next(side))];
        let share = (distance / origin.distance(end)).clamp(0.0, 1.0);
        origin + (end - origin) * share
    }

    /// Returns that point, or an end of the side within rounding of it.
    pub(super) fn near_along(&self, side: u32, distance: f64) -> DVec3 {
        let [origin, end] = [self.at(side), self.at(next(side))];
        let share = distance / origin.distance(end);
        match share {
            _ if share <= NEAR_END => origin,
            _ if share >= 1.0 - NEAR_END => end,
            _ => origin + (end - origin) * share,
        }
    }

    /// True if a point of a face lies on one of its sides.
    pub(super) fn is_on(&self, side: u32, point: DVec2) -> bool {
        let [a, b] = [side, next(side)].map(|side| self.at(side).truncate());
        turn(a, b, point) == Turn::Collinear
    }

    /// Returns the triangle of a face.
    pub(super) fn facet(&self, face: u32) -> Facet {
        Facet([0, 1, 2].map(|corner| self.at(3 * face + corner)))
    }

    /// Returns a point of the plan on a face.
    pub(super) fn lift(&self, face: u32, point: DVec2) -> DVec3 {
        point.extend(self.facet(face).height(point))
    }

    /// Makes the first of two sides lead to the second.
    fn lead(&mut self, [from, to]: [u32; 2]) {
        self.all[(from / 3) as usize].beyond[(from % 3) as usize] = to;
    }
}

/// Returns the next side of the same face.
pub(super) fn next(side: u32) -> u32 {
    if side % 3 == 2 { side - 2 } else { side + 1 }
}

/// Returns the distance of two points, and the place of a third one beside their line: along it and at a right angle to it.
pub(super) fn within(origin: DVec3, end: DVec3, point: DVec3) -> (f64, DVec2) {
    let (axis, to) = (end - origin, point - origin);
    let length = axis.length();
    (length, DVec2::new(to.dot(axis), to.cross(axis).length()) / length)
}
