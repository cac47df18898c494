//! Expansion of an interval: the intervals of the next cell that its root sees, directly or around
//! a corner.
//!
//! Let the entry of the cell have the ends a, on the left looking in, and b on the right. The other
//! portals follow counter-clockwise from b to a, from right to left:
//!
//! 1. portals right of the right ray are reached only by a right turn at b;
//! 2. portals between the rays are visible from the root;
//! 3. portals left of the left ray are reached only by a left turn at a.
//!
//! A portal that a ray crosses belongs to two parts. A path turns only at a corner at which the
//! interval ends. The end of a portal exactly on a ray belongs to both sides; a portal along a ray
//! is seen edge-on. Portals off the block route are skipped before any side test. Cells with a
//! single exit are handled by [`degree_two`](super::degree_two).

use navmesh_core::DVec2;
use navmesh_core::backend::{collections::NONE, geom::within_box};

use super::emit::Exit;
use crate::any_angle::index::portals::{Corner, Portal};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::node::{End, Node, Parent, Root};
use crate::any_angle::search::{Objective, Search};

/// The part of the cell that contains the current portal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Right,
    Seen,
    Left,
}

/// A node during its expansion.
struct Expansion<'a> {
    from: Parent,
    right: End,
    left: End,
    entry: Portal<'a>,
    /// True if the root is a or b, and so may be in line with a portal.
    touches: bool,
    /// The parents after a right turn at b and after a left turn at a.
    turned: [Turned; 2],
}

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

    /// True if a portal that ends on the line of the right ray ends on the ray itself. If the root
    /// is a or b, that line is the entry's, and a portal may end on it beyond a.
    fn ends_on_right_ray(&self, portal: Portal) -> bool {
        !self.touches || within_box(self.entry.left(), portal.left(), self.entry.right())
    }
}

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Adds all successors of a node; `step` leads into the cell behind it.
    #[inline(never)]
    pub(crate) fn expand(&mut self, node: &Node, step: u32) {
        let entry = self.portals.get(node.portal);
        let mut expansion = Expansion::new(self.workspace.parent(node, step), node, entry);
        let may_change = self.objective.traits().has_checkpoints
            && self.workspace.block_route.is_checkpoint(entry.leads_to());
        let mut part = Part::Right;
        let mut number = entry.twin;
        loop {
            number = if may_change {
                self.next_on_route(entry, number)
            } else {
                self.portals.next_in_block(number)
            };
            if number == entry.twin {
                return;
            }
            let exit = Exit { number, portal: self.portals.get(number) };
            part = self.pass(&mut expansion, exit, part);
        }
    }

    /// The next portal after `number` whose block is on the route; the entry after the last.
    fn next_on_route(&self, entry: Portal, mut number: u32) -> u32 {
        loop {
            number = self.portals.next_in_cell(number);
            let block =
                self.graph.blocks.between(entry.leads_to(), self.portals.get(number).leads_to());
            if self.workspace.block_route.contains(block) {
                return number;
            }
        }
    }

    /// Adds the successors through one portal; returns the part of the cell in which it ends.
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

    /// Handles a portal that ends right of the right ray, or on it.
    #[inline(always)]
    fn pass_right(&mut self, at: &mut Expansion, exit: Exit, beyond: f64) {
        if matches!(at.turned[Side::Right as usize], Turned::Useless) && beyond < 0.0 {
            return;
        }
        let portal = exit.portal;
        let [right, left] = portal.ends();
        if beyond == 0.0 {
            self.reach_end(&at.from.root, left.0, left.1);
        }
        if beyond == 0.0 && at.orient_to_right::<S>(portal.right()) == 0.0 {
            self.reach_end(&at.from.root, right.0, right.1);
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

    /// Handles a portal that begins left of the right ray, and perhaps right of the left ray.
    #[inline(always)]
    fn pass_seen(&mut self, at: &mut Expansion, exit: Exit, right: End) -> Part {
        let portal = exit.portal;
        let begins = at.orient_to_left::<S>(portal.right());
        let ends = at.orient_to_left::<S>(portal.left());
        if begins > 0.0 || (begins == 0.0 && ends >= 0.0) {
            if begins == 0.0 {
                self.reach_on_left_ray(at, portal, ends);
            }
            self.pass_left(at, exit);
            return Part::Left;
        }
        let left =
            if ends < 0.0 { End::vertex(portal.left()) } else { at.left.prolonged(ends == 0.0) };
        if at.touches {
            self.emit_from(&at.from, exit, right, left)
        } else {
            self.emit(&at.from, exit, right, left)
        }
        if ends > 0.0 {
            let right = End::past(at.from.root.point);
            self.emit_turned(at, Side::Left, exit, right, End::vertex(portal.left()));
        }
        if ends < 0.0 { Part::Seen } else { Part::Left }
    }

    /// Records the distances of the ends of a portal that lie on the left ray.
    fn reach_on_left_ray(&mut self, at: &Expansion, portal: Portal, ends: f64) {
        let [right, left] = portal.ends();
        self.reach_end(&at.from.root, right.0, right.1);
        if ends == 0.0 {
            self.reach_end(&at.from.root, left.0, left.1);
        }
    }

    /// Handles a portal that begins left of the left ray, or on it.
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

    /// True if a portal along the ray of this side is useful. If the root is an end of the entry,
    /// the ray continues the entry's line.
    fn goes_on_beyond(&self, at: &Expansion, side: Side) -> bool {
        let Root { point, vertex, previous, .. } = at.from.root;
        let (end, other) = match side {
            Side::Right => (at.entry.right(), at.entry.left()),
            Side::Left => (at.entry.left(), at.entry.right()),
        };
        point != end || self.is_saddle(vertex) || self.came_along(previous, [other, end])
    }

    /// True if the path to the end of this line came along its prolongation, from the given root.
    /// After half a turn around that end it returns along the other face of a wall of no thickness.
    /// This matters only where the search starts on one face: in a flood for landmarks, and where
    /// the other face belongs to another floor.
    fn came_along(&self, root: u32, [from, end]: [DVec2; 2]) -> bool {
        if root == NONE {
            return false;
        }
        let before = self.workspace.roots[root as usize].point;
        S::orient(from, end, before) == 0.0 && within_box(from, before, end)
    }

    /// Adds an interval as seen from b or a after a turn there, if the turn is useful.
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

    /// The parent after a turn at b or a; `None` if the turn is useless.
    #[inline(always)]
    fn around(&mut self, at: &mut Expansion, side: Side) -> Option<Parent> {
        if let Turned::Unasked = at.turned[side as usize] {
            let corner = match side {
                Side::Right => at.entry.right_corner(),
                Side::Left => at.entry.left_corner(),
            };
            let from =
                corner.and_then(|corner| self.turned(&at.from, corner, side, at.entry.number));
            at.turned[side as usize] = from.map_or(Turned::Useless, Turned::Into);
        }
        match at.turned[side as usize] {
            Turned::Into(from) => Some(from),
            Turned::Unasked | Turned::Useless => None,
        }
    }

    /// The parent after a turn at a corner, on a path through a portal that ends there; `None` if
    /// the turn is useless.
    pub(crate) fn turned(
        &mut self,
        from: &Parent,
        corner: Corner,
        side: Side,
        portal: u32,
    ) -> Option<Parent> {
        let Corner { point, vertex } = corner;
        let g = from.root.g + from.root.point.distance(point);
        let useful = if self.is_saddle(vertex) {
            self.turns_at_saddle(vertex, portal, g)
        } else {
            self.workspace.vertices.turn(vertex, side, g)
        };
        useful.then(|| self.turn(from, point, g, vertex))
    }
}
