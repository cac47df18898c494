//! A* over cells: the corridor whose edge midpoints make the cheapest chain.
//!
//! Sources: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of
//! Minimum Cost Paths", 1968; on the graph of blianchen, "NAV导航网格寻路 (6)" (pathfinding on
//! navigation meshes, part 6), 2010.
//!
//! Crossing a cell costs the distance between the midpoint of the edge that the path enters by and
//! the midpoint of the edge that it leaves by, times the cell's cost; the first leg begins at the
//! start and the last one ends at the goal. A node of the search is an entered edge, since what
//! crossing a cell costs depends on where it was entered. A point on an edge or a vertex stands in
//! several cells, and the search may begin, or end, in any of them.
//!
//! We differ from the article in:
//!
//! 1. its nodes are cells, closed for ever after the first visit, so that a cell reached first by a
//!    bad edge keeps it; ours are edges, and a cheaper way to one opens it again;
//! 2. it sets a node's price to its parent's total and drops the heuristic; we keep both apart;
//! 3. cells have any number of corners, and a cost;
//! 4. it searches from the goal to the start. We search from whichever of the two is
//!    lexicographically greater: so the same query reversed finds the same corridor, reversed.

mod frontier;
mod heuristic;
mod search;
mod session;
mod task;
mod trace;

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

/// How a corridor is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct CorridorOptions {
    /// How the cost still to come is estimated.
    pub heuristic: Heuristic,
    /// How many nodes may be expanded; `None` is as many as it takes.
    pub max_expanded: Option<u64>,
}

impl CorridorOptions {
    /// The options with another heuristic.
    #[must_use]
    pub fn heuristic(mut self, heuristic: Heuristic) -> Self {
        self.heuristic = heuristic;
        self
    }

    /// The options with a budget of nodes, or with none.
    #[must_use]
    pub fn max_expanded(mut self, nodes: Option<u64>) -> Self {
        self.max_expanded = nodes;
        self
    }
}

/// Between which places of which mesh a corridor is searched, and how.
#[derive(Debug, Clone, Copy)]
pub struct CorridorQuery<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// Start and goal, placed on this very mesh.
    pub endpoints: &'a Endpoints,
    /// How to search.
    pub options: CorridorOptions,
}

/// What this search keeps in a caller's [`Scratch`].
#[derive(Debug, Default)]
struct Room {
    frontier: Frontier,
    tracer: Tracer,
}

/// Finds the cheapest corridor between two endpoints and writes it into `corridor`.
///
/// With an admissible [`Heuristic`] no chain of edge midpoints is cheaper than `corridor.cost`, up
/// to rounding; equal ones are told apart by edge ids. Where start and goal share a cell, that cell
/// is the corridor: the one of the lowest cost among several, then of the lowest slot. (On a mesh
/// of mixed costs it has to be cheaper than every way around, which may lead through a cheap
/// neighbour and back.)
///
/// No cell appears twice at uniform cost. At mixed costs one may: only where leaving it for cheaper
/// ground and coming back is cheaper than crossing it. The cells of a corridor are always joined
/// one to the next by its portals.
///
/// Complexity: O(e log e) in the number of edges e of the mesh, for heuristics that are consistent;
/// nothing is allocated once `scratch` and `corridor` have grown to the mesh.
///
/// # Errors
///
/// `Unreachable`, with an empty corridor, where no cell of the start is connected to one of the
/// goal. [`Endpoints::place`] has ruled that out for endpoints that it placed on this very mesh.
/// `BudgetExhausted` where the budget does not suffice: what is proved then is the straight distance
/// at the lowest cost, since a chain of midpoints is longer than the path in it. `corridor` is then the
/// cheapest way to the goal found so far, and empty where there is none.
///
/// ```
/// # use navmesh_core::{Corridor, Endpoints, NavMesh, PathQuery, RawMesh, Scratch};
/// # use navmesh_search::{CorridorOptions, CorridorQuery, find_corridor};
/// # let mut raw = RawMesh::default();
/// # for point in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]] {
/// #     raw.positions.push(point.map(f64::from).into());
/// # }
/// # raw.push_cell(&[0, 1, 4, 3]);
/// # raw.push_cell(&[1, 2, 5, 4]);
/// # raw.join_matching_edges();
/// # let mesh = NavMesh::from_raw(&raw)?;
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

