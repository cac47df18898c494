//! A query on its way to the answer: placed, searched in slices, read off.

use navmesh_core::{DVec2, Observer, Path, PathError, PathQuery, Progress, Stage, Stop};

use super::budget::Budget;
use super::reconstruct::{self, Searched};
use super::slice::{Found, PointSearch, Slice, Stopped};
use crate::any_angle::AnyAngle;
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::{Lattice, LatticePredicate, RobustPredicate};
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::pruning::interval_bound::straight;
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::successors::line_of_sight::sees;

/// All that is known of a query beside its room.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task {
    budget: Budget,
    /// The goal that was asked for.
    asked: DVec2,
    method: Method,
}

/// How a query is answered.
#[derive(Debug, Clone, Copy)]
enum Method {
    /// Along the line in the room: start and goal share a cell, or see each other.
    Straight,
    /// By a search, which has come to this; `on_lattice` where plain arithmetic is exact.
    Search { on_lattice: bool, found: Option<Found> },
}

impl Task {
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
        workspace.endpoints.place(&finder.mesh, query)?;
        let ends = [workspace.endpoints.start.point, workspace.endpoints.goal.point];
        let all_on = |lattice: Lattice| ends.iter().all(|&end| lattice.holds(end));
        let on_lattice = finder.common_lattice().is_some_and(all_on);
        let method = match finder.walks_straight(workspace) && finder.draws_line(workspace) {
            true => Method::Straight,
            false => Method::Search { on_lattice, found: None },
        };
        Ok(Self { budget: Budget::of(query), asked: query.goal, method })
    }

    /// Expands up to so many nodes more.
    #[inline(always)]
    pub(crate) fn advance(
        &mut self,
        finder: &AnyAngle,
        workspace: &mut Workspace,
        nodes: u64,
        observer: &mut impl Observer<SeenInterval>,
    ) {
        let Method::Search { on_lattice, found } = &mut self.method else { return };
        if found.is_some_and(|found| is_at_its_end(&found, &self.budget)) {
            return;
        }
        let expanded = found.map_or(0, |found| found.stats.expanded);
        let max_expanded = expanded.saturating_add(nodes).min(self.budget.max_expanded);
        let slice =
            Slice { before: *found, max_expanded, max_cost: self.budget.max_cost, observer };
        let map = finder.indexed();
        *found = Some(if finder.leaps.is_empty() {
            search::<_, false>(map, workspace, slice, *on_lattice)
        } else {
            search_over_links(map, workspace, slice, *on_lattice)
        });
    }

    /// Whether more nodes are to be expanded.
    pub(crate) fn stage(&self) -> Stage {
        match &self.method {
            Method::Straight => Stage::Done,
            Method::Search { found: Some(found), .. } if is_at_its_end(found, &self.budget) => {
                Stage::Done
            }
            Method::Search { .. } => Stage::InProgress,
        }
    }

    /// How far the search has come.
    pub(crate) fn progress(&self, finder: &AnyAngle, workspace: &Workspace) -> Progress {
        let begun =
            Progress { expanded: 0, open: 0, lower_bound: finder.least_of(workspace), best: None };
        let found = match self.method {
            Method::Straight => return Progress { best: Some(begun.lower_bound), ..begun },
            Method::Search { found: None, .. } => return begun,
            Method::Search { found: Some(found), .. } => found,
        };
        let best = found.best.map(|best| best.length + found.paid);
        let pending = found.stopped.and_then(|stopped| stopped.pending);
        Progress {
            expanded: found.stats.expanded,
            open: workspace.open_count() + u64::from(pending.is_some()),
            lower_bound: match found.stopped {
                Some(stopped) => stopped.lower_bound,
                None => best.unwrap_or(f64::INFINITY),
            },
            best,
        }
    }

    /// Writes down the answer; `stop` says why, where the search is not done.
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
                return self.budget.check(path);
            }
            Method::Search { found, .. } => found.unwrap_or_else(|| not_begun(finder, workspace)),
        };
        let portals = finder.index.portals(&finder.mesh);
        let leaps = &*finder.leaps;
        let searched =
            Searched { mesh: &finder.mesh, portals, leaps, workspace, stats: found.stats };
        let reached = |solution: Solution| Reached { solution, cell: workspace.leaping.goal_cell };
        match (found.best, found.stopped) {
            (Some(arrival), None) => {
                searched.read_way(reached(arrival), None, path);
                self.budget.check(path)
            }
            (None, None) => Err(workspace.endpoints.disconnected(&finder.mesh)),
            (best, Some(stopped)) => {
                let lower_bound = stopped.lower_bound;
                match best {
                    Some(arrival) => {
                        searched.read_way(reached(arrival), Some(lower_bound), path);
                    }
                    None => {
                        let goal = workspace.endpoints.goal.point;
                        let far = |point: DVec2| point.distance(goal);
                        let offset = |point: DVec2| point.distance(self.asked);
                        searched.read_partial(stopped.pending, far, offset, path);
                    }
                }
                Err(stop.error(lower_bound, found.stats.expanded))
            }
        }
    }
}

