//! Stage 8: cells as a raw mesh.

use navmesh_core::{AreaKind, DVec2, RawMesh};

use crate::half_edges::{HalfEdges, NONE};

/// The cells in the order of their lowest half-edges, with the points that they use and the areas.
pub(crate) fn assemble(cells: &HalfEdges, points: &[DVec2], areas: Vec<AreaKind>) -> RawMesh {
    let mut cell_of_edge = vec![NONE; cells.halves.len()];
    let mut firsts = Vec::new();
    for first in 0..cells.count() {
        if cells.is_alive(first) && cell_of_edge[first as usize] == NONE {
            cells.ring(first).for_each(|edge| cell_of_edge[edge as usize] = firsts.len() as u32);
            firsts.push(first);
        }
    }
    let mut raw = RawMesh::default();
    let mut position_of_point = vec![NONE; points.len()];
    for first in firsts {
        for edge in cells.ring(first) {
            let point = cells.origin(edge) as usize;
            if position_of_point[point] == NONE {
                position_of_point[point] = raw.positions.len() as u32;
                raw.positions.push(points[point]);
            }
            raw.corners.push(position_of_point[point]);
            raw.neighbors.push(cells.twin(edge).map(|twin| cell_of_edge[twin as usize]));
        }
        raw.cell_ends.push(raw.corners.len() as u32);
        if !cells.layers.is_empty() {
            raw.layers.push(cells.layer(first));
        }
        if !areas.is_empty() {
            let kind = cells.kind(first);
            raw.cell_areas.push(kind);
            raw.costs.push(kind.map_or(1.0, |kind| areas[kind as usize].cost));
        }
    }
    raw.areas = areas;
    raw
}
