use navmesh_core::Endpoints;
use navmesh_testkit::MeshOracle;
use navmesh_testkit::worlds::meshes::{mesh_queries, tile_mesh};
use navmesh_testkit::worlds::tiles::lattice_grid;

use super::*;

/// How long the way to the goal is at least, by the first gate; `None` where there is none.
fn bound_by_gates(mesh: &NavMesh, endpoints: &Endpoints) -> Option<f64> {
    let blocks = Blocks::of(mesh);
    let doors = Doors::of(mesh, &blocks);
    let mut way = Way::default();
    way.lead(mesh, &blocks, &doors, endpoints);
    let first = way.gates.last()?;
    let [a, b] = first.ends;
    let start = endpoints.start.point;
    Some(nearest_on_segment(a, b, start).distance(start) + first.rest)
}

#[test]
fn no_path_is_shorter_than_its_gates_say() {
    let (mut gated, mut sharper) = (0, 0);
    for seed in 0..120 {
        let Some(mesh) = tile_mesh(&lattice_grid(seed)) else { continue };
        let oracle = MeshOracle::new(&mesh);
        for query in mesh_queries(&mesh, 12, seed) {
            let mut endpoints = Endpoints::default();
            if endpoints.place(&mesh, &query).is_err() {
                continue;
            }
            let Some(bound) = bound_by_gates(&mesh, &endpoints) else { continue };
            let [start, goal] = [&endpoints.start, &endpoints.goal].map(|end| end.point);
            let (length, _) = oracle.shortest(start, goal).unwrap();
            assert!(bound <= length * (1.0 + 1e-12), "{seed} {query:?}: {bound} {length}");
            gated += 1;
            sharper += usize::from(bound > start.distance(goal));
        }
    }
    assert!(gated > 100 && sharper > 10, "{gated} queries had gates, {sharper} of use");
}
