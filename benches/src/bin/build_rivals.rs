//! Building against the rivals: the same outlines, one process, time and memory.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use benches::build_fixture::{BuildFixture, Builder, Obstacle};
use benches::program::{Pages, ended};
use benches::setting::Setting;
use clap::Parser;
use navmesh_testkit::worlds::hard_outlines::hard_outlines;

/// Builds meshes of the same outlines as the rivals do, and compares times and memory.
#[derive(Debug, Parser)]
#[command(name = "build_rivals")]
struct Arguments {
    /// The folder that has `movingai/sc1/Aurora.map`.
    #[arg(long)]
    data: PathBuf,
    /// The number of builds of each contender, in turn; the least time counts. Fields of half a million vertices are built as often, smaller ones
    /// more often.
    #[arg(long, default_value_t = 7)]
    repeat: u32,
    #[command(flatten)]
    pages: Pages,
    /// Only builds a field of this number of vertices, of `octagons` or `stars`, by `ours` or `spade`, and prints the memory it took.
    #[arg(long, hide = true, num_args = 3, value_names = ["VERTICES", "OBSTACLES", "WHO"])]
    memory: Option<Vec<String>>,
}

const OURS: Builder = Builder::Ours { radius: 0.0 };
const RADIUS: f64 = 0.5;
/// The name of star fields in the option `--memory`.
const STARS: &str = "stars";
const FIELDS: [usize; 3] = [10_000, 100_000, 1_000_000];
const HARD_POINTS: u32 = 200_000;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match &arguments.memory {
        Some(what) => memory_of(what).map(|bytes| println!("{bytes}")),
        None => run(&arguments),
    };
    ended("build_rivals", result.map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let setting = arguments.pages.setting("build_rivals");
    let mut page = heading(&setting);
    let map = BuildFixture::of_map(&arguments.data, "sc1/Aurora")?;
    let plain = [OURS, Builder::Spade, Builder::Polyanya { radius: 0.0 }];
    page += &section(&map, "", &plain, arguments.repeat)?;
    let inflated = [Builder::Ours { radius: RADIUS }, Builder::Polyanya { radius: RADIUS }];
    let label = format!(", agent radius {RADIUS}");
    page += &section(&map.largest(), &label, &inflated, arguments.repeat.min(3))?;
    page += "\n## Growth\n\nMemory is the peak of the process during the build, minus its memory before, in bytes per vertex.\n";
    page += "\nOctagons on a square field, each with eight points on a circle:\n\n";
    page += &growth(Obstacle::Octagon, arguments.repeat)?;
    page += "\nStars of eight corners at any distance and angle:\n\n";
    page += &growth(Obstacle::Star, arguments.repeat)?;
    page += &hard_growth(arguments.repeat)?;
    println!("{page}");
    arguments.pages.write("build.md", &page)
}

fn heading(setting: &Setting) -> String {
    let Setting { command, machine, flags, commit, date } = setting;
    format!(
        "# Building against the rivals\n\n- {machine}\n- {flags}\n- commit {commit}, {date}\n- `{command}`\n\n\
         All contenders build in turn, several times, in one process; the least time counts, in milliseconds. `spade` \
         only triangulates the same points with the same constraints. `polyanya` triangulates, merges completely \
         and bakes, with one mesh per outline; inflated, it moves the obstacles only and comes nearer to walls \
         than the radius. Ours includes everything from outlines to the validated and indexed mesh; `spade` is its \
         triangulator.\n"
    )
}

/// The least time of each builder, in milliseconds, and its cells.
fn race(
    fixture: &BuildFixture,
    builders: &[Builder],
    repeat: u32,
) -> Result<Vec<(f64, usize)>, String> {
    let mut best = vec![(f64::INFINITY, 0); builders.len()];
    for _ in 0..repeat.max(1) {
        for (builder, best) in builders.iter().zip(&mut best) {
            let (time, cells) = builder.run(fixture)?;
            *best = (best.0.min(time), cells);
        }
    }
    Ok(best)
}

fn section(
    fixture: &BuildFixture,
    label: &str,
    builders: &[Builder],
    repeat: u32,
) -> Result<String, String> {
    let results = race(fixture, builders, repeat)?;
    let mut text = format!(
        "\n## {}{label}: {} vertices\n\n| contender | ms | of ours | cells or triangles |\n|---|---|---|---|\n",
        fixture.name,
        fixture.vertex_count()
    );
    for (builder, (time, cells)) in builders.iter().zip(&results) {
        let share = time / results[0].0;
        // Writing into a String cannot fail.
        let _ = writeln!(text, "| {} | {time:.1} | {share:.2} | {cells} |", builder.name());
    }
    Ok(text)
}

