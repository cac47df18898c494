//! Stage 8: cells as a raw mesh.

use navmesh_core::{AreaKind, DVec2, RawMesh};

use crate::half_edges::{HalfEdges, NONE};

/// The cells in the order of their lowest half-edges, with the points that they use and the areas.
pub(crate) fn assemble(cells: &HalfEdges, points: &[DVec2], areas: Vec<AreaKind>) -> RawMesh {
    let mut raw = RawMesh::default();
    let mut cell_of_edge = vec![NONE; cells.halves.len()];
    let mut position_of_point = vec![NONE; points.len()];
    let mut twins = Vec::new();
    for first in 0..cells.count() {
        if !cells.is_alive(first) || cell_of_edge[first as usize] != NONE {
            continue;
        }
        let cell = raw.cell_count() as u32;
        for edge in cells.ring(first) {
            cell_of_edge[edge as usize] = cell;
            let half = cells.halves[edge as usize];
            twins.push(half.twin);
            let position = &mut position_of_point[half.origin as usize];
            if *position == NONE {
                *position = raw.positions.len() as u32;
                raw.positions.push(points[half.origin as usize]);
            }
            raw.corners.push(*position);
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
    let cell_across = |twin: u32| cell_of_edge.get(twin as usize).copied();
    raw.neighbors = twins.into_iter().map(cell_across).collect();
    raw.areas = areas;
    raw
}
