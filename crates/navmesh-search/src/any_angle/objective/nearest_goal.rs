//! One start, goals of which any will do: points, segments, or an area.
//!
//! The shortest path to a segment ends at an end of a piece of it that lies on the ground, or at the foot of
//! the perpendicular from its last root. So the search knows of *places*, each a point of the ground: at
//! first the ends of all pieces, cell by cell, and then the feet, as the roots turn up that they belong to.
//! A place is reached as any goal is, by exact side tests: from every interval by which its cell is entered,
//! before it was found or after. A foot that rounding has put beside a ray is seen by whoever is on the
//! other side of that ray, and so is never lost.
//!
//! The search stays in the blocks on the way to any cell that a piece lies in; the bound is the way to the
//! middle of all pieces less how far they reach from there, and no less than the way to the interval; over links
//! it is as for one goal. An
//! area is the segments of its ring, unless the start is in it.

mod any_goal;
mod pieces;

use std::sync::Arc;

use navmesh_core::incremental::{PathTask, Session};
use navmesh_core::{
    Endpoint, Endpoints, Feature, Goals, Incidence, NavMesh, Path, PathError, PathQuery, Place,
    Progress, QuerySide, Scratch, Stage, Stop,
};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::predicates::{
    Lattice, LatticePredicate, RobustPredicate, SidePredicate,
};
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::Search;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::reconstruct::{Searched, shared_cell, straight};
use crate::any_angle::session::task::{AnyAngleTask, SlicedSearch};
use any_goal::AnyGoal;
use pieces::{Piece, Pieces};

/// The state of a search for the nearest of several goals between two slices, apart from its workspace.
#[derive(Debug)]
pub struct NearestGoalTask {
    /// `None` where the start is in the area.
    objective: Option<AnyGoal>,
    on_lattice: bool,
    pause: Pause,
}

/// A search for the nearest of several goals that the caller advances in slices; made by [`AnyAngle::begin_to_any`].
pub type NearestGoalSession = Session<AnyAngleTask<NearestGoalTask>>;

impl AnyAngle {
    /// The shortest path from `start` to any of `goals`, links counted by their cost, written into `path`, which is emptied first; returns
    /// which point, segment or side it ends at (0 where the start is in the polygon).
    ///
    /// Points off the ground by no more than the default snap are moved onto it; segments and rings count
    /// where they cross the ground. Where nothing of them is in reach, the start may move by as much to where something is. A place that has to be computed is rounded to one on the ground.
    ///
    /// Complexity: as one search in the blocks on the way to any of the goals, times what it finds on each
    /// interval's cell. Of equally near goals it names one, the same on every run.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for points that are no usable numbers; `StartOutside`; `GoalOutside` or `OnClosedCell` where
    /// nothing of the goals is on the ground, with their first point; `ClosedOff`, `Unreachable`; `Unsupported` where cells have costs, and without
    /// a goal.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{Goals, NavMesh, Path, RawMesh, Scratch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default());
    /// let door = [[[4.0, 0.0].into(), [4.0, 2.0].into()]];
    /// let goal = finder.find_path_to_any([1.0, 1.0], &Goals::Segments(&door), &mut scratch, &mut path)?;
    /// assert_eq!((goal, path.length()), (0, 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<usize, PathError> {
        path.clear();
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = NearestGoalTask::new(self, workspace, start.into(), goals)?;
        task.advance(self, workspace, u64::MAX);
        task.answer(self, workspace, path)?;
        Ok(task.goal().unwrap_or(0))
    }

    /// Begins the search of [`find_path_to_any`](AnyAngle::find_path_to_any), to be sliced or called off; it
    /// shares the mesh, and has its own memory.
    ///
    /// Complexity: as placing start and goals; its memory, linear in the mesh, is allocated here.
    ///
    /// # Errors
    ///
    /// Those of [`find_path_to_any`](AnyAngle::find_path_to_any) that need no search.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{Goals, NavMesh, RawMesh, IncrementalSearch};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let doors = [[[4.0, 0.0].into(), [4.0, 3.0].into()], [[0.0, 3.0].into(), [1.0, 3.0].into()]];
    /// let mut search = finder.begin_to_any([3.0, 1.0], &Goals::Segments(&doors))?;
    /// assert_eq!(search.finish()?.length(), 1.0);
    /// assert_eq!(search.goal(), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_to_any(
        &self,
        start: impl Into<Place>,
        goals: &Goals<'_>,
    ) -> Result<NearestGoalSession, PathError> {
        let mut workspace = Box::<Workspace>::default();
        let mut kind = NearestGoalTask::new(self, &mut workspace, start.into(), goals)?;
        // What is in the start's own cells is found before anything is expanded.
        kind.advance(self, &mut workspace, 0);
        Ok(Session::new(AnyAngleTask { finder: self.clone(), workspace, kind }))
    }
}

