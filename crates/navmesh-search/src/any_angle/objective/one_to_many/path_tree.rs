//! The shortest paths from one start to many goals, each written on request.
//!
//! The search leaves a tree: each path is a chain of roots and steps back to the start, and paths
//! share common parts. A `PathTree` keeps only the parts that lead to goals.

mod compaction;

use navmesh_core::{
    CellId, DVec2, Endpoint, Endpoints, Feature, Incidence, ManyQuery, Path, PathError,
    PathSummary, Place, Scratch, SearchStats,
};

use super::outcome::{Answer, answer_apart, bounds_apart};
use super::{GoalState, Many, Placing};
use crate::BoundedDistance;
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::off_mesh::connection_state::{ConnectionExit, Reached};
use crate::any_angle::search::node::{Root, Step};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::reconstruct::{Trail, straight};
use compaction::Compaction;

/// The shortest paths from a start to many goals.
///
/// Returned by [`AnyAngle::paths`]. A tree shares the mesh, borrows nothing and never changes.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_core::{ManyQuery, Place, Scratch};
/// # use navmesh_search::AnyAngle;
/// # let room = navmesh_testkit::worlds::meshes::room();
/// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
/// let goals = [[3.0, 1.0], [9.0, 9.0]].map(Place::from);
/// let tree = finder.paths(&ManyQuery::new([1.0, 1.0], &goals), &mut Scratch::new())?;
/// assert_eq!(tree.distances().collect::<Vec<_>>(), [2.0, f64::INFINITY]);
/// assert_eq!(tree.path_to(0)?.waypoints().len(), 2);
/// assert_eq!(tree.path_to(1).unwrap_err().kind(), "goal-outside");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Memory: about 100 bytes a goal, 40 a turn and 12 a cell of the paths to the goals. Parts that
/// paths share are stored once.
#[doc(alias("shortestPathTree", "oneToMany"))]
#[derive(Debug, Clone)]
pub struct PathTree {
    finder: AnyAngle,
    start: Endpoint,
    points: Vec<DVec2>,
    lengths: Vec<f64>,
    states: Vec<GoalState>,
    /// The answers of the goals that needed separate queries, ascending.
    pub(super) answers: Vec<Answer>,
    roots: Vec<Root>,
    steps: Vec<Step>,
    /// The exits of links on the paths, by ascending root.
    exits: Vec<ConnectionExit>,
    /// Longer paths are not proved to be shortest.
    proved: f64,
    max_cost: f64,
    stats: SearchStats,
}

impl AnyAngle {
    /// Returns the shortest paths from `start` to all goals, found in one search. Each path is
    /// written on request ([`PathTree::path_to`]).
    ///
    /// Complexity: that of [`distances`](AnyAngle::distances).
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside` or `OnClosedCell` for the start; `Unsupported` if cells have
    /// costs.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ManyQuery, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [[3.0, 1.0], [9.0, 9.0]].map(Place::from);
    /// let tree = finder.paths(&ManyQuery::new([1.0, 1.0], &goals), &mut Scratch::new())?;
    /// assert_eq!(tree.distances().collect::<Vec<_>>(), [2.0, f64::INFINITY]);
    /// assert_eq!(tree.path_to(0)?.waypoints().len(), 2);
    /// assert_eq!(tree.path_to(1).unwrap_err().kind(), "goal-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("oneToMany", "shortestPathTree"))]
    pub fn paths(
        &self,
        query: &ManyQuery<&[Place]>,
        scratch: &mut Scratch,
    ) -> Result<PathTree, PathError> {
        // The search borrows the scratch too, so the goals are taken out of it and put back
        // afterwards.
        let mut many: Many = std::mem::take(scratch.workspace());
        let workspace: &mut Workspace = scratch.workspace();
        let count = query.goals().len();
        let grown = self.prepare(query, count, workspace, &mut many).map(|()| {
            let mut pause = Pause::default();
            self.flood_on(&mut pause, u64::MAX, workspace, &mut many);
            (self.grow(&pause, workspace, &many), pause)
        });
        let tree = grown.map(|(mut tree, pause)| {
            tree.answers = self.ask_apart(&many, &pause, scratch);
            tree
        });
        *scratch.workspace() = many;
        tree
    }

    /// Builds the tree from a finished or stopped search.
    pub(super) fn grow(&self, pause: &Pause, workspace: &Workspace, many: &Many) -> PathTree {
        let mut tree = PathTree {
            finder: self.clone(),
            start: many.start.clone(),
            points: many.points.clone(),
            lengths: many.lengths.clone(),
            states: many.states.clone(),
            answers: Vec::new(),
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
}

impl PathTree {
    /// Returns the number of requested goals, including those without a path.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// True if no goal was requested.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Returns the length of the shortest path to each goal in map units, in the order of the
    /// goals. Links count by their cost. The length is infinite for a goal without a path within the
    /// highest cost, and for a path that a stopped search has not proved to be shortest.
    pub fn distances(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        self.bounds().map(|BoundedDistance { distance, lower_bound }| {
            let is_known = distance <= lower_bound && distance <= self.max_cost;
            if is_known { distance } else { f64::INFINITY }
        })
    }

    /// Returns the length of the best known path to each goal, and a proved lower bound on it. They differ if a limit
    /// stopped the search.
    pub fn bounds(&self) -> impl ExactSizeIterator<Item = BoundedDistance> + '_ {
        (0..self.len()).map(|goal| match self.states[goal] {
            GoalState::Apart => bounds_apart(&self.answers, goal),
            state => state.bounds(self.lengths[goal], self.proved),
        })
    }

    /// Writes the shortest path to a goal, given by its index among the requested ones, into
    /// `path`, which is cleared first.
    ///
    /// Complexity: linear in the path.
    ///
    /// # Errors
    ///
    /// Those of a query for the goal alone. `BudgetExhausted` if the search was stopped before it
    /// proved the path to be shortest; `path` then holds the best path found, or is empty.
    /// `Unsupported` for an index out of range.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ManyQuery, Path, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [[3.0, 1.0], [1.0, 3.0]].map(Place::from);
    /// let tree = finder.paths(&ManyQuery::new([1.0, 1.0], &goals), &mut Scratch::new())?;
    /// let mut path = Path::default();
    /// for goal in 0..tree.len() {
    ///     tree.path_to_into(goal, &mut path)?;
    ///     assert_eq!(path.length(), 2.0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_to_into(&self, goal: usize, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        let unknown = PathError::Unsupported { what: "a goal that was not asked for" };
        match *self.states.get(goal).ok_or(unknown)? {
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

    /// Returns the shortest path to a goal.
    ///
    /// Complexity: that of [`PathTree::path_to_into`].
    ///
    /// # Errors
    ///
    /// Those of a query for the goal alone. `BudgetExhausted` if the search was stopped before it
    /// proved the path to be shortest. `Unsupported` for an index out of range.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ManyQuery, Place, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [Place::new([3.0, 1.0])];
    /// let tree = finder.paths(&ManyQuery::new([1.0, 1.0], &goals), &mut Scratch::new())?;
    /// assert_eq!(tree.path_to(0)?.waypoints(), [[1.0, 1.0].into(), [3.0, 1.0].into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_to(&self, goal: usize) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_to_into(goal, &mut path)?;
        Ok(path)
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
        let bounds = self.states[goal].bounds(self.lengths[goal], self.proved);
        let is_known = bounds.distance <= bounds.lower_bound && bounds.distance <= self.max_cost;
        if is_known { Ok(()) } else { Err(self.exhausted(bounds.lower_bound)) }
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
