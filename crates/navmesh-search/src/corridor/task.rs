//! The state of a query between slices of its search.

use navmesh_core::{Corridor, Endpoint, Observer, PathError, Progress, SearchStats, Stage, Stop};

use super::CorridorQuery;
use super::frontier::Frontier;
use super::search::{CorridorSearch, SearchState, SeenCell, cheapest_shared_cell};
use super::trace::{ChainEnds, Tracer};

/// The state of a query, except for its frontier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    /// The cheapest cell that start and goal share.
    shared: Option<u32>,
    /// True if this cell is the corridor, without a search.
    is_one_cell: bool,
    /// The state of the search; `None` before it began.
    state: Option<SearchState>,
    stats: SearchStats,
}

impl Task {
    /// Creates a search that has expanded no node.
    pub(super) fn new(query: &CorridorQuery<'_>) -> Self {
        let shared = cheapest_shared_cell(query.mesh, query.endpoints);
        let is_one_cell =
            shared.is_some() && query.mesh.is_uniform() && query.mesh.lowest_rate() >= 1.0;
        Self { shared, is_one_cell, state: None, stats: SearchStats::default() }
    }

    /// Expands up to `nodes` more nodes.
    pub(super) fn advance(
        &mut self,
        query: &CorridorQuery<'_>,
        frontier: &mut Frontier,
        nodes: u64,
        observer: &mut impl Observer<SeenCell>,
    ) {
        if self.stage(query) == Stage::Done {
            return;
        }
        let (start, goal) = (&query.endpoints.start, &query.endpoints.goal);
        let backwards = goal_is_greater(start, goal);
        let (origin, target) = if backwards { (goal, start) } else { (start, goal) };
        let (mesh, heuristic) = (query.mesh, query.options.heuristic);
        let mut search =
            CorridorSearch { mesh, heuristic, origin, target, backwards, frontier, observer };
        let begun = self.state.unwrap_or_else(|| search.begin());
        let remaining = budget(query) - self.stats.expanded;
        let (state, expanded) = match begun {
            SearchState::InProgress(next) => search.advance(next, nodes.min(remaining)),
            ended => (ended, 0),
        };
        self.state = Some(state);
        self.stats.expanded += expanded;
        self.stats.pushed = frontier.pushed();
        self.stats.reopened = frontier.reopened();
    }

    /// Returns whether more nodes have to be expanded.
    pub(super) fn stage(&self, query: &CorridorQuery<'_>) -> Stage {
        match self.state {
            _ if self.is_one_cell => Stage::Done,
            None => Stage::InProgress,
            Some(SearchState::InProgress(_)) if self.stats.expanded < budget(query) => {
                Stage::InProgress
            }
            Some(_) => Stage::Done,
        }
    }

    pub(super) fn progress(&self, query: &CorridorQuery<'_>, frontier: &Frontier) -> Progress {
        let is_in_progress = matches!(self.state, Some(SearchState::InProgress(_)));
        let best = match self.state {
            _ if self.is_one_cell => Some(straight_distance(query)),
            Some(_) => frontier.cost_of_target(),
            None => None,
        };
        let queued = if self.state.is_some() { frontier.len() as u64 } else { 0 };
        Progress {
            expanded: self.stats.expanded,
            open: queued + u64::from(is_in_progress),
            lower_bound: lower_bound(query),
            best,
        }
    }

    /// Returns the statistics, or the error if there is no corridor or the search is not done; `stop` is the reason
    /// why it is not.
    pub(super) fn result(
        &self,
        query: &CorridorQuery<'_>,
        stop: Stop,
    ) -> Result<SearchStats, PathError> {
        match self.state {
            _ if self.is_one_cell => Ok(self.stats),
            Some(SearchState::Found) => Ok(self.stats),
            Some(SearchState::Exhausted) => Err(query.endpoints.disconnected(query.mesh)),
            None | Some(SearchState::InProgress(_)) => {
                Err(stop.error(lower_bound(query), self.stats.expanded))
            }
        }
    }

    /// Writes the cheapest corridor found so far. If there is none, the corridor is empty.
    pub(super) fn write_corridor(
        &self,
        query: &CorridorQuery<'_>,
        frontier: &Frontier,
        tracer: &mut Tracer,
        corridor: &mut Corridor,
    ) {
        let mesh = query.mesh;
        let [start, goal] = [query.endpoints.start.point, query.endpoints.goal.point];
        corridor.clear();
        (corridor.start, corridor.goal) = (start, goal);
        if let Some(slot) = self.shared.filter(|_| self.is_one_cell) {
            corridor.cells.push(mesh.cell_id(slot));
            corridor.cost = straight_distance(query);
            return;
        }
        let Some(cost) = self.state.and_then(|_| frontier.cost_of_target()) else { return };
        corridor.cost = cost;
        let backwards = goal_is_greater(&query.endpoints.start, &query.endpoints.goal);
        let (from, to) = if backwards { (start, goal) } else { (goal, start) };
        tracer.read(frontier);
        if mesh.is_uniform() && tracer.cut_loops(mesh) {
            corridor.cost = tracer.cost(mesh, ChainEnds { from, to, is_forward: backwards });
        }
        if !backwards {
            tracer.reverse(mesh);
        }
        tracer.write(mesh, query.endpoints, corridor);
    }
}

fn budget(query: &CorridorQuery<'_>) -> u64 {
    query.options.max_expanded.unwrap_or(u64::MAX)
}

fn straight_distance(query: &CorridorQuery<'_>) -> f64 {
    query.endpoints.start.point.distance(query.endpoints.goal.point)
}

/// A lower bound of every path's cost. The cost of a chain of midpoints is none: the path in it is shorter.
fn lower_bound(query: &CorridorQuery<'_>) -> f64 {
    straight_distance(query) * query.mesh.lowest_rate()
}

/// Compares by coordinates, then by the first cell, for floors above one another.
fn goal_is_greater(start: &Endpoint, goal: &Endpoint) -> bool {
    let [a, b] = [start.point, goal.point];
    let cell = |end: &Endpoint| end.incidences.first().map(|i| i.cell);
    b.x.total_cmp(&a.x).then(b.y.total_cmp(&a.y)).then(cell(goal).cmp(&cell(start))).is_gt()
}
