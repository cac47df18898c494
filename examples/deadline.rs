//! Cancels a search at a deadline. The library reads no clock, so the caller does.
//!
//! `cargo run -p examples --example deadline`

use std::error::Error;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use tautline::incremental::{IncrementalPathfinder, Progress, ProgressHook};
use tautline::{Grid, GridFinder, GridOptions, GridSearch, Path, PathError, PathQuery, Scratch};

fn main() -> Result<(), Box<dyn Error>> {
    let options = GridOptions::default().engine(GridSearch::AStar);
    let finder = GridFinder::new(Grid::new(1500, 1500)?).with_options(options);
    let query = PathQuery::new([0.5, 700.5], [1499.5, 20.5]);
    for allowed in [Duration::ZERO, Duration::from_secs(60)] {
        let end = Instant::now() + allowed;
        let mut in_time = |_: &Progress| {
            if Instant::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        // Reading the clock takes about as long as a node, so it is not read after every node.
        let watch = ProgressHook::every(64, &mut in_time);
        let mut path = Path::default();
        match finder.find_path_with_hook(&query, &mut Scratch::new(), &mut path, watch) {
            Ok(()) => println!("found the shortest path, length {:.1}", path.length()),
            Err(PathError::Cancelled { lower_bound, expanded }) => println!(
                "called off after {expanded} nodes: at least {lower_bound:.1}; {:.1} on the way, {:.1} \
                 from the goal",
                path.length(),
                path.goal_offset()
            ),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}
