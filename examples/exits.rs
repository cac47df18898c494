//! Paths to the nearest of several lines, and to the nearest point of an area.
//!
//! `cargo run -p examples --example exits`

use std::error::Error;

use tautline::{Goals, ManyQuery, MeshFinder, NavMeshBuilder, Outline, PathToGoal, Place};

fn main() -> Result<(), Box<dyn Error>> {
    // A room with a wall across it that leaves a gap at the top.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [10.0, 8.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let visitor = [7.0, 3.0];

    let west = [[0.0, 2.0], [0.0, 8.0]].map(Place::from);
    let east = [[20.0, 0.0], [20.0, 10.0]].map(Place::from);
    let exits = [("east", east), ("west", west)];
    let sides = exits.map(|(_, side)| side);
    let PathToGoal { path, goal } =
        finder.path_to_any(&ManyQuery::to_any(visitor, Goals::Segments(&sides)))?;
    let name = goal.map_or("no", |exit| exits[exit].0);
    println!("the {name} exit is nearest: distance {}, at {}", path.length(), path.waypoints()[1]);

    // The shade is behind the wall; one of its corners is near the gap.
    let shade = [[12.0, 0.0], [20.0, 0.0], [20.0, 9.0], [12.0, 6.0]].map(Place::from);
    let path = finder.path_to_any(&ManyQuery::to_any(visitor, Goals::Polygon(&shade)))?.path;
    println!("path into the shade: {:?}", path.waypoints());
    Ok(())
}
