//! One distance field for many agents: the distance to the nearest exit, and the way there.
//!
//! `cargo run -p examples --example distance_field`

use std::error::Error;

use tautline::{DVec2, FieldQuery, MeshFinder, NavMeshBuilder, Outline, Place};

fn main() -> Result<(), Box<dyn Error>> {
    // A room with a counter in it, and an exit at either end.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([6.0, 2.0], [8.0, 10.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let exits = [[0.0, 9.0], [20.0, 5.0]].map(DVec2::from);
    let field = finder.distance_field(&FieldQuery::new(&exits))?;

    // Each agent evaluates the field at each step; no further search is needed.
    let mut agents = [[5.0, 1.0], [9.0, 8.0], [12.0, 3.0]].map(Place::new);
    for _ in 0..4 {
        for agent in &mut agents {
            let heading = field.heading_at(*agent)?;
            println!("{agent}: distance {:.2}, next waypoint {}", heading.distance, heading.next);
            *agent = field.follow(*agent, 2.0)?;
        }
    }
    Ok(())
}
