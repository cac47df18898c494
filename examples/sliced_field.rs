//! A distance field computed over several frames, and used before it is finished.
//!
//! `cargo run -p examples --example sliced_field`

use std::error::Error;

use tautline::incremental::Stage;
use tautline::{FieldQuery, MeshFinder, NavMeshBuilder, Outline, Place};

fn main() -> Result<(), Box<dyn Error>> {
    // A row of pillars.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 10.0]));
    for x in (4..40).step_by(4) {
        let x = f64::from(x);
        builder.add_obstacle(Outline::rect([x, 3.0], [x + 2.0, 7.0]));
    }
    let finder = MeshFinder::new(builder.build_mesh()?);
    let exit = [Place::new([0.0, 5.0])];

    let mut flood = finder.begin_distance_field(&FieldQuery::new(&exit))?;
    let mut frames = 1;
    while flood.advance(4) == Stage::InProgress {
        println!("frame {frames}: complete up to distance {:.1}", flood.progress().lower_bound);
        frames += 1;
    }
    let field = flood.into_task().into_field();
    println!(
        "done in {frames} frames; distance from the far end {:.2}",
        field.distance_at([40.0, 5.0]).unwrap_or(f64::INFINITY)
    );
    Ok(())
}
