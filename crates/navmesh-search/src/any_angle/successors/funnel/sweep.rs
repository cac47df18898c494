//! The sweep of a funnel through degree-two cells, to nodes at the last portal or to the goal
//! behind it.

use navmesh_core::DVec2;

use super::Funnel;
use crate::any_angle::index::portals::Corner;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::node::{CrossedPortal, End, Node, Parent};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Objective, Search};
use crate::any_angle::successors::emit::Exit;

/// The maximal number of cells of one sweep: in a ring of degree-two cells, dominance must end the
/// search.
const MAX_SWEPT_CELLS: u32 = 64;

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Takes an interval through all degree-two cells behind its portal, and adds its successors.
    #[inline(never)]
    pub(crate) fn sweep_degree_two(&mut self, node: &Node, step: u32, first: u32) {
        let mut parent = self.workspace.parent(node, step);
        let mut portal = self.portals.get(node.portal);
        let mut exit = Exit { number: first, portal: self.portals.get(first) };
        self.workspace.funnel.begin(&parent.root, node, portal);
        for swept in 1.. {
            let floods = self.objective.traits().floods;
            let Workspace { funnel, vertices, .. } = &mut *self.workspace;
            if !funnel.narrow::<S>(vertices, portal, exit.portal, floods) {
                return;
            }
            let next = self.degree_two_exit(exit.portal).filter(|_| swept < MAX_SWEPT_CELLS);
            let Some(number) = next else { break };
            if !self.objective.traits().floods {
                self.workspace.steps.push(CrossedPortal::onwards(exit.number, &parent));
                parent.step = self.workspace.steps.len() as u32 - 1;
            }
            (portal, exit) = (exit.portal, Exit { number, portal: self.portals.get(number) });
        }
        self.leave_sweep(parent, exit);
    }

    /// Adds the nodes of the last portal: the interval of the apex, and one for each vertex of the
    /// boundaries.
    #[inline(always)]
    fn leave_sweep(&mut self, mut from: Parent, exit: Exit) {
        for turn in 0..self.workspace.funnel.turns.len() {
            let (at, side) = self.workspace.funnel.turns[turn];
            let corner = Corner { point: at.point, vertex: at.vertex };
            let Some(turned) = self.turned(&from, corner, side, exit.number) else { return };
            from = turned;
        }
        let Funnel { right, left, .. } = &self.workspace.funnel;
        let seen = right.end_at_apex().zip(left.end_at_apex());
        if let (Some(goal), Some(seen)) = (self.goal_behind(exit.portal), seen) {
            return self.arrive_around(from, exit, seen, goal);
        }
        self.turn_along(&from, Side::Right, exit);
        match seen {
            Some((right, left)) => self.emit(&from, exit, right, left),
            None => self.emit_edge_on(&from, exit),
        }
        self.turn_along(&from, Side::Left, exit);
    }

    /// Records the path to the goal behind the last portal, around the boundary beyond which it
    /// lies.
    fn arrive_around(&mut self, mut from: Parent, exit: Exit, seen: (End, End), goal: DVec2) {
        let apex = from.root.point;
        let side =
            match (seen.0.orient::<S>(apex, goal) < 0.0, seen.1.orient::<S>(apex, goal) > 0.0) {
                (true, _) => Side::Right,
                (false, true) => Side::Left,
                (false, false) => return self.note_behind(&from, exit, goal),
            };
        // The last vertex is the portal's end, which sees the whole cell behind.
        for place in 0..self.workspace.funnel.boundary(side).chain().len() {
            let chain = &self.workspace.funnel.boundary(side).chain()[place..];
            let (at, next) = (chain[0], chain.get(1).map(|next| next.point));
            let Some(corner) = at.corner() else { return };
            let Some(next) = next else {
                from = self.turn(&from, at.point, at.g, at.vertex);
                return self.note_behind(&from, exit, goal);
            };
            let Some(turned) = self.turned(&from, corner, side, exit.number) else { return };
            from = turned;
            let inwards = match side {
                Side::Right => 1.0,
                Side::Left => -1.0,
            };
            if inwards * S::orient(at.point, next, goal) >= 0.0 {
                return self.note_behind(&from, exit, goal);
            }
        }
    }

    /// Records the path that ends with a straight segment through a portal to the goal behind it.
    fn note_behind(&mut self, from: &Parent, exit: Exit, goal: DVec2) {
        self.workspace.steps.push(CrossedPortal::onwards(exit.number, from));
        let step = self.workspace.steps.len() as u32 - 1;
        self.objective.note(Solution::straight(&Parent { step, ..*from }, goal));
    }

    /// Adds the intervals of the last portal that the vertices of a boundary see, all but its last.
    #[inline(always)]
    fn turn_along(&mut self, apex: &Parent, side: Side, exit: Exit) {
        let mut from = *apex;
        let mut place = 0;
        while let [at, next, rest @ ..] = &self.workspace.funnel.boundary(side).chain()[place..] {
            let past = End::past(from.root.point);
            let next = End::vertex(next.point).prolonged(rest.is_empty());
            let Some(corner) = at.corner() else { return };
            let Some(turned) = self.turned(&from, corner, side, exit.number) else { return };
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
