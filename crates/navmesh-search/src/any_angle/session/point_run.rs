//! The run of a query from one point to another: placed, searched in slices, answered.

use navmesh_core::backend::WritePath;
use navmesh_core::{DVec2, Observer, Path, PathError, PathQuery, Progress, Search, Stage, Stop};

use super::reconstruct::{self, Searched};
use super::slice::{Found, Slice};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::Lattice;
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::pruning::interval_bound::straight;
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::successors::line_of_sight::sees;

/// The state of a query between two slices, apart from its workspace.
#[derive(Debug, Clone, Copy)]
pub struct PointRun {
    budget: Budget,
    /// The goal as the query gives it, before snapping.
    asked: DVec2,
    method: Method,
}

/// The limits of a search.
#[derive(Debug, Clone, Copy)]
struct Budget {
    max_expanded: u64,
    max_cost: f64,
    /// The factor of the bounds on the rest of a path, by the gap of the query.
    weight: f64,
}

/// The greatest gap that a search uses. A larger one expands hardly fewer nodes.
const GREATEST_GAP: f64 = 0.02;

/// The method that answers a query.
#[derive(Debug, Clone, Copy)]
enum Method {
    /// Along the line in the workspace: start and goal share a cell, or the start sees the goal.
    Straight,
    /// By a search; `on_lattice` where plain arithmetic is exact, `found` once it has begun.
    Search { on_lattice: bool, found: Option<Found> },
}

impl PointRun {
    /// Places the endpoints of `query`, and expands no node.
    #[inline(always)]
    pub(crate) fn new(
        finder: &AnyAngle,
        workspace: &mut Workspace,
        query: &PathQuery,
    ) -> Result<Self, PathError> {
        if !finder.mesh.is_uniform() {
            let what = "an optimal search where cells have costs; use Search::Auto or Corridor";
            return Err(PathError::Unsupported { what });
        }
        Self::placed(finder, workspace, query, Budget::of(query))
    }

    /// Places the endpoints of a query for the shortest path, without a gap and as if all cells cost 1.
    #[cfg(feature = "weighted")]
    pub(crate) fn by_length(
        finder: &AnyAngle,
        workspace: &mut Workspace,
        query: &PathQuery,
    ) -> Result<Self, PathError> {
        Self::placed(finder, workspace, query, Budget { weight: 1.0, ..Budget::of(query) })
    }

    #[inline(always)]
    fn placed(
        finder: &AnyAngle,
        workspace: &mut Workspace,
        query: &PathQuery,
        budget: Budget,
    ) -> Result<Self, PathError> {
        workspace.endpoints.place(&finder.mesh, query)?;
        let ends = [workspace.endpoints.start.point, workspace.endpoints.goal.point];
        let all_on = |lattice: Lattice| ends.iter().all(|&end| lattice.holds(end));
        let on_lattice = finder.common_lattice().is_some_and(all_on);
        let is_straight = finder.walks_straight(workspace) && finder.draws_line(workspace);
        let method =
            if is_straight { Method::Straight } else { Method::Search { on_lattice, found: None } };
        Ok(Self { budget, asked: query.goal, method })
    }

    /// Expands up to `nodes` more nodes and shows each event to the observer.
    #[inline(always)]
    pub(crate) fn advance(
        &mut self,
        finder: &AnyAngle,
        workspace: &mut Workspace,
        nodes: u64,
        observer: Option<&mut dyn Observer<SeenInterval>>,
    ) {
        if self.stage() == Stage::Done {
            return;
        }
        let Method::Search { on_lattice, found } = &mut self.method else { return };
        let before = found.unwrap_or_default();
        let max_expanded = nodes.min(self.budget.max_expanded - before.pause.stats.expanded);
        let Budget { max_cost, weight, .. } = self.budget;
        let slice = Slice { before, max_expanded, max_cost, weight, observer };
        *found = Some(slice.search(finder.indexed(), workspace, *on_lattice));
    }

    /// Writes the answer into `path`, which is empty; `stop` is the reason why an unfinished search stopped.
    #[inline(always)]
    pub(crate) fn answer(
        &self,
        finder: &AnyAngle,
        workspace: &Workspace,
        stop: Stop,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let found = match self.method {
            Method::Straight => {
                let cells = workspace.line.iter().map(|&cell| finder.mesh.cell_id(cell));
                reconstruct::straight(&workspace.endpoints, cells, path);
                path.name_floors(&finder.mesh, Some(workspace.endpoints.goal.layer));
                return self.budget.check(path);
            }
            Method::Search { found, .. } => {
                found.unwrap_or_else(|| Found::not_begun(finder, workspace))
            }
        };
        let stats = found.pause.stats;
        let searched = Searched { map: finder.indexed(), workspace, stats };
        if let Some(best) = found.best {
            let reached = Reached { solution: best, cell: workspace.connection_state.goal_cell };
            searched.read_path(reached, found.lower_bound, path);
        } else if found.lower_bound.is_some() {
            let goal = workspace.endpoints.goal.point;
            let far = |point: DVec2| point.distance(goal);
            let offset = |point: DVec2| point.distance(self.asked);
            searched.read_partial(found.pause.pending, far, offset, path);
        } else {
            return Err(workspace.endpoints.disconnected(&finder.mesh));
        }
        match found.lower_bound {
            Some(lower_bound) if !found.is_answered => Err(stop.error(lower_bound, stats.expanded)),
            _ => self.budget.check(path),
        }
    }

