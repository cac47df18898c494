//! Emission: an edge of the current cell as a node of the cell behind it, unless it is of no use.

use navmesh_core::DVec2;

use super::dominance::Hand;
use super::node::{End, Node, Root};
use super::search::Run;
use super::sides::Sides;

/// An edge of the current cell, as seen walking out over it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Portal {
    pub(super) edge: u32,
    /// Where the edge begins.
    pub(super) right: DVec2,
    /// Where it ends.
    pub(super) left: DVec2,
    /// The edge that begins where it ends.
    pub(super) next: u32,
}

/// Where a new node comes from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    pub(super) parent: u32,
    pub(super) root: Root,
}

impl<S: Sides> Run<'_, S> {
    /// True where an edge leads on: no wall, and within the blocks between start and goal.
    #[inline(always)]
    pub(super) fn leads_on(&self, edge: u32) -> bool {
        !self.edges[edge as usize].is_wall()
            && self.room.is_marked(self.blocks.of_edge(edge as usize))
    }

    /// Adds the node of an interval, unless another way there is known to be shorter. The root is
    /// not in line with the edge.
    #[inline(always)]
    pub(super) fn emit(&mut self, origin: Origin, portal: Portal, right: End, left: End) {
        if self.is_of_use(origin.root, portal, right, left) {
            self.add(origin, portal, right, left);
        }
    }

    /// Notes what is learnt of the two ends, and asks whether one of them dominates the interval.
    #[inline(always)]
    fn is_of_use(&mut self, root: Root, portal: Portal, right: End, left: End) -> bool {
        let to_right = root.g + root.point.distance(portal.right);
        let to_left = root.g + root.point.distance(portal.left);
        let right_vertex = self.edges[portal.edge as usize].vertex().0;
        let left_vertex = self.edges[portal.next as usize].vertex().0;
        let vertices = &mut self.room.vertices;
        if right.kind.at_vertex {
            vertices.reach(right_vertex, to_right);
        }
        if left.kind.at_vertex {
            vertices.reach(left_vertex, to_left);
        }
        let length = portal.right.distance(portal.left);
        !vertices.dominates(right_vertex, length, to_left)
            && !vertices.dominates(left_vertex, length, to_right)
    }

    /// Adds an edge in line with the root: it is seen from its nearer end, which sees all behind it.
    pub(super) fn emit_edge_on(&mut self, origin: Origin, portal: Portal) {
        let Portal { edge, right, left, next } = portal;
        let point = origin.root.point;
        let nearer_is_right = (point - right).length_squared() < (point - left).length_squared();
        let (corner, hand) = if nearer_is_right { (edge, Hand::Right) } else { (next, Hand::Left) };
        let is_end = point == right || point == left;
        let root =
            if is_end { Some(origin.root) } else { self.turned_root(origin.root, corner, hand) };
        let Some(root) = root else { return };
        let (right_end, left_end) = match hand {
            Hand::Right => (End::past(left, true), End::vertex(left)),
            Hand::Left => (End::vertex(right), End::past(right, true)),
        };
        self.add(Origin { root, ..origin }, portal, right_end, left_end);
    }

    #[inline(always)]
    fn add(&mut self, origin: Origin, portal: Portal, right: End, left: End) {
        if let Some(twin) = self.edges[portal.edge as usize].twin() {
            self.room.nodes.push(Node::new(origin.root, right, left, twin.0, origin.parent));
        }
    }
}
