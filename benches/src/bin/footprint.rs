//! The footprint of a map: memory, the index, threads, and unreachable queries.

use std::process::ExitCode;

use benches::footprint::{Footprint, HEAD, page, table};
use benches::heap::Counting;
use benches::program::{Maps, Pages, ended};
use benches::scenario::{FILES, Options, Scenario};
use clap::Parser;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Measures memory, index, threads and unreachable pairs on maps.
#[derive(Debug, Parser)]
#[command(name = "footprint")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    #[command(flatten)]
    pages: Pages,
}

fn main() -> ExitCode {
    ended("footprint", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    print!("{HEAD}");
    let mut footprints = Vec::new();
    for map in arguments.maps.names(&FILES)? {
        let scenario = Scenario::read(&arguments.maps.data, &map, &Options::default())?;
        let footprint = Footprint::of(&scenario)?;
        print!("{}", table(std::slice::from_ref(&footprint)));
        footprints.push(footprint);
    }
    let setting = arguments.pages.setting("footprint");
    arguments.pages.write("footprint.md", &page(&footprints, &setting))
}
