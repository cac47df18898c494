//! The proofs for single goals, whose gaps the floods leave too large.

use navmesh_core::{Path, PathError, Stage, Stop as Reason};

use super::goals::{Goal, State};
use super::nearest;
use super::task::{ManyTask, Phase, Wanted};
use crate::weighted::tables::Tables;
use crate::weighted::task::{DEFAULT_GAP, Task};
use crate::weighted::workspace::Workspace;

impl ManyTask {
    /// Returns the phase of the next proof for one goal.
    pub(super) fn next_single(&mut self, tables: &Tables, workspace: &mut Workspace) -> Phase {
        if self.refinement == 0 && self.gap < DEFAULT_GAP {
            // A smaller gap leaves no goal with a larger one than the default gap would.
            self.gap = DEFAULT_GAP;
            self.refinement = std::mem::take(&mut self.second_refinement);
        }
        while let Some((number, gap)) = self.doubtful() {
            self.goals[number].gap = gap;
            let goal = &self.goals[number];
            self.is_narrowing = goal.is_wanted() && !goal.path.waypoints().is_empty();
            if self.is_narrowing {
                return Phase::Single(number, self.narrowed(tables, workspace, number));
            }
            match self.asked_alone(tables, workspace, number) {
                Ok(task) => return Phase::Single(number, task),
                Err(error) if self.goals[number].state == State::Apart => {
                    self.goals[number].state = State::Lost(error);
                }
                Err(_) => {}
            }
        }
        Phase::Done
    }

    /// Begins a query of its own for a goal.
    fn asked_alone(
        &mut self,
        tables: &Tables,
        workspace: &mut Workspace,
        number: usize,
    ) -> Result<Task, PathError> {
        self.is_flood_taken = false;
        let goal = &self.goals[number];
        let is_apart = goal.state == State::Apart;
        // A goal that has no path yet gets one, however much was refined.
        let nodes = if is_apart { u64::MAX } else { self.refinement };
        let gap = if self.refinement == 0 { 1.0 } else { goal.gap };
        let mut query = goal.query.gap(gap);
        (query.max_expanded, query.max_cost) = (None, None);
        Ok(Task::new(tables, workspace, &query)?.limited(nodes))
    }

    /// Begins the proof for a goal, to which a path is known. The flood by lower costs replaces the search from the start.
    fn narrowed(&mut self, tables: &Tables, workspace: &mut Workspace, number: usize) -> Task {
        self.set_ends(workspace, number);
        workspace.set_ends_from(tables, &self.from_start);
        if !std::mem::replace(&mut self.is_flood_taken, true) {
            workspace.frontier.take(&workspace.floods[1]);
        }
        let goal = &self.goals[number];
        workspace.frontier.take_expanded(&workspace.floods[1], goal.upper);
        workspace.path.clone_from(&goal.path);
        workspace.rates = goal.rates;
        Task::of_flood(tables, workspace, goal.gap, goal.lower).limited(self.refinement)
    }

    /// Returns a goal that needs a proof of its own, and the gap to prove.
    fn doubtful(&self) -> Option<(usize, f64)> {
        let is_asked = |goal: &Goal| goal.gap <= self.gap;
        let needs = |goal: &Goal| match goal.state {
            State::Apart => !is_asked(goal),
            _ => self.refinement > 0 && !is_asked(goal) && !self.is_enough(goal),
        };
        if let Some(number) = self.goals.iter().position(needs) {
            return Some((number, self.gap));
        }
        match self.aim {
            Wanted::Nearest(count) if self.refinement > 0 => {
                nearest::doubtful(&self.goals, count, self.gap)
            }
            _ => None,
        }
    }

    /// Goes on with the proof for one goal. Returns the number of nodes expanded beyond those of the slice.
    pub(super) fn advance_single(
        &mut self,
        tables: &Tables,
        workspace: &mut Workspace,
        slice: &mut u64,
        number: usize,
        mut task: Task,
    ) -> u64 {
        let before = task.expanded();
        task.advance(tables, workspace, *slice);
        let expanded = task.expanded() - before;
        let beyond = expanded.saturating_sub(*slice);
        *slice = slice.saturating_sub(expanded);
        if task.stage() == Stage::InProgress {
            self.phase = Phase::Single(number, task);
            return beyond;
        }
        self.refinement = self.refinement.saturating_sub(task.expanded());
        let mut path = Path::default();
        let goal = &mut self.goals[number];
        match task.answer(tables, workspace, Reason::Spent, &mut path) {
            Ok(()) => goal.take_path(path),
            Err(error) if goal.state == State::Apart => goal.state = State::Lost(error),
            Err(_) if task.has_path() => goal.take_path(path),
            Err(_) => {}
        }
        // Potentials keep the tube of a query smaller than the flood's, which may be too large.
        let is_open = goal.lower < goal.upper * (1.0 - goal.gap) - goal.doubt();
        if std::mem::take(&mut self.is_narrowing)
            && is_open
            && self.refinement > 0
            && let Ok(task) = self.asked_alone(tables, workspace, number)
        {
            self.phase = Phase::Single(number, task);
            return beyond;
        }
        self.phase = self.next_single(tables, workspace);
        beyond
    }
}
