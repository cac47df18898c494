//! Many goals over weighted regions, held between bounds that share no code with any search.

use crate::points::places;
use navmesh_testkit::oracle::weighted::{PieceGraph, SteinerGraph};
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{MeshOracle, world_count};
use tautline::queries::BoundedDistance;
use tautline::{
    BuildOptions, DVec2, Goals, ManyQuery, MeshFinder, NavMesh, Outlines, Path, PathQuery,
    PathToGoal, Place, build_outlines,
};

/// The relative difference of sums of legs whose crossings are rounded.
const ROUNDING: f64 = 1e-9;

/// The number of points, and of pieces, on each portal.
const POINTS: usize = 6;

fn mesh_of(outlines: &Outlines) -> NavMesh {
    build_outlines(outlines, &BuildOptions::default()).unwrap().0
}

fn is_at_most(a: f64, b: f64) -> bool {
    a <= b * (1.0 + ROUNDING)
}

/// Bounds on the cost of the cheapest path between the ends of a path: from below, and from above.
fn oracle_bounds(mesh: &NavMesh, path: &Path) -> Option<[f64; 2]> {
    let [start, goal] = [path.waypoints()[0], path.waypoints()[path.waypoints().len() - 1]];
    let oracle = MeshOracle::new(mesh);
    if [start, goal].iter().any(|&end| oracle.is_pinch(end)) {
        return None; // the oracle may start on either side
    }
    let chain = SteinerGraph::new(mesh, POINTS).flood(start).chain_to(goal)?;
    let lower = PieceGraph::new(mesh, POINTS).lower_bound(start, goal)?;
    Some([lower, chain.refined(mesh).cost(mesh)])
}

/// The sentences about everything that is wrong with the bounds on a goal.
fn faults(mesh: &NavMesh, single: &Path, bounds: BoundedDistance) -> Vec<String> {
    let BoundedDistance { distance, lower_bound, .. } = bounds;
    let mut faults = Vec::new();
    let mut expect = |holds: bool, fault: &str, other: f64| {
        if !holds {
            faults.push(format!("{fault} {other}: {lower_bound}..{distance}"));
        }
    };
    expect(lower_bound <= distance, "the bound exceeds the distance", distance);
    expect(is_at_most(lower_bound, single.cost()), "the bound exceeds the path of", single.cost());
    let least = single.lower_bound();
    expect(is_at_most(least, distance), "less than the bound of the path,", least);
    if let Some([lower, upper]) = oracle_bounds(mesh, single) {
        expect(is_at_most(lower_bound, upper), "the bound exceeds a path of", upper);
        expect(is_at_most(lower, distance), "less than any path, at least", lower);
    }
    faults
}

