//! Cells → floors, so that no two cells of a floor overlap in the plan, and floors meet along their borders alone.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use navmesh_core::backend::geom::on_segment;
use navmesh_core::{NavMesh, RawMesh};

/// Returns the floor of each cell of a mesh on one floor; none if no cells overlap. `heights` are those of the cells.
///
/// A floor grows over joined cells, the lowest open one first: ground lies on a floor before what stands on it. A cell lies on
/// the floor of the cell from which it was reached, if it is apart from all cells there, and otherwise on the first such floor.
///
/// Cells are apart if they overlap, or touch where one of them is joined to a cell over or under the other:
///
/// ```text
///     a ───┬─── b     a is joined to b, above c. With a and c on one floor, and b on another,
///     d ───┴─── c     a connection of the two floors would run through the inside of a floor.
/// ```
///
/// Complexity: O(n log n) in the cells and their edges, and linear in the pairs of cells that overlap.
pub(crate) fn floors(mesh: &NavMesh, raw: &RawMesh, heights: &[f64]) -> Vec<u32> {
    let apart = apart(mesh, raw);
    if apart.is_empty() {
        return Vec::new();
    }
    let count = raw.cell_count();
    let mut by_height: Vec<usize> = (0..count).collect();
    by_height.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]).then(a.cmp(&b)));
    let mut ranks = vec![0; count];
    for (rank, &cell) in by_height.iter().enumerate() {
        ranks[cell] = rank;
    }
    let mut floors: Vec<Option<u32>> = vec![None; count];
    let mut open = BinaryHeap::new();
    for seed in 0..count {
        open.push(Reverse((seed, 0)));
        while let Some(Reverse((rank, wish))) = open.pop() {
            let cell = by_height[rank];
            if floors[cell].is_some() {
                continue;
            }
            let is_free =
                |floor: &u32| apart[cell].iter().all(|&other| floors[other] != Some(*floor));
            let floor = std::iter::once(wish).chain(0..).find(is_free).unwrap_or(wish);
            floors[cell] = Some(floor);
            let near = raw.cell(cell).into_iter().flat_map(|cell| cell.neighbors.iter().flatten());
            open.extend(near.map(|&near| Reverse((ranks[near as usize], floor))));
        }
    }
    floors.into_iter().map(Option::unwrap_or_default).collect()
}

/// Returns the cells that may not lie on the floor of each cell; none if no cells overlap.
fn apart(mesh: &NavMesh, raw: &RawMesh) -> Vec<Vec<usize>> {
    let pairs = mesh.overlaps(usize::MAX);
    if pairs.is_empty() {
        return Vec::new();
    }
    let mut around = vec![Vec::new(); raw.positions.len()];
    for cell in 0..raw.cell_count() {
        for edge in edges(raw, cell) {
            around[edge.corners[0] as usize].push(cell);
        }
    }
    let mut apart = vec![Vec::new(); raw.cell_count()];
    let mut part = |a: usize, b: usize| {
        apart[a].push(b);
        apart[b].push(a);
    };
    for [a, b] in pairs.iter().map(|pair| pair.map(|cell| cell.slot as usize)) {
        part(a, b);
        for (cell, over) in [(a, b), (b, a)] {
            for edge in edges(raw, cell) {
                let corner = edge.corners[0];
                let has_corner = edges(raw, over).any(|other| other.corners[0] == corner);
                if !has_corner && edges(raw, over).any(|other| other.meets(corner, raw)) {
                    around[corner as usize].iter().for_each(|&cell| part(cell, over));
                }
                if let Some(neighbor) = edge.neighbor
                    && edges(raw, over).any(|other| edge.meets(other.corners[0], raw))
                {
                    part(neighbor as usize, over);
                }
            }
        }
    }
    apart
}

/// An edge of a cell.
struct Edge {
    corners: [u32; 2],
    /// The cell beyond it.
    neighbor: Option<u32>,
}

/// Returns the edges of a cell.
fn edges(raw: &RawMesh, cell: usize) -> impl Iterator<Item = Edge> {
    raw.cell(cell).into_iter().flat_map(|cell| {
        let ends = cell.corners.iter().zip(cell.corners.iter().cycle().skip(1));
        let edges = ends.zip(cell.neighbors);
        edges.map(|((&a, &b), &neighbor)| Edge { corners: [a, b], neighbor })
    })
}

impl Edge {
    /// True if a corner lies on the edge. Exact.
    fn meets(&self, corner: u32, raw: &RawMesh) -> bool {
        let [a, b, at] =
            [self.corners[0], self.corners[1], corner].map(|corner| raw.positions[corner as usize]);
        on_segment(a, b, at)
    }
}
