//! One start, many goals: all distances in one search, or the nearest few goals.
//!
//! The search differs from that of one goal in three ways. It stays in the blocks between the start
//! and *any* goal. Its lower bound is the distance to the interval, so it expands nodes by their
//! distance from the start. It continues through cells that contain a goal. The distance of a goal
//! is final when no bound is below the best path to it. All distances are final when no bound is
//! below the longest of them, and the nearest few when none is below the last of them. Links are
//! handled as in the search for one goal.

mod kth_bound;
mod every_goal;
mod incremental;
mod path_tree;

use navmesh_core::{
    CellId, DVec2, Endpoint, Endpoints, NavMesh, Path, PathError, PathQuery, Place, Scratch,
};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::cell_set::CellSet;
use crate::any_angle::index::predicates::{
    Lattice, LatticePredicate, RobustPredicate, SidePredicate,
};
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::Search;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::reconstruct::shared_cell;
use kth_bound::KthBound;

/// One of many goals, and its distance.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearGoal {
    /// Its index among the requested goals.
    pub goal: usize,
    /// The length of the shortest path to it in map units; the cost of a path where cells have costs.
    pub distance: f64,
    /// No path to it is shorter or cheaper, but for rounding. Less than `distance` only where cells have costs.
    pub lower_bound: f64,
}

pub use incremental::{PathTreeSession, PathTreeTask};
pub use path_tree::PathTree;

/// The goals of a search, kept in the caller's scratch.
#[derive(Debug, Default)]
pub(crate) struct Many {
    /// The position of each goal, and the length of the best path to it so far.
    points: Vec<DVec2>,
    lengths: Vec<f64>,
    states: Vec<GoalState>,
    /// The cells of the goals that the search looks for, each with the goal's index; sorted.
    standing: Vec<(u32, u32)>,
    cells: CellSet,
    /// The number of goals that the search looks for or that the start sees in its own cells.
    joined: usize,
    /// The best known upper bound on the distance of the last wanted goal.
    kth_bound: KthBound,
    start: Endpoint,
    rounding: Rounding,
    /// True if plain arithmetic is exact.
    on_lattice: bool,
    path: Path,
}

/// The kind of path to a goal.
#[derive(Debug, Clone, Copy)]
enum GoalState {
    /// A path of the search; `offset` is the distance by which the goal was moved onto the mesh.
    Flooded { solution: Option<Reached>, offset: f64 },
    /// A straight segment in a cell of the start; no link makes a shorter path.
    Near { offset: f64, cell: CellId },
    /// The path of a separate query, since the start must be moved to another place.
    Apart,
    /// No path, with the reason.
    Lost(PathError),
}

impl AnyAngle {
    /// Writes the length of the shortest path to each goal, in the order of the goals, into
    /// `distances`, which is cleared first. One search finds all of them. Links count by their
    /// cost. The distance is infinite for a goal that is invalid, off the mesh or unreachable.
    ///
    /// Each distance equals the length of the path of a separate query, up to the rounding of the
    /// sum.
    ///
    /// Complexity: one search that floods all blocks between the start and any goal.
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
    /// let goals = [[3.0, 1.0], [1.0, 3.0], [9.0, 9.0]].map(DVec2::from);
    /// let (mut scratch, mut distances) = (Scratch::new(), Vec::new());
    /// finder.distances_from([1.0, 1.0], &goals, &mut scratch, &mut distances)?;
    /// assert_eq!(distances, [2.0, 2.0, f64::INFINITY]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("oneToMany", "distanceMatrix"))]
    pub fn distances_from(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
        scratch: &mut Scratch,
        distances: &mut Vec<f64>,
    ) -> Result<(), PathError> {
        distances.clear();
        self.with_many(start.into(), goals, goals.len(), scratch, |many| {
            distances.extend_from_slice(&many.lengths);
        })
    }

