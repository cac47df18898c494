//! Searches with many goals in slices and cancelled: bounds on the way are valid, and the answer is the same.

use std::ops::ControlFlow;

use crate::points::places;
use crate::rounding::{ROUNDING, same};
use crate::sites::{Site, sites};
use navmesh_testkit::{MeshOracle, SplitMix64};
use tautline::error::InvalidQuery;
use tautline::incremental::{
    FieldSession, IncrementalSearch, NearestGoalSession, PathTreeSession, Progress, ProgressHook,
    Stage,
};
use tautline::queries::PathTree;
use tautline::{
    DVec2, DistanceField, FieldQuery, Goals, ManyQuery, MeshFinder, Path, PathError, PathQuery,
    PathStatus, PathToGoal, Place,
};

fn assert_send_and_static<T: Send + 'static>() {}

#[test]
fn sessions_with_many_goals_are_send_and_static() {
    assert_send_and_static::<NearestGoalSession>();
    assert_send_and_static::<PathTreeSession>();
    assert_send_and_static::<FieldSession>();
}

/// Calls `check` with a site, its finder, a start and a few goals.
fn for_each_start(ordinary: u64, mut check: impl FnMut(&Site, &MeshFinder, DVec2, &[DVec2])) {
    for site in sites(ordinary) {
        let finder = MeshFinder::new(site.mesh.clone());
        for points in site.points.windows(9).step_by(7).take(3) {
            check(&site, &finder, points[0], &points[1..]);
        }
    }
}

/// Checks the partial answer of an unfinished search for a path to any goal.
fn check_unfinished(
    search: &mut NearestGoalSession,
    whole: f64,
    finder: &MeshFinder,
    path: &mut Path,
) -> f64 {
    let progress = search.progress();
    let error = search.answer_into(path).unwrap_err();
    let PathError::BudgetExhausted { lower_bound, expanded } = error else { panic!("{error}") };
    assert_eq!((lower_bound, expanded), (progress.lower_bound, progress.expanded));
    assert!(lower_bound <= whole * (1.0 + ROUNDING), "{lower_bound} {whole}");
    assert_eq!(path.verify(finder.mesh()), Ok(()));
    match path.status() {
        PathStatus::Partial => path.goal_offset(),
        _ => {
            assert!(
                same(path.length(), progress.best.unwrap())
                    && path.length() >= whole - 1e-12 * whole
            );
            assert!(path.lower_bound() <= whole * (1.0 + ROUNDING));
            0.0
        }
    }
}

#[test]
fn a_sliced_path_to_any_goal_is_the_unsliced_one() {
    let mut random = SplitMix64::new(3);
    let [mut slices, mut partial] = [0; 2];
    for_each_start(120, |site, finder, start, p| {
        let p: Vec<Place> = p.iter().map(|&point| point.into()).collect();
        let segments = [[p[0], p[1]], [p[2], p[3]]];
        for goals in [Goals::Points(&p[..3]), Goals::Segments(&segments), Goals::Polygon(&p[2..5])]
        {
            let Ok(PathToGoal { path: whole, goal }) =
                finder.path_to_any(&ManyQuery::to_any(start, goals))
            else {
                continue;
            };
            let most = [2, 5, 40][random.below(3)];
            let mut search = finder.begin_path_to_any(&ManyQuery::to_any(start, goals)).unwrap();
            let (mut path, mut spent, mut farthest) = (Path::default(), 0, f64::INFINITY);
            loop {
                let nodes = random.below(most) as u64;
                let stage = search.advance(nodes);
                spent += nodes;
                assert!(search.progress().expanded <= spent, "{}", site.name);
                if stage == Stage::Done {
                    break;
                }
                slices += 1;
                let far = check_unfinished(&mut search, whole.length(), finder, &mut path);
                partial += usize::from(far > 0.0);
                assert!(far <= farthest, "{}: {start} to {goals:?}", site.name);
                farthest = far;
            }
            search.answer_into(&mut path).unwrap();
            assert_eq!((&path, search.goal()), (&whole, goal), "{}", site.name);
            assert_eq!(search.advance(9), Stage::Done);
        }
    });
    assert!(slices > 500 && partial > 100, "{slices} {partial}");
}

