//! The laws of a pathfinder on tile maps with all options, and between mesh and grid.

use navmesh_testkit::laws::{Backends, check_backends};
use navmesh_testkit::worlds::tiles::{lattice_grid, tile_queries, weighted_grid};
use navmesh_testkit::worlds::with_options;
use navmesh_testkit::{Law, LawReport, LawSuite, LineOracle, TileOracle, world_count};
use tautline::grid::{GridHeuristic, Shortcut, Smoothing};
use tautline::incremental::{IncrementalSearch, Stage};
use tautline::{
    CornerRule, Grid, GridFinder, GridOptions, Guarantee, MeshFinder, NavMeshBuilder, Neighborhood,
    Path, PathQuery, Search, trace,
};

#[test]
fn every_law_holds_on_tile_maps_with_all_options() {
    let (mut total, mut varied) = (LawReport::default(), LawReport::default());
    for seed in 0..world_count(150) {
        let grid = if seed % 4 == 0 { weighted_grid(seed) } else { lattice_grid(seed) };
        for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
            for neighborhood in [Neighborhood::Four, Neighborhood::Eight] {
                let options = GridOptions::default().corners(corners).neighborhood(neighborhood);
                let oracle = TileOracle::new(&grid, options);
                let finder = GridFinder::new(grid.clone()).with_options(options);
                let name = format!("grid {seed}, {corners:?}, {neighborhood:?}");
                let suite = LawSuite::new(&name, &finder, &oracle);
                let queries = tile_queries(&grid, 8, seed);
                total += suite.assert_holds(&queries);
                varied += suite.assert_holds(&with_options(&queries));
            }
        }
    }
    assert!(total.complete > 0 && total.turns > 0 && total.optimal > 0, "{total}");
    assert!(varied.partial > 0 && varied.exhausted > 0, "{varied}");
    assert_eq!((total.unsupported, total.exhausted, varied.unsupported), (0, 0, 0), "{total}");
    println!("{total}\n{varied}");
}

#[test]
fn the_laws_of_straight_lines_hold_for_shortcuts_and_smoothed_paths() {
    let (mut total, mut bent) = (LawReport::default(), 0);
    for seed in 0..world_count(150) {
        let grid = if seed % 4 == 0 { weighted_grid(seed) } else { lattice_grid(seed) };
        let smoothing = [Smoothing::None, Smoothing::OnePass, Smoothing::FixedPoint];
        for corners in [CornerRule::Never, CornerRule::OneFree] {
            for neighborhood in [Neighborhood::Four, Neighborhood::Eight] {
                let rules = GridOptions::default().corners(corners).neighborhood(neighborhood);
                let shortcut = if seed % 3 == 0 { Shortcut::InSight } else { Shortcut::Never };
                let smoothing = smoothing[seed as usize % 3];
                let options = rules.shortcut(shortcut).smoothing(smoothing);
                let subject = LineOracle::new(TileOracle::new(&grid, rules));
                let finder = GridFinder::new(grid.clone()).with_options(options);
                let name = format!("grid {seed}, {options:?}");
                let queries = tile_queries(&grid, 8, seed);
                // Of two paths with the same cost, one may be smoothed better.
                let suite = LawSuite::new(&name, &finder, &subject).exempt(Law::Reversal);
                total += suite.assert_holds(&queries);
                let plain = GridFinder::new(grid.clone()).with_options(rules);
                for query in &queries {
                    let Ok(path) = finder.find_path(query) else { continue };
                    let (cost, before) = (path.cost(), plain.find_path(query).unwrap().cost());
                    assert!(cost <= before * (1.0 + 1e-12), "{cost} > {before} on {name}");
                    let exact = finder.find_path(&query.search(Search::Optimal)).unwrap();
                    assert_eq!(exact.cost(), before);
                    assert_eq!(in_slices(&finder, query), path, "in slices on {name}");
                    bent += usize::from(cost < before * (1.0 - 1e-9));
                }
            }
        }
    }
    assert!(total.complete > 0 && total.turns > 0 && total.optimal > 0 && bent > 300, "{total}");
}

/// Answers a query in slices of one node.
fn in_slices(finder: &GridFinder, query: &PathQuery) -> Path {
    let mut search = finder.begin_path(query).unwrap();
    let mut path = Path::default();
    while search.advance(1) == Stage::InProgress {}
    search.answer_into(&mut path).unwrap();
    path
}

#[test]
fn a_visible_goal_is_reached_in_a_straight_line_without_a_search() {
    let mut grid = Grid::new(8, 5).unwrap();
    let options = GridOptions::default().shortcut(Shortcut::InSight);
    let query = PathQuery::new([0.5, 0.5], [7.5, 4.5]);
    let finder = GridFinder::new(grid.clone()).with_options(options);
    let path = finder.find_path(&query).unwrap();
    assert_eq!((path.waypoints().len(), path.stats()), (2, Default::default()));
    assert_eq!((path.length(), path.guarantee()), (65f64.sqrt(), Guarantee::Optimal));
    // Across a tile of higher cost the straight line may not be the cheapest, and is not used.
    grid.set_cost(4, 2, 3.0).unwrap();
    let path = GridFinder::new(grid).with_options(options).find_path(&query).unwrap();
    assert!(path.stats().expanded > 0 && path.waypoints().len() > 2);
}

#[test]
fn any_angle_paths_are_at_most_octile_and_octile_at_most_manhattan() {
    let mut compared = 0;
    for seed in 0..world_count(200) {
        let grid = lattice_grid(seed);
        if grid.free_count() == 0 {
            continue;
        }
        let (mesh, _) = NavMeshBuilder::from_outlines(trace(&grid)).build().unwrap();
        let area = grid.free_count() as f64 * grid.cell_size() * grid.cell_size();
        approx::assert_relative_eq!(mesh.area(), area, max_relative = 1e-9);
        let four = GridOptions::default()
            .neighborhood(Neighborhood::Four)
            .heuristic(GridHeuristic::Manhattan);
        let backends = Backends {
            any_angle: &MeshFinder::new(mesh),
            octile: &GridFinder::new(grid.clone()),
            manhattan: &GridFinder::new(grid.clone()).with_options(four),
        };
        let name = format!("grid {seed}");
        let queries: Vec<PathQuery> =
            tile_queries(&grid, 12, seed).iter().filter_map(|q| at_centers(&grid, q)).collect();
        compared += check_backends(&name, backends, &queries).unwrap();
    }
    assert!(compared > 500, "only {compared} queries could be compared");
}

/// Returns the query between tile centers, for which mesh and grid have the same endpoints.
fn at_centers(grid: &Grid, query: &PathQuery) -> Option<PathQuery> {
    let center = |point| grid.tile_at(point).map(|(x, y)| grid.center(x, y));
    Some(PathQuery::new(center(query.start)?, center(query.goal)?))
}
