//! Maps and crowds for tests, and the run that checks every step.

use navmesh_agents::{AgentKey, AgentOptions, Crowd, Event};
use navmesh_testkit::rng::SplitMix64;
use navmesh_testkit::worlds::world;
use tautline::{BuildOptions, DVec2, MeshFinder, NavMeshBuilder, Outline, build_outlines};

/// Returns a hall of 20 by 10 with the obstacles, inset by 0.5.
pub(crate) fn hall(obstacles: &[Outline]) -> MeshFinder {
    hall_with_arcs(obstacles, BuildOptions::default().arc_tolerance)
}

/// Returns the same hall with another arc tolerance.
pub(crate) fn hall_with_arcs(obstacles: &[Outline], tolerance: f64) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(0.5).arc_tolerance(tolerance);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    for obstacle in obstacles {
        builder.add_obstacle(obstacle.clone());
    }
    MeshFinder::new(builder.build_mesh().expect("the hall is valid"))
}

/// Returns a finder on a seeded world; `None` if the world has no ground.
pub(crate) fn seeded_finder(seed: u64) -> Option<MeshFinder> {
    let (mesh, _) = build_outlines(&world(seed).outlines, &BuildOptions::default()).ok()?;
    Some(MeshFinder::new(mesh))
}

/// Returns a crowd on a seeded world, with goals at its points; `None` if the world has no ground.
pub(crate) fn seeded(seed: u64) -> Option<Crowd> {
    let (world, finder) = (world(seed), seeded_finder(seed)?);
    let size = finder.mesh().bounds().size().max_element();
    let mut crowd = Crowd::new(finder);
    let mut rng = SplitMix64::new(seed);
    let options = AgentOptions::default().radius(size / 64.0).max_speed(size / 8.0);
    for &point in &world.points {
        if let Ok(key) = crowd.add(point, options.arrival(size / 64.0)) {
            crowd.go_to(key, *rng.pick(&world.points)).expect("the agent is there");
        }
    }
    (!crowd.is_empty()).then_some(crowd)
}

/// Steps a crowd, and checks after each step that everyone is on the mesh by the exact test.
pub(crate) fn run(crowd: &mut Crowd, steps: usize, mut each: impl FnMut(&Crowd, &[Event])) {
    for _ in 0..steps {
        let report = crowd.step(0.1, 2000).expect("the step is valid");
        for key in crowd.keys() {
            let place = crowd.place(key).expect("the agent is there");
            let velocity = crowd.velocity(key).expect("the agent is there");
            let mesh = crowd.agent_mesh(key).expect("the agent is there");
            assert!(mesh.own_incidence(&place).is_some(), "{key:?} at {place}");
            assert!(velocity.is_finite(), "{key:?} at {velocity}");
        }
        each(crowd, &report.events);
    }
}

/// The bits of all positions and velocities.
pub(crate) fn bits(crowd: &Crowd) -> Vec<u64> {
    let vectors = |key: AgentKey| {
        let point = crowd.place(key).map(|place| place.point);
        [point, crowd.velocity(key)].map(Option::unwrap_or_default)
    };
    let numbers = crowd.keys().flat_map(vectors).flat_map(|v: DVec2| v.to_array());
    numbers.map(f64::to_bits).collect()
}
