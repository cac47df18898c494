//! Random meshes of every kind, with query points.

use navmesh_core::{DVec2, NavMesh};
use navmesh_testkit::worlds::arcades::arcades;
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use navmesh_testkit::worlds::tiles::lattice_grid;
use navmesh_testkit::{world, world_count};
use tautline::NavMeshBuilder;

/// A mesh with query points, some of them on the mesh, most of them degenerate.
pub(crate) struct Site {
    pub(crate) name: String,
    pub(crate) mesh: NavMesh,
    pub(crate) points: Vec<DVec2>,
}

/// Returns meshes from outlines, from lattices with thin walls, and from tiles. Long runs include
/// meshes with high-degree cells, on which the oracles are slow.
pub(crate) fn sites(ordinary: u64) -> impl Iterator<Item = Site> {
    let count = world_count(ordinary);
    let has_arcades = move |seed: u64| count > ordinary && seed % 32 == 9;
    (0..count).flat_map(move |seed| {
        let world = world(seed);
        let mesh = NavMeshBuilder::from_outlines(world.outlines).build().unwrap().0;
        let built = Site { name: world.name, mesh, points: world.points };
        let lattice = (seed % 2 == 0)
            .then(|| sampled(format!("lattice {seed}"), jittered_lattice(seed), seed));
        let tiles = (seed % 4 == 0).then(|| tile_mesh(&lattice_grid(seed))).flatten();
        let tiles = tiles.map(|mesh| sampled(format!("tiles {seed}"), mesh, seed));
        let arcades = has_arcades(seed).then(|| arcades(seed)).filter(|mesh| !mesh.has_layers());
        let arcades = arcades.map(|mesh| sampled(format!("arcades {seed}"), mesh, seed));
        [Some(built), lattice, tiles, arcades].into_iter().flatten()
    })
}

fn sampled(name: String, mesh: NavMesh, seed: u64) -> Site {
    let points = mesh_queries(&mesh, 32, seed).iter().flat_map(|q| [q.start, q.goal]).collect();
    Site { name, mesh, points }
}
