//! Floors: agents above one another do not meet, and those at the ends of a ramp do.

use navmesh_agents::{AgentKey, AgentOptions, Crowd};
use tautline::{
    BuildOptions, DVec2, FloorConnection, Floors, MeshFinder, Outline, Outlines, Place,
    build_floors,
};

use crate::scenes::run;

fn floor(corner: [f64; 2], opposite: [f64; 2]) -> Outlines {
    Outlines { walkable: vec![Outline::rect(corner, opposite)], ..Outlines::default() }
}

/// Two halls above one another, and a stair east of both.
fn building() -> Crowd {
    let building = Floors::default()
        .with_floor(0, floor([0.0, 0.0], [10.0, 10.0]))
        .with_floor(1, floor([0.0, 0.0], [10.0, 10.0]))
        .with_floor(9, floor([10.0, 0.0], [14.0, 10.0]))
        .with_connection(FloorConnection::new([0, 9], [[10.0, 0.0], [10.0, 4.0]]))
        .with_connection(FloorConnection::new([9, 1], [[10.0, 6.0], [10.0, 10.0]]));
    let (mesh, _) = build_floors(&building, &BuildOptions::default()).expect("a valid building");
    Crowd::new(MeshFinder::new(mesh))
}

fn add(crowd: &mut Crowd, at: [f64; 2], floor: u32) -> AgentKey {
    crowd.add(Place::new(at).on_layer(floor), AgentOptions::default()).expect("on the mesh")
}

fn point(crowd: &Crowd, key: AgentKey) -> DVec2 {
    crowd.place(key).expect("the agent is there").point
}

#[test]
fn agents_above_one_another_walk_through_the_same_point() {
    let mut crowd = building();
    let keys = [add(&mut crowd, [1.0, 5.0], 0), add(&mut crowd, [9.0, 5.0], 1)];
    crowd.go_to(keys[0], Place::new([9.0, 5.0]).on_layer(0)).expect("the agent is there");
    crowd.go_to(keys[1], Place::new([1.0, 5.0]).on_layer(1)).expect("the agent is there");
    run(&mut crowd, 55, |crowd, _| {
        assert!(keys.iter().all(|&key| point(crowd, key).y == 5.0));
    });
    assert!(keys.iter().all(|&key| crowd.has_arrived(key)));
}

#[test]
fn a_gathering_on_one_floor_does_not_settle_for_one_above() {
    let mut crowd = building();
    let goal = [5.0, 5.0];
    let below = add(&mut crowd, goal, 0);
    crowd.go_to(below, Place::new(goal).on_layer(0)).expect("the agent is there");
    let above = add(&mut crowd, [1.0, 5.0], 1);
    crowd.go_to(above, Place::new(goal).on_layer(1)).expect("the agent is there");
    run(&mut crowd, 80, |_, _| {});
    assert_eq!([below, above].map(|key| crowd.velocity(key)), [Some(DVec2::ZERO); 2]);
    assert!(point(&crowd, above).distance(goal.into()) < 0.5);
}

#[test]
fn agents_of_two_floors_keep_apart_where_the_floors_meet() {
    let mut crowd = building();
    let keys = [add(&mut crowd, [8.0, 2.0], 0), add(&mut crowd, [12.0, 2.0], 9)];
    crowd.go_to(keys[0], Place::new([12.5, 2.0]).on_layer(9)).expect("the agent is there");
    crowd.go_to(keys[1], Place::new([7.5, 2.0]).on_layer(0)).expect("the agent is there");
    let mut nearest = f64::INFINITY;
    run(&mut crowd, 100, |crowd, _| {
        nearest = nearest.min(point(crowd, keys[0]).distance(point(crowd, keys[1])));
    });
    assert!(nearest > 0.94 && keys.iter().all(|&key| crowd.has_arrived(key)), "{nearest}");
}

#[test]
fn a_heap_on_the_line_between_two_floors_spreads_out() {
    let mut crowd = building();
    let keys = [0, 9].map(|floor| add(&mut crowd, [10.0, 2.0], floor));
    run(&mut crowd, 30, |_, _| {});
    let distance = point(&crowd, keys[0]).distance(point(&crowd, keys[1]));
    assert!(distance > 0.99, "{distance}");
}
