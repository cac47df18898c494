//! The cells that meet a circle, and those that are reachable without leaving it.
//!
//! `cargo run -p examples --example reachable_cells`

use std::error::Error;

use tautline::queries::Region;
use tautline::{DVec2, MeshQueries, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms with a gap between them.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([11.0, 0.0], [20.0, 8.0]));
    let mesh = builder.build_mesh()?;
    let mut queries = MeshQueries::new(&mesh);

    let center = DVec2::new(9.0, 4.0);
    let in_circle = queries.cells_in(&Region::Circle { center, radius: 4.0 })?;
    let reachable = queries.cells_around(center, 4.0)?;
    println!(
        "{} cells meet the circle, {} of them are reachable within it",
        in_circle.len(),
        reachable.len()
    );
    let triangle = [[8.0, 1.0], [13.0, 1.0], [10.5, 7.0]].map(DVec2::from);
    println!("{} cells meet the triangle", queries.cells_in(&Region::Polygon(&triangle))?.len());
    assert!(reachable.len() < in_circle.len());
    Ok(())
}
