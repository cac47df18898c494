//! The path lengths from several starts to several goals, with one search a start.
//!
//! `cargo run -p examples --example distance_matrix`

use std::error::Error;

use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms with a gap in the wall between them.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [21.0, 10.0]));
    builder.add_obstacle(Outline::rect([10.0, 0.0], [11.0, 8.0]));
    let finder = MeshFinder::new(builder.build_mesh()?);
    let guards = [[9.0, 1.0], [19.0, 9.0]].map(DVec2::from);
    let alarms = [[12.0, 1.0], [1.0, 1.0], [20.0, 1.0]].map(DVec2::from);

    let rows = finder.distance_matrix(&guards, &alarms)?;
    for (alarm, place) in alarms.iter().enumerate() {
        let nearest = (0..guards.len()).min_by(|&a, &b| rows[a][alarm].total_cmp(&rows[b][alarm]));
        println!("guard {nearest:?} is nearest to the alarm at {place}");
    }
    assert!(rows[0][0] > rows[1][0], "the straight distance is 3, the path is longer");
    Ok(())
}