/// Ours and `spade` on ever larger fields of such obstacles.
fn growth(obstacle: Obstacle, repeat: u32) -> Result<String, String> {
    let mut text = "| vertices | ours, ms | growth | `spade`, ms | growth | ours, memory | `spade`, memory |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_owned();
    let mut last: Option<Vec<f64>> = None;
    for size in FIELDS {
        let fixture = BuildFixture::field(size, obstacle);
        let times: Vec<f64> = race(&fixture, &[OURS, Builder::Spade], repeats(size, repeat))?
            .into_iter()
            .map(|(time, _)| time)
            .collect();
        let growth = |i: usize| match &last {
            Some(last) => format!("{:.1}", times[i] / last[i]),
            None => "–".to_owned(),
        };
        let vertices = fixture.vertex_count();
        let memory = |who| Ok::<_, String>(memory_in_child(size, obstacle, who)? / vertices as u64);
        let [ours, spade] = [memory("ours")?, memory("spade")?];
        let _ = writeln!(
            text,
            "| {vertices} | {:.1} | {} | {:.1} | {} | {ours} | {spade} |",
            times[0],
            growth(0),
            times[1],
            growth(1)
        );
        last = Some(times);
    }
    Ok(text)
}

/// The growth of our build on arrangements of points that are hard for a triangulation, from a tenth to all points.
fn hard_growth(repeat: u32) -> Result<String, String> {
    let mut text = "\n## Hard arrangements\n\nThe times of a tenth of the points and of all of them; the growth should be at most 12.\n\n\
                    | points on | vertices | ms | vertices | ms | growth |\n|---|---|---|---|---|---|\n"
        .to_owned();
    let few = hard_outlines(HARD_POINTS / 10);
    for (tenth, whole) in few.into_iter().zip(hard_outlines(HARD_POINTS)) {
        let name = tenth.name;
        let mut row = format!("| {name} |");
        let mut times = Vec::new();
        for outlines in [tenth.outlines, whole.outlines] {
            let fixture = BuildFixture { name: name.to_owned(), outlines };
            let count = fixture.vertex_count();
            let time = race(&fixture, &[OURS], repeats(count, repeat))?[0].0;
            let _ = write!(row, " {count} | {time:.1} |");
            times.push(time);
        }
        let _ = writeln!(text, "{row} {:.1} |", times[1] / times[0]);
    }
    Ok(text)
}

/// The number of builds of a field; small fields repeat until they take as long: what is over in milliseconds is disturbed the most.
fn repeats(size: usize, repeat: u32) -> u32 {
    let builds = u64::from(repeat) * 500_000 / size as u64;
    builds.max(1) as u32
}

/// The memory that a build takes in a process of its own, in bytes.
fn memory_in_child(size: usize, obstacle: Obstacle, who: &str) -> Result<u64, String> {
    let told = |error: std::io::Error| format!("this program again: {error}");
    let program = std::env::current_exe().map_err(told)?;
    let obstacles = if obstacle == Obstacle::Star { STARS } else { "octagons" };
    let arguments = ["--data", ".", "--memory", &size.to_string(), obstacles, who];
    let output = Command::new(program).args(arguments).output().map_err(told)?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map_err(|_| format!("no memory was told: {text}"))
}

fn memory_of(what: &[String]) -> Result<u64, String> {
    let size = what[0].parse().map_err(|_| "the size is no number".to_owned())?;
    let obstacle = if what[1] == STARS { Obstacle::Star } else { Obstacle::Octagon };
    let builder = if what[2] == "ours" { OURS } else { Builder::Spade };
    let fixture = BuildFixture::field(size, obstacle);
    // Resets the peak to what is held now (Linux).
    fs::write("/proc/self/clear_refs", "5").map_err(|error| error.to_string())?;
    let before = peak_bytes()?;
    builder.run(&fixture)?;
    Ok(peak_bytes()? - before)
}

fn peak_bytes() -> Result<u64, String> {
    let status = fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
    kilobytes.map(|kilobytes| kilobytes * 1024).ok_or_else(|| "no peak is told".to_owned())
}
