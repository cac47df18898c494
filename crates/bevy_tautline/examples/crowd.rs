//! Two hundred agents of two sizes leave a hall by the nearer of two exits, of which one closes on the way.
//!
//! `cargo run --release --example crowd`

use std::time::Duration;

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::NavField;
use bevy_tautline::prelude::*;
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

/// Marks the northern exit.
#[derive(Component)]
struct North;

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, scene))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)));
    for second in 1..=120 {
        (0..64).for_each(|_| app.update());
        let left = app.world_mut().query::<&NavAgent>().iter(app.world()).count();
        if second % 10 == 0 || left == 0 {
            println!("after {second} s: {left} are still inside");
        }
        if left == 0 {
            return;
        }
    }
    panic!("somebody is still inside");
}

pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::default())
        .add_systems(FixedUpdate, close.before(NavSystems::Edit))
        .add_systems(FixedUpdate, leave.after(NavSystems::Output));
    let world = app.world_mut();
    world.spawn((NavMap::for_radii(&[0.3, 0.5]), NavGround::rect([0.0, 0.0], [40.0, 30.0])));
    world.spawn(NavGround::rect([40.0, 0.0], [50.0, 30.0]));
    for [low, high] in [[0.0, 6.0], [9.0, 21.0], [24.0, 30.0]] {
        world.spawn(NavWall::new([[40.0, low], [40.0, high]]));
    }
    world.spawn(NavDoor::new([[40.0, 6.0], [40.0, 9.0]]));
    world.spawn((NavDoor::new([[40.0, 21.0], [40.0, 24.0]]), North));
    let goals = vec![Vec3::new(48.0, 7.5, 0.0), Vec3::new(48.0, 22.5, 0.0)];
    let exits = world.spawn(NavField { goals }).id();
    for number in 0..200_u16 {
        let place = [f32::from(number % 20) * 1.6 + 2.0, f32::from(number / 20) * 2.6 + 2.0];
        let radius = [0.3, 0.5][usize::from(number % 2)];
        let place = Transform::from_xyz(place[0], place[1], 0.0);
        world.spawn((place, NavAgent::radius(radius), Destination::Field(exits)));
    }
}

/// The northern exit closes after eight seconds.
fn close(mut tick: Local<u32>, mut door: Single<&mut NavDoor, With<North>>) {
    *tick += 1;
    if *tick == 8 * 64 {
        door.open = false;
    }
}

/// Agents that are outside leave the game.
fn leave(mut commands: Commands, agents: Query<(Entity, &Transform), With<NavAgent>>) {
    for (entity, _) in agents.iter().filter(|(_, place)| place.translation.x > 44.0) {
        commands.entity(entity).despawn();
    }
}
