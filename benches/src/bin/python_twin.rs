//! The Rust side of `crates/tautline-python/measure.py`: the rate of a batch of queries on one thread and on two.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use benches::footprint::batch_rates;
use benches::program::ended;
use clap::Parser;
use tautline::io::read_nav;
use tautline::{MeshFinder, PathQuery};

/// Answers a file of queries on the mesh of a .nav file, and prints the queries a second on one thread and on two.
#[derive(Debug, Parser)]
#[command(name = "python_twin")]
struct Arguments {
    /// The mesh.
    mesh: PathBuf,
    /// One query a line: the start and the goal as four numbers, separated by commas.
    queries: PathBuf,
}

fn main() -> ExitCode {
    ended("python_twin", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let bytes = fs::read(&arguments.mesh).map_err(|error| error.to_string())?;
    let mesh = read_nav(&bytes).map_err(|error| error.to_string())?;
    let queries = read_queries(&arguments.queries)?;
    let [alone, together] = batch_rates(&MeshFinder::new(mesh), &queries)?;
    println!("[{alone:.1}, {together:.1}]");
    Ok(())
}

fn read_queries(file: &Path) -> Result<Vec<PathQuery>, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string())?;
    let read = |line: &str| {
        let numbers: Result<Vec<f64>, _> = line.split(',').map(str::parse).collect();
        match numbers.as_deref() {
            Ok(&[a, b, c, d]) => Ok(PathQuery::new([a, b], [c, d])),
            _ => Err(format!("{line} is not four numbers")),
        }
    };
    text.lines().map(read).collect()
}
