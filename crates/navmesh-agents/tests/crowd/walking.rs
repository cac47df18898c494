//! Single agents: paths, following, arrival, limits.

use navmesh_agents::{AgentOptions, Crowd, CrowdError, Event};
use navmesh_core::backend::WritePath;
use tautline::{Outline, PathQuery};

use crate::scenes::{hall, run};

#[test]
fn an_agent_alone_walks_the_shortest_path() {
    let finder =
        hall(&[Outline::rect([6.0, -1.0], [8.0, 7.0]), Outline::rect([12.0, 3.0], [14.0, 11.0])]);
    let path = finder.find_path(&PathQuery::new([1.0, 1.0], [19.0, 9.0])).expect("a path");
    let mut crowd = Crowd::new(finder);
    let options = AgentOptions::default().arrival(0.001);
    let key = crowd.add([1.0, 1.0], options).expect("on the mesh");
    crowd.go_to(key, [19.0, 9.0]).expect("the agent is there");
    let (mut walked, mut searches) = (0.0, 0);
    while !crowd.has_arrived(key) {
        let before = crowd.place(key).expect("the agent is there").point;
        searches += crowd.step(0.1, u64::MAX).expect("a valid step").searches;
        walked += crowd.place(key).expect("the agent is there").point.distance(before);
        assert!(crowd.time() < 60.0);
    }
    assert_eq!(searches, 1);
    assert!(path.waypoints().len() > 3);
    assert!(walked < 1.001 * path.length(), "{walked} {}", path.length());
}

#[test]
fn an_agent_follows_a_longer_path_of_the_program() {
    let finder = hall(&[]);
    let mut path = finder.find_path(&PathQuery::new([2.0, 2.0], [2.0, 8.0])).expect("a path");
    path.clear();
    for point in [[2.0, 2.0], [18.0, 2.0], [18.0, 8.0]] {
        path.push_waypoint(point.into());
    }
    let mut crowd = Crowd::new(finder);
    let key = crowd.add([2.0, 2.0], AgentOptions::default()).expect("on the mesh");
    crowd.follow(key, &path).expect("the path begins here");
    let mut events = Vec::new();
    run(&mut crowd, 200, |_, new| events.extend_from_slice(new));
    assert_eq!(events, [Event::Arrived { agent: key }]);
    path.clear();
    assert_eq!(crowd.follow(key, &path), Err(CrowdError::PathElsewhere));
}

#[test]
fn an_agent_speeds_up_no_faster_than_its_acceleration() {
    let mut crowd = Crowd::new(hall(&[]));
    let options = AgentOptions::default().max_acceleration(0.5);
    let key = crowd.add([1.0, 5.0], options).expect("on the mesh");
    crowd.go_to(key, [19.0, 5.0]).expect("the agent is there");
    run(&mut crowd, 20, |crowd, _| {
        let speed = crowd.velocity(key).expect("the agent is there").length();
        assert!(speed <= 0.5 * crowd.time() + 1e-9);
    });
    assert!(crowd.velocity(key).expect("the agent is there").length() > 0.9);
}

