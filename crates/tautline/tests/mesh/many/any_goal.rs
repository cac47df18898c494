//! Paths to any of several goals, against an oracle with rational coordinates.

use crate::sites::{Site, sites};
use navmesh_core::backend::geom::{Turn, nearest_on_segment, turn};
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::error::InvalidQuery;
use tautline::{
    DVec2, Goals, ManyQuery, MeshFinder, NavMeshBuilder, Outline, PathError, PathToGoal, Place,
};

/// Returns the length of the shortest path to any point of the goals; infinite if none is reachable,
/// `None` if no part of them is on the mesh.
fn shortest(oracle: &MeshOracle<'_>, start: DVec2, goals: &Goals<'_>) -> Option<f64> {
    let lengths = goals.sides().filter_map(|side| oracle.shortest_to_segment(start, side));
    lengths.min_by(f64::total_cmp)
}

/// True if a point goal moves onto ground that is reachable from a point: by at most the snap, if no other ground is nearer.
fn is_near(oracle: &MeshOracle<'_>, goal: DVec2, from: Option<DVec2>, snap: f64) -> bool {
    let [distance, least] = [from, None].map(|from| oracle.distance_to_ground(goal, from));
    distance <= least && least <= snap
}

/// Checks the answer of one query, and returns its number of legs.
fn check(
    site: &Site,
    oracle: &MeshOracle<'_>,
    finder: &MeshFinder,
    start: DVec2,
    goals: &Goals<'_>,
) -> Option<usize> {
    let name = &site.name;
    let best = shortest(oracle, start, goals);
    let snap = site.mesh.default_snap();
    let comes_near = |from: Option<DVec2>| match goals {
        Goals::Points(points) => points.iter().any(|goal| is_near(oracle, goal.point, from, snap)),
        _ => best.is_some_and(|best| from.is_none() || best.is_finite()),
    };
    let PathToGoal { path, goal } = match finder.path_to_any(&ManyQuery::to_any(start, *goals)) {
        Ok(found) => found,
        Err(error) => {
            let context = format!("{name}: {start} to {goals:?}: {error}, but {best:?}");
            match error {
                PathError::GoalOutside { .. } => assert!(!comes_near(None), "{context}"),
                PathError::Unreachable { .. } => {
                    assert!(comes_near(None) && !comes_near(Some(start)), "{context}");
                }
                _ => panic!("{context}"),
            }
            return None;
        }
    };
    let points = path.waypoints();
    let end = points[points.len() - 1];
    assert_eq!(path.verify(&site.mesh), Ok(()), "{name}: {start} to {goals:?}: {points:?}");
    assert!(oracle.is_legal_path(points), "{name}: {start} to {goals:?}: {points:?}");
    if path.start_offset() > 0.0 {
        // The start moved, because no goal is reachable from it.
        assert!(path.start_offset() <= snap && !comes_near(Some(start)), "{name}");
        return None;
    }
    assert_eq!(points[0], start);
    let scale = site.mesh.bounds().max_abs();
    assert_eq!(goal.is_none(), goals.hold(start), "{name}: {start} to {goals:?}");
    let [a, b] = goal.map_or([end; 2], |goal| goals.sides().nth(goal).unwrap());
    let off = if a == b { end.distance(a) } else { nearest_on_segment(a, b, end).distance(end) };
    let is_inside = matches!(goals, Goals::Polygon(_)) && points.len() == 1;
    let snapped = matches!(goals, Goals::Points(_)) && off == path.goal_offset();
    assert!(off <= 1e-14 * scale || is_inside || snapped, "{name}: {start} to {goals:?}: {end}");
    let length = path.length();
    let tolerance = 1e-9 * length.max(1e-5 * scale);
    let close = best.is_some_and(|best| (length - best).abs() <= tolerance);
    // A corner within rounding of a segment counts as a point of it, in all cells there.
    let is_beside = turn(a, b, end) != Turn::Collinear;
    let is_corner = is_beside && site.mesh.edges().iter().any(|edge| edge.origin() == end);
    let close = close || is_corner && best.is_none_or(|best| length < best);
    let close = close || is_inside || snapped && off > 0.0;
    assert!(close, "{name}: {start} to {goals:?}: {length} at {end}, the oracle has {best:?}");
    Some(points.len() - 1)
}

/// Picks a point on the mesh or near it, on the same lattice as many points of the site.
fn pick(site: &Site, random: &mut SplitMix64) -> DVec2 {
    let near = |random: &mut SplitMix64| {
        site.points[(random.next_u64() % site.points.len() as u64) as usize]
    };
    match random.next_u64() % 4 {
        0 => {
            let bounds = site.mesh.bounds();
            bounds.min + bounds.size() * DVec2::new(random.unit(), random.unit())
        }
        _ => near(random),
    }
}

