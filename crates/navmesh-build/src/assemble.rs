//! Stage 8: cells as a raw mesh.

use navmesh_core::{AreaKind, DVec2, RawMesh};

use crate::half_edges::HalfEdges;
use crate::halves::{Half, NONE};

/// The cells in the order of their lowest half-edges, with the points that they use and the areas.
pub(crate) fn assemble(mut cells: HalfEdges, points: &[DVec2], areas: Vec<AreaKind>) -> RawMesh {
    // Of a map that is merged less than half is left.
    let corners = cells.halves.len() / 2;
    let mut raw = RawMesh {
        positions: Vec::with_capacity(points.len()),
        corners: Vec::with_capacity(corners),
        neighbors: Vec::with_capacity(corners),
        ..RawMesh::default()
    };
    let mut position_of_point = vec![NONE; points.len()];
    for first in 0..cells.count() {
        if !cells.is_alive(first) {
            continue;
        }
        let cell = raw.cell_count() as u32;
        let mut edge = first;
        // What is written down is dead, and knows its cell where it knew what was before it.
        while cells.is_alive(edge) {
            let written = Half { next: NONE, previous: cell, ..cells.halves[edge as usize] };
            let Half { origin, next, .. } =
                std::mem::replace(&mut cells.halves[edge as usize], written);
            raw.neighbors.push(cells.twin(edge));
            let position = &mut position_of_point[origin as usize];
            if *position == NONE {
                *position = raw.positions.len() as u32;
                raw.positions.push(points[origin as usize]);
            }
            raw.corners.push(*position);
            edge = next;
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
    // Until all cells are numbered, twins stand for the cells that they are of.
    for neighbor in &mut raw.neighbors {
        *neighbor = neighbor.map(|twin| cells.previous(twin));
    }
    raw.areas = areas;
    raw
}
