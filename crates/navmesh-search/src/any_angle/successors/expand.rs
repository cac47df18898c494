//! Expansion: what an interval's root sees of the next cell, and what it sees around its corners.
//!
//! Cells with a single portal besides the entry take a shorter way ([`pass`](super::degree_two)). The cell is
//! entered over an edge with the ends a, on the left looking in, and b on the right.
//! Its other portals follow from b to a, from the right hand to the left:
//!
//! 1. those that lie right of the right ray are reached only by turning right at b;
//! 2. those between the rays are seen from the root;
//! 3. those left of the left ray are reached only by turning left at a.
//!
//! A portal that a ray crosses is in two of them. A turn is made only where the interval ends at the
//! vertex itself and the vertex is a corner. The end of a portal exactly on a ray belongs to both sides; a
//! portal that runs along a ray is seen edge-on. Portals off the way of blocks are passed over before any
//! side is asked.

use navmesh_core::DVec2;
use navmesh_core::geom::within_box;

use super::emit::Exit;
use crate::any_angle::index::portals::Portal;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::node::{End, NONE, Node, Parent, Root};
use crate::any_angle::search::{Objective, Search};

/// Which part of the cell the walk along its portals has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Right,
    Seen,
    Left,
}

/// A node while it is expanded.
struct Expansion<'a> {
    from: Parent,
    right: End,
    left: End,
    entry: Portal<'a>,
    /// True where the root is a or b, and so may be in line with a portal.
    touches: bool,
    /// What follows by turning at b and at a.
    turned: [Turned; 2],
}

/// What is known of a turn.
#[derive(Debug, Clone, Copy)]
enum Turned {
    Unasked,
    Useless,
    Into(Parent),
}

impl<'a> Expansion<'a> {
    #[inline(always)]
    fn new(from: Parent, node: &Node, entry: Portal<'a>) -> Self {
        let (point, right, left) = (from.root.point, node.right(), node.left());
        let (is_a, is_b) = (point == entry.left(), point == entry.right());
        let turned = |turnable| if turnable { Turned::Unasked } else { Turned::Useless };
        Self {
            from,
            right,
            left,
            entry,
            touches: is_a || is_b,
            turned: [
                turned(right.is_at_vertex() && !is_b && entry.right_corner().is_some()),
                turned(left.is_at_vertex() && !is_a && entry.left_corner().is_some()),
            ],
        }
    }

    #[inline(always)]
    fn orient_to_right<S: SidePredicate>(&self, point: DVec2) -> f64 {
        self.right.orient::<S>(self.from.root.point, point)
    }

    #[inline(always)]
    fn orient_to_left<S: SidePredicate>(&self, point: DVec2) -> f64 {
        self.left.orient::<S>(self.from.root.point, point)
    }

    /// Whether a portal that ends on the line of the right ray ends on the ray. Seen from a or b that
    /// line is the entry's, and a portal may end on it beyond a.
    fn ends_on_right_ray(&self, portal: Portal) -> bool {
        !self.touches || within_box(self.entry.left(), portal.left(), self.entry.right())
    }
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Adds everything that follows from a node; `step` leads into the cell behind it.
    #[inline(never)]
    pub(crate) fn expand(&mut self, node: &Node, step: u32) {
        let entry = self.portals.get(node.portal);
        let mut expansion = Expansion::new(self.workspace.parent(node, step), node, entry);
        let may_change =
            A::HAS_CHECKPOINTS && self.workspace.block_route.is_checkpoint(entry.leads_to());
        let mut part = Part::Right;
        let mut number = entry.twin;
        loop {
            number = match may_change {
                true => self.next_on_the_way(entry, number),
                false => self.portals.next_in_block(number),
            };
            if number == entry.twin {
                return;
            }
            let exit = Exit { number, portal: self.portals.get(number) };
            part = self.pass(&mut expansion, exit, part);
        }
    }

    /// The portal after `number` whose block lies on the way; at last the one of the entry.
    fn next_on_the_way(&self, entry: Portal, mut number: u32) -> u32 {
        loop {
            number = self.portals.next_in_cell(number);
            let block = self.blocks.between(entry.leads_to(), self.portals.get(number).leads_to());
            if self.workspace.block_route.contains(block) {
                return number;
            }
        }
    }

    /// Adds what is reached through one portal; returns the part that the walk has come to.
    #[inline(always)]
    fn pass(&mut self, at: &mut Expansion, exit: Exit, part: Part) -> Part {
        let portal = exit.portal;
        match part {
            Part::Right => {
                let beyond = at.orient_to_right::<S>(portal.left());
                if beyond < 0.0 || (beyond == 0.0 && at.ends_on_right_ray(portal)) {
                    self.pass_right(at, exit, beyond);
                    return Part::Right;
                }
                let orientation = at.orient_to_right::<S>(portal.right());
                if orientation > 0.0 {
                    return self.pass_seen(at, exit, End::vertex(portal.right()));
                }
                if orientation < 0.0 {
                    let left = End::past(at.from.root.point);
                    self.emit_turned(at, Side::Right, exit, End::vertex(portal.right()), left);
                }
                self.pass_seen(at, exit, at.right.prolonged(orientation == 0.0))
            }
            Part::Seen => self.pass_seen(at, exit, End::vertex(portal.right())),
            Part::Left => {
                self.pass_left(at, exit);
                Part::Left
            }
        }
    }

