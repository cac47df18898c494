//! The edges along each door, and the cells of its margin.

use std::collections::BTreeSet;

use navmesh_core::{EdgeId, MeshDoor};

use crate::error::Role;
use crate::ground::no_effect::note;
use crate::half_edges::HalfEdges;
use crate::report::{Repair, RepairKind};

/// Notes the doors without edges and margins, unless they have no length, which is noted already.
pub(crate) fn note_idle_doors(doors: &[MeshDoor], repairs: &mut Vec<Repair>) {
    let without_length = repairs
        .iter()
        .filter(|repair| repair.kind == RepairKind::NoLine && repair.place.role == Role::Door);
    let without_length: BTreeSet<usize> =
        without_length.map(|repair| repair.place.outline).collect();
    let is_idle = |door: &usize| doors[*door].edges.is_empty() && doors[*door].margin.is_empty();
    let idle = (0..doors.len()).filter(is_idle).filter(|door| !without_length.contains(door));
    repairs.extend(idle.map(|door| note(Role::Door, door)));
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
