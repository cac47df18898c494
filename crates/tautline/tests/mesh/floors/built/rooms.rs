//! Rooms above one another and side by side, with collinear walls and openings. A path along a wall may
//! turn around its end and return behind it, on another floor.

use super::house;
use crate::floors::{self, many_goals};
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::{SplitMix64, world_count};
use tautline::{
    BuildError, BuildOptions, DVec2, FloorConnection, Floors, NavMesh, Outline, Outlines, Place,
    build_floors,
};

const SEEDS: u64 = 250;
const SIDE: i64 = 5;

/// The walkable tiles of a floor.
type Tiles = Vec<[i64; 2]>;

/// Returns a random floor of one to three rooms.
fn rooms(random: &mut SplitMix64) -> (Outlines, Tiles) {
    let (mut outlines, mut tiles) = (Outlines::default(), Tiles::new());
    for _ in 0..random.between(1, 3) {
        let [x, y] = [0; 2].map(|least| random.between(least, SIDE - 1));
        let [width, height] = [1; 2].map(|least| random.between(least, 4));
        let corner = |x: i64, y: i64| DVec2::new(x as f64, y as f64);
        outlines.walkable.push(Outline::rect(corner(x, y), corner(x + width, y + height)));
        tiles.extend((x..x + width).flat_map(|x| (y..y + height).map(move |y| [x, y])));
    }
    (outlines, tiles)
}

/// Returns random connections of two floors, each along the side of a tile that has only the one floor
/// on its left, and only the other on its right.
fn connections(
    layers: [u32; 2],
    [one, other]: [&Tiles; 2],
    random: &mut SplitMix64,
) -> Vec<FloorConnection> {
    let mut connections = Vec::new();
    for x in 0..=SIDE + 4 {
        for y in 0..=SIDE + 4 {
            for (side, beside) in [([0, 1], [x - 1, y]), ([1, 0], [x, y - 1])] {
                let has = |tiles: &Tiles| [[x, y], beside].map(|tile| tiles.contains(&tile));
                let lies_right = matches!(
                    (has(one), has(other)),
                    ([true, false], [false, true]) | ([false, true], [true, false])
                );
                if lies_right && random.chance(40) {
                    let ends = [[x, y], [x + side[0], y + side[1]]];
                    connections.push(FloorConnection::new(
                        layers,
                        ends.map(|[x, y]| [x as f64, y as f64]),
                    ));
                }
            }
        }
    }
    connections
}

/// Builds two or three floors; `None` if they are not connected, or three meet at one place.
fn building(seed: u64) -> Option<NavMesh> {
    let mut random = SplitMix64::new(seed);
    let mut tiles: Vec<Tiles> = Vec::new();
    let mut building = Floors::default();
    for layer in 0..random.between(2, 3) as u32 {
        let (outlines, own) = rooms(&mut random);
        for (below, others) in (0..).zip(&tiles) {
            building.connections.extend(connections([below, layer], [others, &own], &mut random));
        }
        building = building.with_floor(layer, outlines);
        tiles.push(own);
    }
    match build_floors(&building, &BuildOptions::default()) {
        Ok((mesh, _)) => Some(mesh).filter(|mesh| !mesh.layer_connections().is_empty()),
        Err(BuildError::Fork { .. }) => None,
        Err(error) => panic!("seed {seed}: {error}"),
    }
}

#[test]
fn both_searches_agree_with_the_oracle_along_walls_and_around_their_ends() {
    let mut optimal = 0;
    for seed in 0..world_count(SEEDS) {
        let Some(mesh) = building(seed) else { continue };
        let queries = floor_queries(&mesh, 24, seed);
        optimal += floors::check(mesh, &queries, &format!("rooms, seed {seed}")).optimal;
    }
    assert!(optimal > 1000, "{optimal} paths");
}

#[test]
fn queries_with_many_goals_beside_a_stair_reach_behind_its_wall() {
    let places = [([10.0, 5.0], 0), ([10.0, 2.5], 0), ([8.0, 8.2], 1), ([10.0, 7.0], 1)];
    let places = places.map(|(point, layer)| Place::new(point).on_layer(layer));
    assert_eq!(many_goals::check(house().0, &places, "house"), 16);
}
