//! The next-corner method: look ahead from the current corner until the view closes.
//!
//! Source: blianchen, "NAV导航网格寻路 (6)" (pathfinding on navigation meshes, part 6), 2010; the same
//! idea as M. Mononen's "Simple Stupid Funnel Algorithm", 2010.
//!
//! From the current corner, walk the portals and keep the wedge of directions that passes through
//! all of them: its left ray runs to the innermost left end so far, its right ray to the innermost
//! right end. When a portal lies wholly outside the wedge, the path must bend around the end on that
//! side: it is the next corner. Go on from there, with the portal after the one that it ended.
//!
//! We differ from it in:
//!
//! 1. side tests are exact, where the article allows itself an epsilon;
//! 2. portals that the corner stands on, and those that it sees edge-on, are handled apart (the
//!    article compares its test points with its last points instead, and asks a line of length zero
//!    for its sides when a corner is a portal's end);
//! 3. of several ends on one ray the nearest is kept: passing it is certain, passing the others not;
//! 4. it goes on from the cell of the corner's side that narrowed last, which may lie further on
//!    than the corner itself; we remember the portal of each end.

use navmesh_core::geom::{Turn, turn};
use navmesh_core::{Corridor, CorridorWalk, DVec2, Path, Portal};

use crate::sleeve::{first_ahead, nearer_end_if_edge_on, pull_walks};

/// Pulls the corridor tight into `path`: the shortest path within it, by the next-corner method.
///
/// Replaces what `path` held: its waypoints are the start, the corners where it turns and the goal;
/// its cells and links are the corridor's, and between links each walk is pulled for itself. Call [`Path::finish`] afterwards, which sums up the length.
///
/// A corridor whose portals do not follow one another gives some path from its start to its goal,
/// and never a panic.
///
/// Complexity: O(n²) in the number of portals, reached where every corner is seen only after a long
/// look ahead; usually linear. Allocates nothing but what `path` grows by.
#[doc(alias("findStraightPath", "stringPulling", "funnel", "ssfa"))]
pub fn pull(corridor: &Corridor, path: &mut Path) {
    pull_walks(corridor, path, |walk, path| {
        let mut eye = walk.start;
        let mut from = 0;
        // Each corner belongs to a portal at or after `from`, so that `from` always rises.
        while let Some(corner) = next_corner(walk, eye, from) {
            path.push_waypoint(corner.point);
            eye = corner.point;
            from = corner.portal + 1;
        }
    });
}

/// An end of a portal.
#[derive(Debug, Clone, Copy)]
struct Corner {
    point: DVec2,
    /// The portal's index.
    portal: usize,
}

/// The directions from an eye that pass through every portal so far: from the right ray
/// counter-clockwise to the left one, less than half a turn.
#[derive(Debug, Clone, Copy)]
struct Wedge {
    eye: DVec2,
    left: Corner,
    right: Corner,
}

/// The first corner on the way from `eye` to the goal; `None` where the goal is in sight. The eye
/// stands in the closed cell before portal `from`.
fn next_corner(walk: &CorridorWalk<'_>, eye: DVec2, from: usize) -> Option<Corner> {
    let portals = walk.portals;
    let first = first_ahead(portals, from, eye);
    let mut wedge = Wedge::through(eye, portals.get(first)?, first);
    for (index, portal) in portals.iter().enumerate().skip(first) {
        let edge_on = nearer_end_if_edge_on(portal, eye);
        let [left, right] = edge_on.map_or([portal.left, portal.right], |near| [near, near]);
        let corner = if index == first { None } else { wedge.narrow(left, right, index) };
        if let Some(corner) = corner.or(edge_on.map(|point| Corner { point, portal: index })) {
            return Some(corner);
        }
    }
    wedge.narrow(walk.goal, walk.goal, portals.len())
}

impl Wedge {
    /// The wedge through one portal.
    fn through(eye: DVec2, portal: &Portal, index: usize) -> Self {
        let corner = |point| Corner { point, portal: index };
        Self { eye, left: corner(portal.left), right: corner(portal.right) }
    }

    /// Narrows the wedge to what passes between two more ends; the corner to bend around where
    /// nothing does.
    fn narrow(&mut self, left: DVec2, right: DVec2, portal: usize) -> Option<Corner> {
        if turn(self.eye, self.left.point, left) == Turn::Right {
            if turn(self.eye, self.right.point, left) == Turn::Right {
                return Some(self.right);
            }
            self.left = Corner { point: left, portal };
        }
        if turn(self.eye, self.right.point, right) == Turn::Left {
            if turn(self.eye, self.left.point, right) == Turn::Left {
                return Some(self.left);
            }
            self.right = Corner { point: right, portal };
        }
        None
    }
}
