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

use navmesh_core::incremental::{SearchTask, Session};
use navmesh_core::{Endpoints, ManyQuery, Path, PathError, Place, Progress, Scratch, Stage};

use super::finder::WeightedFinder;
use super::workspace::Workspace;
use crate::NearGoal;
use goals::{Goal, State};
use task::{Aim, ManyTask};
pub use to_any::{WeightedToAnySession, WeightedToAnyTask};

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

impl WeightedFinder {
    /// Writes the distance to each goal, in the order of the goals, into `distances`, which is cleared first.
    ///
    /// Each is the cost of a path, at most the gap of the query above its lower bound. The gap of a goal may stay
    /// larger if its proof needs more than 100,000 arcs at a time, and if the proofs for all goals together need more
    /// than 2²⁰ nodes. The distance is infinite for a goal that is invalid, off the mesh or unreachable.
    ///
    /// Complexity: two floods up to the farthest goal, and refinements on the ways to the goals.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside` or `OnClosedCell` for the start.
    pub fn distances(
        &self,
        query: &ManyQuery<&[Place]>,
        scratch: &mut Scratch,
        distances: &mut Vec<BoundedDistance>,
    ) -> Result<(), PathError> {
        distances.clear();
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = self.many(workspace, query, Aim::All)?;
        task.advance(&self.tables, workspace, u64::MAX);
        distances.extend(task.goals.iter().map(bounds_of));
        Ok(())
    }

    /// Writes the `count` goals nearest to the start into `nearest`, which is cleared first.
    ///
    /// The nearest goal comes first. The order is certain, except between goals whose bounds still overlap after a
    /// refinement to 0.1 %, or to the cap of [`distances`](Self::distances); these are ordered by distance, then by
    /// index. There are fewer than `count` if fewer are reachable at the highest cost of the query.
    ///
    /// Complexity: two floods up to the last of these goals, and refinements of goals that are about as far.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside` or `OnClosedCell` for the start; `BudgetExhausted`, with the goals to which paths
    /// are known in `nearest`.
    pub fn nearest(
        &self,
        query: &ManyQuery<&[Place]>,
        count: usize,
        scratch: &mut Scratch,
        nearest: &mut Vec<NearGoal>,
    ) -> Result<(), PathError> {
        let workspace: &mut Workspace = scratch.workspace();
        nearest.clear();
        let mut task = self.many(workspace, query, Aim::Nearest(count))?;
        task.advance(&self.tables, workspace, u64::MAX);
        task.write_nearest(workspace, nearest)
    }

    /// Begins a search for the paths from a start to all goals, or to the `count` nearest ones; the caller advances it in slices.
    ///
    /// Complexity: point location of start and goals, and what they see of their regions.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside` or `OnClosedCell` for the start.
    pub fn begin_many(
        &self,
        query: &ManyQuery<&[Place]>,
        count: Option<usize>,
    ) -> Result<WeightedPathsSession, PathError> {
        let mut workspace = Box::<Workspace>::default();
        let aim = count.map_or(Aim::All, Aim::Nearest);
        let task = self.many(&mut workspace, query, aim)?;
        Ok(Session::new(WeightedPathsTask { finder: self.clone(), workspace, task }))
    }

    /// Places the start and the goals.
    fn many(
        &self,
        workspace: &mut Workspace,
        query: &ManyQuery<&[Place]>,
        aim: Aim,
    ) -> Result<ManyTask, PathError> {
        let (mesh, mut endpoints) = (self.mesh(), Endpoints::default());
        let asked = query.to_start();
        endpoints.place(mesh, &asked)?;
        let start = endpoints.start.clone();
        let goal = |&goal: &Place| Goal::new(mesh, &start, query.to(goal), &mut endpoints);
        let goals = query.goals().iter().map(goal).collect();
        Ok(ManyTask::new(&self.tables, workspace, aim, &asked, start, goals))
    }
}

fn bounds_of(goal: &Goal) -> BoundedDistance {
    match goal.state {
        State::Lost(_) => BoundedDistance { distance: f64::INFINITY, lower_bound: f64::INFINITY },
        _ => BoundedDistance { distance: goal.upper, lower_bound: goal.bound() },
    }
}

/// The paths from a start to many goals over ground of different costs, while they are found and afterwards.
#[derive(Debug)]
pub struct WeightedPathsTask {
    finder: WeightedFinder,
    workspace: Box<Workspace>,
    task: ManyTask,
}

/// A search for the paths to many goals that the caller advances in slices; made by [`WeightedFinder::begin_many`].
pub type WeightedPathsSession = Session<WeightedPathsTask>;

impl SearchTask for WeightedPathsTask {
    fn advance(&mut self, nodes: u64) {
        self.task.advance(&self.finder.tables, &mut self.workspace, nodes);
    }

    fn stage(&self) -> Stage {
        self.task.stage()
    }

    fn progress(&self) -> Progress {
        self.task.progress(&self.workspace)
    }
}

impl WeightedPathsTask {
    /// Writes the nearest goals to which paths are known so far into `nearest`, nearest first.
    ///
    /// Complexity: O(n log n) in the number of goals.
    ///
    /// # Errors
    ///
    /// `BudgetExhausted` while the search is in progress, or if it spent its nodes.
    pub fn nearest(&self, nearest: &mut Vec<NearGoal>) -> Result<(), PathError> {
        self.task.write_nearest(&self.workspace, nearest)
    }

    /// Returns the paths found so far.
    ///
    /// Complexity: linear in the goals and their paths.
    #[must_use]
    pub fn paths(&self) -> WeightedPaths {
        let path = |number| {
            let mut path = Path::default();
            let found = self.task.path_to(number, &mut path);
            (found, path)
        };
        WeightedPaths {
            paths: (0..self.task.goals.len()).map(path).collect(),
            bounds: self.task.goals.iter().map(bounds_of).collect(),
        }
    }
}

/// The paths from a start to many goals over ground of different costs, each with a proved lower bound.
#[derive(Debug, Clone)]
pub struct WeightedPaths {
    paths: Vec<(Result<(), PathError>, Path)>,
    bounds: Vec<BoundedDistance>,
}

impl WeightedPaths {
    /// Returns the bounds on the distance of each goal, in the order of the goals.
    #[must_use]
    pub fn bounds(&self) -> &[BoundedDistance] {
        &self.bounds
    }

    /// Writes the path to a goal, given by its index among the requested ones, into `path`.
    ///
    /// Complexity: linear in the path.
    ///
    /// # Errors
    ///
    /// Those of a query for the goal alone. `BudgetExhausted` if the search was stopped; `path` is then the best path
    /// so far, or empty. `Unsupported` for an index out of range.
    pub fn path_to_into(&self, goal: usize, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        let unknown = PathError::Unsupported { what: "a goal that was not asked for" };
        let (found, known) = self.paths.get(goal).ok_or(unknown)?;
        path.clone_from(known);
        *found
    }
}

#[cfg(test)]
mod tests;
