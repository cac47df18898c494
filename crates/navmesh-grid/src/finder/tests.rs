use super::*;
use crate::answer::pathfinder::GridWorkspace;
use crate::search::step_costs::integer::IntegerCosts;
use crate::search::tile_search::AlgorithmChoice;
use crate::{CornerRule, GridHeuristic, Neighborhood};
use approx::assert_relative_eq;
use navmesh_core::{
    GoalPolicy, Guarantee, InvalidQuery, Path, PathError, PathQuery, PathStatus, Scratch, Search,
    Terrain,
};

mod budgets;
mod edits;
mod twin;

const WALLED: [&str; 5] = ["....#...", "....#...", "....#...", "....#...", "........"];

fn finder(rows: &[&str]) -> GridFinder {
    GridFinder::new(Grid::from_rows(rows).unwrap())
}

fn kind(answer: Result<Path, PathError>) -> &'static str {
    answer.unwrap_err().kind()
}

#[test]
fn the_debug_output_of_a_large_map_is_short() {
    let finder = GridFinder::new(Grid::new(2000, 2000).unwrap());
    let line = format!("{finder:?}");
    assert!(line.contains("width: 2000") && line.contains("free: 4000000"), "{line}");
    assert!(line.len() < 600, "{line}");
}

#[test]
fn the_walled_example_of_the_article_has_the_length_of_each_corner_rule() {
    let never = finder(&WALLED);
    let query = PathQuery::new([1.5, 1.5], [6.5, 3.5]);
    let length = |corners| {
        let rules = never.clone().with_options(GridOptions::default().corners(corners));
        rules.find_path(&query).unwrap().length()
    };
    let sqrt2 = std::f64::consts::SQRT_2;
    let (around, across) = (3.0 * sqrt2 + 3.0, 4.0 * sqrt2 + 1.0);
    assert_relative_eq!(length(CornerRule::Never), around, max_relative = 1e-12);
    assert_relative_eq!(length(CornerRule::OneFree), across, max_relative = 1e-12);
    assert_relative_eq!(length(CornerRule::Always), across, max_relative = 1e-12);
    let four = GridOptions::default().neighborhood(Neighborhood::Four);
    assert_eq!(never.clone().with_options(four).find_path(&query).unwrap().length(), 9.0);
}

#[test]
fn auto_selects_a_star_on_dense_noise_if_corners_are_always_cut() {
    let mut random = navmesh_testkit::SplitMix64::new(65);
    for percent in [5, 15, 30, 40] {
        let mut grid = Grid::new(200, 200).unwrap();
        for slot in 0..grid.tile_count() as u32 {
            let (x, y) = grid.tile(slot);
            grid.set_blocked(x, y, random.chance(percent));
        }
        let finder = GridFinder::new(grid);
        for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
            let finder = finder.clone().with_options(GridOptions::default().corners(corners));
            let is_a_star = matches!(finder.choice(), Ok(AlgorithmChoice::UniformAStar(_)));
            assert_eq!(is_a_star, corners == CornerRule::Always && percent > 20, "{percent}");
        }
    }
}

#[test]
fn waypoints_are_turns_and_cells_are_all_tiles_of_the_path() {
    let path = finder(&WALLED).find_path(&PathQuery::new([0.5, 4.5], [7.5, 4.5])).unwrap();
    assert_eq!(path.waypoints(), [DVec2::new(0.5, 4.5), DVec2::new(7.5, 4.5)]);
    let slots: Vec<u32> = path.cells().iter().map(|cell| cell.slot).collect();
    assert_eq!(slots, [32, 33, 34, 35, 36, 37, 38, 39]);
}

#[test]
fn a_query_within_one_tile_returns_its_center_and_offsets() {
    let path = finder(&["..", ".."]).find_path(&PathQuery::new([1.25, 0.5], [1.5, 0.9])).unwrap();
    assert_eq!(path.waypoints(), [DVec2::new(1.5, 0.5)]);
    assert_eq!((path.cells().len(), path.length(), path.lower_bound()), (1, 0.0, 0.0));
    assert_eq!((path.start_offset(), path.status()), (0.25, PathStatus::Complete));
    assert_eq!(path.goal_offset(), DVec2::new(1.5, 0.9).distance(DVec2::new(1.5, 0.5)));
}

