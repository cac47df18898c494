//! Live maps: edits, doors, live paths, mixed load, memory, and wrong answers.

use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

use benches::heap::{Counting, live_bytes};
use benches::live::differences::{Compared, compare, sequence};
use benches::live::shapes::{Family, ground};
use benches::live::{costs, latency, load, paths};
use benches::program::{Maps, Pages, ended};
use benches::scenario::{FILES, Options, Scenario};
use benches::setting::Setting;
use clap::Parser;
use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::weighted::with_areas;
use tautline::{Bounds, BuildOptions, DVec2, LiveMesh, NavMeshBuilder, Outlines};

/// The number of weighted regions.
const AREAS: usize = 200;

#[global_allocator]
static HEAP: Counting = Counting;

/// Measures edits of live maps, and everything that follows them.
#[derive(Debug, Parser)]
#[command(name = "live")]
struct Arguments {
    #[command(flatten)]
    maps: Maps,
    /// The map of the latencies.
    #[arg(long, default_value = "sc1/Aurora")]
    on: String,
    /// The additions and removals of each family.
    #[arg(long, default_value_t = 1000)]
    edits: usize,
    /// The edits on each map that is compared with fresh builds.
    #[arg(long, default_value_t = 200)]
    sequence: usize,
    /// The edits after which the memory is measured.
    #[arg(long, default_value_t = 100_000)]
    memory: usize,
    /// The agents' radius for the latencies.
    #[arg(long, default_value_t = 0.0)]
    radius: f64,
    /// Only the latencies of edits, doors and queries.
    #[arg(long)]
    short: bool,
    #[command(flatten)]
    pages: Pages,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    ended("live", run(&arguments).map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let data = &arguments.maps.data;
    let mut page = heading(&arguments.pages.setting("live"));
    let scenario = read(data, &arguments.on)?;
    let single = scenario.outlines.clone();
    let tenfold = repeated(&single, 10);
    let mut say = |line: &str| {
        println!("{line}");
        page += line;
        page.push('\n');
    };
    for (name, outlines) in [(arguments.on.as_str(), &single), ("ten of them", &tenfold)] {
        let mut map = map_of(outlines, arguments.radius)?;
        say(&format!(
            "\n## {name}: {} cells\n\n| µs: median / p99 / worst | add | remove | next query | local |\n|---|---|---|---|---|",
            map.mesh().cell_count()
        ));
        for (family, family_name) in Family::ALL {
            let of = latency::edits(&mut map, family, arguments.edits, 100)?;
            let [add, remove, query] = [of.add, of.remove, of.query].map(shown);
            say(&format!(
                "| {family_name} | {add} | {remove} | {query} | {:.1} % |",
                of.local * 100.0
            ));
        }
        let doors = latency::doors(&mut map, arguments.edits)?;
        say(&format!("| a door | {} | | | |", shown(doors)));
    }
    costly_rows(&scenario, arguments.radius, &mut say)?;
    if !arguments.short {
        more(arguments, &scenario, &mut say)?;
    }
    arguments.pages.write("live.md", &page)
}

/// All figures but the latencies.
fn more(
    arguments: &Arguments,
    scenario: &Scenario,
    say: &mut impl FnMut(&str),
) -> Result<(), String> {
    let mut map = map_of(&scenario.outlines, 0.0)?;
    say("\n## Live paths, load, expansions, memory\n\n| figure | value |\n|---|---|");
    let figures = paths::watched(&mut map, 1000, 100)?;
    say(&format!(
        "| {} live paths, breaks after an addition, µs | {} |",
        figures.paths,
        shown(figures.breaks)
    ));
    say(&format!("| breaks and possible gains after a removal, µs | {} |", shown(figures.gains)));
    say(&format!(
        "| broken, possible gains, missed of trials | {}, {}, {} of {} |",
        figures.broken, figures.possible, figures.missed, figures.trials
    ));
    let load = load::mixed(&mut map, 5.0, 1000.0);
    say(&format!(
        "| queries a second: still map, and beside {:.0} edits a second | {:.0}, {:.0} ({:.2}) |",
        load.edits,
        load.still,
        load.mixed,
        load.mixed / load.still
    ));
    let mut random = SplitMix64::new(5);
    for _ in 0..100 {
        let outline = Family::Crate.at(ground(map.mesh(), &mut random), &mut random);
        map.add_obstacle(outline).map_err(|error| error.to_string())?;
    }
    say(&expansions(&map, &mut random, "100 standing crates")?);
    while !map.refresh_index(100_000) {}
    say(&expansions(&map, &mut random, "the same, tidied")?);
    let before = live_bytes();
    let mut left = 0;
    while left < arguments.memory {
        let outline = Family::Crate.at(ground(map.mesh(), &mut random), &mut random);
        if let Ok(key) = map.add_obstacle(outline) {
            map.remove(key).map_err(|error| error.to_string())?;
        }
        left += 2;
    }
    let growth = live_bytes() as f64 - before as f64;
    say(&format!(
        "| heap after {} edits, MB more than before | {:.1} |",
        arguments.memory,
        growth / 1e6
    ));
    while !map.refresh_index(100_000) {}
    say(&expansions(&map, &mut random, "after these edits, tidied")?);
    wrong_answers(arguments, say)
}

/// Compares the expansions of queries with those on a fresh build. Returns a row of the table.
fn expansions(map: &LiveMesh, random: &mut SplitMix64, what: &str) -> Result<String, String> {
    let mut compared = Compared::default();
    compare(map, random, 500, &mut compared)?;
    let ratio = compared.expanded as f64 / compared.expanded_fresh as f64;
    Ok(format!("| expansions over a fresh build's, {what} | {ratio:.3} |"))
}

/// The first query after an edit, on the map with areas of different costs.
fn costly_rows(scenario: &Scenario, radius: f64, say: &mut impl FnMut(&str)) -> Result<(), String> {
    let points = scenario.outlines.walkable.iter().flat_map(|outline| &outline.exterior);
    let size = Bounds::of(points.copied()).size().max_element();
    let outlines = with_areas(scenario.outlines.clone(), AREAS, size * 0.04, 1);
    let mut map = map_of(&outlines, radius)?;
    let times = costs::queries(&mut map, 100)?;
    say(&format!(
        "\n## Weighted regions: {AREAS} areas\n\n| query, ms: median / p99 / worst | |\n|---|---|"
    ));
    let row = |name: &str, times: [f64; 3]| {
        format!("| {name} | {} |", times.map(|time| format!("{time:.1}")).join(" / "))
    };
    say(&row("the first after an edit", times.first));
    say(&row("the same again", times.again));
    say(&row("the first of a new finder", times.fresh));
    Ok(())
}

fn wrong_answers(arguments: &Arguments, say: &mut impl FnMut(&str)) -> Result<(), String> {
    say(
        "\n## Against fresh builds\n\n| map | edits | local | answers compared | wrong |\n|---|---|---|---|---|",
    );
    for name in arguments.maps.names(&FILES)?.iter().take(10) {
        let mut map = map_of(&read(&arguments.maps.data, name)?.outlines, 0.0)?;
        let Compared { edits, local, answers, wrong, .. } =
            sequence(&mut map, arguments.sequence, arguments.sequence.div_ceil(10))?;
        say(&format!("| {name} | {edits} | {local} | {answers} | {wrong} |"));
    }
    Ok(())
}

fn read(data: &Path, name: &str) -> Result<Scenario, String> {
    Scenario::read(data, name, &Options::default())
}

fn map_of(outlines: &Outlines, radius: f64) -> Result<LiveMesh, String> {
    let options = BuildOptions::default().agent_radius(radius);
    let builder = NavMeshBuilder::from_outlines(outlines.clone()).with_options(options);
    LiveMesh::new(builder).map_err(|error| error.to_string())
}

/// Copies of a map side by side.
fn repeated(outlines: &Outlines, count: u32) -> Outlines {
    let mut all = Outlines::default();
    for copy in 0..count {
        let by = DVec2::new(f64::from(copy) * 1100.0, 0.0);
        all.walkable.extend(outlines.walkable.iter().cloned().map(|mut outline| {
            for point in outline.exterior.iter_mut().chain(outline.holes.iter_mut().flatten()) {
                *point += by;
            }
            outline
        }));
    }
    all
}

fn shown([median, high, worst]: [f64; 3]) -> String {
    format!("{median:.0} / {high:.0} / {worst:.0}")
}

fn heading(Setting { command, machine, flags, commit, date }: &Setting) -> String {
    let mut page = String::from("# Live maps\n\n");
    // Writing into a String cannot fail.
    let _ = write!(page, "- {machine}\n- {flags}\n- commit {commit}, {date}\n- `{command}`\n");
    page
}
