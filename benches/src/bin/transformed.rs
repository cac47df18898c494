//! Whole scenarios scaled, shifted and turned: is every query answered, legal and optimal?

use std::process::ExitCode;

use clap::Parser;
use tautline_benches::program::{Maps, ended};
use tautline_benches::transformed::{CHANGES, TileScenario};

/// Scales, shifts and turns whole scenarios, builds each again, and checks every answer.
#[derive(Debug, Parser)]
#[command(name = "transformed")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    /// Takes only about so many queries of each map, spread evenly over its scenario.
    #[arg(long)]
    limit: Option<usize>,
}

fn main() -> ExitCode {
    let told = |unclean| {
        if unclean == 0 {
            return ExitCode::SUCCESS;
        }
        println!("\n{unclean} scenarios are not as they should be");
        ExitCode::FAILURE
    };
    ended("transformed", run(&Arguments::parse()).map(told))
}

/// Prints the table, and gives the number of scenarios with something wrong.
fn run(arguments: &Arguments) -> Result<usize, String> {
    let maps = arguments.maps.names(&["map.scen", "ref.csv"])?;
    println!("| map | coordinates | queries | complete | legal | worst length | area | |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut unclean = 0;
    for map in &maps {
        let scenario = TileScenario::read(&arguments.maps.data, map, arguments.limit)?;
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
