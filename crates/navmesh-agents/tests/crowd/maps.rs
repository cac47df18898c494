//! Links, distance fields, doors and other maps.

use std::sync::Arc;

use navmesh_agents::{AgentOptions, Crowd, CrowdError, Event};
use tautline::agents::SharedGoals;
use tautline::live::WallsBefore;
use tautline::{Door, FieldQuery, Link, MeshFinder, NavMeshBuilder, Outline, Wall};

use crate::scenes::{hall, run};

/// Two rooms with a wall between them that has a door, and a way around if `has_way_around`.
fn gated(has_way_around: bool) -> MeshFinder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    let end = if has_way_around { 9.0 } else { 10.0 };
    builder.add_wall(Wall::new([[10.0, 0.0], [10.0, 2.0]]));
    builder.add_wall(Wall::new([[10.0, 4.0], [10.0, end]]));
    builder.add_door(Door::new([[10.0, 2.0], [10.0, 4.0]], "gate"));
    MeshFinder::new(builder.build_mesh().expect("two rooms"))
}

fn shut(mut finder: MeshFinder) -> MeshFinder {
    finder.close_door("gate").expect("the map has a gate");
    finder
}

#[test]
fn an_agent_stops_once_at_a_link_and_goes_on_after_a_warp() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_walkable(Outline::rect([12.0, 0.0], [20.0, 8.0]));
    builder.add_link(Link::new([10.0, 4.0], [12.0, 4.0], "jump"));
    let mut crowd = Crowd::new(MeshFinder::new(builder.build_mesh().expect("two islands")));
    let key = crowd.add([2.0, 4.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [18.0, 4.0]).expect("the agent is there");
    let mut events = Vec::new();
    run(&mut crowd, 100, |_, new| events.extend_from_slice(new));
    let [Event::AtLink { agent, exit, .. }] = events[..] else { panic!("{events:?}") };
    assert_eq!((agent, exit), (key, [12.0, 4.0].into()));
    crowd.warp(key, exit).expect("on the mesh");
    run(&mut crowd, 60, |_, _| {});
    assert!(crowd.has_arrived(key));
}

#[test]
fn agents_flow_to_the_nearest_exit_without_a_search() {
    let finder = hall(&[Outline::rect([9.0, 2.0], [11.0, 8.0])]);
    let exits = [[0.5, 5.0], [19.5, 5.0]];
    let field = finder
        .distance_field(&FieldQuery::new(&exits.map(tautline::DVec2::from)))
        .expect("both on the mesh");
    let mut crowd = Crowd::new(finder);
    let field = crowd.add_field(Arc::new(field));
    let mut keys = Vec::new();
    for x in [3.0, 8.0, 12.0, 17.0] {
        let key = crowd.add([x, 1.0], AgentOptions::default()).expect("on the mesh");
        crowd.flow_to(key, field).expect("agent and field are there");
        keys.push(key);
    }
    let mut searches = 0;
    for _ in 0..200 {
        searches += crowd.step(0.1, 0).expect("a valid step").searches;
    }
    assert_eq!(searches, 0);
    for (key, exit) in keys.into_iter().zip([0, 0, 1, 1]) {
        let point = crowd.place(key).expect("the agent is there").point;
        assert!(crowd.has_arrived(key) && point.distance(exits[exit].into()) < 2.0, "{point}");
    }
}

