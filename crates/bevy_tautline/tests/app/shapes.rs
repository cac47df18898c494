//! Shapes: each kind, and what happens to it.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_tautline::prelude::*;
use bevy_tautline::{NavConnection, NavFloor, NavIgnore, NavOutline, OnMaps};
use bevy_transform::prelude::Transform;

use crate::game::{Game, app_with, tick};

/// A hall whose map has a mesh for points.
fn open_hall() -> bevy_app::App {
    let mut app = app_with(TautlinePlugin::default(), tick());
    let ground = NavGround::rect([-20.0, -10.0], [20.0, 10.0]);
    app.world_mut().spawn((NavMap::for_radii(&[0.0]), ground));
    app.ticks(1);
    app
}

/// The length from one side of the hall to the other, in whole units.
fn across(app: &mut bevy_app::App) -> Option<i64> {
    app.ticks(1);
    app.length([-10.0, 0.0], [10.0, 0.0], 0.0).map(|length| length.round() as i64)
}

#[test]
fn each_kind_of_shape_blocks_or_opens_the_way() {
    let mut app = open_hall();
    assert_eq!(across(&mut app), Some(20));
    let wall = app.world_mut().spawn(NavWall::new([[0.0, -10.0], [0.0, 10.0]])).id();
    assert_eq!(across(&mut app), None);
    let link = app.world_mut().spawn(NavLink::new([-1.0, 0.0], [1.0, 0.0])).id();
    assert_eq!(across(&mut app), Some(18));
    app.world_mut().despawn(link);
    assert_eq!(across(&mut app), None);
    let ground = app.world_mut().spawn(NavGround::rect([-5.0, 10.0], [5.0, 20.0])).id();
    assert_eq!(across(&mut app), Some(28)); // around the end of the wall
    app.world_mut().despawn(ground);
    app.world_mut().despawn(wall);
    let door = app.world_mut().spawn(NavDoor::new([[0.0, -10.0], [0.0, 10.0]]).closed()).id();
    assert_eq!(across(&mut app), None);
    app.world_mut().get_mut::<NavDoor>(door).unwrap().open = true;
    assert_eq!(across(&mut app), Some(20));
    let mud = NavArea::new(NavOutline::rect([-1.0, -9.0], [1.0, 9.0]), "mud", 50.0);
    let mud = app.world_mut().spawn(mud).id();
    assert_eq!(across(&mut app), Some(27));
    app.world_mut().get_mut::<NavArea>(mud).unwrap().cost = 1.0;
    assert_eq!(across(&mut app), Some(20));
    assert!(app.told("ShapeRefused").is_empty() && app.told("MapFailed").is_empty());
}

#[test]
fn a_door_that_moves_keeps_its_state() {
    let mut app = open_hall();
    let door = app.world_mut().spawn(NavDoor::new([[0.0, -10.0], [0.0, 10.0]]).closed()).id();
    assert_eq!(across(&mut app), None);
    app.put(door, Vec3::new(3.0, 0.0, 0.0));
    assert_eq!(across(&mut app), None);
    app.world_mut().get_mut::<NavDoor>(door).unwrap().open = true;
    assert_eq!(across(&mut app), Some(20));
    app.put(door, Vec3::new(-3.0, 0.0, 0.0));
    assert_eq!(across(&mut app), Some(20));
}

#[test]
fn shapes_follow_scale_rotation_and_parents() {
    let mut app = open_hall();
    let bar = NavObstacle::rectangle(2.0, 2.0);
    let bar = app.world_mut().spawn((bar, Transform::from_scale(Vec3::new(1.0, 8.0, 1.0)))).id();
    assert_eq!(across(&mut app), Some(26));
    app.world_mut().get_mut::<Transform>(bar).unwrap().rotation =
        Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    assert_eq!(across(&mut app), Some(20)); // it lies along the way, one unit wide to both sides
    let parent = app.world_mut().spawn(Transform::from_xyz(0.0, 30.0, 0.0)).id();
    app.world_mut().entity_mut(bar).insert(ChildOf(parent));
    assert_eq!(across(&mut app), Some(20));
    assert_eq!(app.world_of_first().mesh(0.0).unwrap().area(), 800.0);
    app.put(parent, Vec3::new(0.0, 9.0, 0.0));
    app.ticks(1);
    assert!(app.world_of_first().mesh(0.0).unwrap().area() < 800.0);
    app.world_mut().entity_mut(bar).remove::<ChildOf>();
    app.ticks(1);
    let mesh = app.world_of_first().mesh(0.0).unwrap();
    assert!((mesh.area() - 768.0).abs() < 0.01, "{}", mesh.area());
    app.world_mut().despawn(parent);
}

#[test]
fn a_shape_follows_a_parent_that_has_stood_for_long() {
    let mut app = open_hall();
    let grandparent = app.world_mut().spawn(Transform::from_xyz(0.0, 30.0, 0.0)).id();
    let parent = app.world_mut().spawn((Transform::default(), ChildOf(grandparent))).id();
    let wall = app.world_mut().spawn(NavWall::new([[0.0, -10.0], [0.0, 10.0]])).id();
    app.ticks(5);
    assert_eq!(across(&mut app), None);
    app.world_mut().entity_mut(wall).insert(ChildOf(parent));
    assert_eq!(across(&mut app), Some(20));
    app.ticks(5);
    app.world_mut().entity_mut(wall).remove::<ChildOf>();
    assert_eq!(across(&mut app), None);
    app.ticks(5);
    app.world_mut().entity_mut(wall).insert(ChildOf(parent));
    app.ticks(5);
    app.put(grandparent, Vec3::ZERO);
    assert_eq!(across(&mut app), None);
}

