//! Corridor queries: place the endpoints, find a corridor, pull it tight.

use navmesh_core::{
    Corridor, Endpoints, NavMesh, Path, PathError, PathQuery, PathSummary, Scratch, SearchStats,
};
use navmesh_funnel::pull;
use navmesh_search::CorridorQuery;

use super::MeshFinder;

/// The buffers of a corridor query, kept in the scratch.
#[derive(Debug, Default)]
struct CorridorWorkspace {
    endpoints: Endpoints,
    corridor: Corridor,
}

impl MeshFinder {
    /// Combines a query with the finder's corridor options.
    pub(super) fn corridor_query<'a>(
        &'a self,
        query: &PathQuery,
        endpoints: &'a Endpoints,
    ) -> CorridorQuery<'a> {
        let own = self.options.corridor;
        let max_expanded = if exceeds_max_cost(query, self.mesh(), endpoints) {
            Some(0)
        } else {
            query.max_expanded.or(own.max_expanded)
        };
        let options = own.max_expanded(max_expanded);
        CorridorQuery { mesh: self.mesh(), endpoints, options }
    }

    /// Answers a query by the corridor that `find` returns.
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
        // The search borrows the scratch, so the buffers are taken out of it and put back.
        let mut workspace: CorridorWorkspace = std::mem::take(scratch.workspace());
        let CorridorWorkspace { endpoints, corridor } = &mut workspace;
        let placed = endpoints.place(self.mesh(), query);
        let result = placed.and_then(|()| {
            let found = find(&self.corridor_query(query, endpoints), scratch, corridor);
            FoundCorridor { mesh: self.mesh(), endpoints, corridor, scratch }
                .write_answer(query, found, path)
        });
        *scratch.workspace() = workspace;
        result
    }
}

/// A bound on the relative rounding error of a straight path's cost, summed cell by cell.
///
/// A budget that is smaller than the cost of the straight line by more than this admits no path.
const COST_ROUNDING: f64 = 1.0 / (1u64 << 40) as f64;

/// True if the straight line at the lowest cost of the mesh exceeds the query's cost budget.
fn exceeds_max_cost(query: &PathQuery, mesh: &NavMesh, endpoints: &Endpoints) -> bool {
    let least = endpoints.start.point.distance(endpoints.goal.point) * mesh.lowest_rate();
    query.max_cost.is_some_and(|max_cost| least > max_cost * (1.0 + COST_ROUNDING))
}

/// A corridor that a search found, and the inputs to make a path of it.
pub(super) struct FoundCorridor<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) endpoints: &'a Endpoints,
    pub(super) corridor: &'a Corridor,
    pub(super) scratch: &'a mut Scratch,
}

impl FoundCorridor<'_> {
    /// Writes the path of a finished search, or the best partial path of a stopped one.
    pub(super) fn write_answer(
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
        self.write_path(stats, path);
        found?;
        check_max_cost(query, path)
    }

    fn write_path(&mut self, stats: SearchStats, path: &mut Path) {
        let Self { mesh, endpoints, corridor, scratch } = self;
        pull(corridor, scratch, path);
        let straight = corridor.start.distance(corridor.goal);
        let mut summary = PathSummary {
            cost: None,
            status: endpoints.status,
            lower_bound: Some(straight * mesh.lowest_rate()),
            start_layer: endpoints.start.layer,
            start_offset: endpoints.start.offset,
            goal_offset: endpoints.goal.offset,
            stats,
        };
        path.finish(summary);
        path.name_floors(mesh, Some(endpoints.goal.layer));
        if !mesh.is_uniform() {
            summary.cost = path.cost_on_with(mesh, scratch);
            path.finish(summary);
        }
    }
}

/// Returns an error if the path costs more than its query allows.
pub(super) fn check_max_cost(query: &PathQuery, path: &Path) -> Result<(), PathError> {
    if query.max_cost.is_none_or(|max_cost| path.cost() <= max_cost) {
        return Ok(());
    }
    Err(PathError::BudgetExhausted {
        lower_bound: path.lower_bound(),
        expanded: path.stats().expanded,
    })
}
