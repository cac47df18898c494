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
//! 4. Its heuristic, |Δx| + |Δy| from the centroid of the entered cell, exceeds the rest of many ways. Ours is the straight
//!    distance from the midpoint of the entered edge, times the lowest cost of any cell, or the lowest cost per unit of
//!    distance of any link if that is lower. It never exceeds the rest, so no chain of midpoints is cheaper than the one found.
//! 5. It searches from the goal to the start. We search from the lexicographically greater of the two. So the
//!    same query reversed finds the same corridor, reversed.
//!
//! If all cells cost the same, no cell appears twice in a corridor. Otherwise a cell may, if leaving it for cheaper cells is
//! cheaper than crossing it. If start and goal share a cell, the corridor is the cheapest such cell, then the one of the
//! lowest slot; a way through a cheaper neighbour and back may be cheaper still. Ties are broken by edge ids.

mod frontier;
mod search;
mod trace;
mod task;

use glam::DVec2;
use navmesh_core::backend::Endpoints;
use navmesh_core::{Corridor, EdgeId, NavMesh};

use frontier::Frontier;
pub use search::SeenCell;
pub(crate) use task::Task;
use trace::Tracer;

/// The memory of a corridor search.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(crate) endpoints: Endpoints,
    pub(crate) frontier: Frontier,
    pub(crate) tracer: Tracer,
    pub(crate) corridor: Corridor,
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
