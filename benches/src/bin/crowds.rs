//! Build times with a radius that spans many walls.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use benches::crowds::{Crowd, crowds};
use benches::program::{Pages, ended};
use benches::setting::Setting;
use clap::Parser;

/// Builds map for agents whose radius is much larger than what is drawn, and without a radius.
#[derive(Debug, Parser)]
#[command(name = "crowds")]
struct Arguments {
    /// The number of times each is built; the least time counts.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    /// Builds those alone whose names have this in them.
    #[arg(long, default_value = "")]
    only: String,
    #[command(flatten)]
    pages: Pages,
}

fn main() -> ExitCode {
    ended("crowds", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let mut page = heading(&arguments.pages.setting("crowds"));
    print!("{page}");
    for crowd in crowds().iter().filter(|crowd| crowd.name.contains(&arguments.only)) {
        let row = measured(crowd, arguments.repeat.max(1))?;
        print!("{row}");
        page += &row;
    }
    arguments.pages.write("crowds.md", &page)
}

fn heading(Setting { command, machine, flags, commit, date }: &Setting) -> String {
    format!(
        "# What a radius costs where very much lies within it\n\n- {machine}\n- {flags}\n- commit {commit}, {date}\n- `{command}`\n\n\
         From outlines to the validated and indexed mesh, the least time of some. *Vertices* are those of the mesh without a radius; \
         *a vertex* is the time with the radius divided by them, or by those of the mesh with it where there are more.\n\n\
         | what there is much of | radius | vertices | without a radius, ms | with it, ms | vertices then | a vertex, µs |\n\
         |---|---|---|---|---|---|---|\n"
    )
}

fn measured(crowd: &Crowd, repeat: u32) -> Result<String, String> {
    let Crowd { name, radius, .. } = crowd;
    let [(without, vertices), (with, left)] =
        [least(crowd, 0.0, repeat)?, least(crowd, *radius, repeat)?];
    let each = 1000.0 * with / vertices.max(left) as f64;
    let mut row = String::new();
    // Writing into a String cannot fail.
    let _ = writeln!(
        row,
        "| {name} | {radius:.1} | {vertices} | {without:.0} | {with:.0} | {left} | {each:.1} |"
    );
    Ok(row)
}

/// The least time of building, in milliseconds, and the mesh's vertices.
fn least(crowd: &Crowd, radius: f64, repeat: u32) -> Result<(f64, usize), String> {
    let mut least = (f64::INFINITY, 0);
    for _ in 0..repeat {
        let begun = Instant::now();
        let mesh =
            crowd.build(radius).map_err(|error| format!("{}, {radius}: {error}", crowd.name))?;
        let time = begun.elapsed().as_secs_f64() * 1000.0;
        least = (least.0.min(time), mesh.position_count());
    }
    Ok(least)
}