    #[inline(always)]
    pub(crate) fn stage(&self) -> Stage {
        match &self.method {
            Method::Straight => Stage::Done,
            Method::Search { found: None, .. } => Stage::InProgress,
            Method::Search { found: Some(Found { pause, .. }), .. } => {
                let is_spent = pause.stats.expanded >= self.budget.max_expanded;
                if is_spent { Stage::Done } else { pause.stage() }
            }
        }
    }

    /// Returns the number of expanded nodes.
    #[cfg(feature = "weighted")]
    pub(crate) fn expanded(&self) -> u64 {
        match self.method {
            Method::Search { found: Some(Found { pause, .. }), .. } => pause.stats.expanded,
            _ => 0,
        }
    }

    pub(crate) fn progress(&self, finder: &AnyAngle, workspace: &Workspace) -> Progress {
        let begun =
            Progress { expanded: 0, open: 0, lower_bound: finder.least_of(workspace), best: None };
        let found = match self.method {
            Method::Straight => return Progress { best: Some(begun.lower_bound), ..begun },
            Method::Search { found: None, .. } => return begun,
            Method::Search { found: Some(found), .. } => found,
        };
        let best = found.best.map(|best| best.length);
        let proved = found.lower_bound.or(best).unwrap_or(f64::INFINITY);
        found.pause.progress(proved, best)
    }
}

impl Budget {
    fn of(query: &PathQuery) -> Self {
        let gap = query.gap.filter(|gap| *gap > 0.0 && query.search == Search::Auto);
        Self {
            weight: 1.0 / (1.0 - gap.unwrap_or(0.0).min(GREATEST_GAP)),
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
        }
    }

    /// Refuses a whole path that costs more than allowed.
    fn check(&self, path: &Path) -> Result<(), PathError> {
        if path.cost() <= self.max_cost {
            return Ok(());
        }
        let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
        Err(PathError::BudgetExhausted { lower_bound, expanded })
    }
}

impl Found {
    /// The result before the first slice, when the workspace is empty.
    fn not_begun(finder: &AnyAngle, workspace: &Workspace) -> Self {
        Self { lower_bound: Some(finder.least_of(workspace)), ..Self::default() }
    }
}

impl AnyAngle {
    /// Answers a query within a larger question, in one go. `path` is cleared first.
    pub(crate) fn find_path_into(
        &self,
        query: &PathQuery,
        workspace: &mut Workspace,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let mut run = PointRun::new(self, workspace, query)?;
        run.advance(self, workspace, u64::MAX, None);
        run.answer(self, workspace, Stop::Spent, path)
    }

    /// The mesh and everything that is computed for it.
    pub(crate) fn indexed(&self) -> IndexedMesh<'_> {
        IndexedMesh { mesh: &self.mesh, index: &self.index, connections: &self.connections }
    }

    /// The lattice of the mesh, if the ends of links lie on it too.
    pub(crate) fn common_lattice(&self) -> Option<Lattice> {
        self.lattice
            .lattice()
            .filter(|_| self.connections.is_empty() || self.connections.are_on_lattice)
    }

    /// True where no path over links is shorter than the straight line between the endpoints.
    pub(crate) fn walks_straight(&self, workspace: &Workspace) -> bool {
        self.connections.shortcuts.is_none()
            || self.least_of(workspace) >= straight(&workspace.endpoints)
    }

    /// Collects the cells on the straight line between the endpoints; false where a wall or a corner is in between.
    #[inline(always)]
    fn draws_line(&self, workspace: &mut Workspace) -> bool {
        let Workspace { endpoints, line, .. } = workspace;
        if let Some(cell) = reconstruct::shared_cell(endpoints) {
            line.clear();
            line.push(cell.slot);
            return true;
        }
        sees(&self.mesh, endpoints, line)
    }

    /// A lower bound on the length of all paths between the endpoints, links counted.
    fn least_of(&self, workspace: &Workspace) -> f64 {
        let [start, goal] = [workspace.endpoints.start.point, workspace.endpoints.goal.point];
        self.connections.least_between(start, goal)
    }
}
