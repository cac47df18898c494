//! Three replacements of a goal that blocked tiles enclose.
//!
//! `cargo run -p examples --example blocked_goal`

use std::error::Error;

use tautline::grid::Replacement;
use tautline::{GoalPolicy, Grid, GridFinder, GridOptions, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut finder = GridFinder::new(Grid::from_rows([
        ".............", //
        "..#########..",
        "..#.......#..",
        "..#.#####.#..",
        "..#.#####.#..",
        "..#.......#..",
        "..#########..",
        ".............",
    ])?);
    let query = PathQuery::new([0.5, 3.5], [6.5, 3.5]).goal_policy(GoalPolicy::NearestReachable);
    for replacement in [Replacement::Nearest, Replacement::Ring, Replacement::HugeCost] {
        let options = GridOptions::default().replacement(replacement);
        match finder.clone().with_options(options).find_path(&query) {
            Ok(path) => {
                let end = path.waypoints()[path.waypoints().len() - 1];
                println!(
                    "{replacement:?}: stops at {end}, {:.3} from the goal",
                    path.goal_offset()
                );
            }
            Err(error) => println!("{replacement:?}: {error}"),
        }
    }

    // A door in the outer ring makes nearer tiles reachable.
    finder.set_blocked(6, 6, false);
    let path = finder.find_path(&query)?;
    println!("through the door: {:.3} from the goal", path.goal_offset());
    assert_eq!(path.goal_offset(), 1.0);
    Ok(())
}
