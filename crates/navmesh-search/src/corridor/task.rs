//! A query on its way to a corridor: searched in slices, read off.

use navmesh_core::{Corridor, Endpoint, Observer, PathError, Progress, SearchStats, Stage, Stop};

use super::CorridorQuery;
use super::frontier::Frontier;
use super::search::{CorridorSearch, SeenCell, Standing, cheapest_shared_cell};
use super::trace::{Run, Tracer};

/// All that is known of a query beside its frontier.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    /// The cell that start and goal share.
    shared: Option<u32>,
    /// True where that cell is the answer, without a search.
    is_straight: bool,
    /// Where the search stands; `None` before it began.
    standing: Option<Standing>,
    stats: SearchStats,
}

impl Task {
    /// A search that has expanded no node.
    pub(super) fn new(query: &CorridorQuery<'_>) -> Self {
        let shared = cheapest_shared_cell(query.mesh, query.endpoints);
        let is_straight =
            shared.is_some() && query.mesh.is_uniform() && query.mesh.lowest_rate() >= 1.0;
        Self { shared, is_straight, standing: None, stats: SearchStats::default() }
    }

    /// Expands up to so many nodes more.
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
        let begun = self.standing.unwrap_or_else(|| search.begin());
        let left = budget(query) - self.stats.expanded;
        let (standing, expanded) = match begun {
            Standing::InProgress(next) => search.advance(next, nodes.min(left)),
            ended => (ended, 0),
        };
        self.standing = Some(standing);
        self.stats.expanded += expanded;
        (self.stats.pushed, self.stats.reopened) = frontier.counts();
    }

    /// Whether more nodes are to be expanded.
    pub(super) fn stage(&self, query: &CorridorQuery<'_>) -> Stage {
        match self.standing {
            _ if self.is_straight => Stage::Done,
            None => Stage::InProgress,
            Some(Standing::InProgress(_)) if self.stats.expanded < budget(query) => {
                Stage::InProgress
            }
            Some(_) => Stage::Done,
        }
    }

    /// How far the search has come.
    pub(super) fn progress(&self, query: &CorridorQuery<'_>, frontier: &Frontier) -> Progress {
        let is_under_way = matches!(self.standing, Some(Standing::InProgress(_)));
        let best = match self.standing {
            _ if self.is_straight => Some(straight(query)),
            Some(_) => frontier.cost_of_target(),
            None => None,
        };
        let waiting = if self.standing.is_some() { frontier.len() as u64 } else { 0 };
        Progress {
            expanded: self.stats.expanded,
            open: waiting + u64::from(is_under_way),
            lower_bound: proved(query),
            best,
        }
    }

    /// What was counted, or why there is no corridor, or none that is proved; `stop` says why the search
    /// is not done.
    pub(super) fn result(
        &self,
        query: &CorridorQuery<'_>,
        stop: Stop,
    ) -> Result<SearchStats, PathError> {
        match self.standing {
            _ if self.is_straight => Ok(self.stats),
            Some(Standing::Found) => Ok(self.stats),
            Some(Standing::NoWay) => Err(query.endpoints.disconnected(query.mesh)),
            None | Some(Standing::InProgress(_)) => {
                Err(stop.error(proved(query), self.stats.expanded))
            }
        }
    }

    /// Writes down the cheapest corridor found so far; an empty one where there is none.
    pub(super) fn answer(
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
        if let Some(slot) = self.shared.filter(|_| self.is_straight) {
            corridor.cells.push(mesh.cell_id(slot));
            corridor.cost = straight(query);
            return;
        }
        let Some(cost) = self.standing.and_then(|_| frontier.cost_of_target()) else { return };
        corridor.cost = cost;
        let backwards = goal_is_greater(&query.endpoints.start, &query.endpoints.goal);
        let (from, to) = if backwards { (start, goal) } else { (goal, start) };
        tracer.read(frontier);
        if mesh.is_uniform() && tracer.cut_loops(mesh) {
            corridor.cost = tracer.cost(mesh, Run { from, to, is_forward: backwards });
        }
        if !backwards {
            tracer.turn_around(mesh);
        }
        tracer.write(mesh, query.endpoints, corridor);
    }
}

fn budget(query: &CorridorQuery<'_>) -> u64 {
    query.options.max_expanded.unwrap_or(u64::MAX)
}

fn straight(query: &CorridorQuery<'_>) -> f64 {
    query.endpoints.start.point.distance(query.endpoints.goal.point)
}

/// No path costs less: a chain of midpoints proves nothing of the path in it.
fn proved(query: &CorridorQuery<'_>) -> f64 {
    straight(query) * query.mesh.lowest_rate()
}

/// By coordinates; where floors lie above one another, by the first cell.
fn goal_is_greater(start: &Endpoint, goal: &Endpoint) -> bool {
    let ([a, b], cell) =
        ([start.point, goal.point], |end: &Endpoint| end.incidences.first().map(|i| i.cell));
    b.x.total_cmp(&a.x).then(b.y.total_cmp(&a.y)).then(cell(goal).cmp(&cell(start))).is_gt()
}
