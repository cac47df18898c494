//! A mirrored world gives a mirrored run, up to rounding and ties: no rule prefers a side, except that agents keep right.

use std::f64::consts::TAU;

use navmesh_core::DVec2;
use navmesh_testkit::rng::SplitMix64;
use tautline::{BuildOptions, MeshFinder, NavMeshBuilder, Outline};

use super::Crowd;
use crate::agent::AgentOptions;

/// The runs in each world.
const SEEDS: u64 = 16;

/// The mirror, as factors of the coordinates.
const MIRROR: DVec2 = DVec2::new(1.0, -1.0);

/// The corners of obstacles.
type Rings = Vec<Vec<DVec2>>;

fn rectangle(low: [f64; 2], high: [f64; 2]) -> Vec<DVec2> {
    Outline::rect(low, high).exterior
}

/// Returns pillars with 5 to 8 corners at random, a lattice apart.
fn pillars() -> Rings {
    let mut rng = SplitMix64::new(3);
    let mut pillar = |index: u32| {
        let shift = DVec2::new(rng.unit(), rng.unit());
        let middle = DVec2::new(f64::from(index / 4), f64::from(index % 4)) * 7.0 - 10.5 + shift;
        let (corners, first, radius) = (5 + rng.below(4), rng.unit(), 0.6 + rng.unit());
        let turn = |corner| (corner as f64 / corners as f64 + first) * TAU;
        (0..corners).map(|corner| middle + DVec2::from_angle(turn(corner)) * radius).collect()
    };
    (0..16).map(&mut pillar).collect()
}

/// A hall with obstacles.
struct World {
    obstacles: Rings,
    agents: usize,
    /// The runs that may differ: two agents that touch, up to rounding, decide by a hair.
    ties: u64,
    turning_rate: Option<f64>,
}

/// Returns a hall with nothing in it, with pillars, with a corridor where nobody passes another, and with a door.
fn worlds() -> [World; 5] {
    let world = |obstacles, agents, ties| World { obstacles, agents, ties, turning_rate: None };
    let beside = |x: [f64; 2], y: [f64; 2]| {
        vec![rectangle([x[0], -16.0], [x[1], y[0]]), rectangle([x[0], y[1]], [x[1], 16.0])]
    };
    [
        world(vec![], 40, 0),
        world(pillars(), 20, 0),
        World { turning_rate: Some(2.0), ..world(pillars(), 20, 2) },
        world(beside([-3.0, 3.0], [0.25, 1.75]), 12, 2),
        world(beside([-0.5, 0.5], [-1.5, 0.1]), 12, 3),
    ]
}

/// Returns agents that cross a hall with obstacles, or their mirror images, which keep left.
fn crossing(world: &World, seed: u64, is_mirrored: bool) -> Crowd {
    let World { obstacles, agents, .. } = world;
    let side = if is_mirrored { MIRROR } else { DVec2::ONE };
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.5));
    builder.add_walkable(Outline::rect([-15.0, -15.0], [15.0, 15.0]));
    for ring in obstacles {
        builder.add_obstacle(Outline::new(ring.iter().map(|&corner| corner * side)));
    }
    let finder = MeshFinder::new(builder.build_mesh().expect("a hall"));
    let mut crowd = Crowd::new(finder);
    crowd.aside *= side;
    let mut rng = SplitMix64::new(seed);
    while crowd.len() < *agents {
        let mut point = || DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * 28.0;
        let (start, goal) = (point(), point());
        let options =
            AgentOptions { max_turning_rate: world.turning_rate, ..AgentOptions::default() };
        if let Ok(key) = crowd.add(start * side, options) {
            crowd.face(key, DVec2::new(0.6, 0.8) * side).expect("a direction");
            crowd.go_to(key, goal * side).expect("the agent is there");
        }
    }
    crowd
}

/// Steps both crowds, and returns the greatest distance of an agent from the mirror image of its twin.
fn farthest_apart(one: &mut Crowd, other: &mut Crowd) -> f64 {
    let mut farthest = 0.0_f64;
    for _ in 0..100 {
        for crowd in [&mut *one, &mut *other] {
            crowd.step(0.1, u64::MAX).expect("a valid step");
        }
        for row in 0..one.len() {
            let mirrored = other.rows.point(row) * MIRROR;
            farthest = farthest.max(one.rows.point(row).distance(mirrored));
        }
    }
    farthest
}

#[test]
fn a_mirrored_world_gives_a_mirrored_run() {
    for (number, world) in worlds().iter().enumerate() {
        let mut alike = 0;
        for seed in 0..SEEDS {
            let pair = || [false, true].map(|is_mirrored| crossing(world, seed, is_mirrored));
            let [mut one, mut other] = pair();
            alike += u64::from(farthest_apart(&mut one, &mut other) < 1e-9);
            // The test sees a difference: without the mirrored turn the runs are not mirrored.
            let [mut one, mut right] = pair();
            right.aside *= MIRROR;
            assert!(farthest_apart(&mut one, &mut right) > 0.01, "world {number}, seed {seed}");
        }
        println!("world {number}: {alike} of {SEEDS}");
        assert!(alike + world.ties >= SEEDS, "world {number}: {alike}");
    }
}
