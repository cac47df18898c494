//! Checks a path after a door has closed, and plans again from its last valid point.
//!
//! `cargo run -p examples --example replan`

use std::error::Error;

use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms with two openings in the wall between them; the lower opening has a door.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    for (low, high) in [(0.0, 3.0), (4.0, 8.0), (9.0, 10.0)] {
        builder.add_obstacle(Outline::rect([9.0, low], [11.0, high]));
    }
    builder.add_door(Door::new([[10.0, 3.0], [10.0, 4.0]], "lower"));
    let mut finder = MeshFinder::new(builder.build_mesh()?);
    let goal = [19.0, 1.0];
    let path = finder.find_path(&PathQuery::new([1.0, 1.0], goal))?;
    println!("through the lower door: {:.2}", path.length());

    finder.close_door("lower")?;
    if let Some(leg) = path.first_blocked_leg(&finder.current_mesh()) {
        let turning_back = path.waypoints()[leg];
        let rest = finder.find_path(&PathQuery::new(turning_back, goal))?;
        println!("leg {leg} is blocked; from {turning_back} on: {:.2}", rest.length());
    }

    finder.open_door("lower")?;
    println!("the door is open again; path valid: {}", path.still_valid(&finder.current_mesh()));

    // The check is geometric, so it works on a rebuilt mesh too.
    builder.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 2.5]));
    let (rebuilt, _) = builder.build()?;
    println!("with a crate in the way; path valid: {}", path.still_valid(&rebuilt));
    Ok(())
}
