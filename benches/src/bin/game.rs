//! A whole game in one world: the time of a step of `examples/rts.rs`, edits and searches included.

#[path = "../../../examples/rts/game.rs"]
#[allow(dead_code)]
mod game;

use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;

use benches::program::{Pages, ended};
use clap::Parser;
use game::{Game, RATE, Rules};
use navmesh_testkit::SplitMix64;
use tautline::agents::{AgentOptions, Crowd};
use tautline::{Area, BuildOptions, DVec2, LiveMesh, NavMeshBuilder, Outline};

/// Measures the steps of a game.
#[derive(Debug, Parser)]
#[command(name = "game")]
struct Arguments {
    /// The seconds of the game.
    #[arg(long, default_value_t = 1200)]
    seconds: u64,
    /// The runs; the time of a step is its least in all of them.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    #[command(flatten)]
    pages: Pages,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = run(&arguments).map_err(|error| error.to_string());
    ended("game", result.map(|()| ExitCode::SUCCESS))
}

fn run(arguments: &Arguments) -> Result<()> {
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global()?; // as the page says
    let mut page = format!("# A whole game in one world\n\n{}\n", heading(arguments));
    let mut say = |line: String| {
        println!("{line}");
        page += &line;
        page.push('\n');
    };
    say("| units | mud | ms a step: mean | p95 | p99 | worst | edits | searches | least clearance |".into());
    say("|---|---|---|---|---|---|---|---|---|".into());
    for (units, mud, rallies) in [(200, 1.0, false), (200, 3.0, false), (2_000, 1.0, true)] {
        say(played(Rules { units, mud, rallies }, arguments)?);
    }
    say("\n| buildings | ms: median step | first step after an edit | ratio |\n|---|---|---|---|"
        .into());
    for buildings in [50, 300, 1_000] {
        say(first_step(buildings)?);
    }
    say(format!("\nAn edit that {} walking agents follow: {:.3} ms.", 5_000, edit_with(5_000)?));
    for mud in [1.0, 3.0] {
        say(format!("Searches of one agent in a minute, costs {mud}: {}.", lone_searches(mud)?));
    }
    arguments.pages.write("game.md", &page)?;
    Ok(())
}

fn heading(arguments: &Arguments) -> String {
    let setting = arguments.pages.setting("game");
    format!(
        "`{}`\n\n- machine: {}\n- compiler: {}\n- commit: {}\n- date: {}\n\n\
         The game of `examples/rts.rs`, {RATE} steps a second: up to 300 buildings that come and go, a gate, soldiers, \
         hovercraft and tanks (two meshes, three classes). A step includes the edits of both maps, all searches and the crowd. \
         Its time is the least of {} runs of the same game, on one thread.\n",
        setting.command,
        setting.machine,
        setting.flags,
        setting.commit,
        setting.date,
        arguments.runs
    )
}

/// Plays a game, and returns its row.
fn played(rules: Rules, arguments: &Arguments) -> Result<String> {
    let mut times = vec![f64::INFINITY; (arguments.seconds * RATE) as usize];
    let (mut counts, mut clearance) = (game::Counts::default(), f64::INFINITY);
    for run in 0..arguments.runs {
        let mut game = Game::new(rules)?;
        for (step, time) in times.iter_mut().enumerate() {
            let start = Instant::now();
            game.play()?;
            *time = time.min(start.elapsed().as_secs_f64() * 1e3);
            if run == 0 && step % 7 == 0 {
                clearance = clearance.min(game.least_clearance());
            }
        }
        counts = game.counts;
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    Ok(format!(
        "| {} | {} | {mean:.3} | {:.2} | {:.2} | {:.2} | {} | {} | {clearance:.1e} |",
        rules.units,
        rules.mud,
        at(0.95),
        at(0.99),
        at(1.0),
        counts.edits,
        counts.searches
    ))
}

/// Returns a live map with buildings on a lattice.
fn town(buildings: usize, mud: f64) -> Result<LiveMesh> {
    let side = 10.0 * (buildings as f64).sqrt().ceil().max(4.0);
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.4));
    builder.add_walkable(Outline::rect([0.0, 0.0], [side, side]));
    builder.add_area(Area::new(Outline::rect([12.0, 12.0], [18.0, 28.0]), "mud", mud));
    let mut rng = SplitMix64::new(1);
    let columns = (side / 10.0) as usize;
    for building in 0..buildings {
        let corner = DVec2::new((building % columns) as f64, (building / columns) as f64) * 10.0;
        let low = corner + DVec2::new(2.0 + rng.unit(), 2.0 + rng.unit());
        let size = DVec2::new(3.0 + 3.0 * rng.unit(), 3.0 + 3.0 * rng.unit());
        builder.add_obstacle(Outline::rect(low, low + size));
    }
    Ok(LiveMesh::new(builder)?)
}

