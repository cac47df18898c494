//! What a map costs: memory, the index's share of the build, threads, and the price of a no.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use tautline_benches::footprint::{Footprint, HEAD, page, table};
use tautline_benches::heap::Counting;
use tautline_benches::scenario::{Options, Scenario, names};
use tautline_benches::setting::Setting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Measures memory, index, threads and unreachable pairs on maps.
#[derive(Debug, Parser)]
#[command(name = "footprint")]
struct Arguments {
    /// The folder that has `movingai/SUITE/NAME.map`, `.map.scen`, `.mesh` and `.ref.csv`.
    #[arg(long)]
    data: PathBuf,
    /// The maps, such as `dao/arena`, parted by commas; without it, all that have those files.
    #[arg(long, value_delimiter = ',')]
    maps: Vec<String>,
    /// Writes `footprint.md` into this folder.
    #[arg(long, default_value = "docs/benchmarks")]
    out: PathBuf,
    /// The day to write into the page; without it, today.
    #[arg(long)]
    date: Option<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("footprint: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let maps = match arguments.maps.as_slice() {
        [] => names(&arguments.data, &["mesh", "map.scen", "ref.csv"])?,
        maps => maps.to_vec(),
    };
    print!("{HEAD}");
    let mut footprints = Vec::new();
    for map in &maps {
        let scenario = Scenario::read(&arguments.data, map, &Options::default())?;
        let footprint = Footprint::of(&scenario)?;
        print!("{}", table(std::slice::from_ref(&footprint)));
        footprints.push(footprint);
    }
    let setting = Setting::of_this_process("footprint", arguments.date.clone());
    write(&arguments.out, &page(&footprints, &setting))
}

fn write(folder: &Path, page: &str) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(told)?;
    std::fs::write(folder.join("footprint.md"), page).map_err(told)
}
