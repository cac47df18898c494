//! Searches that are sliced, cancelled or observed give the same answers as others.

use std::ops::ControlFlow;

use crate::rounding::ROUNDING;
use crate::sites::sites;
use navmesh_testkit::worlds::tiles::{tile_queries, weighted_grid};
use navmesh_testkit::{MeshOracle, SplitMix64, world_count};
use tautline::incremental::{
    GridSession, IncrementalPathfinder, IncrementalSearch, MeshSession, Observer, Progress,
    ProgressHook, SeenCell, SeenInterval, Stage,
};
use tautline::{
    DVec2, GridFinder, GridOptions, GridSearch, MeshFinder, Path, PathError, PathQuery, PathStatus,
    Scratch, Search,
};

fn assert_send_and_static<T: Send + 'static>() {}

#[test]
fn sessions_are_send_and_static() {
    assert_send_and_static::<MeshSession>();
    assert_send_and_static::<GridSession>();
    assert_send_and_static::<Box<dyn IncrementalSearch>>();
}

/// Calls `check` with queries on meshes for both searches, with and without budgets.
fn for_each_mesh_query(ordinary: u64, mut check: impl FnMut(&MeshFinder, PathQuery)) {
    for site in sites(ordinary) {
        let finder = MeshFinder::new(site.mesh);
        for ends in site.points.windows(2).step_by(3).take(6) {
            for search in [Search::Optimal, Search::Corridor] {
                check(&finder, PathQuery::new(ends[0], ends[1]).search(search));
            }
        }
    }
}

fn for_each_grid_query(ordinary: u64, mut check: impl FnMut(&GridFinder, PathQuery)) {
    for seed in 0..world_count(ordinary) {
        let grid = weighted_grid(seed);
        for engine in [GridSearch::Auto, GridSearch::AStar] {
            let options = GridOptions::default().engine(engine);
            let finder = GridFinder::new(grid.clone()).with_options(options);
            for query in tile_queries(&grid, 4, seed) {
                check(&finder, query);
            }
        }
    }
}

/// Runs a search in slices of random sizes, including 0 and 1.
fn sliced(
    finder: &dyn IncrementalPathfinder,
    query: &PathQuery,
    random: &mut SplitMix64,
) -> (Result<(), PathError>, Path) {
    let mut path = Path::default();
    let mut search = match finder.begin_boxed(query) {
        Ok(search) => search,
        Err(error) => return (Err(error), path),
    };
    let most = [2, 5, 40][random.below(3)];
    let mut last = search.progress();
    while search.advance(random.below(most) as u64) == Stage::InProgress {
        let now = search.progress();
        assert!(now.expanded >= last.expanded && now.expanded < last.expanded + most as u64);
        assert!(now.best <= last.best || last.best.is_none());
        let unfinished = search.answer_into(&mut path).unwrap_err();
        let PathError::BudgetExhausted { lower_bound, expanded } = unfinished else {
            panic!("{query:?} gave {unfinished:?}");
        };
        assert_eq!((expanded, lower_bound), (now.expanded, now.lower_bound), "{query:?}");
        last = now;
    }
    let result = search.answer_into(&mut path);
    assert_eq!(search.advance(7), Stage::Done);
    (result, path)
}

fn assert_sliced_is_whole(
    finder: &dyn IncrementalPathfinder,
    query: PathQuery,
    random: &mut SplitMix64,
) -> u64 {
    let mut whole = Path::default();
    let mut ask = |query: &PathQuery| {
        let result = finder.find_path_into(query, &mut Scratch::new(), &mut whole);
        (result, whole.clone())
    };
    let answer = ask(&query);
    assert_eq!(sliced(finder, &query, random), answer, "{query:?}");
    let expanded = answer.1.stats().expanded;
    let cost = answer.1.cost();
    for budgeted in [
        query.max_expanded(random.below(expanded as usize + 1) as u64),
        query.max_expanded(0),
        query.max_cost(cost * 0.7),
    ] {
        assert_eq!(sliced(finder, &budgeted, random), ask(&budgeted), "{budgeted:?}");
    }
    expanded
}

#[test]
fn a_sliced_search_gives_the_same_bits_as_an_unsliced_search() {
    let (mut random, mut expanded) = (SplitMix64::new(71), 0);
    for_each_mesh_query(150, |finder, query| {
        expanded += assert_sliced_is_whole(finder, query, &mut random);
    });
    assert!(expanded > 5_000, "{expanded} nodes on meshes");
    let mut on_tiles = 0;
    for_each_grid_query(60, |finder, query| {
        on_tiles += assert_sliced_is_whole(finder, query, &mut random);
    });
    assert!(on_tiles > 1_000, "{on_tiles} nodes on tiles");
    println!("{expanded} nodes on meshes, {on_tiles} on tiles");
}

