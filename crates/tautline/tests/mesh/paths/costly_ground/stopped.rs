//! Searches over weighted regions that run in slices, in batches, or are stopped.

use std::ops::ControlFlow;

use navmesh_testkit::oracle::weighted::SteinerGraph;
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{SplitMix64, world_count};
use tautline::incremental::{IncrementalPathfinder, IncrementalSearch, ProgressHook, Stage};
use tautline::{MeshFinder, NavMesh, Path, PathError, PathQuery, PathStatus, Scratch, find_paths};

use super::{POINTS, is_at_most, mesh_of};

/// Calls `check` with queries on seeded worlds that have an answer.
fn for_each_query(ordinary: u64, mut check: impl FnMut(&str, &MeshFinder, &PathQuery, &Path)) {
    for seed in 0..world_count(ordinary) {
        let world = weighted_world(seed);
        let finder = MeshFinder::new(mesh_of(&world.outlines));
        for query in world.queries(4) {
            if let Ok(path) = finder.find_path(&query) {
                check(&world.name, &finder, &query, &path);
            }
        }
    }
}

#[test]
fn slices_and_batches_give_the_bits_of_whole_searches() {
    let (mut rng, mut slices) = (SplitMix64::new(24), 0);
    for_each_query(33, |name, finder, query, whole| {
        let mut search = finder.begin_path(query).unwrap();
        let most = *rng.pick(&[2, 9, 60]);
        while search.advance(rng.below(most) as u64) == Stage::InProgress {
            slices += 1;
        }
        assert_eq!(search.finish().as_ref(), Ok(whole), "{name}: {query:?}");
        let batch = find_paths(finder, &[*query, *query]);
        assert!(batch.iter().all(|answer| answer.as_ref() == Ok(whole)), "{name}: {query:?}");
    });
    assert!(slices > 1000, "{slices}");
}

/// Checks the answer of a search that was stopped.
fn check_stopped(mesh: &NavMesh, path: &Path, error: PathError, upper: f64) -> bool {
    let (PathError::BudgetExhausted { lower_bound, .. } | PathError::Cancelled { lower_bound, .. }) =
        error
    else {
        panic!("{error}");
    };
    assert!(is_at_most(lower_bound, upper), "{lower_bound} exceeds a path of {upper}");
    if path.waypoints().is_empty() {
        return false;
    }
    assert_eq!(path.verify(mesh), Ok(()));
    let is_complete = path.status() == PathStatus::Complete;
    if is_complete {
        assert!(is_at_most(path.lower_bound(), upper) && path.lower_bound() <= path.cost());
    }
    is_complete
}

#[test]
fn a_stopped_search_keeps_its_best_path_and_a_true_bound() {
    let [mut complete, mut stopped] = [0; 2];
    for_each_query(33, |name, finder, query, whole| {
        let mesh = finder.mesh();
        let flood = SteinerGraph::new(mesh, POINTS);
        let flood = flood.flood(whole.waypoints()[0]);
        let goal = whole.waypoints()[whole.waypoints().len() - 1];
        let Some(chain) = flood.chain_to(goal) else { return };
        let upper = chain.refined(mesh).cost(mesh).min(whole.cost());
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        let query = query.gap(0.001);
        let Ok(proved) = finder.find_path(&query) else { return };
        for share in [0.0, 0.2, 0.5, 0.8, 0.95] {
            let nodes = (share * proved.stats().expanded as f64) as u64;
            let budget = query.max_expanded(nodes);
            if let Err(error) = finder.find_path_into(&budget, &mut scratch, &mut path) {
                complete += usize::from(check_stopped(mesh, &path, error, upper));
                stopped += 1;
            }
            let mut stop = |progress: &tautline::incremental::Progress| {
                assert!(is_at_most(progress.lower_bound, upper), "{name}: {query:?}");
                if progress.expanded >= nodes {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let hook = ProgressHook::every(3, &mut stop);
            if let Err(error) = finder.find_path_with_hook(&query, &mut scratch, &mut path, hook) {
                assert!(matches!(error, PathError::Cancelled { .. }), "{error}");
                complete += usize::from(check_stopped(mesh, &path, error, upper));
                stopped += 1;
            }
        }
    });
    assert!(complete > 400 && stopped > complete + 300, "{complete} of {stopped}");
}
