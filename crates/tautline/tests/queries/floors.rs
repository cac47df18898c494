//! Spatial queries on several floors, against the oracle: random connections and winding ramps.

use crate::sight::{holds, touches_a_corner};
use navmesh_testkit::worlds::floors::stacked_tiles;
use navmesh_testkit::{MeshOracle, SplitMix64, world_count};
use tautline::mesh::VertexId;
use tautline::queries::SlideResult;
use tautline::{DVec2, MeshQueries, NavMesh, PathError, Place};

/// Returns places on a lattice of halves, often on an edge or a vertex, each with a second point.
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
fn rays_on_floors_end_at_the_oracles_point() {
    let (mut reached, mut walls, mut outside) = (0, 0, 0);
    for seed in 0..world_count(400) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        for (layer, from, to) in places(&mesh, seed) {
            let place = format!("tiles {seed}: floor {layer}, from {from} to {to}");
            let mut queries = MeshQueries::new(&mesh).snap(0.0).on_layer(layer);
            let answer = queries.cast_ray(from, to);
            let Some((share, cells)) = oracle.legal_share_on(layer, from, to) else {
                let missing = Place::new(from).on_layer(layer);
                assert_eq!(answer, Err(PathError::StartOutside { place: missing }), "{place}");
                outside += 1;
                continue;
            };
            let hit = answer.unwrap();
            let arrives = cells.iter().any(|slot| oracle.cells_at(to).contains(slot));
            assert_eq!(hit.wall.is_none(), arrives, "{place}: {hit:?}, legal {share}");
            assert_eq!(queries.sees(from, to), Ok(arrives), "{place}");
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
fn cells_around_a_place_on_a_floor_are_the_oracles() {
    for seed in 0..world_count(200) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        for (layer, center, other) in places(&mesh, seed) {
            let radius = center.distance(other) * 0.3;
            let mut queries = MeshQueries::new(&mesh).snap(0.0).on_layer(layer);
            let Ok(around) = queries.cells_around(center, radius) else { continue };
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
fn nearest_and_random_places_of_a_floor_are_on_it() {
    for seed in 0..world_count(200) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        let mut random = SplitMix64::new(seed);
        for (layer, point, _) in places(&mesh, seed) {
            let place = format!("tiles {seed}: floor {layer}, {point}");
            let near = mesh.nearest(Place::new(point).on_layer(layer)).unwrap();
            let slots = mesh.slots().filter(|&slot| mesh.layer(slot) == layer);
            let distances = slots.map(|slot| oracle.distance_to_cell(slot, point));
            let expected = distances.fold(f64::INFINITY, f64::min);
            assert!((near.distance - expected).abs() < 1e-9, "{place}: {near:?}, not {expected}");
            assert_eq!(mesh.layer(near.cell.slot), layer, "{place}");
            let mut queries = MeshQueries::new(&mesh).on_layer(layer);
            let drawn = queries.random_point(&mut || random.next_u64()).unwrap();
            assert!(mesh.locate(drawn).is_some(), "{place}");
            // A mesh with only floor 0 reports no floors.
            assert_eq!(drawn.layer, mesh.has_layers().then_some(layer), "{place}");
        }
    }
}

#[test]
fn the_nearest_wall_on_a_floor_is_the_nearest_visible_wall() {
    let (mut found, mut beyond_doors) = (0, 0);
    for seed in 0..world_count(250) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        for (layer, point, _) in places(&mesh, seed) {
            let mut queries = MeshQueries::new(&mesh).snap(0.0).on_layer(layer);
            let Ok(near) = queries.nearest_wall(point, f64::INFINITY) else { continue };
            let near = near.unwrap();
            let place = format!("tiles {seed}: floor {layer}, {point}: {near:?}");
            let (expected, walls) = oracle.nearest_wall_on(layer, point).unwrap();
            assert!((near.distance - expected).abs() < 1e-9, "{place}, not {expected}");
            assert!(walls.contains(&near.wall.edge.index()), "{place}: none of {walls:?}");
            let floor_of_wall = mesh.layer(mesh.edge(near.wall.edge).cell_slot());
            beyond_doors += u32::from(floor_of_wall != layer);
            found += 1;
        }
    }
    assert!(found > 5000 && beyond_doors > 50, "{found}, of them {beyond_doors} on other floors");
}

#[test]
fn moves_on_floors_end_as_near_as_sliding_allows() {
    let (mut arrived, mut slid, mut stuck) = (0, 0, 0);
    for seed in 0..world_count(250) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        for (layer, from, to) in places(&mesh, seed) {
            let mut queries = MeshQueries::new(&mesh).snap(0.0).on_layer(layer);
            let Ok(moved) = queries.move_along(from, to) else { continue };
            let place = format!("tiles {seed}: floor {layer}, from {from} to {to}: {moved:?}");
            assert!(oracle.cells_at(moved.point).contains(&moved.cell.slot), "{place}");
            assert!(moved.point.distance(to) <= from.distance(to), "{place}");
            assert!(moved.travelled >= moved.point.distance(from) * (1.0 - 1e-12), "{place}");
            assert_eq!(moved.wall.is_none(), moved.point == to, "{place}");
            let (_, reached) = oracle.legal_share_on(layer, from, to).unwrap();
            if oracle.cells_at(to).iter().any(|slot| reached.contains(slot)) {
                assert_eq!(moved.point, to, "{place}");
                assert!(reached.contains(&moved.cell.slot), "{place}");
            }
            assert_nothing_beside_is_nearer(&oracle, to, &moved, &place);
            *match moved {
                _ if moved.point == to => &mut arrived,
                _ if moved.point == from => &mut stuck,
                _ => &mut slid,
            } += 1;
        }
    }
    assert!(arrived.min(slid) > 1000 && stuck > 5, "{arrived} arrived, {slid} slid, {stuck} stuck");
}

/// Asserts that no small legal step from the end of a move leads closer to the target, except in other
/// cells at that point: beyond a wall, or at a pinch.
fn assert_nothing_beside_is_nearer(
    oracle: &MeshOracle<'_>,
    to: DVec2,
    moved: &SlideResult,
    place: &str,
) {
    let (mesh, end) = (oracle.mesh(), moved.point);
    let own = oracle.cells_joined_at(&[moved.cell.slot], end);
    let small = mesh.bounds().size().max_element() * 1e-4;
    let mut direction = DVec2::X * small;
    for _ in 0..32 {
        direction = DVec2::from_angle(std::f64::consts::TAU / 32.0).rotate(direction);
        let gain = end.distance(to) - (end + direction).distance(to);
        if gain > small * 0.3 {
            let (_, reached) = oracle.legal_share_from(&own, end, end + direction).unwrap();
            let there = oracle.cells_at(end + direction);
            let is_legal = there.iter().any(|slot| reached.contains(slot));
            assert!(!is_legal, "{place}: {direction}");
        }
    }
}

#[test]
fn visible_regions_on_floors_contain_the_ends_of_legal_legs() {
    let (mut seen, mut hidden) = (0, 0);
    for seed in 0..world_count(150) {
        let mesh = stacked_tiles(seed);
        let oracle = MeshOracle::new(&mesh);
        let saddles: Vec<VertexId> = mesh.saddles().to_vec();
        let all: Vec<(u32, DVec2, DVec2)> = places(&mesh, seed).collect();
        for &(layer, eye, _) in all.iter().take(16) {
            let own = oracle.cells_on(layer, eye);
            let is_saddle = |slot: &u32| {
                let edges = &mesh.edges()[mesh.edge_range(*slot)];
                edges.iter().any(|e| e.origin() == eye && saddles.contains(&e.vertex()))
            };
            let mut queries = MeshQueries::new(&mesh).snap(0.0).on_layer(layer);
            let Ok(region) = queries.visible_from(eye) else { continue };
            if own.iter().any(is_saddle) {
                continue; // the region overlaps itself
            }
            for target in all.iter().map(|place| place.2) {
                let Some(is_inside) = holds(&region, target, 1e-9) else { continue };
                let (_, reached) = oracle.legal_share_from(&own, eye, target).unwrap();
                let is_seen = oracle.cells_at(target).iter().any(|slot| reached.contains(slot));
                let line_only = is_seen && !is_inside && touches_a_corner(&mesh, eye, target);
                let place = format!("tiles {seed}: floor {layer}, from {eye} to {target}");
                assert!(is_seen == is_inside || line_only, "{place}: seen {is_seen}, {region:?}");
                *if is_seen { &mut seen } else { &mut hidden } += 1;
            }
        }
    }
    assert!(seen.min(hidden) > 3000, "{seen} seen, {hidden} hidden");
}
