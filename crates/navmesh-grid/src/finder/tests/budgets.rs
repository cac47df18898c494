//! Searches that stop, continue and report events.

use super::*;
use crate::tests::random_grid;
use crate::{GridSearch, SeenTile};
use navmesh_core::{IncrementalSearch, Observer, Stage};
use navmesh_testkit::SplitMix64;

const ENGINES: [GridSearch; 3] =
    [GridSearch::AStar, GridSearch::JumpPoints, GridSearch::JumpTables];

/// A random map and a query between two connected tiles, for one of the algorithms.
fn query(random: &mut SplitMix64, round: usize) -> Option<(GridFinder, PathQuery)> {
    let mut grid = random_grid(random, 24);
    let mut options = GridOptions::default().engine(ENGINES[round % 3]);
    if round % 4 == 3 {
        options.engine = GridSearch::Auto;
        grid.set_cost(0, 0, 3.0).unwrap();
    }
    let finder = GridFinder::new(grid).with_options(options);
    let tiles = [0, 1].map(|_| random.below(finder.grid().tile_count()) as u32);
    let [start, goal] = tiles.map(|slot| finder.grid().tile(slot));
    let query = PathQuery::new(finder.center(tiles[0]), finder.center(tiles[1])).snap(0.0);
    finder.connected(start, goal).then_some((finder, query))
}

#[derive(Debug, Default, PartialEq)]
struct Events(Vec<(bool, SeenTile)>);

impl Observer<SeenTile> for Events {
    fn opened(&mut self, seen: SeenTile) {
        self.0.push((true, seen));
    }

    fn closed(&mut self, seen: SeenTile) {
        self.0.push((false, seen));
    }
}

#[test]
fn a_sliced_search_equals_an_uninterrupted_one() {
    let mut random = SplitMix64::new(61);
    for round in 0..300 {
        let Some((finder, query)) = query(&mut random, round) else { continue };
        let (mut whole, mut whole_events) = (Path::default(), Events::default());
        let result =
            finder.find_path_observed(&query, &mut Scratch::new(), &mut whole, &mut whole_events);
        let (mut sliced, mut events) = (Path::default(), Events::default());
        let mut search = finder.begin_path(&query).unwrap();
        while search.advance_observed(random.below(4) as u64, &mut events) == Stage::InProgress {
            let stopped = search.answer_into(&mut sliced).unwrap_err();
            assert_is_proved(&stopped, &sliced, &whole, &finder);
        }
        assert_eq!((search.answer_into(&mut sliced), sliced.stats()), (result, whole.stats()));
        assert_eq!((&sliced, &events), (&whole, &whole_events));
    }
}

fn assert_is_proved(stopped: &PathError, partial: &Path, whole: &Path, finder: &GridFinder) {
    let PathError::BudgetExhausted { lower_bound, expanded } = *stopped else {
        panic!("{stopped:?}");
    };
    assert!(lower_bound <= whole.cost() * (1.0 + 1e-12), "{lower_bound} {}", whole.cost());
    assert_eq!((expanded, partial.status()), (partial.stats().expanded, PathStatus::Partial));
    assert_eq!(partial.waypoints()[0], whole.waypoints()[0]);
    let (end, goal) = (partial.waypoints().last(), whole.waypoints().last().unwrap());
    assert_eq!(partial.goal_offset(), end.unwrap().distance(*goal));
    let tiles: Vec<_> = partial.cells().iter().map(|cell| cell.slot).collect();
    for step in tiles.windows(2) {
        assert!(finder.index.moves.legal_steps(step[0]).any(|(_, to)| to == step[1]));
    }
}

