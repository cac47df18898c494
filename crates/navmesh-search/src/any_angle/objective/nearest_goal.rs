//! The shortest path to the nearest of several goals: points, segments, or the border of an area.
//!
//! A shortest path to a segment ends at an end of one of its pieces on the mesh, or at a *foot*:
//! the foot of the perpendicular from its last root. The search therefore keeps a list of candidate
//! points for each cell. The list begins with the ends of all pieces; the search adds a foot when
//! it finds the root of that foot. Exact side tests decide whether a candidate is visible through
//! an interval by which its cell is entered. Each candidate meets every such interval, whichever of
//! the two is found first. Rounding may move a foot across a ray; the interval on the other side of
//! the ray then sees it.
//!
//! The search stays in the blocks between the start and any cell with a piece. The lower bound is
//! the distance to the center of all pieces less their radius, and at least the distance to the
//! interval. With links the bound is that of a search for one goal. An area is searched as the
//! segments of its ring, unless it contains the start.

mod any_goal;

use navmesh_core::backend::WritePath;
use std::sync::Arc;

use navmesh_core::backend::Endpoint;
use navmesh_core::{Feature, Goals, Incidence, ManyQuery, Path, PathError, Progress, Stage, Stop};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::predicates::{
    Lattice, LatticePredicate, RobustPredicate, SidePredicate,
};
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Any, Search};
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::reconstruct::{Searched, shared_cell, straight};
use crate::goal_pieces::{self, Piece};
use any_goal::AnyGoal;

/// The state of a search for the nearest of several goals between two slices, apart from its
/// workspace.
#[derive(Debug)]
pub struct NearestRun {
    /// `None` if the start is in the area.
    objective: Option<AnyGoal>,
    on_lattice: bool,
    max_expanded: u64,
    pause: Pause,
}

impl NearestRun {
    /// Places start and goals. Goals in the start's own cells are found before the first expansion.
    pub(crate) fn new(
        finder: &AnyAngle,
        workspace: &mut Workspace,
        query: &ManyQuery<Goals<'_>>,
    ) -> Result<Self, PathError> {
        let mesh = &finder.mesh;
        let placed = goal_pieces::place(mesh, query, &mut workspace.endpoints)?;
        let limits = query.to_start();
        let mut run = match placed {
            None => Self {
                objective: None,
                on_lattice: false,
                max_expanded: 0,
                pause: Pause::default(),
            },
            Some(pieces) => Self::among(finder, workspace, pieces.into()),
        };
        run.max_expanded = limits.max_expanded.unwrap_or(u64::MAX);
        if let Some(objective) = &mut run.objective {
            objective.max_cost = limits.max_cost.unwrap_or(f64::INFINITY);
        }
        run.advance(finder, workspace, 0);
        Ok(run)
    }

    /// Marks the blocks between the start and any piece.
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
        workspace.look_for_entries(mesh, &finder.connections);
        let at =
            |piece: &Piece| Incidence { cell: mesh.cell_id(piece.cell), feature: Feature::Inside };
        workspace.endpoints.goal.incidences = pieces.iter().map(at).collect();
        let rounding = Rounding::of(mesh, &workspace.endpoints);
        let objective = AnyGoal::new(mesh, finder.connections.shortcuts, pieces, rounding);
        Self { objective: Some(objective), on_lattice, max_expanded: 0, pause: Pause::default() }
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
        let nodes = nodes.min(self.max_expanded - self.pause.stats.expanded);
        let Some(objective) = &mut self.objective else { return };
        let mut any = Any::of(&mut *objective);
        let mut search = Search::<S, _>::new(finder.indexed(), workspace, &mut any, nodes);
        search.resume(&mut self.pause, Search::open_start_cells);
        objective.stand_on_best(&mut workspace.endpoints.goal);
    }

    /// Returns the number of the goal at which the answer ends; `None` inside the polygon, and until a path is found.
    pub(crate) fn goal(&self) -> Option<usize> {
        self.objective.as_ref()?.best.map(|best| best.place.goal)
    }

    /// No path that is not found is shorter. Infinite where the search is complete.
    fn proved(&self, objective: &AnyGoal) -> f64 {
        match self.pause.stage() {
            Stage::Done if objective.best_length() <= objective.max_cost => f64::INFINITY,
            _ => objective.rounding.rounded_down(self.pause.least),
        }
    }

    /// The finished or stopped search; the goal in the workspace is the end of the best path.
    fn searched<'a>(&self, finder: &'a AnyAngle, workspace: &'a Workspace) -> Searched<'a> {
        Searched { map: finder.indexed(), workspace, stats: self.pause.stats }
    }

    /// Expands up to `nodes` more nodes.
    pub(crate) fn advance(&mut self, finder: &AnyAngle, workspace: &mut Workspace, nodes: u64) {
        if self.on_lattice {
            self.search::<LatticePredicate>(finder, workspace, nodes);
        } else {
            self.search::<RobustPredicate>(finder, workspace, nodes);
        }
    }

    pub(crate) fn stage(&self) -> Stage {
        let is_spent = self.pause.has_begun() && self.pause.stats.expanded >= self.max_expanded;
        if is_spent || self.objective.is_none() { Stage::Done } else { self.pause.stage() }
    }

    pub(crate) fn progress(&self, workspace: &Workspace) -> Progress {
        let Some(objective) = &self.objective else {
            return Progress { expanded: 0, open: 0, lower_bound: 0.0, best: Some(0.0) };
        };
        let best = objective.best.map(|best| best.reached.solution.length);
        let known =
            objective.rounding.rounded_down(objective.least_from(workspace.endpoints.start.point));
        let least = self.proved(objective).min(objective.best_length());
        self.pause.progress(least.max(known), best)
    }

    /// Writes the answer into an empty path; `stop` is the reason why an unfinished search stopped.
    pub(crate) fn answer(
        &self,
        finder: &AnyAngle,
        workspace: &Workspace,
        stop: Stop,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let Some(objective) = &self.objective else {
            straight(&workspace.endpoints, shared_cell(&workspace.endpoints), path);
            path.name_floors(&finder.mesh, None);
            return Ok(());
        };
        let progress = self.progress(workspace);
        let is_open = self.proved(objective) < f64::INFINITY;
        let bound = is_open.then_some(progress.lower_bound);
        match objective.best {
            Some(best) => self.searched(finder, workspace).read_path(best.reached, bound, path),
            None if is_open => {
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
        if is_open || progress.best > Some(objective.max_cost) {
            return Err(stop.error(progress.lower_bound, progress.expanded));
        }
        Ok(())
    }
}
