use navmesh_core::backend::geom::on_segment;

use super::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use super::tiles::{lattice_grid, tile_queries, weighted_grid};
use super::*;
use crate::laws::{Spot, Subject};
use crate::oracle::{Coverage, MeshOracle, TileOracle, covers};

fn vertex_count(world: &World) -> usize {
    let all = world.outlines.walkable.iter().chain(&world.outlines.obstacles);
    all.flat_map(Outline::rings).map(<[DVec2]>::len).sum()
}

#[test]
fn the_same_seed_gives_the_same_bits() {
    for seed in 0..2 * CYCLE {
        let text = |seed| format!("{:?} {:?}", world(seed), world(seed).queries(9));
        assert_eq!(text(seed), text(seed));
        assert_ne!(world(seed).outlines, world(seed + CYCLE).outlines, "seed {seed}");
    }
    assert_eq!(jittered_lattice(5).to_raw(), jittered_lattice(5).to_raw());
    assert_eq!(weighted_grid(5), weighted_grid(5));
}

#[test]
fn worlds_are_small_and_have_ground_to_ask_for() {
    for seed in 0..10 * CYCLE {
        let world = world(seed);
        assert!(vertex_count(&world) <= 100, "{} has {}", world.name, vertex_count(&world));
        let on_ground =
            world.points.iter().filter(|&&p| covers(&world.outlines, p) != Coverage::Outside);
        assert!(on_ground.count() >= 16, "{} has no ground", world.name);
        assert!(world.points.iter().all(|point| point.is_finite()), "{}", world.name);
    }
}

#[test]
fn every_kind_comes_in_every_variant() {
    let names: std::collections::BTreeSet<String> = (0..CYCLE)
        .map(|seed| world(seed).name.split(", seed").next().unwrap_or_default().to_owned())
        .collect();
    // Two of the six variants are plain.
    assert_eq!(names.len(), kinds::KINDS.len() * (VARIANTS.len() - 1));
}

#[test]
fn most_points_of_a_plain_world_are_degenerate() {
    for seed in 0..kinds::KINDS.len() as u64 {
        let World { name, outlines, points, .. } = world(seed);
        let all = outlines.walkable.iter().chain(&outlines.obstacles);
        let walls = outlines.walls.iter().map(|wall| wall.points.as_slice());
        let rings: Vec<&[DVec2]> = all.flat_map(Outline::rings).chain(walls).collect();
        let vertices = points.iter().filter(|p| rings.iter().any(|ring| ring.contains(p)));
        let borders = points.iter().filter(|p| {
            let on = |ring: &&[DVec2]| {
                (0..ring.len()).any(|i| on_segment(ring[i], ring[(i + 1) % ring.len()], **p))
            };
            rings.iter().any(on)
        });
        let (vertices, borders) = (vertices.count(), borders.count());
        assert!(vertices * 4 >= points.len(), "{name}: {vertices} on vertices");
        assert!(borders * 5 >= points.len() * 2, "{name}: {borders} on borders");
    }
}

#[test]
fn meshes_are_valid_and_their_points_meet_every_degeneracy() {
    let mut met = [0; 6];
    for seed in 0..60 {
        let mesh = jittered_lattice(seed);
        mesh.assert_invariants();
        let oracle = MeshOracle::new(&mesh);
        for query in mesh_queries(&mesh, 20, seed) {
            met[oracle.spot(query.start) as usize] += 1;
        }
    }
    let total: i32 = met.iter().sum();
    let spots = [Spot::Vertex, Spot::Edge, Spot::Pinch, Spot::ThinWall, Spot::Inside, Spot::Off];
    for spot in spots {
        assert!(met[spot as usize] * 100 >= total, "{spot:?} is rare: {met:?}");
    }
}

#[test]
fn tile_maps_become_meshes_of_their_free_tiles() {
    for seed in 0..60 {
        let grid = lattice_grid(seed);
        let mesh = tile_mesh(&grid).expect("one tile is free");
        mesh.assert_invariants();
        assert_eq!(mesh.cell_count(), grid.free_count());
        let tiles = TileOracle::new(&grid, navmesh_grid::GridOptions::default());
        let oracle = MeshOracle::new(&mesh);
        for query in tile_queries(&grid, 10, seed) {
            let legs = [query.start, query.goal];
            assert_eq!(tiles.is_legal_path(&legs), oracle.is_legal_path(&legs), "seed {seed}");
        }
    }
}

#[test]
fn a_run_has_as_many_worlds_as_are_asked_for_and_never_fewer_than_are_ordinary() {
    let counts = [None, Some("0"), Some("499"), Some("20000")].map(|asked| lengthened(500, asked));
    assert_eq!(counts, [500, 500, 500, 20_000]);
}
