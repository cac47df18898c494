//! Agents with a size: one mesh for each radius, and an agent that was pushed into its margin.
//!
//! `cargo run -p examples --example agents_with_a_size`

use std::error::Error;

use tautline::{BuildOptions, MeshFinder, NavMeshBuilder, Outline, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms, with a passage of width 1 at the bottom and one of width 3 at the top.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 12.0]));
    builder.add_obstacle(Outline::rect([9.0, 1.0], [11.0, 9.0]));
    let query = PathQuery::new([4.0, 2.0], [16.0, 2.0]);
    for radius in [0.0, 0.4, 1.0, 2.0] {
        let options = BuildOptions::default().agent_radius(radius);
        let finder = MeshFinder::new(builder.clone().with_options(options).build_mesh()?);
        match finder.find_path(&query) {
            Ok(path) => println!("radius {radius}: {:.3}", path.length()),
            Err(error) => println!("radius {radius}: {error}"),
        }
    }

    let options = BuildOptions::default().agent_radius(0.4);
    let finder = MeshFinder::new(builder.with_options(options).build_mesh()?);
    let path = finder.find_path(&PathQuery::new([0.399, 2.0], [16.0, 2.0]))?;
    println!("moved out of the margin by {:.3}: {}", path.start_offset(), path.is_moved());
    Ok(())
}
