//! Saved games: a loaded one has the future that the saved one has.

use bevy_app::App;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_tautline::prelude::*;
use bevy_tautline::{NavField, NavFilter, NavOrder, NavOutline, NavWorld, OnMaps};
use bevy_transform::prelude::Transform;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tautline::Filter;

use crate::game::{Game, Told, app_with, tick};

/// An entity of a saved game, with its components as JSON.
#[derive(Serialize, Deserialize)]
struct Saved {
    entity: Entity,
    components: Vec<(String, String)>,
}

/// Visits all types of components that a game saves.
macro_rules! for_each_component {
    ($visit:ident!($($arguments:tt)*)) => {
        $visit!($($arguments)*: Transform, NavOrder, NavMap, NavWorld, NavGround, NavObstacle, NavWall, NavArea, NavDoor,
            NavAgent, NavAgentState, NavPath, DesiredVelocity, NavHeading, Driven, Destination, NavField, NavFilter, OnMaps)
    };
}

fn write<T: Component + Serialize>(entity: EntityRef<'_>, into: &mut Vec<(String, String)>) {
    if let Some(component) = entity.get::<T>() {
        into.push((std::any::type_name::<T>().into(), serde_json::to_string(component).unwrap()));
    }
}

fn read<T: Component + DeserializeOwned>(
    entity: &mut EntityWorldMut<'_>,
    from: &[(String, String)],
) {
    let own = |component: &&(String, String)| component.0 == std::any::type_name::<T>();
    if let Some((_, text)) = from.iter().find(own) {
        entity.insert(serde_json::from_str::<T>(text).unwrap());
    }
}

macro_rules! write_all {
    ($entity:expr, $into:expr => : $($component:ty),*) => { $(write::<$component>($entity, $into);)* };
}

macro_rules! read_all {
    ($entity:expr, $from:expr => : $($component:ty),*) => { $(read::<$component>($entity, $from);)* };
}

/// Saves all entities that have a place in the order.
fn save(app: &mut App) -> String {
    let world = app.world_mut();
    let entities: Vec<Entity> =
        world.query_filtered::<Entity, With<NavOrder>>().iter(world).collect();
    let saved: Vec<Saved> = entities
        .into_iter()
        .map(|entity| {
            let mut components = Vec::new();
            for_each_component!(write_all!(world.entity(entity), &mut components =>));
            Saved { entity, components }
        })
        .collect();
    serde_json::to_string(&saved).unwrap()
}

/// Loads a game into a new app, whose entities have other ids.
fn load(text: &str) -> App {
    let saved: Vec<Saved> = serde_json::from_str(text).unwrap();
    let mut app = app_with(TautlinePlugin::default(), tick());
    let world = app.world_mut();
    let strangers: Vec<Entity> = (0..7).map(|_| world.spawn_empty().id()).collect();
    for stranger in strangers {
        world.despawn(stranger);
    }
    let mut ids = bevy_ecs::entity::EntityHashMap::default();
    for saved in saved.iter().rev() {
        ids.insert(saved.entity, world.spawn_empty().id());
    }
    for saved in &saved {
        let mut entity = world.entity_mut(ids[&saved.entity]);
        for_each_component!(read_all!(&mut entity, &saved.components =>));
        if let Some(mut destination) = entity.get_mut::<Destination>() {
            Component::map_entities(&mut *destination, &mut ids);
        }
        if let Some(mut maps) = entity.get_mut::<OnMaps>() {
            Component::map_entities(&mut *maps, &mut ids);
        }
    }
    app
}

/// A hall in which all kinds of things are under way.
fn busy() -> App {
    let mut app = app_with(TautlinePlugin::default(), tick());
    let world = app.world_mut();
    let map = world
        .spawn((NavMap::default().recorded(), NavGround::rect([-20.0, -10.0], [20.0, 10.0])))
        .id();
    world.spawn(NavDoor::new([[0.0, -10.0], [0.0, 3.0]]));
    world.spawn(NavWall::new([[0.0, 3.0], [0.0, 7.0]]));
    world.spawn(NavArea::new(NavOutline::rect([4.0, -9.0], [8.0, 5.0]), "mud", 3.0));
    for x in [-6.0, 3.0, 9.0] {
        let turned = Transform::from_xyz(x, 0.0, 0.0).with_rotation(Quat::from_rotation_z(x));
        world.spawn((NavObstacle::rectangle(1.0, 5.0), turned, OnMaps(vec![map])));
    }
    let goals = vec![Vec3::new(18.0, 8.0, 0.0), Vec3::new(18.0, -8.0, 0.0)];
    let exits = world.spawn(NavField { goals }).id();
    for at in 0..18_u8 {
        let y = f32::from(at) * 1.0 - 8.75;
        let walker = app.walker([-17.0, y], [17.0, -y]);
        let mut walker = app.world_mut().entity_mut(walker);
        if at % 3 == 1 {
            walker.insert(Destination::Field(exits));
        }
        if at % 4 == 2 {
            walker.insert(NavFilter(Filter::new().forbid("mud")));
        }
        if at % 6 == 5 {
            walker.insert((NavAgent::radius(0.6), Destination::to([40.0, 0.0, 0.0])));
        }
    }
    app
}

