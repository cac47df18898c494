//! A crowd, one search: from anywhere, how far the nearest exit is and which way to walk.
//!
//! `cargo run -p examples --example distance_field`

use std::error::Error;

use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // A hall with a counter in it, and an exit at either end.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([6.0, 2.0], [8.0, 10.0]));
    let finder = MeshFinder::new(builder.build()?.0);
    let exits = [[0.0, 9.0], [20.0, 5.0]].map(DVec2::from);
    let field = finder.distance_field(&exits)?;

    // Every walker asks the field, each step anew; nobody searches.
    let mut walkers = [[5.0, 1.0], [9.0, 8.0], [12.0, 3.0]].map(DVec2::from);
    for _ in 0..4 {
        for walker in &mut walkers {
            let heading = field.heading_at(*walker)?;
            println!("{walker}: {:.2} to go, by {}", heading.distance, heading.next);
            if let Some(direction) = heading.direction() {
                *walker += direction * heading.from.distance(heading.next).min(2.0);
            }
        }
    }
    Ok(())
}
