//! Replacements of unreachable goals, against a scan of every tile.

use std::collections::BTreeMap;

use navmesh_core::{DVec2, GoalPolicy, Path, PathError, PathQuery, PathStatus};
use navmesh_grid::{CornerRule, Grid, GridFinder, GridOptions, Neighborhood, Replacement};
use navmesh_testkit::{SplitMix64, TileOracle};

use crate::worlds::random_grid;

type Tile = (u32, u32);

fn tiles(grid: &Grid) -> impl Iterator<Item = Tile> {
    (0..grid.tile_count() as u32).map(|slot| grid.tile(slot))
}

fn last_tile(grid: &Grid, path: &Path) -> Tile {
    grid.tile(path.cells().last().unwrap().slot)
}

/// A query between two tile centres that allows to replace the goal.
fn query(grid: &Grid, start: Tile, goal: Tile) -> PathQuery {
    let center = |(x, y): Tile| grid.center(x, y);
    PathQuery::new(center(start), center(goal)).goal_policy(GoalPolicy::NearestReachable)
}

/// Runs queries with random goals on random maps that are edited in between; `check` receives the
/// map, the options, a free start, the goal and the answer.
fn for_each_answer(
    replacement: Replacement,
    seed: u64,
    mut check: impl FnMut(&Grid, GridOptions, [Tile; 2], Result<Path, PathError>),
) {
    let mut random = SplitMix64::new(seed);
    for _ in 0..250 {
        let grid = random_grid(&mut random, 8);
        let corners = *random.pick(&[CornerRule::Never, CornerRule::OneFree, CornerRule::Always]);
        let neighborhood = *random.pick(&[Neighborhood::Four, Neighborhood::Eight]);
        let options = GridOptions::default().corners(corners).neighborhood(neighborhood);
        let options = options.replacement(replacement);
        let mut finder = GridFinder::new(grid).with_options(options);
        for _ in 0..12 {
            let mut tile = || {
                let grid = finder.grid();
                grid.tile(random.below(grid.tile_count()) as u32)
            };
            let (start, goal, edited) = (tile(), tile(), tile());
            finder.set_blocked(start.0, start.1, false);
            let answer = finder.find_path(&query(finder.grid(), start, goal));
            check(finder.grid(), options, [start, goal], answer);
            let blocked = !finder.grid().is_blocked(edited.0, edited.1);
            finder.set_blocked(edited.0, edited.1, blocked);
        }
    }
}

#[test]
fn the_nearest_reachable_tile_agrees_with_a_scan_of_every_tile() {
    let mut partial = 0;
    for_each_answer(Replacement::Nearest, 61, |grid, options, [start, goal], answer| {
        let oracle = TileOracle::new(grid, options);
        let path = answer.unwrap();
        let [from, to] = [start, goal].map(|(x, y)| grid.center(x, y));
        // All coordinates are half-integers, so that distances are exact.
        let key = |&(x, y): &Tile| {
            let near = to.clamp(grid.corner(x, y), grid.corner(x + 1, y + 1));
            let sixteenths = |v: f64| (v * 16.0) as u64;
            let towards = grid.center(x, y).distance_squared(from);
            (sixteenths(near.distance_squared(to)), sixteenths(towards), y * grid.width() + x)
        };
        let reachable = tiles(grid).filter(|&tile| oracle.cheapest(start, tile).is_some());
        let expected = reachable.min_by_key(key).unwrap();
        assert_eq!(last_tile(grid, &path), expected, "{start:?} – {goal:?} on {grid:?}");
        assert_eq!(path.status() == PathStatus::Complete, expected == goal);
        partial += usize::from(path.status() == PathStatus::Partial);
    });
    assert!(partial > 500, "only {partial} goals were replaced");
}

#[test]
fn the_ring_search_agrees_with_that_of_the_article_after_edits() {
    let (mut replaced, mut failed) = (0, 0);
    for_each_answer(Replacement::Ring, 62, |grid, options, [start, goal], answer| {
        let oracle = TileOracle::new(grid, options);
        let ring = |&(x, y): &Tile| x.abs_diff(goal.0).max(y.abs_diff(goal.1));
        let free = || tiles(grid).filter(|&(x, y)| !grid.is_blocked(x, y));
        let depth = free().map(|tile| ring(&tile)).min().unwrap();
        let key = |&(x, y): &Tile| {
            let (dx, dy) = (x.abs_diff(start.0), y.abs_diff(start.1));
            (dx * dx + dy * dy, y * grid.width() + x)
        };
        let expected = free().filter(|tile| ring(tile) == depth).min_by_key(key).unwrap();
        match (oracle.cheapest(start, expected), answer) {
            (Some(_), Ok(path)) => assert_eq!(last_tile(grid, &path), expected, "{grid:?}"),
            (None, Err(error)) => assert!(error.proves_unreachable()),
            (expected, answer) => {
                panic!("{expected:?}, but {answer:?}, {start:?} – {goal:?} on {grid:?}")
            }
        }
        replaced += usize::from(depth > 0);
        failed += usize::from(oracle.cheapest(start, expected).is_none());
    });
    assert!(replaced > 500 && failed > 100, "{replaced} replaced, {failed} failed");
}

