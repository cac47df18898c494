//! The next-corner method, the twin of the funnel: from each corner it looks ahead until the view closes.
//!
//! Source: blianchen, "NAV导航网格寻路 (6)" (pathfinding on navigation meshes, part 6), 2010; the same
//! idea as M. Mononen's "Simple Stupid Funnel Algorithm", 2010.
//!
//! From the current corner, follow the portals and keep the wedge of directions that passes through all of
//! them. Its left ray runs to the innermost left end so far, its right ray to the innermost right end. If
//! a portal lies outside the wedge, the path bends around the end on that side, which is the next corner.
//! Continue from there, after the portal of that end. The method is quadratic in the worst case.
//!
//! We differ from it in: 1) side tests are exact; 2) portals that the corner stands on or sees edge-on are
//! handled apart; 3) of several ends on one ray the nearest is kept; 4) the portal of each end is stored.

use navmesh_core::backend::WritePath;
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{Corridor, CorridorSection, DVec2, Path, Portal};

use crate::funnel::pull_each_walk;
use crate::portal_view::{first_ahead, nearer_end_if_edge_on};

/// Pulls the corridor tight into `path`, as [`pull`](crate::pull) does.
pub(super) fn pull_by_next_corner(corridor: &Corridor, path: &mut Path) {
    pull_each_walk(corridor, path, |walk, path| {
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

/// The first corner on the path from `eye` to the goal; `None` if the goal is in sight. The eye stands in
/// the closed cell before portal `from`.
fn next_corner(walk: &CorridorSection<'_>, eye: DVec2, from: usize) -> Option<Corner> {
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

    /// Narrows the wedge to the directions between two more ends. If none remains, returns the corner to
    /// bend around.
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
