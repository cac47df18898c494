//! Paths to any of several goals, against the oracle's path to every place that can be the nearest.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::sites::{Site, sites};
use navmesh_core::double::crossing;
use navmesh_core::geom::{Turn, nearest_on_segment, on_segment, orientation, turn};
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::{
    DVec2, Feature, Goals, Incidence, MeshFinder, NavMeshBuilder, Outline, Path, PathError, Place,
};

/// How often single floats decided what was right.
static DOUBTFUL: AtomicUsize = AtomicUsize::new(0);

/// Places of a segment at which a shortest path to it can end: its ends, where it meets an edge of any cell,
/// corners on it, and the feet of the start and of all corners; and some more, evenly spread. Those that
/// rounding has put off the ground are moved back.
///
/// Each comes with whether it is beyond doubt: not so where single floats decide, because the segment runs or
/// ends a rounding beside the place's cell or corner.
fn places(site: &Site, start: DVec2, [a, b]: [DVec2; 2]) -> Vec<(DVec2, bool)> {
    let mesh = &site.mesh;
    let rounding = 4.0 * f64::EPSILON * mesh.bounds().max_abs();
    let mut places = vec![a, b];
    let foot = |point| nearest_on_segment(a, b, point);
    places.push(foot(start));
    places.extend((1..8).map(|i| a.lerp(b, f64::from(i) / 8.0)));
    for slot in mesh.slots() {
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        for (i, &corner) in corners.iter().enumerate() {
            let next = corners[(i + 1) % corners.len()];
            places.push(foot(corner));
            places.extend(on_segment(a, b, corner).then_some(corner));
            let crosses = turn(a, b, corner) != turn(a, b, next)
                && turn(corner, next, a) != turn(corner, next, b);
            // On either side of a wall of no thickness.
            let met = crosses.then(|| crossing([a, b], [corner, next]));
            let near = met.and_then(|met| mesh.nearest_where(met, rounding, |other| other == slot));
            places.extend(near.map(|near| near.point));
        }
    }
    places.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    places.dedup();
    // A segment that ends or runs beside a cell, a rounding off it, does not meet it.
    let meets = |slot: u32| {
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let side = |i: usize| [corners[i], corners[(i + 1) % corners.len()]];
        let holds_end = [a, b].iter().any(|&end| mesh.feature_at(slot, end).is_some());
        holds_end || (0..corners.len()).any(|i| touch([a, b], side(i)))
    };
    let on_ground = |place: DVec2| {
        let near = |accept: &dyn Fn(u32) -> bool| mesh.nearest_where(place, rounding, accept);
        let met = near(&meets).map(|near| near.point);
        met.into_iter().chain(near(&|_| true).map(|near| near.point))
    };
    let beside = runs_beside_an_edge(site, [a, b]);
    let is_certain = |place: DVec2| {
        let at_corner = |at: Incidence| matches!(at.feature, Feature::Corner(_));
        let is_corner = mesh.incidences(place).any(at_corner);
        let is_met = mesh.incidences(place).any(|at| meets(at.cell.slot));
        !beside && is_met && (!is_corner || on_segment(a, b, place))
    };
    let all = places.into_iter().flat_map(on_ground);
    all.map(|place| (place, is_certain(place))).collect()
}

/// True where two closed segments have a point in common; exact.
fn touch([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let apart = |one: Turn, other: Turn| one == other && one != Turn::Collinear;
    let boxes_meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    boxes_meet && !apart(turn(a, b, c), turn(a, b, d)) && !apart(turn(c, d, a), turn(c, d, b))
}

/// True where a segment runs along an edge, a rounding beside it: how much of it is on the ground is then a
/// matter of single floats, which the oracle's places do not respect.
fn runs_beside_an_edge(site: &Site, [a, b]: [DVec2; 2]) -> bool {
    let mesh = &site.mesh;
    let least = 1e-12 * a.distance(b) * mesh.bounds().max_abs();
    mesh.slots().any(|slot| {
        let corners: Vec<f64> =
            mesh.corners(slot).map(|corner| orientation(a, b, corner)).collect();
        let next = |i: usize| corners[(i + 1) % corners.len()];
        let beside = |i: usize| corners[i].abs() < least && next(i).abs() < least;
        (0..corners.len()).any(|i| beside(i) && (corners[i] != 0.0 || next(i) != 0.0))
    })
}

/// The length of the shortest path to any place of the goals, and to any that is beyond doubt; infinite where
/// there is none.
fn shortest(site: &Site, oracle: &MeshOracle<'_>, start: DVec2, goals: &Goals<'_>) -> [f64; 2] {
    let places: Vec<(DVec2, bool)> = match goals {
        Goals::Points(points) => points.iter().map(|goal| (goal.point, true)).collect(),
        _ => goals.sides().flat_map(|side| places(site, start, side)).collect(),
    };
    let mut least = [f64::INFINITY; 2];
    for (place, is_certain) in places {
        let length = oracle.shortest(start, place).map_or(f64::INFINITY, |way| way.0);
        least[0] = least[0].min(length);
        least[1] = least[1].min(if is_certain { length } else { f64::INFINITY });
    }
    least
}

/// Asks for one path and checks all that is said of it; returns its number of legs.
fn check(
    site: &Site,
    oracle: &MeshOracle<'_>,
    finder: &MeshFinder,
    start: DVec2,
    goals: &Goals<'_>,
) -> Option<usize> {
    let name = &site.name;
    let [least, most] = shortest(site, oracle, start, goals);
    let (path, goal): (Path, usize) = match finder.find_path_to_any(start, goals) {
        Ok(found) => found,
        Err(error) => {
            let told =
                matches!(error, PathError::GoalOutside { .. } | PathError::Unreachable { .. });
            assert!(told, "{name}: {start} to {goals:?}: {error}");
            assert_eq!(most, f64::INFINITY, "{name}: {start} to {goals:?}: {error}");
            return None;
        }
    };
    let points = path.waypoints();
    let end = points[points.len() - 1];
    assert_eq!(path.verify(&site.mesh), Ok(()), "{name}: {start} to {goals:?}: {points:?}");
    assert!(oracle.is_legal_path(points), "{name}: {start} to {goals:?}: {points:?}");
    if path.start_offset() > 0.0 {
        // Nothing is in reach from the start itself, so that it was moved.
        assert!(path.start_offset() <= site.mesh.default_snap() && most == f64::INFINITY, "{name}");
        return None;
    }
    assert_eq!(points[0], start);
    let scale = site.mesh.bounds().max_abs();
    let [a, b] = goals.sides().nth(goal).unwrap();
    let off = if a == b { end.distance(a) } else { nearest_on_segment(a, b, end).distance(end) };
    let is_inside = matches!(goals, Goals::Polygon(_)) && points.len() == 1;
    let snapped = matches!(goals, Goals::Points(_)) && off == path.goal_offset();
    assert!(off <= 1e-14 * scale || is_inside || snapped, "{name}: {start} to {goals:?}: {end}");
    let length = path.length();
    let tolerance = 1e-9 * length.max(1e-5 * scale);
    let close = length >= least - tolerance && length <= most + tolerance;
    let close = close || is_inside || snapped && off > 0.0;
    assert!(
        close,
        "{name}: {start} to {goals:?}: {length} at {end}, the oracle has {least} {most}"
    );
    DOUBTFUL.fetch_add(usize::from(most > least + tolerance), Ordering::Relaxed);
    Some(points.len() - 1)
}

/// A point of the ground or near it, on the same lattice as many of the site's.
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
    let [mut straight, mut around, mut nowhere] = [0; 3];
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
                    None => nowhere += 1,
                }
            }
        }
    }
    println!("{straight} straight, {around} around corners, {nowhere} without a way");
    let doubtful = DOUBTFUL.load(Ordering::Relaxed);
    println!("{doubtful} of them hang on single floats");
    assert!(doubtful * 20 < straight + around, "{doubtful}");
    assert!(straight > 200 && around > 200 && nowhere > 20, "{straight} {around} {nowhere}");
}

