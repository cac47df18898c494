//! The final segment of a path, from a root through its interval to a point in the next cell.

use navmesh_core::DVec2;

use super::node::{Node, Parent};
use crate::any_angle::index::portals::{Corner, Portal};
use crate::any_angle::index::predicates::SidePredicate;

/// The final segment from a root through its interval to a point behind it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FinalSegment {
    /// The root sees the point.
    Straight,
    /// The path turns at this end of the interval.
    Around(Corner),
}

impl FinalSegment {
    /// The final segment to `goal`, a point of the closed cell behind the node's portal. `None` if
    /// a wall hides the goal and the interval does not end at a corner on that side.
    #[inline(always)]
    pub(crate) fn to<S: SidePredicate>(
        node: &Node,
        portal: Portal,
        root: DVec2,
        goal: DVec2,
    ) -> Option<Self> {
        let corner = if node.right().orient::<S>(root, goal) < 0.0 {
            portal.right_corner().filter(|_| node.right().is_at_vertex())
        } else if node.left().orient::<S>(root, goal) > 0.0 {
            portal.left_corner().filter(|_| node.left().is_at_vertex())
        } else {
            return Some(Self::Straight);
        };
        corner.map(Self::Around)
    }
}

/// A path to a goal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Solution {
    pub(crate) length: f64,
    /// The index of the root that sees the goal.
    pub(crate) root: u32,
    /// The index of the step into the goal's cell.
    pub(crate) step: u32,
}

impl Solution {
    /// The path that ends with a straight segment from a root to the goal.
    pub(crate) fn straight(from: &Parent, goal: DVec2) -> Self {
        let length = from.root.g + from.root.point.distance(goal);
        Self { length, root: from.number, step: from.step }
    }
}
