//! What the law tests share.

#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::unwrap_used, reason = "helpers of tests may unwrap as tests may")]

use navmesh_core::{DVec2, NavMesh};
use navmesh_testkit::world;
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use navmesh_testkit::worlds::tiles::lattice_grid;
use tautline::NavMeshBuilder;

/// How many worlds a test meets: `TAUTLINE_WORLDS` for the long run, else a few hundred.
pub(crate) fn world_count(ordinary: u64) -> u64 {
    std::env::var("TAUTLINE_WORLDS").ok().and_then(|n| n.parse().ok()).unwrap_or(ordinary)
}

/// A mesh, and points to ask for on it: some on the ground, most degenerate.
pub(crate) struct Site {
    pub(crate) name: String,
    pub(crate) mesh: NavMesh,
    pub(crate) points: Vec<DVec2>,
}

/// Meshes of every kind, made from outlines, from lattices with walls of no thickness, and from tiles.
pub(crate) fn sites(ordinary: u64) -> impl Iterator<Item = Site> {
    (0..world_count(ordinary)).flat_map(|seed| {
        let world = world(seed);
        let mesh = NavMeshBuilder::from_outlines(world.outlines).build().unwrap().0;
        let built = Site { name: world.name, mesh, points: world.points };
        let lattice = (seed % 2 == 0)
            .then(|| sampled(format!("lattice {seed}"), jittered_lattice(seed), seed));
        let tiles = (seed % 4 == 0).then(|| tile_mesh(&lattice_grid(seed))).flatten();
        let tiles = tiles.map(|mesh| sampled(format!("tiles {seed}"), mesh, seed));
        [Some(built), lattice, tiles].into_iter().flatten()
    })
}

fn sampled(name: String, mesh: NavMesh, seed: u64) -> Site {
    let points = mesh_queries(&mesh, 32, seed).iter().flat_map(|q| [q.start, q.goal]).collect();
    Site { name, mesh, points }
}