impl NearestGoalTask {
    /// Places start and goals, and expands no node.
    fn new(
        finder: &AnyAngle,
        workspace: &mut Workspace,
        start: Place,
        goals: &Goals<'_>,
    ) -> Result<Self, PathError> {
        let mesh = &finder.mesh;
        if !mesh.is_uniform() {
            return Err(PathError::Unsupported {
                what: "a path to any of several goals where cells have costs; ask a query for each, or a filter under which all costs are 1",
            });
        }
        let first = goals.checked()?;
        workspace.endpoints.place(mesh, &PathQuery::new(start, start))?;
        let asked = start;
        let is_on_floor = |at: &Incidence| first.may_be_on(mesh.layer(at.cell.slot));
        let start = &workspace.endpoints.start;
        if goals.hold(start.point) && start.incidences.iter().any(is_on_floor) {
            return Ok(Self { objective: None, on_lattice: false, pause: Pause::default() });
        }
        let stood = start.place(mesh);
        let pieces = Pieces::in_reach_of(mesh, goals, asked, &mut workspace.endpoints);
        match pieces.on_ground {
            true if pieces.all.is_empty() => Err(match reached_if_open(mesh, asked, goals) {
                Some(goal) => PathError::ClosedOff { start: stood, goal },
                None => PathError::Unreachable { start: stood, goal: first },
            }),
            true => Ok(Self::among(finder, workspace, pieces.all.into())),
            false => Err(mesh.outside_error(first, QuerySide::Goal)),
        }
    }

    /// Marks the blocks on the way to any piece.
    fn among(finder: &AnyAngle, workspace: &mut Workspace, pieces: Arc<[Piece]>) -> Self {
        let (mesh, blocks) = (&finder.mesh, &finder.index.blocks);
        workspace.clear(mesh);
        workspace.block_route.begin(mesh, blocks);
        let cells = pieces.chunk_by(|a, b| a.cell == b.cell).map(|same| same[0].cell);
        for cell in cells {
            let incidence = Incidence { cell: mesh.cell_id(cell), feature: Feature::Inside };
            workspace.endpoints.goal =
                Endpoint { incidences: vec![incidence], ..Endpoint::default() };
            workspace.block_route.add_ends(mesh, &workspace.endpoints);
        }
        workspace.block_route.mark_between_ends(blocks);
        let start = workspace.endpoints.start.point;
        let holds = |lattice: Lattice| {
            let is_point = |piece: &Piece| piece.ends[0] == piece.ends[1];
            let exact = |piece: &Piece| is_point(piece) && lattice.holds(piece.ends[0]);
            lattice.holds(start) && pieces.iter().all(exact)
        };
        let on_lattice = finder.common_lattice().is_some_and(holds);
        workspace.block_route.add_shortcut_blocks(mesh, &finder.index, &workspace.endpoints.start);
        workspace.look_for_entries(mesh, &finder.leaps);
        let at =
            |piece: &Piece| Incidence { cell: mesh.cell_id(piece.cell), feature: Feature::Inside };
        workspace.endpoints.goal.incidences = pieces.iter().map(at).collect();
        let rounding = Rounding::of(mesh, &workspace.endpoints);
        let objective = AnyGoal::new(mesh, finder.leaps.shortcuts, pieces, rounding);
        Self { objective: Some(objective), on_lattice, pause: Pause::default() }
    }