#[test]
fn endpoints_outside_the_walkable_area_are_reported() {
    let finder = finder(&["..#", "..."]);
    let ask = |start: [f64; 2], goal: [f64; 2]| finder.find_path(&PathQuery::new(start, goal));
    assert_eq!(kind(ask([2.5, 0.5], [0.5, 0.5])), "start-outside");
    assert_eq!(kind(ask([-1.0, 0.5], [0.5, 0.5])), "start-outside");
    assert_eq!(kind(ask([0.5, 0.5], [2.5, 0.5])), "goal-outside");
    let outside = ask([0.5, 0.5], [2.75, 0.5]).unwrap_err().explain(&finder);
    assert_eq!((outside.nearest, outside.distance), (Some([2.75, 1.0].into()), Some(0.5)));
}

#[test]
fn an_endpoint_within_the_snap_of_a_free_tile_stands_for_that_tile() {
    let finder = finder(&["..#", "..."]);
    let query = PathQuery::new([0.5, 0.5], [2.25, 0.25]);
    assert_eq!(kind(finder.find_path(&query.snap(0.2))), "goal-outside");
    let path = finder.find_path(&query.snap(0.25)).unwrap();
    assert_eq!(path.status(), PathStatus::Complete);
    assert_eq!(path.waypoints()[1], DVec2::new(1.5, 0.5));
    let border = PathQuery::new([0.5, 0.5], [2.0, 0.5]).snap(0.0);
    assert!(finder.find_path(&border).is_ok(), "the border of a free tile belongs to it");
    let rounded = PathQuery::new([0.5, 0.5], [-1e-7, 0.5]);
    assert!(finder.find_path(&rounded).is_ok(), "the default snap covers the rounding of an f32");
}

#[test]
fn a_blocked_or_unreachable_goal_moves_according_to_the_policy() {
    let finder = finder(&["..#.", "..#."]);
    let in_wall = PathQuery::new([0.5, 0.5], [2.75, 1.5]);
    let nearest = in_wall.goal_policy(GoalPolicy::Nearest);
    assert_eq!(kind(finder.find_path(&nearest)), "unreachable");
    let reachable = in_wall.goal_policy(GoalPolicy::NearestReachable);
    let path = finder.find_path(&reachable).unwrap();
    assert_eq!((path.status(), path.goal_offset()), (PathStatus::Partial, 1.25));
    let beyond = PathQuery::new([0.5, 0.5], [3.5, 1.5]);
    let error = finder.find_path(&beyond).unwrap_err();
    assert_eq!(error.explain(&finder).nearest, Some([2.0, 1.5].into()));
    let reachable = beyond.goal_policy(GoalPolicy::NearestReachable);
    assert_eq!(finder.find_path(&reachable).unwrap().waypoints()[1], DVec2::new(1.5, 1.5));
}

#[test]
fn ties_between_nearest_tiles_go_to_the_one_nearest_to_the_start() {
    let finder = finder(&["...", ".#.", "..."]);
    for (start, expected) in [([0.5, 0.5], 1), ([2.5, 1.5], 5), ([0.5, 2.5], 3)] {
        let query = PathQuery::new(start, [1.5, 1.5]).goal_policy(GoalPolicy::Nearest);
        assert_eq!(finder.find_path(&query).unwrap().cells().last().unwrap().slot, expected);
    }
}

#[test]
fn a_goal_on_a_blocked_tile_moves_within_the_snap_into_the_component_of_the_start() {
    // The goal is nearer to the right column than to the start's.
    let finder = finder(&[".#.", ".#."]);
    let query = PathQuery::new([0.5, 1.5], [1.75, 0.5]);
    assert_eq!(kind(finder.find_path(&query.snap(0.5))), "unreachable");
    let path = finder.find_path(&query.snap(0.75)).unwrap();
    assert_eq!((path.length(), path.goal_offset()), (1.0, 1.25));
    assert_eq!(path.status(), PathStatus::Complete);
}

#[test]
fn a_goal_on_a_free_tile_moves_across_a_wall_by_no_snap() {
    let finder = finder(&[".#.", ".#."]);
    let query = PathQuery::new([0.5, 1.5], [2.0, 0.5]);
    assert_eq!(kind(finder.find_path(&query.snap(1.0))), "unreachable");
    assert_eq!(kind(finder.find_path(&query.snap(f64::INFINITY))), "unreachable");
}

