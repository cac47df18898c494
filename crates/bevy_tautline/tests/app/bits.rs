//! The same steps give the same bits, whatever the frames are.

use std::time::Duration;

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::prelude::*;
use bevy_transform::prelude::Transform;

use crate::game::{Game, app_with, tick};

/// Plays a busy hall until a number of ticks, and returns the bits of all agents.
fn played(frame: Duration, frames: u32) -> Vec<[u32; 3]> {
    let mut app = app_with(TautlinePlugin::default(), frame);
    app.world_mut().spawn((NavMap::default(), NavGround::rect([-20.0, -10.0], [20.0, 10.0])));
    app.world_mut().spawn(NavDoor::new([[0.0, -10.0], [0.0, 10.0]]));
    let spin = |mut time: Local<u32>, mut walls: Query<(&mut Transform, &NavObstacle)>| {
        *time += 1;
        for (mut transform, _) in &mut walls {
            transform.translation.y = ((*time % 200) as f32 / 100.0 - 1.0).abs() * 8.0 - 4.0;
        }
    };
    app.add_systems(bevy_app::FixedUpdate, spin.before(NavSystems::Edit));
    for x in [-6.0, 0.0, 6.0] {
        app.world_mut().spawn((NavObstacle::rectangle(1.0, 5.0), Transform::from_xyz(x, 0.0, 0.0)));
    }
    let agents: Vec<Entity> = (0..24_u8)
        .map(|at| {
            let (side, y) = (if at < 12 { -1.0 } else { 1.0 }, f32::from(at % 12) * 1.5 - 8.25);
            let agent = app.walker([side * 17.0, y], [-side * 17.0, -y]);
            app.world_mut().get_mut::<NavAgent>(agent).unwrap().radius =
                [0.3, 0.5][usize::from(at % 2)];
            agent
        })
        .collect();
    app.ticks(frames);
    let bits = |agent: &Entity| app.at(*agent).to_array().map(f32::to_bits);
    agents.iter().map(bits).collect()
}

#[test]
fn two_runs_and_other_frame_rates_have_the_same_bits() {
    let plain = played(tick(), 640);
    assert_eq!(plain, played(tick(), 640));
    // Two ticks a frame, and a tick every second frame.
    assert_eq!(plain, played(2 * tick(), 320));
    assert_eq!(plain, played(tick() / 2, 1_280));
    assert_ne!(plain[0], Vec3::new(-17.0, -8.25, 0.0).to_array().map(f32::to_bits));
}
