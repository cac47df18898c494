//! Grid searches on published maps, against the lengths in their scenarios. Does nothing without
//! `TAUTLINE_DATA`.

use std::path::{Path as FilePath, PathBuf};

use navmesh_io::{read_map, read_scen};
use navmesh_testkit::TileOracle;
use tautline::{Grid, GridFinder, GridOptions, GridSearch, Path, PathQuery, Scratch};

/// Returns every map with a scenario.
fn maps() -> Vec<PathBuf> {
    let Some(data) = std::env::var_os("TAUTLINE_DATA") else { return Vec::new() };
    let files = |folder: &FilePath| {
        let listing = std::fs::read_dir(folder).unwrap();
        listing.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let suites = files(&PathBuf::from(data).join("movingai"));
    let mut maps: Vec<PathBuf> =
        suites.iter().filter(|suite| suite.is_dir()).flat_map(|suite| files(suite)).collect();
    maps.retain(|file| file.extension().is_some_and(|extension| extension == "map"));
    maps.sort();
    maps
}

/// The largest error of lengths with two decimals.
const ROUNDED: f64 = 1e-2;

/// Compares every `step`th query with the rounded length in the file.
fn assert_optimal(map: &FilePath, grid: &Grid, engine: GridSearch, step: usize) {
    let text = std::fs::read_to_string(map.with_extension("map.scen")).unwrap();
    let finder = GridFinder::new(grid.clone()).with_options(GridOptions::default().engine(engine));
    let oracle = TileOracle::new(grid, *finder.options());
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for (index, line) in read_scen(&text).unwrap().iter().enumerate().step_by(step) {
        let query = PathQuery::new(line.start_point(), line.goal_point());
        finder.find_path_into(&query, &mut scratch, &mut path).unwrap();
        let off = (path.length() - line.optimal).abs();
        assert!(off <= ROUNDED + 1e-4 * line.optimal, "{map:?} {engine:?} {index}: {off}");
        if index % 50 == 0 {
            let tiles: Vec<_> = path.cells().iter().map(|cell| grid.tile(cell.slot)).collect();
            let cost = oracle.cost_along(&tiles).unwrap();
            assert!((cost - path.cost()).abs() <= 1e-9 * cost.max(1.0));
        }
    }
}

#[test]
fn queries_on_published_maps_have_the_optimal_length_on_tiles() {
    for map in maps() {
        let grid = read_map(&std::fs::read_to_string(&map).unwrap()).unwrap();
        assert_optimal(&map, &grid, GridSearch::Auto, 1);
        assert_optimal(&map, &grid, GridSearch::JumpTables, 3);
        assert_optimal(&map, &grid, GridSearch::AStar, 100);
    }
}
