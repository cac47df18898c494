//! Straight legs inside a region.

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId};

use super::ground::Ground;

/// The point at which a leg begins or ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum LegEnd {
    /// A vertex: the edge begins there.
    Vertex(EdgeId),
    /// A rounded point of this edge, which is of a cell in the leg's region.
    Edge(EdgeId),
    /// A point in a closed cell.
    Cell(u32),
}

/// True if the straight leg between two points stays in one region, and touches no vertex between its ends.
///
/// Rounded points of borders count as points on them. A leg along an edge is refused.
pub(super) fn is_clear(ground: &Ground, from: (DVec2, LegEnd), to: (DVec2, LegEnd)) -> bool {
    if from.0 == to.0 {
        return true;
    }
    let mesh = &*ground.mesh;
    let first = match from.1 {
        LegEnd::Edge(edge) => mesh.next_edge(edge),
        LegEnd::Cell(slot) => EdgeId(mesh.edge_range(slot).start as u32),
        LegEnd::Vertex(edge) => match fan_exit(ground, edge, from.0, to) {
            FanExit::Into(edge) => edge,
            FanExit::AtTarget => return true,
            FanExit::Nowhere => return false,
        },
    };
    cross(ground, first, from.0, to)
}

/// The cell around a vertex that a leg enters.
enum FanExit {
    /// The cell of this edge, which is the one after those at the vertex.
    Into(EdgeId),
    AtTarget,
    Nowhere,
}

fn fan_exit(ground: &Ground, edge: EdgeId, from: DVec2, to: (DVec2, LegEnd)) -> FanExit {
    let mesh = &*ground.mesh;
    let first = mesh.walls_of_fan(edge).map_or(edge, |[first, _]| first);
    let mut at = first;
    loop {
        let next = mesh.next_edge(at);
        let [ahead, behind] = [next, mesh.previous_edge(at)].map(|edge| mesh.edge(edge).origin());
        let slot = mesh.edge(at).cell_slot();
        if ends_in(ground, slot, to.1) && is_in_wedge(from, ahead, behind, to.0) {
            return FanExit::AtTarget;
        }
        if turn(from, to.0, ahead) == Turn::Right && turn(from, to.0, behind) == Turn::Left {
            return FanExit::Into(next);
        }
        match mesh.counter_clockwise(at).filter(|&next| next != first) {
            Some(next) => at = next,
            None => return FanExit::Nowhere,
        }
    }
}

/// True if a point lies in the closed wedge of a convex cell at one of its corners.
pub(super) fn is_in_wedge(corner: DVec2, ahead: DVec2, behind: DVec2, point: DVec2) -> bool {
    turn(corner, ahead, point) != Turn::Right && turn(corner, behind, point) != Turn::Left
}

/// True if a leg may end in a cell.
pub(super) fn ends_in(ground: &Ground, slot: u32, end: LegEnd) -> bool {
    let mesh = &*ground.mesh;
    match end {
        LegEnd::Edge(edge) => mesh.edge(edge).cell_slot() == slot,
        LegEnd::Cell(own) => own == slot,
        LegEnd::Vertex(edge) => {
            let vertex = mesh.edge(edge).vertex();
            mesh.edge_range(slot).any(|edge| mesh.edges()[edge].vertex() == vertex)
        }
    }
}

/// Follows a leg through the cells of a region. In the first cell the leg enters before the edge `first`.
fn cross(ground: &Ground, first: EdgeId, from: DVec2, to: (DVec2, LegEnd)) -> bool {
    let mesh = &*ground.mesh;
    let mut first = first;
    loop {
        let slot = mesh.edge(first).cell_slot();
        if ends_in(ground, slot, to.1) {
            return true;
        }
        let exit = exit_of(ground, first, from, to.0);
        let exit = exit.filter(|&exit| ground.border_of(exit).is_none());
        let Some(twin) = exit.and_then(|exit| mesh.edge(exit).twin()) else { return false };
        first = mesh.next_edge(twin);
    }
}

/// Returns the edge by which a directed line leaves a cell; `None` if it is a corner.
fn exit_of(ground: &Ground, first: EdgeId, from: DVec2, to: DVec2) -> Option<EdgeId> {
    let mesh = &*ground.mesh;
    let mut edge = first;
    let mut side = turn(from, to, mesh.edge(edge).origin());
    for _ in 0..mesh.edge_range(mesh.edge(first).cell_slot()).len() {
        let next = mesh.next_edge(edge);
        let after = turn(from, to, mesh.edge(next).origin());
        match (side, after) {
            (Turn::Right, Turn::Left) => return Some(edge),
            (Turn::Right, Turn::Collinear) => return None,
            _ => (edge, side) = (next, after),
        }
    }
    None
}
