//! Expansion: what an interval's root sees of the next cell, and what it sees around its corners.
//!
//! The cell is entered over an edge a → b; looking in, a is on the left and b on the right. Its
//! other edges follow from b to a, from the right hand to the left:
//!
//! 1. those that lie right of the right ray are reached only by turning right at b;
//! 2. those between the rays are seen from the root;
//! 3. those left of the left ray are reached only by turning left at a.
//!
//! An edge that a ray crosses is in two of them. A turn is made only where the interval ends at the
//! vertex itself and the vertex is a corner. A cell corner exactly on a ray belongs to both sides.

use navmesh_core::DVec2;

use super::dominance::Hand;
use super::emit::{Origin, Portal};
use super::node::{End, Node, Ray, Root};
use super::search::Run;
use super::sides::Sides;

/// A walk along the edges of a cell.
struct Walk {
    first: u32,
    end: u32,
    at: u32,
}

impl Walk {
    fn next(&self, edge: u32) -> u32 {
        if edge + 1 == self.end { self.first } else { edge + 1 }
    }
}

impl<S: Sides> Run<'_, S> {
    /// Emits everything that follows from a node.
    pub(super) fn expand(&mut self, index: u32) {
        let node = self.room.nodes[index as usize];
        let range = self.mesh.edge_range(self.edges[node.edge as usize].cell_slot());
        let mut walk = Walk { first: range.start as u32, end: range.end as u32, at: node.edge };
        walk.at = walk.next(node.edge);
        self.turn_right(index, &node, &mut walk);
        let open = self.look_ahead(index, &node, &mut walk);
        self.turn_left(index, &node, &mut walk, open);
    }

    /// The edge as a way out of the cell.
    fn portal(&self, walk: &Walk, edge: u32) -> Portal {
        Portal {
            edge,
            right: self.edges[edge as usize].origin(),
            left: self.edges[walk.next(edge) as usize].origin(),
            next: walk.next(edge),
        }
    }

    /// The side of `point` from a ray of `root`; exact sign.
    pub(super) fn side_of(root: Root, ray: Ray, point: DVec2) -> f64 {
        let (from, to) = ray.line(root.point);
        S::side(from, to, point)
    }

    /// Passes the edges that end right of the right ray or on it; leaves the walk at the first edge
    /// that ends left of it.
    fn turn_right(&mut self, index: u32, node: &Node, walk: &mut Walk) {
        let corner = walk.at;
        let turnable = node.right.at_vertex && node.root.point != self.origin_of(corner);
        let mut root = None;
        let mut begins_on_ray = node.right.at_vertex;
        loop {
            let portal = self.portal(walk, walk.at);
            let side = Self::side_of(node.root, node.right.ray, portal.left);
            if side > 0.0 && begins_on_ray {
                return;
            }
            if turnable && side == 0.0 && begins_on_ray {
                // It runs along the ray: the root sees it edge-on.
                self.emit(
                    Origin { parent: index, root: node.root, touches: true },
                    portal,
                    node.right,
                    node.right,
                );
            } else if turnable {
                root = root.or_else(|| self.turned_root(node.root, corner, Hand::Right));
                let Some(root) = root else { return self.skip_right(node, walk) };
                let left = match side > 0.0 {
                    false => End { ray: Ray::through(portal.left), at_vertex: true },
                    true => End { ray: Ray::past(node.root.point), at_vertex: false },
                };
                let right = End { ray: Ray::through(portal.right), at_vertex: true };
                self.emit(Origin { parent: index, root, touches: true }, portal, right, left);
            }
            if side > 0.0 {
                return;
            }
            begins_on_ray = side == 0.0;
            walk.at = portal.next;
        }
    }

    /// Passes the edges that end right of the right ray or on it.
    fn skip_right(&self, node: &Node, walk: &mut Walk) {
        while Self::side_of(node.root, node.right.ray, self.portal(walk, walk.at).left) <= 0.0 {
            walk.at = walk.next(walk.at);
        }
    }

    fn origin_of(&self, edge: u32) -> DVec2 {
        self.edges[edge as usize].origin()
    }

    /// Emits the edges between the rays; true where the last one reaches on to the left of the left
    /// ray, so that its rest is still to be turned to. Leaves the walk at the last one.
    fn look_ahead(&mut self, index: u32, node: &Node, walk: &mut Walk) -> bool {
        let root = node.root;
        let touches = self.touches_entry(node);
        let mut right = self.first_right_end(node, walk);
        loop {
            let portal = self.portal(walk, walk.at);
            let side = Self::side_of(root, node.left.ray, portal.left);
            let left = if side < 0.0 {
                End { ray: Ray::through(portal.left), at_vertex: true }
            } else {
                End { ray: node.left.ray, at_vertex: side == 0.0 }
            };
            self.emit(Origin { parent: index, root, touches }, portal, right, left);
            if side >= 0.0 {
                return side > 0.0;
            }
            right = End { ray: Ray::through(portal.left), at_vertex: true };
            walk.at = portal.next;
        }
    }

    /// True where the root is an end of the edge that the cell is entered by.
    fn touches_entry(&self, node: &Node) -> bool {
        let (_, ends) = self.entry(node.edge);
        ends.contains(&node.root.point)
    }

    /// Where the right ray meets the first edge between the rays.
    fn first_right_end(&self, node: &Node, walk: &Walk) -> End {
        let origin = self.edges[walk.at as usize].origin();
        let side = Self::side_of(node.root, node.right.ray, origin);
        End { ray: node.right.ray, at_vertex: side >= 0.0 }
    }

    /// Emits the edges left of the left ray, and the rest of the one that it crosses.
    fn turn_left(&mut self, index: u32, node: &Node, walk: &mut Walk, open: bool) {
        let corner = self.origin_of(node.edge);
        if !open {
            walk.at = walk.next(walk.at);
        }
        if walk.at == node.edge || !node.left.at_vertex || node.root.point == corner {
            return;
        }
        let next = self.portal(walk, walk.at).left;
        if !open && Self::side_of(node.root, node.left.ray, next) == 0.0 {
            return self.pass_along_left(index, node, walk);
        }
        let Some(root) = self.turned_root(node.root, node.edge, Hand::Left) else { return };
        let mut crossed = open;
        while walk.at != node.edge {
            let portal = self.portal(walk, walk.at);
            let right = match crossed {
                true => End { ray: Ray::past(node.root.point), at_vertex: false },
                false => End { ray: Ray::through(portal.right), at_vertex: true },
            };
            let left = End { ray: Ray::through(portal.left), at_vertex: true };
            self.emit(Origin { parent: index, root, touches: true }, portal, right, left);
            crossed = false;
            walk.at = portal.next;
        }
    }

    /// Emits the edges that run along the left ray: the root sees them edge-on.
    fn pass_along_left(&mut self, index: u32, node: &Node, walk: &mut Walk) {
        while walk.at != node.edge {
            let portal = self.portal(walk, walk.at);
            self.emit(
                Origin { parent: index, root: node.root, touches: true },
                portal,
                node.left,
                node.left,
            );
            walk.at = portal.next;
        }
    }

    /// The corner where edge `corner` begins as the next root; `None` where turning there is of no
    /// use.
    pub(super) fn turned_root(&mut self, root: Root, corner: u32, hand: Hand) -> Option<Root> {
        let edge = &self.edges[corner as usize];
        if !edge.origin_is_corner() {
            return None;
        }
        let (point, vertex) = (edge.origin(), edge.vertex().0);
        let g = root.g + root.point.distance(point);
        let useful = self.room.vertices.turn(vertex, hand, g);
        useful.then(|| self.room.turned(root, point, g, vertex))
    }
}
