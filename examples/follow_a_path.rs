//! Moves along a path: the position and the direction after each second.
//!
//! `cargo run -p examples --example follow_a_path`

use std::error::Error;

use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};

const SPEED: f64 = 1.5; // map units a second

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let path = finder.find_path(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    let mut second = 0;
    while f64::from(second) * SPEED < path.length() {
        let walked = f64::from(second) * SPEED;
        let (at, towards) = (path.point_at(walked), path.tangent_at(walked));
        let (at, towards) = (at.ok_or("an empty path")?, towards.ok_or("a path of one point")?);
        println!("{second} s: position {at:.2}, direction {towards:.2}");
        second += 1;
    }
    // Evenly spaced points, for example to project the path onto a height map.
    println!("{} waypoints, {} points", path.waypoints().len(), path.resample(0.5).count());
    Ok(())
}
