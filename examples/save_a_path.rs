//! Queries and paths as JSON, and back: what comes back is checked.
//!
//! `cargo run -p examples --example save_a_path`

use std::error::Error;

use tautline::{MeshFinder, NavMeshBuilder, Outline, Path, PathQuery, Pathfinder};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    let finder = MeshFinder::new(builder.build()?.0);

    // A query needs its two points; the rest has its defaults.
    let query: PathQuery = serde_json::from_str(r#"{"start": [1, 4], "goal": [9, 4]}"#)?;
    let path = finder.find_path(&query)?;
    let saved = serde_json::to_string(&path)?;
    println!("{saved}");
    assert_eq!(serde_json::from_str::<Path>(&saved)?, path, "it comes back bit for bit");

    // A path that cannot be is refused by name; whether this one fits the map, `verify` says.
    let forged = saved.replace("[4.0,2.0]", "[4.0,3.0]");
    if let Err(error) = serde_json::from_str::<Path>(&forged) {
        println!("forged: {error}");
    }
    Ok(())
}
