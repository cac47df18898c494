//! What a walker asks a field at each step: how far it is, and where to go.

use navmesh_core::{DVec2, LaneId, LinkSide};

/// From a point, the way to the nearest goal of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heading {
    /// Where the way begins: the point asked for, moved onto the ground if need be.
    pub from: DVec2,
    /// How far it was moved, in map units.
    pub offset: f64,
    /// The length of the shortest path from there to the nearest goal, in map units, links counted by their cost.
    pub distance: f64,
    /// The next corner to walk to, straight; the goal itself on the last leg, or the entry of a link.
    pub next: DVec2,
    /// The link that leads on from there, its lane, and the end at which it is entered; `None` where one walks on.
    pub link: Option<(LaneId, LinkSide)>,
}

impl Heading {
    /// The direction to walk in, of length 1; `None` at the goal, and where a link is to be taken at once.
    #[must_use]
    pub fn direction(&self) -> Option<DVec2> {
        (self.next - self.from).try_normalize()
    }
}
