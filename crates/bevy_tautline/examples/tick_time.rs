//! The time of a tick with 1,000 obstacles, of which 10 move in each tick, and 500 agents; and that of Bevy without the plugin.
//!
//! `cargo run --release --example tick_time`

use std::time::{Duration, Instant};

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_tautline::prelude::*;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

const SIDE: f32 = 320.0;
const TICKS: u32 = 1_200;

/// An obstacle's number, and the tick of the app.
#[derive(Component)]
struct Number(u32);

fn main() {
    for (name, has_plugin, moving, agents) in [
        ("Bevy alone", false, 10, 500),
        ("the same with the plugin", true, 10, 500),
        ("no obstacle moves", true, 0, 500),
        ("no agent", true, 10, 0),
    ] {
        let mut times = play(has_plugin, moving, agents);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        times.sort_by(f64::total_cmp);
        let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
        println!("| {name} | {mean:.3} | {:.3} | {:.3} |", at(0.99), at(1.0));
    }
}

/// Returns the time of each tick, in milliseconds, after a second in which all paths are planned.
fn play(has_plugin: bool, moving: u32, agents: u32) -> Vec<f64> {
    let tick = Duration::from_nanos(1_000_000_000 / 64);
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .insert_resource(Time::<Fixed>::from_hz(64.0))
        .insert_resource(TimeUpdateStrategy::ManualDuration(tick));
    if has_plugin {
        app.add_plugins(TautlinePlugin::default());
    }
    let turn = move |mut tick: Local<u32>, mut shapes: Query<(&Number, &mut Transform)>| {
        *tick += 1;
        let first = *tick * moving % 1_000;
        for (number, mut place) in &mut shapes {
            if (first..first + moving).contains(&number.0) {
                place.translation.x += if (*tick / 100).is_multiple_of(2) { 0.5 } else { -0.5 };
            }
        }
    };
    app.add_systems(FixedUpdate, turn.before(NavSystems::Edit));
    let back = |mut agents: Query<(&Transform, &NavAgentState, &mut Destination)>| {
        for (place, state, mut goal) in &mut agents {
            if *state == NavAgentState::Arrived {
                *goal = Destination::Point(-place.translation);
            }
        }
    };
    app.add_systems(FixedUpdate, back.after(NavSystems::Output));
    let world = app.world_mut();
    let half = SIDE / 2.0;
    world.spawn((NavMap::for_radii(&[0.5]), NavGround::rect([-half, -half], [half, half])));
    for number in 0..1_000_u32 {
        let at = |cell: u32| cell as f32 * 10.0 - half + 5.0;
        let place = Transform::from_xyz(at(number % 32), at(number / 32), 0.0);
        let size = 2.0 + (number % 3) as f32;
        world.spawn((NavObstacle::rectangle(size, 6.0 - size), place, Number(number)));
    }
    for agent in 0..agents {
        // Between the obstacles, on all sides.
        let at = |cell: u32| cell as f32 * 10.0 - half + 10.0;
        let place = Transform::from_xyz(at(agent % 31), at(agent * 7 % 31), 0.0);
        let goal = Destination::Point(-place.translation);
        world.spawn((place, NavAgent { goes_near: true, ..NavAgent::radius(0.5) }, goal));
    }
    for _ in 0..64 {
        app.update();
    }
    let timed = |_| {
        let start = Instant::now();
        app.update();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..TICKS).map(timed).collect()
}