#[test]
fn budgets_of_nodes_and_cost_are_kept_and_report_a_proved_bound() {
    let mut random = SplitMix64::new(62);
    let (mut stopped, mut found) = (0, 0);
    for round in 0..400 {
        let Some((finder, query)) = query(&mut random, round) else { continue };
        let whole = finder.find_path(&query).unwrap();
        let mut path = Path::default();
        let mut ask = |query: &PathQuery| {
            let result = finder.find_path_into(query, &mut Scratch::new(), &mut path);
            if let Err(error) = &result {
                assert_is_proved(error, &path, &whole, &finder);
            }
            (result, path.cost())
        };
        let expanded = whole.stats().expanded;
        assert_eq!(ask(&query.max_expanded(expanded)).0, Ok(()), "the exact number of nodes");
        if let Some(fewer) = expanded.checked_sub(1) {
            assert!(ask(&query.max_expanded(fewer)).0.is_err());
        }
        assert_eq!(ask(&query.max_cost(whole.cost())), (Ok(()), whole.cost()));
        let share = 0.999 * random.below(1000) as f64 / 1000.0;
        match ask(&query.max_cost(whole.cost() * share)).0 {
            Err(PathError::BudgetExhausted { lower_bound, .. }) => {
                assert!(lower_bound > whole.cost() * share);
                stopped += 1;
            }
            other => {
                assert_eq!((other, whole.cost()), (Ok(()), 0.0));
                found += 1;
            }
        }
    }
    assert!(stopped > 50 && found > 0, "{stopped} {found}");
}

#[test]
fn a_resumed_search_has_the_cost_of_an_uninterrupted_one() {
    let mut random = SplitMix64::new(64);
    let (mut resumed, mut scratch, mut path) = (0, Scratch::new(), Path::default());
    for round in 0..400 {
        let Some((mut finder, query)) = query(&mut random, round) else { continue };
        let whole = finder.find_path(&query).unwrap();
        let (most, cost) = (whole.stats().expanded, whole.cost());
        // One of the budgets grows until it suffices.
        let is_by_nodes = random.chance(50);
        let (mut nodes, mut share, mut last) = (0, 0.8, 0);
        while nodes < most || share < 1.0 {
            let budget = if is_by_nodes {
                query.max_expanded(nodes)
            } else {
                query.max_cost(cost * f64::min(share, 1.0))
            };
            let answer = finder.resume_into(&budget, &mut scratch, &mut path);
            let expanded = path.stats().expanded;
            assert!(expanded >= last && (expanded <= nodes || !is_by_nodes), "{expanded} {last}");
            resumed += u64::from(last > 0 && expanded > last);
            last = expanded;
            let Err(error) = answer else {
                assert_eq!(path.cost(), cost);
                break;
            };
            assert_is_proved(&error, &path, &whole, &finder);
            assert!(scratch.workspace::<GridWorkspace>().paused.is_some());
            nodes += random.below(4) as u64;
            share += random.below(20) as f64 / 1000.0;
        }
        finder.resume_into(&query, &mut scratch, &mut path).unwrap();
        assert_eq!((path.cost(), path.guarantee()), (cost, whole.guarantee()));
        // Another query and another map begin a new search.
        let _ = finder.find_path_into(&query.max_expanded(most / 2), &mut scratch, &mut path);
        let back = query.reversed();
        finder.resume_into(&back, &mut scratch, &mut path).unwrap();
        assert_eq!(path, finder.find_path(&back).unwrap());
        let _ = finder.find_path_into(&query.max_expanded(most / 2), &mut scratch, &mut path);
        let tile = finder.grid().tile(random.below(finder.grid().tile_count()) as u32);
        finder.set_blocked(tile.0, tile.1, !finder.grid().is_blocked(tile.0, tile.1));
        let answer = finder.resume_into(&query, &mut scratch, &mut path);
        let expected = finder.find_path(&query);
        assert_eq!(answer.map(|()| path.clone()), expected);
    }
    assert!(resumed > 100, "{resumed}");
}

#[test]
fn the_number_of_events_equals_the_counts() {
    let mut random = SplitMix64::new(63);
    for round in 0..200 {
        let Some((finder, query)) = query(&mut random, round) else { continue };
        let (mut path, mut events) = (Path::default(), Events::default());
        finder.find_path_observed(&query, &mut Scratch::new(), &mut path, &mut events).unwrap();
        let opened = events.0.iter().filter(|(is_opened, _)| *is_opened).count() as u64;
        let closed = events.0.len() as u64 - opened;
        let stats = path.stats();
        assert_eq!((opened + u64::from(closed > 0), closed), (stats.pushed, stats.expanded));
        for (_, seen) in &events.0 {
            assert!(!finder.grid().is_blocked(seen.tile.0, seen.tile.1) && seen.estimate > 0.0);
        }
    }
}

