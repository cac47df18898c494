//! Limits that do not bind change no bit, and limits that bind say so: every search on tiles.

use navmesh_testkit::laws::{LimitReport, check_limited_slices, check_limits};
use navmesh_testkit::worlds::tiles::{lattice_grid, tile_queries, weighted_grid};
use navmesh_testkit::{SplitMix64, world_count};
use tautline::grid::{GridHeuristic, PathEnds, Shortcut, Smoothing};
use tautline::{CornerRule, GridFinder, GridOptions, GridSearch, Neighborhood, Search};

/// Every search with every rule: A*, jump points, inflated heuristics, and lines of sight in any direction.
fn all_options() -> Vec<GridOptions> {
    let mut all = Vec::new();
    for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
        for neighborhood in [Neighborhood::Four, Neighborhood::Eight] {
            let rules = GridOptions::default().corners(corners).neighborhood(neighborhood);
            all.extend([GridSearch::Auto, GridSearch::AStar].map(|engine| rules.engine(engine)));
            all.push(rules.heuristic(GridHeuristic::Manhattan).engine(GridSearch::AStar));
            all.push(rules.heuristic_scale(1.5));
            all.push(rules.ends(PathEnds::Points));
            if corners != CornerRule::Always {
                all.push(rules.shortcut(Shortcut::InSight));
                all.push(rules.smoothing(Smoothing::FixedPoint));
            }
        }
    }
    all
}

#[test]
fn on_tiles_by_every_search() {
    let mut report = LimitReport::default();
    let all = all_options();
    for seed in 0..world_count(120) {
        let grid = if seed % 3 == 0 { weighted_grid(seed) } else { lattice_grid(seed) };
        let mut rng = SplitMix64::new(seed);
        let options = *rng.pick(&all);
        let finder = GridFinder::new(grid.clone()).with_options(options);
        for (query, search) in
            tile_queries(&grid, 8, seed).iter().zip([Search::Auto, Search::Optimal].iter().cycle())
        {
            let query = query.search(*search);
            let name = format!("grid {seed}, {options:?}");
            report += check_limits(&finder, &query).unwrap_or_else(|e| panic!("{name}: {e}"));
            let sliced = check_limited_slices(&finder, &query, &mut rng);
            sliced.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        }
    }
    println!("{report:?}");
    assert!(report.loose > 2000 && report.stopped > 500, "{report:?}");
}
