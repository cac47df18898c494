//! The race on tile maps: our searches and the rivals, the same queries, one process.

use std::path::Path;
use std::process::ExitCode;

use benches::contender::Contender;
use benches::program::{Maps, Pages, ended};
use benches::report::{self, Race};
use benches::tile_lineup::OTHER_RULES;
use benches::tile_report::{page, summary};
use benches::tile_scenario::TileScenario;
use benches::{passes, plot, tile_edits, tile_lineup};
use clap::Parser;
use tautline::Grid;

/// Asks tautline's grid searches and their rivals the same queries, and compares times and lengths.
#[derive(Debug, Parser)]
#[command(name = "grid_rivals")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    /// The number of passes there are; a query's time is the least of them.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// The number of queries of each map, about, spread evenly over its scenario.
    #[arg(long, default_value_t = 200)]
    limit: usize,
    /// The same for slow contenders; with few, each pass begins in caches that a rival left.
    #[arg(long, default_value_t = 40)]
    sample: usize,
    /// The same under each of the other rules.
    #[arg(long, default_value_t = 10)]
    rules: usize,
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
            (&mut quick, arguments.limit, tile_lineup::quick as fn(&Grid) -> Vec<Contender>),
            (&mut thorough, arguments.sample, tile_lineup::thorough),
        ] {
            let race = race(&scenario.sampled(limit), lineup, arguments.repeat);
            println!("{}", race.section());
            races.push(race);
        }
    }
    let rules = rules_on(arguments, &maps)?;
    let edits = edits_on(data, &maps)?;
    println!("{edits}\n{rules}\n{}", summary(&quick, &thorough));
    arguments.pages.write("grid.svg", &plot::draw(&quick).to_string())?;
    arguments
        .pages
        .write("grid.md", &page([&quick, &thorough], [&rules, &edits], &setting, "grid.svg"))
}

/// The other rules on all maps: ours and a rival's, by geometric means.
fn rules_on(arguments: &Arguments, maps: &[String]) -> Result<String, String> {
    let mut text = String::new();
    for rules in OTHER_RULES {
        let mut races = Vec::new();
        for map in maps {
            let mut scenario =
                TileScenario::read(&arguments.maps.data, map)?.sampled(arguments.rules);
            let contenders = rules.contenders(&scenario.grid);
            let answers = passes::run(&scenario.queries, &contenders, arguments.repeat);
            // Files know the usual rules only: costs are held against the rival's.
            let rival = answers.iter().last().into_iter().flatten();
            scenario.reference = rival.map(|answer| answer.length.unwrap_or(f64::NAN)).collect();
            races.push(Race::of(map, &scenario.reference, &contenders, &answers));
        }
        text += &format!("## {}\n\n{}\n", rules.name, report::summary(&races));
    }
    Ok(text)
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
