//! The corridor search in slices.

use std::sync::Arc;

use navmesh_core::{Corridor, Endpoints, NavMesh, Observer, PathError, Progress, SearchStats};
use navmesh_core::{Stage, Stop};

use super::frontier::Frontier;
use super::search::SeenCell;
use super::task::Task;
use super::trace::Tracer;
use super::{CorridorOptions, CorridorQuery};

/// A corridor search that its owner advances; the plain counterpart is
/// [`find_corridor`](super::find_corridor).
#[derive(Debug)]
pub struct IncrementalCorridor {
    mesh: Arc<NavMesh>,
    endpoints: Endpoints,
    options: CorridorOptions,
    frontier: Frontier,
    task: Task,
}

impl IncrementalCorridor {
    /// Begins a search that expands no node yet, between endpoints placed on this very mesh.
    #[must_use]
    pub fn new(mesh: Arc<NavMesh>, endpoints: Endpoints, options: CorridorOptions) -> Self {
        let query = CorridorQuery { mesh: &mesh, endpoints: &endpoints, options };
        let task = Task::new(&query);
        Self { mesh, endpoints, options, frontier: Frontier::default(), task }
    }

    /// The endpoints.
    #[must_use]
    pub fn endpoints(&self) -> &Endpoints {
        &self.endpoints
    }

    /// Expands up to so many nodes more, and shows the observer how.
    pub fn advance(&mut self, nodes: u64, observer: &mut impl Observer<SeenCell>) -> Stage {
        let Self { mesh, endpoints, options, frontier, task } = self;
        let query = CorridorQuery { mesh, endpoints, options: *options };
        task.advance(&query, frontier, nodes, observer);
        task.stage(&query)
    }

    /// How far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.task.progress(&self.query(), &self.frontier)
    }

    /// Writes down the cheapest corridor found so far; an empty one where there is none.
    ///
    /// # Errors
    ///
    /// As [`find_corridor`](super::find_corridor); `BudgetExhausted` while the search is under way.
    pub fn corridor_into(&self, corridor: &mut Corridor) -> Result<SearchStats, PathError> {
        let query = self.query();
        self.task.answer(&query, &self.frontier, &mut Tracer::default(), corridor);
        self.task.result(&query, Stop::Spent)
    }

    fn query(&self) -> CorridorQuery<'_> {
        CorridorQuery { mesh: &self.mesh, endpoints: &self.endpoints, options: self.options }
    }
}
