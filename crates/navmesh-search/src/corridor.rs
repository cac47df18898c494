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
mod trace;

use glam::DVec2;
use navmesh_core::{CellId, Corridor, EdgeId, Endpoint, Endpoints, NavMesh, PathError};
use navmesh_core::{Scratch, SearchStats};

use frontier::Frontier;
pub use heuristic::Heuristic;
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
/// `BudgetExhausted`, with an empty corridor, where the budget does not suffice: what is proved then is
/// the straight distance at the lowest cost, since a chain of midpoints is longer than the path in it.
#[doc(alias("A*", "astar", "findPolyPath"))]
pub fn find_corridor(
    mesh: &NavMesh,
    endpoints: &Endpoints,
    options: &CorridorOptions,
    scratch: &mut Scratch,
    corridor: &mut Corridor,
) -> Result<SearchStats, PathError> {
    let (start, goal) = (&endpoints.start, &endpoints.goal);
    corridor.clear();
    (corridor.start, corridor.goal) = (start.point, goal.point);
    let shared = cheapest_shared_cell(mesh, start, goal);
    if let Some(slot) = shared.filter(|_| mesh.is_uniform()) {
        corridor.cells.push(mesh.cell_id(slot));
        corridor.cost = start.point.distance(goal.point);
        return Ok(SearchStats::default());
    }
    let room: &mut Room = scratch.room();
    let backwards = goal_is_greater(start.point, goal.point);
    let (origin, target) = if backwards { (goal, start) } else { (start, goal) };
    let mut search = CorridorSearch { mesh, origin, target, options, frontier: &mut room.frontier };
    let (stats, ended) = search.run();
    corridor.cost = match ended {
        Ended::Found { cost } => cost,
        Ended::NoWay => {
            return Err(PathError::Unreachable { start: start.point, goal: goal.point });
        }
        Ended::Spent => {
            let lower_bound = start.point.distance(goal.point) * mesh.lowest_cost();
            return Err(PathError::BudgetExhausted { lower_bound, expanded: stats.expanded });
        }
    };
    room.tracer.read(&room.frontier);
    if mesh.is_uniform() && room.tracer.cut_loops(mesh) {
        corridor.cost = room.tracer.cost(mesh, target.point, origin.point);
    }
    if !backwards {
        room.tracer.turn_around(mesh);
    }
    room.tracer.write(mesh, shared, corridor);
    Ok(stats)
}

fn goal_is_greater(start: DVec2, goal: DVec2) -> bool {
    goal.x.total_cmp(&start.x).then(goal.y.total_cmp(&start.y)).is_gt()
}

/// The cell that holds both endpoints and costs least; of equal ones, the lowest slot.
fn cheapest_shared_cell(mesh: &NavMesh, start: &Endpoint, goal: &Endpoint) -> Option<u32> {
    let own = start.incidences.iter().map(|i| i.cell).filter(|&cell| mesh.has_cell(cell));
    let slots = own.filter(|&cell| holds(goal, cell)).map(|cell| cell.slot);
    slots.min_by(|&a, &b| mesh.cost(a).total_cmp(&mesh.cost(b)).then(a.cmp(&b)))
}

/// True where a cell holds an endpoint, whose incidences ascend by slot.
fn holds(endpoint: &Endpoint, cell: CellId) -> bool {
    endpoint.incidences.binary_search_by_key(&cell, |i| i.cell).is_ok()
}

/// How a search ended.
enum Ended {
    Found { cost: f64 },
    NoWay,
    Spent,
}

/// One search, from `origin` to `target`.
struct CorridorSearch<'a> {
    mesh: &'a NavMesh,
    origin: &'a Endpoint,
    target: &'a Endpoint,
    options: &'a CorridorOptions,
    frontier: &'a mut Frontier,
}

impl CorridorSearch<'_> {
    /// Searches; the frontier then holds the way to the target, if one was found.
    fn run(&mut self) -> (SearchStats, Ended) {
        self.frontier.begin(self.mesh.edges().len());
        for incidence in self.origin.incidences.iter().filter(|i| self.mesh.has_cell(i.cell)) {
            self.leave(incidence.cell.slot, self.origin.point, 0.0, None);
        }
        let max_expanded = self.options.max_expanded.unwrap_or(u64::MAX);
        let mut expanded = 0;
        let mut ended = Ended::NoWay;
        while let Some(nearest) = self.frontier.pop() {
            let Some(entered) = nearest.edge else {
                ended = Ended::Found { cost: nearest.cost };
                break;
            };
            if expanded == max_expanded {
                ended = Ended::Spent;
                break;
            }
            expanded += 1;
            let slot = self.mesh.edge(entered).cell_slot();
            self.leave(slot, midpoint(self.mesh, entered), nearest.cost, Some(entered));
        }
        let pushed = self.frontier.pushed();
        (SearchStats { expanded, pushed, ..SearchStats::default() }, ended)
    }

    /// Offers every way on through the cell in a slot, reached at `from` through the edge `entered`.
    fn leave(&mut self, slot: u32, from: DVec2, cost: f64, entered: Option<EdgeId>) {
        let mesh = self.mesh;
        let price = mesh.cost(slot);
        if holds(self.target, mesh.cell_id(slot)) {
            let total = cost + price * from.distance(self.target.point);
            self.frontier.offer_target(total, entered);
        }
        let range = mesh.edge_range(slot);
        let mut origin = mesh.edges()[range.end - 1].origin();
        let mut index = range.end - 1;
        for next in range {
            let end = mesh.edges()[next].origin();
            let exit = EdgeId(index as u32);
            if let Some(twin) = mesh.edges()[index].twin().filter(|_| Some(exit) != entered) {
                let middle = middle(origin, end);
                let total = cost + price * from.distance(middle);
                let (heuristic, target) = (self.options.heuristic, self.target.point);
                let ahead = || heuristic.estimate(mesh, twin, middle, target);
                self.frontier.offer(twin, total, ahead, entered);
            }
            (origin, index) = (end, next);
        }
    }
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
