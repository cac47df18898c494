//! Fields of pillars, which see one another from afar: how a search grows with their number.

use std::f64::consts::TAU;
use std::fmt::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use benches::program::{Pages, ended};
use benches::setting::Setting;
use clap::Parser;
use navmesh_testkit::SplitMix64;
use tautline::{
    BuildOptions, DVec2, MeshFinder, NavMesh, Outline, Outlines, Path, PathQuery, Scratch,
    build_outlines,
};

/// Builds fields of pillars and asks the way across each, along it, over a part of it and to one side.
#[derive(Debug, Parser)]
#[command(name = "pillars")]
struct Arguments {
    /// The number of pillars.
    #[arg(long, value_delimiter = ',', default_value = "1000,4000,16000")]
    counts: Vec<usize>,
    /// The agent's radii; pillars are about 3 wide and 1 apart.
    #[arg(long, value_delimiter = ',', default_value = "0,0.3")]
    radii: Vec<f64>,
    /// The number of times each query is asked; the least time counts.
    #[arg(long, default_value_t = 3)]
    repeat: u32,
    #[command(flatten)]
    pages: Pages,
}

/// The distance between the centres of neighbouring pillars.
const STEP: f64 = 4.0;

/// The arrangement and the shape of the pillars.
const KINDS: [&str; 4] =
    ["squares in rows", "rounds, every other row between", "bricks", "at random"];

fn main() -> ExitCode {
    ended("pillars", run(&Arguments::parse()).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let Setting { command, machine, flags, commit, date } = arguments.pages.setting("pillars");
    let mut page = format!(
        "# Fields of pillars\n\n`{command}`\n\n- {machine}\n- {flags}\n- commit: {commit}\n- date: {date}\n\n\
         Each vertex sees many others, along straight rows all of them. One thread; a query's time is the best of its repeats.\n\n\
         | pillars | radius | vertices | build, s | index, s | across | along | a part | to one side | expansions a vertex, at most |\n\
         |---|---|---|---|---|---|---|---|---|---|\n"
    );
    for (kind, name) in KINDS.iter().enumerate() {
        for &radius in &arguments.radii {
            for &count in &arguments.counts {
                let row = measure(&outlines(kind, count), radius, arguments.repeat)?;
                let _ = writeln!(page, "| {count} {name} | {radius} | {row} |");
            }
        }
    }
    println!("{page}");
    arguments.pages.write("pillars.md", &page)
}

/// A field of pillars and some map around it.
fn outlines(kind: usize, count: usize) -> Outlines {
    let side = side(count);
    let mut random = SplitMix64::new(7);
    let mut pillar = |number: usize| {
        let (row, column) = (number / side, number % side);
        let corner = DVec2::new(column as f64, row as f64) * STEP;
        let shift = if row.is_multiple_of(2) { 0.0 } else { STEP * 0.5 };
        match kind {
            0 => Outline::rect(corner, corner + 3.0),
            1 => round(corner + DVec2::new(shift, 0.0), 1.5, 16),
            2 => Outline::rect(
                corner + DVec2::new(shift, 0.0),
                corner + DVec2::new(shift + 3.0, 3.0),
            ),
            _ => {
                let place = DVec2::new(random.unit(), random.unit()) * side as f64 * STEP;
                round(place, 0.3 + random.unit(), 8)
            }
        }
    };
    let obstacles = (0..count).map(&mut pillar).collect();
    let end = side as f64 * STEP + 10.0;
    let walkable = vec![Outline::rect([-10.0, -10.0], [end, end])];
    Outlines { walkable, obstacles, ..Outlines::default() }
}

/// The number of pillars a row has.
fn side(count: usize) -> usize {
    (count as f64).sqrt().ceil() as usize
}

/// A regular polygon.
fn round(middle: DVec2, radius: f64, corners: usize) -> Outline {
    let corner =
        |i: usize| middle + DVec2::from_angle(0.05 + i as f64 / corners as f64 * TAU) * radius;
    Outline { exterior: (0..corners).map(corner).collect(), holes: vec![] }
}

/// The cells of a row: what building and asking take.
fn measure(outlines: &Outlines, radius: f64, repeat: u32) -> Result<String, String> {
    let options = BuildOptions::default().agent_radius(radius);
    let begun = Instant::now();
    let (mesh, _) = build_outlines(outlines, &options).map_err(|error| error.to_string())?;
    let built = begun.elapsed();
    let begun = Instant::now();
    let vertices = mesh.vertex_count();
    let finder = MeshFinder::new(mesh);
    let prepared = begun.elapsed();
    let mut row =
        format!("{vertices} | {:.2} | {:.2}", built.as_secs_f64(), prepared.as_secs_f64());
    let mut most = 0;
    for query in queries(finder.mesh(), side(outlines.obstacles.len()) as f64 * STEP) {
        let (time, expanded) = ask(&finder, &query, repeat);
        let _ = write!(row, " | {:.2} ms", time.as_secs_f64() * 1e3);
        most = most.max(expanded);
    }
    let _ = write!(row, " | {:.2}", most as f64 / vertices as f64);
    Ok(row)
}

/// Across the field from corner to corner, along it, over a part of it, and to one side.
fn queries(mesh: &NavMesh, end: f64) -> Vec<PathQuery> {
    let map = |x: f64, y: f64| mesh.nearest(DVec2::new(x, y)).map(|nearest| nearest.point);
    let pairs = [
        [(-9.0, -9.0), (end + 9.0, end + 9.0)],
        [(-9.0, end * 0.5), (end + 9.0, end * 0.47)],
        [(end * 0.3 - 4.0, end * 0.3), (end * 0.6, end * 0.8)],
        [(-9.0, -9.0), (end * 0.8 + 5.0, end * 0.3)],
    ];
    let query = |[a, b]: [(f64, f64); 2]| Some(PathQuery::new(map(a.0, a.1)?, map(b.0, b.1)?));
    pairs.into_iter().filter_map(query).collect()
}

/// The least time of a query, and how many nodes it expands.
fn ask(finder: &MeshFinder, query: &PathQuery, repeat: u32) -> (Duration, u64) {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut once = || {
        let begun = Instant::now();
        let _ = finder.find_path_into(query, &mut scratch, &mut path);
        begun.elapsed()
    };
    let least = (0..repeat).map(|_| once()).min().unwrap_or_default();
    (least, path.stats().expanded)
}
