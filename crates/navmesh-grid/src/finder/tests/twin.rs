//! All searches against a naive Dijkstra, under every combination of rules.

use super::*;
use crate::tests::random_grid;
use crate::{CornerRule, GridHeuristic, GridSearch, Neighborhood, Steps};
use navmesh_core::GoalPolicy;
use navmesh_core::Guarantee;
use navmesh_testkit::{SplitMix64, world_count};

const MULTIPLIERS: [f64; 6] = [0.25, 0.7, 1.0, 2.0, 3.7, 10.0];
const STEP_COSTS: [(f64, f64); 6] =
    [(1.0, std::f64::consts::SQRT_2), (1.0, 1.4), (1.0, 1.0), (1.0, 2.0), (2.0, 5.0), (3.0, 1.5)];

/// The cost of the step between two tiles; `None` if it is illegal.
fn step_cost(grid: &Grid, options: &GridOptions, a: (u32, u32), b: (u32, u32)) -> Option<f64> {
    let mean = (grid.cost(a.0, a.1)? + grid.cost(b.0, b.1)?) / 2.0;
    match (a.0.abs_diff(b.0), a.1.abs_diff(b.1)) {
        (1, 0) | (0, 1) => Some(options.straight * mean),
        (1, 1) if options.neighborhood == Neighborhood::Eight => {
            let walls = u8::from(grid.is_blocked(a.0, b.1)) + u8::from(grid.is_blocked(b.0, a.1));
            let allowed = match options.corners {
                CornerRule::Never => 0,
                CornerRule::OneFree => 1,
                CornerRule::Always => 2,
            };
            (walls <= allowed).then_some(options.diagonal * mean)
        }
        _ => None,
    }
}

/// The cost of the cheapest path from one tile to every tile, infinite where there is none.
fn dijkstra(grid: &Grid, options: &GridOptions, start: u32) -> Vec<f64> {
    let count = grid.tile_count();
    let mut best = vec![f64::INFINITY; count];
    let mut done = vec![false; count];
    best[start as usize] = 0.0;
    loop {
        let open = (0..count).filter(|&i| !done[i] && best[i].is_finite());
        let Some(next) = open.min_by(|&i, &j| best[i].total_cmp(&best[j])) else { return best };
        done[next] = true;
        for other in 0..count {
            let (a, b) = (grid.tile(next as u32), grid.tile(other as u32));
            if let Some(cost) = step_cost(grid, options, a, b) {
                best[other] = best[other].min(best[next] + cost);
            }
        }
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
}

/// Asserts the laws of a path, given the optimal cost.
fn assert_lawful(finder: &GridFinder, path: &Path, best: f64) {
    let (grid, options) = (finder.grid(), finder.options());
    let tiles: Vec<_> = path.cells().iter().map(|cell| grid.tile(cell.slot)).collect();
    let steps = tiles.windows(2).map(|pair| step_cost(grid, options, pair[0], pair[1]));
    let cost: f64 = steps.map(|step| step.expect("every step is legal")).sum();
    let size = grid.cell_size();
    assert!(close(path.cost(), cost * size), "{} is not {}", path.cost(), cost * size);
    let centers: Vec<_> = tiles.iter().map(|tile| grid.center(tile.0, tile.1)).collect();
    let length: f64 = centers.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    assert!(close(path.length(), length));
    assert!(path.waypoints().iter().all(|point| centers.contains(point)));
    assert!(path.lower_bound() <= best * size * (1.0 + 1e-9));
    assert!(path.cost() >= best * size * (1.0 - 1e-9), "cheaper than the optimum");
    if path.guarantee() == Guarantee::Optimal {
        assert!(close(path.cost(), best * size), "{} is not {}", path.cost(), best * size);
    }
    assert!(path.guarantee() == Guarantee::Optimal || !options.is_admissible());
}

/// Compares the paths between two random tiles, in both directions.
fn compare_with_dijkstra(finder: &GridFinder, random: &mut SplitMix64, scratch: &mut Scratch) {
    let grid = finder.grid();
    let [start, goal] = [0, 1].map(|_| random.below(grid.tile_count()) as u32);
    let query = PathQuery::new(finder.center(start), finder.center(goal)).snap(0.0);
    let mut path = Path::default();
    let answer = finder.find_path_into(&query, scratch, &mut path);
    let blocked = |slot: u32| grid.is_blocked(grid.tile(slot).0, grid.tile(slot).1);
    let best = dijkstra(grid, finder.options(), start)[goal as usize];
    match answer {
        Err(PathError::StartOutside { .. }) => assert!(blocked(start)),
        Err(PathError::GoalOutside { .. }) => assert!(blocked(goal)),
        Err(error) => assert!(error.proves_unreachable() && best.is_infinite()),
        Ok(()) => {
            assert_lawful(finder, &path, best);
            assert_eq!(finder.find_path(&query).as_ref(), Ok(&path), "the answer is deterministic");
            let back = finder.find_path(&query.reversed()).unwrap();
            assert!(!finder.options().is_admissible() || close(back.cost(), path.cost()));
        }
    }
}

#[test]
fn every_combination_of_rules_agrees_with_dijkstra_on_random_grids() {
    let mut random = SplitMix64::new(2);
    let mut scratch = Scratch::new();
    for round in 0..rounds(40) {
        for neighborhood in [Neighborhood::Four, Neighborhood::Eight] {
            for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
                for (straight, diagonal) in STEP_COSTS {
                    let mut grid = random_grid(&mut random, 9).with_cell_size(0.1);
                    if round % 2 == 1 {
                        set_costs(&mut grid, &mut random);
                    }
                    let rules = GridOptions::default().neighborhood(neighborhood);
                    let rules = rules.corners(corners).straight(straight).diagonal(diagonal);
                    compare_all_heuristics(grid, rules, &mut random, &mut scratch);
                }
            }
        }
    }
}

