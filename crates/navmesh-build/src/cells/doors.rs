//! The edges along each door, and the cells of its margin.

use navmesh_core::{EdgeId, MeshDoor};

use crate::half_edges::HalfEdges;

/// Returns the indices of the doors without edges and margins.
pub(crate) fn idle_doors(doors: &[MeshDoor]) -> Vec<usize> {
    (0..doors.len())
        .filter(|&door| doors[door].edges.is_empty() && doors[door].margin.is_empty())
        .collect()
}

/// Returns each door with its edges and the cells of its margin, as the mesh numbers them: cell
/// after cell, in the order of their lowest half-edges.
pub(crate) fn doors_of<'a>(
    names: impl Iterator<Item = &'a String>,
    cells: &HalfEdges,
) -> Vec<MeshDoor> {
    let mut kinds: Vec<MeshDoor> =
        names.map(|name| MeshDoor { name: name.clone(), ..MeshDoor::default() }).collect();
    if kinds.is_empty() {
        return kinds;
    }
    let firsts = cells.ring_starts();
    for (slot, &first) in firsts.iter().enumerate() {
        for &door in cells.margins.along(first) {
            kinds[door as usize].margin.push(slot as u32);
        }
    }
    let edges = firsts.into_iter().flat_map(|first| cells.ring(first));
    for (number, edge) in edges.enumerate() {
        if cells.twin(edge).is_some_and(|twin| edge < twin) {
            for &door in cells.doors.along(edge) {
                kinds[door as usize].edges.push(EdgeId(number as u32));
            }
        }
    }
    kinds
}
