//! The first path: outlines in, the shortest path out. The README shows this program.
//!
//! `cargo run -p examples --example first_path`

use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    let mesh = builder.build_mesh()?;
    let path = MeshFinder::new(mesh).find_path(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    println!("{:.3} {:?}", path.length(), path.waypoints());
    Ok(())
}
