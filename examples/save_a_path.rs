//! Saves a query and a path as JSON; reading a path validates it.
//!
//! `serde_json` has its feature `float_roundtrip` here. Without it one float in ten is misread by an ulp.
//!
//! `cargo run -p examples --example save_a_path`

use std::error::Error;

use tautline::{MeshFinder, NavMeshBuilder, Outline, Path, PathQuery};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    let finder = MeshFinder::new(builder.build_mesh()?);

    // A query needs its two points; the other members have defaults.
    let query: PathQuery = serde_json::from_str(r#"{"start": [1, 4], "goal": [9, 4]}"#)?;
    let path = finder.find_path(&query)?;
    let saved = serde_json::to_string(&path)?;
    println!("{saved}");
    assert_eq!(serde_json::from_str::<Path>(&saved)?, path, "the path is restored bit for bit");

    // An inconsistent path is an error; `verify` checks a path against the map.
    let forged = saved.replace("[4.0,2.0]", "[4.0,3.0]");
    if let Err(error) = serde_json::from_str::<Path>(&forged) {
        println!("forged: {error}");
    }
    Ok(())
}
