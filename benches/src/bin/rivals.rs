//! The race against the rivals: all contenders, the same queries, one process.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use tautline_benches::report::{Race, page, summary};
use tautline_benches::scenario::{Options, Scenario, names};
use tautline_benches::setting::Setting;
use tautline_benches::{lineup, passes, plot};

/// Asks tautline and its rivals the same queries, and compares times and lengths.
#[derive(Debug, Parser)]
#[command(name = "rivals")]
struct Arguments {
    /// The folder that has `movingai/SUITE/NAME.map`, `.map.scen`, `.mesh` and `.ref.csv`.
    #[arg(long)]
    data: PathBuf,
    /// The maps, such as `dao/arena`, parted by commas; without it, all that have those files.
    #[arg(long, value_delimiter = ',')]
    maps: Vec<String>,
    /// How many passes there are; a query's time is the least of them.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// Turns all coordinates, of meshes and queries, by so many radians.
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    rotate: f64,
    /// Takes only about so many queries of each map, spread evenly over its scenario.
    #[arg(long)]
    limit: Option<usize>,
    /// Writes `rivals.md` and `rivals.svg` into this folder; with --rotate, `rivals-rotated`.
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
            eprintln!("rivals: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let setting = Setting::of_this_process("rivals", arguments.date.clone());
    println!("{}\n{}\n{}, {}\n", setting.machine, setting.flags, setting.commit, setting.date);
    let maps = match arguments.maps.as_slice() {
        [] => names(&arguments.data)?,
        maps => maps.to_vec(),
    };
    let options = Options { rotate: arguments.rotate, limit: arguments.limit };
    let mut races = Vec::new();
    for map in &maps {
        let race = race(&arguments.data, map, &options, arguments.repeat)?;
        println!("{}", race.section());
        races.push(race);
    }
    println!("{}", summary(&races));
    let stem = if arguments.rotate == 0.0 { "rivals" } else { "rivals-rotated" };
    let out = arguments.out.as_deref();
    out.map_or(Ok(()), |folder| write(folder, stem, &races, &setting))
}

fn race(data: &Path, map: &str, options: &Options, repeat: u32) -> Result<Race, String> {
    let scenario = Scenario::read(data, map, options)?;
    let contenders = lineup::prepare(&scenario);
    let answers = passes::run(&scenario.queries, &contenders, repeat);
    Ok(Race::of(&scenario.name, &scenario.reference, &contenders, &answers))
}

fn write(folder: &Path, stem: &str, races: &[Race], setting: &Setting) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    let picture = format!("{stem}.svg");
    fs::create_dir_all(folder).map_err(told)?;
    svg::save(folder.join(&picture), &plot::draw(races)).map_err(told)?;
    fs::write(folder.join(format!("{stem}.md")), page(races, setting, &picture)).map_err(told)
}
