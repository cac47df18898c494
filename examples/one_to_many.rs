//! The path lengths to many goals, and the nearest of them, in one search.
//!
//! `cargo run -p examples --example one_to_many`

use std::error::Error;

use tautline::{DVec2, ManyQuery, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // A room with a wall that is open at the upper end, and an unreachable island.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([30.0, 0.0], [32.0, 2.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);

    let guard = [8.0, 1.0];
    let doors = [[11.0, 1.0], [1.0, 5.0], [18.0, 9.0], [31.0, 1.0]].map(DVec2::from);
    for (door, distance) in doors.iter().zip(finder.distances(&ManyQuery::new(guard, &doors))?) {
        println!("{door}: {distance:.2}"); // infinite for the island
    }
    // The first door is 3 away in a straight line, and five times as far by path.
    for near in finder.nearest(&ManyQuery::new(guard, &doors), 2)? {
        println!("door {} is {:.2} away", near.goal, near.distance);
    }
    Ok(())
}
