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
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, scene))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)));
    (0..20 * 64).for_each(|_| app.update());
    let mut states = app.world_mut().query::<&NavAgentState>();
    assert_eq!(states.single(app.world()).ok(), Some(&NavAgentState::Arrived));
}

pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::default().plane(Plane::Xz))
        .add_systems(FixedUpdate, lift.before(NavSystems::Commands))
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
    world.spawn((walker, Destination::to([16.0, 0.0, -2.0])));
}

/// After eight seconds the walker is put on the upper platform, from which the jump is shorter than the ramp.
fn lift(mut tick: Local<u32>, mut commands: Commands, walker: Single<Entity, With<NavAgent>>) {
    *tick += 1;
    if *tick == 8 * 64 {
        let up = (Transform::from_xyz(2.0, 4.0, -2.0), NavFloor(1));
        commands.entity(*walker).insert((up, Destination::to([17.0, 0.0, -2.0])));
    }
}
