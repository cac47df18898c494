//! Points within the walkable area that no cell needs.
//!
//! Where walkable outlines overlap, or areas lie below others, their corners and crossings are points with one kind of
//! walkable area all around. Cells would end at such points, so they are removed from the triangles
//! ([`TriangleMesh::remove_point`]).
//!
//! Every second point goes first, in the order of the map, then every second of the rest, and so on. Holes stay small
//! that way, even where all points see the same far corners.

use navmesh_core::DVec2;

use crate::half_edges::HalfEdges;
use crate::half_edges::triangle_mesh::TriangleMesh;

/// Removes every point with one kind of walkable area and no door all around from triangles. Returns their number.
///
/// Other edges keep their numbers, and those along walls, doors and borders of areas their places.
///
/// Complexity: linear, plus flips; a point takes as many steps as it has edges when its turn comes.
pub(crate) fn remove_inner_points(cells: &mut HalfEdges, points: &[DVec2]) -> usize {
    let mut inner = inner_points(cells, points.len());
    let count = inner.len();
    if count == 0 {
        return 0;
    }
    let is_fixed = (0..cells.count()).step_by(2).map(|edge| !is_open(cells, edge)).collect();
    let mut mesh = TriangleMesh::new(points, std::mem::take(&mut cells.halves), is_fixed);
    let mut dead = Vec::with_capacity(3 * count);
    while !inner.is_empty() {
        for &point in inner.iter().step_by(2) {
            dead.extend(mesh.remove_point(point));
        }
        inner = inner.into_iter().skip(1).step_by(2).collect();
    }
    cells.halves = mesh.into_halves();
    for edge in dead {
        cells.kill(edge);
        cells.kill(edge + 1);
    }
    count
}

/// Returns the points that no edge needs that must stay, ascending. Where such an edge ends another one begins, or its twin.
fn inner_points(cells: &HalfEdges, count: usize) -> Vec<u32> {
    let mut is_used = vec![false; count];
    let mut is_needed = vec![false; count];
    for edge in (0..cells.count()).filter(|&edge| cells.is_alive(edge)) {
        is_used[cells.origin(edge) as usize] = true;
        is_needed[cells.origin(edge) as usize] |= !is_open(cells, edge);
    }
    let is_inner = |&point: &u32| is_used[point as usize] && !is_needed[point as usize];
    (0..count as u32).filter(is_inner).collect()
}

/// True if the walkable area is of one kind on both sides of an edge, and nothing runs along it.
fn is_open(cells: &HalfEdges, edge: u32) -> bool {
    cells.removable_twin(edge).is_some_and(|twin| cells.is_alike([edge, twin]))
}

#[cfg(test)]
mod tests;
