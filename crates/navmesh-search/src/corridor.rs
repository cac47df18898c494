//! A* over cells: the corridor whose edge midpoints make the cheapest chain.
//!
//! Sources: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths", 1968; on the graph of blianchen, "NAV导航网格寻路 (6)" (pathfinding on
//! navigation meshes, part 6), 2010.
//!
//! Crossing a cell costs the distance between the midpoints of the entered edge and of the exit edge, times
//! the cell's cost. The first leg begins at the start, and the last one ends at the goal. A node of the search
//! is an entered edge, because the cost of crossing a cell depends on where it was entered. A point on an edge
//! or a vertex is in several cells, and the search may begin or end in any of them.
//!
//! We differ from the article in:
//!
//! 1. Its nodes are cells, and a closed cell is never opened again, even if a cheaper way to it is found. Our
//!    nodes are edges, and a cheaper way opens one again.
//! 2. It replaces a node's cost by its parent's total and drops the heuristic. We keep both apart.
//! 3. Cells have any number of corners, and a cost.
//! 4. It searches from the goal to the start. We search from the lexicographically greater of the two. So the
//!    same query reversed finds the same corridor, reversed.

mod heuristic;
mod frontier;
mod search;
mod trace;
mod task;
mod session;

use glam::DVec2;
use navmesh_core::{
    Corridor, EdgeId, Endpoints, NavMesh, Observer, PathError, ProgressHook, Scratch, SearchStats,
    Stage, Stop,
};

use frontier::Frontier;
pub use heuristic::Heuristic;
pub use search::SeenCell;
pub use session::{CorridorSession, CorridorTask, begin_corridor};
use task::Task;
use trace::Tracer;

/// The options of a corridor search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct CorridorOptions {
    /// The estimate of the remaining cost.
    pub heuristic: Heuristic,
    /// The most nodes that may be expanded; `None` is no limit.
    pub max_expanded: Option<u64>,
}

impl CorridorOptions {
    /// Sets the heuristic.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// Sets the most nodes that may be expanded; `None` is no limit.
    #[must_use]
    pub fn max_expanded(mut self, nodes: Option<u64>) -> Self {
        self.max_expanded = nodes;
        self
    }
}

/// A query for a corridor.
#[derive(Debug, Clone, Copy)]
pub struct CorridorQuery<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// The start and the goal, placed on this mesh.
    pub endpoints: &'a Endpoints,
    /// The options of the search.
    pub options: CorridorOptions,
}

/// The memory of the search in a caller's [`Scratch`].
#[derive(Debug, Default)]
struct Workspace {
    frontier: Frontier,
    tracer: Tracer,
}

/// Finds the cheapest corridor between two endpoints and writes it into `corridor`.
///
/// With an admissible [`Heuristic`] no chain of edge midpoints is cheaper than `corridor.cost`, up to
/// rounding. Ties are broken by edge ids. If start and goal share a cell, the corridor is the cheapest such
/// cell, then the one of the lowest slot. (If cells differ in cost, a way through a cheaper neighbour and
/// back may be cheaper still.)
///
/// If all cells cost the same, no cell appears twice. Otherwise a cell may, if leaving it for cheaper cells
/// is cheaper than crossing it. The corridor's portals join each of its cells to the next.
///
/// Complexity: O(e log e) in the number of edges e of the mesh, for consistent heuristics. Nothing is allocated
/// once `scratch` and `corridor` have grown to the mesh.
///
/// # Errors
///
/// `Unreachable`, with an empty corridor, if no cell of the start is connected with one of the goal. This does
/// not happen with endpoints that [`Endpoints::place`] has placed on this mesh.
///
/// `BudgetExhausted` if the search needs more nodes. `corridor` is then the cheapest way to the goal found so
/// far, or empty. The error's lower bound is the straight distance at the lowest cost.
///
/// ```
/// # use navmesh_core::{Corridor, Endpoints, PathQuery, Scratch};
/// # use navmesh_search::{CorridorOptions, CorridorQuery, find_corridor};
/// # let mesh = navmesh_testkit::worlds::meshes::two_squares();
/// // Two unit squares, side by side.
/// let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
/// endpoints.place(&mesh, &PathQuery::new([0.0, 0.5], [2.0, 0.5]))?;
/// let options = CorridorOptions::default();
/// let query = CorridorQuery { mesh: &mesh, endpoints: &endpoints, options };
/// find_corridor(&query, &mut Scratch::new(), &mut corridor)?;
/// assert_eq!((corridor.cells.len(), corridor.portals.len()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("A*", "astar", "findPolyPath"))]
pub fn find_corridor(
    query: &CorridorQuery<'_>,
    scratch: &mut Scratch,
    corridor: &mut Corridor,
) -> Result<SearchStats, PathError> {
    find_corridor_observed(query, scratch, corridor, &mut ())
}

