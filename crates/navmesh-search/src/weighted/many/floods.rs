//! The two floods of a search for many goals.

use super::goals::State;
use super::task::{ManyTask, Phase};
use crate::weighted::flood::{Event, Flood};
use crate::weighted::tables::Tables;
use crate::weighted::workspace::{MAX_ROUNDING, Workspace};

impl ManyTask {
    /// Goes on with the flood by upper costs until `count` goals are settled.
    pub(super) fn flood_up(
        &mut self,
        tables: &Tables,
        workspace: &mut Workspace,
        slice: &mut u64,
        count: usize,
    ) {
        let Workspace { floods: [flood, _], finder, .. } = workspace;
        let is_limited = matches!(self.phase, Phase::Upper) && !self.is_cost_checked;
        let limit = if is_limited { self.max_cost.next_up() } else { f64::INFINITY };
        while self.settled < count && self.open > 0 {
            match flood.advance(tables, &self.hops, limit, slice, finder) {
                Event::Settled(number) => {
                    let goal = &mut self.goals[number as usize];
                    if goal.is_wanted() {
                        goal.upper = flood.goal_cost(number);
                        (self.settled, self.open) = (self.settled + 1, self.open - 1);
                    }
                }
                Event::Paused => return,
                Event::Ended if flood.frontier() < f64::INFINITY => {
                    self.phase = Phase::TooCostly;
                    return;
                }
                Event::Ended => self.lose_unreached(tables),
            }
        }
        self.phase = if self.open > 0 { Phase::Near } else { self.chain_from(0) };
    }

    fn lose_unreached(&mut self, tables: &Tables) {
        let mesh = &tables.ground.mesh;
        let start = self.start.place(mesh);
        for goal in self.goals.iter_mut().filter(|goal| goal.is_unreached()) {
            goal.state = State::Lost(mesh.unreachable_error(start, goal.end.place(mesh)));
        }
        self.open = 0;
    }

    /// Finds the goals that may be nearer than the last settled one.
    pub(super) fn flood_near(
        &mut self,
        tables: &Tables,
        workspace: &mut Workspace,
        slice: &mut u64,
    ) {
        let settled =
            self.goals.iter().map(|goal| goal.upper).filter(|&upper| upper < f64::INFINITY);
        let limit = settled.fold(0.0, f64::max);
        if self.flood_low_to(tables, workspace, slice, limit) {
            self.leave_out(&workspace.floods[1], limit);
            self.phase = Phase::RestOfUpper;
        }
    }

    /// Finds the goals to which all paths cost more than the query allows.
    pub(super) fn flood_to_max_cost(
        &mut self,
        tables: &Tables,
        workspace: &mut Workspace,
        slice: &mut u64,
    ) {
        // A path of this cost may lead over nodes whose costs are rounded up.
        let limit = self.max_cost * (1.0 + MAX_ROUNDING);
        if self.flood_low_to(tables, workspace, slice, limit) {
            self.leave_out(&workspace.floods[1], limit);
            (self.phase, self.is_cost_checked) = (Phase::Upper, true);
        }
    }

    /// Goes on with the flood by lower costs. Returns true once no node below the limit is left.
    fn flood_low_to(
        &self,
        tables: &Tables,
        workspace: &mut Workspace,
        slice: &mut u64,
        limit: f64,
    ) -> bool {
        let Workspace { floods: [_, flood], finder, .. } = workspace;
        loop {
            match flood.advance(tables, &self.hops, limit, slice, finder) {
                Event::Settled(_) => {}
                Event::Paused => return false,
                Event::Ended => return true,
            }
        }
    }

    /// Leaves out the goals without a known path that the flood by lower costs did not reach below the limit.
    fn leave_out(&mut self, flood: &Flood, limit: f64) {
        let proved = limit * (1.0 - flood.rounding_below(limit));
        for (number, goal) in (0..).zip(&mut self.goals).filter(|(_, goal)| goal.is_unreached()) {
            if flood.goal_cost(number) >= limit {
                goal.state = State::Beyond;
                goal.raise_lower(proved);
                self.open -= 1;
            }
        }
    }

    /// Goes on with the flood by lower costs until it bounds the costs of all goals.
    pub(super) fn flood_low(
        &mut self,
        tables: &Tables,
        workspace: &mut Workspace,
        slice: &mut u64,
    ) {
        let wanted = self.goals.iter().filter(|goal| goal.is_wanted());
        let limit = wanted.map(|goal| goal.upper).fold(0.0, f64::max);
        if !self.flood_low_to(tables, workspace, slice, limit) {
            return;
        }
        // The flood may have gone on to the highest cost of the query, or of other goals: what a goal is told depends on
        // nodes that cost less than its path alone.
        let flood = &workspace.floods[1];
        for (number, goal) in (0..).zip(&mut self.goals).filter(|(_, goal)| goal.is_wanted()) {
            let cost = flood.goal_cost(number).min(goal.upper);
            goal.raise_lower(cost * (1.0 - flood.rounding_below(cost)));
        }
        self.phase = self.next_single(tables, workspace);
    }
}
