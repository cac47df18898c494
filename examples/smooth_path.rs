//! A path along tiles, the same path smoothed, and the shortest any-angle path.
//!
//! `cargo run -p examples --example smooth_path`

use std::error::Error;

use tautline::grid::{Shortcut, Smoothing};
use tautline::path::SearchStats;
use tautline::{BuildOptions, Grid, GridFinder, MeshFinder, PathQuery, Pathfinder};

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Grid::from_rows([
        "............", //
        "............",
        "......##....",
        "......##....",
        "............",
        "............",
    ])?;
    let query = PathQuery::new([0.5, 0.5], [9.5, 3.5]);
    let any_angle = MeshFinder::from_grid(&grid, &BuildOptions::default())?;
    let along_tiles = GridFinder::new(grid);
    let rules = *along_tiles.options();
    let with_options = |options| along_tiles.clone().with_options(options);
    let smoothed = with_options(rules.smoothing(Smoothing::FixedPoint));

    let finders: [(&str, &dyn Pathfinder); 3] =
        [("along tiles", &along_tiles), ("smoothed", &smoothed), ("any angle", &any_angle)];
    let mut lengths = Vec::new();
    for (name, finder) in finders {
        let path = finder.find_path(&query)?;
        println!("{name}: length {:.4}, {} waypoints", path.length(), path.waypoints().len());
        lengths.push(path.length());
    }
    assert!(lengths.is_sorted_by(|longer, shorter| longer > shorter));

    let quick = with_options(rules.shortcut(Shortcut::InSight));
    let straight = quick.find_path(&PathQuery::new([0.5, 5.5], [11.5, 4.5]))?;
    assert_eq!(straight.stats(), SearchStats::default());
    println!("goal in sight: length {:.4}, without a search", straight.length());
    Ok(())
}
