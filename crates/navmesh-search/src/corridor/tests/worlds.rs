//! Small seeded meshes with holes, pinches, triangles, quads and area costs.

use glam::DVec2;
use navmesh_core::{NavMesh, RawMesh};
use navmesh_testkit::SplitMix64;

/// A lattice of squares, some of them cut into triangles, some missing. Odd seeds move the corners, and every third
/// seed has costs.
pub(super) fn world(seed: u64) -> NavMesh {
    let mut random = SplitMix64::new(seed);
    let (width, height) = (2 + random.below(6), 2 + random.below(6));
    let mut raw =
        lattice_points(&mut random, width, height, if seed.is_multiple_of(2) { 0.0 } else { 0.2 });
    for y in 0..height {
        for x in 0..width {
            push_square(&mut raw, &mut random, y * (width + 1) + x, width + 1);
        }
    }
    if raw.cell_count() == 0 {
        raw.push_cell(&[0, 1, width as u32 + 1]);
    }
    raw.join_matching_edges();
    if seed.is_multiple_of(3) {
        raw.costs = (0..raw.cell_count()).map(|_| [0.25, 1.0, 1.5, 8.0][random.below(4)]).collect();
    }
    let mesh = NavMesh::from_raw(&raw).unwrap();
    mesh.assert_invariants();
    mesh
}

fn lattice_points(random: &mut SplitMix64, width: usize, height: usize, jitter: f64) -> RawMesh {
    let mut raw = RawMesh::default();
    for y in 0..=height {
        for x in 0..=width {
            let off = DVec2::new(random.unit() - 0.5, random.unit() - 0.5) * (2.0 * jitter);
            raw.positions.push(DVec2::new(x as f64, y as f64) + off);
        }
    }
    raw
}

fn push_square(raw: &mut RawMesh, random: &mut SplitMix64, corner: usize, row: usize) {
    let [a, b, c, d] = [corner, corner + 1, corner + row + 1, corner + row].map(|i| i as u32);
    match random.below(8) {
        0 | 1 => {}
        2 | 3 => raw.push_cell(&[a, b, c, d]),
        4 => raw.push_cell(&[a, b, c]),
        5 | 6 => {
            raw.push_cell(&[a, b, d]);
            raw.push_cell(&[b, c, d]);
        }
        _ => {
            raw.push_cell(&[a, b, c]);
            raw.push_cell(&[a, c, d]);
        }
    }
}

/// A point of a random cell: inside it, on an edge, or one of its corners.
pub(super) fn point_on(mesh: &NavMesh, random: &mut SplitMix64) -> DVec2 {
    let slots: Vec<u32> = mesh.slots().collect();
    let slot = slots[random.below(slots.len())];
    let corners: Vec<DVec2> = mesh.corners(slot).collect();
    let i = random.below(corners.len());
    let next = corners[(i + 1) % corners.len()];
    match random.below(3) {
        0 => mesh.centroid(slot),
        1 => (corners[i] + next) * 0.5,
        _ => corners[i],
    }
}
