//! Maps and queries with coordinates of very different sizes.

use navmesh_core::backend::geom::{MAX_COORDINATE, double::distance_to_segment};
use navmesh_testkit::{MeshOracle, SplitMix64, world, world_count};
use tautline::mesh::EdgeId;
use tautline::{
    BuildError, DVec2, GoalPolicy, MeshFinder, NavMesh, NavMeshBuilder, PathQuery, StartPolicy,
};

use crate::nearest::assert_nearest;
use crate::sites::{Site, sites};

/// Moves one vertex of a seeded world far out; returns the site and the largest coordinate that it had
/// before, or `None` if the build refuses it.
fn with_a_far_vertex(seed: u64) -> Option<(Site, f64)> {
    let mut rng = SplitMix64::new(seed);
    let mut world = world(seed);
    let largest = world.points.iter().map(|p| p.abs().max_element()).fold(1e-300, f64::max);
    let power = rng.below(64) as i32;
    let ring = &mut world.outlines.walkable.first_mut()?.exterior;
    let vertex = rng.below(ring.len());
    let value = if rng.chance(50) { &mut ring[vertex].x } else { &mut ring[vertex].y };
    *value = largest * 2f64.powi(power);
    let built = NavMeshBuilder::from_outlines(world.outlines).build();
    assert!(power < 44 || matches!(built, Err(BuildError::TooFar { .. })), "{}", world.name);
    let (mesh, _) = built.ok()?;
    let name = format!("{}, vertex {vertex} times 2^{power}", world.name);
    Some((Site { name, mesh, points: world.points }, largest))
}

/// Returns the distance of a point off the mesh from it, with twice the precision of a float.
fn exact_distance(mesh: &NavMesh, point: DVec2) -> f64 {
    let edges = mesh.slots().flat_map(|slot| mesh.edge_range(slot));
    let ends = edges.map(|edge| mesh.edge_ends(EdgeId(edge as u32)));
    ends.map(|ends| distance_to_segment(ends, point)).fold(f64::INFINITY, f64::min)
}

/// Returns queries between points, with every policy.
fn queries(points: &[DVec2]) -> impl Iterator<Item = PathQuery> {
    let goals = [GoalPolicy::Exact, GoalPolicy::Nearest, GoalPolicy::NearestReachable];
    let starts = [StartPolicy::Exact, StartPolicy::NearestReachable, StartPolicy::Nearest];
    points.windows(2).enumerate().map(move |(i, pair)| {
        let query = PathQuery::new(pair[0], pair[1]);
        query.goal_policy(goals[i % 3]).start_policy(starts[i / 3 % 3])
    })
}

#[test]
fn a_map_with_a_far_vertex_is_refused_or_its_answers_verify() {
    let (mut built, mut verified) = (0, 0);
    for (site, largest) in (0..world_count(400)).filter_map(with_a_far_vertex) {
        let oracle = MeshOracle::new(&site.mesh);
        for &point in &site.points {
            let found = site.mesh.nearest(point).unwrap();
            assert_nearest(&site, &oracle, point, None, found);
            let is_outside = oracle.cells_at(point).is_empty();
            let distance = if is_outside { exact_distance(&site.mesh, point) } else { 0.0 };
            let error = (found.distance - distance).abs();
            assert!(error <= largest / 256.0, "{}: {point:?} {found:?}", site.name);
        }
        let finder = MeshFinder::new(site.mesh.clone());
        for query in queries(&site.points) {
            if let Ok(path) = finder.find_path(&query) {
                let verdict = path.verify_answer(&query, &site.mesh);
                assert_eq!(verdict, Ok(()), "{}: {query:?}", site.name);
                verified += 1;
            }
        }
        built += 1;
    }
    assert!(built > 100 && verified > 2000, "{built}, {verified}");
}

#[test]
fn points_at_the_end_of_the_domain_have_a_nearest_point_and_verified_paths() {
    let mut verified = 0;
    for (seed, site) in sites(60).enumerate() {
        let oracle = MeshOracle::new(&site.mesh);
        let finder = MeshFinder::new(site.mesh.clone());
        let mut rng = SplitMix64::new(seed as u64);
        let far = [1e12, 1e30, MAX_COORDINATE].map(|far| {
            let [x, y] = [0, 0].map(|_| *rng.pick(&[-far, 0.3, far]));
            DVec2::new(x, y)
        });
        let points: Vec<DVec2> =
            site.points.iter().take(3).copied().zip(far).flat_map(|(a, b)| [a, b]).collect();
        for &point in &points {
            let found = site.mesh.nearest(point).unwrap();
            assert_nearest(&site, &oracle, point, None, found);
        }
        let there_and_back = [points.clone(), points.iter().rev().copied().collect()].concat();
        for query in queries(&there_and_back) {
            if let Ok(path) = finder.find_path(&query) {
                let verdict = path.verify_answer(&query, &site.mesh);
                assert_eq!(verdict, Ok(()), "{}: {query:?}", site.name);
                verified += 1;
            }
        }
    }
    assert!(verified > 500, "{verified}");
}
