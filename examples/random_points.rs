//! Random points, uniform by area, with a random generator of the caller.
//!
//! `cargo run -p examples --example random_points`

use std::error::Error;

use tautline::{MeshQueries, NavMeshBuilder, Outline};

fn main() -> Result<(), Box<dyn Error>> {
    // Two rooms that touch only at a corner.
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [6.0, 6.0]));
    builder.add_walkable(Outline::rect([6.0, 6.0], [8.0, 8.0]));
    let mesh = builder.build_mesh()?;
    let mut queries = MeshQueries::new(&mesh);

    // Any generator of 64 random bits; this one is `xorshift64`.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };

    for _ in 0..3 {
        let Some(place) = queries.random_point(&mut random) else { break }; // the mesh has no open cell
        println!("a monster appears at {place}");
    }
    let spot = queries.random_point_around([5.5, 5.5], 2.0, &mut random)?;
    println!("and moves to {spot} in the same room");
    Ok(())
}
