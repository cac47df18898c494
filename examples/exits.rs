//! Paths to the nearest of several lines, and to the nearest point of an area.
//!
//! `cargo run -p examples --example exits`

use std::error::Error;

use tautline::{Goals, MeshFinder, NavMeshBuilder, Outline, Place};

fn main() -> Result<(), Box<dyn Error>> {
    // A room with a wall across it that leaves a gap at the top.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [10.0, 8.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let visitor = [7.0, 3.0];

    let west = [[0.0, 2.0], [0.0, 8.0]].map(Place::from);
    let east = [[20.0, 0.0], [20.0, 10.0]].map(Place::from);
    let (path, exit) = finder.find_path_to_any(visitor, &Goals::Segments(&[east, west]))?;
    println!("exit {exit} is nearest: distance {}, at {}", path.length(), path.waypoints()[1]);

    // The shade is behind the wall; one of its corners is near the gap.
    let shade = [[12.0, 0.0], [20.0, 0.0], [20.0, 9.0], [12.0, 6.0]].map(Place::from);
    let (path, _) = finder.find_path_to_any(visitor, &Goals::Polygon(&shade))?;
    println!("path into the shade: {:?}", path.waypoints());
    Ok(())
}
