//! The shortest paths from one start to many goals, each written on request.
//!
//! The search leaves a tree: each path is a chain of roots and steps back to the start, and paths
//! share common parts. A `PathTree` keeps only the parts that lead to goals.

mod compaction;

use navmesh_core::{
    CellId, DVec2, Endpoint, Endpoints, Feature, Incidence, Path, PathError, PathQuery,
    PathSummary, Place, Scratch, SearchStats,
};

use super::{GoalState, Many};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::off_mesh::connection_state::{ConnectionExit, Reached};
use crate::any_angle::search::node::{Root, Step};
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::reconstruct::{Trail, straight};
use compaction::Compaction;

/// The shortest paths from a start to many goals.
///
/// Returned by [`AnyAngle::paths_from`]. A tree shares the mesh, borrows nothing and never changes.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_core::{DVec2, Scratch};
/// # use navmesh_search::AnyAngle;
/// # let room = navmesh_testkit::worlds::meshes::room();
/// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
/// let goals = [[3.0, 1.0], [9.0, 9.0]].map(DVec2::from);
/// let tree = finder.paths_from([1.0, 1.0], &goals, &mut Scratch::new())?;
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
    /// The paths of the goals that needed separate queries, with the goals' numbers, ascending.
    apart: Vec<(usize, Result<Path, PathError>)>,
    roots: Vec<Root>,
    steps: Vec<Step>,
    /// The exits of links on the paths, by ascending root.
    exits: Vec<ConnectionExit>,
    /// Longer paths are not proved to be shortest.
    proved: f64,
    stats: SearchStats,
}

impl AnyAngle {
    /// Returns the shortest paths from `start` to all goals, found in one search. Each path is
    /// written on request ([`PathTree::path_to`]).
    ///
    /// Complexity: that of [`distances_from`](AnyAngle::distances_from).
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside` or `OnClosedCell` for the start; `Unsupported` if cells have
    /// costs.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{DVec2, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [[3.0, 1.0], [9.0, 9.0]].map(DVec2::from);
    /// let tree = finder.paths_from([1.0, 1.0], &goals, &mut Scratch::new())?;
    /// assert_eq!(tree.distances().collect::<Vec<_>>(), [2.0, f64::INFINITY]);
    /// assert_eq!(tree.path_to(0)?.waypoints().len(), 2);
    /// assert_eq!(tree.path_to(1).unwrap_err().kind(), "goal-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("oneToMany", "shortestPathTree"))]
    pub fn paths_from(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
        scratch: &mut Scratch,
    ) -> Result<PathTree, PathError> {
        let start = start.into();
        // The search borrows the scratch too, so the goals are taken out of it and put back
        // afterwards.
        let mut many: Many = std::mem::take(scratch.workspace());
        let workspace: &mut Workspace = scratch.workspace();
        let tree = self.prepare(start, goals, goals.len(), workspace, &mut many).map(|()| {
            let mut pause = Pause::default();
            self.flood_on(&mut pause, u64::MAX, workspace, &mut many);
            self.grow(&pause, workspace, &many)
        });
        *scratch.workspace() = many;
        let mut tree = tree?;
        tree.ask_apart(start, goals, scratch);
        Ok(tree)
    }

    /// Builds the tree from a finished or stopped search.
    pub(super) fn grow(&self, pause: &Pause, workspace: &Workspace, many: &Many) -> PathTree {
        let mut tree = PathTree {
            finder: self.clone(),
            start: many.start.clone(),
            points: many.points.clone(),
            lengths: many.lengths.clone(),
            states: many.states.clone(),
            apart: Vec::new(),
            roots: Vec::new(),
            steps: Vec::new(),
            exits: Vec::new(),
            proved: pause.lower_bound(many.rounding),
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
    /// goals. Links count by their cost. The length is infinite for a goal without a path, and for
    /// a path that a stopped search has not proved to be shortest.
    pub fn distances(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        let distance = |(state, &length): (&GoalState, &f64)| match state {
            GoalState::Flooded { .. } if length > self.proved => f64::INFINITY,
            _ => length,
        };
        self.states.iter().zip(&self.lengths).map(distance)
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
    /// # use navmesh_core::{Path, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let tree = finder.paths_from([1.0, 1.0], &[[3.0, 1.0], [1.0, 3.0]], &mut Scratch::new())?;
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
            GoalState::Near { offset, cell } => {
                straight(&self.ends(goal, offset, cell), Some(cell), path);
                path.name_floors(&self.finder.mesh, None);
                Ok(())
            }
            GoalState::Apart => self.write_apart(goal, path),
            GoalState::Flooded { solution: Some(solution), offset } => {
                self.write_way(goal, solution, offset, path)
            }
            GoalState::Flooded { solution: None, .. } if self.proved < f64::INFINITY => {
                Err(self.exhausted())
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
    /// # use navmesh_core::Scratch;
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let tree = finder.paths_from([1.0, 1.0], &[[3.0, 1.0]], &mut Scratch::new())?;
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
        goal_offset: f64,
        path: &mut Path,
    ) -> Result<(), PathError> {
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
            stats: self.stats,
            ..PathSummary::default()
        });
        path.name_floors(mesh, None);
        if is_proved { Ok(()) } else { Err(self.exhausted()) }
    }

    fn write_apart(&self, goal: usize, path: &mut Path) -> Result<(), PathError> {
        let at = self.apart.binary_search_by_key(&goal, |(number, _)| *number);
        match at.map(|at| &self.apart[at].1) {
            Ok(Ok(known)) => {
                path.clone_from(known);
                Ok(())
            }
            Ok(Err(error)) => Err(*error),
            Err(_) => Err(self.exhausted()),
        }
    }

    fn exhausted(&self) -> PathError {
        let (lower_bound, expanded) = (self.proved, self.stats.expanded);
        PathError::BudgetExhausted { lower_bound, expanded }
    }

    fn ends(&self, goal: usize, offset: f64, cell: CellId) -> Endpoints {
        let mut ends = Endpoints::default();
        ends.start.clone_from(&self.start);
        (ends.goal.point, ends.goal.offset) = (self.points[goal], offset);
        ends.goal.incidences = vec![Incidence { cell, feature: Feature::Inside }];
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

    /// Runs the separate queries of the goals for which the start must be moved.
    pub(super) fn ask_apart(
        &mut self,
        start: Place,
        goals: &[impl Into<Place> + Copy],
        scratch: &mut Scratch,
    ) {
        for (goal, &to) in goals.iter().enumerate() {
            if let GoalState::Apart = self.states[goal] {
                let (query, mut path) = (PathQuery::new(start, to), Path::default());
                let found = self.finder.find_path_into(&query, scratch, &mut path);
                self.lengths[goal] = found.map_or(f64::INFINITY, |()| path.cost());
                self.apart.push((goal, found.map(|()| path)));
            }
        }
    }
}
