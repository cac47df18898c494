//! Explains why there is no path, and which point would have worked.
//!
//! `cargo run -p examples --example explain_failure`

use std::error::Error;

use tautline::{GoalPolicy, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    // Two islands, the second with a pond.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 4.0]));
    builder.add_walkable(Outline::rect([6.0, 0.0], [12.0, 4.0]));
    builder.add_obstacle(Outline::rect([8.0, 1.0], [10.0, 3.0]));
    let map = MeshFinder::new(builder.build_mesh()?);

    let questions = [
        ("start off the mesh", PathQuery::new([-1.0, 2.0], [3.0, 2.0])),
        ("goal in the pond", PathQuery::new([7.0, 2.0], [8.5, 2.0])),
        ("another island", PathQuery::new([1.0, 2.0], [7.0, 2.0])),
        ("not a number", PathQuery::new([1.0, 2.0], [f64::NAN, 2.0])),
    ];
    for (name, query) in questions {
        if let Err(error) = map.find_path(&query) {
            println!("{name}: {} ({})", error.explain(&map), error.kind());
        }
    }

    // The same query, with the nearest reachable point as its goal.
    let query = PathQuery::new([1.0, 2.0], [7.0, 2.0]).goal_policy(GoalPolicy::NearestReachable);
    let path = map.find_path(&query)?;
    println!("nearest reachable point: {:?}, {} from the goal", path.status(), path.goal_offset());
    Ok(())
}
