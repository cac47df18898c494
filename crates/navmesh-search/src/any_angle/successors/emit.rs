//! Emission of nodes: one for each visible interval of a portal, unless it is dominated.

use navmesh_core::backend::geom::within_box;
use navmesh_core::{DVec2, VertexId};

use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::event::Event;
use crate::any_angle::search::node::{End, Node, Parent, Root};
use crate::any_angle::search::{Objective, Search};

/// A portal through which the current cell is left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exit<'a> {
    pub(crate) number: u32,
    pub(crate) portal: Portal<'a>,
}

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Adds a node for an interval, unless it is dominated. The root must not be in line with the
    /// portal.
    #[inline(always)]
    pub(crate) fn emit(&mut self, from: &Parent, exit: Exit, right: End, left: End) {
        if self.reach_and_test(&from.root, exit.portal, right, left) {
            self.workspace.nodes.push(Node::new(from, exit.number, right, left));
        } else {
            self.see(Event::Pruned(&Node::new(from, exit.number, right, left)));
        }
    }

    /// Adds a node for an interval whose root may be in line with the portal.
    #[inline(always)]
    pub(crate) fn emit_from(&mut self, from: &Parent, exit: Exit, right: End, left: End) {
        if S::orient(exit.portal.right(), exit.portal.left(), from.root.point) == 0.0 {
            self.emit_edge_on(from, exit);
        } else {
            self.emit(from, exit, right, left);
        }
    }

    /// Records the distances of the portal's ends; returns false if one of them dominates the
    /// interval.
    #[inline(always)]
    pub(crate) fn reach_and_test(
        &mut self,
        root: &Root,
        portal: Portal,
        right: End,
        left: End,
    ) -> bool {
        let to_right = root.g + root.point.distance(portal.right());
        let to_left = root.g + root.point.distance(portal.left());
        let length = portal.right().distance(portal.left());
        let vertices = &mut self.workspace.vertices;
        let learnt = |end: End, distance| if end.is_at_vertex() { distance } else { f64::INFINITY };
        let of_right = vertices.reach(portal.right_vertex(), learnt(right, to_right));
        let of_left = vertices.reach(portal.left_vertex(), learnt(left, to_left));
        !vertices.dominates(of_right, length, to_left)
            && !vertices.dominates(of_left, length, to_right)
    }

    /// Records the distance of a vertex that the root sees.
    pub(crate) fn reach_end(&mut self, root: &Root, vertex: u32, point: DVec2) {
        self.workspace.vertices.reach(vertex, root.g + root.point.distance(point));
    }

    /// Records the distances of both ends of a portal that the root is in line with.
    pub(crate) fn reach_ends(&mut self, root: &Root, portal: Portal) {
        for (vertex, point) in portal.ends() {
            self.reach_end(root, vertex, point);
        }
    }

    /// Adds a node for a portal in line with the root. Its root is the portal's nearer end, which
    /// sees the whole cell behind it.
    pub(crate) fn emit_edge_on(&mut self, from: &Parent, exit: Exit) {
        self.reach_ends(&from.root, exit.portal);
        let (right, left) = (exit.portal.right(), exit.portal.left());
        let point = from.root.point;
        // All three points lie on one line, so a box test is exact. Rounded distances could be
        // equal.
        let nearer_is_right = within_box(point, left, right);
        let (corner, side) = if nearer_is_right {
            (exit.portal.right_corner(), Side::Right)
        } else {
            (exit.portal.left_corner(), Side::Left)
        };
        let from = if point == right || point == left {
            Some(*from).filter(|from| self.goes_on_around(from.root, exit.number))
        } else {
            corner.and_then(|corner| self.turned(from, corner, side, exit.number))
        };
        let Some(from) = from else { return };
        let (right_end, left_end) = match side {
            Side::Right => (End::past(left).prolonged(true), End::vertex(left)),
            Side::Left => (End::vertex(right), End::past(right).prolonged(true)),
        };
        self.workspace.nodes.push(Node::new(&from, exit.number, right_end, left_end));
    }

    /// True if a path that winds around the root's vertex may cross a portal that ends there.
    /// Around a saddle no wall stops the path, so it stops where another path, no longer, has
    /// crossed the same portal.
    #[inline(always)]
    fn goes_on_around(&mut self, root: Root, portal: u32) -> bool {
        !self.is_saddle(root.vertex) || self.is_first_around(root.vertex, portal, root.g)
    }

    /// True if the walkable angle around a root's vertex exceeds 2π. At other vertices a
    /// path need not pass the line through the root and one of its portals: cells beyond it lie behind a
    /// wall or were visible before.
    #[inline(always)]
    pub(crate) fn is_saddle(&self, vertex: u32) -> bool {
        let saddles = self.portals.saddles;
        !saddles.is_empty() && saddles.binary_search(&VertexId(vertex)).is_ok()
    }

    /// Records a turn at a saddle through a portal that ends there; returns false if it is useless.
    /// Paths of the same length may arrive from several sides, so each portal is recorded by
    /// itself.
    #[cold]
    pub(crate) fn turns_at_saddle(&mut self, vertex: u32, portal: u32, g: f64) -> bool {
        if self.workspace.vertices.is_beaten(vertex, g) {
            return false;
        }
        self.workspace.vertices.reach(vertex, g);
        self.is_first_around(vertex, portal, g)
    }

    /// Records a path around a saddle through a portal; returns false if another, no longer, has
    /// crossed it.
    #[cold]
    fn is_first_around(&mut self, vertex: u32, portal: u32, g: f64) -> bool {
        let key = (vertex, portal);
        match self.workspace.saddle_windings.iter_mut().find(|(passed, _)| *passed == key) {
            Some((_, known)) if *known <= g => return false,
            Some((_, known)) => *known = g,
            None => self.workspace.saddle_windings.push((key, g)),
        }
        true
    }
}
