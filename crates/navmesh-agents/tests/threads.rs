//! The number of threads does not change a bit.

#![cfg(feature = "parallel")]
#![allow(clippy::expect_used, reason = "the helpers of a test are tests")]

use navmesh_agents::{AgentOptions, Crowd};
use tautline::{BuildOptions, MeshFinder, NavMeshBuilder, Outline};

/// Runs a crowd in a pool of so many threads, or outside any pool.
fn run(threads: Option<usize>) -> Vec<u64> {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.5));
    builder.add_walkable(Outline::rect([0.0, 0.0], [100.0, 100.0]));
    for index in 0..81 {
        let corner = [8.0 + 10.0 * f64::from(index / 9), 8.0 + 10.0 * f64::from(index % 9)];
        builder.add_obstacle(Outline::rect(corner, [corner[0] + 2.0, corner[1] + 2.0]));
    }
    let finder = MeshFinder::new(builder.build_mesh().expect("a field of pillars"));
    let mut crowd = Crowd::new(finder);
    for index in 0..1000 {
        let place = [2.0 + 3.0 * f64::from(index / 32), 2.0 + 3.0 * f64::from(index % 32)];
        let mut options = AgentOptions::default();
        // Every third is a robot.
        options.max_turning_rate = (index % 3 == 0).then_some(2.0);
        if let Ok(key) = crowd.add(place, options) {
            crowd.go_to(key, [100.0 - place[0], 100.0 - place[1]]).expect("the agent is there");
        }
    }
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = threads.map(|threads| pool(threads).expect("a pool"));
    for _ in 0..100 {
        let mut step = || crowd.step(0.1, u64::MAX).expect("a valid step");
        match &pool {
            Some(pool) => pool.install(step),
            None => step(),
        };
    }
    let points = crowd.keys().filter_map(|key| crowd.place(key)).map(|place| place.point);
    points.flat_map(|point| point.to_array()).map(f64::to_bits).collect()
}

#[test]
fn one_two_and_eight_threads_give_the_same_bits() {
    let one = run(Some(1));
    assert!(one.len() > 1000);
    assert!([Some(2), Some(8), None].into_iter().all(|threads| one == run(threads)));
}