#[test]
fn a_way_to_a_segment_ends_at_the_foot_of_its_last_corner() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([8.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([30.0, 0.0], [32.0, 2.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let line = |a: [f64; 2], b: [f64; 2]| [[Place::from(a), b.into()]];
    let ask = |segment: &[[Place; 2]]| {
        let found = finder.find_path_to_any([5.0, 4.0], &Goals::Segments(segment));
        found.map(|(path, _)| path.waypoints().to_vec())
    };
    // Over the wall's corner (8, 8), then (10, 8), and straight down onto the line.
    let found = ask(&line([9.0, 6.0], [18.0, 6.0])).unwrap();
    assert_eq!(found, [[5.0, 4.0], [8.0, 8.0], [10.0, 8.0], [10.0, 6.0]].map(DVec2::from));
    let found = ask(&line([14.0, 0.0], [14.0, 99.0])).unwrap();
    assert_eq!(found[1..], [[8.0, 8.0], [14.0, 8.0]].map(DVec2::from));
    let island = line([31.0, 1.0], [32.0, 5.0]);
    assert!(matches!(ask(&island), Err(PathError::Unreachable { .. })));
    let nowhere = line([40.0, 1.0], [42.0, 5.0]);
    assert!(matches!(ask(&nowhere), Err(PathError::GoalOutside { .. })));
    let both = [island[0], line([2.0, 0.0], [2.0, 3.0])[0]];
    assert_eq!(ask(&both).unwrap(), [[5.0, 4.0], [2.0, 3.0]].map(DVec2::from));
    assert!(matches!(ask(&[]), Err(PathError::Unsupported { .. })));
    let broken = line([f64::NAN, 1.0], [42.0, 5.0]);
    assert!(matches!(ask(&broken), Err(PathError::InvalidQuery { .. })));
}

#[test]
fn whoever_stands_in_the_area_is_there() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let ring = [[-5.0, 2.0], [5.0, 2.0], [5.0, 30.0]].map(Place::from);
    let ask = |start: [f64; 2]| finder.find_path_to_any(start, &Goals::Polygon(&ring)).unwrap();
    assert_eq!(ask([4.0, 5.0]).0.waypoints(), [DVec2::new(4.0, 5.0)]);
    assert_eq!(ask([5.0, 5.0]).0.length(), 0.0);
    let (path, side) = ask([9.0, 5.0]);
    assert_eq!((path.waypoints()[1], side), (DVec2::new(5.0, 5.0), 1));
}

#[test]
fn an_area_around_an_island_is_out_of_reach_though_its_ring_meets_no_ground() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 10.0]));
    builder.add_walkable(Outline::rect([20.0, 0.0], [30.0, 10.0]));
    let finder = MeshFinder::new(builder.build().unwrap().0);
    let around =
        |x: f64| [[x, -5.0], [x + 20.0, -5.0], [x + 20.0, 15.0], [x, 15.0]].map(Place::from);
    let error =
        |ring: [Place; 4]| finder.find_path_to_any([1.0, 1.0], &Goals::Polygon(&ring)).unwrap_err();
    assert!(matches!(error(around(15.0)), PathError::Unreachable { .. }));
    assert!(matches!(error(around(35.0)), PathError::GoalOutside { .. }));
}
