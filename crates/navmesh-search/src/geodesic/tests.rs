//! Geodesics against the exact search on planes, and against a dense graph on hills.

use std::collections::BTreeMap;
use std::sync::Arc;

use navmesh_core::{DVec2, DVec3, NavMesh, PathQuery, Scratch, Surface, SurfaceDetail};
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries, tile_mesh};
use navmesh_testkit::worlds::tiles::lattice_grid;
use navmesh_testkit::{SplitMix64, SurfaceOracle, world_count};

use super::*;
use crate::SearchMap;
use crate::question::PathTo;
use crate::run::Pace;

fn surface_of(mesh: &NavMesh, height: impl Fn(DVec2) -> f64) -> Surface {
    let heights = mesh.edges().iter().map(|edge| height(edge.origin())).collect();
    Surface::new(mesh.clone(), heights).unwrap()
}

fn exact(mesh: &NavMesh, query: &PathQuery) -> Result<f64, &'static str> {
    let map = SearchMap::new(Arc::new(mesh.clone()), |_, _, _| {});
    let mut path = Path::default();
    match map.ask(&PathTo(query), &mut Scratch::new(), Pace::Whole, &mut path) {
        Ok(()) => Ok(path.cost()),
        Err(error) => Err(error.kind()),
    }
}

fn worlds(seed: u64) -> Vec<(NavMesh, Vec<PathQuery>)> {
    let mut worlds = Vec::new();
    let lattice = jittered_lattice(seed);
    let queries = mesh_queries(&lattice, 8, seed);
    worlds.push((lattice, queries));
    let linked = with_links(jittered_lattice(seed), seed);
    let queries = mesh_queries(&linked, 8, seed);
    worlds.push((linked, queries));
    if let Some(tiles) = tile_mesh(&lattice_grid(seed)) {
        let queries = mesh_queries(&tiles, 8, seed);
        worlds.push((tiles, queries));
    }
    let floors = stacked_tiles(seed);
    let queries = floor_queries(&floors, 8, seed);
    worlds.push((floors, queries));
    worlds
}

fn check(surface: &Surface, query: &PathQuery, is_plain: bool) -> Result<Geodesic, &'static str> {
    let mesh = surface.mesh();
    let map = SearchMap::new(Arc::clone(mesh), |_, _, _| {});
    let geodesics = Geodesics::new(surface, &map).unwrap();
    let geodesic = geodesics.find_path(query).map_err(|error| error.kind())?;
    geodesic.path.verify(mesh).unwrap_or_else(|defect| panic!("{defect}: {geodesic:?}"));
    assert!(geodesic.lower_bound <= geodesic.cost);
    assert!(geodesic.lower_bound >= geodesic.cost * (1.0 - 1e-9) - 1e-9, "{geodesic:?}");
    let along = surface.along(&geodesic.path, 0.0).unwrap();
    assert!(
        !is_plain || (along.cost - geodesic.cost).abs() <= 1e-9 * (1.0 + geodesic.cost),
        "{along:?} {geodesic:?}"
    );
    Ok(geodesic)
}

#[test]
fn on_a_level_surface_lengths_are_those_of_the_plan() {
    let mut paths = 0;
    for seed in 0..world_count(300) as u64 {
        for (mesh, queries) in worlds(seed) {
            let surface = surface_of(&mesh, |_| 2.5);
            for query in queries {
                let expected = exact(&mesh, &query);
                let found = check(&surface, &query, true).map(|geodesic| geodesic.cost);
                match (found, expected) {
                    (Ok(found), Ok(expected)) => {
                        paths += 1;
                        assert!(
                            (found - expected).abs() <= 1e-9 * (1.0 + expected),
                            "{seed} {query:?}: {found} {expected}"
                        );
                    }
                    (found, expected) => assert_eq!(found, expected, "{seed} {query:?}"),
                }
            }
        }
    }
    assert!(paths > 100, "{paths}");
}

