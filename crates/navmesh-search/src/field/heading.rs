//! The answer of a distance field to one query: the distance to the goal and the next point to walk
//! to.

use navmesh_core::{DVec2, LaneId, LinkSide, NavMesh, Path, Place};

/// The start of the shortest path from a point to the nearest goal of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heading {
    /// The start of the path: the query point, moved onto the mesh if necessary. Its cell is one from
    /// which the path leads.
    pub from: Place,
    /// The distance by which the query point was moved, in map units.
    pub offset: f64,
    /// The length of the shortest path from there to the nearest goal, in map units. Links count by
    /// their cost.
    pub distance: f64,
    /// The next place to walk straight to: a corner, the entry of a link, or the goal. A query from it
    /// goes on along the same path, also at the bend of a thin wall.
    pub next: Place,
    /// The link to take at `next`: its lane and the end at which it is entered. `None` if the path
    /// goes on by walking or ends.
    pub link: Option<(LaneId, LinkSide)>,
}

impl Heading {
    /// Returns the direction to walk in, of length 1. `None` at the goal, and at the entry of the
    /// link to take.
    #[must_use]
    pub fn direction(&self) -> Option<DVec2> {
        (self.next.point - self.from.point).try_normalize()
    }
}

/// Returns the place after a walk of at most `step` along a path, which ends early at the entry of its first link. `None` for
/// an empty path.
pub(super) fn place_after(path: &Path, mesh: &NavMesh, step: f64) -> Option<Place> {
    let entry = path.links().first().map(|link| link.leg);
    let walk = path.legs().take(entry.unwrap_or(usize::MAX));
    let length: f64 = walk.map(|[from, to]| from.distance(to)).sum();
    match entry {
        Some(entry) if step >= length => path.places(mesh).get(entry).copied(),
        _ => path.place_at(step, mesh),
    }
}
