//! Small meshes made directly, so that a search can be tested without a builder.

use std::collections::BTreeMap;

use navmesh_core::{DVec2, NavMesh, PathQuery, RawMesh};
use navmesh_grid::Grid;

use super::{points, queries_between};
use crate::oracle::MeshOracle;
use crate::rng::SplitMix64;

/// Returns one cell, the rectangle from (0, 0) to (4, 3).
#[must_use]
pub fn room() -> NavMesh {
    let positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    let mut raw = RawMesh { positions, ..RawMesh::default() };
    raw.push_cell(&[0, 1, 2, 3]);
    NavMesh::from_raw(&raw).expect("a rectangle is valid")
}

/// Returns two cells, the unit squares from (0, 0) to (2, 1), joined along x = 1.
#[must_use]
pub fn two_squares() -> NavMesh {
    let mut raw = RawMesh::default();
    for point in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]] {
        raw.positions.push(point.map(f64::from).into());
    }
    raw.push_cell(&[0, 1, 4, 3]);
    raw.push_cell(&[1, 2, 5, 4]);
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).expect("two squares are valid")
}

/// A lattice of quadrangles, some split into triangles, with some cells and some joins missing; in
/// two of three seeds its vertices are moved by multiples of 1/64, in the third all is in line.
///
/// Missing joins are walls without thickness, which outlines cannot express.
#[must_use]
pub fn jittered_lattice(seed: u64) -> NavMesh {
    let mut rng = SplitMix64::new(seed);
    let size = 3 + rng.below(4) as u32;
    // Up to 12/64 keeps every quadrangle convex: a corner moves by less than half of its distance
    // from the diagonal, and so does the diagonal.
    let jitter = if seed.is_multiple_of(3) { 0 } else { 12 };
    let mut raw = RawMesh::default();
    for y in 0..=size {
        for x in 0..=size {
            let mut moved = |v: u32| f64::from(v) + rng.between(-jitter, jitter) as f64 / 64.0;
            raw.positions.push(DVec2::new(moved(x), moved(y)));
        }
    }
    for place in 0..size * size {
        let a = place / size * (size + 1) + place % size;
        let [b, c, d] = [a + 1, a + size + 2, a + size + 1];
        match rng.below(20) {
            0..5 => {}
            5..8 => [[a, b, c], [a, c, d]].iter().for_each(|t| raw.push_cell(t)),
            8..11 => [[a, b, d], [b, c, d]].iter().for_each(|t| raw.push_cell(t)),
            _ => raw.push_cell(&[a, b, c, d]),
        }
    }
    if raw.cell_count() == 0 {
        raw.push_cell(&[0, 1, size + 2, size + 1]);
    }
    raw.join_matching_edges();
    part_some(&mut raw, &mut rng);
    NavMesh::from_raw(&raw).expect("a jittered lattice is valid")
}

/// Takes away about one join in eight, from both sides.
fn part_some(raw: &mut RawMesh, rng: &mut SplitMix64) {
    let mut first = 0;
    for cell in 0..raw.cell_count() as u32 {
        let end = raw.cell_ends[cell as usize] as usize;
        for edge in first..end {
            let Some(other) = raw.neighbors[edge].filter(|&n| n > cell && rng.chance(12)) else {
                continue;
            };
            raw.neighbors[edge] = None;
            let start = raw.cell_ends[other as usize - 1] as usize;
            let theirs = start..raw.cell_ends[other as usize] as usize;
            raw.neighbors[theirs].iter_mut().filter(|n| **n == Some(cell)).for_each(|n| *n = None);
        }
        first = end;
    }
}

/// The free tiles of a map, one cell each, joined along their sides: cell `i` is the free tile with
/// the `i`-th lowest slot. `None` where no tile is free.
#[must_use]
pub fn tile_mesh(grid: &Grid) -> Option<NavMesh> {
    let mut raw = RawMesh::default();
    let stride = grid.width() + 1;
    for y in 0..=grid.height() {
        raw.positions.extend((0..stride).map(|x| grid.corner(x, y)));
    }
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        if !grid.is_blocked(x, y) {
            let corner = y * stride + x;
            raw.push_cell(&[corner, corner + 1, corner + stride + 1, corner + stride]);
        }
    }
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).ok()
}

/// Cells with these corners, joined wherever two of them have a side in common.
///
/// # Panics
///
/// They make no valid mesh.
#[must_use]
pub fn mesh_of(cells: impl IntoIterator<Item = Vec<[f64; 2]>>) -> NavMesh {
    let (mut raw, mut known) = (RawMesh::default(), BTreeMap::new());
    for cell in cells {
        let corner = |[x, y]: [f64; 2]| {
            *known.entry([x, y].map(f64::to_bits)).or_insert_with(|| push(&mut raw, x, y))
        };
        let corners: Vec<u32> = cell.into_iter().map(corner).collect();
        raw.push_cell(&corners);
    }
    raw.join_matching_edges();
    NavMesh::from_raw(&raw).expect("the cells are a valid mesh")
}

fn push(raw: &mut RawMesh, x: f64, y: f64) -> u32 {
    raw.positions.push(DVec2::new(x, y));
    raw.positions.len() as u32 - 1
}

/// Seeded queries on a mesh, most of them between degenerate points: vertices, middles of edges,
/// points in line with edges or an ulp off a vertex.
#[must_use]
pub fn mesh_queries(mesh: &NavMesh, count: usize, seed: u64) -> Vec<PathQuery> {
    let rings: Vec<Vec<DVec2>> = mesh.slots().map(|slot| mesh.corners(slot).collect()).collect();
    let oracle = MeshOracle::new(mesh);
    let is_ground = |point| !oracle.cells_at(point).is_empty();
    let points = points::sample(&rings, count.max(8), &mut SplitMix64::new(seed), is_ground);
    queries_between(&points, count, seed)
}
