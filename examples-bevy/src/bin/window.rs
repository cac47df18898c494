//! The examples of the plugin in a window, drawn by its gizmos.
//!
//! `cargo run --release --ignore-rust-version --manifest-path examples-bevy/Cargo.toml --features window --bin window -- crowd`
//!
//! After the name of a scene, `FILE.png SECONDS` saves what the window shows then, and ends.

use std::path::PathBuf;
use std::process::ExitCode;

use bevy::camera::ScalingMode;
use bevy::prelude::*;
use bevy::render::view::window::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy_tautline::NavGizmosPlugin;

#[allow(dead_code, reason = "its `main` runs without a window")]
#[path = "avian_pushes.rs"]
mod avian_pushes;
#[allow(dead_code, reason = "its `main` runs without a window")]
#[path = "../../../crates/bevy_tautline/examples/crowd.rs"]
mod crowd;
#[allow(dead_code, reason = "its `main` runs without a window")]
#[path = "../../../crates/bevy_tautline/examples/doors.rs"]
mod doors;
#[allow(dead_code, reason = "its `main` runs without a window")]
#[path = "../../../crates/bevy_tautline/examples/hello.rs"]
mod hello;
#[allow(dead_code, reason = "its `main` runs without a window")]
#[path = "../../../crates/bevy_tautline/examples/platforms_xz.rs"]
mod platforms_xz;
#[allow(dead_code, reason = "its `main` runs without a window")]
#[path = "../../../crates/bevy_tautline/examples/tower_defence.rs"]
mod tower_defence;

/// A scene, and the rectangle of its map that the window shows.
struct Shown {
    name: &'static str,
    scene: fn(&mut App),
    low: [f32; 2],
    high: [f32; 2],
    /// Whether y is up.
    is_level: bool,
}

impl Shown {
    const fn new(name: &'static str, scene: fn(&mut App), low: [f32; 2], high: [f32; 2]) -> Self {
        Self { name, scene, low, high, is_level: false }
    }
}

const SCENES: [Shown; 6] = [
    Shown::new("hello", hello::scene, [-5.0, -4.0], [5.0, 4.0]),
    Shown::new("doors", doors::scene, [-10.0, -5.0], [10.0, 5.0]),
    Shown::new("crowd", crowd::scene, [0.0, 0.0], [50.0, 30.0]),
    Shown::new("tower_defence", tower_defence::scene, [-12.0, -6.0], [12.0, 6.0]),
    Shown::new("avian_pushes", avian_pushes::scene, [-20.0, -8.0], [20.0, 8.0]),
    Shown {
        is_level: true,
        ..Shown::new("platforms_xz", platforms_xz::scene, [0.0, 0.0], [24.0, 10.0])
    },
];

/// The picture to save, and when.
#[derive(Resource)]
struct Picture {
    file: PathBuf,
    seconds: f32,
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let Some(shown) = SCENES.iter().find(|shown| shown.name == name) else {
        eprintln!("name a scene: {}", SCENES.map(|shown| shown.name).join(", "));
        return ExitCode::FAILURE;
    };
    let window = Window { title: format!("tautline: {name}"), ..default() };
    let mut app = App::new();
    app.add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..default() }))
        .add_plugins((NavGizmosPlugin, shown.scene))
        .insert_resource(ClearColor(Color::srgb(0.07, 0.08, 0.1)));
    app.world_mut().spawn(camera(shown));
    if let (Some(file), Some(seconds)) = (words.next(), words.next()) {
        let Ok(seconds) = seconds.parse() else {
            eprintln!("{seconds} is not a number of seconds");
            return ExitCode::FAILURE;
        };
        app.insert_resource(Picture { file: file.into(), seconds });
        app.add_systems(Update, save.run_if(resource_exists::<Picture>));
    }
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(code) => ExitCode::from(code.get()),
    }
}

/// Returns a camera that looks at the whole map from above.
fn camera(shown: &Shown) -> impl Bundle {
    let [low, high] = [shown.low, shown.high].map(Vec2::from);
    let size = (high - low) * 1.08;
    let middle = (low + high) / 2.0;
    let place = if shown.is_level {
        // The map has the coordinates x and −z.
        Transform::from_xyz(middle.x, 100.0, -middle.y).looking_to(Dir3::NEG_Y, Dir3::NEG_Z)
    } else {
        Transform::from_xyz(middle.x, middle.y, 100.0)
    };
    let scaling_mode = ScalingMode::AutoMin { min_width: size.x, min_height: size.y };
    let lens = OrthographicProjection { scaling_mode, ..OrthographicProjection::default_2d() };
    (Camera2d, Projection::Orthographic(lens), place)
}

fn save(mut commands: Commands, time: Res<Time>, picture: Res<Picture>) {
    if time.elapsed_secs() >= picture.seconds {
        commands
            .spawn(Screenshot::primary_window())
            .observe(save_to_disk(picture.file.clone()))
            .observe(|_: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
                exit.write(AppExit::Success);
            });
        commands.remove_resource::<Picture>();
    }
}