fn set_costs(grid: &mut Grid, random: &mut SplitMix64) {
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        let multiplier = MULTIPLIERS[random.below(MULTIPLIERS.len())];
        grid.set_cost(x, y, multiplier).unwrap();
    }
}

fn compare_all_heuristics(
    grid: Grid,
    rules: GridOptions,
    random: &mut SplitMix64,
    scratch: &mut Scratch,
) {
    let grid = Arc::new(grid);
    let heuristics = [
        GridHeuristic::Zero,
        GridHeuristic::Manhattan,
        GridHeuristic::Euclidean,
        GridHeuristic::Octile,
    ];
    for heuristic in heuristics {
        let rules = rules.heuristic(heuristic);
        for engine in ENGINES {
            let finder = GridFinder::new(grid.clone()).with_options(rules.engine(engine));
            if finder.choice().is_ok() {
                compare_with_dijkstra(&finder, random, scratch);
            } else {
                let has_unit = IntegerCosts::new(&rules, 1.0).is_some();
                let is_uniform = finder.index.range(&grid).uniform().is_some();
                assert!(!(rules.allow_jump_points() && has_unit && is_uniform), "{rules:?}");
            }
        }
    }
}

const ENGINES: [GridSearch; 4] =
    [GridSearch::Auto, GridSearch::AStar, GridSearch::JumpPoints, GridSearch::JumpTables];

/// The number of rounds of 36 grids: `TAUTLINE_WORLDS` grids in long runs, otherwise a few.
fn rounds(ordinary: usize) -> usize {
    world_count(36 * ordinary as u64).div_ceil(36) as usize
}

