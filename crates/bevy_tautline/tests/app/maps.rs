//! Maps: their options, their events, and questions to them.

use bevy_ecs::prelude::*;
use bevy_tautline::prelude::*;
use bevy_tautline::{NavCounts, NavError, NavFilter, NavOutline, NavWorld};
use bevy_transform::prelude::Transform;
use tautline::Filter;

use crate::game::{Game, app_with, hall, tick};

#[test]
fn agents_of_near_radii_share_a_mesh_that_is_listed() {
    let mut app = hall();
    let map = app.world_mut().query_filtered::<Entity, With<NavMap>>().single(app.world()).unwrap();
    app.world_mut().entity_mut(map).insert(NavMap::for_radii(&[0.5, 1.0]));
    for radius in [0.3, 0.5, 0.7, 1.0, 1.5] {
        app.world_mut().spawn((NavAgent::radius(radius), Transform::default()));
    }
    app.ticks(1);
    let world = app.world_of_first();
    assert_eq!(world.radii().collect::<Vec<_>>(), [0.5, 1.0, 1.5]);
    assert_eq!(world.crowd().map(|crowd| crowd.len()), Some(5));
    assert_eq!(world.mesh(0.6).unwrap().agent_radius(), 1.0);
    assert!(world.mesh(2.0).is_none());
}

