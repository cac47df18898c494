//! Towers are built in the way of creeps. One that would close the last way is refused.
//!
//! A plan is tried on a map of its own first, where nobody walks.
//!
//! `cargo run --example tower_defence`

use std::time::Duration;

use bevy_app::TaskPoolPlugin;
use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_tautline::prelude::*;
use bevy_tautline::tautline::PathQuery;
use bevy_tautline::{NavField, OnMaps};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::prelude::*;

/// The entrance and the exit.
const ENDS: [Vec3; 2] = [Vec3::new(-11.0, 0.0, 0.0), Vec3::new(11.0, 0.0, 0.0)];
const CREEP: f32 = 0.4;
/// The range of a tower, and the ticks between two shots.
const RANGE: f32 = 3.5;
const RELOAD: u32 = 24;

/// The two maps: the one on which creeps walk, and the one for plans.
#[derive(Resource)]
struct Maps {
    real: Entity,
    plan: Entity,
}

#[derive(Debug, Default, Resource)]
struct Score {
    built: u32,
    refused: u32,
    shot: u32,
    leaked: u32,
    tick: u32,
}

#[derive(Component)]
struct Planned;

#[derive(Component)]
struct Tower {
    loaded_at: u32,
}

#[derive(Component)]
struct Creep {
    health: u32,
}

fn main() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, TransformPlugin, scene))
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs_f64(1.0 / 64.0)));
    for minute in 1..3 {
        (0..60 * 64).for_each(|_| app.update());
        println!("after {minute} min: {:?}", app.world().resource::<Score>());
    }
    let creeps = app.world_mut().query::<&Creep>().iter(app.world()).count();
    let score = app.world().resource::<Score>();
    assert!(score.refused > 0 && score.shot > 0 && creeps == 0, "{creeps} are left");
}

pub(crate) fn scene(app: &mut App) {
    app.add_plugins(TautlinePlugin::default())
        .init_resource::<Score>()
        .add_systems(Startup, set_up)
        .add_systems(FixedUpdate, (come, build).before(NavSystems::Edit))
        .add_systems(FixedUpdate, judge.after(NavSystems::Edit).before(NavSystems::Commands))
        .add_systems(FixedUpdate, (shoot, leave).chain().after(NavSystems::Output));
}

fn set_up(mut commands: Commands) {
    let mut map = || commands.spawn(NavMap::for_radii(&[CREEP])).id();
    let maps = Maps { real: map(), plan: map() };
    commands.spawn(NavGround::rect([-12.0, -6.0], [12.0, 6.0])); // on both
    commands.insert_resource(maps);
    commands.spawn(NavField { goals: vec![ENDS[1]] });
}

/// A wave of ten creeps comes every twelve seconds, eight times.
fn come(
    mut commands: Commands,
    maps: Res<Maps>,
    score: Res<Score>,
    exit: Single<Entity, With<NavField>>,
) {
    let (wave, within) = (score.tick / 768, score.tick % 768);
    if wave < 8 && within < 320 && within.is_multiple_of(32) {
        commands.spawn((
            Transform::from_translation(ENDS[0]),
            NavAgent::radius(CREEP).speed(2.0),
            Destination::Field(*exit),
            OnMaps(vec![maps.real]),
            Creep { health: 6 + 2 * wave },
        ));
    }
}

/// Every second a tower is planned: rows of towers, which leave no gap in the end.
fn build(mut commands: Commands, maps: Res<Maps>, mut score: ResMut<Score>) {
    score.tick += 1;
    let number = score.tick / 64;
    if score.tick.is_multiple_of(64) && number <= 30 {
        let (row, at) = ((number - 1) / 6, (number - 1) % 6);
        // Odd rows are built from the other side.
        let y = if row.is_multiple_of(2) { 5.0 - 2.0 * at as f32 } else { 2.0 * at as f32 - 5.0 };
        let place = Transform::from_xyz(row as f32 * 4.0 - 8.0, y, 0.0);
        commands.spawn((place, NavObstacle::rectangle(2.0, 2.0), OnMaps(vec![maps.plan]), Planned));
    }
}

/// Builds what is planned if a way is left; the map of the plans shows it.
fn judge(
    mut commands: Commands,
    nav: Nav,
    maps: Res<Maps>,
    mut score: ResMut<Score>,
    planned: Query<Entity, With<Planned>>,
) {
    for tower in &planned {
        let finder = nav.finder_on(maps.plan, CREEP);
        let query = PathQuery::new(nav.place(ENDS[0]), nav.place(ENDS[1]));
        if finder.is_ok_and(|finder| finder.find_path(&query).is_ok()) {
            let both = OnMaps(vec![maps.real, maps.plan]);
            commands.entity(tower).remove::<Planned>().insert((both, Tower { loaded_at: 0 }));
            score.built += 1;
        } else {
            commands.entity(tower).despawn();
            score.refused += 1;
        }
    }
}

/// Each tower shoots at the creep in range that is nearest to it.
fn shoot(
    mut commands: Commands,
    mut score: ResMut<Score>,
    mut towers: Query<(&Transform, &mut Tower)>,
    mut creeps: Query<(Entity, &Transform, &mut Creep)>,
) {
    let now = score.tick;
    for (place, mut tower) in towers.iter_mut().filter(|(_, tower)| tower.loaded_at <= now) {
        let away = |at: &Transform| at.translation.distance(place.translation);
        let near = creeps.iter_mut().filter(|(_, at, creep)| creep.health > 0 && away(at) <= RANGE);
        let Some((entity, _, mut creep)) = near.min_by(|a, b| away(a.1).total_cmp(&away(b.1)))
        else {
            continue;
        };
        tower.loaded_at = now + RELOAD;
        creep.health -= 1;
        if creep.health == 0 {
            commands.entity(entity).despawn();
            score.shot += 1;
        }
    }
}

/// Creeps at the exit are through.
fn leave(
    mut commands: Commands,
    mut score: ResMut<Score>,
    creeps: Query<(Entity, &Creep, &NavAgentState)>,
) {
    for (entity, creep, state) in &creeps {
        if creep.health > 0 && *state == NavAgentState::Arrived {
            commands.entity(entity).despawn();
            score.leaked += 1;
        }
    }
}
