//! Paths of a building on a building that has changed since: each part of a path is walked on its own floor.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::worlds::world_count;
use tautline::build::{LiveKey, OutlineEdit};
use tautline::live::WatchKey;
use tautline::path::PathSection;
use tautline::{
    Area, DVec2, FloorConnection, Floors, LiveMesh, LivePaths, MeshFinder, NavMesh, NavMeshBuilder,
    Outline, Path, PathQuery,
};

use super::floors::{SIZE, halls};

/// A live path with its sections on the mesh on which it was found.
struct Walked {
    key: WatchKey,
    path: Path,
    sections: Vec<PathSection>,
}

/// The meshes of single floors.
fn floors_apart(building: &Floors) -> Vec<(u32, Option<NavMesh>)> {
    let build = |outlines| NavMeshBuilder::from_outlines(outlines).build_mesh().ok();
    building.floors.iter().map(|floor| (floor.layer, build(floor.outlines.clone()))).collect()
}

/// Returns the cost of a path by its sections, each on the mesh of its floor alone; `None` if one is blocked.
fn cost_apart(walked: &Walked, floors: &[(u32, Option<NavMesh>)]) -> Option<f64> {
    let mut cost: f64 = walked.path.links().iter().map(|link| link.cost).sum();
    for section in &walked.sections {
        let (_, mesh) = floors.iter().find(|(layer, _)| *layer == section.layer)?;
        let mut path = Path::default();
        for &point in &section.points {
            path.push_waypoint(point);
        }
        path.finish(PathSummary::default());
        cost += path.cost_on(mesh.as_ref()?)?;
    }
    Some(cost)
}

/// An obstacle or an area on a random floor, most often near the ramps.
fn addition(rng: &mut SplitMix64, layers: &[u32]) -> OutlineEdit {
    let low = DVec2::new(rng.between(0, 56) as f64, rng.between(0, 46) as f64) / 2.0;
    let size = DVec2::new(rng.between(1, 12) as f64, rng.between(1, 12) as f64) / 2.0;
    let outline = Outline::rect(low, low + size);
    let edit = match rng.below(3) {
        0 => OutlineEdit::AddArea(Area::new(outline, "ground", *rng.pick(&[0.5, 2.0, 5.0]))),
        _ => OutlineEdit::AddObstacle(outline),
    };
    edit.on_layer(*rng.pick(layers))
}

/// Compares the live paths, and the paths on a fresh build, with their sections on single floors.
fn assert_apart(map: &mut LiveMesh, paths: &mut LivePaths, all: &mut Vec<Walked>, story: &str) {
    let affected = map.affected(paths).unwrap();
    let floors = floors_apart(&map.floors());
    let fresh = map.builder().build_mesh().unwrap();
    all.retain(|walked| {
        let Walked { key, path, .. } = walked;
        let cost = cost_apart(walked, &floors);
        let is_broken = affected.broken.iter().any(|broken| broken.key == *key);
        let what = format!("{path:?}\n{:?}\n{story}", walked.sections);
        assert_eq!(path.still_valid(&fresh), !is_broken, "fresh, {what}");
        // Along a connection a leg is on both floors, and may be walked on the other one.
        let is_on_both = is_along_the_ramps(path);
        assert!(is_broken == cost.is_none() || is_on_both && !is_broken, "{what}");
        let whole = [path.cost_on(&fresh), paths.paths().cost(*key), path.cost_on(map.mesh())];
        for own in whole.into_iter().filter(|_| !is_broken) {
            let (own, cost) = (own.unwrap(), cost.unwrap_or(f64::INFINITY));
            let is_same = (own - cost).abs() <= 1e-9 * cost;
            assert!(is_same || is_on_both && own < cost, "{own}, {cost}, {what}");
        }
        if is_broken {
            paths.remove(*key);
        }
        !is_broken
    });
}

/// True if a leg runs along the line between the halls and the ramps.
fn is_along_the_ramps(path: &Path) -> bool {
    path.legs().any(|[from, to]| from.x == SIZE && to.x == SIZE)
}

#[test]
fn a_path_on_an_edited_building_is_walked_on_the_floors_on_which_it_was_found() {
    let (mut broken, mut whole) = (0, 0);
    for seed in 0..world_count(60) {
        let mut rng = SplitMix64::new(seed ^ 0xf1a7);
        let mut map = LiveMesh::new(halls(seed)).unwrap();
        let mut paths = LivePaths::of(&map);
        let (mut all, mut keys) = (Vec::new(), Vec::<LiveKey>::new());
        let mut story = format!("halls {seed}");
        for step in 0..8 {
            let finder = map.finder();
            for query in floor_queries(map.mesh(), 8, seed ^ (step << 32)) {
                let Ok(path) = finder.find_path(&query) else { continue };
                let sections = path.by_floor(finder.mesh());
                let key = paths.add(&mut map, &query, path.clone()).unwrap();
                all.push(Walked { key, path, sections });
            }
            drop(finder);
            let edits = match rng.below(4) {
                0 if !keys.is_empty() => {
                    vec![OutlineEdit::Remove(keys.swap_remove(rng.below(keys.len())))]
                }
                _ => vec![addition(&mut rng, map.mesh().layers())],
            };
            let Ok(report) = map.apply(&edits) else { continue };
            keys.extend(report.keys.clone());
            story = format!("{story}\n  {edits:?}");
            let before = all.len();
            assert_apart(&mut map, &mut paths, &mut all, &story);
            (broken, whole) = (broken + before - all.len(), whole + all.len());
        }
    }
    println!("{broken} broken, {whole} whole");
    assert!(broken > 200 && whole > 3000, "{broken}, {whole}");
}

