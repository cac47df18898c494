//! The race on tile maps: our searches and the rivals, the same queries, one process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use tautline::Grid;
use tautline_benches::contender::Contender;
use tautline_benches::report::Race;
use tautline_benches::setting::Setting;
use tautline_benches::tile_report::{page, summary};
use tautline_benches::tile_scenario::{TileScenario, names};
use tautline_benches::{passes, plot, tile_contenders, tile_edits};

/// Asks tautline's grid searches and their rivals the same queries, and compares times and lengths.
#[derive(Debug, Parser)]
#[command(name = "grid_rivals")]
struct Arguments {
    /// The folder that has `movingai/SUITE/NAME.map` and `.map.scen`.
    #[arg(long)]
    data: PathBuf,
    /// The maps, such as `dao/arena`, parted by commas; without it, all that have those files.
    #[arg(long, value_delimiter = ',')]
    maps: Vec<String>,
    /// How many passes there are; a query's time is the least of them.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// Takes about so many queries of each map, spread evenly over its scenario.
    #[arg(long, default_value_t = 200)]
    limit: usize,
    /// Takes about so many for those who are slow.
    #[arg(long, default_value_t = 20)]
    sample: usize,
    /// Writes `grid.md` and `grid.svg` into this folder.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The day to write into the page; without it, today.
    #[arg(long)]
    date: Option<String>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("grid_rivals: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let setting = Setting::of_this_process("grid_rivals", arguments.date.clone());
    println!("{}\n{}\n{}, {}\n", setting.machine, setting.flags, setting.commit, setting.date);
    let maps = match arguments.maps.as_slice() {
        [] => names(&arguments.data)?,
        maps => maps.to_vec(),
    };
    let (mut quick, mut thorough) = (Vec::new(), Vec::new());
    for map in &maps {
        let scenario = TileScenario::read(&arguments.data, map)?;
        for (races, limit, lineup) in [
            (&mut quick, arguments.limit, tile_contenders::quick as fn(&Grid) -> Vec<Contender>),
            (&mut thorough, arguments.sample, tile_contenders::thorough),
        ] {
            let race = race(&scenario.sampled(limit), lineup, arguments.repeat);
            println!("{}", race.section());
            races.push(race);
        }
    }
    let edits = edits_on(&arguments.data, &maps)?;
    println!("{edits}\n{}", summary(&quick, &thorough));
    let out = arguments.out.as_deref();
    let page = page([&quick, &thorough], &edits, &setting, "grid.svg");
    out.map_or(Ok(()), |folder| write(folder, &quick, &page))
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

fn write(folder: &Path, races: &[Race], page: &str) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(told)?;
    svg::save(folder.join("grid.svg"), &plot::draw(races)).map_err(told)?;
    fs::write(folder.join("grid.md"), page).map_err(told)
}
