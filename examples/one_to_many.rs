//! How far each of many places is, and which are nearest by path, in one search.
//!
//! `cargo run -p examples --example one_to_many`

use std::error::Error;

use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // A hall with a wall in it, open at the upper end, and an island that nobody can reach.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([30.0, 0.0], [32.0, 2.0]));
    let finder = MeshFinder::new(builder.build()?.0);

    let guard = [8.0, 1.0];
    let doors = [[11.0, 1.0], [1.0, 5.0], [18.0, 9.0], [31.0, 1.0]].map(DVec2::from);
    for (door, distance) in doors.iter().zip(finder.distances_from(guard, &doors)?) {
        println!("{door}: {distance:.2}"); // infinite for the island
    }
    // The first door is three units off as the crow flies, and five times that to walk.
    for near in finder.nearest_of(guard, &doors, 2)? {
        println!("door {} is {:.2} away", near.goal, near.distance);
    }
    Ok(())
}
