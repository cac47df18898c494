//! Heaps, walls, and numbers that are none.

use navmesh_agents::{AgentOptions, Crowd, CrowdError};
use navmesh_core::backend::WritePath;
use tautline::{DVec2, PathQuery};

use crate::scenes::{hall, run};

#[test]
fn a_heap_on_one_spot_spreads_out() {
    let mut crowd = Crowd::new(hall(&[]));
    let mut keys = Vec::new();
    for _ in 0..30 {
        keys.push(crowd.add([0.5, 0.5], AgentOptions::default()).expect("a corner of the mesh"));
    }
    run(&mut crowd, 400, |_, _| {});
    let point = |key: &_| crowd.place(*key).expect("the agent is there").point;
    for (index, key) in keys.iter().enumerate() {
        for other in &keys[..index] {
            assert!(point(key).distance(point(other)) > 0.9, "{} {}", point(key), point(other));
        }
    }
}

#[test]
fn a_path_with_a_waypoint_that_is_no_number_is_refused() {
    let finder = hall(&[]);
    let mut path = finder.find_path(&PathQuery::new([2.0, 5.0], [18.0, 5.0])).expect("a path");
    let end = path.waypoints()[1];
    path.clear();
    for waypoint in [DVec2::new(2.0, 5.0), DVec2::NAN, end] {
        path.push_waypoint(waypoint);
    }
    let mut crowd = Crowd::new(finder);
    let key = crowd.add([2.0, 5.0], AgentOptions::default()).expect("on the mesh");
    assert_eq!(crowd.follow(key, &path), Err(CrowdError::PathElsewhere));
}

#[test]
fn numbers_that_are_none_are_errors() {
    let mut crowd = Crowd::new(hall(&[]));
    let good = AgentOptions::default();
    let key = crowd.add([5.0, 5.0], good).expect("on the mesh");
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        for options in
            [good.radius(bad), good.max_speed(bad), good.max_acceleration(bad), good.arrival(bad)]
        {
            assert!(matches!(crowd.add([5.0, 5.0], options), Err(CrowdError::BadOption { .. })));
        }
        assert!(matches!(crowd.step(bad, 1), Err(CrowdError::BadOption { .. })));
        assert!(matches!(crowd.add([bad, 5.0], good), Err(CrowdError::Place(_))));
        assert!(matches!(crowd.warp(key, [5.0, bad]), Err(CrowdError::Place(_))));
        assert!(crowd.drive(key, [5.0, 5.0], [bad, 0.0]).is_err());
        assert!(matches!(crowd.go_to(key, [bad, bad]), Err(CrowdError::Place(_))));
        run(&mut crowd, 2, |_, _| {});
    }
    assert_eq!(crowd.len(), 1);
}
