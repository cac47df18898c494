//! Runs `landmass` through the scenes of the program `crowd_rivals` of the benches, and prints rows of its table.
//!
//! `cargo run --release --manifest-path benches-landmass/Cargo.toml`

mod engine;

/// The parts of `crowd_rivals` that know no engine.
macro_rules! shared {
    ($($name:ident $path:literal),*) => { $(
        #[path = $path]
        #[allow(dead_code)]
        mod $name;
    )* };
}
shared! {
    scene "../../benches/src/crowd_rivals/scene.rs",
    simulation "../../benches/src/crowd_rivals/simulation.rs",
    measure "../../benches/src/crowd_rivals/measure.rs",
    buckets "../../benches/src/crowd_rivals/buckets.rs",
    table "../../benches/src/crowd_rivals/table.rs"
}

use std::process::ExitCode;

use clap::Parser;
use engine::Landmass;
use scene::{ARCS, RADIUS, Scene};

/// Runs crowds of `landmass` through the scenes of the record.
#[derive(Debug, Parser)]
#[command(name = "benches-landmass")]
struct Arguments {
    /// The scenes, by the beginning of their names; without it, all.
    #[arg(long, value_delimiter = ',')]
    scenes: Vec<String>,
    /// The arc tolerance of the meshes.
    #[arg(long, default_value_t = ARCS)]
    arcs: f64,
    /// Moves each start by up to 0.005 along each axis, at random by this seed.
    #[arg(long, value_name = "SEED")]
    shift: Option<u64>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("benches-landmass: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    print!("{}", table::HEAD);
    let names = &arguments.scenes;
    let is_asked =
        |scene: &Scene| names.is_empty() || names.iter().any(|name| scene.name.starts_with(name));
    for scene in Scene::all().into_iter().filter(is_asked) {
        let mesh = scene.mesh(RADIUS, arguments.arcs)?;
        let scene = match arguments.shift {
            Some(seed) => scene.shifted(seed),
            None => scene,
        };
        let mut crowd = Landmass::new(&scene, &mesh)?;
        let measures = measure::measured(&scene, &mesh, &mut crowd)?;
        print!("{}", table::row(&scene.name, "landmass", &measures));
    }
    Ok(())
}
