//! The distance of paths from walls, for agents with a radius.

use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_testkit::{world, world_count};
use tautline::{
    BuildError, BuildOptions, DVec2, GoalPolicy, MeshFinder, NavMesh, PathQuery, Search,
    StartPolicy, build_outlines,
};

/// The number of points to check on each leg, besides its ends.
const PLACES: u32 = 15;

fn walls(mesh: &NavMesh) -> Vec<[DVec2; 2]> {
    let walls = mesh.slots().flat_map(|slot| {
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let edges = &mesh.edges()[mesh.edge_range(slot)];
        let walls = (0..corners.len()).filter(|&i| edges[i].is_wall());
        walls.map(|i| [corners[i], corners[(i + 1) % corners.len()]]).collect::<Vec<_>>()
    });
    walls.collect()
}

fn distance(walls: &[[DVec2; 2]], place: DVec2) -> f64 {
    let distances = walls.iter().map(|&[a, b]| nearest_on_segment(a, b, place).distance(place));
    distances.fold(f64::INFINITY, f64::min)
}

/// The walls are those of the mesh built without a radius.
#[test]
fn no_point_of_a_path_is_closer_to_a_wall_than_the_radius() {
    let (mut sampled, mut at_the_radius) = (0, 0);
    for seed in 0..world_count(500) {
        let world = world(seed);
        let build = |radius: f64| {
            build_outlines(&world.outlines, &BuildOptions::default().agent_radius(radius))
        };
        let (whole, _) = build(0.0).unwrap();
        let (walls, size) = (walls(&whole), whole.bounds().size().max_element());
        for radius in [0.004, 0.02, 0.05, 0.0625, 0.15].map(|share| share * size) {
            let finder = match build(radius) {
                Ok((mesh, _)) => MeshFinder::new(mesh),
                Err(BuildError::TooNarrow { .. }) => continue,
                Err(error) => panic!("{}, radius {radius}: {error}", world.name),
            };
            for query in world.queries(4) {
                let query = PathQuery::new(query.start, query.goal)
                    .start_policy(StartPolicy::NearestReachable)
                    .goal_policy(GoalPolicy::NearestReachable);
                for search in [Search::Optimal, Search::Corridor] {
                    let path = finder.find_path(&query.search(search)).unwrap();
                    for leg in path.waypoints().windows(2) {
                        for share in (0..=PLACES + 1).map(|i| f64::from(i) / f64::from(PLACES + 1))
                        {
                            let place = leg[0].lerp(leg[1], share);
                            let distance = distance(&walls, place);
                            let context = format!("{}, radius {radius}: {place}", world.name);
                            assert!(distance >= radius * (1.0 - 1e-9), "{context} is {distance}");
                            sampled += 1;
                            at_the_radius += usize::from(distance <= radius * (1.0 + 1e-9));
                        }
                    }
                }
            }
        }
    }
    assert!(sampled > 100_000 && at_the_radius > 1000, "{sampled}, {at_the_radius}");
}
