//! The polygons around each vertex, counter-clockwise, with the obstacles between them.

use std::cmp::Ordering;

use glam::DVec2;
use navmesh_core::RawMesh;
use navmesh_core::backend::geom::{Turn, turn};

/// For each position, the polygons around it; `None` is an obstacle or a wall.
pub(super) struct PolygonsAround {
    polygons: Vec<Option<u32>>,
    /// The end of each position's polygons.
    ends: Vec<usize>,
}

impl PolygonsAround {
    pub(super) fn of(&self, position: usize) -> &[Option<u32>] {
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.polygons[start..self.ends[position]]
    }
}

/// A cell's corner, with its outgoing edge, and the neighbour across its incoming edge.
#[derive(Clone, Copy)]
struct Corner {
    position: u32,
    /// The end of the outgoing edge: the cell's clockwise side, seen from the position.
    toward: DVec2,
    /// The position where the incoming edge begins: the cell's counter-clockwise side.
    from: u32,
    /// The position where the outgoing edge ends.
    to: u32,
    /// The cell across the incoming edge.
    next: Option<u32>,
    cell: u32,
}

/// Collects the corners at each position and sorts them by direction, exactly.
pub(super) fn polygons_around(raw: &RawMesh) -> PolygonsAround {
    let mut corners = corners(raw);
    corners.sort_by(|a, b| {
        let center = raw.positions[a.position as usize];
        let by_direction = || counter_clockwise(center, a.toward, b.toward);
        a.position.cmp(&b.position).then_with(by_direction).then(a.cell.cmp(&b.cell))
    });
    let mut around = PolygonsAround { polygons: Vec::new(), ends: vec![0; raw.positions.len()] };
    for same in corners.chunk_by(|a, b| a.position == b.position) {
        for (i, corner) in same.iter().enumerate() {
            around.polygons.push(Some(corner.cell));
            let next = &same[(i + 1) % same.len()];
            if corner.next != Some(next.cell) || corner.from != next.to {
                around.polygons.push(None);
            }
        }
        around.ends[same[0].position as usize] = around.polygons.len();
    }
    around
}

fn corners(raw: &RawMesh) -> Vec<Corner> {
    let mut corners = Vec::with_capacity(raw.corners.len());
    for index in 0..raw.cell_count() {
        let Some(cell) = raw.cell(index) else { continue };
        let count = cell.corners.len();
        for (i, &position) in cell.corners.iter().enumerate() {
            let (before, after) = ((i + count - 1) % count, (i + 1) % count);
            corners.push(Corner {
                position,
                toward: raw.positions[cell.corners[after] as usize],
                from: cell.corners[before],
                to: cell.corners[after],
                next: cell.neighbors[before],
                cell: index as u32,
            });
        }
    }
    corners
}

/// Orders the directions from `center` to `a` and to `b` by their angle from the positive x axis.
fn counter_clockwise(center: DVec2, a: DVec2, b: DVec2) -> Ordering {
    let is_lower = |p: DVec2| p.y < center.y || (p.y == center.y && p.x < center.x);
    is_lower(a).cmp(&is_lower(b)).then_with(|| match turn(center, a, b) {
        Turn::Left => Ordering::Less,
        Turn::Right => Ordering::Greater,
        Turn::Collinear => Ordering::Equal,
    })
}
