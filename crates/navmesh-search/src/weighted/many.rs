//! One start, many goals, where cells have different costs.
//!
//! One flood by upper costs finds a path to each goal, one by lower costs bounds each cost from below. Goals whose gaps are
//! too large get a [tube](super::tube) of their own, which begins with that flood.

mod goals;
mod nearest;
mod task;
mod floods;
mod narrow;
mod to_any;

use navmesh_core::{Endpoints, ManyQuery, Path, PathError, Place, Progress, Stage};

use super::alternatives::or_cheaper;
use super::tables::Tables;
use super::workspace::Workspace;
use crate::any_angle::NearGoal;
use crate::corridor::check_max_cost;
use crate::map::{Memory, SearchMap};
use crate::path_tree::{FoundPath, PathTree};
use crate::run::{Answers, Moment, Run, SearchObserver};
use goals::{Goal, State};
use task::{Aim, ManyTask};
pub(crate) use to_any::ToAnyRun;

/// The distance to a goal, and a proved lower bound on it.
///
/// Both are costs where cells have costs, and links count by their cost.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundedDistance {
    /// The cost of a known path, in map units; infinite without a path.
    pub distance: f64,
    /// No path costs less, but for rounding.
    pub lower_bound: f64,
}

/// Places the start and the goals of a search.
fn begin(
    tables: &Tables,
    workspace: &mut Workspace,
    query: &ManyQuery<&[Place]>,
    aim: Aim,
) -> Result<ManyTask, PathError> {
    let (mesh, mut endpoints) = (&tables.ground.mesh, Endpoints::default());
    let asked = query.to_start();
    endpoints.place(mesh, &asked)?;
    let start = endpoints.start.clone();
    let goal = |&goal: &Place| Goal::new(mesh, &start, query.to(goal), &mut endpoints);
    let goals = query.goals().iter().map(goal).collect();
    Ok(ManyTask::new(tables, workspace, aim, &asked, start, goals))
}

fn bounds_of(goal: &Goal) -> BoundedDistance {
    match goal.state {
        State::Lost(_) => BoundedDistance { distance: f64::INFINITY, lower_bound: f64::INFINITY },
        _ => BoundedDistance { distance: goal.upper, lower_bound: goal.bound() },
    }
}

/// A search for many goals between two slices.
///
/// Each distance is the cost of a path, at most the gap of the query above its lower bound. The gap of a goal may stay larger
/// if its proof needs more than 100,000 arcs at a time, and if the proofs for all goals together need more than 2²⁰ nodes.
#[derive(Debug)]
pub struct ManyRun(ManyTask);

impl ManyRun {
    /// Places the start and the goals, of which all or the `count` nearest are wanted.
    pub(crate) fn new(
        map: &SearchMap,
        memory: &mut Memory,
        query: &ManyQuery<&[Place]>,
        count: Option<usize>,
    ) -> Result<Self, PathError> {
        let aim = count.map_or(Aim::All, Aim::Nearest);
        begin(map.tables(), &mut memory.weighted, query, aim).map(Self)
    }

    /// Returns the path to a goal. Once the search is done it costs no more than those of the cheaper searches, which no
    /// limit on the nodes counts.
    fn path_to(&self, number: usize, map: &SearchMap, memory: &mut Memory) -> FoundPath {
        let (mut path, query) = (Path::default(), &self.0.goals[number].query);
        let mut found = self.0.path_to(number, &mut path);
        let is_stopped = matches!(found, Err(PathError::BudgetExhausted { .. }));
        if self.stage() == Stage::Done && !is_stopped {
            let mut unlimited = *query;
            (unlimited.max_expanded, unlimited.max_cost) = (None, None);
            found = or_cheaper(map, memory, found, &unlimited, &mut path);
        }
        if found.is_ok() {
            found = check_max_cost(query.max_cost, &path);
        }
        (found, path)
    }
}

impl Run for ManyRun {
    fn advance(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        _: Option<&mut dyn SearchObserver>,
    ) {
        self.0.advance(map.tables(), &mut memory.weighted, nodes);
    }

    fn stage(&self) -> Stage {
        self.0.stage()
    }

    fn progress(&self, _: &SearchMap, memory: &Memory) -> Progress {
        self.0.progress(&memory.weighted)
    }
}

impl Answers<Vec<BoundedDistance>> for ManyRun {
    fn read(&mut self, _: Moment<'_>, to: &mut Vec<BoundedDistance>) -> Result<(), PathError> {
        to.clear();
        to.extend(self.0.goals.iter().map(bounds_of));
        Ok(())
    }
}

impl Answers<Vec<NearGoal>> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut Vec<NearGoal>) -> Result<(), PathError> {
        self.0.write_nearest(&at.memory.weighted, at.stop, to)
    }
}

impl Answers<PathTree> for ManyRun {
    fn read(&mut self, at: Moment<'_>, to: &mut PathTree) -> Result<(), PathError> {
        let path_to = |number| self.path_to(number, at.map, at.memory);
        *to = PathTree::weighted((0..self.0.goals.len()).map(path_to).collect());
        Ok(())
    }
}

#[cfg(test)]
mod tests;
