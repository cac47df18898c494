//! Steps allocate nothing once they are warm.

#![cfg(not(feature = "parallel"))]
#![allow(clippy::expect_used, reason = "the helpers of a test are tests")]

use navmesh_agents::{AgentOptions, Crowd, StepReport};
use navmesh_testkit::allocations::{CountingAllocator, allocations};
use tautline::{BuildOptions, MeshFinder, NavMeshBuilder, Outline};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

#[test]
fn agents_that_walk_to_and_fro_allocate_nothing_once_warm() {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.5));
    builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 20.0]));
    for x in [8.0, 18.0, 28.0] {
        builder.add_obstacle(Outline::rect([x, 4.0], [x + 2.0, 16.0]));
    }
    let finder = MeshFinder::new(builder.build_mesh().expect("three walls"));
    let mut crowd = Crowd::new(finder);
    let mut keys = Vec::new();
    for index in 0..40 {
        let place = [2.0 + 1.5 * f64::from(index % 4), 2.0 + 1.5 * f64::from(index / 4)];
        keys.push(crowd.add(place, AgentOptions::default()).expect("on the mesh"));
    }
    let mut report = StepReport::default();
    let mut walk = |crowd: &mut Crowd, round: usize| {
        for (index, &key) in keys.iter().enumerate() {
            let x = if round.is_multiple_of(2) { 35.0 } else { 2.0 };
            let goal = [x + 0.5 * (index % 4) as f64, 2.0 + 0.4 * index as f64];
            crowd.go_to(key, goal).expect("the agent is there");
        }
        let (mut count, mut searches) = (0, 0);
        for _ in 0..300 {
            let before = allocations();
            crowd.step_into(0.1, 5_000, &mut report).expect("a valid step");
            count += allocations() - before;
            searches += report.searches;
        }
        assert!(searches >= 40, "everyone searches a path");
        count
    };
    assert!(walk(&mut crowd, 0) > 0, "the counter works");
    // A path that is longer than all before in its place still grows.
    for round in 1..12 {
        walk(&mut crowd, round);
    }
    assert_eq!([12, 13].map(|round| walk(&mut crowd, round)), [0, 0]);
}
