//! A field with 1,000 boxes, of which ten move, in `bevy_tautline` and in `vleue_navigator`: the latency from a move to the first
//! path that knows of it, and the time of a tick with 500 paths.
//!
//! `cargo run --release --ignore-rust-version --manifest-path benches-bevy/Cargo.toml`

mod ours;
mod rival;

use std::time::{Duration, Instant};

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

use crate::ours::Ours;
use crate::rival::Rival;

const SIDE: f32 = 320.0;
const RADIUS: f32 = 0.5;
const BOXES: usize = 1_000;
const AGENTS: usize = 500;
const MOVES: usize = 100;
const TICKS: usize = 128;
const TICK: Duration = Duration::from_nanos(1_000_000_000 / 64);

/// A plugin in an app without a window, whose frames are ticks.
trait Contender {
    fn app(&mut self) -> &mut App;

    /// Returns the entities of the boxes.
    fn boxes(&self) -> &[Entity];

    /// Plays frames until paths know of the last move.
    fn settle(&mut self);

    /// Returns the length of the shortest path, if there is one.
    fn length(&mut self, from: Vec2, to: Vec2) -> Option<f64>;

    /// Plays a frame, with all that the game does for its agents.
    fn tick(&mut self);
}

/// Returns an app with what both need.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(TICK));
    app
}

/// Returns the middle of a box and its halves.
fn place(number: usize) -> [Vec2; 2] {
    let at = |cell: usize| cell as f32 * 10.0 - SIDE / 2.0 + 5.0;
    let half = 1.0 + (number % 3) as f32 / 2.0;
    [Vec2::new(at(number % 32), at(number / 32)), Vec2::new(half, 3.0 - half)]
}

/// Returns the ends of the path of an agent, beside boxes on opposite sides.
fn ends(agent: usize) -> [Vec2; 2] {
    let at = |cell: usize| cell as f32 * 10.0 - SIDE / 2.0 + 10.0;
    let place = Vec2::new(at(agent % 31), at(agent * 7 % 31));
    [place, -place]
}

/// Moves ten boxes by half a unit.
fn move_boxes(contender: &mut impl Contender, tick: usize) {
    let first = tick * 10 % BOXES;
    let boxes = contender.boxes()[first..first + 10].to_vec();
    for entity in boxes {
        if let Some(mut place) = contender.app().world_mut().get_mut::<Transform>(entity) {
            place.translation.x += if (tick / 100).is_multiple_of(2) { 0.5 } else { -0.5 };
        }
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// Prints the mean, the 99th percentile and the worst of some times in milliseconds.
fn print(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
    println!("| {name} | {mean:.2} | {:.2} | {:.2} |", at(0.99), at(1.0));
}

/// Measures latencies. Returns the lengths of the paths, which both have to agree on.
fn latency(name: &str, contender: &mut impl Contender) -> Vec<Option<f64>> {
    let (mut times, mut lengths) = (Vec::new(), Vec::new());
    for tick in 0..MOVES {
        let [from, to] = ends(tick);
        // The rival takes note in a further frame that its task is done; it would miss the next change before.
        contender.tick();
        contender.tick();
        let start = Instant::now();
        move_boxes(contender, tick);
        contender.settle();
        lengths.push(contender.length(from, to));
        times.push(milliseconds(start));
    }
    print(&format!("{name}: from a move to the first path"), times);
    lengths
}

/// Measures ticks, 64 a second, in each of which boxes move.
fn ticks(name: &str, contender: &mut impl Contender) {
    let mut times = Vec::new();
    for tick in 0..TICKS {
        let start = Instant::now();
        move_boxes(contender, tick);
        contender.tick();
        times.push(milliseconds(start));
        std::thread::sleep(TICK.saturating_sub(start.elapsed()));
    }
    print(&format!("{name}: a tick"), times);
}

fn main() {
    println!("| ms | mean | p99 | worst |\n|---|---|---|---|");
    let own = latency("bevy_tautline", &mut Ours::new(0));
    let other = latency("vleue_navigator", &mut Rival::new());
    let differs = |(own, other): (&Option<f64>, &Option<f64>)| match (own, other) {
        (Some(own), Some(other)) => (own - other).abs() > 0.01 * own,
        (own, other) => own.is_some() != other.is_some(),
    };
    let differing = own.iter().zip(&other).filter(|pair| differs(*pair)).count();
    let found = own.iter().filter(|length| length.is_some()).count();
    println!(
        "of {MOVES} paths {found} exist, and {differing} differ by more than 1 % or in whether they exist"
    );
    ticks("bevy_tautline", &mut Ours::new(AGENTS));
    let mut rival = Rival::new();
    ticks("vleue_navigator", &mut rival);
    println!("{} meshes in {TICKS} ticks, with {AGENTS} paths each", rival.meshes());
}
