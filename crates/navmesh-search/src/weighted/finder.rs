//! The finder of near-optimal paths where cells have different costs.

use std::sync::Arc;

use navmesh_core::incremental::{PathTask, SearchTask, Session};
use navmesh_core::{
    NavMesh, Path, PathError, PathQuery, Progress, ProgressHook, Scratch, Stage, Stop,
};

use super::tables::{FormerTables, Tables};
use super::task::{Task, is_above};
use super::workspace::Workspace;

/// Finds near-optimal paths where cells have different costs, each with a proved lower bound.
///
/// Clones are cheap: they share the mesh and the tables.
///
/// ```
/// use std::sync::Arc;
/// use navmesh_core::{NavMesh, Path, PathQuery, RawMesh, Scratch};
/// use navmesh_search::WeightedFinder;
///
/// // Mud of cost 4 between two fields; a dry strip of width 1 leads past it.
/// let corners = [[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [12.0, 0.0], [0.0, 5.0], [4.0, 5.0], [8.0, 5.0],
///     [12.0, 5.0], [0.0, 6.0], [4.0, 6.0], [8.0, 6.0], [12.0, 6.0]];
/// let cells: [&[u32]; 6] = [&[0, 1, 5, 4], &[1, 2, 6, 5], &[2, 3, 7, 6], &[4, 5, 9, 8], &[5, 6, 10, 9], &[6, 7, 11, 10]];
/// let mut raw = RawMesh::of_cells(corners, &cells);
/// raw.costs = vec![1.0, 4.0, 1.0, 1.0, 1.0, 1.0];
/// let finder = WeightedFinder::new(Arc::new(NavMesh::from_raw(&raw)?));
/// let (mut scratch, mut path) = (Scratch::new(), Path::default());
/// finder.find_path_into(&PathQuery::new([1.0, 1.0], [11.0, 1.0]), &mut scratch, &mut path)?;
/// assert_eq!(path.waypoints()[1..3], [[4.0, 5.0].into(), [8.0, 5.0].into()]); // around the mud
/// assert_eq!((path.cost(), path.guarantee()), (14.0, navmesh_core::Guarantee::Optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("WeightedRegionProblem", "areaCost", "terrainCost"))]
#[derive(Debug, Clone)]
pub struct WeightedFinder {
    pub(super) tables: Arc<Tables>,
}

/// A search of a [`WeightedFinder`] with a memory of its own.
#[derive(Debug)]
pub struct WeightedTask {
    tables: Arc<Tables>,
    workspace: Box<Workspace>,
    task: Task,
}

/// A search of a [`WeightedFinder`] that the caller advances in slices; made by [`WeightedFinder::begin`].
pub type WeightedSession = Session<WeightedTask>;

impl WeightedFinder {
    /// Finds the borders between cells of different costs, and potentials that bound costs from below. The tables of arcs
    /// are filled by the queries that need them.
    ///
    /// Complexity: linear, and 16 floods of grids of up to about 16,384 squares.
    #[must_use]
    pub fn new(mesh: Arc<NavMesh>) -> Self {
        Self { tables: Arc::new(Tables::new(mesh)) }
    }

    /// Creates the finder of a mesh that was changed by patches alone since the former tables were made. Its doors are as
    /// they were.
    ///
    /// Potentials are taken over; they are lowered where new ground shortens ways, and found anew after many edits.
    /// Answers have the same guarantees as those of a new finder.
    ///
    /// Complexity: linear, about a seventh of [`WeightedFinder::new`] in most cases.
    #[must_use]
    pub fn after_edits(former: &FormerTables, mesh: Arc<NavMesh>) -> Self {
        Self { tables: Arc::new(Tables::after_edits(former, mesh)) }
    }

    /// Returns what the finder of a later version of the mesh can take over. It does not hold the mesh.
    ///
    /// Complexity: O(1) on a mesh to which patches were applied; else linear for the first call, with a small factor.
    #[must_use]
    pub fn former_tables(&self) -> FormerTables {
        self.tables.former()
    }

    /// Returns the mesh that is searched.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.tables.ground.mesh
    }

    /// Returns the size of the tables so far in bytes, without the mesh; clones share them.
    ///
    /// Complexity: linear in the nodes of the graph.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        self.tables.bytes()
    }

    /// True if a proved lower bound leaves no path within the cost budget of a query. A search then stops early.
    #[must_use]
    pub fn is_too_costly(query: &PathQuery, lower_bound: f64) -> bool {
        query.max_cost.is_some_and(|max_cost| is_above(lower_bound, max_cost))
    }

    /// Finds a path that costs at most the [gap](PathQuery::gap) more than the cheapest one, and proves it.
    ///
    /// [`Path::lower_bound`] is the proved bound. It is [`Optimal`](navmesh_core::Guarantee::Optimal) if
    /// the proof leaves no gap but rounding. The gap may stay larger than asked for if its proof needs more
    /// than 100,000 arcs at a time.
    ///
    /// Complexity: that of A* on a graph of wall corners and pieces of borders. Allocates nothing once the tables,
    /// `scratch` and `path` have grown.
    ///
    /// # Errors
    ///
    /// Those of [`Endpoints::place`](navmesh_core::Endpoints::place). `BudgetExhausted` with the lower bound that
    /// is proved; `path` then leads to the goal if a path there was found, else to the vertex
    /// nearest to the goal. `Unreachable` if rounding leaves no path in cells thinner than a float.
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

    /// Answers a query as [`WeightedFinder::find_path_into`] does, unless the hook cancels the search.
    ///
    /// A round of refinement is one step, however many nodes it expands.
    ///
    /// # Errors
    ///
    /// Those of [`WeightedFinder::find_path_into`], and `Cancelled`; `path` is then the best path so far.
    pub fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        mut hook: ProgressHook<'_>,
    ) -> Result<(), PathError> {
        path.clear();
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = Task::new(&self.tables, workspace, query)?;
        loop {
            task.advance(&self.tables, workspace, hook.nodes());
            if task.stage() == Stage::Done {
                return task.answer(&self.tables, workspace, Stop::Spent, path);
            }
            if hook.cancels(&task.progress(workspace)) {
                return task.answer(&self.tables, workspace, Stop::Cancelled, path);
            }
        }
    }

    /// Begins a search without expanding a node; the caller advances it in slices.
    ///
    /// Complexity: point location of start and goal, and what they see of their regions.
    ///
    /// # Errors
    ///
    /// Those of [`Endpoints::place`](navmesh_core::Endpoints::place).
    pub fn begin(&self, query: &PathQuery) -> Result<WeightedSession, PathError> {
        let tables = Arc::clone(&self.tables);
        let mut workspace = Box::<Workspace>::default();
        let task = Task::new(&tables, &mut workspace, query)?;
        Ok(Session::new(WeightedTask { tables, workspace, task }))
    }
}

impl SearchTask for WeightedTask {
    fn advance(&mut self, nodes: u64) {
        self.task.advance(&self.tables, &mut self.workspace, nodes);
    }

    fn stage(&self) -> Stage {
        self.task.stage()
    }

    fn progress(&self) -> Progress {
        self.task.progress(&self.workspace)
    }
}

impl PathTask for WeightedTask {
    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        self.task.answer(&self.tables, &self.workspace, Stop::Spent, path)
    }
}
