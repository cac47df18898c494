//! Emission: an edge of the current cell as a node of the cell behind it, unless it is of no use.

use navmesh_core::{DVec2, EdgeId};

use super::dominance::Hand;
use super::node::{End, Node, Ray, Root};
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
    /// True where the root lies on the current cell's border, and so may be in line with the edge.
    pub(super) touches: bool,
}

impl<S: Sides> Run<'_, S> {
    /// Adds the node of an interval, unless its edge is a wall or leads out of the blocks between
    /// start and goal, or another way there is known to be shorter.
    pub(super) fn emit(&mut self, origin: Origin, portal: Portal, right: End, left: End) {
        let Some(twin) = self.edges[portal.edge as usize].twin() else { return };
        if !self.room.is_marked(self.blocks.of_edge(portal.edge as usize)) {
            return;
        }
        let root = origin.root;
        if origin.touches && S::side(portal.right, portal.left, root.point) == 0.0 {
            self.emit_edge_on(origin, portal, twin);
            return;
        }
        if self.is_of_use(root, portal, right, left) {
            self.add(Node { root, right, left, edge: twin.0, parent: origin.parent });
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
        if right.at_vertex {
            vertices.reach(right_vertex, to_right);
        }
        if left.at_vertex {
            vertices.reach(left_vertex, to_left);
        }
        let length = portal.right.distance(portal.left);
        !vertices.dominates(right_vertex, length, to_left)
            && !vertices.dominates(left_vertex, length, to_right)
    }

    /// An edge in line with the root: it is seen from its nearer end, which sees all behind it.
    fn emit_edge_on(&mut self, origin: Origin, portal: Portal, twin: EdgeId) {
        let Portal { edge, right, left, next } = portal;
        let point = origin.root.point;
        let at_vertex = true;
        let nearer_is_right = (point - right).length_squared() < (point - left).length_squared();
        let (corner, hand) = if nearer_is_right { (edge, Hand::Right) } else { (next, Hand::Left) };
        let is_end = point == right || point == left;
        let root =
            if is_end { Some(origin.root) } else { self.turned_root(origin.root, corner, hand) };
        let Some(root) = root else { return };
        let (right, left) = match hand {
            Hand::Right => (Ray::past(left), Ray::through(left)),
            Hand::Left => (Ray::through(right), Ray::past(right)),
        };
        let (right, left) = (End { ray: right, at_vertex }, End { ray: left, at_vertex });
        self.add(Node { root, right, left, edge: twin.0, parent: origin.parent });
    }

    fn add(&mut self, node: Node) {
        self.room.nodes.push(node);
    }
}