#[test]
fn every_distance_lies_between_the_bounds() {
    let (mut checked, mut wide) = (0, Vec::new());
    for seed in 0..world_count(44) {
        let world = weighted_world(seed);
        let mesh = mesh_of(&world.outlines);
        let finder = MeshFinder::new(mesh.clone());
        let (start, goals) = (world.points[0], &world.points[1..9]);
        let Ok(all) = finder.distance_bounds(&ManyQuery::new(start, &places(goals)).gap(0.01))
        else {
            continue;
        };
        for (&goal, &bounds) in goals.iter().zip(&all) {
            let Ok(single) = finder.find_path(&PathQuery::new(start, goal)) else {
                assert_eq!(bounds.distance, f64::INFINITY, "{}: {start} to {goal}", world.name);
                continue;
            };
            let faults = faults(&mesh, &single, bounds);
            assert!(faults.is_empty(), "{}: {start} to {goal}: {faults:#?}", world.name);
            let least = 0.99f64.min(single.lower_bound() / single.cost());
            if bounds.lower_bound < least * bounds.distance * (1.0 - ROUNDING) {
                let single = [single.lower_bound(), single.cost()];
                wide.push(format!("{}: {start} to {goal}: {bounds:?}, not {single:?}", world.name));
            }
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
    assert!(wide.is_empty(), "wider than the gap, and than a query of their own: {wide:#?}");
}

/// The numbers of goals that certainly come before a later one of the list, though the list says otherwise.
fn misplaced(near: &[tautline::queries::NearGoal]) -> usize {
    let is_wrong = |pair: &[tautline::queries::NearGoal]| pair[1].distance < pair[0].lower_bound;
    near.windows(2).filter(|pair| is_wrong(pair)).count()
}

#[test]
fn no_goal_that_is_left_out_is_nearer_for_certain() {
    let mut checked = 0;
    for seed in 0..world_count(44) {
        let world = weighted_world(seed);
        let finder = MeshFinder::new(mesh_of(&world.outlines));
        let (start, goals): (DVec2, Vec<DVec2>) = (world.points[0], world.points[1..20].to_vec());
        let Ok(all) = finder.distance_bounds(&ManyQuery::new(start, &places(&goals)).gap(0.01))
        else {
            continue;
        };
        let near = finder.nearest(&ManyQuery::new(start, &goals), 3).unwrap();
        let reached = all.iter().filter(|bounds| bounds.distance < f64::INFINITY).count();
        assert_eq!(near.len(), reached.min(3), "{}", world.name);
        assert_eq!(misplaced(&near), 0, "{}: {near:?}", world.name);
        let Some(last) = near.last() else { continue };
        for (goal, bounds) in all.iter().enumerate() {
            let is_left_out = near.iter().all(|near| near.goal != goal);
            let is_nearer = is_left_out && bounds.distance < last.lower_bound * (1.0 - ROUNDING);
            assert!(!is_nearer, "{}: goal {goal} at {bounds:?}, not {near:?}", world.name);
        }
        checked += 1;
    }
    assert!(checked > 30, "{checked}");
}

#[test]
fn every_path_of_a_tree_is_as_good_as_a_query_of_its_own() {
    let mut checked = 0;
    for seed in 0..world_count(44) {
        let world = weighted_world(seed);
        let finder = MeshFinder::new(mesh_of(&world.outlines));
        let (start, goals) = (world.points[0], &world.points[1..9]);
        let Ok(tree) = finder.paths(&ManyQuery::new(start, goals)) else { continue };
        for (number, (&goal, distance)) in goals.iter().zip(tree.distances()).enumerate() {
            let query = PathQuery::new(start, goal);
            let name = || format!("{}: {start} to {goal}", world.name);
            let (path, single) = (tree.path_to(number), finder.find_path(&query));
            let (Ok(path), Ok(single)) = (&path, &single) else {
                assert_eq!(
                    (path.is_err(), distance),
                    (single.is_err(), f64::INFINITY),
                    "{}",
                    name()
                );
                continue;
            };
            assert_eq!(path.cost(), distance, "{}", name());
            assert_eq!(path.verify_answer(&query, finder.mesh()), Ok(()), "{}", name());
            assert!(is_at_most(path.lower_bound(), single.cost()), "{}", name());
            assert!(is_at_most(single.lower_bound(), path.cost()), "{}", name());
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

/// Points along segments, close to one another.
fn points_along(segments: &[[Place; 2]]) -> impl Iterator<Item = DVec2> + '_ {
    let share = |number: u32| f64::from(number) / 16.0;
    let along = move |&[a, b]: &[Place; 2]| (0..=16).map(move |n| a.point.lerp(b.point, share(n)));
    segments.iter().flat_map(along)
}

#[test]
fn no_point_of_a_goal_is_cheaper_than_the_bound_of_the_path_to_any() {
    let (mut checked, mut tight, mut none) = (0, 0, 0);
    for seed in 0..world_count(20) {
        let world = weighted_world(seed);
        let finder = MeshFinder::new(mesh_of(&world.outlines));
        let start = world.points[0];
        let place = |number: usize| Place::new(world.points[number]);
        let segments = [[place(1), place(2)], [place(3), place(4)]];
        let ring = [place(5), place(6), place(7)];
        let sides = [[ring[0], ring[1]], [ring[1], ring[2]], [ring[2], ring[0]]];
        let single = segments.map(|[point, _]| [point; 2]);
        let points = segments.map(|[point, _]| point);
        let cases: [(Goals<'_>, &[[Place; 2]]); 3] = [
            (Goals::Points(&points), &single),
            (Goals::Segments(&segments), &segments),
            (Goals::Polygon(&ring), &sides),
        ];
        for (goals, sides) in cases {
            let name = format!("{}: {start} to {goals:?}", world.name);
            let all = points_along(sides).filter_map(|at| {
                finder.find_path(&PathQuery::new(start, at).snap(0.0).gap(0.05)).ok()
            });
            let cheapest = all.map(|path| path.cost()).fold(f64::INFINITY, f64::min);
            let Ok(PathToGoal { path, goal }) =
                finder.path_to_any(&ManyQuery::to_any(start, goals))
            else {
                assert_eq!(cheapest, f64::INFINITY, "{name}");
                none += 1;
                continue;
            };
            if goals.hold(start) {
                assert_eq!(path.cost(), 0.0, "{name}");
                continue;
            }
            assert!(
                is_at_most(path.lower_bound(), cheapest),
                "{name}: {} {cheapest}",
                path.lower_bound()
            );
            assert_eq!(path.verify(finder.mesh()), Ok(()), "{name}");
            let end = path.waypoints()[path.waypoints().len() - 1];
            let side = sides[goal.unwrap()];
            let beside = Goals::Segments(&[side]).distance_to(end);
            assert!(beside <= 1e-9 * finder.mesh().bounds().max_abs(), "{name}: {beside}");
            tight += usize::from(path.lower_bound() >= 0.99 * path.cost() * (1.0 - ROUNDING));
            checked += 1;
        }
    }
    assert!(checked > 30 && none < checked, "{checked} {none}");
    assert!(10 * tight >= 9 * checked, "{tight} of {checked} within the gap");
}
