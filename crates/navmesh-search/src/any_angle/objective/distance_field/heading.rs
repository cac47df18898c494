//! The answer of a distance field to one query: the distance to the goal and the next point to walk
//! to.

use navmesh_core::{DVec2, LaneId, LinkSide};

/// The start of the shortest path from a point to the nearest goal of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heading {
    /// The start of the path: the query point, moved onto the mesh if necessary.
    pub from: DVec2,
    /// The distance by which the query point was moved, in map units.
    pub offset: f64,
    /// The length of the shortest path from there to the nearest goal, in map units. Links count by
    /// their cost.
    pub distance: f64,
    /// The next point to walk straight to: a corner, the entry of a link, or the goal.
    pub next: DVec2,
    /// The link to take at `next`: its lane and the end at which it is entered. `None` if the path
    /// goes on by walking or ends.
    pub link: Option<(LaneId, LinkSide)>,
}

impl Heading {
    /// Returns the direction to walk in, of length 1. `None` at the goal, and at the entry of the
    /// link to take.
    #[must_use]
    pub fn direction(&self) -> Option<DVec2> {
        (self.next - self.from).try_normalize()
    }
}
