//! The finder of near-optimal paths where cells have different costs.

use std::sync::Arc;

use navmesh_core::{NavMesh, Path, PathError, PathQuery, Scratch, Stop};

use super::tables::Tables;
use super::task::{Task, Workspace};

/// Finds near-optimal paths where cells have different costs, each with a proved lower bound.
///
/// Clones are cheap: they share the mesh and the tables.
#[derive(Debug, Clone)]
pub struct Weighted {
    tables: Arc<Tables>,
}

impl Weighted {
    /// Finds the borders between cells of different costs. The tables are filled by the queries.
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn new(mesh: Arc<NavMesh>) -> Self {
        Self { tables: Arc::new(Tables::new(mesh)) }
    }

    /// Returns the mesh that is searched.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.tables.ground.mesh
    }

    /// Returns the size of the tables so far, in bytes.
    ///
    /// Complexity: linear in the nodes.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// Finds a path that is nearly the cheapest, and a lower bound on the cost of every path.
    ///
    /// # Errors
    ///
    /// Those of [`Endpoints::place`](navmesh_core::Endpoints::place).
    pub fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = Task::new(&self.tables, workspace, query)?;
        task.advance(&self.tables, workspace, u64::MAX);
        task.answer(&self.tables, workspace, Stop::Spent, path)
    }
}
