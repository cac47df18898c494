//! The laws of a pathfinder, on tile maps under every rule, and between mesh and grid.

mod common;

use common::world_count;
use navmesh_testkit::laws::{Backends, check_backends};
use navmesh_testkit::worlds::tiles::{lattice_grid, tile_queries, weighted_grid};
use navmesh_testkit::{LawReport, LawSuite, TileOracle};
use tautline::{
    CornerRule, Grid, GridFinder, GridHeuristic, GridOptions, MeshFinder, NavMeshBuilder,
    Neighborhood, PathQuery, trace,
};

#[test]
fn every_law_holds_on_tile_maps_under_every_rule() {
    let mut total = LawReport::default();
    for seed in 0..world_count(150) {
        let grid = if seed % 4 == 0 { weighted_grid(seed) } else { lattice_grid(seed) };
        for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
            for neighborhood in [Neighborhood::Four, Neighborhood::Eight] {
                let options = GridOptions::default().corners(corners).neighborhood(neighborhood);
                let oracle = TileOracle::new(&grid, options);
                let finder = GridFinder::new(grid.clone()).with_options(options);
                let name = format!("grid {seed}, {corners:?}, {neighborhood:?}");
                total += LawSuite::new(&name, &finder, &oracle)
                    .assert_holds(&tile_queries(&grid, 8, seed));
            }
        }
    }
    assert!(total.complete > 0 && total.turns > 0 && total.optimal > 0, "{total}");
    println!("{total}");
}

#[test]
fn any_angle_is_no_longer_than_octile_and_octile_no_longer_than_manhattan() {
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

/// The query between the centres of its tiles, where mesh and grid are asked the same.
fn at_centers(grid: &Grid, query: &PathQuery) -> Option<PathQuery> {
    let center = |point| grid.tile_at(point).map(|(x, y)| grid.center(x, y));
    Some(PathQuery::new(center(query.start)?, center(query.goal)?))
}