    /// Writes the `count` goals nearest to the start by path length into `nearest`, which is
    /// cleared first. The nearest goal comes first, and equal distances are ordered by goal index.
    /// There are fewer than `count` if fewer are reachable.
    ///
    /// Complexity: one search that floods up to the distance of the last of them.
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
    /// let goals = [[3.0, 1.0], [1.0, 2.0]].map(DVec2::from);
    /// let (mut scratch, mut nearest) = (Scratch::new(), Vec::new());
    /// finder.nearest_of([1.0, 1.0], &goals, 1, &mut scratch, &mut nearest)?;
    /// assert_eq!((nearest[0].goal, nearest[0].distance), (1, 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("kNearest", "closestTarget"))]
    pub fn nearest_of(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
        count: usize,
        scratch: &mut Scratch,
        nearest: &mut Vec<NearGoal>,
    ) -> Result<(), PathError> {
        nearest.clear();
        self.with_many(start.into(), goals, count, scratch, |many| {
            let lengths = many.lengths.iter().enumerate();
            let near = |(goal, &distance)| NearGoal { goal, distance, lower_bound: distance };
            nearest.extend(lengths.map(near).filter(|near| near.distance < f64::INFINITY));
            let order = |a: &NearGoal, b: &NearGoal| {
                a.distance.total_cmp(&b.distance).then(a.goal.cmp(&b.goal))
            };
            nearest.sort_unstable_by(order);
            nearest.truncate(count);
        })
    }

    /// Finds the distances of at least the `count` nearest goals and passes them to `read`.
    fn with_many(
        &self,
        start: Place,
        goals: &[impl Into<Place> + Copy],
        count: usize,
        scratch: &mut Scratch,
        read: impl FnOnce(&Many),
    ) -> Result<(), PathError> {
        // The search borrows the scratch too, so the goals are taken out of it and put back
        // afterwards.
        let mut many: Many = std::mem::take(scratch.workspace());
        let workspace: &mut Workspace = scratch.workspace();
        let result = self.prepare(start, goals, count, workspace, &mut many);
        if result.is_ok() {
            self.flood_on(&mut Pause::default(), u64::MAX, workspace, &mut many);
            many.drop_unsettled();
            for (number, &goal) in goals.iter().enumerate() {
                if let GoalState::Apart = many.states[number]
                    && self
                        .find_path_into(&PathQuery::new(start, goal), scratch, &mut many.path)
                        .is_ok()
                {
                    many.lengths[number] = many.path.cost();
                }
            }
            read(&many);
        }
        *scratch.workspace() = many;
        result
    }

    /// Places start and goals, and expands no node.
    fn prepare(
        &self,
        start: Place,
        goals: &[impl Into<Place> + Copy],
        count: usize,
        workspace: &mut Workspace,
        many: &mut Many,
    ) -> Result<(), PathError> {
        if !self.mesh.is_uniform() {
            return Err(PathError::Unsupported {
                what: "distances to many where cells have costs; ask a query for each, or a filter under which all costs are 1",
            });
        }
        workspace.endpoints.place(&self.mesh, &PathQuery::new(start, start))?;
        many.begin(&self.mesh, &workspace.endpoints);
        workspace.block_route.begin(&self.mesh, &self.index.blocks);
        for &goal in goals {
            let placed = workspace.endpoints.place(&self.mesh, &PathQuery::new(start, goal));
            let placed = placed.map(|()| (&workspace.endpoints, self.walks_straight(workspace)));
            if many.add(placed) {
                workspace.block_route.add_ends(&self.mesh, &workspace.endpoints);
            }
        }
        workspace.block_route.mark_between_ends(&self.index.blocks);
        many.close(count);
        workspace.endpoints.start.clone_from(&many.start);
        many.rounding = Rounding::of(&self.mesh, &workspace.endpoints);
        let on_lattice = |lattice: Lattice| many.ends().all(|end| lattice.holds(end));
        many.on_lattice = self.common_lattice().is_some_and(on_lattice);
        workspace.clear(&self.mesh);
        workspace.block_route.add_shortcut_blocks(&self.mesh, &self.index, &many.start);
        workspace.look_for_entries(&self.mesh, &self.connections);
        Ok(())
    }

