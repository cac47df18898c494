//! A query with its end tiles and its algorithm, and the answer that its search gives.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{
    DVec2, InvalidQuery, Path, PathError, PathQuery, PathStatus, Place, Progress, Search, Stop,
};

use super::path_writer::PathWriter;
use crate::finder::GridFinder;
use crate::line::smooth::SmoothingWorkspace;
use crate::query::endpoints::{EndTiles, EndpointResolver};
use crate::query::penetration::PenetrationWorkspace;
use crate::search::engine::Outcome;
use crate::search::tile_search::{
    AlgorithmChoice, SearchStatus, SearchWorkspace, Slice, TileSearch,
};

/// A query that is ready to search, on the finder's map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlannedQuery<'a> {
    pub(crate) search: TileSearch<'a>,
    pub(super) finder: &'a GridFinder,
    pub(crate) query: ResolvedQuery,
}

/// The parts of a planned query that do not borrow the map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ResolvedQuery {
    choice: AlgorithmChoice,
    pub(super) ends: EndTiles,
    /// The query's start and goal.
    pub(super) points: [DVec2; 2],
    /// In map units.
    max_cost: f64,
    max_expanded: u64,
    /// True if the path may contain straight lines in any direction.
    pub(super) allows_lines: bool,
    /// True if the answer is the straight line, without a search.
    pub(crate) is_in_sight: bool,
}

impl<'a> PlannedQuery<'a> {
    /// Resolves the endpoints of a query and selects its algorithm. The workspace is used where the
    /// goal must be replaced.
    pub(crate) fn new(
        finder: &'a GridFinder,
        query: &PathQuery,
        workspace: &mut PenetrationWorkspace,
    ) -> Result<Self, PathError> {
        finder.check_supported(query.search)?;
        if let Some(filter) = query.filter {
            return Err(PathError::InvalidQuery { reason: InvalidQuery::Filter { filter } });
        }
        let choice = finder.choice()?;
        let resolver = EndpointResolver::new(finder.context(), query)?;
        let mut resolved = ResolvedQuery {
            choice,
            ends: resolver.tiles(workspace)?,
            points: [resolver.start, resolver.goal],
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            // The optimum is over legal steps, which excludes straight lines.
            allows_lines: query.search != Search::Optimal && finder.options().has_free_lines(),
            is_in_sight: false,
        };
        resolved.is_in_sight = Self::on(finder, resolved).sees_goal();
        Ok(Self::on(finder, resolved))
    }

    /// Returns a resolved query on the map for which it was resolved.
    pub(crate) fn on(finder: &'a GridFinder, query: ResolvedQuery) -> Self {
        let EndTiles { start, goal, .. } = query.ends;
        let algorithm = finder.algorithm(query.choice);
        let dead_ends = finder.dead_ends(&algorithm);
        let (grid, moves) = (finder.grid(), &finder.index.moves);
        let search = TileSearch { grid, moves, dead_ends, algorithm, start, goal };
        Self { search, finder, query }
    }

    /// Returns the first slice of the search, of at most `nodes` expansions, within the query's
    /// budget.
    pub(crate) fn first_slice(&self, nodes: u64) -> Slice {
        Slice { is_first: true, ..self.slice(nodes) }
    }

    /// Returns the next slice of the search, of at most `nodes` more expansions.
    pub(crate) fn next_slice(&self, status: &SearchStatus, nodes: u64) -> Slice {
        self.slice(status.stats.expanded.saturating_add(nodes))
    }

    /// Returns a slice up to a total number of expansions, within the query's budgets.
    fn slice(&self, nodes: u64) -> Slice {
        let max_cost = if self.is_proved() { self.query.max_cost } else { f64::INFINITY };
        let max_cost = max_cost / self.finder.grid().cell_size();
        Slice { is_first: false, max_cost, max_expanded: nodes.min(self.query.max_expanded) }
    }