/// Finer triangles: fans around raised middles, through points on edges. Portals have the same points in both cells, or one cell
/// alone has one, at the height of the edge there.
fn detail(mesh: &NavMesh, heights: &[f64], steep: f64, rng: &mut SplitMix64) -> SurfaceDetail {
    let mut raised = BTreeMap::new();
    let mut detail = SurfaceDetail::default();
    for slot in mesh.slots() {
        let edges = mesh.edge_range(slot);
        let corners: Vec<DVec3> =
            mesh.corners(slot).zip(&heights[edges.clone()]).map(|(at, &z)| at.extend(z)).collect();
        let (count, mut points, mut ring) = (corners.len(), Vec::new(), Vec::new());
        for index in 0..edges.len() {
            ring.push(index as u32);
            let middle = (corners[index] + corners[(index + 1) % count]) / 2.0;
            // By the place, so that both sides of a wall without thickness have one height.
            let rise = raised.entry(middle.to_array().map(f64::to_bits)).or_insert_with(|| {
                let rise = steep * rng.below(5) as f64 / 8.0;
                rng.chance(50).then_some(rise)
            });
            let rise = match *rise {
                Some(rise) => rise,
                None if rng.chance(50) => 0.0,
                None => continue,
            };
            ring.push((count + points.len()) as u32);
            points.push(middle + DVec3::Z * rise);
        }
        let center = (count + points.len()) as u32;
        points.push(corners.iter().sum::<DVec3>() / count as f64 + DVec3::Z * steep * rng.unit());
        let sides = ring.iter().zip(ring.iter().cycle().skip(1));
        let triangles: Vec<[u32; 3]> = sides.map(|(&a, &b)| [a, b, center]).collect();
        detail.push_cell(&points, &triangles);
    }
    detail
}

#[test]
fn on_hills_no_way_of_a_dense_graph_is_shorter() {
    let (mut paths, mut worst) = (0, 0.0f64);
    for seed in 0..world_count(20) as u64 {
        for (mesh, queries) in worlds(seed) {
            let mut rng = SplitMix64::new(seed);
            let steep = *rng.pick(&[0.1, 1.0, 4.0]);
            let mut known = BTreeMap::new();
            let by_vertex = rng.chance(50);
            let heights: Vec<f64> = mesh
                .edges()
                .iter()
                .map(|edge| {
                    let vertex = if by_vertex { edge.vertex().index() } else { 0 };
                    let key = (vertex, edge.origin().to_array().map(f64::to_bits));
                    *known.entry(key).or_insert_with(|| steep * rng.below(9) as f64 / 8.0)
                })
                .collect();
            let detail = match rng.chance(50) {
                true => detail(&mesh, &heights, steep, &mut rng),
                false => SurfaceDetail::default(),
            };
            let surface = Surface::with_detail(mesh.clone(), heights, detail).unwrap();
            if mesh.has_links() {
                continue;
            }
            let oracle = SurfaceOracle::new(&surface, 8);
            for query in &queries[..4] {
                let Ok(found) = check(&surface, query, !by_vertex) else { continue };
                let mut endpoints = Endpoints::default();
                endpoints.place(&mesh, query).unwrap();
                let slots = [&endpoints.start, &endpoints.goal]
                    .map(|end| end.incidences.iter().map(|at| at.cell.slot).collect::<Vec<u32>>());
                let ends =
                    [(&*slots[0], endpoints.start.point), (&*slots[1], endpoints.goal.point)];
                let least = oracle.cost(ends);
                assert!(
                    found.cost <= least * (1.0 + 1e-9) + 1e-9,
                    "{seed} {query:?}: {} {least}",
                    found.cost
                );
                worst = worst.max((least - found.cost) / (found.cost + 0.1));
                paths += 1;
            }
        }
    }
    assert!(paths > 50 && worst < 0.2, "{paths} {worst}");
}
