//! A ground, an obstacle, and an agent that walks around it.
//!
//! `cargo run --example hello`

use bevy_app::prelude::*;
use bevy_app::{ScheduleRunnerPlugin, TaskPoolPlugin};
use bevy_ecs::prelude::*;
use bevy_tautline::prelude::*;
use bevy_time::TimePlugin;
use bevy_transform::prelude::*;

fn main() {
    App::new()
        .add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin))
        .add_plugins((ScheduleRunnerPlugin::default(), scene))
        .add_observer(|_: On<Arrived>, mut exit: MessageWriter<AppExit>| {
            exit.write(AppExit::Success);
        })
        .run();
}

pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::default()).add_systems(Startup, set_up);
}

fn set_up(mut commands: Commands) {
    commands.spawn((NavMap::default(), NavGround::rect([-5.0, -4.0], [5.0, 4.0])));
    commands.spawn((NavObstacle::rectangle(2.0, 4.0), Transform::default()));
    commands
        .spawn((
            Transform::from_xyz(-4.0, 0.0, 0.0),
            NavAgent::radius(0.4).speed(8.0),
            Destination::to([4.0, 0.5, 0.0]),
        ))
        .observe(|arrived: On<Arrived>, places: Query<&Transform>| {
            println!("{} is there: {:?}", arrived.entity, places.get(arrived.entity));
        });
}
