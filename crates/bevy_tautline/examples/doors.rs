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
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins(TautlinePlugin::default())
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)))
        .add_observer(|event: On<NoPath>| println!("{}: no path, {}", event.entity, event.error))
        .add_observer(|event: On<Arrived>| println!("{}: there", event.entity));
    let world = app.world_mut();
    world.spawn((NavMap::default(), NavGround::rect([-10.0, -5.0], [10.0, 5.0])));
    world.spawn(NavWall::new([[0.0, -5.0], [0.0, -1.0]]));
    world.spawn(NavWall::new([[0.0, 1.0], [0.0, 5.0]]));
    let door = world.spawn(NavDoor::new([[0.0, -1.0], [0.0, 1.0]])).id();
    let goal = Destination::to([8.0, 0.0, 0.0]);
    let walker = (Transform::from_xyz(-8.0, 0.0, 0.0), NavAgent::radius(0.4), goal);
    let walker = world.spawn(walker).id();
    for tick in 0..640 {
        if let (96 | 320, Some(mut door)) = (tick, app.world_mut().get_mut::<NavDoor>(door)) {
            door.open = !door.open;
            println!("tick {tick}: the door is {}", if door.open { "open" } else { "closed" });
        }
        app.update();
    }
    assert_eq!(app.world().get::<NavAgentState>(walker), Some(&NavAgentState::Arrived));
}