    /// Returns true if the search is neither done nor out of budget.
    pub(crate) fn is_in_progress(&self, status: &SearchStatus) -> bool {
        status.outcome == Outcome::Stopped && status.stats.expanded < self.query.max_expanded
    }

    pub(crate) fn progress(&self, status: &SearchStatus) -> Progress {
        let best = status.best.map(|best| best * self.finder.grid().cell_size());
        let by_search = match status.outcome {
            Outcome::Found => best.unwrap_or(0.0),
            _ => status.lower_bound * self.finder.grid().cell_size(),
        };
        Progress {
            expanded: status.stats.expanded,
            open: status.open as u64,
            lower_bound: self.lower_bound(by_search),
            best,
        }
    }

    /// Writes the answer of a search; `stop` is the reason for a search that is not done.
    pub(crate) fn answer(
        &self,
        workspace: &SearchWorkspace,
        search: &SearchStatus,
        stop: Stop,
        smoothing: &mut SmoothingWorkspace,
        path: &mut Path,
    ) -> Result<(), PathError> {
        match search.outcome {
            Outcome::Found => {
                self.write_path(workspace, self.query.ends, search, path);
                if self.query.allows_lines {
                    self.smooth(smoothing, path);
                }
                self.reach_points(self.query.ends, path);
                self.check_cost(path)
            }
            Outcome::Unreachable => {
                // The end tiles share a component, so this never happens; the error is correct
                // anyway.
                let [start, goal] = self.query.points.map(Place::from);
                Err(PathError::Unreachable { start, goal })
            }
            Outcome::Stopped | Outcome::AboveLimit(_) => {
                let goal = self.search.nearest(workspace);
                let goal_offset = self.finder.center(goal).distance(self.query.points[1]);
                let status = PathStatus::Partial;
                let ends = EndTiles { goal, goal_offset, status, ..self.query.ends };
                self.write_path(workspace, ends, search, path);
                self.reach_points(ends, path);
                let by_search = search.lower_bound * self.finder.grid().cell_size();
                Err(stop.error(self.lower_bound(by_search), search.stats.expanded))
            }
        }
    }

    /// Returns an error if a path costs more than the query allows.
    pub(super) fn check_cost(&self, path: &Path) -> Result<(), PathError> {
        if path.cost() <= self.query.max_cost {
            return Ok(());
        }
        let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
        Err(PathError::BudgetExhausted { lower_bound, expanded })
    }

    /// Returns true if the bound of the search holds for the path: the heuristic is admissible, and
    /// the path takes legal steps only.
    fn is_proved(&self) -> bool {
        self.finder.options().is_admissible() && !self.query.allows_lines
    }

    /// Returns a lower bound on the cost of every path, given that of the search; in map units.
    fn lower_bound(&self, by_search: f64) -> f64 {
        let floor = self.floor(&self.query.ends);
        // A few roundings separate the integer sums of the search from this number.
        if self.is_proved() { floor.max(by_search * (1.0 - 8.0 * f64::EPSILON)) } else { floor }
    }

    /// Returns a lower bound on the cost between two tiles without obstacles, in map units.
    fn floor(&self, ends: &EndTiles) -> f64 {
        if self.query.allows_lines {
            return self.floor_of_lines(ends);
        }
        self.finder.floor_between(ends.start, ends.goal)
    }

    /// Writes the path that a search found to a tile.
    fn write_path(
        &self,
        workspace: &SearchWorkspace,
        ends: EndTiles,
        search: &SearchStatus,
        path: &mut Path,
    ) {
        let mut writer = PathWriter::new(self.finder, path);
        self.search.each_segment_back(workspace, ends.goal, |segment| writer.segment(segment));
        let cost = writer.finish_at(ends.start);
        let is_optimal = self.is_proved() && search.outcome == Outcome::Found;
        path.finish(PathSummary {
            cost,
            status: ends.status,
            lower_bound: (!is_optimal).then(|| self.floor(&ends)),
            start_layer: 0,
            start_offset: ends.start_offset,
            goal_offset: ends.goal_offset,
            stats: search.stats,
        });
    }
}
