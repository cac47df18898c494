//! A mirrored world gives a mirrored run: no rule prefers a side, except that agents keep right.

use navmesh_core::DVec2;
use navmesh_testkit::rng::SplitMix64;
use tautline::{BuildOptions, MeshFinder, NavMeshBuilder, Outline};

use super::Crowd;
use crate::agent::AgentOptions;

/// Returns agents that cross a hall, or their mirror images, which keep left.
fn crossing(is_mirrored: bool) -> Crowd {
    let side = if is_mirrored { DVec2::new(1.0, -1.0) } else { DVec2::ONE };
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.5));
    builder.add_walkable(Outline::rect([-15.0, -15.0], [15.0, 15.0]));
    let finder = MeshFinder::new(builder.build_mesh().expect("a hall"));
    let mut crowd = Crowd::new(finder);
    crowd.aside *= side;
    let mut rng = SplitMix64::new(7);
    while crowd.len() < 40 {
        let mut point = || DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * 28.0;
        let (start, goal) = (point(), point());
        if let Ok(key) = crowd.add(start * side, AgentOptions::default()) {
            crowd.go_to(key, goal * side).expect("the agent is there");
        }
    }
    crowd
}

#[test]
fn a_mirrored_world_gives_a_mirrored_run() {
    let [mut one, mut other] = [false, true].map(crossing);
    let (mut farthest, mut moved) = (0.0_f64, 0.0_f64);
    for _ in 0..100 {
        for crowd in [&mut one, &mut other] {
            crowd.step(0.1, u64::MAX).expect("a valid step");
        }
        for row in 0..one.len() {
            let mirrored = other.rows.point(row) * DVec2::new(1.0, -1.0);
            farthest = farthest.max(one.rows.point(row).distance(mirrored));
            moved = moved.max(one.rows.point(row).distance(one.rows.point(0)));
        }
    }
    assert!(farthest < 1e-6 && moved > 10.0, "{farthest}");
    // The test sees a difference: without the mirrored turn the runs are not mirrored.
    let mut right = crossing(true);
    right.aside *= DVec2::new(1.0, -1.0);
    for _ in 0..100 {
        right.step(0.1, u64::MAX).expect("a valid step");
    }
    let mirrored = |row| right.rows.point(row) * DVec2::new(1.0, -1.0);
    assert!((0..one.len()).any(|row| one.rows.point(row).distance(mirrored(row)) > 0.1));
}
