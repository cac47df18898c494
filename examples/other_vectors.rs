//! Converts points from and to another math library, through `mint`.
//!
//! `cargo run -p examples --example other_vectors`

use std::error::Error;

use mint::{Point2, Vector2};
use tautline::{MeshFinder, MeshQueries, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect(Point2 { x: 0.0, y: 0.0 }, Point2 { x: 20.0, y: 10.0 }));
    builder.add_obstacle(Outline::rect(Point2 { x: 9.0, y: 2.0 }, Point2 { x: 11.0, y: 10.0 }));
    let finder = MeshFinder::new(builder.build_mesh()?);

    // The points of nalgebra, cgmath and others convert to these by `into()`.
    let (start, goal) = (Point2 { x: 2.0, y: 8.0 }, Point2 { x: 18.0, y: 8.0 });
    let path = finder.find_path(&PathQuery::new(start, goal))?;
    for &waypoint in path.waypoints() {
        let Point2 { x, y } = waypoint.into();
        println!("over ({x}, {y})");
    }

    let hit = MeshQueries::new(finder.mesh()).cast_ray(start, goal)?;
    let normal = hit.wall.map(|wall| Vector2::<f64>::from(wall.normal));
    println!("ray: {} to a wall with normal {normal:?}", hit.distance);
    Ok(())
}
