//! The sweep through halls in a row: from an interval to the nodes of the last portal, or to a goal behind it.

use navmesh_core::DVec2;

use super::Funnel;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{End, Node, Parent, Step};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Objective, Search};
use crate::any_angle::successors::emit::Exit;

/// How many halls one sweep goes through at most: in a ring of them lengths must be compared now and then.
const MAX_SWEPT_CELLS: u32 = 64;

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Takes an interval through the halls in a row that begin behind its portal, and adds what follows from it.
    #[inline(never)]
    pub(crate) fn sweep_degree_two(&mut self, node: &Node, step: u32, first: u32) {
        let mut parent = self.workspace.parent(node, step);
        let mut portal = self.portals.get(node.portal);
        let mut exit = Exit { number: first, portal: self.portals.get(first) };
        self.workspace.funnel.begin(&parent.root, node, portal);
        for halls in 1.. {
            let Workspace { funnel, vertices, .. } = &mut *self.workspace;
            if !funnel.narrow::<S, A>(vertices, portal, exit.portal) {
                return;
            }
            let next = self.degree_two_exit(exit.portal).filter(|_| halls < MAX_SWEPT_CELLS);
            let Some(number) = next else { break };
            if !A::FLOODS {
                self.workspace.steps.push(Step::onwards(exit.number, &parent));
                parent.step = self.workspace.steps.len() as u32 - 1;
            }
            (portal, exit) = (exit.portal, Exit { number, portal: self.portals.get(number) });
        }
        self.leave_sweep(parent, exit);
    }

    /// Adds the nodes of the last portal: what the apex sees of it, and what each bend does.
    #[inline(always)]
    fn leave_sweep(&mut self, mut from: Parent, exit: Exit) {
        for turn in 0..self.workspace.funnel.turns.len() {
            let (bend, side) = self.workspace.funnel.turns[turn];
            let Some(turned) = self.turned(&from, (bend.point, bend.vertex), (side, exit.number))
            else {
                return;
            };
            from = turned;
        }
        let Funnel { right, left, .. } = &self.workspace.funnel;
        let seen = right.end_at_apex().zip(left.end_at_apex());
        if let (Some(goal), Some(seen)) = (self.goal_behind(exit.portal), seen) {
            return self.arrive_around(from, exit, (seen, goal));
        }
        self.turn_along(&from, Side::Right, exit);
        match seen {
            Some((right, left)) => self.emit(&from, exit, right, left),
            None => self.emit_edge_on(&from, exit),
        }
        self.turn_along(&from, Side::Left, exit);
    }

    /// Notes the way to the goal behind the last portal: around the bends of the boundary beyond which it lies.
    fn arrive_around(&mut self, mut from: Parent, exit: Exit, (seen, goal): ((End, End), DVec2)) {
        let apex = from.root.point;
        let side =
            match (seen.0.orient::<S>(apex, goal) < 0.0, seen.1.orient::<S>(apex, goal) > 0.0) {
                (true, _) => Side::Right,
                (false, true) => Side::Left,
                (false, false) => return self.note_behind(&from, exit, goal),
            };
        // The last bend is the portal's end, from which all of the cell behind is seen.
        for place in 0..self.workspace.funnel.boundary(side).bends().len() {
            let bends = &self.workspace.funnel.boundary(side).bends()[place..];
            let (bend, next) = (bends[0], bends.get(1).map(|next| next.point));
            let Some(corner) = bend.corner() else { return };
            let Some(next) = next else {
                from = self.turn(&from, bend.point, bend.g, bend.vertex);
                return self.note_behind(&from, exit, goal);
            };
            let Some(turned) = self.turned(&from, corner, (side, exit.number)) else { return };
            from = turned;
            let inwards = match side {
                Side::Right => 1.0,
                Side::Left => -1.0,
            };
            if inwards * S::orient(bend.point, next, goal) >= 0.0 {
                return self.note_behind(&from, exit, goal);
            }
        }
    }

    /// Notes the way that ends with a straight leg through a portal to the goal behind it.
    fn note_behind(&mut self, from: &Parent, exit: Exit, goal: DVec2) {
        self.workspace.steps.push(Step::onwards(exit.number, from));
        let step = self.workspace.steps.len() as u32 - 1;
        self.objective.note(Solution::straight(&Parent { step, ..*from }, goal));
    }

    /// Adds what is seen of the last portal from the bends of a boundary, all but its end.
    #[inline(always)]
    fn turn_along(&mut self, apex: &Parent, side: Side, exit: Exit) {
        let mut from = *apex;
        let mut place = 0;
        while let [bend, next, rest @ ..] = &self.workspace.funnel.boundary(side).bends()[place..] {
            let past = End::past(from.root.point);
            let next = End::vertex(next.point).prolonged(rest.is_empty());
            let Some(corner) = bend.corner() else { return };
            let Some(turned) = self.turned(&from, corner, (side, exit.number)) else { return };
            let (right, left) = match side {
                Side::Right => (next, past),
                Side::Left => (past, next),
            };
            self.emit_from(&turned, exit, right, left);
            from = turned;
            place += 1;
        }
    }
}