/// Finds a corridor as [`find_corridor`] does, and shows the observer how.
///
/// Complexity: as [`find_corridor`], and a call an event.
///
/// # Errors
///
/// As [`find_corridor`].
///
/// ```
/// # use navmesh_core::{Corridor, Endpoints, NavMesh, PathQuery, RawMesh, Scratch, Observer};
/// # use navmesh_search::{SeenCell, CorridorOptions, CorridorQuery, find_corridor_observed};
/// # let mut raw = RawMesh::default();
/// # for point in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]] {
/// #     raw.positions.push(point.map(f64::from).into());
/// # }
/// # raw.push_cell(&[0, 1, 4, 3]);
/// # raw.push_cell(&[1, 2, 5, 4]);
/// # raw.join_matching_edges();
/// # let mesh = NavMesh::from_raw(&raw)?;
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
    let Room { frontier, tracer } = scratch.workspace();
    let mut task = Task::new(query);
    task.advance(query, frontier, u64::MAX, observer);
    task.answer(query, frontier, tracer, corridor);
    task.result(query, Stop::Spent)
}

/// Finds a corridor as [`find_corridor`] does, and asks on the way whether to go on.
///
/// Complexity: as [`find_corridor`], and a call every so many nodes.
///
/// # Errors
///
/// As [`find_corridor`]; `Cancelled` where the watch calls the search off.
///
/// ```
/// # use navmesh_core::{Corridor, Endpoints, NavMesh, PathQuery, RawMesh, Scratch, ProgressHook};
/// # use navmesh_search::{CorridorOptions, CorridorQuery, find_corridor_with_hook};
/// # let mut raw = RawMesh::default();
/// # for point in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]] {
/// #     raw.positions.push(point.map(f64::from).into());
/// # }
/// # raw.push_cell(&[0, 1, 4, 3]);
/// # raw.push_cell(&[1, 2, 5, 4]);
/// # raw.join_matching_edges();
/// # let mesh = NavMesh::from_raw(&raw)?;
/// // Two unit squares, side by side.
/// let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
/// endpoints.place(&mesh, &PathQuery::new([0.0, 0.5], [2.0, 0.5]))?;
/// let options = CorridorOptions::default();
/// let query = CorridorQuery { mesh: &mesh, endpoints: &endpoints, options };
/// let mut go_on = |_: &_| std::ops::ControlFlow::Continue(());
/// let watch = ProgressHook::every(64, &mut go_on);
/// find_corridor_with_hook(&query, &mut Scratch::new(), &mut corridor, watch)?;
/// assert_eq!(corridor.cells.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_corridor_with_hook(
    query: &CorridorQuery<'_>,
    scratch: &mut Scratch,
    corridor: &mut Corridor,
    mut watch: ProgressHook<'_>,
) -> Result<SearchStats, PathError> {
    let Room { frontier, tracer } = scratch.workspace();
    let mut task = Task::new(query);
    let stop = loop {
        task.advance(query, frontier, watch.nodes(), &mut ());
        if task.stage(query) == Stage::Done {
            break Stop::Spent;
        }
        if watch.cancels(&task.progress(query, frontier)) {
            break Stop::Cancelled;
        }
    };
    task.answer(query, frontier, tracer, corridor);
    task.result(query, stop)
}

/// The point halfway along an edge; the same bits for an edge and its twin.
fn midpoint(mesh: &NavMesh, edge: EdgeId) -> DVec2 {
    let [a, b] = mesh.edge_ends(edge);
    middle(a, b)
}

fn middle(a: DVec2, b: DVec2) -> DVec2 {
    (a + b) * 0.5
}

#[cfg(test)]
mod tests;
