//! Maps from files: the three formats, changes while the game runs, and files that are none.

use std::path::Path;

use bevy_app::App;
use bevy_asset::io::memory::{Dir, MemoryAssetReader};
use bevy_asset::io::{AssetSourceBuilder, AssetSourceId};
use bevy_asset::prelude::*;
use bevy_ecs::prelude::*;
use bevy_tautline::prelude::*;
use bevy_tautline::{NavFilePlugin, NavMapFile, NavWorld};
use bevy_transform::prelude::Transform;
use tautline::io::{write_mesh, write_nav};
use tautline::mesh::LinkEnd;
use tautline::{Area, BuildOptions, Door, Link, LinkWay, NavMeshBuilder, Outline, Wall};

use crate::game::{Game, app_with, tick};

/// A room of 20 by 10 with a wall from below, up to a height.
fn room(height: u8) -> String {
    format!(
        r#"{{"type": "FeatureCollection", "features": [
        {{"type": "Feature", "properties": {{}}, "geometry":
            {{"type": "Polygon", "coordinates": [[[0, 0], [20, 0], [20, 10], [0, 10], [0, 0]]]}}}},
        {{"type": "Feature", "id": "wall", "properties": {{"kind": "obstacle"}}, "geometry":
            {{"type": "Polygon", "coordinates": [[[9, 0], [11, 0], [11, {height}], [9, {height}], [9, 0]]]}}}},
        {{"type": "Feature", "properties": {{"kind": "door", "name": "gate"}}, "geometry":
            {{"type": "LineString", "coordinates": [[10, 0], [10, 10]]}}}}]}}"#
    )
}

/// An app with files in memory, and a map of one.
fn app_of(path: &str, bytes: impl Into<Vec<u8>>) -> (App, Dir, Entity) {
    let files = Dir::default();
    files.insert_asset(Path::new(path), bytes.into());
    let mut app = app_with(TautlinePlugin::default(), tick());
    let root = files.clone();
    let reader = move || MemoryAssetReader { root: root.clone() };
    app.register_asset_source(
        AssetSourceId::Default,
        AssetSourceBuilder::new(move || Box::new(reader())),
    );
    app.add_plugins((AssetPlugin::default(), NavFilePlugin));
    app.finish();
    app.cleanup();
    let file = NavMapFile(app.world().resource::<AssetServer>().load(path.to_owned()));
    let map = app.world_mut().spawn((NavMap::for_radii(&[0.0]), file)).id();
    (app, files, map)
}

/// Plays until a test is true.
fn wait(app: &mut App, mut is_done: impl FnMut(&mut App) -> bool) {
    for _ in 0..10_000 {
        if is_done(app) {
            return;
        }
        app.ticks(1);
        std::thread::yield_now();
    }
    panic!("nothing came");
}

fn across(app: &mut App) -> Option<f64> {
    app.length([1.0, 1.0], [19.0, 1.0], 0.0)
}

#[test]
fn a_file_of_outlines_loads_and_changes_while_the_game_runs() {
    let (mut app, files, map) = app_of("room.geojson", room(4));
    wait(&mut app, |app| across(app).is_some());
    assert!((across(&mut app).unwrap() - (2.0 * 73_f64.sqrt() + 2.0)).abs() < 1e-6);
    // Its shapes are entities like others, by their names in the file.
    let world = app.world_mut();
    let mut doors = world.query::<(&Name, &mut NavDoor)>();
    let (name, mut door) = doors.single_mut(world).unwrap();
    door.open = false;
    assert_eq!(name.as_str(), "gate");
    app.ticks(1);
    assert_eq!(across(&mut app), None);
    files.insert_asset(Path::new("room.geojson"), room(8).into_bytes());
    app.world().resource::<AssetServer>().reload("room.geojson");
    wait(&mut app, |app| across(app).is_some());
    assert!((across(&mut app).unwrap() - (2.0 * 113_f64.sqrt() + 2.0)).abs() < 1e-6);
    assert_eq!(app.world_of_first().counts().shapes, 3);
    // A bad text leaves all as it is, and says where it is bad.
    files.insert_asset(Path::new("room.geojson"), b"{\n  oh".to_vec());
    app.world().resource::<AssetServer>().reload("room.geojson");
    wait(&mut app, |app| !app.told("MapFailed").is_empty());
    let (entity, reason) = app.told("MapFailed").remove(0);
    assert!(entity == map && reason.contains("line 2, column 3"), "{reason}");
    assert!(across(&mut app).is_some());
    app.world_mut().entity_mut(map).remove::<NavMapFile>();
    app.ticks(2);
    assert_eq!(app.world_of_first().counts().shapes, 0);
}

