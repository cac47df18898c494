//! A search spread over several frames, with a partial path after each.
//!
//! `cargo run -p examples --example sliced_search`

use std::error::Error;
use std::sync::Arc;

use tautline::incremental::{IncrementalPathfinder, Stage};
use tautline::{BuildOptions, Grid, GridFinder, MeshFinder, Path, PathQuery, Pathfinder, Scratch};

const MAP: [&str; 8] = [
    "...####.................",
    "...#......#####.........",
    "...#..........#...####..",
    "...#..........#......#..",
    "...########...#......#..",
    ".............##......#..",
    "....#................#..",
    "....#....#############..",
];

/// The number of nodes to expand in each frame.
const NODES_A_FRAME: u64 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Grid::from_rows(MAP)?;
    let query = PathQuery::new([5.5, 3.5], [18.5, 5.5]);
    let maps: [Arc<dyn IncrementalPathfinder>; 2] = [
        Arc::new(MeshFinder::from_grid(&grid, &BuildOptions::default())?),
        Arc::new(GridFinder::new(grid)),
    ];
    for map in maps {
        // The search keeps its map alive and is `Send`, so it may move to another thread.
        let mut search = map.begin_boxed(&query)?;
        let mut path = Path::default();
        while search.advance(NODES_A_FRAME) == Stage::InProgress {
            let progress = search.progress();
            // The error reports an unfinished search; the path is the best one so far.
            let _ = search.answer_into(&mut path);
            println!(
                "{} nodes: at least {:.2}, {:.2} from the goal",
                progress.expanded,
                progress.lower_bound,
                path.goal_offset()
            );
        }
        search.answer_into(&mut path)?;
        println!("done: length {:.3}", path.length());

        let mut at_once = Path::default();
        map.find_path_into(&query, &mut Scratch::new(), &mut at_once)?;
        assert_eq!(path, at_once, "the slices do not change the path");
    }
    Ok(())
}