#[test]
fn unusable_numbers_are_errors() {
    let free = finder(&["..", ".."]);
    for bad in [f64::NAN, f64::INFINITY, 1e300, -1e300] {
        let answer = free.find_path(&PathQuery::new([bad, 0.5], [0.5, 0.5]));
        assert!(matches!(
            answer,
            Err(PathError::InvalidQuery { reason: InvalidQuery::Coordinates { .. } })
        ));
        let unplaced = GridFinder::new(Grid::new(2, 2).unwrap().with_cell_size(bad));
        assert_eq!(kind(unplaced.find_path(&PathQuery::new([0.5; 2], [1.5; 2]))), "unsupported");
        assert_eq!(unplaced.nearest_walkable(DVec2::ONE.into()), None);
        let options = GridOptions::default().diagonal(bad);
        let unusable = free.clone().with_options(options);
        assert_eq!(kind(unusable.find_path(&PathQuery::new([0.5; 2], [1.5; 2]))), "unsupported");
    }
    assert!(free.find_path(&PathQuery::new([1e60, 0.5], [0.5; 2]).snap(f64::INFINITY)).is_ok());
}

#[test]
fn an_inadmissible_heuristic_gives_bounded_paths_and_supports_no_optimal_search() {
    let options = GridOptions::default().heuristic(GridHeuristic::Manhattan);
    let finder = finder(&WALLED).with_options(options);
    let query = PathQuery::new([1.5, 1.5], [6.5, 3.5]);
    let path = finder.find_path(&query).unwrap();
    let floor = 8f64.sqrt() + 3.0;
    assert_eq!(path.guarantee(), Guarantee::Bounded { gap: path.cost() - floor });
    assert_eq!(kind(finder.find_path(&query.search(Search::Optimal))), "unsupported");
    let admissible = finder.with_options(GridOptions::default());
    assert!(admissible.find_path(&query.search(Search::Optimal)).is_ok());
}

#[test]
fn a_step_costs_its_length_times_the_mean_multiplier_of_its_tiles() {
    let mut grid = Grid::new(3, 1).unwrap().with_cell_size(2.0);
    grid.set_cost(1, 0, 4.0).unwrap();
    let path = GridFinder::new(grid).find_path(&PathQuery::new([1.0; 2], [5.0, 1.0])).unwrap();
    assert_eq!((path.length(), path.cost()), (4.0, 2.0 * (2.5 + 2.5)));
}

#[test]
fn an_answer_does_not_depend_on_other_maps_searched_with_the_scratch() {
    let (small, large) = (finder(&WALLED), GridFinder::new(Grid::new(40, 40).unwrap()));
    let mut scratch = Scratch::new();
    let query = PathQuery::new([1.5, 1.5], [6.5, 3.5]);
    let mut paths = [Path::default(), Path::default(), Path::default()];
    small.find_path_into(&query, &mut scratch, &mut paths[0]).unwrap();
    large.find_path_into(&query, &mut scratch, &mut paths[1]).unwrap();
    small.find_path_into(&query, &mut scratch, &mut paths[2]).unwrap();
    assert_eq!(paths[0], paths[2]);
    assert_ne!(paths[0], paths[1]);
}

#[test]
fn a_failed_query_leaves_the_path_empty() {
    let finder = finder(&[".#."]);
    let mut path = finder.find_path(&PathQuery::new([0.5; 2], [0.5; 2])).unwrap();
    let query = PathQuery::new([0.5; 2], [2.5, 0.5]);
    assert!(finder.find_path_into(&query, &mut Scratch::new(), &mut path).is_err());
    assert_eq!(path, Path::default());
    assert!(!finder.connected((0, 0), (2, 0)) && finder.connected((2, 0), (2, 0)));
    assert!(!finder.connected((1, 0), (1, 0)) && !finder.connected((0, 0), (9, 9)));
}

#[test]
fn a_finder_can_be_shared_between_threads() {
    fn shared<T: Clone + Send + Sync + 'static>(_: &T) {}
    let finder = finder(&["..."]);
    shared(&finder);
    let grid = Arc::new(Grid::new(2, 2).unwrap());
    assert_eq!(GridFinder::new(Arc::clone(&grid)).grid(), &*grid);
}