#[test]
fn ignored_and_disabled_shapes_are_off_the_map_until_they_return() {
    let mut app = open_hall();
    let wall = app.world_mut().spawn(NavWall::new([[0.0, -10.0], [0.0, 10.0]])).id();
    assert_eq!(across(&mut app), None);
    app.world_mut().entity_mut(wall).insert(NavIgnore);
    assert_eq!(across(&mut app), Some(20));
    app.world_mut().entity_mut(wall).remove::<NavIgnore>();
    assert_eq!(across(&mut app), None);
    app.world_mut().entity_mut(wall).insert(Disabled);
    assert_eq!(across(&mut app), Some(20));
    app.world_mut().entity_mut(wall).remove::<Disabled>();
    assert_eq!(across(&mut app), None);
    app.world_mut().entity_mut(wall).remove::<NavWall>();
    assert_eq!(across(&mut app), Some(20));
}

#[test]
fn a_shape_without_its_list_of_maps_is_on_all_maps_again() {
    let mut app = open_hall();
    let wall = (NavWall::new([[0.0, -10.0], [0.0, 10.0]]), OnMaps(Vec::new()));
    let wall = app.world_mut().spawn(wall).id();
    assert_eq!(across(&mut app), Some(20));
    app.world_mut().entity_mut(wall).remove::<OnMaps>();
    assert_eq!(across(&mut app), None);
}

#[test]
fn a_shape_that_cannot_be_is_refused_and_the_others_are_on_the_map() {
    let mut app = open_hall();
    let bad =
        app.world_mut().spawn(NavObstacle::polygon([[f32::NAN, 0.0], [1.0, 0.0], [1.0, 1.0]])).id();
    let wall = app.world_mut().spawn(NavWall::new([[0.0, -10.0], [0.0, 10.0]])).id();
    assert_eq!(across(&mut app), None);
    let refused = app.told("ShapeRefused");
    assert_eq!((refused.len(), refused[0].0), (1, bad));
    app.world_mut().despawn(wall);
    assert_eq!(across(&mut app), Some(20));
    app.world_mut().entity_mut(bad).insert(NavObstacle::rectangle(2.0, 16.0));
    assert_eq!(across(&mut app), Some(26));
    // A shape that becomes one is off the map.
    app.world_mut().entity_mut(bad).insert(NavObstacle::circle(f32::INFINITY));
    assert_eq!(across(&mut app), Some(20));
    assert_eq!(app.told("ShapeRefused").len(), 2);
}

#[test]
fn a_map_with_bad_shapes_from_the_start_is_built_of_the_others() {
    let mut app = app_with(TautlinePlugin::default(), tick());
    app.world_mut().spawn(NavMap::for_radii(&[0.0]));
    let bad = [
        app.world_mut().spawn(NavGround::polygon([[f32::NAN, 0.0], [1.0, 0.0], [1.0, 1.0]])).id(),
        app.world_mut().spawn(NavWall::new([[0.0, f32::INFINITY], [1.0, 0.0]])).id(),
    ];
    app.world_mut().spawn(NavGround::rect([-20.0, -10.0], [20.0, 10.0]));
    assert_eq!(across(&mut app), Some(20));
    let refused: Vec<Entity> = app.told("ShapeRefused").into_iter().map(|told| told.0).collect();
    assert!(bad.iter().all(|bad| refused.contains(bad)) && refused.len() == 2, "{refused:?}");
}

#[test]
fn the_last_ground_goes_and_comes_again() {
    let mut app = app_with(TautlinePlugin::default(), tick());
    app.world_mut().spawn(NavMap::for_radii(&[0.0]));
    let ground = app.world_mut().spawn(NavGround::rect([-20.0, -10.0], [20.0, 10.0])).id();
    assert_eq!(across(&mut app), Some(20));
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.ticks(10);
    app.world_mut().despawn(ground);
    app.ticks(2);
    assert_eq!(app.state(walker), NavAgentState::OffMap);
    app.world_mut().spawn(NavGround::rect([-20.0, -10.0], [20.0, 10.0]));
    app.seconds(15.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn floors_are_above_one_another_and_meet_at_connections() {
    let mut app = app_with(TautlinePlugin::default(), tick());
    app.world_mut().spawn((NavMap::default(), NavGround::rect([0.0, 0.0], [20.0, 10.0])));
    app.world_mut().spawn((NavGround::rect([0.0, 0.0], [20.0, 10.0]), NavFloor(1)));
    app.world_mut().spawn((NavGround::rect([20.0, 0.0], [24.0, 10.0]), NavFloor(2)));
    app.world_mut().spawn(NavConnection::new([0, 2], [[20.0, 0.0], [20.0, 4.0]]));
    app.world_mut().spawn(NavConnection::new([2, 1], [[20.0, 6.0], [20.0, 10.0]]));
    // A wall on the lower floor only.
    app.world_mut().spawn(NavWall::new([[10.0, 0.0], [10.0, 10.0]]));
    let below = app.walker([2.0, 5.0], [8.0, 5.0]);
    let above = app.walker([2.0, 5.0], [18.0, 5.0]);
    app.world_mut().entity_mut(below).insert(NavFloor(0));
    app.world_mut().entity_mut(above).insert(NavFloor(1));
    app.seconds(15.0);
    let mut arrived = app.told("Arrived");
    arrived.sort();
    let mut both = vec![(below, String::new()), (above, String::new())];
    both.sort();
    assert_eq!(arrived, both);
}