/// Cancels a search after `steps` nodes, and returns its last progress.
fn cancelled(
    finder: &dyn IncrementalPathfinder,
    query: &PathQuery,
    steps: u64,
) -> (Result<(), PathError>, Path, Option<Progress>) {
    let (mut path, mut last, mut asked) = (Path::default(), None, 0);
    let mut answer = |progress: &Progress| {
        asked += 1;
        assert_eq!(progress.expanded, asked, "called after every node");
        last = Some(*progress);
        if asked == steps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let watch = ProgressHook::every(0, &mut answer);
    let result = finder.find_path_with_hook(query, &mut Scratch::new(), &mut path, watch);
    (result, path, last)
}

/// Cancels a search at every step, and compares it with a budget of as many nodes.
fn assert_cancelled_as_spent(
    finder: &dyn IncrementalPathfinder,
    query: PathQuery,
    shortest: f64,
) -> usize {
    let whole = finder.find_path(&query).unwrap();
    let mut stopped = 0;
    for steps in 1..whole.stats().expanded.min(60) {
        let (result, path, progress) = cancelled(finder, &query, steps);
        let progress = progress.unwrap();
        let Err(PathError::Cancelled { lower_bound, expanded }) = result else {
            panic!("{query:?} gave {result:?}");
        };
        assert_eq!((expanded, lower_bound), (steps, progress.lower_bound));
        assert!(lower_bound <= shortest * (1.0 + ROUNDING), "{query:?}: {lower_bound} {shortest}");
        if path.status() == PathStatus::Complete && path != Path::default() {
            assert!(path.cost() >= shortest * (1.0 - ROUNDING), "{query:?}");
            assert!(progress.best.is_some());
        }
        let mut of_budget = Path::default();
        let spent = query.max_expanded(steps);
        let result = finder.find_path_into(&spent, &mut Scratch::new(), &mut of_budget);
        assert_eq!(result, Err(PathError::BudgetExhausted { lower_bound, expanded }));
        assert_eq!(of_budget, path, "{query:?} after {steps}");
        stopped += 1;
    }
    let (result, path, _) = cancelled(finder, &query, u64::MAX);
    assert_eq!((result, path), (Ok(()), whole));
    stopped
}

#[test]
fn a_cancelled_search_answers_as_one_with_a_spent_budget() {
    let mut stopped = [0, 0];
    for site in sites(60) {
        let oracle = MeshOracle::new(&site.mesh);
        let finder = MeshFinder::new(site.mesh.clone());
        for ends in site.points.windows(2).step_by(3).take(6) {
            for search in [Search::Optimal, Search::Corridor] {
                let query = PathQuery::new(ends[0], ends[1]).search(search);
                let Ok(whole) = finder.find_path(&query) else { continue };
                let points = whole.waypoints();
                let shortest = oracle.shortest(points[0], points[points.len() - 1]).unwrap().0;
                stopped[0] += assert_cancelled_as_spent(&finder, query, shortest);
            }
        }
    }
    for_each_grid_query(20, |finder, query| {
        if let Ok(whole) = finder.find_path(&query) {
            stopped[1] += assert_cancelled_as_spent(finder, query, whole.cost());
        }
    });
    assert!(stopped[0] > 1_000 && stopped[1] > 500, "{stopped:?}");
}

/// Counts the events of a search, and the impossible ones among them.
#[derive(Debug, Default, PartialEq)]
struct Counter {
    opened: u64,
    closed: u64,
    reopened: u64,
    pruned: u64,
    turned: Vec<(DVec2, f64)>,
    least_bound: Option<f64>,
}

impl Observer<SeenInterval> for Counter {
    fn opened(&mut self, seen: SeenInterval) {
        self.opened += 1;
        assert!(seen.bound >= seen.cost);
    }

    fn closed(&mut self, seen: SeenInterval) {
        self.closed += 1;
        assert!(seen.cost == 0.0 || self.turned.contains(&(seen.root, seen.cost)));
        self.least_bound = Some(self.least_bound.map_or(seen.bound, |b| b.min(seen.bound)));
    }

    fn pruned(&mut self, _: SeenInterval) {
        self.pruned += 1;
    }

    fn turned(&mut self, corner: DVec2, cost: f64) {
        self.turned.push((corner, cost));
    }
}

impl Observer<SeenCell> for Counter {
    fn opened(&mut self, seen: SeenCell) {
        self.opened += 1;
        assert!(seen.cost >= 0.0 && seen.estimate >= 0.0);
    }

    fn closed(&mut self, _: SeenCell) {
        self.closed += 1;
    }

    fn reopened(&mut self, _: SeenCell) {
        self.reopened += 1;
    }
}

#[test]
fn observed_events_agree_with_the_statistics() {
    let (mut pruned, mut turned) = (0, 0);
    for_each_mesh_query(150, |finder, query| {
        let (mut path, mut counter) = (Path::default(), Counter::default());
        let result =
            finder.find_path_observed(&query, &mut Scratch::new(), &mut path, &mut counter);
        let mut unseen = Path::default();
        assert_eq!(finder.find_path_into(&query, &mut Scratch::new(), &mut unseen), result);
        assert_eq!(unseen, path);
        if result.is_err() {
            return;
        }
        let stats = path.stats();
        // The corridor search queues the goal too, which is no cell.
        let targets = match query.search {
            Search::Corridor => stats.pushed - counter.opened,
            _ => 0,
        };
        assert!(targets <= stats.expanded + 2, "{query:?}");
        assert_eq!(
            (counter.opened + targets, counter.closed, counter.reopened),
            (stats.pushed, stats.expanded, stats.reopened),
            "{query:?}"
        );
        if query.search == Search::Optimal {
            let bends = path.waypoints().len().saturating_sub(2);
            assert!(counter.turned.len() >= bends, "every bend of the path is a turning point");
            let least = counter.least_bound.unwrap_or(0.0);
            assert!(least <= path.length() * (1.0 + 1e-9), "{query:?}");
        }
        pruned += counter.pruned;
        turned += counter.turned.len();
        let mut in_slices = Counter::default();
        let mut search = finder.begin_path(&query).unwrap();
        while search.advance_observed(3, &mut in_slices) == Stage::InProgress {}
        assert_eq!(in_slices, counter);
    });
    assert!(pruned > 50 && turned > 100, "{pruned} {turned}");
}