/// Two halls above each other, and a ramp at their east side from the first to the second.
fn two_halls() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    for hall in [0, 1] {
        builder.on_layer(hall).add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    }
    builder.on_layer(9).add_walkable(Outline::rect([10.0, 0.0], [12.0, 10.0]));
    builder.add_connection(FloorConnection::new([0, 9], [[10.0, 0.0], [10.0, 2.0]]));
    builder.add_connection(FloorConnection::new([9, 1], [[10.0, 8.0], [10.0, 10.0]]));
    builder
}

#[test]
fn a_path_to_the_floor_above_is_not_walked_along_the_same_points_below() {
    let over_the_goal = Outline::rect([0.0, 8.0], [10.5, 9.0]);
    let across = Outline::rect([4.0, 5.0], [10.5, 9.0]);
    let beside_the_ramp = Outline::rect([4.0, 5.0], [9.5, 9.0]);
    for obstacle in [over_the_goal, across, beside_the_ramp] {
        let mut map = LiveMesh::new(two_halls()).unwrap();
        let query = PathQuery::new([1.0, 1.0], [1.0, 8.5]).start_layer(0).goal_layer(1).snap(0.0);
        let path = map.finder().find_path(&query).unwrap();
        let mut paths = LivePaths::of(&map);
        let key = paths.add(&mut map, &query, path.clone()).unwrap();
        map.on_layer(1).add_obstacle(obstacle).unwrap();
        assert_eq!(map.affected(&mut paths).unwrap().keys(), [key]);
        let last = path.waypoints().len() - 2;
        assert_eq!(path.first_blocked_leg(map.mesh()), Some(last));
        assert_eq!(path.cost_on(map.mesh()), None);
        assert_eq!(path.waypoint_layer(last + 1), Some(1));
    }
}

#[test]
fn the_cost_on_a_building_that_was_built_anew_is_that_of_the_floor_of_the_path() {
    let on = |floor| PathQuery::new([1.0, 1.0], [9.0, 1.0]).start_layer(floor).goal_layer(floor);
    let up = PathQuery::new([1.0, 1.0], [1.0, 9.0]).start_layer(0).goal_layer(1);
    for mud in [0, 1] {
        let build = |cupboard: f64| {
            let mut builder = two_halls();
            let area = Area::new(Outline::rect([2.0, -1.0], [8.0, 11.0]), "mud", 3.0);
            builder.on_layer(mud).add_area(area);
            for hall in [0, 1] {
                let low = DVec2::new(cupboard, 9.25);
                builder.on_layer(hall).add_obstacle(Outline::rect(low, low + 0.5));
            }
            MeshFinder::new(builder.build_mesh().unwrap())
        };
        let (before, after) = (build(3.0), build(0.125));
        for query in [on(0), on(1), up] {
            let [path, now] = [&before, &after].map(|finder| finder.find_path(&query).unwrap());
            assert_eq!(path.waypoints(), now.waypoints());
            let cost = path.cost_on(after.mesh()).unwrap();
            assert!((cost - now.cost()).abs() < 1e-9, "{cost}, {}, {query:?}", now.cost());
        }
    }
}

#[test]
fn an_obstacle_over_the_goal_at_the_end_of_a_connection_breaks_the_path_on_its_floor() {
    let mut map = LiveMesh::new(two_halls()).unwrap();
    let goal = [10.0, 2.0];
    for start in [[10.0, 0.0], [12.0, 5.0], [1.0, 1.0]] {
        let layer = if start[0] > 10.0 { 9 } else { 0 };
        let query = PathQuery::new(start, goal).start_layer(layer).goal_layer(0).snap(0.0);
        let path = map.finder().find_path(&query).unwrap();
        let mut paths = LivePaths::of(&map);
        let key = paths.add(&mut map, &query, path).unwrap();
        let crate_ = Outline::rect([9.0, 1.0], [10.5, 3.0]);
        let obstacle = map.on_layer(0).add_obstacle(crate_).unwrap();
        let affected = map.affected(&mut paths).unwrap();
        assert_eq!(map.finder().find_path(&query).unwrap_err().kind(), "goal-outside");
        assert_eq!(affected.broken.first().map(|broken| broken.key), Some(key), "from {start:?}");
        map.remove(obstacle).unwrap();
    }
}