#[test]
fn a_named_search_that_does_not_apply_is_unsupported() {
    let named = GridOptions::default().engine(GridSearch::JumpPoints);
    let rows = ["...", "..."];
    let query = PathQuery::new([0.5, 0.5], [2.5, 1.5]);
    for options in [
        named.heuristic(GridHeuristic::Manhattan),
        named.heuristic(GridHeuristic::Zero),
        named.diagonal(1.4),
        named.heuristic_scale(0.5),
    ] {
        assert_eq!(kind(finder(&rows).with_options(options).find_path(&query)), "unsupported");
    }
    let mut weighted = finder(&rows).with_options(named);
    assert!(weighted.find_path(&query).is_ok());
    weighted.set_cost(1, 1, 2.0).unwrap();
    assert_eq!(kind(weighted.find_path(&query)), "unsupported");
    for slot in 0..6 {
        weighted.set_cost(slot % 3, slot / 3, 2.0).unwrap();
    }
    assert_eq!(weighted.find_path(&query).unwrap().cost(), 2.0 * (1.0 + 2f64.sqrt()));
}

#[test]
fn the_options_of_recast_are_optimal_on_tiles_with_costs() {
    let mut grid = Grid::new(5, 3).unwrap();
    for y in 0..3 {
        grid.set_cost(2, y, 10.0).unwrap();
    }
    grid.set_cost(2, 2, 1.0).unwrap();
    let finder = GridFinder::new(grid).with_options(GridOptions::recast());
    let path = finder.find_path(&PathQuery::new([0.5, 0.5], [4.5, 0.5])).unwrap();
    assert_eq!(path.guarantee(), Guarantee::Optimal);
    assert_relative_eq!(path.cost(), 4.0 * 2f64.sqrt(), max_relative = 1e-12);
}

#[test]
fn a_heuristic_scaled_up_gives_bounded_paths_and_a_bad_scale_is_unsupported() {
    let query = PathQuery::new([1.5, 1.5], [6.5, 3.5]);
    let scaled = |scale| GridOptions::default().heuristic_scale(scale);
    let ask = |scale| finder(&WALLED).with_options(scaled(scale)).find_path(&query);
    assert!(!scaled(2.0).is_admissible() && ask(2.0).is_ok());
    assert_eq!(ask(0.5).unwrap().guarantee(), Guarantee::Optimal);
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(kind(ask(bad)), "unsupported");
    }
}

#[test]
fn parents_lead_back_to_the_start_along_closed_tiles_that_cost_less() {
    let mut random = SplitMix64::new(63);
    let (mut starts, mut others) = (0, 0);
    for round in 0..300 {
        let Some((finder, query)) = query(&mut random, round) else { continue };
        let mut events = Events::default();
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        finder.find_path_observed(&query, &mut scratch, &mut path, &mut events).unwrap();
        let mut closed = std::collections::HashMap::new();
        for (is_opened, seen) in events.0 {
            match seen.parent {
                Some(parent) => {
                    others += 1;
                    let cost: f64 = closed[&parent];
                    assert!(cost < seen.cost, "{seen:?} {cost}");
                    let [dx, dy] = [seen.tile.0.abs_diff(parent.0), seen.tile.1.abs_diff(parent.1)];
                    let is_neighbor = dx.max(dy) == 1;
                    assert!(is_neighbor || finder.options().engine != GridSearch::AStar);
                }
                None => {
                    starts += 1;
                    assert_eq!(
                        finder.center(finder.grid().slot(seen.tile.0, seen.tile.1).unwrap()),
                        query.start
                    );
                }
            }
            if !is_opened {
                closed.insert(seen.tile, seen.cost);
            }
        }
    }
    assert!(starts > 50 && others > 1000, "{starts} {others}");
}