/// Returns a crowd of agents that walk all over a map.
fn walkers(map: &LiveMesh, count: usize) -> Result<Crowd> {
    let mut crowd = Crowd::new(map.finder());
    let mut rng = SplitMix64::new(2);
    let size = map.mesh().bounds().size();
    while crowd.len() < count {
        let mut point = || DVec2::new(rng.unit() * size.x, rng.unit() * size.y);
        let (from, to) = (point(), point());
        if let Ok(key) = crowd.add(from, AgentOptions::default().radius(0.4)) {
            crowd.go_to(key, to)?;
        }
    }
    for _ in 0..30 {
        crowd.step(1.0 / 60.0, u64::MAX)?;
    }
    Ok(crowd)
}

fn milliseconds(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64() * 1e3)
}

/// The time of a step without a limit of searches.
fn step_time(crowd: &mut Crowd) -> Result<f64> {
    milliseconds(|| {
        crowd.step(1.0 / 60.0, u64::MAX)?;
        Ok(())
    })
}

/// The median of numbers.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// Compares the first step after an edit with others, for 50 agents.
fn first_step(buildings: usize) -> Result<String> {
    let mut map = town(buildings, 1.0)?;
    let mut crowd = walkers(&map, 50)?;
    let (mut firsts, mut others) = (Vec::new(), Vec::new());
    let mut hut = map.add_obstacle(Outline::rect([1.0, 1.0], [1.5, 1.5]))?;
    crowd.edit_map(map.finder(), map.report().walls())?;
    for at in 0..40 {
        for _ in 0..5 {
            others.push(step_time(&mut crowd)?);
        }
        map.remove(hut)?;
        crowd.edit_map(map.finder(), map.report().walls())?;
        let corner = DVec2::splat(0.5 + f64::from(at) / 40.0);
        hut = map.add_obstacle(Outline::rect(corner, corner + 0.5))?;
        crowd.edit_map(map.finder(), map.report().walls())?;
        firsts.push(step_time(&mut crowd)?);
    }
    let [first, other] = [median(firsts), median(others)];
    Ok(format!("| {buildings} | {other:.3} | {first:.3} | {:.1} |", first / other))
}

/// The time in which a crowd follows an edit, without the edit itself.
fn edit_with(count: usize) -> Result<f64> {
    let mut map = town(1_000, 1.0)?;
    let mut crowd = walkers(&map, count)?;
    let mut times = Vec::new();
    for at in 0..20 {
        let low = DVec2::splat(100.0 + 10.0 * f64::from(at));
        map.add_obstacle(Outline::rect(low, low + 1.0))?;
        times.push(milliseconds(|| Ok(crowd.edit_map(map.finder(), map.report().walls())?))?);
        crowd.step(1.0 / 60.0, u64::MAX)?;
    }
    Ok(median(times))
}

fn lone_searches(mud: f64) -> Result<u64> {
    let map = town(50, mud)?;
    let mut crowd = Crowd::new(map.finder());
    let key = crowd.add([1.0, 1.0], AgentOptions::default().radius(0.4))?;
    crowd.go_to(key, [75.0, 60.0])?;
    (0..60 * RATE).map(|_| Ok(crowd.step(1.0 / RATE as f64, u64::MAX)?.searches)).sum()
}
