//! The questions that a game asks of its map: what each costs, and whether that keeps to its bar.

use std::process::ExitCode;

use benches::program::{Maps, Pages, ended};
use benches::questions::{HEAD, measured, page, table};
use benches::scenario::{FILES, Options, Scenario};
use clap::Parser;

/// Times questions on maps and compares each with its bar.
#[derive(Debug, Parser)]
#[command(name = "questions")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    #[command(flatten)]
    pages: Pages,
}

fn main() -> ExitCode {
    ended("questions", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    print!("{HEAD}");
    let mut tables = String::new();
    for map in arguments.maps.names(&FILES)? {
        let scenario = Scenario::read(&arguments.maps.data, &map, &Options::default())?;
        let told = table(&map, &measured(&scenario)?);
        print!("{told}");
        tables += &told;
    }
    arguments.pages.write("questions.md", &page(&tables, &arguments.pages.setting("questions")))
}
