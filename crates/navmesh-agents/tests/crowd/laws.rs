//! Nobody leaves the mesh, bodies hardly overlap, and the same calls give the same bits.

use navmesh_agents::{AgentOptions, Crowd};
use navmesh_testkit::rng::SplitMix64;
use tautline::{BuildOptions, DVec2, MeshFinder, NavMeshBuilder, Outline};

use crate::scenes::{bits, hall, run, seeded};

#[test]
fn nobody_leaves_the_mesh_of_a_seeded_world() {
    let mut count = 0;
    for mut crowd in (0..130).filter_map(seeded) {
        run(&mut crowd, 60, |_, _| {});
        count += crowd.len();
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn the_same_calls_give_the_same_bits() {
    for seed in [3, 17, 40, 91] {
        let [mut one, mut other] = [seeded(seed), seeded(seed)].map(|crowd| crowd.expect("ground"));
        for _ in 0..50 {
            run(&mut one, 1, |_, _| {});
            run(&mut other, 1, |_, _| {});
            assert_eq!(bits(&one), bits(&other));
        }
    }
}

/// Agents that cross a hall around the origin, or the same turned by half a turn.
fn crossing(turned: bool) -> Crowd {
    let options = BuildOptions::default().agent_radius(0.5);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([-15.0, -15.0], [15.0, 15.0]));
    let mut crowd = Crowd::new(MeshFinder::new(builder.build_mesh().expect("a hall")));
    let sign = if turned { -1.0 } else { 1.0 };
    let mut rng = SplitMix64::new(7);
    for _ in 0..40 {
        let mut point = || DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5) * 28.0 * sign;
        let (start, goal) = (point(), point());
        let key = crowd.add(start, AgentOptions::default()).expect("on the mesh");
        crowd.go_to(key, goal).expect("the agent is there");
    }
    crowd
}

#[test]
fn a_turned_world_gives_a_turned_run() {
    let [mut one, mut other] = [false, true].map(crossing);
    let mut farthest = 0.0_f64;
    for _ in 0..100 {
        run(&mut one, 1, |_, _| {});
        run(&mut other, 1, |_, _| {});
        for (a, b) in one.keys().zip(other.keys()) {
            let [a, b] = [one.place(a), other.place(b)].map(|at| at.expect("a place").point);
            farthest = farthest.max(a.distance(-b));
        }
    }
    assert!(farthest < 1e-6, "{farthest}");
}

/// Twenty agents on each side of a hall with two pillars, with goals on the other side.
fn exchange() -> Crowd {
    let pillar = |x: f64| Outline::rect([x, 4.0], [x + 1.0, 6.0]);
    let mut crowd = Crowd::new(hall(&[pillar(7.0), pillar(12.0)]));
    for index in 0..20 {
        let y = 1.0 + 1.5 * f64::from(index % 5);
        let x = 1.0 + 1.5 * f64::from(index / 5);
        for [from, to] in [[x, 20.0 - x], [20.0 - x, x]] {
            let options = AgentOptions::default();
            let key = crowd.add([from, y], options).expect("on the mesh");
            crowd.go_to(key, [to, y]).expect("the agent is there");
        }
    }
    crowd
}

#[test]
fn two_crowds_pass_each_other_and_hardly_overlap() {
    let mut crowd = exchange();
    let mut worst = 0.0_f64;
    run(&mut crowd, 1500, |crowd, _| worst = worst.max(overlap(crowd)));
    let arrived = crowd.keys().filter(|&key| crowd.has_arrived(key)).count();
    assert!(arrived >= 38, "{arrived}"); // a goal may lie behind agents that stand at theirs
    assert!(worst < 0.06, "{worst}");
}

/// The greatest overlap of two agents of diameter 1.
fn overlap(crowd: &Crowd) -> f64 {
    let points: Vec<DVec2> =
        crowd.keys().filter_map(|key| crowd.place(key)).map(|place| place.point).collect();
    let mut worst = 0.0_f64;
    for (index, point) in points.iter().enumerate() {
        for other in &points[..index] {
            worst = worst.max(1.0 - point.distance(*other));
        }
    }
    worst
}
