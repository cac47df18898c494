//! Whole scenarios scaled, shifted and turned: is every query answered, legal and optimal?

use std::process::ExitCode;

use benches::program::{Maps, Pages, ended};
use benches::transformed::{CHANGES, HEAD, TileScenario, line, page};
use clap::Parser;

/// Scales, shifts and turns whole scenarios, builds each again, and checks every answer.
#[derive(Debug, Parser)]
#[command(name = "transformed")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    #[command(flatten)]
    pages: Pages,
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

/// Prints the table and writes the page, and gives the number of scenarios with something wrong.
fn run(arguments: &Arguments) -> Result<usize, String> {
    let maps = arguments.maps.names(&["map.scen", "ref.csv"])?;
    print!("{HEAD}");
    let (mut unclean, mut lines) = (0, String::new());
    for map in &maps {
        let scenario = TileScenario::read(&arguments.maps.data, map, arguments.limit)?;
        for change in &CHANGES {
            let verdict = scenario.judge(change)?;
            unclean += usize::from(!verdict.is_clean());
            let told = line(map, change, &verdict);
            print!("{told}");
            lines += &told;
        }
    }
    let setting = arguments.pages.setting("transformed");
    arguments.pages.write("transformed.md", &page(&lines, &setting))?;
    Ok(unclean)
}
