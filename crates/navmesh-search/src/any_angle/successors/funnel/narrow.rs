//! How a funnel narrows from portal to portal.

use navmesh_core::geom::within_box;

use super::{Funnel, PortalEnd, portal_ends};
use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::{Side, Vertices};
use crate::any_angle::search::Objective;

impl Funnel {
    /// Goes on from a portal to the next one of the cell behind it; false where nothing is left to be seen.
    #[inline(always)]
    pub(super) fn narrow<S: SidePredicate, A: Objective>(
        &mut self,
        vertices: &mut Vertices,
        from: Portal,
        to: Portal,
    ) -> bool {
        let [right, left] = portal_ends(to);
        let mut right_taken = Taken::Seen;
        if to.right_vertex() != from.right_vertex() {
            right_taken = self.take::<S, A>(vertices, (Side::Right, right), Grazing::Waits);
        }
        if right_taken == Taken::Hidden {
            return false;
        }
        if to.left_vertex() != from.left_vertex()
            && self.take::<S, A>(vertices, (Side::Left, left), Grazing::Turns) == Taken::Hidden
        {
            return false;
        }
        right_taken == Taken::Seen
            || self.go_around::<S, A>(vertices, (Side::Right, right), Grazing::Turns)
                != Taken::Hidden
    }

    /// Takes in a new end of the portal.
    #[inline(always)]
    fn take<S: SidePredicate, A: Objective>(
        &mut self,
        vertices: &mut Vertices,
        (side, post): (Side, PortalEnd),
        grazing: Grazing,
    ) -> Taken {
        let Self { apex, right, left, .. } = self;
        // Positive towards the other boundary.
        let (own, inwards) = match side {
            Side::Right => (right, 1.0),
            Side::Left => (left, -1.0),
        };
        if let Some(ray) = own.ray {
            if inwards * ray.orient::<S>(apex.point, post.point) < 0.0 {
                return Taken::Seen;
            }
            own.ray = None;
        }
        while let [.., last] = own.bends() {
            let before = match own.bends() {
                [.., before, _] => before.point,
                _ => apex.point,
            };
            if inwards * S::orient(before, last.point, post.point) < 0.0 {
                let bend = last.to(post);
                if A::FLOODS {
                    vertices.reach(bend.vertex, bend.g);
                }
                own.bends.push(bend);
                return Taken::Seen;
            }
            own.bends.pop();
        }
        self.go_around::<S, A>(vertices, (side, post), grazing)
    }

    /// Takes in an end of the portal that hides all of its own boundary: it is seen from the apex, or around the other
    /// boundary.
    #[inline(always)]
    fn go_around<S: SidePredicate, A: Objective>(
        &mut self,
        vertices: &mut Vertices,
        (side, post): (Side, PortalEnd),
        grazing: Grazing,
    ) -> Taken {
        let Self { apex, turns, right, left } = self;
        let (own, other, inwards) = match side {
            Side::Right => (right, left, 1.0),
            Side::Left => (left, right, -1.0),
        };
        if let Some(ray) = other.ray {
            let orientation = inwards * ray.orient::<S>(apex.point, post.point);
            if orientation >= 0.0 {
                if orientation == 0.0 {
                    vertices.reach(post.vertex, apex.on_to(post.point));
                }
                return Taken::Hidden;
            }
        }
        while let [next, ..] = *other.bends() {
            let orientation = inwards * S::orient(apex.point, next.point, post.point);
            if orientation < 0.0 {
                break;
            }
            if orientation == 0.0 && grazing == Grazing::Waits {
                return Taken::Grazing;
            }
            let is_edge_on = orientation == 0.0 && !within_box(apex.point, post.point, next.point);
            let (to, side) = match is_edge_on {
                true => (apex.to(post), side),
                false => (next, side.other()),
            };
            if orientation == 0.0 {
                vertices.reach(post.vertex, apex.on_to(post.point));
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
        let bend = apex.to(post);
        if A::FLOODS {
            vertices.reach(bend.vertex, bend.g);
        }
        own.bends.push(bend);
        Taken::Seen
    }
}

/// What became of a new end of the portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// Something of the portal may yet be seen.
    Seen,
    /// It is on the ray along the other boundary, whose own new end is to be taken in first.
    Grazing,
    /// Nothing is left to be seen.
    Hidden,
}

/// What to do where a new end of the portal is on the ray along the other boundary: that may end on the ray too,
/// nearer than where it ended before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grazing {
    /// The other end of the portal is to be taken in first.
    Waits,
    /// The other boundary is up to date: the way turns around it.
    Turns,
}
