//! Floors: agents above one another do not meet, and those at the ends of a ramp do.

use navmesh_agents::{AgentKey, AgentOptions, Crowd};
use navmesh_testkit::SplitMix64;
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

#[test]
fn a_goal_above_or_below_is_not_in_sight() {
    for (from, to) in [(0, 1), (1, 0)] {
        let mut crowd = building();
        let key = add(&mut crowd, [5.0, 1.0], from);
        crowd.go_to(key, Place::new([2.0, 9.0]).on_layer(to)).expect("the agent is there");
        let mut floors = vec![from];
        run(&mut crowd, 200, |crowd, _| {
            let floor = crowd.place(key).and_then(|place| place.layer).expect("a floor");
            if floors.last() != Some(&floor) {
                floors.push(floor);
            }
        });
        assert!(crowd.has_arrived(key));
        assert_eq!(floors, [from, 9, to]);
    }
}

/// Three halls above one another, joined by two stairs; agents walk to random places of all five floors and have to come
/// there, over each floor between, also if their goals move while they walk.
#[test]
fn agents_arrive_on_the_floors_of_their_goals() {
    let hall = || {
        let mut hall = floor([0.0, 0.0], [10.0, 10.0]);
        hall.obstacles.push(Outline::rect([4.0, 3.0], [6.0, 7.0]));
        hall
    };
    let building =
        (0..3).fold(Floors::default(), |building, layer| building.with_floor(layer, hall()));
    let building = building
        .with_floor(8, floor([-3.0, 0.0], [0.0, 10.0]))
        .with_floor(9, floor([10.0, 0.0], [13.0, 10.0]))
        .with_connection(FloorConnection::new([0, 9], [[10.0, 0.0], [10.0, 4.0]]))
        .with_connection(FloorConnection::new([9, 1], [[10.0, 6.0], [10.0, 10.0]]))
        .with_connection(FloorConnection::new([1, 8], [[0.0, 0.0], [0.0, 4.0]]))
        .with_connection(FloorConnection::new([8, 2], [[0.0, 6.0], [0.0, 10.0]]));
    let (mesh, _) = build_floors(&building, &BuildOptions::default()).expect("a valid building");
    let finder = MeshFinder::new(mesh);
    let mut random = SplitMix64::new(1848);
    let mut climbs = 0;
    for world in 0..12 {
        let mut crowd = Crowd::new(finder.clone());
        let mut place = || {
            let [x, y] = [0, 1].map(|_| 0.5 + 9.0 * random.unit());
            let y = if (3.5..6.5).contains(&x) && (2.5..7.5).contains(&y) { 1.5 } else { y };
            Place::new([x, y]).on_layer([0, 1, 2][random.below(3)])
        };
        let options = AgentOptions::default().radius(0.2);
        let ways = [0; 6].map(|_| [place(), place()]);
        let keys = ways.map(|[from, _]| crowd.add(from, options).expect("on the mesh"));
        for (key, [_, to]) in keys.into_iter().zip(ways) {
            crowd.go_to(key, to).expect("the agent is there");
        }
        let goals = ways.map(|[_, to]| to);
        run(&mut crowd, 500, |_, _| {});
        for ((key, goal), [from, _]) in keys.into_iter().zip(goals).zip(ways) {
            let at = crowd.place(key).expect("the agent is there");
            assert!(crowd.has_arrived(key), "{world}: {from:?} {goal:?} {at:?}");
            assert_eq!(at.layer, goal.layer, "{world}: {from:?} {goal:?}");
            climbs += usize::from(from.layer != goal.layer);
        }
    }
    assert!(climbs > 30, "{climbs}");
}
