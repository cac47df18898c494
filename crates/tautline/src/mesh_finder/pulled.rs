//! Corridor queries: endpoints, corridor, string pulling, put together.

use navmesh_core::{
    Corridor, Endpoints, NavMesh, Path, PathError, PathQuery, PathSummary, Scratch, SearchStats,
};
use navmesh_funnel::{cost_along, pull};
use navmesh_search::CorridorQuery;

use super::MeshFinder;

/// What a corridor query keeps in the scratch.
#[derive(Debug, Default)]
struct CorridorRoom {
    endpoints: Endpoints,
    corridor: Corridor,
}

impl MeshFinder {
    /// What is asked of the corridor search.
    pub(super) fn corridor_query<'a>(
        &'a self,
        query: &PathQuery,
        endpoints: &'a Endpoints,
    ) -> CorridorQuery<'a> {
        let own = self.options.corridor;
        let max_expanded = if is_too_dear(query, self.mesh(), endpoints) {
            Some(0)
        } else {
            query.max_expanded.or(own.max_expanded)
        };
        let options = own.max_expanded(max_expanded);
        CorridorQuery { mesh: self.mesh(), endpoints, options }
    }

    /// Answers a query by a corridor, which `find` finds.
    pub(super) fn corridor_path(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        find: impl FnOnce(
            &CorridorQuery<'_>,
            &mut Scratch,
            &mut Corridor,
        ) -> Result<SearchStats, PathError>,
    ) -> Result<(), PathError> {
        // The room is taken out of the scratch, which the search borrows too, and put back.
        let mut room: CorridorRoom = std::mem::take(scratch.workspace());
        let CorridorRoom { endpoints, corridor } = &mut room;
        let placed = endpoints.place(self.mesh(), query);
        let result = placed.and_then(|()| {
            let found = find(&self.corridor_query(query, endpoints), scratch, corridor);
            Pulled { mesh: self.mesh(), endpoints, corridor, scratch }.answer(query, found, path)
        });
        *scratch.workspace() = room;
        result
    }
}

/// More than what rounding can take off the cost of a straight path, summed up cell by cell, as a part of it: a
/// cost budget that rules such a path out by this rules out all.
const COST_ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// True where even the straight way over the cheapest ground costs more than the query allows.
fn is_too_dear(query: &PathQuery, mesh: &NavMesh, endpoints: &Endpoints) -> bool {
    let least = endpoints.start.point.distance(endpoints.goal.point) * mesh.lowest_rate();
    query.max_cost.is_some_and(|max_cost| least > max_cost * (1.0 + COST_ROUNDING))
}

/// A corridor to be pulled tight.
pub(super) struct Pulled<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) endpoints: &'a Endpoints,
    pub(super) corridor: &'a Corridor,
    pub(super) scratch: &'a mut Scratch,
}

impl Pulled<'_> {
    /// Writes down what a search has found; after a search that stopped, the best that it had.
    pub(super) fn answer(
        mut self,
        query: &PathQuery,
        found: Result<SearchStats, PathError>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let stats = match found {
            Ok(stats) => stats,
            Err(
                PathError::BudgetExhausted { expanded, .. } | PathError::Cancelled { expanded, .. },
            ) if !self.corridor.cells.is_empty() => {
                SearchStats { expanded, ..SearchStats::default() }
            }
            Err(error) => return Err(error),
        };
        self.write(stats, path);
        found?;
        within_budget(query, path)
    }

    fn write(&mut self, stats: SearchStats, path: &mut Path) {
        let Self { mesh, endpoints, corridor, scratch } = self;
        pull(corridor, scratch, path);
        let weighted = !mesh.is_uniform();
        let straight = corridor.start.distance(corridor.goal);
        path.finish(PathSummary {
            cost: weighted.then(|| weighted_cost(mesh, corridor, path)),
            status: endpoints.status,
            lower_bound: Some(straight * mesh.lowest_rate()),
            start_layer: endpoints.start.layer,
            start_offset: endpoints.start.offset,
            goal_offset: endpoints.goal.offset,
            stats,
        });
    }
}

/// What a path pulled from a corridor costs: its walks, each at the costs of its cells, and its links.
fn weighted_cost(mesh: &NavMesh, corridor: &Corridor, path: &Path) -> f64 {
    let (points, links) = (path.waypoints(), path.links());
    let (mut cost, mut first) = (0.0, 0);
    for (number, walk) in corridor.walks().enumerate() {
        let last = links.get(number).map_or(points.len(), |link| link.leg + 1);
        cost += cost_along(mesh, &walk, &points[first..last]);
        cost += links.get(number).map_or(0.0, |link| link.cost);
        first = last;
    }
    cost
}

/// Refuses a path that costs more than its query allows.
fn within_budget(query: &PathQuery, path: &Path) -> Result<(), PathError> {
    if query.max_cost.is_none_or(|max_cost| path.cost() <= max_cost) {
        return Ok(());
    }
    let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
    Err(PathError::BudgetExhausted { lower_bound, expanded })
}
