//! Writes cells as a raw mesh.

use navmesh_core::{DVec2, MeshArea, RawMesh};

use crate::half_edges::HalfEdges;
use crate::half_edges::halves::{Half, NONE};

/// Writes the cells in the order of their lowest half-edges, with the points that they use and the
/// areas.
pub(crate) fn assemble(mut cells: HalfEdges, points: Vec<DVec2>, areas: Vec<MeshArea>) -> RawMesh {
    // Merging removes at least half of the half-edges on typical maps.
    let corners = cells.halves.len() / 2;
    let mut raw = RawMesh {
        positions: points,
        corners: Vec::with_capacity(corners),
        neighbors: Vec::with_capacity(corners),
        ..RawMesh::default()
    };
    cells.each_alive(|cells, first| {
        let cell = raw.cell_count() as u32;
        let mut edge = first;
        // A written half-edge is dead, and the array of twins holds its cell.
        while cells.is_alive(edge) {
            let twin = std::mem::replace(&mut cells.twins[edge as usize], cell);
            raw.neighbors.push((twin != NONE).then_some(twin));
            let Half { origin, next, .. } = cells.halves[edge as usize];
            cells.halves[edge as usize].next = NONE;
            raw.corners.push(origin);
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
    });
    // Replaces each twin by its cell, now that all cells have numbers.
    for neighbor in &mut raw.neighbors {
        *neighbor = neighbor.map(|twin| cells.twins[twin as usize]);
    }
    drop(cells);
    leave_out_idle(&mut raw.positions, &mut raw.corners);
    raw.areas = areas;
    raw
}

/// Drops the positions without corners, in place. The others keep their order.
fn leave_out_idle(positions: &mut Vec<DVec2>, corners: &mut [u32]) {
    let mut numbers = vec![NONE; positions.len()];
    for &corner in &*corners {
        numbers[corner as usize] = 0;
    }
    let mut count = 0;
    for (old, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number != NONE) {
        *number = count;
        positions[count as usize] = positions[old];
        count += 1;
    }
    positions.truncate(count as usize);
    for corner in corners {
        *corner = numbers[*corner as usize];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_without_corners_are_dropped_in_order() {
        let mut positions: Vec<DVec2> = (0..6).map(|x| DVec2::new(f64::from(x), 0.0)).collect();
        let mut corners = [5, 1, 2, 5, 2, 4];
        leave_out_idle(&mut positions, &mut corners);
        assert_eq!(positions.iter().map(|point| point.x).collect::<Vec<_>>(), [1.0, 2.0, 4.0, 5.0]);
        assert_eq!(corners, [3, 0, 1, 3, 1, 2]);
    }
}
