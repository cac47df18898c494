//! Snaps, policies and gaps of queries with many goals: each goal gets the answer of a query of its own.

use std::ops::ControlFlow;

use navmesh_testkit::{SplitMix64, world_count};
use tautline::incremental::{Progress, ProgressHook, Stage};
use tautline::{
    Area, FieldQuery, GoalPolicy, Goals, ManyQuery, MeshFinder, NavMeshBuilder, Outline, Path,
    PathError, Place, StartPolicy,
};

/// The relative difference of the lengths of one path.
const ROUNDING: f64 = 1e-9;

/// A corner of two rooms, as far from the origin as points in metres of a national grid.
const CORNER: [f64; 2] = [5e5, 4.6e6];

fn at(x: f64, y: f64) -> [f64; 2] {
    [CORNER[0] + x, CORNER[1] + y]
}

/// Returns two rooms with a gap of 1 between them, and obstacles; with costly ground where `seed` is odd.
fn rooms(seed: u64) -> MeshFinder {
    let mut random = SplitMix64::new(seed);
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect(at(0.0, 0.0), at(40.0, 30.0)));
    builder.add_walkable(Outline::rect(at(41.0, 0.0), at(80.0, 30.0)));
    for _ in 0..6 {
        let (x, y) = (80.0 * random.unit(), 30.0 * random.unit());
        builder.add_obstacle(Outline::rect(at(x, y), at(x + 3.0, y + 3.0)));
    }
    if seed % 2 == 1 {
        builder.add_area(Area::new(Outline::rect(at(10.0, 5.0), at(30.0, 25.0)), "mud", 3.0));
    }
    MeshFinder::new(builder.build_mesh().unwrap())
}

/// Returns places in the rooms, and some off them by up to 2.
fn places(random: &mut SplitMix64, count: usize) -> Vec<Place> {
    let mut place = || Place::new(at(84.0 * random.unit() - 2.0, 34.0 * random.unit() - 2.0));
    (0..count).map(|_| place()).collect()
}

/// Compares the answer to one goal with that of its own query.
fn check(finder: &MeshFinder, own: &Result<Path, PathError>, found: &Result<Path, PathError>) {
    match (own, found) {
        (Ok(own), Ok(path)) => {
            let is_close = path.lower_bound() <= own.cost() * (1.0 + ROUNDING)
                && own.lower_bound() <= path.cost() * (1.0 + ROUNDING);
            assert!(is_close, "{path:?} {own:?}");
            let of = |path: &Path| (path.start_offset(), path.goal_offset(), path.status());
            assert_eq!(of(path), of(own));
            assert_eq!(path.verify(finder.mesh()), Ok(()));
        }
        (Err(own), Err(error)) => assert_eq!(error.kind(), own.kind()),
        _ => panic!("{found:?}, alone {own:?}"),
    }
}

#[test]
fn many_goals_snap_and_move_as_in_queries_of_their_own() {
    let [mut paths, mut errors] = [0; 2];
    for seed in 0..world_count(60) {
        let (finder, mut random) = (rooms(seed), SplitMix64::new(seed ^ 0x5AAB));
        let places = places(&mut random, 9);
        let mut query = ManyQuery::new(places[0], &places[1..]);
        query = match random.below(4) {
            0 => query,
            1 => query.snap(0.0),
            2 => query.snap(0.3),
            _ => query.snap(1.2),
        };
        let starts = [StartPolicy::Exact, StartPolicy::Nearest, StartPolicy::NearestReachable];
        let goals = [GoalPolicy::Exact, GoalPolicy::Nearest, GoalPolicy::NearestReachable];
        query = query.start_policy(*random.pick(&starts)).goal_policy(*random.pick(&goals));
        let (tree, distances) = (finder.paths(&query), finder.distance_bounds(&query));
        for (number, &goal) in query.goals().iter().enumerate() {
            let own = finder.find_path(&query.to(goal));
            let found = tree.as_ref().map_err(|&error| error);
            let found = found.and_then(|tree| tree.path_to(number));
            check(&finder, &own, &found);
            let is_ok = found.is_ok();
            if let Ok(distances) = &distances {
                assert_eq!(distances[number].distance.is_finite(), is_ok, "{query:?} {goal}");
            }
            paths += usize::from(is_ok);
            errors += usize::from(!is_ok);
        }
    }
    assert!(paths > 150 && errors > 100, "{paths} {errors}");
}

