//! Many agents in little room: doors, gatherings, ranks.

use navmesh_agents::{AgentKey, AgentOptions, Crowd, Event};
use navmesh_testkit::rng::SplitMix64;
use tautline::{DVec2, Outline};

use crate::scenes::{hall, run};

/// A hall with a wall in the middle that has a door of 1.2 diameters.
fn with_door() -> Crowd {
    let [below, above] = [[-1.0, 4.4], [5.6, 11.0]];
    Crowd::new(hall(&[
        Outline::rect([9.5, below[0]], [10.5, below[1]]),
        Outline::rect([9.5, above[0]], [10.5, above[1]]),
    ]))
}

fn add(crowd: &mut Crowd, from: [f64; 2], to: [f64; 2]) -> AgentKey {
    let key = crowd.add(from, AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, to).expect("the agent is there");
    key
}

#[test]
fn two_groups_pass_through_a_door_in_both_directions() {
    let mut crowd = with_door();
    let mut keys = Vec::new();
    for index in 0..8 {
        let place = [2.0 + 1.5 * f64::from(index / 4), 2.0 + 1.5 * f64::from(index % 4)];
        let mirror = [20.0 - place[0], place[1]];
        keys.push(add(&mut crowd, place, mirror));
        keys.push(add(&mut crowd, mirror, place));
    }
    run(&mut crowd, 900, |_, _| {});
    let left = keys.iter().filter(|&&key| !crowd.has_arrived(key)).count();
    assert_eq!(left, 0);
}

#[test]
fn a_gathering_stands_still() {
    let mut crowd = Crowd::new(hall(&[]));
    let mut keys = Vec::new();
    for index in 0..20 {
        let place = [1.0 + 3.5 * f64::from(index % 5), 1.0 + 2.5 * f64::from(index / 5)];
        keys.push(add(&mut crowd, place, [10.0, 5.0]));
    }
    let mut stopped = 0;
    run(&mut crowd, 300, |_, events| {
        let is_stop =
            |event: &&Event| matches!(event, Event::Arrived { .. } | Event::Settled { .. });
        stopped += events.iter().filter(is_stop).count();
    });
    assert_eq!(stopped, 20);
    let points = |crowd: &Crowd| -> Vec<DVec2> {
        keys.iter().filter_map(|&key| crowd.place(key)).map(|place| place.point).collect()
    };
    let before = points(&crowd);
    run(&mut crowd, 50, |_, _| {});
    assert_eq!(before, points(&crowd));
    assert!(keys.iter().all(|&key| crowd.velocity(key) == Some(DVec2::ZERO)));
}

#[test]
fn those_who_crowd_around_an_exit_leave_one_after_another() {
    let exit = DVec2::new(19.0, 2.0);
    for seed in 0..40 {
        let mut rng = SplitMix64::new(seed);
        let mut crowd = Crowd::new(hall(&[]));
        for index in 0..50 {
            let shift = DVec2::new(rng.unit(), rng.unit()) * 0.4;
            let place = DVec2::new(f64::from(index / 6), f64::from(index % 6)) * 1.5 + 0.6 + shift;
            add(&mut crowd, place.into(), exit.into());
        }
        let (mut left_at, mut gone) = (crowd.time(), Vec::new());
        while !crowd.is_empty() {
            run(&mut crowd, 1, |_, events| {
                gone.extend(events.iter().filter_map(|event| match event {
                    Event::Arrived { agent } | Event::Settled { agent } => Some(*agent),
                    _ => None,
                }));
            });
            for key in gone.drain(..) {
                crowd.remove(key).expect("the agent is there");
                left_at = crowd.time();
            }
            assert!(crowd.time() < left_at + 10.0, "seed {seed}: {} left", crowd.len());
        }
    }
}

#[test]
fn an_agent_of_a_higher_rank_walks_straight_on() {
    let mut crowd = Crowd::new(hall(&[]));
    let high = AgentOptions::default().priority(1);
    let king = crowd.add([1.0, 5.0], high).expect("on the mesh");
    crowd.go_to(king, [19.0, 5.0]).expect("the agent is there");
    add(&mut crowd, [19.0, 5.0], [1.0, 5.0]);
    run(&mut crowd, 110, |crowd, _| {
        let y = crowd.place(king).expect("the agent is there").point.y;
        assert!((y - 5.0).abs() < 0.3, "{y}");
    });
}

#[test]
fn an_agent_that_is_held_up_within_its_arrival_arrives_once() {
    let mut crowd = Crowd::new(hall(&[]));
    for index in 0..9 {
        let options = AgentOptions::default().yields(0.0);
        crowd.add([7.0, 0.6 + 1.1 * f64::from(index)], options).expect("on the mesh");
    }
    let wide = AgentOptions::default().arrival(6.0);
    let key = crowd.add([1.0, 5.0], wide).expect("on the mesh");
    crowd.go_to(key, [10.0, 5.0]).expect("the agent is there");
    let mut arrivals = 0;
    run(&mut crowd, 200, |_, events| {
        arrivals += events.iter().filter(|event| matches!(event, Event::Arrived { .. })).count();
    });
    let at = crowd.place(key).expect("the agent is there").point;
    assert!(arrivals == 1 && (5.0..6.5).contains(&at.x), "{arrivals} {at}");
}

#[test]
fn an_agent_that_does_not_yield_stands_like_a_pillar() {
    for yields in [0.0, 1.0] {
        let mut crowd = Crowd::new(hall(&[]));
        let options = AgentOptions::default().yields(yields);
        let guard = crowd.add([10.0, 5.0], options).expect("on the mesh");
        let walkers: Vec<_> =
            (0..6).map(|y| add(&mut crowd, [1.0, 3.5 + 0.5 * f64::from(y)], [19.0, 5.0])).collect();
        let mut moved = 0.0_f64;
        run(&mut crowd, 250, |crowd, _| {
            let point = crowd.place(guard).expect("the agent is there").point;
            moved = moved.max(point.distance([10.0, 5.0].into()));
        });
        assert_eq!(moved == 0.0, yields == 0.0, "{moved}");
        assert!(walkers.iter().all(|&key| crowd.velocity(key) == Some(DVec2::ZERO)));
    }
}
