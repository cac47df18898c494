//! A level with y up: two platforms above one another, joined by a ramp, and a ledge to jump down from.
//!
//! `cargo run --example platforms_xz`

use std::time::Duration;

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_tautline::prelude::*;
use bevy_tautline::{NavConnection, NavFloor};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(TautlinePlugin::default().plane(Plane::Xz))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)))
        .add_observer(|event: On<AtLink>| println!("it jumps to {}", event.exit))
        .add_observer(|event: On<Arrived>| println!("{} is there", event.entity));
    // A map has the coordinates x and −z.
    let (below, above, ramp) = (NavFloor(0), NavFloor(1), NavFloor(2));
    let world = app.world_mut();
    world.spawn((NavMap::default(), NavGround::rect([0.0, 0.0], [20.0, 10.0]), below));
    world.spawn((NavGround::rect([0.0, 0.0], [12.0, 10.0]), above));
    world.spawn((NavGround::rect([20.0, 0.0], [24.0, 10.0]), ramp));
    world.spawn((NavGround::rect([12.0, 8.0], [20.0, 10.0]), above));
    world.spawn(NavConnection::new([0, 2], [[20.0, 0.0], [20.0, 4.0]]));
    world.spawn(NavConnection::new([2, 1], [[20.0, 8.0], [20.0, 10.0]]));
    world.spawn(NavLink::new([11.0, 2.0], [13.0, 2.0]).between_floors([1, 0]).one_way());
    let walker = (Transform::from_xyz(2.0, 0.0, -2.0), NavAgent::radius(0.4), below);
    let walker = world.spawn((walker, Destination::to([16.0, 0.0, -2.0]))).id();
    let play = |app: &mut App, seconds: u32| (0..64 * seconds).for_each(|_| app.update());
    play(&mut app, 8);
    // From the upper platform the jump is shorter than the ramp.
    let up = (Transform::from_xyz(2.0, 4.0, -2.0), above);
    app.world_mut().entity_mut(walker).insert(up).insert(Destination::to([17.0, 0.0, -2.0]));
    play(&mut app, 12);
    assert_eq!(app.world().get::<NavAgentState>(walker), Some(&NavAgentState::Arrived));
}
