//! Random places, uniform by area: the random numbers are yours.
//!
//! `cargo run -p examples --example random_places`

use std::error::Error;

use tautline::{MeshQueries, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms that touch only at a corner.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [6.0, 6.0]));
    builder.add_walkable(Outline::rect([6.0, 6.0], [8.0, 8.0]));
    let (mesh, _) = builder.build()?;
    let mut survey = MeshQueries::new(&mesh);

    // Any generator that gives 64 random bits will do; this one is `xorshift64`.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };

    for _ in 0..3 {
        let Some(place) = survey.random_point(&mut random) else { break }; // all ground is closed
        println!("a monster appears at {place}");
    }
    let spot = survey.random_point_around([5.5, 5.5], 2.0, &mut random)?;
    println!("and wanders to {spot}, in the room that it is in");
    Ok(())
}
