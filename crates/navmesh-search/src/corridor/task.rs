//! The search of a corridor query, in slices.

use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{Corridor, NavMesh, Observer, PathError, Progress, SearchStats, Stage, Stop};

use super::frontier::Frontier;
use super::search::{CorridorSearch, SearchState, SeenCell, cheapest_shared_cell};
use super::trace::{ChainEnds, Tracer};

/// The state of a query, except for its frontier.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task {
    /// The cheapest cell that start and goal share.
    shared: Option<u32>,
    /// True if this cell is the corridor, without a search.
    is_one_cell: bool,
    /// The state of the search; `None` before it began.
    state: Option<SearchState>,
    stats: SearchStats,
    /// The most nodes that may be expanded.
    budget: u64,
}

impl Task {
    /// Creates a search that has expanded no node.
    pub(crate) fn new(mesh: &NavMesh, endpoints: &Endpoints, budget: u64) -> Self {
        let shared = cheapest_shared_cell(mesh, endpoints);
        let is_one_cell = shared.is_some() && mesh.is_uniform() && mesh.lowest_rate() >= 1.0;
        Self { shared, is_one_cell, state: None, stats: SearchStats::default(), budget }
    }

    /// Expands up to `nodes` more nodes.
    pub(crate) fn advance<O: Observer<SeenCell> + ?Sized>(
        &mut self,
        mesh: &NavMesh,
        endpoints: &Endpoints,
        frontier: &mut Frontier,
        nodes: u64,
        observer: &mut O,
    ) {
        if self.stage() == Stage::Done {
            return;
        }
        let (start, goal) = (&endpoints.start, &endpoints.goal);
        let backwards = goal_is_greater(start, goal);
        let (origin, target) = if backwards { (goal, start) } else { (start, goal) };
        let mut search = CorridorSearch { mesh, origin, target, backwards, frontier, observer };
        let begun = self.state.unwrap_or_else(|| search.begin());
        let remaining = self.budget - self.stats.expanded;
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
    pub(crate) fn stage(&self) -> Stage {
        match self.state {
            _ if self.is_one_cell => Stage::Done,
            None => Stage::InProgress,
            Some(SearchState::InProgress(_)) if self.stats.expanded < self.budget => {
                Stage::InProgress
            }
            Some(_) => Stage::Done,
        }
    }

    pub(crate) fn progress(
        &self,
        mesh: &NavMesh,
        endpoints: &Endpoints,
        frontier: &Frontier,
    ) -> Progress {
        let is_in_progress = matches!(self.state, Some(SearchState::InProgress(_)));
        let best = match self.state {
            _ if self.is_one_cell => Some(straight_distance(endpoints)),
            Some(_) => frontier.cost_of_target(),
            None => None,
        };
        let queued = if self.state.is_some() { frontier.len() as u64 } else { 0 };
        Progress {
            expanded: self.stats.expanded,
            open: queued + u64::from(is_in_progress),
            lower_bound: lower_bound(mesh, endpoints),
            best,
        }
    }

    /// Returns the statistics, or the error if there is no corridor or the search is not done; `stop` is the reason
    /// why it is not.
    pub(crate) fn result(
        &self,
        mesh: &NavMesh,
        endpoints: &Endpoints,
        stop: Stop,
    ) -> Result<SearchStats, PathError> {
        match self.state {
            _ if self.is_one_cell => Ok(self.stats),
            Some(SearchState::Found) => Ok(self.stats),
            Some(SearchState::Exhausted) => Err(endpoints.disconnected(mesh)),
            None | Some(SearchState::InProgress(_)) => {
                Err(stop.error(lower_bound(mesh, endpoints), self.stats.expanded))
            }
        }
    }

    /// Writes the cheapest corridor found so far. If there is none, the corridor is empty.
    pub(crate) fn write_corridor(
        &self,
        mesh: &NavMesh,
        endpoints: &Endpoints,
        frontier: &Frontier,
        tracer: &mut Tracer,
        corridor: &mut Corridor,
    ) {
        let [start, goal] = [endpoints.start.point, endpoints.goal.point];
        corridor.clear();
        (corridor.start, corridor.goal) = (start, goal);
        if let Some(slot) = self.shared.filter(|_| self.is_one_cell) {
            corridor.cells.push(mesh.cell_id(slot));
            corridor.cost = straight_distance(endpoints);
            return;
        }
        let Some(cost) = self.state.and_then(|_| frontier.cost_of_target()) else { return };
        corridor.cost = cost;
        let backwards = goal_is_greater(&endpoints.start, &endpoints.goal);
        let (from, to) = if backwards { (start, goal) } else { (goal, start) };
        tracer.read(frontier);
        if mesh.is_uniform() && tracer.cut_loops(mesh) {
            corridor.cost = tracer.cost(mesh, ChainEnds { from, to, is_forward: backwards });
        }
        if !backwards {
            tracer.reverse(mesh);
        }
        tracer.write(mesh, endpoints, corridor);
    }
}

fn straight_distance(endpoints: &Endpoints) -> f64 {
    endpoints.start.point.distance(endpoints.goal.point)
}

/// A lower bound of every path's cost. The cost of a chain of midpoints is none: the path in it is shorter.
fn lower_bound(mesh: &NavMesh, endpoints: &Endpoints) -> f64 {
    straight_distance(endpoints) * mesh.lowest_rate()
}

/// Compares by coordinates, then by the first cell, for floors above one another.
fn goal_is_greater(start: &Endpoint, goal: &Endpoint) -> bool {
    let [a, b] = [start.point, goal.point];
    let cell = |end: &Endpoint| end.incidences.first().map(|i| i.cell);
    b.x.total_cmp(&a.x).then(b.y.total_cmp(&a.y)).then(cell(goal).cmp(&cell(start))).is_gt()
}