    fn search<S: SidePredicate>(
        &mut self,
        finder: &AnyAngle,
        workspace: &mut Workspace,
        nodes: u64,
    ) {
        if self.stage() == Stage::Done {
            return;
        }
        let Some(objective) = &mut self.objective else { return };
        let mut search = Search::<S, _>::new(finder.indexed(), workspace, &mut *objective, nodes);
        search.go_on(&mut self.pause, Search::leave_start);
        objective.stand_on_best(&mut workspace.endpoints.goal);
    }

    fn goal(&self) -> Option<usize> {
        match &self.objective {
            None => Some(0),
            Some(objective) => objective.best.map(|best| best.place.goal),
        }
    }

    fn answer(
        &self,
        finder: &AnyAngle,
        workspace: &Workspace,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let Some(objective) = &self.objective else {
            straight(&workspace.endpoints, shared_cell(&workspace.endpoints), path);
            return Ok(());
        };
        let progress = self.progress(finder, workspace);
        let under_way = self.stage() == Stage::InProgress;
        let bound = under_way.then_some(progress.lower_bound);
        match objective.best {
            Some(best) => self.searched(finder, workspace).read_path(best.reached, bound, path),
            None if under_way => {
                let distance = |point| objective.distance_to(point);
                let searched = self.searched(finder, workspace);
                searched.read_partial(self.pause.pending, distance, distance, path);
            }
            None => {
                let (start, goal) =
                    (workspace.endpoints.start.place(&finder.mesh), &objective.pieces[0]);
                return Err(finder.mesh.unreachable_error(start, goal.ends[0]));
            }
        }
        match under_way {
            true => Err(Stop::Spent.error(progress.lower_bound, progress.expanded)),
            false => Ok(()),
        }
    }

    /// The search as it has ended or stopped; the goal in the room stands where the best way ends.
    fn searched<'a>(&self, finder: &'a AnyAngle, workspace: &'a Workspace) -> Searched<'a> {
        Searched { map: finder.indexed(), workspace, stats: self.pause.stats }
    }
}

/// Some place of the first goal that could be reached if nothing were closed.
fn reached_if_open(mesh: &NavMesh, asked: Place, goals: &Goals<'_>) -> Option<Place> {
    let (open, mut endpoints) = (mesh.all_open()?, Endpoints::default());
    endpoints.place(open, &PathQuery::new(asked, asked)).ok()?;
    Pieces::in_reach_of(open, goals, asked, &mut endpoints).first()
}

impl SlicedSearch for NearestGoalTask {
    fn advance(&mut self, finder: &AnyAngle, workspace: &mut Workspace, nodes: u64) {
        if self.on_lattice {
            self.search::<LatticePredicate>(finder, workspace, nodes);
        } else {
            self.search::<RobustPredicate>(finder, workspace, nodes);
        }
    }

    fn stage(&self) -> Stage {
        if self.objective.is_none() { Stage::Done } else { self.pause.stage() }
    }

    fn progress(&self, _: &AnyAngle, workspace: &Workspace) -> Progress {
        let Some(objective) = &self.objective else {
            return Progress { expanded: 0, open: 0, lower_bound: 0.0, best: Some(0.0) };
        };
        let proved = self.pause.lower_bound(objective.rounding);
        let best = objective.best.map(|best| best.reached.solution.length);
        let known =
            objective.rounding.surely(objective.least_from(workspace.endpoints.start.point));
        let least = proved.min(best.unwrap_or(f64::INFINITY));
        self.pause.progress(least.max(known), best)
    }
}

impl AnyAngleTask<NearestGoalTask> {
    /// The point, segment or side at which the answer ends; `None` while none is found.
    #[must_use]
    pub fn goal(&self) -> Option<usize> {
        self.kind.goal()
    }
}

impl PathTask for AnyAngleTask<NearestGoalTask> {
    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        self.kind.answer(&self.finder, &self.workspace, path)
    }
}