/// The length of illegal steps and the cost of the best path from a tile to every other, by relaxation.
fn penetration_costs(
    grid: &Grid,
    oracle: &TileOracle<'_>,
    from: Tile,
) -> BTreeMap<Tile, (f64, f64)> {
    let rules = oracle.rules();
    let mut best = BTreeMap::from([(from, (0.0, 0.0))]);
    loop {
        let before = best.clone();
        for (&tile, &(illegal, cost)) in &before {
            let legal: Vec<Tile> = if grid.is_blocked(tile.0, tile.1) {
                Vec::new()
            } else {
                oracle.steps(tile).into_iter().map(|(to, _)| to).collect()
            };
            for to in tiles(grid).filter(|to| to.0.abs_diff(tile.0).max(to.1.abs_diff(tile.1)) == 1)
            {
                let is_diagonal = to.0 != tile.0 && to.1 != tile.1;
                if is_diagonal && rules.neighborhood == Neighborhood::Four {
                    continue;
                }
                let step = if is_diagonal { rules.diagonal } else { rules.straight };
                let more = if legal.contains(&to) { 0.0 } else { step };
                let reached = (illegal + more, cost + step);
                let known = best.entry(to).or_insert((f64::INFINITY, 0.0));
                let is_alike = (reached.0 - known.0).abs() <= 1e-9;
                if reached.0 < known.0 - 1e-9 || (is_alike && reached.1 < known.1 - 1e-9) {
                    *known = reached;
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

#[test]
fn a_huge_cost_replacement_is_the_legal_part_of_the_best_path_through_obstacles() {
    let mut partial = 0;
    for_each_answer(Replacement::HugeCost, 63, |grid, options, [start, goal], answer| {
        let oracle = TileOracle::new(grid, options);
        let path = answer.unwrap();
        let end = last_tile(grid, &path);
        let (illegal, cost) = penetration_costs(grid, &oracle, start)[&goal];
        let (rest_illegal, rest_cost) = penetration_costs(grid, &oracle, end)[&goal];
        assert!((rest_illegal - illegal).abs() < 1e-6, "{start:?} – {goal:?} on {grid:?}");
        assert!((path.cost() + rest_cost - cost).abs() < 1e-6);
        let legal = oracle.cheapest(start, end).unwrap();
        assert!((legal.cost - path.cost()).abs() < 1e-9);
        if path.status() == PathStatus::Partial {
            // The path is not too short: some best path continues with an illegal step.
            let legal: Vec<Tile> = oracle.steps(end).into_iter().map(|(to, _)| to).collect();
            let onward = tiles(grid).filter(|to| !legal.contains(to)).any(|to| {
                let near = to.0.abs_diff(end.0).max(to.1.abs_diff(end.1)) == 1;
                let step = grid.center(to.0, to.1).distance(grid.center(end.0, end.1));
                let (more, rest) =
                    if near { penetration_costs(grid, &oracle, to)[&goal] } else { return false };
                let is_best = (more + step - rest_illegal).abs() < 1e-6;
                is_best && (rest + step - rest_cost).abs() < 1e-6
            });
            assert!(onward, "{start:?} – {goal:?} stops at {end:?} on {grid:?}");
            partial += 1;
        }
    });
    assert!(partial > 500, "only {partial} goals were replaced");
}

#[test]
fn nearest_finds_a_tile_in_nested_rings_where_ring_fails() {
    let grid = Grid::from_rows([
        ".........",
        ".#######.",
        ".#.....#.",
        ".#.###.#.",
        ".#.###.#.",
        ".#.###.#.",
        ".#.....#.",
        ".#######.",
        ".........",
    ])
    .unwrap();
    let finder = GridFinder::new(grid);
    let with = |replacement| {
        let options = GridOptions::default().replacement(replacement);
        finder.clone().with_options(options).find_path(&query(finder.grid(), (0, 0), (4, 4)))
    };
    assert!(with(Replacement::Ring).unwrap_err().proves_unreachable());
    let nearest = with(Replacement::Nearest).unwrap();
    assert_eq!(nearest.waypoints().last(), Some(&DVec2::new(4.5, 0.5)));
    let through = with(Replacement::HugeCost).unwrap();
    assert_eq!((through.status(), through.goal_offset()), (PathStatus::Partial, 4.0));
}

#[test]
fn illegal_steps_count_by_their_length() {
    let grid = Grid::from_rows([
        ".......", ".#####.", ".#####.", ".#####.", ".#####.", ".#####.", ".......",
    ])
    .unwrap();
    let options = GridOptions::default().replacement(Replacement::HugeCost);
    let finder = GridFinder::new(grid).with_options(options);
    let path = finder.find_path(&query(finder.grid(), (0, 0), (3, 3))).unwrap();
    // Three straight steps through the block are shorter than three diagonal ones from the start.
    assert_eq!(path.goal_offset(), 3.0);
}

#[test]
fn a_goal_off_the_map_is_replaced_as_the_tile_nearest_to_it() {
    let finder = GridFinder::new(Grid::from_rows(["...", "..#"]).unwrap());
    for replacement in [Replacement::Nearest, Replacement::Ring, Replacement::HugeCost] {
        let finder = finder.clone().with_options(GridOptions::default().replacement(replacement));
        let query = PathQuery::new([0.5, 0.5], [9.0, 0.25]);
        let path = finder.find_path(&query.goal_policy(GoalPolicy::NearestReachable)).unwrap();
        assert_eq!(path.waypoints().last(), Some(&DVec2::new(2.5, 0.5)), "{replacement:?}");
    }
}
