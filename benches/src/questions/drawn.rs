//! Seeded places of a map.

use navmesh_testkit::SplitMix64;
use tautline::{DVec2, NavMesh};

/// Points of the bounding box.
#[must_use]
pub fn points(mesh: &NavMesh, seed: u64, count: usize) -> Vec<DVec2> {
    endless(mesh, seed).take(count).collect()
}

/// Points of the largest part of the mesh, by its cells.
#[must_use]
pub fn places_of_largest_part(mesh: &NavMesh, seed: u64, count: usize) -> Vec<DVec2> {
    let mut sizes = vec![0; mesh.slot_count()];
    mesh.slots().for_each(|slot| sizes[mesh.component(slot) as usize] += 1);
    let largest = (0..sizes.len()).max_by_key(|&component| sizes[component]);
    let is_there = |point: &DVec2| {
        let component = mesh.incidences(*point).next().map(|i| mesh.component(i.cell.slot));
        component.map(|component| component as usize) == largest
    };
    endless(mesh, seed).filter(is_there).take(count).collect()
}

fn endless(mesh: &NavMesh, seed: u64) -> impl Iterator<Item = DVec2> {
    let (bounds, mut random) = (mesh.bounds(), SplitMix64::new(seed));
    std::iter::repeat_with(move || {
        bounds.min + bounds.size() * DVec2::new(random.unit(), random.unit())
    })
}
