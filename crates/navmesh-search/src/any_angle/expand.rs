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
//! vertex itself and the vertex is a corner. A cell corner exactly on a ray belongs to both sides;
//! an edge that runs along a ray is seen edge-on. Walls and edges that lead out of the marked blocks
//! are passed over before any side is asked.

use navmesh_core::geom::within_box;
use navmesh_core::{DVec2, Edge};

use super::dominance::Hand;
use super::emit::{Origin, Portal};
use super::node::{End, Node, Root};
use super::search::Run;
use super::sides::Sides;

/// Which part of the cell the walk along its edges has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Right,
    Seen,
    Left,
}

/// A node while it is expanded.
struct Expansion {
    index: u32,
    node: Node,
    /// The entry edge a → b: the edges that begin at a and at b.
    entry: [u32; 2],
    /// Whether the root may give way to b, and to a.
    turnable: [bool; 2],
    /// What b and a are as roots, once asked.
    turned: [Option<Option<Root>>; 2],
    /// True where the root is a or b, and so may be in line with an edge.
    touches: bool,
}

impl<S: Sides> Run<'_, S> {
    /// Emits everything that follows from a node.
    pub(super) fn expand(&mut self, index: u32) {
        let node = self.room.nodes[index as usize];
        let edges: &[Edge] = self.edges;
        let range = self.mesh.edge_range(edges[node.edge as usize].cell_slot());
        let (first, end) = (range.start as u32, range.end as u32);
        let after = |edge: u32| if edge + 1 == end { first } else { edge + 1 };
        let entry = [node.edge, after(node.edge)];
        let mut expansion = self.expansion(index, node, entry);
        let mut part = Part::Right;
        let mut edge = entry[1];
        while edge != node.edge {
            let next = after(edge);
            if self.leads_on(edge) {
                let [right, left] = [edge, next].map(|e| edges[e as usize].origin());
                let portal = Portal { edge, right, left, next };
                part = self.pass(&mut expansion, portal, part);
            }
            edge = next;
        }
    }

    fn expansion(&self, index: u32, node: Node, entry: [u32; 2]) -> Expansion {
        let is_root = entry.map(|edge| self.edges[edge as usize].origin() == node.root.point);
        let at_vertex = [node.left().kind.at_vertex, node.right().kind.at_vertex];
        let turnable = [at_vertex[1] && !is_root[1], at_vertex[0] && !is_root[0]];
        let touches = is_root[0] || is_root[1];
        Expansion { index, node, entry, turnable, turned: [None; 2], touches }
    }

    /// The side of `point` from the ray of an end; exact sign.
    #[inline(always)]
    pub(super) fn side_of(root: DVec2, end: End, point: DVec2) -> f64 {
        let (from, to) = end.line(root);
        S::side(from, to, point)
    }

    /// Emits what is reached over one edge; returns the part that the walk has come to.
    #[inline(always)]
    fn pass(&mut self, expansion: &mut Expansion, portal: Portal, part: Part) -> Part {
        let (root, right) = (expansion.node.root.point, expansion.node.right());
        match part {
            Part::Right => {
                let beyond = Self::side_of(root, right, portal.left);
                if beyond < 0.0 || (beyond == 0.0 && self.ends_on_right_ray(expansion, portal)) {
                    self.pass_right(expansion, portal, beyond);
                    return Part::Right;
                }
                let side = Self::side_of(root, right, portal.right);
                if side > 0.0 {
                    return self.pass_seen(expansion, portal, End::vertex(portal.right));
                }
                if side < 0.0 {
                    let left = End::past(root, false);
                    self.emit_turned(
                        expansion,
                        Hand::Right,
                        portal,
                        End::vertex(portal.right),
                        left,
                    );
                }
                self.pass_seen(expansion, portal, right.prolonged(side == 0.0))
            }
            Part::Seen => self.pass_seen(expansion, portal, End::vertex(portal.right)),
            Part::Left => {
                self.pass_left(expansion, portal);
                Part::Left
            }
        }
    }

    /// Whether an edge that ends on the line of the right ray ends on the ray. Seen from a or b that
    /// line is the entry edge's, and an edge may end on it beyond a.
    fn ends_on_right_ray(&self, expansion: &Expansion, portal: Portal) -> bool {
        let [a, b] = expansion.entry.map(|edge| self.edges[edge as usize].origin());
        !expansion.touches || within_box(a, portal.left, b)
    }

    /// An edge that ends right of the right ray, or on it.
    fn pass_right(&mut self, expansion: &mut Expansion, portal: Portal, beyond: f64) {
        let Expansion { node, turnable: [turnable, _], .. } = *expansion;
        if !turnable {
            return;
        }
        if beyond == 0.0 && Self::side_of(node.root.point, node.right(), portal.right) == 0.0 {
            self.emit_edge_on(Origin { parent: expansion.index, root: node.root }, portal);
            return;
        }
        let [right, left] = [portal.right, portal.left].map(End::vertex);
        self.emit_turned(expansion, Hand::Right, portal, right, left);
    }

    /// An edge that begins right of the left ray, if anything of it is.
    #[inline(always)]
    fn pass_seen(&mut self, expansion: &mut Expansion, portal: Portal, right: End) -> Part {
        let Expansion { index, node, touches, .. } = *expansion;
        let (root, ray) = (node.root, node.left());
        let begins = Self::side_of(root.point, ray, portal.right);
        let ends = Self::side_of(root.point, ray, portal.left);
        if begins > 0.0 || (begins == 0.0 && ends >= 0.0) {
            self.pass_left(expansion, portal);
            return Part::Left;
        }
        let left = if ends < 0.0 { End::vertex(portal.left) } else { ray.prolonged(ends == 0.0) };
        let origin = Origin { parent: index, root };
        if touches && S::side(portal.right, portal.left, root.point) == 0.0 {
            self.emit_edge_on(origin, portal);
        } else {
            self.emit(origin, portal, right, left);
        }
        if ends > 0.0 {
            let right = End::past(root.point, false);
            self.emit_turned(expansion, Hand::Left, portal, right, End::vertex(portal.left));
        }
        if ends < 0.0 { Part::Seen } else { Part::Left }
    }

    /// An edge that begins left of the left ray, or on it.
    fn pass_left(&mut self, expansion: &mut Expansion, portal: Portal) {
        let Expansion { node, turnable: [_, turnable], .. } = *expansion;
        if !turnable {
            return;
        }
        let on_ray = |point| Self::side_of(node.root.point, node.left(), point) == 0.0;
        if on_ray(portal.right) && on_ray(portal.left) {
            self.emit_edge_on(Origin { parent: expansion.index, root: node.root }, portal);
            return;
        }
        let [right, left] = [portal.right, portal.left].map(End::vertex);
        self.emit_turned(expansion, Hand::Left, portal, right, left);
    }

    /// Emits an edge, or part of it, as seen from b or a after turning there.
    fn emit_turned(
        &mut self,
        expansion: &mut Expansion,
        hand: Hand,
        portal: Portal,
        right: End,
        left: End,
    ) {
        if !expansion.turnable[hand as usize] {
            return;
        }
        let root = match expansion.turned[hand as usize] {
            Some(root) => root,
            None => {
                let [a, b] = expansion.entry;
                let corner = if hand == Hand::Right { b } else { a };
                let root = self.turned_root(expansion.node.root, corner, hand);
                expansion.turned[hand as usize] = Some(root);
                root
            }
        };
        let Some(root) = root else { return };
        let origin = Origin { parent: expansion.index, root };
        if S::side(portal.right, portal.left, root.point) == 0.0 {
            self.emit_edge_on(origin, portal);
        } else {
            self.emit(origin, portal, right, left);
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
