//! The corridor search with a memory of its own, in slices.

use std::sync::Arc;

use navmesh_core::incremental::{ObservedTask, SearchTask, Session};
use navmesh_core::{
    Corridor, Endpoints, NavMesh, Observer, PathError, Progress, SearchStats, Stage, Stop,
};

use super::frontier::Frontier;
use super::search::SeenCell;
use super::task::Task;
use super::trace::Tracer;
use super::{CorridorOptions, CorridorQuery};

/// A corridor search that owns its memory and shares its mesh.
#[derive(Debug)]
pub struct CorridorTask {
    mesh: Arc<NavMesh>,
    endpoints: Endpoints,
    options: CorridorOptions,
    frontier: Frontier,
    task: Task,
}

/// A corridor search that the caller advances in slices; made by [`begin_corridor`].
pub type CorridorSession = Session<CorridorTask>;

/// Begins a corridor search between endpoints placed on `mesh`. It expands no node yet.
///
/// Complexity: linear in the cells at the two endpoints.
///
/// ```
/// # use std::sync::Arc;
/// # use navmesh_core::{Corridor, Endpoints, PathQuery, Stage};
/// # use navmesh_search::{CorridorOptions, begin_corridor};
/// # let mesh = Arc::new(navmesh_testkit::worlds::meshes::two_squares());
/// // Two unit squares, side by side.
/// let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
/// endpoints.place(&mesh, &PathQuery::new([0.0, 0.5], [2.0, 0.5]))?;
/// let mut search = begin_corridor(mesh, endpoints, CorridorOptions::default());
/// while search.advance(1) == Stage::InProgress {}
/// search.corridor_into(&mut corridor)?;
/// assert_eq!(corridor.cells.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn begin_corridor(
    mesh: Arc<NavMesh>,
    endpoints: Endpoints,
    options: CorridorOptions,
) -> CorridorSession {
    let query = CorridorQuery { mesh: &mesh, endpoints: &endpoints, options };
    let task = Task::new(&query);
    Session::new(CorridorTask { mesh, endpoints, options, frontier: Frontier::default(), task })
}

impl CorridorTask {
    /// Returns the endpoints.
    #[must_use]
    pub fn endpoints(&self) -> &Endpoints {
        &self.endpoints
    }

    /// Writes the cheapest corridor found so far. If there is none, the corridor is empty.
    ///
    /// # Errors
    ///
    /// `Unreachable` if no cell of the start is connected with one of the goal; `BudgetExhausted` if the search is
    /// in progress.
    pub fn corridor_into(&self, corridor: &mut Corridor) -> Result<SearchStats, PathError> {
        let query = self.query();
        self.task.write_corridor(&query, &self.frontier, &mut Tracer::default(), corridor);
        self.task.result(&query, Stop::Spent)
    }

    fn query(&self) -> CorridorQuery<'_> {
        CorridorQuery { mesh: &self.mesh, endpoints: &self.endpoints, options: self.options }
    }
}

impl SearchTask for CorridorTask {
    fn advance(&mut self, nodes: u64) {
        self.advance_observed(nodes, &mut ());
    }

    fn stage(&self) -> Stage {
        self.task.stage(&self.query())
    }

    fn progress(&self) -> Progress {
        self.task.progress(&self.query(), &self.frontier)
    }
}

impl<O: Observer<SeenCell>> ObservedTask<O> for CorridorTask {
    fn advance_observed(&mut self, nodes: u64, observer: &mut O) {
        let Self { mesh, endpoints, options, frontier, task } = self;
        let query = CorridorQuery { mesh, endpoints, options: *options };
        task.advance(&query, frontier, nodes, observer);
    }
}