/// Returns a hook that cancels after `nodes` nodes.
fn after(nodes: u64) -> impl FnMut(&Progress) -> ControlFlow<()> {
    move |progress| {
        if progress.expanded >= nodes { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn searches_with_many_goals_are_cancelled_by_their_hook() {
    let mut cancelled = [0; 3];
    for_each_start(40, |_, finder, start, p| {
        let mut stop = after(2);
        let goals = places(p);
        let query = ManyQuery::to_any(start, Goals::Points(&goals));
        if let Ok(mut search) = finder.begin_path_to_any(&query) {
            let result =
                search.finish_with_hook(ProgressHook::every(1, &mut stop), &mut Path::default());
            if let Err(error) = result {
                assert!(matches!(error, PathError::Cancelled { expanded: 2, .. }), "{error}");
                cancelled[0] += 1;
            }
        }
        if let Ok(mut search) = finder.begin_paths(&ManyQuery::new(start, &goals)) {
            let stage = search.advance_with_hook(ProgressHook::every(1, &mut stop));
            assert_eq!(stage == Stage::InProgress, search.progress().lower_bound < f64::INFINITY);
            cancelled[1] += usize::from(stage == Stage::InProgress);
        }
        if let Ok(mut flood) = finder.begin_distance_field(&FieldQuery::new(&goals)) {
            let stage = flood.advance_with_hook(ProgressHook::every(1, &mut stop));
            cancelled[2] += usize::from(stage == Stage::InProgress);
            assert_eq!(
                flood.into_task().into_field().limit() == f64::INFINITY,
                stage == Stage::Done
            );
        }
    });
    assert!(cancelled.iter().all(|&count| count > 20), "{cancelled:?}");
}

/// Checks every path of a tree against the single query; unfinished trees may lack paths.
fn check_tree(
    site: &Site,
    finder: &MeshFinder,
    tree: &PathTree,
    start: DVec2,
    goals: &[DVec2],
) -> usize {
    let (mut path, mut open) = (Path::default(), 0);
    for ((number, &goal), distance) in goals.iter().enumerate().zip(tree.distances()) {
        let alone = finder.find_path(&PathQuery::new(start, goal));
        let found = tree.path_to_into(number, &mut path);
        let name = || format!("{}: {start} to {goal}: {found:?} {alone:?}", site.name);
        match (&found, &alone) {
            (Ok(()), Ok(alone)) => {
                assert!(same(path.length(), alone.length()), "{}", name());
                assert!(same(distance, path.length()), "{}", name());
                assert_eq!(path.verify(&site.mesh), Ok(()), "{}", name());
                let ends = |path: &Path| (path.waypoints()[0], path.waypoints().last().copied());
                assert_eq!(ends(&path), ends(alone), "{}", name());
                let offsets =
                    |path: &Path| (path.start_offset(), path.goal_offset(), path.guarantee());
                assert_eq!(offsets(&path), offsets(alone), "{}", name());
            }
            (Err(PathError::BudgetExhausted { lower_bound, .. }), alone) => {
                open += 1;
                assert_eq!(distance, f64::INFINITY);
                let length = alone.as_ref().map_or(f64::INFINITY, |alone| alone.length());
                let apart = path.waypoints().is_empty();
                assert!(apart || *lower_bound <= length * (1.0 + ROUNDING), "{}", name());
                assert!(apart || path.length() >= length * (1.0 - ROUNDING), "{}", name());
            }
            (Err(error), Err(alone)) => {
                assert_eq!(error.kind(), alone.kind(), "{}", name());
                assert_eq!(distance, f64::INFINITY);
            }
            _ => panic!("{}", name()),
        }
    }
    let reason = InvalidQuery::UnknownGoal { goal: goals.len(), count: goals.len() };
    assert_eq!(tree.path_to(goals.len()), Err(PathError::InvalidQuery { reason }));
    open
}

#[test]
fn paths_to_many_goals_are_those_of_single_queries_also_in_slices() {
    let mut random = SplitMix64::new(5);
    let [mut trees, mut open] = [0; 2];
    for_each_start(150, |site, finder, start, goals| {
        let mut goals = goals.to_vec();
        goals.extend([start, site.mesh.bounds().max * 2.0 + DVec2::ONE]);
        let Ok(tree) = finder.paths(&ManyQuery::new(start, &goals)) else {
            assert!(finder.begin_paths(&ManyQuery::new(start, &places(&goals))).is_err());
            return;
        };
        trees += 1;
        assert_eq!(check_tree(site, finder, &tree, start, &goals), 0);
        let distances = finder.distances(&ManyQuery::new(start, &goals)).unwrap();
        assert_eq!(tree.distances().collect::<Vec<f64>>(), distances, "{}", site.name);
        let mut search = finder.begin_paths(&ManyQuery::new(start, &places(&goals))).unwrap();
        let most = [3, 20][random.below(2)];
        while search.advance(random.below(most) as u64) == Stage::InProgress {
            if random.below(4) == 0 {
                open += check_tree(site, finder, &search.tree(), start, &goals);
            }
        }
        let sliced = search.tree();
        assert_eq!(sliced.distances().collect::<Vec<f64>>(), distances, "{}", site.name);
        for goal in 0..goals.len() {
            let [one, other] = [&sliced, &tree].map(|tree| tree.path_to(goal));
            assert_eq!(format!("{one:?}"), format!("{other:?}"), "{}", site.name);
        }
    });
    assert!(trees > 100 && open > 500, "{trees} {open}");
}

fn answers(field: &DistanceField, points: &[DVec2]) -> Vec<String> {
    points.iter().map(|&point| format!("{:?}", field.heading_at(point))).collect()
}

#[test]
fn a_stopped_field_equals_the_whole_field_up_to_its_bound() {
    let mut random = SplitMix64::new(7);
    let [mut known, mut beyond] = [0; 2];
    for_each_start(100, |site, finder, _, goals| {
        let Ok(whole) = finder.distance_field(&FieldQuery::new(goals)) else { return };
        for spent in [0, 1, 3, 10, 40] {
            let mut flood = finder.begin_distance_field(&FieldQuery::new(&places(goals))).unwrap();
            let stage = flood.advance(spent);
            let reach = flood.progress().lower_bound;
            assert!(flood.progress().expanded <= spent);
            let field = flood.into_task().into_field();
            assert!(stage == Stage::Done || field.limit() <= reach);
            for &point in &site.points {
                let distance = whole.distance_at(point).unwrap_or(f64::INFINITY);
                match field.heading_at(point) {
                    Ok(heading) => {
                        assert!(same(heading.distance, distance), "{}: {point}", site.name);
                        assert!(distance <= field.limit() * (1.0 + ROUNDING));
                        known += 1;
                    }
                    Err(PathError::BudgetExhausted { lower_bound, .. }) => {
                        assert!(
                            distance >= lower_bound * (1.0 - ROUNDING),
                            "{}: {point}",
                            site.name
                        );
                        beyond += 1;
                    }
                    Err(_) => assert_eq!(distance, f64::INFINITY),
                }
            }
        }
        let mut flood = finder.begin_distance_field(&FieldQuery::new(&places(goals))).unwrap();
        while flood.advance(random.below(9) as u64) == Stage::InProgress {}
        assert_eq!(
            answers(&flood.into_task().into_field(), &site.points),
            answers(&whole, &site.points)
        );
    });
    assert!(known > 1000 && beyond > 1000, "{known} {beyond}");
}

#[test]
fn every_path_of_a_tree_is_as_short_as_the_oracles() {
    let mut compared = 0;
    for_each_start(40, |site, finder, start, goals| {
        let oracle = MeshOracle::new(&site.mesh);
        let Ok(tree) = finder.paths(&ManyQuery::new(start, goals)) else { return };
        for (number, &goal) in goals.iter().enumerate() {
            let Ok(path) = tree.path_to(number) else { continue };
            if path.start_offset() + path.goal_offset() == 0.0 {
                let shortest = oracle.shortest(start, goal).unwrap().0;
                let close = (path.length() - shortest).abs() <= 1e-9 * shortest;
                assert!(close && oracle.is_legal_path(path.waypoints()), "{}", site.name);
                compared += 1;
            }
        }
    });
    assert!(compared > 150, "{compared}");
}