impl AnyAngle {
    /// The mesh, and everything that was computed for it.
    pub(crate) fn indexed(&self) -> IndexedMesh<'_> {
        IndexedMesh { mesh: &self.mesh, index: &self.index, leaps: &self.leaps }
    }

    /// The lattice of the mesh, where the ends of links are on it too.
    pub(crate) fn common_lattice(&self) -> Option<Lattice> {
        self.lattice.filter(|_| self.leaps.is_empty() || self.leaps.are_on_lattice)
    }

    /// True where no way over links is shorter than the straight line between the endpoints in a room.
    pub(crate) fn walks_straight(&self, workspace: &Workspace) -> bool {
        self.leaps.shortcuts.is_none() || self.least_of(workspace) >= straight(&workspace.endpoints)
    }

    /// Notes the cells on the straight way between the endpoints in a room; false where they do not see each other.
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

    /// How long the way between the endpoints in a room is at least.
    fn least_of(&self, workspace: &Workspace) -> f64 {
        let [start, goal] = [workspace.endpoints.start.point, workspace.endpoints.goal.point];
        self.leaps.least_between(start, goal)
    }
}

/// Searches on with the cheapest arithmetic that is exact.
#[inline(always)]
fn search<O: Observer<SeenInterval>, const OVER_LINKS: bool>(
    map: IndexedMesh,
    workspace: &mut Workspace,
    slice: Slice<'_, O>,
    on_lattice: bool,
) -> Found {
    if on_lattice {
        PointSearch::<LatticePredicate, O, OVER_LINKS>::search(map, workspace, slice)
    } else {
        PointSearch::<RobustPredicate, O, OVER_LINKS>::search(map, workspace, slice)
    }
}

/// Searches on over links; a function of its own, so that meshes without links do not pay for its size.
#[inline(never)]
fn search_over_links<O: Observer<SeenInterval>>(
    map: IndexedMesh,
    workspace: &mut Workspace,
    slice: Slice<'_, O>,
    on_lattice: bool,
) -> Found {
    search::<O, true>(map, workspace, slice, on_lattice)
}

/// What is known before a search whose room is empty.
fn not_begun(finder: &AnyAngle, workspace: &Workspace) -> Found {
    let stopped = Stopped { lower_bound: finder.least_of(workspace), pending: None, goes_on: true };
    Found { stopped: Some(stopped), ..Found::default() }
}

/// True where the search is done, where all ways left are too long, and where its budget is spent.
fn is_at_its_end(found: &Found, budget: &Budget) -> bool {
    let goes_on = found.stopped.is_some_and(|stopped| stopped.goes_on);
    !goes_on || found.stats.expanded >= budget.max_expanded
}
