//! The way of a chord over the cells of a mesh.

use navmesh_core::backend::geom::{Turn, on_segment, turn};
use navmesh_core::{CellId, DVec2, EdgeId, NavMesh};

/// The cells that a chord crosses, and the portals along it. It holds as long as the mesh has these cells.
#[derive(Debug)]
pub(super) struct Ground {
    /// The slots of the cells that it divides, each with the middle of its part there.
    pub(super) crossed: Vec<(u32, DVec2)>,
    /// The edges of its cells that lie on it.
    pub(super) along: Vec<EdgeId>,
}

impl Ground {
    /// Finds those of a chord, from the cells that it touches.
    ///
    /// Complexity: linear in the edges of these cells.
    pub(super) fn of(mesh: &NavMesh, [from, to]: [DVec2; 2], cells: &[CellId]) -> Self {
        let slots = || cells.iter().map(|cell| cell.slot);
        let mut crossed: Vec<_> =
            slots().filter_map(|slot| Some((slot, overlap(mesh, slot, [from, to])?))).collect();
        crossed.sort_by_key(|at| at.0);
        crossed.dedup_by_key(|at| at.0);
        let edges = slots().flat_map(|slot| mesh.edge_range(slot)).map(|edge| EdgeId(edge as u32));
        let is_along =
            |edge: &EdgeId| mesh.edge_ends(*edge).iter().all(|&end| on_segment(from, to, end));
        Self { crossed, along: edges.filter(is_along).collect() }
    }
}

/// Returns the middle of the part of a chord that crosses a cell; `None` if it only touches the cell.
fn overlap(mesh: &NavMesh, slot: u32, [from, to]: [DVec2; 2]) -> Option<DVec2> {
    let edges = || mesh.edge_range(slot).map(|edge| mesh.edge_ends(EdgeId(edge as u32)));
    let mut is_beside = [false; 2];
    let mut part = [0.0_f64, 1.0];
    for [a, b] in edges() {
        let corner = turn(from, to, a);
        is_beside[0] |= corner == Turn::Left;
        is_beside[1] |= corner == Turn::Right;
        let [starts, ends] = [from, to].map(|point| turn(a, b, point) == Turn::Left);
        match (starts, ends) {
            (false, false) => return None,
            (true, true) => {}
            (is_inside, _) => {
                let share =
                    share_at([a, b], [from, to]).unwrap_or(if is_inside { 1.0 } else { 0.0 });
                if is_inside {
                    part[1] = part[1].min(share);
                } else {
                    part[0] = part[0].max(share);
                }
            }
        }
    }
    is_beside.iter().all(|&is| is).then(|| from.lerp(to, (part[0] + part[1]) * 0.5))
}

/// Returns the share of a segment at which a line crosses it, if both ends are apart from the line.
pub(super) fn share_at([a, b]: [DVec2; 2], [from, to]: [DVec2; 2]) -> Option<f64> {
    let [start, end] = [from, to].map(|point| (b - a).perp_dot(point - a));
    let share = start / (start - end);
    (start * end < 0.0 && share > 0.0 && share < 1.0).then_some(share)
}
