//! The costs of paths through areas, and when paths avoid them.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries};
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{MeshOracle, SplitMix64, world_count};
use tautline::path::{AreaSection, PathDefect};
use tautline::{
    Area, BuildOptions, DVec2, Guarantee, MeshFinder, NavMesh, NavMeshBuilder, Outline, Path,
    PathError, PathQuery, Search, Wall, build_outlines,
};

fn finder(areas: &[(Outline, f64)], radius: f64) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    for (outline, cost) in areas {
        builder.add_area(Area::new(outline.clone(), "area", *cost));
    }
    MeshFinder::new(builder.build().unwrap().0)
}

fn across(finder: &MeshFinder) -> Path {
    finder.find_path(&PathQuery::new([1.0, 1.0], [9.0, 1.0])).unwrap()
}

#[test]
fn each_section_of_a_path_has_the_cost_of_its_area() {
    // The area spans the room: 2 at a cost of 3, and 6 at a cost of 1.
    let band = Outline::rect([4.0, -1.0], [6.0, 11.0]);
    for radius in [0.0, 0.5] {
        let path = across(&finder(&[(band.clone(), 3.0)], radius));
        assert_eq!((path.length(), path.waypoints().len()), (8.0, 2));
        assert!((path.cost() - 12.0).abs() < 1e-12, "{path:?}");
        assert_eq!(path.guarantee(), Guarantee::Optimal);
    }
    let path = across(&finder(&[(band, 0.25)], 0.0));
    assert!((path.cost() - 6.5).abs() < 1e-12, "{path:?}");
    assert_eq!(path.guarantee(), Guarantee::Optimal);
}

#[test]
fn the_sections_of_a_path_cost_what_the_path_costs() {
    let mut sections = 0;
    for seed in 0..world_count(60) {
        let world = weighted_world(seed);
        let (mesh, _) = build_outlines(&world.outlines, &BuildOptions::default()).unwrap();
        let finder = MeshFinder::new(mesh);
        for query in world.queries(6) {
            let Ok(path) = finder.find_path(&query) else { continue };
            let parts = path.by_area(finder.mesh()).unwrap();
            let [length, cost] = [|part: &AreaSection| part.length, |part: &AreaSection| part.cost]
                .map(|of| parts.iter().map(of).sum::<f64>());
            let walked = path.cost_on(finder.mesh()).unwrap();
            assert!((cost - walked).abs() <= 1e-12 * walked, "{}: {query:?}", world.name);
            assert!((length - path.length()).abs() <= 1e-12 * length, "{}: {query:?}", world.name);
            sections += parts.len();
        }
    }
    assert!(sections > 500, "{sections}");
}

#[test]
fn a_path_avoids_an_area_if_that_is_cheaper() {
    let mud = Outline::rect([4.0, 0.0], [6.0, 8.0]);
    let round = 2.0 * (9.0f64 + 49.0).sqrt() + 2.0;
    let path = across(&finder(&[(mud.clone(), 10.0)], 0.0));
    assert!((path.length() - round).abs() < 1e-12 && path.cost() == path.length(), "{path:?}");
    let path = across(&finder(&[(mud, 1.5)], 0.0));
    assert_eq!((path.length(), path.cost()), (8.0, 9.0));
}

#[test]
fn a_path_follows_a_road_over_mud() {
    let mud = Outline::rect([4.0, 0.0], [6.0, 10.0]);
    let road = Outline::rect([3.0, 4.0], [7.0, 5.0]);
    let path = across(&finder(&[(mud, 50.0), (road, 0.5)], 0.0));
    assert!(path.cost() < path.length() && path.length() < 13.0, "{path:?}");
}

#[test]
fn the_optimal_search_supports_only_areas_of_cost_1() {
    let all = Outline::rect([2.0, 2.0], [8.0, 8.0]);
    assert_eq!(across(&finder(&[(all.clone(), 1.0)], 0.0)).guarantee(), Guarantee::Optimal);
    let query = PathQuery::new([1.0, 1.0], [9.0, 1.0]).search(Search::Optimal);
    let refused = finder(&[(all, 2.0)], 0.0).find_path(&query);
    assert!(matches!(refused, Err(PathError::Unsupported { .. })), "{refused:?}");
}

