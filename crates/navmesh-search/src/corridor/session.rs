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

/// Begins a corridor search between endpoints that are placed on this very mesh; expands no node yet.
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

    /// Writes the cheapest corridor found so far; an empty one where none is found.
    ///
    /// # Errors
    ///
    /// `Unreachable`, as [`find_corridor`](super::find_corridor) returns it; `BudgetExhausted` while the search is
    /// in progress.
    pub fn corridor_into(&self, corridor: &mut Corridor) -> Result<SearchStats, PathError> {
        let query = self.query();
        self.task.answer(&query, &self.frontier, &mut Tracer::default(), corridor);
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
