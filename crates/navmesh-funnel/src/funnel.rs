//! The funnel algorithm: the shortest paths to both ends of a portal at once, in linear time.
//!
//! Sources: D. T. Lee, F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear
//! Barriers", 1984; B. Chazelle, "A Theorem on Polygon Cutting with Applications", 1982; described with a
//! deque by J. Hershberger, J. Snoeyink, "Computing Minimum Length Paths of a Given Homotopy Class", 1994.
//!
//! The shortest paths to the left and to the right end of a portal share their beginning, up to the
//! *apex*. From there the left path bends only to the left, the right path only to the right. These two
//! chains are the funnel. A new end removes the corners of its own chain that are detours on the way to
//! it. If none remains and the end lies beyond the other chain, the apex moves along the other chain, and
//! the corners that it passes are waypoints. Each end is added once and removed once.
//!
//! We differ from them in: 1) side tests are exact; 2) cells have any number of corners, so both ends
//! change at once; 3) a portal that the apex sees edge-on closes the funnel: the apex moves to its nearer
//! end, so a corridor may fold back through one straight wall.

use navmesh_core::backend::WritePath;
use std::collections::VecDeque;

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{Corridor, CorridorSection, DVec2, LaneId, Path, Portal, Scratch};

use crate::portal_view::{first_ahead, nearer_end_if_edge_on};

/// Pulls the corridor tight into `path`: the shortest path within it.
///
/// Replaces the contents of `path`. Its waypoints are the start, the corners where it turns and the goal;
/// its cells and links are those of the corridor. Each walk between two links is pulled by itself. Call
/// [`Path::finish`] afterwards, which sums up the length.
///
/// A corridor whose portals do not follow one another gives some path from its start to its goal, and no
/// panic.
///
/// Complexity: O(n) in the number of portals; allocates nothing once `scratch` and `path` have grown to it.
#[doc(alias("simpleStupidFunnel", "findStraightPath", "stringPulling", "ssfa"))]
pub fn pull(corridor: &Corridor, scratch: &mut Scratch, path: &mut Path) {
    let funnel: &mut Funnel = scratch.workspace();
    pull_each_walk(corridor, path, |walk, path| funnel.pull(walk, path));
}

/// Empties the path and pulls every walk of the corridor into it, with the links between the walks.
pub(crate) fn pull_each_walk(
    corridor: &Corridor,
    path: &mut Path,
    mut pull: impl FnMut(&CorridorSection<'_>, &mut Path),
) {
    path.clear();
    let mut links = corridor.links.iter();
    for walk in corridor.sections() {
        for &cell in walk.cells {
            path.push_cell(cell);
        }
        path.push_waypoint(walk.start);
        pull(&walk, path);
        path.push_waypoint(walk.goal);
        if let Some(link) = links.next() {
            let lane = LaneId { link: link.link, lane: link.lane };
            path.push_link(lane, link.entered, link.cost);
        }
    }
}

/// The side of the funnel that a chain is on.
#[derive(Debug, Clone, Copy)]
enum Side {
    Left,
    Right,
}

/// The chains begin after the apex and end at the ends of the current portal. A chain is empty if the apex
/// is that end.
#[derive(Debug, Default)]
struct Funnel {
    apex: DVec2,
    left: VecDeque<DVec2>,
    right: VecDeque<DVec2>,
}

impl Funnel {
    /// Adds the corners at which a walk turns.
    fn pull(&mut self, walk: &CorridorSection<'_>, path: &mut Path) {
        self.begin(walk.start);
        for portal in &walk.portals[first_ahead(walk.portals, 0, walk.start)..] {
            self.add(Side::Left, portal.left, path);
            self.add(Side::Right, portal.right, path);
            self.close_if_edge_on(portal, path);
        }
        self.add(Side::Left, walk.goal, path);
        for &corner in &self.left {
            path.push_waypoint(corner);
        }
    }

    fn begin(&mut self, start: DVec2) {
        self.apex = start;
        self.left.clear();
        self.right.clear();
    }

    /// Replaces the end on one side by `end`. The corners that the apex passes are added to `path`.
    fn add(&mut self, side: Side, end: DVec2, path: &mut Path) {
        let (own, other, outward) = match side {
            Side::Left => (&mut self.left, &mut self.right, Turn::Left),
            Side::Right => (&mut self.right, &mut self.left, Turn::Right),
        };
        if *own.back().unwrap_or(&self.apex) == end {
            return;
        }
        while let Some(&last) = own.back() {
            let before = own.iter().rev().nth(1).unwrap_or(&self.apex);
            if turn(*before, last, end) == outward {
                break;
            }
            own.pop_back();
        }
        while own.is_empty()
            && let Some(&first) = other.front()
        {
            if turn(self.apex, first, end) != outward.reversed() {
                break;
            }
            other.pop_front();
            self.apex = first;
            path.push_waypoint(first);
        }
        own.push_back(end);
    }

    /// Moves the apex to the nearer end of a portal that it sees edge-on.
    fn close_if_edge_on(&mut self, portal: &Portal, path: &mut Path) {
        if self.left.len() != 1 || self.right.len() != 1 {
            return;
        }
        let Some(near) = nearer_end_if_edge_on(portal, self.apex) else { return };
        self.apex = near;
        path.push_waypoint(near);
        if near == portal.left { self.left.clear() } else { self.right.clear() }
    }
}
