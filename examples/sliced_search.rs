//! A search spread over the frames of a game: a few nodes each, and something to show meanwhile.
//!
//! `cargo run -p examples --example sliced_search`

use std::error::Error;
use std::sync::Arc;

use tautline::incremental::{IncrementalPathfinder, Stage};
use tautline::{Grid, GridFinder, MeshFinder, Path, PathQuery, Pathfinder, Scratch};

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

/// How many nodes a frame has time for.
const NODES_A_FRAME: u64 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Grid::from_rows(MAP)?;
    let query = PathQuery::new([5.5, 3.5], [18.5, 5.5]);
    let maps: [Arc<dyn IncrementalPathfinder>; 2] =
        [Arc::new(MeshFinder::from_grid(&grid)?), Arc::new(GridFinder::new(grid))];
    for map in maps {
        // The search holds the map, and is `Send`: it may wait in a task, or go to another thread.
        let mut search = map.begin_search(&query)?;
        let mut path = Path::default();
        while search.advance(NODES_A_FRAME) == Stage::InProgress {
            let progress = search.progress();
            // The error says that the search is under way; the path is the best to walk meanwhile.
            let _ = search.answer_into(&mut path);
            println!(
                "{} nodes: at least {:.2}, {:.2} from the goal",
                progress.expanded,
                progress.lower_bound,
                path.goal_offset()
            );
        }
        search.answer_into(&mut path)?;
        println!("done: {:.3} long", path.length());

        let mut at_once = Path::default();
        map.find_path_into(&query, &mut Scratch::new(), &mut at_once)?;
        assert_eq!(path, at_once, "the same bits, however it is sliced");
    }
    Ok(())
}