#[test]
fn the_nearest_of_points_segments_and_areas_is_the_oracles() {
    let [mut straight, mut around, mut unreachable] = [0; 3];
    for (seed, site) in (0..).zip(sites(100)) {
        let mut random = SplitMix64::new(seed);
        let (finder, oracle) = (MeshFinder::new(site.mesh.clone()), MeshOracle::new(&site.mesh));
        for _ in 0..4 {
            let start = pick(&site, &mut random);
            if site.mesh.locate(start).is_none() {
                continue;
            }
            let p: [Place; 6] = std::array::from_fn(|_| pick(&site, &mut random).into());
            let segments = [[p[0], p[1]], [p[2], p[3]]];
            for goals in [
                Goals::Points(&p[..3]),
                Goals::Segments(&segments[..1]),
                Goals::Segments(&segments),
                Goals::Polygon(&p[2..5]),
            ] {
                match check(&site, &oracle, &finder, start, &goals) {
                    Some(0 | 1) => straight += 1,
                    Some(_) => around += 1,
                    None => unreachable += 1,
                }
            }
        }
    }
    println!("{straight} straight, {around} around corners, {unreachable} unreachable");
    assert!(
        straight > 200 && around > 200 && unreachable > 20,
        "{straight} {around} {unreachable}"
    );
}

#[test]
fn a_path_to_a_segment_ends_at_the_perpendicular_foot_of_its_last_corner() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([8.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([30.0, 0.0], [32.0, 2.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let line = |a: [f64; 2], b: [f64; 2]| [[Place::from(a), b.into()]];
    let ask = |segment: &[[Place; 2]]| {
        let found = finder.path_to_any(&ManyQuery::to_any([5.0, 4.0], Goals::Segments(segment)));
        found.map(|found| found.path.waypoints().to_vec())
    };
    // Around the corners (8, 8) and (10, 8) of the wall, then straight down onto the line.
    let found = ask(&line([9.0, 6.0], [18.0, 6.0])).unwrap();
    assert_eq!(found, [[5.0, 4.0], [8.0, 8.0], [10.0, 8.0], [10.0, 6.0]].map(DVec2::from));
    let found = ask(&line([14.0, 0.0], [14.0, 99.0])).unwrap();
    assert_eq!(found[1..], [[8.0, 8.0], [14.0, 8.0]].map(DVec2::from));
    let island = line([31.0, 1.0], [32.0, 5.0]);
    assert!(matches!(ask(&island), Err(PathError::Unreachable { .. })));
    let unreachable = line([40.0, 1.0], [42.0, 5.0]);
    assert!(matches!(ask(&unreachable), Err(PathError::GoalOutside { .. })));
    let both = [island[0], line([2.0, 0.0], [2.0, 3.0])[0]];
    assert_eq!(ask(&both).unwrap(), [[5.0, 4.0], [2.0, 3.0]].map(DVec2::from));
    let reason = InvalidQuery::NoGoal;
    assert_eq!(ask(&[]), Err(PathError::InvalidQuery { reason }));
    let broken = line([f64::NAN, 1.0], [42.0, 5.0]);
    assert!(matches!(ask(&broken), Err(PathError::InvalidQuery { .. })));
}

#[test]
fn a_start_inside_the_area_has_a_path_of_length_0() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let ring = [[-5.0, 2.0], [5.0, 2.0], [5.0, 30.0]].map(Place::from);
    let ask = |start: [f64; 2]| {
        finder.path_to_any(&ManyQuery::to_any(start, Goals::Polygon(&ring))).unwrap()
    };
    assert_eq!(ask([4.0, 5.0]).path.waypoints(), [DVec2::new(4.0, 5.0)]);
    assert_eq!(ask([5.0, 5.0]).path.length(), 0.0);
    let PathToGoal { path, goal: side } = ask([9.0, 5.0]);
    assert_eq!((path.waypoints()[1], side), (DVec2::new(5.0, 5.0), Some(1)));
}

#[test]
fn an_area_around_an_island_is_unreachable_even_if_its_ring_is_off_the_mesh() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_walkable(Outline::rect([20.0, 0.0], [30.0, 10.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let around =
        |x: f64| [[x, -5.0], [x + 20.0, -5.0], [x + 20.0, 15.0], [x, 15.0]].map(Place::from);
    let error = |ring: [Place; 4]| {
        finder.path_to_any(&ManyQuery::to_any([1.0, 1.0], Goals::Polygon(&ring))).unwrap_err()
    };
    assert!(matches!(error(around(15.0)), PathError::Unreachable { .. }));
    assert!(matches!(error(around(35.0)), PathError::GoalOutside { .. }));
}