/// At these coordinates, 2⁻²² of them is more than a metre.
#[test]
fn many_goals_far_from_the_origin_stay_where_they_are() {
    for seed in 0..2 {
        let finder = rooms(seed);
        let (on, off) = (Place::new(at(20.0, 1.0)), Place::new(at(5.0, -0.4)));
        let goals = [off];
        let query = ManyQuery::new(on, &goals);
        let any = ManyQuery::to_any(on, Goals::Points(&goals));
        let field = FieldQuery::new(&goals);
        assert_eq!(finder.distance_bounds(&query).unwrap()[0].distance, f64::INFINITY);
        assert!(finder.path_to_any(&any).is_err() && finder.distance_field(&field).is_err());
        assert!(finder.path_to_any(&any.snap(0.5)).is_ok());
        assert!(finder.distance_field(&field.snap(0.5)).is_ok());
        for snap in [0.0, 0.1] {
            let query = query.snap(snap);
            let bounds = finder.distance_bounds(&query).unwrap()[0];
            assert_eq!([bounds.distance, bounds.lower_bound], [f64::INFINITY; 2]);
            assert_eq!(finder.nearest(&query, 1), Ok(Vec::new()));
            let kinds = [
                finder.paths(&query).unwrap().path_to(0).unwrap_err(),
                finder.path_to_any(&any.snap(snap)).unwrap_err(),
                finder.distance_field(&field.snap(snap)).unwrap_err(),
            ];
            assert_eq!(kinds.map(|error| error.kind()), ["goal-outside"; 3]);
            let from_off = ManyQuery::new(off, query.goals()).snap(snap);
            assert_eq!(finder.distance_bounds(&from_off).unwrap_err().kind(), "start-outside");
            let around = finder.distance_field(&FieldQuery::new(&[on]).snap(snap)).unwrap();
            assert_eq!(around.heading_at(off).unwrap_err().kind(), "start-outside");
        }
        let moved = finder.distance_bounds(&query.snap(0.5)).unwrap()[0];
        assert!(moved.distance < 20.0 && (moved.moved - 0.4).abs() < 1e-9, "{moved:?}");
    }
}

#[test]
fn a_path_to_the_nearest_goal_has_no_goal_policy() {
    let (finder, goals) = (rooms(0), [Place::new(at(5.0, -0.4))]);
    let query = ManyQuery::to_any(at(20.0, 1.0), Goals::Points(&goals));
    let error = finder.path_to_any(&query.goal_policy(GoalPolicy::Nearest)).unwrap_err();
    assert_eq!(error.kind(), "unsupported");
}

#[test]
fn searches_for_many_distances_and_nearest_goals_are_cancelled_and_continued() {
    let mut cancelled = 0;
    for seed in 0..world_count(20) {
        let (finder, mut random) = (rooms(seed), SplitMix64::new(seed));
        let places = places(&mut random, 9);
        let query = ManyQuery::new(places[0], &places[1..]);
        let Ok(whole) = finder.paths(&query) else { continue };
        let sessions = [finder.begin_paths(&query), finder.begin_nearest(&query, 2)];
        for (mut search, is_of_all) in sessions.map(Result::unwrap).into_iter().zip([true, false]) {
            let mut stop = |progress: &Progress| match progress.expanded {
                0..3 => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            };
            let stage = search.advance_with_hook(ProgressHook::every(1, &mut stop));
            let mut near = Vec::new();
            assert_eq!(search.nearest(&mut near).is_err(), stage == Stage::InProgress);
            for (far, known) in search.tree().bounds().zip(whole.bounds()) {
                assert!(far.lower_bound <= known.distance * (1.0 + ROUNDING), "{far:?} {known:?}");
                assert!(known.lower_bound <= far.distance * (1.0 + ROUNDING), "{far:?} {known:?}");
            }
            cancelled += usize::from(stage == Stage::InProgress);
            while search.advance(5) == Stage::InProgress {}
            search.nearest(&mut near).unwrap();
            if is_of_all {
                assert!(search.tree().bounds().eq(whole.bounds()));
            } else {
                assert_eq!(near, finder.nearest(&query, 2).unwrap());
            }
        }
    }
    assert!(cancelled > 10, "{cancelled}");
}