#[test]
fn a_file_moves_with_its_entity_and_is_on_the_maps_of_it() {
    let (mut app, _, map) = app_of("room.geojson", room(4));
    let (from, to) = ([101.0, 1.0], [119.0, 1.0]);
    let other = app.world_mut().spawn(NavMap::for_radii(&[0.0])).id();
    app.world_mut().entity_mut(map).insert(Transform::from_xyz(100.0, 0.0, 0.0));
    let shapes = |app: &App, map| app.world().get::<NavWorld>(map).unwrap().counts().shapes;
    wait(&mut app, |app| shapes(app, map) == 3);
    assert_eq!(shapes(&app, other), 0);
    let finder = app.world().get::<NavWorld>(map).unwrap().finder(0.0).unwrap();
    assert!(finder.find_path(&tautline::PathQuery::new(from, to)).is_ok());
}

/// A map of two floors with all kinds of parts.
fn building() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_wall(Wall::new([[5.0, 0.0], [5.0, 9.0]])); // cells touch along it
    builder.add_area(Area::new(Outline::rect([8.0, 0.0], [9.0, 10.0]), "mud", 4.0));
    builder.add_door(Door::new([[15.0, 0.0], [15.0, 10.0]], "gate"));
    builder.on_layer(1).add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    let end = |x: f64, layer| LinkEnd { point: [x, 5.0].into(), layer };
    builder.add_link(Link {
        name: "stairs".into(),
        from: end(2.0, 0),
        to: end(2.0, 1),
        beside: Vec::new(),
        cost: 1.0,
        way: LinkWay::OneWay,
    });
    builder
}

#[test]
fn a_mesh_of_the_engine_loads_with_all_that_is_on_it() {
    let mesh = building().build_mesh().unwrap();
    let (mut app, _, _) = app_of("hall.nav", write_nav(&mesh));
    wait(&mut app, |app| across(app).is_some());
    let finder = app.world_of_first().finder(0.0).unwrap();
    let fresh = tautline::MeshFinder::new(mesh);
    let place = |x: f64, layer| tautline::Place::new([x, 1.0]).on_layer(layer);
    for (from, to) in [((1.0, 0), (19.0, 0)), ((1.0, 0), (3.0, 1)), ((3.0, 1), (1.0, 0))] {
        let query = tautline::PathQuery::new(place(from.0, from.1), place(to.0, to.1));
        let [found, expected] = [&finder, &fresh].map(|finder| {
            finder.find_path(&query).map(|path| path.cost()).map_err(|error| error.kind())
        });
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert!((found - expected).abs() < 0.02 * expected),
            (found, expected) => assert_eq!(found, expected),
        }
    }
    let world = app.world_mut();
    let mut doors = world.query::<&mut NavDoor>();
    doors.iter_mut(world).for_each(|mut door| door.open = false);
    app.ticks(1);
    let finder = app.world_of_first().finder(0.0).unwrap();
    let query = tautline::PathQuery::new(place(1.0, 0), place(19.0, 0));
    assert_eq!(finder.find_path(&query).unwrap_err().kind(), "closed-off");
    assert!(app.told("ShapeRefused").is_empty());
}

#[test]
fn a_mesh_of_polyanya_loads() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [11.0, 4.0]));
    let text = write_mesh(&builder.build_mesh().unwrap()).unwrap();
    let (mut app, _, _) = app_of("hall.mesh", text);
    wait(&mut app, |app| across(app).is_some());
    assert!((across(&mut app).unwrap() - (2.0 * 73_f64.sqrt() + 2.0)).abs() < 1e-6);
}

#[test]
fn files_that_are_no_maps_are_reported() {
    let options = BuildOptions::default().agent_radius(0.5);
    let wide = building().with_options(options).build_mesh().unwrap();
    for (path, bytes, reason) in [
        ("a.nav", b"nothing".to_vec(), ""),
        ("b.mesh", b"mesh\n2\nmany".to_vec(), "line 3"),
        ("c.geojson", vec![0xff, 0xfe], "utf-8"),
        ("d.nav", write_nav(&wide), "radius 0.5"),
    ] {
        let (mut app, _, map) = app_of(path, bytes);
        wait(&mut app, |app| !app.told("MapFailed").is_empty());
        let told = app.told("MapFailed").remove(0);
        assert!(told.0 == map && told.1.contains(reason), "{path}: {}", told.1);
    }
}