/// Finds a corridor as [`find_corridor`] does, and shows each step to an observer.
///
/// Complexity: as [`find_corridor`], and one call per event.
///
/// # Errors
///
/// As [`find_corridor`].
///
/// ```
/// # use navmesh_core::{Corridor, Endpoints, PathQuery, Scratch, Observer};
/// # use navmesh_search::{SeenCell, CorridorOptions, CorridorQuery, find_corridor_observed};
/// # let mesh = navmesh_testkit::worlds::meshes::two_squares();
/// // Two unit squares, side by side.
/// let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
/// endpoints.place(&mesh, &PathQuery::new([0.0, 0.5], [2.0, 0.5]))?;
/// let options = CorridorOptions::default();
/// let query = CorridorQuery { mesh: &mesh, endpoints: &endpoints, options };
/// struct Closed(u32);
/// impl Observer<SeenCell> for Closed {
///     fn closed(&mut self, _: SeenCell) {
///         self.0 += 1;
///     }
/// }
/// let mut closed = Closed(0);
/// let stats = find_corridor_observed(&query, &mut Scratch::new(), &mut corridor, &mut closed)?;
/// assert_eq!(u64::from(closed.0), stats.expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_corridor_observed(
    query: &CorridorQuery<'_>,
    scratch: &mut Scratch,
    corridor: &mut Corridor,
    observer: &mut impl Observer<SeenCell>,
) -> Result<SearchStats, PathError> {
    let Workspace { frontier, tracer } = scratch.workspace();
    let mut task = Task::new(query);
    task.advance(query, frontier, u64::MAX, observer);
    task.write_corridor(query, frontier, tracer, corridor);
    task.result(query, Stop::Spent)
}

/// Finds a corridor as [`find_corridor`] does, with a hook that can cancel the search.
///
/// Complexity: as [`find_corridor`], and one call of the hook per its number of nodes.
///
/// # Errors
///
/// As [`find_corridor`]; `Cancelled` if the hook cancels the search.
///
/// ```
/// # use navmesh_core::{Corridor, Endpoints, PathQuery, Scratch, ProgressHook};
/// # use navmesh_search::{CorridorOptions, CorridorQuery, find_corridor_with_hook};
/// # let mesh = navmesh_testkit::worlds::meshes::two_squares();
/// // Two unit squares, side by side.
/// let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
/// endpoints.place(&mesh, &PathQuery::new([0.0, 0.5], [2.0, 0.5]))?;
/// let options = CorridorOptions::default();
/// let query = CorridorQuery { mesh: &mesh, endpoints: &endpoints, options };
/// let mut go_on = |_: &_| std::ops::ControlFlow::Continue(());
/// let hook = ProgressHook::every(64, &mut go_on);
/// find_corridor_with_hook(&query, &mut Scratch::new(), &mut corridor, hook)?;
/// assert_eq!(corridor.cells.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_corridor_with_hook(
    query: &CorridorQuery<'_>,
    scratch: &mut Scratch,
    corridor: &mut Corridor,
    mut hook: ProgressHook<'_>,
) -> Result<SearchStats, PathError> {
    let Workspace { frontier, tracer } = scratch.workspace();
    let mut task = Task::new(query);
    let stop = loop {
        task.advance(query, frontier, hook.nodes(), &mut ());
        if task.stage(query) == Stage::Done {
            break Stop::Spent;
        }
        if hook.cancels(&task.progress(query, frontier)) {
            break Stop::Cancelled;
        }
    };
    task.write_corridor(query, frontier, tracer, corridor);
    task.result(query, stop)
}

/// Returns the midpoint of an edge. It is the same, bit for bit, for an edge and its twin.
fn midpoint(mesh: &NavMesh, edge: EdgeId) -> DVec2 {
    let [a, b] = mesh.edge_ends(edge);
    middle(a, b)
}

fn middle(a: DVec2, b: DVec2) -> DVec2 {
    (a + b) * 0.5
}

#[cfg(test)]
mod tests;
