//! The step of a funnel from one portal to the next.

use navmesh_core::backend::geom::within_box;

use super::{Funnel, PortalEnd, portal_ends};
use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::{Side, Vertices};

impl Funnel {
    /// Narrows the funnel to the next portal; returns false if nothing of it is visible.
    #[inline(always)]
    pub(super) fn narrow<S: SidePredicate>(
        &mut self,
        vertices: &mut Vertices,
        from: Portal,
        to: Portal,
        floods: bool,
    ) -> bool {
        let [right, left] = portal_ends(to);
        let mut right_taken = Taken::Seen;
        if to.right_vertex() != from.right_vertex() {
            right_taken = self.take::<S>(vertices, Side::Right, right, Grazing::Waits, floods);
        }
        if right_taken == Taken::Hidden {
            return false;
        }
        if to.left_vertex() != from.left_vertex()
            && self.take::<S>(vertices, Side::Left, left, Grazing::Turns, floods) == Taken::Hidden
        {
            return false;
        }
        right_taken == Taken::Seen
            || self.go_around::<S>(vertices, Side::Right, right, Grazing::Turns, floods)
                != Taken::Hidden
    }

    /// Adds a new end of the portal to its boundary.
    #[inline(always)]
    fn take<S: SidePredicate>(
        &mut self,
        vertices: &mut Vertices,
        side: Side,
        end: PortalEnd,
        grazing: Grazing,
        floods: bool,
    ) -> Taken {
        let Self { apex, right, left, .. } = self;
        // Orientations times `inwards` are positive towards the other boundary.
        let (own, inwards) = match side {
            Side::Right => (right, 1.0),
            Side::Left => (left, -1.0),
        };
        if let Some(ray) = own.ray {
            if inwards * ray.orient::<S>(apex.point, end.point) < 0.0 {
                return Taken::Seen;
            }
            own.ray = None;
        }
        while let [.., last] = own.chain() {
            let before = match own.chain() {
                [.., before, _] => before.point,
                _ => apex.point,
            };
            if inwards * S::orient(before, last.point, end.point) < 0.0 {
                let added = last.to(end);
                if floods {
                    vertices.reach(added.vertex, added.g);
                }
                own.chain.push(added);
                return Taken::Seen;
            }
            own.chain.pop();
        }
        self.go_around::<S>(vertices, side, end, grazing, floods)
    }

    /// Adds an end of the portal that hides all of its own boundary. The path to it is straight
    /// from the apex, or turns around the other boundary.
    #[inline(always)]
    fn go_around<S: SidePredicate>(
        &mut self,
        vertices: &mut Vertices,
        side: Side,
        end: PortalEnd,
        grazing: Grazing,
        floods: bool,
    ) -> Taken {
        let Self { apex, turns, right, left } = self;
        let (own, other, inwards) = match side {
            Side::Right => (right, left, 1.0),
            Side::Left => (left, right, -1.0),
        };
        if let Some(ray) = other.ray {
            let orientation = inwards * ray.orient::<S>(apex.point, end.point);
            if orientation >= 0.0 {
                if orientation == 0.0 {
                    vertices.reach(end.vertex, apex.on_to(end.point));
                }
                return Taken::Hidden;
            }
        }
        while let [next, ..] = *other.chain() {
            let orientation = inwards * S::orient(apex.point, next.point, end.point);
            if orientation < 0.0 {
                break;
            }
            if orientation == 0.0 && grazing == Grazing::Waits {
                return Taken::Grazing;
            }
            let is_edge_on = orientation == 0.0 && !within_box(apex.point, end.point, next.point);
            let (to, side) = if is_edge_on { (apex.to(end), side) } else { (next, side.other()) };
            if orientation == 0.0 {
                vertices.reach(end.vertex, apex.on_to(end.point));
            }
            if !to.is_corner || !vertices.is_worth_a_turn(to.vertex, side, to.g) {
                return Taken::Hidden;
            }
            turns.push((to, side));
            *apex = to;
            if is_edge_on {
                return Taken::Seen;
            }
            other.passed += 1;
        }
        let added = apex.to(end);
        if floods {
            vertices.reach(added.vertex, added.g);
        }
        own.chain.push(added);
        Taken::Seen
    }
}

/// The result of adding an end of the portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// A part of the portal may be visible.
    Seen,
    /// The end is on the ray along the other boundary, whose own new end must be added first.
    Grazing,
    /// Nothing of the portal is visible.
    Hidden,
}

/// The treatment of an end on the ray along the other boundary, whose own new end may lie on the
/// same ray, nearer than its last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grazing {
    /// The other end must be added first.
    Waits,
    /// The other boundary is complete: the path turns around it.
    Turns,
}