/// Maps wider than a word of bits are too large for the naive Dijkstra; A* with heuristic 0
/// replaces it.
#[test]
fn jump_points_agree_with_dijkstra_on_maps_of_many_words() {
    let mut random = SplitMix64::new(51);
    let mut scratch = Scratch::new();
    let mut compared = 0;
    for round in 0..rounds(60) {
        let mut grid =
            Grid::new(60 + random.below(90) as u32, 60 + random.below(90) as u32).unwrap();
        let share = [3, 10, 25, 40][round % 4];
        for slot in 0..grid.tile_count() as u32 {
            let (x, y) = grid.tile(slot);
            grid.set_blocked(x, y, random.below(100) < share);
        }
        for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
            let (straight, diagonal) = STEP_COSTS[[0, 0, 2, 3][random.below(4)]];
            let rules =
                GridOptions::default().corners(corners).straight(straight).diagonal(diagonal);
            let plain = rules.heuristic(GridHeuristic::Zero).engine(GridSearch::AStar);
            let finders =
                [plain, rules.engine(GridSearch::JumpPoints), rules.engine(GridSearch::JumpTables)]
                    .map(|options| GridFinder::new(grid.clone()).with_options(options));
            for _ in 0..6 {
                let ends =
                    [0, 1].map(|_| finders[0].center(random.below(grid.tile_count()) as u32));
                let query = PathQuery::new(ends[0], ends[1]).snap(0.0);
                let mut cost = |finder: &GridFinder| {
                    let mut path = Path::default();
                    finder.find_path_into(&query, &mut scratch, &mut path).map(|()| path.cost())
                };
                let [expected, jumps, tables] = finders.each_ref().map(&mut cost);
                match (expected, jumps, tables) {
                    (Ok(a), Ok(b), Ok(c)) => {
                        assert!(close(a, b) && close(a, c), "{a} {b} {c} {rules:?}")
                    }
                    (a, b, c) => assert!(a == b && a == c),
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 500);
}

#[test]
fn a_heuristic_is_admissible_exactly_according_to_the_table() {
    let open = Grid::new(6, 6).unwrap();
    for neighborhood in [Neighborhood::Four, Neighborhood::Eight] {
        for (straight, diagonal) in STEP_COSTS {
            let rules = GridOptions::default().neighborhood(neighborhood);
            let rules = rules.straight(straight).diagonal(diagonal);
            let best = dijkstra(&open, &rules, 0);
            let steps = |slot: u32| Steps::between((0, 0), open.tile(slot));
            let never_above = |heuristic: &dyn Fn(Steps) -> f64| {
                (0..36).all(|slot| heuristic(steps(slot)) <= best[slot as usize] * (1.0 + 1e-12))
            };
            assert!(never_above(&|steps| rules.floor(steps)));
            for heuristic in [
                GridHeuristic::Zero,
                GridHeuristic::Manhattan,
                GridHeuristic::Euclidean,
                GridHeuristic::Octile,
            ] {
                let rules = rules.heuristic(heuristic);
                let is_admissible = never_above(&|steps| rules.estimate(steps));
                assert_eq!(rules.is_admissible(), is_admissible, "{rules:?}");
            }
        }
    }
}

#[test]
fn the_goal_policy_selects_the_tile_that_a_scan_of_every_tile_finds() {
    let mut random = SplitMix64::new(5);
    for _ in 0..1500 {
        let grid = random_grid(&mut random, 8);
        let finder = GridFinder::new(grid.clone());
        let slot = random.below(grid.tile_count()) as u32;
        let goal = DVec2::new(random.below(40) as f64, random.below(40) as f64) * 0.25 - 0.5;
        let (x, y) = grid.tile(slot);
        if grid.is_blocked(x, y) {
            continue;
        }
        let start = grid.center(x, y);
        let query = PathQuery::new(start, goal).goal_policy(GoalPolicy::NearestReachable);
        let path = finder.find_path(&query).expect("the start is reachable");
        let best = dijkstra(&grid, finder.options(), slot);
        let gap = |slot: u32| {
            let (x, y) = grid.tile(slot);
            let low = grid.center(x, y) - 0.5;
            goal.distance(goal.clamp(low, low + 1.0))
        };
        let reachable = (0..best.len() as u32).filter(|&slot| best[slot as usize].is_finite());
        let nearest = reachable.map(gap).fold(f64::INFINITY, f64::min);
        let reached = path.cells()[path.cells().len() - 1].slot;
        assert_eq!(gap(reached), nearest);
        assert!(close(path.cost(), best[reached as usize]));
        assert_eq!(path.goal_offset(), goal.distance(finder.center(reached)));
    }
}
