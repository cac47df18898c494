//! The sweep through halls in a row: from an interval to the nodes of the last portal, or to a goal behind it.

use navmesh_core::DVec2;

use super::Funnel;
use crate::any_angle::index::predicates::Sides;
use crate::any_angle::pruning::vertex_dominance::Hand;
use crate::any_angle::search::final_segment::Arrival;
use crate::any_angle::search::node::{End, Node, Origin, Step};
use crate::any_angle::search::workspace::Room;
use crate::any_angle::search::{Aim, Run};
use crate::any_angle::successors::emit::Exit;

/// How many halls one sweep goes through at most: in a ring of them lengths must be compared now and then.
const MOST_HALLS: u32 = 64;

impl<S: Sides, A: Aim> Run<'_, S, A> {
    /// Takes an interval through the halls in a row that begin behind its portal, and adds what follows from it.
    #[inline(never)]
    pub(crate) fn pass_halls(&mut self, node: &Node, step: u32, first: u32) {
        let mut origin = self.room.origin(node, step);
        let mut portal = self.portals.get(node.portal);
        let mut exit = Exit { number: first, portal: self.portals.get(first) };
        self.room.funnel.begin(&origin.root, node, portal);
        for halls in 1.. {
            let Room { funnel, vertices, .. } = &mut *self.room;
            if !funnel.narrow::<S, A>(vertices, portal, exit.portal) {
                return;
            }
            let next = self.hall_behind(exit.portal).filter(|_| halls < MOST_HALLS);
            let Some(number) = next else { break };
            if !A::FLOODS {
                self.room.steps.push(Step::onwards(exit.number, &origin));
                origin.step = self.room.steps.len() as u32 - 1;
            }
            (portal, exit) = (exit.portal, Exit { number, portal: self.portals.get(number) });
        }
        self.leave_halls(origin, exit);
    }

    /// Adds the nodes of the last portal: what the apex sees of it, and what each bend does.
    #[inline(always)]
    fn leave_halls(&mut self, mut from: Origin, exit: Exit) {
        for turn in 0..self.room.funnel.turns.len() {
            let (bend, hand) = self.room.funnel.turns[turn];
            let Some(turned) = self.turned(&from, (bend.point, bend.vertex), (hand, exit.number))
            else {
                return;
            };
            from = turned;
        }
        let Funnel { right, left, .. } = &self.room.funnel;
        let seen = right.end_at_apex().zip(left.end_at_apex());
        if let (Some(goal), Some(seen)) = (self.goal_behind(exit.portal), seen) {
            return self.arrive_around(from, exit, (seen, goal));
        }
        self.turn_along(&from, Hand::Right, exit);
        match seen {
            Some((right, left)) => self.emit(&from, exit, right, left),
            None => self.emit_edge_on(&from, exit),
        }
        self.turn_along(&from, Hand::Left, exit);
    }

    /// Notes the way to the goal behind the last portal: around the bends of the boundary beyond which it lies.
    fn arrive_around(&mut self, mut from: Origin, exit: Exit, (seen, goal): ((End, End), DVec2)) {
        let apex = from.root.point;
        let hand = match (seen.0.side::<S>(apex, goal) < 0.0, seen.1.side::<S>(apex, goal) > 0.0) {
            (true, _) => Hand::Right,
            (false, true) => Hand::Left,
            (false, false) => return self.note_behind(&from, exit, goal),
        };
        // The last bend is the portal's end, from which all of the cell behind is seen.
        for place in 0..self.room.funnel.boundary(hand).bends().len() {
            let bends = &self.room.funnel.boundary(hand).bends()[place..];
            let (bend, next) = (bends[0], bends.get(1).map(|next| next.point));
            let Some(corner) = bend.corner() else { return };
            let Some(next) = next else {
                from = self.turn(&from, bend.point, bend.g, bend.vertex);
                return self.note_behind(&from, exit, goal);
            };
            let Some(turned) = self.turned(&from, corner, (hand, exit.number)) else { return };
            from = turned;
            let inwards = match hand {
                Hand::Right => 1.0,
                Hand::Left => -1.0,
            };
            if inwards * S::side(bend.point, next, goal) >= 0.0 {
                return self.note_behind(&from, exit, goal);
            }
        }
    }

    /// Notes the way that ends with a straight leg through a portal to the goal behind it.
    fn note_behind(&mut self, from: &Origin, exit: Exit, goal: DVec2) {
        self.room.steps.push(Step::onwards(exit.number, from));
        let step = self.room.steps.len() as u32 - 1;
        self.aim.note(Arrival::straight(&Origin { step, ..*from }, goal));
    }

    /// Adds what is seen of the last portal from the bends of a boundary, all but its end.
    #[inline(always)]
    fn turn_along(&mut self, apex: &Origin, hand: Hand, exit: Exit) {
        let mut from = *apex;
        let mut place = 0;
        while let [bend, next, rest @ ..] = &self.room.funnel.boundary(hand).bends()[place..] {
            let past = End::past(from.root.point);
            let next = End::vertex(next.point).prolonged(rest.is_empty());
            let Some(corner) = bend.corner() else { return };
            let Some(turned) = self.turned(&from, corner, (hand, exit.number)) else { return };
            let (right, left) = match hand {
                Hand::Right => (next, past),
                Hand::Left => (past, next),
            };
            self.emit_from(&turned, exit, right, left);
            from = turned;
            place += 1;
        }
    }
}