#[test]
fn a_door_that_closes_in_mid_run_sends_agents_around() {
    let finder = gated(true);
    let mut crowd = Crowd::new(finder.clone());
    let key = crowd.add([2.0, 3.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [18.0, 3.0]).expect("the agent is there");
    run(&mut crowd, 30, |_, _| {});
    let finder = shut(finder);
    crowd.set_map(finder).expect("nobody is too wide");
    let mut highest = 0.0_f64;
    run(&mut crowd, 250, |crowd, _| {
        highest = highest.max(crowd.place(key).expect("the agent is there").point.y);
    });
    assert!(crowd.has_arrived(key));
    assert!(highest > 8.9, "{highest}"); // around the end of the wall
}

#[test]
fn a_blocked_exit_is_reported_and_the_agent_stands() {
    let finder = gated(false);
    let mut crowd = Crowd::new(finder.clone());
    let key = crowd.add([2.0, 3.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [18.0, 3.0]).expect("the agent is there");
    run(&mut crowd, 30, |_, _| {});
    let finder = shut(finder);
    crowd.set_map(finder).expect("nobody is too wide");
    let mut events = Vec::new();
    run(&mut crowd, 30, |_, new| events.extend_from_slice(new));
    let [Event::NoPath { agent, ref error }] = events[..] else { panic!("{events:?}") };
    assert!(agent == key && error.proves_unreachable());
    assert_eq!(crowd.velocity(key), Some(tautline::DVec2::ZERO));
}

#[test]
fn only_affected_paths_are_planned_again_after_an_edit() {
    let finder = gated(true);
    let mut crowd = Crowd::new(finder.clone());
    let mut keys = Vec::new();
    for y in [3.0, 6.0] {
        let key = crowd.add([2.0, y], AgentOptions::default()).expect("on the mesh");
        keys.push(key);
    }
    crowd.go_to(keys[0], [18.0, 3.0]).expect("the agent is there"); // through the gate
    crowd.go_to(keys[1], [8.0, 6.0]).expect("the agent is there");
    crowd.step(0.1, u64::MAX).expect("a valid step");
    let before = WallsBefore::whole(&finder.current_mesh());
    let finder = shut(finder);
    let change = before.after_doors(&finder.current_mesh());
    crowd.edit_map(finder, &change).expect("nobody is too wide");
    assert_eq!(crowd.step(0.1, u64::MAX).expect("a valid step").searches, 1);
}

#[test]
fn agents_on_ground_that_is_gone_are_moved_and_reported() {
    let mut crowd = Crowd::new(hall(&[]));
    let key = crowd.add([10.0, 5.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [19.0, 5.0]).expect("the agent is there");
    let smaller = hall(&[Outline::rect([9.0, 3.0], [11.0, 7.5])]);
    crowd.set_map(smaller).expect("nobody is too wide");
    let mut events = Vec::new();
    run(&mut crowd, 200, |_, new| events.extend_from_slice(new));
    let [Event::Moved { agent, distance }, Event::Arrived { .. }] = events[..] else {
        panic!("{events:?}")
    };
    // From the middle of the house to 0.5 beside it, where the mesh for that radius ends but for its margin.
    assert!(agent == key && (distance - 1.5).abs() < 1e-9, "{distance}");
}

#[test]
fn a_swap_of_the_map_keeps_keys_goals_and_standing_agents() {
    let mut crowd = Crowd::new(hall(&[]));
    let mut keys = Vec::new();
    for index in 0..5 {
        let place = [2.0 + 2.0 * f64::from(index), 2.0];
        keys.push(crowd.add(place, AgentOptions::default()).expect("on the mesh"));
    }
    crowd.go_to(keys[0], [18.0, 8.0]).expect("the agent is there");
    crowd.remove(keys[2]).expect("the agent is there");
    run(&mut crowd, 10, |_, _| {});
    let before: Vec<_> =
        keys.iter().map(|&key| crowd.place(key).map(|place| place.point)).collect();
    let other = hall(&[Outline::rect([15.0, 0.0], [16.0, 6.0])]);
    crowd.set_map(other).expect("nobody is too wide");
    let after: Vec<_> = keys.iter().map(|&key| crowd.place(key).map(|place| place.point)).collect();
    assert_eq!(before, after);
    run(&mut crowd, 200, |_, _| {});
    assert!(crowd.has_arrived(keys[0]));
    assert_eq!(crowd.remove(keys[2]), Err(CrowdError::UnknownAgent(keys[2])));
}

#[test]
fn a_door_that_opens_in_mid_run_shortens_the_paths_that_it_can() {
    let mut finder = gated(true);
    finder.close_door("gate").expect("the map has a gate");
    let mut crowd = Crowd::new(finder.clone());
    let mut keys = Vec::new();
    for (start, goal) in [([2.0, 0.5], [18.0, 0.5]), ([2.0, 6.0], [8.0, 6.0])] {
        let key = crowd.add(start, AgentOptions::default()).expect("on the mesh");
        crowd.go_to(key, goal).expect("the agent is there");
        keys.push(key);
    }
    run(&mut crowd, 10, |_, _| {});
    let before = WallsBefore::whole(&finder.current_mesh());
    finder.open_door("gate").expect("the map has a gate");
    let change = before.after_doors(&finder.current_mesh());
    crowd.edit_map(finder, &change).expect("nobody is too wide");
    let searches = (0..3).map(|_| crowd.step(0.1, u64::MAX).expect("a valid step").searches);
    assert_eq!(searches.sum::<u64>(), 1); // the second path does not lead over the gate
    let mut highest = 0.0_f64;
    run(&mut crowd, 150, |crowd, _| {
        highest = highest.max(crowd.place(keys[0]).expect("the agent is there").point.y);
    });
    assert!(crowd.has_arrived(keys[0]) && highest < 6.0, "{highest}");
}

#[test]
fn an_unknown_field_is_an_error() {
    let mut other = Crowd::new(hall(&[]));
    let field =
        hall(&[]).distance_field(&FieldQuery::new(&[tautline::DVec2::ONE])).expect("on the mesh");
    let field: Arc<dyn SharedGoals> = Arc::new(field);
    let key = other.add_field(Arc::clone(&field));
    let mut crowd: Crowd = Crowd::new(hall(&[]));
    let agent = crowd.add([2.0, 2.0], AgentOptions::default()).expect("on the mesh");
    assert_eq!(crowd.flow_to(agent, key), Err(CrowdError::UnknownField(key)));
    assert_eq!(crowd.replace_field(key, field), Err(CrowdError::UnknownField(key)));
}