#[test]
fn a_goal_that_nobody_reaches_is_reported_with_the_reason() {
    let mut crowd = Crowd::new(hall(&[]));
    let key = crowd.add([1.0, 5.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [50.0, 5.0]).expect("the agent is there");
    let report = crowd.step(0.1, u64::MAX).expect("a valid step");
    assert!(matches!(report.events[..], [Event::NoPath { agent, .. }] if agent == key));
}

#[test]
fn a_pushed_agent_slides_along_walls_and_keeps_its_path() {
    let mut crowd = Crowd::new(hall(&[Outline::rect([6.0, -1.0], [8.0, 7.0])]));
    let key = crowd.add([1.0, 1.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [12.0, 1.0]).expect("the agent is there");
    let mut searches = crowd.step(0.1, u64::MAX).expect("a valid step").searches;
    crowd.step(0.1, u64::MAX).expect("a valid step"); // past the first waypoint, its start
    let before = crowd.velocity(key).expect("the agent is there");
    let path = crowd.path(key).expect("it walks").waypoints().to_vec();
    assert_eq!(crowd.waypoints_ahead(key).collect::<Vec<_>>(), path[1..]);
    crowd.push(key, [-5.0, 1.2]).expect("a valid point");
    let at = crowd.place(key).expect("the agent is there").point;
    assert!(at.distance([0.5, 1.2].into()) < 1e-9, "{at}"); // where the mesh ends
    assert_eq!(crowd.velocity(key), Some(before));
    for step in 0..200 {
        // Small pushes to both sides.
        let at = crowd.place(key).expect("the agent is there").point;
        let by = if step % 2 == 0 { 0.01 } else { -0.01 };
        crowd.push(key, [at.x, at.y + by]).expect("a valid point");
        searches += crowd.step(0.1, u64::MAX).expect("a valid step").searches;
    }
    assert!(crowd.has_arrived(key));
    assert!(searches <= 5, "{searches}");
    assert_eq!(crowd.waypoints_ahead(key).count(), 0);
}

#[test]
fn a_warped_agent_goes_on_to_its_goal() {
    let mut crowd = Crowd::new(hall(&[]));
    let key = crowd.add([1.0, 5.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [19.0, 5.0]).expect("the agent is there");
    run(&mut crowd, 5, |_, _| {});
    crowd.warp(key, [17.0, 8.0]).expect("on the mesh");
    run(&mut crowd, 40, |_, _| {});
    assert!(crowd.has_arrived(key));
}

#[test]
fn a_led_agent_stays_where_the_program_puts_it_and_others_go_around() {
    let mut crowd = Crowd::new(hall(&[]));
    let driven = crowd.add_driven([10.0, 5.0], AgentOptions::default()).expect("on the mesh");
    let key = crowd.add([1.0, 5.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, [19.0, 5.0]).expect("the agent is there");
    assert_eq!(crowd.go_to(driven, [1.0, 1.0]), Err(CrowdError::Driven(driven)));
    run(&mut crowd, 200, |crowd, _| {
        let [a, b] = [driven, key].map(|key| crowd.place(key).expect("the agent is there").point);
        assert_eq!(a, [10.0, 5.0].into());
        assert!(a.distance(b) > 0.99);
    });
    assert!(crowd.has_arrived(key));
}

#[test]
fn removed_agents_leave_the_others_their_keys() {
    let mut crowd = Crowd::new(hall(&[]));
    let mut keys = Vec::new();
    for index in 0..4 {
        let place = [2.0 + 3.0 * f64::from(index), 5.0];
        keys.push(crowd.add(place, AgentOptions::default()).expect("on the mesh"));
    }
    crowd.remove(keys[1]).expect("the agent is there");
    assert_eq!(crowd.remove(keys[1]), Err(CrowdError::UnknownAgent(keys[1])));
    assert_eq!(crowd.place(keys[3]).map(|place| place.point), Some([11.0, 5.0].into()));
    assert_eq!(crowd.place(keys[1]), None);
    assert_eq!(crowd.len(), 3);
}

/// Nothing braked, so 39 of 48 agents stood metres past their goals and counted as arrived.
#[test]
fn agents_with_an_acceleration_brake_and_stand_at_their_goals_at_the_first_pass() {
    let houses = [Outline::rect([8.0, -1.0], [9.0, 6.0])];
    for (obstacles, goal) in [(&houses[..0], [18.0, 5.0]), (&houses[..], [12.0, 2.0])] {
        for speed in [1.0, 3.0, 6.0] {
            for acceleration in [0.5, 1.0, 2.0, 8.0] {
                for arrival in [0.1, 0.5] {
                    let mut crowd = Crowd::new(hall(obstacles));
                    let options = AgentOptions::default().max_speed(speed).arrival(arrival);
                    let options = options.max_acceleration(acceleration);
                    let key = crowd.add([2.0, 5.0], options).expect("on the mesh");
                    crowd.go_to(key, goal).expect("the agent is there");
                    let (mut has_been_near, mut farthest) = (false, 0.0_f64);
                    run(&mut crowd, 900, |crowd, _| {
                        let point = crowd.place(key).expect("the agent is there").point;
                        let distance = point.distance(goal.into());
                        has_been_near |= distance <= arrival;
                        if has_been_near {
                            farthest = farthest.max(distance);
                        }
                    });
                    let point = crowd.place(key).expect("the agent is there").point;
                    let at =
                        format!("speed {speed}, acceleration {acceleration}, arrival {arrival}");
                    assert!(crowd.has_arrived(key), "{at}: at {point}");
                    assert_eq!(crowd.velocity(key), Some(tautline::DVec2::ZERO), "{at}");
                    assert!(point.distance(goal.into()) <= arrival, "{at}: stands at {point}");
                    assert!(farthest <= arrival, "{at}: {farthest} past the goal");
                }
            }
        }
    }
}