    /// A portal that ends right of the right ray, or on it.
    #[inline(always)]
    fn pass_right(&mut self, at: &mut Expansion, exit: Exit, beyond: f64) {
        if matches!(at.turned[Side::Right as usize], Turned::Useless) && beyond < 0.0 {
            return;
        }
        let portal = exit.portal;
        let [right, left] = portal.ends();
        if beyond == 0.0 {
            self.learn(&at.from.root, left);
        }
        if beyond == 0.0 && at.orient_to_right::<S>(portal.right()) == 0.0 {
            self.learn(&at.from.root, right);
            if at.right.is_at_vertex() && self.goes_on_beyond(at, Side::Right) {
                self.emit_edge_on(&at.from, exit);
            }
            return;
        }
        self.emit_turned(
            at,
            Side::Right,
            exit,
            End::vertex(portal.right()),
            End::vertex(portal.left()),
        );
    }

    /// A portal that begins right of the left ray, if anything of it is.
    #[inline(always)]
    fn pass_seen(&mut self, at: &mut Expansion, exit: Exit, right: End) -> Part {
        let portal = exit.portal;
        let begins = at.orient_to_left::<S>(portal.right());
        let ends = at.orient_to_left::<S>(portal.left());
        if begins > 0.0 || (begins == 0.0 && ends >= 0.0) {
            if begins == 0.0 {
                self.learn_on_left_ray(at, portal, ends);
            }
            self.pass_left(at, exit);
            return Part::Left;
        }
        let left =
            if ends < 0.0 { End::vertex(portal.left()) } else { at.left.prolonged(ends == 0.0) };
        match at.touches {
            true => self.emit_from(&at.from, exit, right, left),
            false => self.emit(&at.from, exit, right, left),
        }
        if ends > 0.0 {
            let right = End::past(at.from.root.point);
            self.emit_turned(at, Side::Left, exit, right, End::vertex(portal.left()));
        }
        if ends < 0.0 { Part::Seen } else { Part::Left }
    }

    /// Notes what is learnt of a portal that begins on the left ray, and may run along it.
    fn learn_on_left_ray(&mut self, at: &Expansion, portal: Portal, ends: f64) {
        let [right, left] = portal.ends();
        self.learn(&at.from.root, right);
        if ends == 0.0 {
            self.learn(&at.from.root, left);
        }
    }

    /// A portal that begins left of the left ray, or on it.
    #[inline(always)]
    fn pass_left(&mut self, at: &mut Expansion, exit: Exit) {
        let portal = exit.portal;
        let on_ray = |point| at.orient_to_left::<S>(point) == 0.0;
        if at.left.is_at_vertex() && on_ray(portal.right()) && on_ray(portal.left()) {
            if self.goes_on_beyond(at, Side::Left) {
                self.emit_edge_on(&at.from, exit);
            }
            return;
        }
        self.emit_turned(
            at,
            Side::Left,
            exit,
            End::vertex(portal.right()),
            End::vertex(portal.left()),
        );
    }

    /// Whether a portal along the ray to this hand is of use: from an end of the entry the ray runs on along the
    /// entry's line.
    fn goes_on_beyond(&self, at: &Expansion, side: Side) -> bool {
        let Root { point, vertex, previous, .. } = at.from.root;
        let (end, other) = match side {
            Side::Right => (at.entry.right(), at.entry.left()),
            Side::Left => (at.entry.left(), at.entry.right()),
        };
        point != end || self.is_saddle(vertex) || self.came_along(previous, [other, end])
    }

    /// True where the way to the end of this line came along its prolongation, from the root with a number. With
    /// half a turn around that end it goes back along the other side of the wall, which has no thickness. Whoever sets out
    /// from both sides of it need not; a survey sets out from one, and where floors are joined the other is ground of another.
    fn came_along(&self, root: u32, [from, end]: [DVec2; 2]) -> bool {
        if root == NONE {
            return false;
        }
        let before = self.workspace.roots[root as usize].point;
        S::orient(from, end, before) == 0.0 && within_box(from, before, end)
    }

    /// Adds a portal, or part of it, as seen from b or a after turning there, if that is of use.
    #[inline(always)]
    fn emit_turned(&mut self, at: &mut Expansion, side: Side, exit: Exit, right: End, left: End) {
        if !matches!(at.turned[side as usize], Turned::Useless) {
            self.emit_around(at, side, exit, right, left);
        }
    }

    #[inline(never)]
    fn emit_around(&mut self, at: &mut Expansion, side: Side, exit: Exit, right: End, left: End) {
        if let Some(from) = self.around(at, side) {
            self.emit_from(&from, exit, right, left);
        }
    }

    /// What b or a sees after turning there, if that is of use.
    #[inline(always)]
    fn around(&mut self, at: &mut Expansion, side: Side) -> Option<Parent> {
        if let Turned::Unasked = at.turned[side as usize] {
            let corner = match side {
                Side::Right => at.entry.right_corner(),
                Side::Left => at.entry.left_corner(),
            };
            let from =
                corner.and_then(|corner| self.turned(&at.from, corner, (side, at.entry.number)));
            at.turned[side as usize] = from.map_or(Turned::Useless, Turned::Into);
        }
        match at.turned[side as usize] {
            Turned::Into(from) => Some(from),
            Turned::Unasked | Turned::Useless => None,
        }
    }

    /// The same place after a turn at a corner, on the way through a portal that ends there; `None` where turning there is
    /// of no use.
    pub(crate) fn turned(
        &mut self,
        from: &Parent,
        (point, vertex): (DVec2, u32),
        (side, portal): (Side, u32),
    ) -> Option<Parent> {
        let g = from.root.g + from.root.point.distance(point);
        let useful = match self.is_saddle(vertex) {
            true => self.turns_at_saddle((vertex, portal), g),
            false => self.workspace.vertices.turn(vertex, side, g),
        };
        useful.then(|| self.turn(from, point, g, vertex))
    }
}
