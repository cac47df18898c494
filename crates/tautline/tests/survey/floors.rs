//! Questions about places on ground above ground, against the oracle: floors joined at random, ramps that wind.

use navmesh_testkit::worlds::floors::stacked_tiles;
use navmesh_testkit::{MeshOracle, SplitMix64, world_count};
use tautline::{DVec2, NavMesh, PathError, Place, Surveyor};

/// A place on a floor of a mesh, on the lattice of halves and so often on an edge or a vertex, and one more point.
fn places(mesh: &NavMesh, seed: u64) -> impl Iterator<Item = (u32, DVec2, DVec2)> + '_ {
    let (bounds, mut random) = (mesh.bounds(), SplitMix64::new(seed));
    (0..48).map(move |_| {
        let mut point = || {
            let share = DVec2::new(random.unit(), random.unit());
            ((bounds.min + bounds.size() * share) * 2.0).round() / 2.0
        };
        let (from, to) = (point(), point());
        (*random.pick(mesh.layers()), from, to)
    })
}

#[test]
fn rays_on_floors_end_where_the_oracle_says() {
    let (mut reached, mut walls, mut outside) = (0, 0, 0);
    for seed in 0..world_count(400) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        for (layer, from, to) in places(&mesh, seed) {
            let place = format!("tiles {seed}: floor {layer}, from {from} to {to}");
            let mut survey = Surveyor::new(&mesh).snap(0.0).on_layer(layer);
            let answer = survey.cast_ray(from, to);
            let Some((share, cells)) = oracle.legal_share_on(layer, from, to) else {
                let missing = Place { point: from, layer: Some(layer) };
                assert_eq!(answer, Err(PathError::StartOutside { place: missing }), "{place}");
                outside += 1;
                continue;
            };
            let hit = answer.unwrap();
            let arrives = cells.iter().any(|slot| oracle.cells_at(to).contains(slot));
            assert_eq!(hit.wall.is_none(), arrives, "{place}: {hit:?}, legal {share}");
            assert_eq!(survey.sees(from, to), Ok(arrives), "{place}");
            assert!(cells.contains(&hit.cell.slot), "{place}: {hit:?}");
            assert!(oracle.cells_at(hit.point).contains(&hit.cell.slot), "{place}: {hit:?}");
            let expected = from + (to - from) * share;
            assert!(hit.point.distance(expected) < 1e-9, "{place}: {hit:?}, not {expected}");
            *if arrives { &mut reached } else { &mut walls } += 1;
        }
    }
    assert!(reached.min(walls).min(outside) > 1000, "{reached} {walls} {outside}");
}

#[test]
fn cells_around_a_place_on_a_floor_are_those_that_the_oracle_walks_to() {
    for seed in 0..world_count(200) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        for (layer, center, other) in places(&mesh, seed) {
            let radius = center.distance(other) * 0.3;
            let mut survey = Surveyor::new(&mesh).snap(0.0).on_layer(layer);
            let Ok(around) = survey.cells_around(center, radius) else { continue };
            let found: Vec<u32> = around.iter().map(|cell| cell.slot).collect();
            let seeds = oracle.cells_on(layer, center);
            let [less, more] = [radius - 1e-9, radius + 1e-9]
                .map(|radius| oracle.region_around(seeds.clone(), center, radius));
            let place = format!("tiles {seed}: floor {layer}, {radius} around {center}");
            assert!(less.iter().all(|slot| found.contains(slot)), "{place}: {found:?} {less:?}");
            assert!(found.iter().all(|slot| more.contains(slot)), "{place}: {found:?} {more:?}");
        }
    }
}

#[test]
fn the_nearest_and_random_places_of_a_floor_are_on_it() {
    for seed in 0..world_count(200) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        let mut random = SplitMix64::new(seed);
        for (layer, point, _) in places(&mesh, seed) {
            let place = format!("tiles {seed}: floor {layer}, {point}");
            let near = mesh.nearest(Place { point, layer: Some(layer) }).unwrap();
            let slots = mesh.slots().filter(|&slot| mesh.layer(slot) == layer);
            let distances = slots.map(|slot| oracle.distance_to_cell(slot, point));
            let expected = distances.fold(f64::INFINITY, f64::min);
            assert!((near.distance - expected).abs() < 1e-9, "{place}: {near:?}, not {expected}");
            assert_eq!(mesh.layer(near.cell.slot), layer, "{place}");
            let mut survey = Surveyor::new(&mesh).on_layer(layer);
            let drawn = survey.random_point(&mut || random.next_u64()).unwrap();
            assert!(mesh.locate(drawn).is_some(), "{place}");
            // Where there is but the floor 0, nobody speaks of floors.
            assert_eq!(drawn.layer, mesh.has_layers().then_some(layer), "{place}");
        }
    }
}
