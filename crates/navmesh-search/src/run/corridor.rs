//! The run of a query for one path in a corridor: the endpoints placed, the corridor found, the path pulled tight in it.

use navmesh_core::backend::{Endpoints, PathSummary, WritePath};
use navmesh_core::{
    Corridor, NavMesh, Path, PathError, PathQuery, Progress, Scratch, SearchStats, Stage, Stop,
};

use super::{Answers, Moment, Run, SearchObserver};
use crate::corridor::{self, Task};
use crate::map::{Memory, SearchMap};

/// A corridor query between two slices.
#[derive(Debug)]
pub struct PathRun {
    task: Task,
    max_cost: Option<f64>,
}

impl PathRun {
    /// Places the endpoints, and expands no node.
    pub(crate) fn new(
        map: &SearchMap,
        memory: &mut Memory,
        query: &PathQuery,
    ) -> Result<Self, PathError> {
        let (mesh, endpoints) = (map.mesh(), &mut memory.corridor.endpoints);
        endpoints.place(mesh, query)?;
        let is_hopeless = exceeds_max_cost(query, mesh, endpoints);
        let nodes = if is_hopeless { 0 } else { query.max_expanded.unwrap_or(u64::MAX) };
        Ok(Self { task: Task::new(mesh, endpoints, nodes), max_cost: query.max_cost })
    }

    /// Writes the cheapest corridor found so far, which is empty if there is none.
    fn read_corridor(
        &self,
        mesh: &NavMesh,
        memory: &mut corridor::Memory,
        stop: Stop,
        corridor: &mut Corridor,
    ) -> Result<SearchStats, PathError> {
        let corridor::Memory { endpoints, frontier, tracer, .. } = memory;
        self.task.write_corridor(mesh, endpoints, frontier, tracer, corridor);
        self.task.result(mesh, endpoints, stop)
    }
}

impl SearchMap {
    /// Finds the corridor of cells in which [`Search::Corridor`](navmesh_core::Search::Corridor) pulls its path tight, and
    /// writes it into `corridor`.
    ///
    /// Complexity: O(n log n) in the number of cells.
    ///
    /// # Errors
    ///
    /// Every reason for which there is no path; `corridor` is then the cheapest way to the goal found so far, or empty.
    pub fn find_corridor(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        corridor: &mut Corridor,
    ) -> Result<(), PathError> {
        let memory: &mut Memory = scratch.workspace();
        corridor.clear();
        let mut run = PathRun::new(self, memory, query)?;
        run.advance(self, memory, u64::MAX);
        run.read_corridor(self.mesh(), &mut memory.corridor, Stop::Spent, corridor).map(drop)
    }
}

impl Run for PathRun {
    fn advance(&mut self, map: &SearchMap, memory: &mut Memory, nodes: u64) {
        let corridor::Memory { endpoints, frontier, .. } = &mut memory.corridor;
        self.task.advance(map.mesh(), endpoints, frontier, nodes, &mut ());
    }

    fn advance_observed(
        &mut self,
        map: &SearchMap,
        memory: &mut Memory,
        nodes: u64,
        observer: &mut dyn SearchObserver,
    ) {
        let corridor::Memory { endpoints, frontier, .. } = &mut memory.corridor;
        self.task.advance(map.mesh(), endpoints, frontier, nodes, observer.cells());
    }

    fn stage(&self) -> Stage {
        self.task.stage()
    }

    fn progress(&self, map: &SearchMap, memory: &Memory) -> Progress {
        self.task.progress(map.mesh(), &memory.corridor.endpoints, &memory.corridor.frontier)
    }
}

impl Answers<Path> for PathRun {
    fn read(&mut self, at: Moment<'_>, path: &mut Path) -> Result<(), PathError> {
        let mut corridor = std::mem::take(&mut at.memory.corridor.corridor);
        let own = &mut at.memory.corridor;
        let found = self.read_corridor(at.map.mesh(), own, at.stop, &mut corridor);
        let stats = match found {
            Ok(stats) => Some(stats),
            Err(
                PathError::BudgetExhausted { expanded, .. } | PathError::Cancelled { expanded, .. },
            ) if !corridor.cells.is_empty() => {
                Some(SearchStats { expanded, ..SearchStats::default() })
            }
            Err(_) => None,
        };
        if let Some(stats) = stats {
            write_path(at.map, at.memory, &corridor, stats, path);
        }
        at.memory.corridor.corridor = corridor;
        found?;
        check_max_cost(self.max_cost, path)
    }
}

/// Pulls the path of a corridor tight.
fn write_path(
    map: &SearchMap,
    memory: &mut Memory,
    corridor: &Corridor,
    stats: SearchStats,
    path: &mut Path,
) {
    let (mesh, endpoints) = (map.mesh(), &memory.corridor.endpoints);
    (map.pull)(corridor, &mut memory.inner, path);
    let straight = corridor.start.distance(corridor.goal);
    let mut summary = PathSummary {
        lower_bound: Some(straight * mesh.lowest_rate()),
        stats,
        ..endpoints.summary()
    };
    path.finish(summary);
    path.name_floors(mesh, Some(endpoints.goal.layer));
    if !mesh.is_uniform() {
        summary.cost = path.cost_on_with(mesh, &mut memory.inner);
        path.finish(summary);
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

/// Returns an error if the path costs more than its query allows.
pub(crate) fn check_max_cost(max_cost: Option<f64>, path: &Path) -> Result<(), PathError> {
    if max_cost.is_none_or(|max_cost| path.cost() <= max_cost) {
        return Ok(());
    }
    Err(PathError::BudgetExhausted {
        lower_bound: path.lower_bound(),
        expanded: path.stats().expanded,
    })
}
