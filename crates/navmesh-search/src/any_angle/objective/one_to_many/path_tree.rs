//! The shortest paths from one start to many goals, each written on request.
//!
//! The search leaves a tree: each path is a chain of roots and steps back to the start, and paths
//! share common parts. A tree keeps only the parts that lead to goals.

mod compaction;

use navmesh_core::backend::{Endpoint, Endpoints, PathSummary, WritePath};
use navmesh_core::{CellId, DVec2, Feature, Incidence, Path, PathError, SearchStats};

use super::outcome::{Answer, answer_apart, bounds_apart};
use super::{GoalState, Many, Placing};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::off_mesh::connection_state::{ConnectionExit, Reached};
use crate::any_angle::search::node::{CrossedPortal, Root};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::reconstruct::{Trail, straight};
use crate::distances::BoundedDistance;
use compaction::Compaction;

/// The shortest paths from a start to many goals. Parts that paths share are stored once.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    finder: AnyAngle,
    start: Endpoint,
    points: Vec<DVec2>,
    lengths: Vec<f64>,
    states: Vec<GoalState>,
    /// The answers of the goals that needed separate queries, ascending.
    answers: Vec<Answer>,
    roots: Vec<Root>,
    steps: Vec<CrossedPortal>,
    /// The exits of links on the paths, by ascending root.
    exits: Vec<ConnectionExit>,
    /// Longer paths are not proved to be shortest.
    proved: f64,
    max_cost: f64,
    stats: SearchStats,
}

impl Tree {
    /// Builds the tree from a finished or stopped search, and the answers of the separate queries.
    pub(super) fn grown(
        finder: &AnyAngle,
        pause: &Pause,
        workspace: &Workspace,
        many: &Many,
        answers: Vec<Answer>,
    ) -> Self {
        let mut tree = Self {
            finder: finder.clone(),
            start: many.start.clone(),
            points: many.points.clone(),
            lengths: many.lengths.clone(),
            states: many.states.clone(),
            answers,
            roots: Vec::new(),
            steps: Vec::new(),
            exits: Vec::new(),
            proved: many.proved(pause),
            max_cost: many.max_cost,
            stats: pause.stats,
        };
        tree.keep_ways(workspace);
        tree
    }

    /// Returns the number of requested goals.
    pub(crate) fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the length of a path that is known to be shortest, and at most the highest cost; else infinity.
    pub(crate) fn distance(&self, goal: usize) -> f64 {
        let BoundedDistance { distance, lower_bound, .. } = self.bounds(goal);
        let is_known = distance <= lower_bound && distance <= self.max_cost;
        if is_known { distance } else { f64::INFINITY }
    }

    /// Returns the length of the best known path to a goal, and a proved lower bound on it.
    pub(crate) fn bounds(&self, goal: usize) -> BoundedDistance {
        match self.states[goal] {
            GoalState::Apart => bounds_apart(&self.answers, goal),
            state => state.bounds(self.lengths[goal], self.proved, self.start.offset),
        }
    }

    /// Writes the shortest path to a goal into `path`, which is empty.
    pub(crate) fn path_to_into(&self, goal: usize, path: &mut Path) -> Result<(), PathError> {
        match self.states[goal] {
            GoalState::Lost(error) => Err(error),
            GoalState::Near { placing, cell } => {
                straight(&self.ends(goal, placing, cell), Some(cell), path);
                path.name_floors(&self.finder.mesh, None);
                self.check(goal)
            }
            GoalState::Apart => self.write_apart(goal, path),
            GoalState::Flooded { solution: Some(solution), placing } => {
                self.write_way(goal, solution, placing, path);
                self.check(goal)
            }
            GoalState::Flooded { solution: None, .. } if self.proved < f64::INFINITY => {
                Err(self.exhausted(self.proved))
            }
            GoalState::Flooded { solution: None, .. } => {
                let start = self.start.place(&self.finder.mesh);
                Err(self.finder.mesh.unreachable_error(start, self.points[goal]))
            }
        }
    }

    fn write_way(
        &self,
        goal: usize,
        reached: Reached,
        Placing { offset: goal_offset, status }: Placing,
        path: &mut Path,
    ) {
        let mesh = &self.finder.mesh;
        let portals = self.finder.index.portals(mesh);
        let (connections, exits) = (&*self.finder.connections, &self.exits[..]);
        let trail =
            Trail { mesh, portals, roots: &self.roots, steps: &self.steps, connections, exits };
        path.push_waypoint(self.points[goal]);
        trail.push_path(reached, path);
        path.reverse();
        let is_proved = reached.solution.length <= self.proved;
        path.finish(PathSummary {
            lower_bound: (!is_proved).then_some(self.proved),
            start_layer: self.start.layer,
            start_offset: self.start.offset,
            goal_offset,
            status,
            stats: self.stats,
            ..PathSummary::default()
        });
        path.name_floors(mesh, None);
    }

    /// The error for a path of the search that is not proved, or too long.
    fn check(&self, goal: usize) -> Result<(), PathError> {
        let is_known = self.distance(goal) < f64::INFINITY;
        if is_known { Ok(()) } else { Err(self.exhausted(self.bounds(goal).lower_bound)) }
    }

    fn write_apart(&self, goal: usize, path: &mut Path) -> Result<(), PathError> {
        match answer_apart(&self.answers, goal) {
            Some(Ok(known)) => {
                path.clone_from(known);
                Ok(())
            }
            Some(Err(error)) => Err(*error),
            None => Err(self.exhausted(0.0)),
        }
    }

    fn exhausted(&self, lower_bound: f64) -> PathError {
        PathError::BudgetExhausted { lower_bound, expanded: self.stats.expanded }
    }

    fn ends(&self, goal: usize, placing: Placing, cell: CellId) -> Endpoints {
        let mut ends = Endpoints::default();
        ends.start.clone_from(&self.start);
        (ends.goal.point, ends.goal.offset) = (self.points[goal], placing.offset);
        ends.goal.incidences = vec![Incidence { cell, feature: Feature::Inside }];
        ends.status = placing.status;
        ends
    }

    /// Keeps only the roots and steps that lead to a goal, and renumbers them.
    fn keep_ways(&mut self, workspace: &Workspace) {
        let mut kept = Compaction::of(workspace);
        for state in &mut self.states {
            let GoalState::Flooded { solution: Some(reached), .. } = state else { continue };
            reached.solution = kept.keep(reached.solution);
        }
        (self.roots, self.steps, self.exits) = kept.into_parts();
    }
}
