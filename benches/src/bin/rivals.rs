//! The race against the rivals: all contenders, the same queries, one process.

use std::path::Path;
use std::process::ExitCode;

use benches::program::{Maps, Pages, ended};
use benches::report::{Race, page, summary};
use benches::scenario::{FILES, Options, Scenario};
use benches::{lineup, passes, plot};
use clap::Parser;

/// Asks tautline and its rivals the same queries, and compares times and lengths.
///
/// The page is `rivals.md`; with --rotate, `rivals-rotated.md`.
#[derive(Debug, Parser)]
#[command(name = "rivals")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    /// The number of passes there are; a query's time is the least of them.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// Turns all coordinates, of meshes and queries, by this angle in radians.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    rotate: f64,
    /// The number of queries of each map, about, spread evenly over its scenario.
    #[arg(long)]
    limit: Option<usize>,
    #[command(flatten)]
    pages: Pages,
}

fn main() -> ExitCode {
    ended("rivals", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let setting = arguments.pages.setting("rivals");
    println!("{}\n{}\n{}, {}\n", setting.machine, setting.flags, setting.commit, setting.date);
    let options = Options { rotate: arguments.rotate, limit: arguments.limit };
    let mut races = Vec::new();
    for map in arguments.maps.names(&FILES)? {
        let race = race(&arguments.maps.data, &map, &options, arguments.repeat)?;
        println!("{}", race.section());
        races.push(race);
    }
    println!("{}", summary(&races));
    let stem = if arguments.rotate == 0.0 { "rivals" } else { "rivals-rotated" };
    let picture = format!("{stem}.svg");
    arguments.pages.write(&picture, &plot::draw(&races).to_string())?;
    arguments.pages.write(&format!("{stem}.md"), &page(&races, &setting, &picture))
}

fn race(data: &Path, map: &str, options: &Options, repeat: u32) -> Result<Race, String> {
    let scenario = Scenario::read(data, map, options)?;
    let contenders = lineup::prepare(&scenario);
    let answers = passes::run(&scenario.queries, &contenders, repeat);
    Ok(Race::of(&scenario.name, &scenario.reference, &contenders, &answers))
}
