//! The race on tile maps: our searches and the rivals, the same queries, one process.

use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use tautline::Grid;
use tautline_benches::contender::Contender;
use tautline_benches::program::{Maps, Pages, ended};
use tautline_benches::report::Race;
use tautline_benches::tile_report::{page, summary};
use tautline_benches::tile_scenario::TileScenario;
use tautline_benches::{passes, plot, tile_contenders, tile_edits};

/// Asks tautline's grid searches and their rivals the same queries, and compares times and lengths.
#[derive(Debug, Parser)]
#[command(name = "grid_rivals")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    /// How many passes there are; a query's time is the least of them.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// Takes about so many queries of each map, spread evenly over its scenario.
    #[arg(long, default_value_t = 200)]
    limit: usize,
    /// Takes about so many for those who are slow; with few, each pass begins in caches that a rival left.
    #[arg(long, default_value_t = 40)]
    sample: usize,
    #[command(flatten)]
    pages: Pages,
}

fn main() -> ExitCode {
    ended("grid_rivals", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let setting = arguments.pages.setting("grid_rivals");
    println!("{}\n{}\n{}, {}\n", setting.machine, setting.flags, setting.commit, setting.date);
    let (data, maps) = (&arguments.maps.data, arguments.maps.names(&["map.scen"])?);
    let (mut quick, mut thorough) = (Vec::new(), Vec::new());
    for map in &maps {
        let scenario = TileScenario::read(data, map)?;
        for (races, limit, lineup) in [
            (&mut quick, arguments.limit, tile_contenders::quick as fn(&Grid) -> Vec<Contender>),
            (&mut thorough, arguments.sample, tile_contenders::thorough),
        ] {
            let race = race(&scenario.sampled(limit), lineup, arguments.repeat);
            println!("{}", race.section());
            races.push(race);
        }
    }
    let edits = edits_on(data, &maps)?;
    println!("{edits}\n{}", summary(&quick, &thorough));
    arguments.pages.write("grid.svg", &plot::draw(&quick).to_string())?;
    arguments.pages.write("grid.md", &page([&quick, &thorough], &edits, &setting, "grid.svg"))
}

/// Edits on sc1/Aurora, or where it is not asked for on the first map.
fn edits_on(data: &Path, maps: &[String]) -> Result<String, String> {
    let big = maps.iter().find(|map| *map == "sc1/Aurora").or(maps.first());
    let Some(map) = big else { return Ok(String::new()) };
    let scenario = TileScenario::read(data, map)?;
    Ok(format!("{map}: {}", tile_edits::measure(&scenario.grid)))
}

fn race(scenario: &TileScenario, lineup: fn(&Grid) -> Vec<Contender>, repeat: u32) -> Race {
    let contenders = lineup(&scenario.grid);
    let answers = passes::run(&scenario.queries, &contenders, repeat);
    Race::of(&scenario.name, &scenario.reference, &contenders, &answers)
}
