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
        let options = self.options.corridor.max_expanded(query.max_expanded);
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
        let mut room: CorridorRoom = std::mem::take(scratch.room());
        let CorridorRoom { endpoints, corridor } = &mut room;
        let placed = endpoints.place(self.mesh(), query);
        let result = placed.and_then(|()| {
            let found = find(&self.corridor_query(query, endpoints), scratch, corridor);
            Pulled { mesh: self.mesh(), endpoints, corridor }.answer(query, found, path)
        });
        *scratch.room() = room;
        result
    }
}

/// A corridor to be pulled tight.
pub(super) struct Pulled<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) endpoints: &'a Endpoints,
    pub(super) corridor: &'a Corridor,
}

impl Pulled<'_> {
    /// Writes down what a search has found; after a search that stopped, the best that it had.
    pub(super) fn answer(
        &self,
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

    fn write(&self, stats: SearchStats, path: &mut Path) {
        let Self { mesh, endpoints, corridor } = self;
        pull(corridor, path);
        let weighted = !mesh.is_uniform();
        let straight = corridor.start.distance(corridor.goal);
        path.finish(PathSummary {
            cost: weighted.then(|| cost_along(mesh, corridor, path.waypoints())),
            status: endpoints.status,
            lower_bound: Some(straight * mesh.lowest_cost()),
            start_layer: endpoints.start.layer,
            start_offset: endpoints.start.offset,
            goal_offset: endpoints.goal.offset,
            stats,
        });
    }
}

/// Refuses a path that costs more than its query allows.
fn within_budget(query: &PathQuery, path: &Path) -> Result<(), PathError> {
    if query.max_cost.is_none_or(|max_cost| path.cost() <= max_cost) {
        return Ok(());
    }
    let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
    Err(PathError::BudgetExhausted { lower_bound, expanded })
}
