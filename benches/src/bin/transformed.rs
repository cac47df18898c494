//! Whole scenarios scaled, shifted and turned: is every query answered, legal and optimal?

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use tautline_benches::scenario::names;
use tautline_benches::transformed::{CHANGES, TileScenario};

/// Scales, shifts and turns whole scenarios, builds each again, and checks every answer.
#[derive(Debug, Parser)]
#[command(name = "transformed")]
struct Arguments {
    /// The folder that has `movingai/SUITE/NAME.map`, `.map.scen` and `.ref.csv`.
    #[arg(long)]
    data: PathBuf,
    /// The maps, such as `dao/arena`, parted by commas; without it, all that have those files.
    #[arg(long, value_delimiter = ',')]
    maps: Vec<String>,
    /// Takes only about so many queries of each map, spread evenly over its scenario.
    #[arg(long)]
    limit: Option<usize>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(unclean) => {
            println!("\n{unclean} scenarios are not as they should be");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("transformed: {message}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table, and gives the number of scenarios with something wrong.
fn run(arguments: &Arguments) -> Result<usize, String> {
    let maps = match arguments.maps.as_slice() {
        [] => names(&arguments.data, &["map.scen", "ref.csv"])?,
        maps => maps.to_vec(),
    };
    println!("| map | coordinates | queries | complete | legal | worst length | area | |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut unclean = 0;
    for map in &maps {
        let scenario = TileScenario::read(&arguments.data, map, arguments.limit)?;
        for change in &CHANGES {
            let v = scenario.judge(change)?;
            let mark = if v.is_clean() { "" } else { "**wrong**" };
            unclean += usize::from(!v.is_clean());
            let numbers = format!("{} | {} | {}", v.queries, v.complete, v.legal);
            let errors = format!("{:.1e} | {:.1e}", v.worst, v.area_error);
            println!("| {map} | {} | {numbers} | {errors} | {mark} |", change.name);
        }
    }
    Ok(unclean)
}
