//! Doors: one finder with a closed gate, and one with the gate open.
//!
//! `cargo run -p examples --example doors`

use std::error::Error;

use tautline::{Door, MeshFinder, NavMeshBuilder, Outline, PathQuery, Wall};

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_wall(Wall::new([[5.0, 1.0], [5.0, 5.0]]));
    builder.add_door(Door::new([[5.0, 5.0], [5.0, 8.0]], "gate"));
    let with_key = MeshFinder::new(builder.build_mesh()?);
    let mut without = with_key.clone();
    without.close_door("gate")?;

    let query = PathQuery::new([1.0, 6.0], [9.0, 6.0]);
    for (name, finder) in [("with the key", &with_key), ("without", &without)] {
        println!("{name}: {:.3}", finder.find_path(&query)?.length());
    }
    without.open_door("gate")?;
    assert_eq!(without.find_path(&query)?, with_key.find_path(&query)?);
    Ok(())
}
