//! A door closes before an agent, which waits with a reason and goes on once it opens.
//!
//! `cargo run --example doors`

use std::time::Duration;

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_tautline::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, scene))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)));
    (0..640).for_each(|_| app.update());
    let mut states = app.world_mut().query::<&NavAgentState>();
    assert_eq!(states.single(app.world()).ok(), Some(&NavAgentState::Arrived));
}

pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::default())
        .add_systems(FixedUpdate, turn.before(NavSystems::Edit))
        .add_observer(|event: On<NoPath>| println!("{}: no path, {}", event.entity, event.error))
        .add_observer(|event: On<Arrived>| println!("{}: there", event.entity));
    let world = app.world_mut();
    world.spawn((NavMap::default(), NavGround::rect([-10.0, -5.0], [10.0, 5.0])));
    world.spawn(NavWall::new([[0.0, -5.0], [0.0, -1.0]]));
    world.spawn(NavWall::new([[0.0, 1.0], [0.0, 5.0]]));
    world.spawn(NavDoor::new([[0.0, -1.0], [0.0, 1.0]]));
    let goal = Destination::to([8.0, 0.0, 0.0]);
    world.spawn((Transform::from_xyz(-8.0, 0.0, 0.0), NavAgent::radius(0.4), goal));
}

/// The door closes after a second and a half, and opens after five.
fn turn(mut tick: Local<u32>, mut door: Single<&mut NavDoor>) {
    *tick += 1;
    if let 96 | 320 = *tick {
        door.open = !door.open;
        println!("tick {}: the door is {}", *tick, if door.open { "open" } else { "closed" });
    }
}