/// Lets something happen.
fn begin(app: &mut App, second: u32) {
    let world = app.world_mut();
    let doors: Vec<Entity> = world.query_filtered::<Entity, With<NavDoor>>().iter(world).collect();
    for door in doors {
        world.get_mut::<NavDoor>(door).unwrap().open = second % 3 != 1;
    }
    let mut boxes = world.query_filtered::<(&NavOrder, &mut Transform), With<NavObstacle>>();
    for (order, mut place) in boxes.iter_mut(world) {
        place.translation.y +=
            if (order.0 + u64::from(second)).is_multiple_of(2) { 1.0 } else { -1.0 };
    }
    // A new box and a new agent come each second, and a box goes.
    let x = (second % 7) as f32 * 2.0 - 6.0;
    world.spawn((NavObstacle::rectangle(1.0, 0.7), Transform::from_xyz(x, 4.0 + x / 4.0, 0.0)));
    let mut all = world.query_filtered::<(&NavOrder, Entity), With<NavObstacle>>();
    let oldest = all.iter(world).min_by_key(|found| found.0).unwrap().1;
    world.despawn(oldest);
    app.walker([-18.0, x], [18.0, x]);
}

/// Plays a second in which something happens, and returns the bits of all agents.
fn play(app: &mut App, second: u32) -> Vec<(NavOrder, [u32; 3])> {
    begin(app, second);
    app.seconds(1.0);
    let world = app.world_mut();
    let mut agents = world.query_filtered::<(&NavOrder, &Transform), With<NavAgent>>();
    let bits = |at: &Transform| at.translation.to_array().map(f32::to_bits);
    let mut agents: Vec<_> = agents.iter(world).map(|(order, at)| (*order, bits(at))).collect();
    agents.sort_unstable();
    agents
}

#[test]
fn a_loaded_game_has_the_future_of_one_that_was_not_saved() {
    let (mut plain, mut game) = (busy(), busy());
    for second in 0..4 {
        assert_eq!(play(&mut plain, second), play(&mut game, second));
    }
    let text = save(&mut game);
    let before = plain.world().resource::<Told>().0.len();
    let mut loaded = load(&text);
    for second in 4..14 {
        let expected = play(&mut plain, second);
        assert_eq!(expected, play(&mut loaded, second), "second {second}");
        assert_eq!(expected, play(&mut game, second), "second {second}");
    }
    let events = |app: &App, first: usize| -> Vec<(&'static str, String)> {
        let told = &app.world().resource::<Told>().0[first..];
        told.iter().map(|(event, _, detail)| (*event, detail.clone())).collect()
    };
    assert_eq!(events(&plain, before), events(&loaded, 0));
    assert!(events(&loaded, 0).len() > 3, "{:?}", events(&loaded, 0));
}

#[test]
fn a_checkpoint_forgets_the_changes_and_leaves_the_future_to_those_that_load_it() {
    let mut game = busy();
    for second in 0..4 {
        play(&mut game, second);
    }
    let changes = |app: &mut App| -> usize {
        let saved = serde_json::to_value(app.world_of_first()).unwrap();
        let of_size =
            |size: &serde_json::Value| size["live"]["record"]["changes"].as_array().unwrap().len();
        saved["sizes"].as_array().unwrap().iter().map(of_size).sum()
    };
    assert!(changes(&mut game) > 8);
    let world = game.world_mut();
    let mut map = world.query::<&mut NavWorld>().single_mut(world).unwrap();
    map.checkpoint().unwrap();
    // One for each mesh, which has tables for its costs to make again.
    assert!(changes(&mut game) <= 2, "{}", changes(&mut game));
    let text = save(&mut game);
    let mut loaded = load(&text);
    for second in 4..8 {
        assert_eq!(play(&mut game, second), play(&mut loaded, second), "second {second}");
    }
}

#[test]
fn maps_that_are_not_recorded_and_states_that_were_changed_are_errors() {
    let mut app = crate::game::hall();
    app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.ticks(1);
    let error = serde_json::to_string(app.world_of_first()).unwrap_err();
    assert_eq!(error.to_string(), "the map is not recorded");
    let mut game = busy();
    play(&mut game, 0);
    let text = serde_json::to_string(game.world_of_first()).unwrap();
    assert!(serde_json::from_str::<NavWorld>(&text).is_ok());
    // A ground that is wider by one.
    let changed = text.replacen("-20.0", "-21.0", 4);
    assert!(changed != text && serde_json::from_str::<NavWorld>(&changed).is_err());
    assert!(serde_json::from_str::<NavWorld>(&text[..text.len() / 2]).is_err());
}
