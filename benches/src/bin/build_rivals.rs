//! Builds the same outlines as the rivals do, and compares times and memory.

use std::path::PathBuf;

use tautline_benches::yard::{Builder, Yard};

fn main() {
    let Some(data) = std::env::args().nth(1).map(PathBuf::from) else { return };
    let Ok(yard) = Yard::of_map(&data, "sc1/Aurora") else { return };
    for _ in 0..5 {
        for builder in [
            Builder::Spade,
            Builder::Ours { radius: 0.0 },
            Builder::Ours { radius: 0.5 },
            Builder::Polyanya { radius: 0.0 },
        ] {
            print!("{builder:?} {:?}; ", builder.run(&yard));
        }
        println!();
    }
}
