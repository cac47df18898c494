//! Emission: a portal of the current cell as a node of the cell behind it, unless it is of no use.

use navmesh_core::geom::within_box;
use navmesh_core::{DVec2, VertexId};

use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::event::Event;
use crate::any_angle::search::node::{End, Node, Parent, Root};
use crate::any_angle::search::{Objective, Search};

/// A portal by which the current cell is left.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exit<'a> {
    pub(crate) number: u32,
    pub(crate) portal: Portal<'a>,
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Adds the node of an interval, unless another way there is known to be shorter. The root is
    /// not in line with the portal.
    #[inline(always)]
    pub(crate) fn emit(&mut self, from: &Parent, exit: Exit, right: End, left: End) {
        if self.is_of_use(&from.root, exit.portal, right, left) {
            self.workspace.nodes.push(Node::new(from, exit.number, right, left));
        } else {
            A::see(self, Event::Pruned(&Node::new(from, exit.number, right, left)));
        }
    }

    /// Adds a portal, or part of it, as seen from a root that may be in line with it.
    #[inline(always)]
    pub(crate) fn emit_from(&mut self, from: &Parent, exit: Exit, right: End, left: End) {
        if S::orient(exit.portal.right(), exit.portal.left(), from.root.point) == 0.0 {
            self.emit_edge_on(from, exit);
        } else {
            self.emit(from, exit, right, left);
        }
    }

    /// Notes what is learnt of the two ends, and asks whether one of them dominates the interval.
    #[inline(always)]
    pub(crate) fn is_of_use(&mut self, root: &Root, portal: Portal, right: End, left: End) -> bool {
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

    /// Notes what is learnt of an end of a portal that the root sees.
    pub(crate) fn learn(&mut self, root: &Root, (vertex, point): (u32, DVec2)) {
        self.workspace.vertices.reach(vertex, root.g + root.point.distance(point));
    }

    /// Notes what is learnt of both ends of a portal that the root is in line with, and sees along.
    pub(crate) fn learn_ends(&mut self, root: &Root, portal: Portal) {
        portal.ends().into_iter().for_each(|end| self.learn(root, end));
    }

    /// Adds a portal in line with the root: it is seen from its nearer end, which sees all behind it.
    pub(crate) fn emit_edge_on(&mut self, from: &Parent, exit: Exit) {
        self.learn_ends(&from.root, exit.portal);
        let (right, left) = (exit.portal.right(), exit.portal.left());
        let point = from.root.point;
        // All three lie on one line, so boxes tell; distances to the ends of a portal of a few floats do not.
        let nearer_is_right = within_box(point, left, right);
        let (corner, side) = match nearer_is_right {
            true => (exit.portal.right_corner(), Side::Right),
            false => (exit.portal.left_corner(), Side::Left),
        };
        let from = if point == right || point == left {
            Some(*from).filter(|from| self.goes_on_around(from.root, exit.number))
        } else {
            corner.and_then(|corner| self.turned(from, corner, (side, exit.number)))
        };
        let Some(from) = from else { return };
        let (right_end, left_end) = match side {
            Side::Right => (End::past(left).prolonged(true), End::vertex(left)),
            Side::Left => (End::vertex(right), End::past(right).prolonged(true)),
        };
        self.workspace.nodes.push(Node::new(&from, exit.number, right_end, left_end));
    }

    /// Whether a way around the root's vertex, of which a portal begins, goes on through it. Around a saddle there
    /// is no wall to end it: there it ends where another way, no longer, went around the same side before.
    #[inline(always)]
    fn goes_on_around(&mut self, root: Root, portal: u32) -> bool {
        !self.is_saddle(root.vertex) || self.is_first_around((root.vertex, portal), root.g)
    }

    /// True where ground winds around a root's vertex by more than 2π. Elsewhere nothing beyond a straight line through
    /// the root and one of its portals is of use: it lies behind the wall or was seen from before.
    #[inline(always)]
    pub(crate) fn is_saddle(&self, vertex: u32) -> bool {
        let saddles = self.portals.saddles;
        !saddles.is_empty() && saddles.binary_search(&VertexId(vertex)).is_ok()
    }

    /// Whether a turn at a saddle, on the way through a portal that ends there, is of use. Ways of one length may come to
    /// it from several sides, and where one begins to go around it another has not been.
    #[cold]
    pub(crate) fn turns_at_saddle(&mut self, (vertex, portal): (u32, u32), g: f64) -> bool {
        if self.workspace.vertices.is_beaten(vertex, g) {
            return false;
        }
        self.workspace.vertices.reach(vertex, g);
        self.is_first_around((vertex, portal), g)
    }

    /// Notes a way around a saddle through a portal; false where another, no longer, was there before.
    #[cold]
    fn is_first_around(&mut self, key: (u32, u32), g: f64) -> bool {
        match self.workspace.saddle_windings.iter_mut().find(|(passed, _)| *passed == key) {
            Some((_, known)) if *known <= g => return false,
            Some((_, known)) => *known = g,
            None => self.workspace.saddle_windings.push((key, g)),
        }
        true
    }
}
