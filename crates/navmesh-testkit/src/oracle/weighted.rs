//! Cheapest paths over weighted regions, bounded from above and from below.
//!
//! - `steiner` – [`SteinerGraph`]: an upper bound, the cheapest path over many points on every portal.
//! - `chain` – [`Chain`]: such a path, as the portals and vertices that it crosses.
//! - `refine` – moves the crossings of a chain, and changes the side on which it passes a vertex.
//! - `pieces` – [`PieceGraph`]: a lower bound, the cheapest way over pieces of portals.
//! - `march` – [`CostGrid`]: the cost of the arrival on a fine grid, by fast marching; an estimate of first order.
//! - `walk` – [`cost_of_walk`], [`cost_beside`]: the cost of a polyline.
//! - `queue` – the queue of all these searches.
//!
//! They read cells, costs and twins of a mesh, and no search does more. A place without a floor is on all floors; one on the
//! border between two floors is on both. Links and closed doors are not supported.

mod chain;
mod march;
mod pieces;
mod queue;
mod refine;
mod steiner;
mod walk;

use navmesh_core::{DVec2, EdgeId, NavMesh, Place};

use super::patches::{polygon_holds, segments_touch};
pub use chain::{Chain, Crossing};
pub use march::CostGrid;
pub use pieces::PieceGraph;
pub use steiner::{SteinerFlood, SteinerGraph};
pub use walk::{cost_beside, cost_of_walk};

/// The slots of the cells that hold a place, found by testing all: those on its floor, and those that portals through its
/// point join to them.
fn cells_at(mesh: &NavMesh, place: Place) -> Vec<u32> {
    let point = place.point;
    let holds = |slot: &u32| polygon_holds(&mesh.corners(*slot).collect::<Vec<_>>(), point);
    let on_floor = |slot: &u32| place.may_be_on(mesh.layer(*slot));
    let mut cells: Vec<u32> = mesh.slots().filter(on_floor).filter(holds).collect();
    let mut next = 0;
    while let Some(&slot) = cells.get(next) {
        next += 1;
        for edge in edges_of(mesh, slot) {
            let ends = mesh.edge_ends(edge);
            let beside = mesh.edge(edge).neighbor_slot().filter(|slot| !cells.contains(slot));
            cells.extend(beside.filter(|_| segments_touch([point; 2], ends)));
        }
    }
    cells
}

/// The edges of a mesh that are portals, each from one of its two sides.
fn portals(mesh: &NavMesh) -> Vec<EdgeId> {
    let edges = mesh.slots().flat_map(|slot| edges_of(mesh, slot));
    let is_first =
        |edge: &EdgeId| mesh.edge(*edge).twin().is_some_and(|twin| edge.index() < twin.index());
    edges.filter(is_first).collect()
}

/// The edges of the cell in a slot.
fn edges_of(mesh: &NavMesh, slot: u32) -> impl Iterator<Item = EdgeId> + '_ {
    mesh.edge_range(slot).map(|index| EdgeId(index as u32))
}

/// The slots on both sides of a portal.
fn sides(mesh: &NavMesh, portal: EdgeId) -> [u32; 2] {
    let edge = mesh.edge(portal);
    [edge.cell_slot(), edge.neighbor_slot().expect("a portal has a neighbour")]
}

/// The point at a share of a segment; its ends exactly.
fn at_share([a, b]: [DVec2; 2], share: f64) -> DVec2 {
    if share >= 1.0 { b } else { a + (b - a) * share }
}

#[cfg(test)]
mod tests;
