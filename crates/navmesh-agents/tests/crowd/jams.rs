//! Jams: those who do better around a jammed passage leave its queue.

use navmesh_agents::{AgentKey, AgentOptions, Crowd, Event};
use tautline::{BuildOptions, Outline};

use crate::scenes::{hall_with_arcs, run};

/// A hall with a wall in the middle that has a narrow door below, and another one above if `has_way_around`.
fn two_doors(has_way_around: bool, arc_tolerance: f64) -> Crowd {
    let end = if has_way_around { 8.0 } else { 11.0 };
    let mut walls =
        vec![Outline::rect([9.5, -1.0], [10.5, 1.4]), Outline::rect([9.5, 2.6], [10.5, end])];
    if has_way_around {
        walls.push(Outline::rect([9.5, 9.2], [10.5, 11.0]));
    }
    Crowd::new(hall_with_arcs(&walls, arc_tolerance))
}

/// Sends sixty agents through the lower door.
fn rush(crowd: &mut Crowd) -> Vec<AgentKey> {
    let mut keys = Vec::new();
    for index in 0..60 {
        let place = [1.0 + 1.05 * f64::from(index / 8), 0.75 + 1.05 * f64::from(index % 8)];
        let key = crowd.add(place, AgentOptions::default()).expect("on the mesh");
        crowd.go_to(key, [19.0, 2.0]).expect("the agent is there");
        keys.push(key);
    }
    keys
}

/// The measures of a run.
struct Rush {
    /// The time until everyone has arrived, in seconds.
    time: f64,
    /// The time until everyone is behind the wall. Later they are in each other's way at their common goal.
    through: f64,
    detours: usize,
    /// The number of agents that passed the upper door.
    above: usize,
}

/// Runs until everyone has arrived and left the crowd, for 200 seconds at most.
fn run_rush(crowd: &mut Crowd, keys: &[AgentKey]) -> Rush {
    let (mut detours, mut above, start) = (0, vec![false; keys.len()], crowd.time());
    let mut through = 0.0;
    let mut arrived = Vec::new();
    while crowd.time() - start < 200.0 && !crowd.is_empty() {
        run(crowd, 1, |crowd, events| {
            for event in events {
                match event {
                    Event::Detour { .. } => detours += 1,
                    Event::Arrived { agent } | Event::Settled { agent } => arrived.push(*agent),
                    _ => {}
                }
            }
            for (is_above, &key) in above.iter_mut().zip(keys) {
                let place = crowd.place(key);
                if place.is_some_and(|place| place.point.x < 10.5) {
                    through = crowd.time() - start;
                }
                let is_at_wall = |point: &tautline::DVec2| (9.5..10.5).contains(&point.x);
                *is_above |= place.map(|at| at.point).filter(is_at_wall).is_some_and(|p| p.y > 7.0);
            }
        });
        for key in arrived.drain(..) {
            crowd.remove(key).expect("the agent is there");
        }
    }
    let above = above.into_iter().filter(|&is_above| is_above).count();
    Rush { time: crowd.time() - start, through, detours, above }
}

#[test]
fn the_end_of_a_queue_walks_around_a_jam_and_everyone_arrives_sooner() {
    for arcs in [0.005, 0.01, 0.02, 0.03, BuildOptions::default().arc_tolerance, 0.07] {
        let [around, along] = [true, false].map(|has_way_around| {
            let mut crowd = two_doors(has_way_around, arcs);
            let keys = rush(&mut crowd);
            let rush = run_rush(&mut crowd, &keys);
            assert!(crowd.is_empty(), "arcs {arcs}: {} left", crowd.len());
            rush
        });
        let Rush { detours, above, .. } = around;
        assert!(detours >= 10 && above >= 10, "arcs {arcs}: {detours} detours, {above} above");
        assert_eq!(along.detours, 0);
        let times = [around.through, along.through, around.time, along.time];
        assert!(around.through < 0.8 * along.through, "arcs {arcs}: {times:?}");
        // At last as much as the common goal permits.
        let share = if arcs == BuildOptions::default().arc_tolerance { 0.8 } else { 0.95 };
        assert!(around.time < share * along.time, "arcs {arcs}: {times:?}");
    }
}

#[test]
fn a_jam_that_has_cleared_blocks_nobody() {
    let mut crowd = two_doors(true, BuildOptions::default().arc_tolerance);
    let keys = rush(&mut crowd);
    run_rush(&mut crowd, &keys);
    run(&mut crowd, 150, |_, _| {});
    let late = crowd.add([2.0, 2.0], AgentOptions::default()).expect("on the mesh");
    crowd.go_to(late, [18.0, 2.0]).expect("the agent is there");
    let Rush { time, detours, above, .. } = run_rush(&mut crowd, &[late]);
    assert!(time < 13.0 && detours == 0 && above == 0, "{time}");
}