/// Returns a mesh of some costs, with thin walls; in one of three worlds all vertices are lattice points.
fn weighted_mesh(seed: u64, rng: &mut SplitMix64) -> NavMesh {
    let mut raw = jittered_lattice(seed).to_raw();
    let costs = [0.5, 1.0, 2.0, 3.0];
    raw.costs = (0..raw.cell_count()).map(|_| *rng.pick(&costs)).collect();
    NavMesh::from_raw(&raw).unwrap()
}

fn path_along(points: &[DVec2]) -> Path {
    let mut path = Path::default();
    for &point in points {
        path.push_waypoint(point);
    }
    path.finish(PathSummary::default());
    path
}

/// Most legs run along edges, or through vertices.
#[test]
fn the_cost_of_a_path_is_the_least_of_the_cells_that_hold_it() {
    let (mut walked, mut blocked) = (0, 0);
    for seed in 0..world_count(900) {
        let mut rng = SplitMix64::new(seed);
        let mesh = weighted_mesh(seed, &mut rng);
        let oracle = MeshOracle::new(&mesh);
        let corners: Vec<DVec2> = mesh.slots().flat_map(|slot| mesh.corners(slot)).collect();
        for _ in 0..20 {
            let mut points = vec![*rng.pick(&corners)];
            for _ in 0..1 + rng.below(3) {
                let (last, other) = (points[points.len() - 1], *rng.pick(&corners));
                let bends = [DVec2::new(last.x, other.y), DVec2::new(other.x, last.y), other];
                points.push(*rng.pick(&bends));
            }
            let path = path_along(&points);
            let (cost, expected) = (path.cost_on(&mesh), oracle.cost_along(path.waypoints()));
            match (cost, expected) {
                (Some(cost), Some(expected)) => {
                    let is_equal = (cost - expected).abs() <= 1e-12 * expected;
                    assert!(is_equal, "{seed} {points:?}: {cost}, not {expected}");
                    walked += 1;
                }
                (None, None) => blocked += 1,
                answers => panic!("{seed} {points:?}: {answers:?}"),
            }
        }
    }
    assert!(walked > 1000 && blocked > 1000, "{walked} {blocked}");
}

#[test]
fn a_found_path_has_the_least_cost_of_its_legs_and_verifies() {
    for seed in 0..world_count(300) {
        let mesh = weighted_mesh(seed, &mut SplitMix64::new(seed));
        let finder = MeshFinder::new(mesh.clone());
        let oracle = MeshOracle::new(&mesh);
        for query in mesh_queries(&mesh, 8, seed) {
            let Ok(path) = finder.find_path(&query) else { continue };
            let expected = oracle.cost_along(path.waypoints()).unwrap();
            let is_equal = (path.cost() - expected).abs() <= 1e-12 * expected;
            assert!(is_equal, "{seed} {query:?}: {path:?}, not {expected}");
            assert_eq!(path.verify(&mesh), Ok(()));
        }
    }
}

/// The leg along the area was charged with the cost of the area.
#[test]
fn along_the_border_of_an_area_the_cheaper_side_counts() {
    let lava = Outline::rect([3.0, 4.0], [7.0, 10.0]);
    let beside = finder(&[(lava.clone(), 2.0)], 0.0);
    for [from, to] in [[[1.0, 4.0], [9.0, 4.0]], [[3.0, 4.0], [7.0, 4.0]], [[3.0, 9.0], [3.0, 5.0]]]
    {
        let path = beside.find_path(&PathQuery::new(from, to)).unwrap();
        assert_eq!((path.waypoints().len(), path.cost()), (2, path.length()), "{path:?}");
        let lower_bound = path.lower_bound();
        for factor in [0.75, 1.5] {
            let mut wrong = path.clone();
            let cost = Some(path.cost() * factor);
            wrong.finish(PathSummary {
                cost,
                lower_bound: Some(lower_bound * 0.5),
                ..Default::default()
            });
            let verdict = wrong.verify(beside.mesh());
            assert!(matches!(verdict, Err(PathDefect::Cost { .. })), "{verdict:?}");
        }
    }
    // Behind a wall along the border nothing is cheaper.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_area(Area::new(lava, "lava", 2.0));
    builder.add_wall(Wall::new([[3.0, 4.0], [7.0, 4.0]]));
    let walled = MeshFinder::new(builder.build().unwrap().0);
    let along = path_along(&[[3.5, 5.0], [3.5, 4.0], [6.5, 4.0], [6.5, 5.0]].map(DVec2::from));
    assert_eq!(along.cost_on(walled.mesh()), Some(10.0));
    assert_eq!(along.cost_on(beside.mesh()), Some(7.0));
}