#[test]
fn other_options_build_the_map_anew_and_agents_walk_on() {
    let mut app = hall();
    let map = app.world_mut().query_filtered::<Entity, With<NavMap>>().single(app.world()).unwrap();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(2.0);
    let at = app.at(walker);
    app.world_mut().get_mut::<NavMap>(map).unwrap().weld = 0.0;
    app.ticks(1);
    assert!(app.at(walker).distance(at) < 0.1);
    app.seconds(12.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn a_despawned_map_leaves_its_agents_where_they_are() {
    let mut app = hall();
    let map = app.world_mut().query_filtered::<Entity, With<NavMap>>().single(app.world()).unwrap();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(1.0);
    app.world_mut().entity_mut(map).remove::<(NavMap, NavWorld)>();
    app.ticks(2);
    assert_eq!(app.state(walker), NavAgentState::OffMap);
    let at = app.at(walker);
    app.seconds(1.0);
    assert_eq!(app.at(walker), at);
}

#[test]
fn a_map_too_narrow_for_a_radius_tells_so_and_serves_the_others() {
    let mut app = hall();
    app.world_mut().spawn(NavObstacle::rectangle(2.0, 16.0));
    let wide =
        app.world_mut().spawn((NavAgent::radius(30.0), Destination::to([1.0, 0.0, 0.0]))).id();
    app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.ticks(2);
    assert_eq!(app.told("Refused").iter().filter(|told| told.0 == wide).count(), 1);
    let late = app.walker([-15.0, 3.0], [15.0, 3.0]);
    app.world_mut().get_mut::<NavAgent>(late).unwrap().radius = 0.3;
    app.ticks(1);
    assert!(app.length([-15.0, 0.0], [15.0, 0.0], 0.3).unwrap() > 31.0); // around the obstacle
    app.seconds(15.0);
    assert_eq!(app.told("Arrived").len(), 2, "{:?}", app.told("Refused"));
    assert!(app.told("ShapeRefused").is_empty());
}

#[test]
fn ground_that_is_covered_whole_stops_its_agents_until_it_is_free() {
    let mut app = hall();
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.seconds(1.0);
    let flood = app.world_mut().spawn(NavObstacle::rectangle(50.0, 50.0)).id();
    app.ticks(5);
    assert_eq!(app.state(walker), NavAgentState::OffMap);
    assert!(app.told("ShapeRefused").is_empty());
    app.world_mut().despawn(flood);
    app.seconds(15.0);
    assert_eq!(app.told("Arrived"), [(walker, String::new())]);
}

#[test]
fn questions_without_a_map_say_so() {
    let mut app = app_with(TautlinePlugin::default(), tick());
    let ask = |nav: Nav| nav.path([0.0; 3], [1.0, 0.0, 0.0], 0.5).map(|path| path.length());
    assert_eq!(app.world_mut().run_system_cached(ask).unwrap(), Err(NavError::NoMap));
    let mut app = hall();
    let answer = app.world_mut().run_system_cached(ask).unwrap();
    assert_eq!(answer, Err(NavError::NoMesh(0.5)));
}

#[test]
fn a_finder_of_the_map_answers_in_a_task_while_the_map_changes() {
    let mut app = hall();
    app.walker([-15.0, 0.0], [15.0, 0.0]);
    app.ticks(1);
    let finder = app.world_of_first().finder(0.4).unwrap();
    let query = tautline::PathQuery::new([-15.0, 0.0], [15.0, 0.0]);
    let task =
        bevy_tasks::AsyncComputeTaskPool::get().spawn(async move { finder.find_path(&query) });
    app.world_mut().spawn(NavObstacle::rectangle(2.0, 16.0));
    app.ticks(1);
    let path = bevy_tasks::block_on(task).unwrap();
    assert_eq!(path.length(), 30.0);
}

#[test]
fn meshes_and_classes_of_radii_and_filters_that_nobody_uses_are_dropped() {
    let mut app = hall();
    let map = app.world_mut().query_filtered::<Entity, With<NavMap>>().single(app.world()).unwrap();
    app.world_mut().entity_mut(map).insert(NavMap::for_radii(&[0.25]));
    app.world_mut().spawn(NavArea::new(NavOutline::rect([-1.0, -9.0], [1.0, 5.0]), "mud", 2.0));
    let steady = app.walker([-15.0, 3.0], [15.0, 3.0]);
    let walker = app.walker([-15.0, 0.0], [15.0, 0.0]);
    for step in 0..100_u8 {
        let radius = 0.5 + f32::from(step) / 128.0;
        app.world_mut().get_mut::<NavAgent>(walker).unwrap().radius = radius;
        let filter = NavFilter(Filter::new().cost("mud", 1.0 + f64::from(step)));
        app.world_mut().entity_mut(walker).insert(filter);
        app.ticks(1);
        let radii: Vec<f64> = app.world_of_first().radii().collect();
        let of_agents = [0.25, f64::from(0.4_f32), f64::from(radius)];
        assert_eq!(radii.len(), 3, "step {step}");
        assert!(of_agents.iter().all(|radius| radii.contains(radius)), "step {step}: {radii:?}");
        let counts = app.world_of_first().counts();
        assert!(counts.classes <= 3, "step {step}: {counts:?}");
    }
    app.seconds(12.0);
    assert_eq!(app.told("Arrived").len(), 2);
    for agent in [steady, walker] {
        app.world_mut().despawn(agent);
    }
    app.ticks(1);
    let NavCounts { meshes, shapes, agents, classes, fields } = app.world_of_first().counts();
    assert_eq!([meshes, shapes, agents, classes, fields], [1, 2, 0, 0, 0]);
    assert!(app.told("Refused").is_empty() && app.told("MapRebuilt").is_empty());
}

#[test]
fn an_agent_off_the_map_keeps_its_mesh_and_the_others_their_paths() {
    let mut app = hall();
    app.walker([-15.0, 0.0], [15.0, 0.0]);
    let outside = app.walker([50.0, 0.0], [15.0, 0.0]);
    app.world_mut().get_mut::<NavAgent>(outside).unwrap().radius = 0.7;
    app.ticks(2);
    let changes = app.world_of_first().changes();
    app.ticks(10);
    let world = app.world_of_first();
    assert_eq!((world.counts().meshes, world.changes()), (2, changes));
    app.seconds(12.0);
    assert_eq!(app.told("Refused").len(), 1);
    assert_eq!(app.told("Arrived").len(), 1);
}
