//! What is within reach of a place, and what is merely near: cells in a circle, walked to and not.
//!
//! `cargo run -p examples --example within_reach`

use std::error::Error;

use tautline::queries::Region;
use tautline::{DVec2, MeshQueries, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms with a wall between.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([11.0, 0.0], [20.0, 8.0]));
    let (mesh, _) = builder.build()?;
    let mut survey = MeshQueries::new(&mesh);

    let center = DVec2::new(9.0, 4.0);
    let heard = survey.cells_in(&Region::Circle { center, radius: 4.0 })?;
    let smelled = survey.cells_around(center, 4.0)?;
    println!("{} cells hear the bang, {} smell the smoke", heard.len(), smelled.len());
    let yard = [[8.0, 1.0], [13.0, 1.0], [10.5, 7.0]].map(DVec2::from);
    println!(
        "{} cells share a point with the yard",
        survey.cells_in(&Region::Polygon(&yard))?.len()
    );
    assert!(smelled.len() < heard.len());
    Ok(())
}
