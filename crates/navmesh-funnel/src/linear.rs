//! The funnel: the shortest paths to both ends of a portal at once, in linear time.
//!
//! Sources: D. T. Lee, F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear
//! Barriers", 1984; B. Chazelle, "A Theorem on Polygon Cutting with Applications", 1982; named and
//! told as a deque by J. Hershberger, J. Snoeyink, "Computing Minimum Length Paths of a Given
//! Homotopy Class", 1994.
//!
//! Up to some portal, the shortest paths to its left and to its right end run together to a last
//! common point, the *apex*, and then part: the left one bends only to the left, the right one only
//! to the right. These two chains are the funnel. A new end takes from its own chain what it makes a
//! detour of; when nothing is left of it and the end lies beyond the other chain, the apex moves
//! along that other chain, and what it passes is the path. Each end is added once and taken once.
//!
//! We differ from them in: 1) side tests are exact; 2) cells may have any number of corners, so that
//! both ends change at once; 3) a portal that the apex sees edge-on closes the funnel: the apex moves
//! to its nearer end, so that a corridor may even fold back through one straight wall.

use std::collections::VecDeque;

use navmesh_core::geom::{Turn, turn};
use navmesh_core::{Corridor, CorridorWalk, DVec2, Path, Portal, Scratch};

use crate::sleeve::{first_ahead, nearer_end_if_edge_on, pull_walks};

/// Pulls the corridor tight into `path` in linear time; the same path as [`pull`](crate::pull)'s.
///
/// Replaces what `path` held: its waypoints are the start, the corners where it turns and the goal;
/// its cells and links are the corridor's, and between links each walk is pulled for itself. Call [`Path::finish`] afterwards, which sums up the length.
///
/// A corridor whose portals do not follow one another gives some path from its start to its goal,
/// and never a panic.
///
/// Complexity: O(n) in the number of portals; allocates nothing once `scratch` has grown to it.
#[doc(alias("simpleStupidFunnel", "funnel"))]
pub fn pull_linear(corridor: &Corridor, scratch: &mut Scratch, path: &mut Path) {
    let funnel: &mut Funnel = scratch.workspace();
    pull_walks(corridor, path, |walk, path| funnel.pull(walk, path));
}

#[derive(Debug, Clone, Copy)]
enum Hand {
    Left,
    Right,
}

/// The chains begin after the apex and end at the current portal's ends; a chain is empty where the
/// apex itself is that end.
#[derive(Debug, Default)]
struct Funnel {
    apex: DVec2,
    left: VecDeque<DVec2>,
    right: VecDeque<DVec2>,
}

impl Funnel {
    /// Adds the corners at which a walk turns.
    fn pull(&mut self, walk: &CorridorWalk<'_>, path: &mut Path) {
        self.begin(walk.start);
        for portal in &walk.portals[first_ahead(walk.portals, 0, walk.start)..] {
            self.add(Hand::Left, portal.left, path);
            self.add(Hand::Right, portal.right, path);
            self.close_if_edge_on(portal, path);
        }
        self.add(Hand::Left, walk.goal, path);
        self.left.iter().for_each(|&corner| path.push_waypoint(corner));
    }

    fn begin(&mut self, start: DVec2) {
        self.apex = start;
        self.left.clear();
        self.right.clear();
    }

    /// Replaces the end on one hand by `end`; the apex walks into `path` where it has to.
    fn add(&mut self, hand: Hand, end: DVec2, path: &mut Path) {
        let (own, other, outward) = match hand {
            Hand::Left => (&mut self.left, &mut self.right, Turn::Left),
            Hand::Right => (&mut self.right, &mut self.left, Turn::Right),
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
