//! Widest ways: agreement with meshes built for a radius, build time, memory, time of a question.

use std::fmt::Write;
use std::process::ExitCode;

use benches::program::{Maps, Pages, ended};
use benches::setting::Setting;
use benches::widths::{Agreement, Map, TOLERANCE, VARIANTS};
use clap::Parser;

/// Compares widths with the components of meshes for radii, and measures them.
#[derive(Debug, Parser)]
#[command(name = "widths")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    #[command(flatten)]
    pages: Pages,
    /// The number of places on each map.
    #[arg(long, default_value_t = 4000)]
    places: usize,
    /// The number of random radii of each map; 0 measures times only.
    #[arg(long, default_value_t = 3)]
    radii: usize,
    /// The number of passages of each map with radii around half of their width.
    #[arg(long, default_value_t = 2)]
    chords: usize,
    /// The largest radius, in tiles.
    #[arg(long, default_value_t = 4.0)]
    largest: f64,
    /// The number of builds; the least time counts.
    #[arg(long, default_value_t = 5)]
    repeat: u32,
    /// Compares widths with a bisection over meshes for radii, too.
    #[arg(long)]
    bisect: bool,
    /// Times the queries of a set for a radius against those of a mesh alone, too, with this radius.
    #[arg(long, value_name = "RADIUS")]
    set: Option<f64>,
}

const HEAD: &str = "| map | coordinates | chords | rooms | mesh, ms | widths, ms | share | KiB | a question, µs | pairs | open | within the tolerance | different |\n\
                    |---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

fn main() -> ExitCode {
    let told = |different| if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    ended("widths", run(&Arguments::parse()).map(told))
}

/// Prints the table and writes the page. Returns the number of different pairs.
fn run(arguments: &Arguments) -> Result<usize, String> {
    let (mut lines, mut all) = (String::new(), Agreement::default());
    print!("{HEAD}");
    for name in arguments.maps.names(&["map"])? {
        for variant in VARIANTS {
            let map = Map::read(&arguments.maps.data, &name, variant, arguments.repeat)?;
            let places = map.places(arguments.places, 7)?;
            let question = map.question_us(&places);
            let mut found = Agreement::default();
            for radius in map.radii(arguments.radii, arguments.largest, arguments.chords) {
                found.add(map.agreement(&places, radius)?);
            }
            all.add(found);
            let (widths, share) = (&map.widths, map.widths_ms / map.mesh_ms * 100.0);
            let Agreement { open, different, within_tolerance, .. } = found;
            let line = format!(
                "| {name} | {variant:?} | {} | {} | {:.1} | {:.1} | {share:.0} % | {} | {question:.2} | {} | {open} | {within_tolerance} | {different} |\n",
                widths.chord_count(),
                widths.room_count(),
                map.mesh_ms,
                map.widths_ms,
                widths.memory().div_ceil(1024),
                found.pairs(),
            );
            print!("{line}");
            lines += &line;
            if arguments.bisect {
                let outside = map.bisected(&places, arguments.largest)?;
                println!("{} pairs by bisection, {outside} different", places.len() - 1);
                all.different += outside;
            }
            if let Some(radius) = arguments.set {
                let [set, alone] = map.set_us(&places, radius)?;
                println!(
                    "a query for {radius}: {set:.1} µs in a set, {alone:.1} µs on a mesh alone"
                );
            }
        }
    }
    let pairs = all.pairs();
    println!("{pairs} pairs, {} different", all.different);
    arguments.pages.write("widths.md", &page(&lines, &all, &arguments.pages.setting("widths")))?;
    Ok(all.different)
}

fn page(lines: &str, all: &Agreement, setting: &Setting) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    let mut page = format!(
        "# Widest ways\n\n`{command}`\n\n- {machine}\n- {flags}\n- commit: {commit}\n- date: {date}\n\n\
         Places at random on each map are compared with the components of meshes built for a radius, with the arc tolerance \
         {TOLERANCE}. Radii are random, and for some passages exactly half of the width, an ulp more, an ulp less, and less by \
         twice the tolerance. *Different* are pairs that contradict the guarantee of such a mesh. *Within the tolerance* are pairs \
         that are wider than 2r by less than the tolerance, and closed in the mesh. Times are the least of several builds; a \
         question is between places that are measured.\n\n{HEAD}{lines}\n"
    );
    let _ = writeln!(page, "All: {} pairs, {} different.", all.pairs(), all.different);
    page
}
