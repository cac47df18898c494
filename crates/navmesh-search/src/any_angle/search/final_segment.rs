//! The last leg: how a root reaches a point in the cell behind its interval, and the way that ends with it.

use navmesh_core::DVec2;

use super::node::{Node, Parent};
use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;

/// The way from a root through its interval to a point behind it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FinalSegment {
    /// The root sees the point.
    Straight,
    /// By a turn at an end of the interval: its point and vertex.
    Around(DVec2, u32),
}

impl FinalSegment {
    /// The last leg to `goal`, which lies in the closed cell behind the node's portal; `None` where it is in
    /// the shadow of something that the root cannot turn around.
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
        corner.map(|(point, vertex)| Self::Around(point, vertex))
    }
}

/// A way to a goal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Solution {
    pub(crate) length: f64,
    /// The number of the root that sees the goal.
    pub(crate) root: u32,
    /// The number of the step into the goal's cell.
    pub(crate) step: u32,
}

impl Solution {
    /// The way that ends with the leg from a root to the goal.
    pub(crate) fn straight(from: &Parent, goal: DVec2) -> Self {
        let length = from.root.g + from.root.point.distance(goal);
        Self { length, root: from.number, step: from.step }
    }
}