    /// Expands up to `nodes` more nodes.
    fn flood_on(&self, pause: &mut Pause, nodes: u64, workspace: &mut Workspace, many: &mut Many) {
        if many.on_lattice {
            self.flood_by::<LatticePredicate>(pause, nodes, workspace, many);
        } else {
            self.flood_by::<RobustPredicate>(pause, nodes, workspace, many);
        }
    }

    fn flood_by<S: SidePredicate>(
        &self,
        pause: &mut Pause,
        nodes: u64,
        workspace: &mut Workspace,
        many: &mut Many,
    ) {
        let mut search = Search::<S, _>::new(self.indexed(), workspace, many, nodes);
        search.go_on(pause, Search::leave_start);
    }
}

impl Many {
    /// Clears the goals and takes the start from `endpoints`.
    fn begin(&mut self, mesh: &NavMesh, endpoints: &Endpoints) {
        self.points.clear();
        self.lengths.clear();
        self.states.clear();
        self.standing.clear();
        self.cells.begin(mesh.slot_count());
        self.joined = 0;
        self.start.clone_from(&endpoints.start);
    }

    /// Adds a goal, or the error of its placement; true if the search has to look for it.
    ///
    /// `placed` holds both endpoints, and whether the straight segment is shortest if they share a
    /// cell.
    fn add(&mut self, placed: Result<(&Endpoints, bool), PathError>) -> bool {
        let number = self.points.len() as u32;
        let (start, never) = (self.start.point, f64::INFINITY);
        let (both, walks_straight) = match placed {
            Ok(placed) => placed,
            Err(error) => return self.push(start, never, GoalState::Lost(error)),
        };
        let Endpoints { start: moved, goal, .. } = both;
        if (moved.point, moved.layer) != (start, self.start.layer) {
            return self.push(start, never, GoalState::Apart);
        }
        let offset = goal.offset;
        self.joined += 1;
        if let Some(cell) = shared_cell(both).filter(|_| walks_straight) {
            return self.push(
                goal.point,
                start.distance(goal.point),
                GoalState::Near { offset, cell },
            );
        }
        for incidence in &goal.incidences {
            self.standing.push((incidence.cell.slot, number));
            self.cells.insert(incidence.cell.slot);
        }
        self.push(goal.point, f64::INFINITY, GoalState::Flooded { solution: None, offset })
    }

    /// Appends a goal; true if the search has to look for it.
    fn push(&mut self, point: DVec2, length: f64, state: GoalState) -> bool {
        self.points.push(point);
        self.lengths.push(length);
        self.states.push(state);
        matches!(state, GoalState::Flooded { .. })
    }

    /// Ends the list of goals, of which the nearest `count` are wanted.
    fn close(&mut self, count: usize) {
        self.standing.sort_unstable();
        self.kth_bound.begin(&self.lengths, count.min(self.joined));
    }

    /// Returns every point, besides the vertices of the mesh, that may occur in a side test.
    fn ends(&self) -> impl Iterator<Item = DVec2> + '_ {
        std::iter::once(self.start.point).chain(self.points.iter().copied())
    }

    fn note(&mut self, goal: u32, reached: Reached) {
        let (known, length) = (&mut self.lengths[goal as usize], reached.solution.length);
        if length >= *known {
            return;
        }
        *known = length;
        self.kth_bound.note(goal, length);
        if let GoalState::Flooded { solution, .. } = &mut self.states[goal as usize] {
            *solution = Some(reached);
        }
    }

    /// Returns the range of `standing` with the goals in a cell.
    fn standing_in(&self, cell: u32) -> std::ops::Range<usize> {
        let first = self.standing.partition_point(|&(slot, _)| slot < cell);
        let count = self.standing[first..].iter().take_while(|(slot, _)| *slot == cell).count();
        first..first + count
    }

    /// Discards paths longer than the distance of the last wanted goal: they may not be shortest.
    fn drop_unsettled(&mut self) {
        let kth_bound = self.kth_bound.distance();
        for length in self.lengths.iter_mut().filter(|length| **length > kth_bound) {
            *length = f64::INFINITY;
        }
    }
}
