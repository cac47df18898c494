//! Agents with a turning rate: headings, ways, arrivals, and such agents among others.

use navmesh_agents::{AgentKey, AgentOptions, Crowd, CrowdError};
use tautline::{DVec2, Outline};

use crate::scenes::{hall, run};

fn heading(crowd: &Crowd, key: AgentKey) -> DVec2 {
    crowd.heading(key).expect("the agent has a heading")
}

fn point(crowd: &Crowd, key: AgentKey) -> DVec2 {
    crowd.place(key).expect("the agent is there").point
}

/// The directions in which agents head at first: along the axes and between them.
fn directions() -> impl Iterator<Item = DVec2> {
    let steps = [-1.0, 0.0, 1.0];
    let all = steps.into_iter().flat_map(move |x| steps.map(|y| DVec2::new(x, y)));
    all.filter(|direction| *direction != DVec2::ZERO)
}

#[test]
fn robots_turn_no_faster_than_their_rate_move_forward_and_stand_at_their_goals() {
    let (mut count, mut turned) = (0, 0);
    for rate in [0.25, 1.0, 4.0, 40.0] {
        for speed in [0.5, 3.0] {
            for acceleration in [None, Some(0.5), Some(4.0)] {
                for arrival in [0.05, 0.5] {
                    for start in directions() {
                        let mut options = AgentOptions::default().max_speed(speed).arrival(arrival);
                        options = options.max_turning_rate(rate);
                        options.max_acceleration = acceleration;
                        let at = format!("{options:?}, {start}");
                        let mut crowd = Crowd::new(hall(&[]));
                        let key = crowd.add([4.0, 5.0], options).expect("on the mesh");
                        crowd.face(key, start).expect("a direction");
                        let goal = DVec2::new(9.0, 6.0);
                        crowd.go_to(key, goal).expect("the agent is there");
                        let (mut before, mut has_been_near) = (heading(&crowd, key), false);
                        run(&mut crowd, 900, |crowd, _| {
                            let now = heading(crowd, key);
                            let velocity = crowd.velocity(key).expect("the agent is there");
                            let turn = before.perp_dot(now).atan2(before.dot(now)).abs();
                            assert!(turn <= rate * 0.1 + 1e-9, "{at}: {turn}");
                            assert!(velocity.perp_dot(now).abs() < 1e-9, "{at}: {velocity} {now}");
                            assert!(velocity.dot(now) >= 0.0, "{at}: {velocity} {now}");
                            turned += usize::from(turn > 0.9 * rate * 0.1);
                            before = now;
                            let distance = point(crowd, key).distance(goal);
                            has_been_near |= distance <= arrival;
                            assert!(!has_been_near || distance <= arrival, "{at}: {distance}");
                        });
                        assert!(crowd.has_arrived(key), "{at}: at {}", point(&crowd, key));
                        assert_eq!(crowd.velocity(key), Some(DVec2::ZERO), "{at}");
                        count += 1;
                    }
                }
            }
        }
    }
    assert_eq!(count, 384);
    assert!(turned > 10_000, "{turned}");
}

/// Returns the distance of a point from a path.
fn distance_from(path: &[DVec2], point: DVec2) -> f64 {
    let distance = |leg: &[DVec2]| {
        let way = leg[1] - leg[0];
        let share = ((point - leg[0]).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        point.distance(leg[0] + way * share)
    };
    path.windows(2).map(distance).fold(f64::INFINITY, f64::min)
}

/// While a robot with the speed v turns by ω, it leaves its leg by at most the integral of v cos 2θ sin θ / ω from 0 to 45°.
#[test]
fn a_robot_swings_out_at_corners_no_farther_than_its_rate_lets_it() {
    let obstacles =
        [Outline::rect([6.0, -1.0], [8.0, 7.0]), Outline::rect([12.0, 3.0], [14.0, 11.0])];
    let query = tautline::PathQuery::new([1.0, 1.0], [19.0, 9.0]);
    let path = hall(&obstacles).find_path(&query).expect("a path");
    let speed = 1.5;
    for (rate, acceleration) in [(0.5, None), (2.0, None), (2.0, Some(1.0))] {
        let mut crowd = Crowd::new(hall(&obstacles));
        let options = AgentOptions::default().arrival(0.01).max_speed(speed);
        let mut options = options.max_turning_rate(rate);
        options.max_acceleration = acceleration;
        let key = crowd.add([1.0, 1.0], options).expect("on the mesh");
        crowd.face(key, [-1.0, 0.1]).expect("a direction");
        crowd.go_to(key, [19.0, 9.0]).expect("the agent is there");
        let (mut farthest, mut searches) = (0.0_f64, 0);
        while !crowd.has_arrived(key) {
            searches += crowd.step(0.01, u64::MAX).expect("a valid step").searches;
            farthest = farthest.max(distance_from(path.waypoints(), point(&crowd, key)));
            assert!(crowd.time() < 120.0, "{rate} {acceleration:?}");
        }
        // Who brakes enters a right angle with v² = a·r, and stops within r / 2.
        let braking = acceleration.map_or(0.0, |_| AgentOptions::default().radius / 2.0);
        let bound = (2.0_f64.sqrt() - 1.0) / 3.0 * speed / rate + braking;
        assert!(farthest < bound + speed * 0.01, "{rate} {acceleration:?}: {farthest}, {bound}");
        // It plans again where it swings out of sight.
        assert!(searches < path.waypoints().len() as u64, "{rate} {acceleration:?}: {searches}");
    }
}

/// The greatest overlap of two robots that the record of crowds permits people: 3 % of their diameter, 0.8.
const MOST_OVERLAP: f64 = 0.03 * 0.8;

/// Returns robots in rows on one or both sides of a hall, which go to the other side.
fn exchange(obstacles: &[Outline], count: usize, is_two_way: bool, rate: Option<f64>) -> Crowd {
    let mut crowd = Crowd::new(hall(obstacles));
    for index in 0..count {
        let (x, y) = (1.2 + 1.4 * (index / 5) as f64, 1.5 + 1.7 * (index % 5) as f64);
        for [from, to] in
            [[x, 20.0 - x], [20.0 - x, x]].into_iter().take(1 + usize::from(is_two_way))
        {
            let mut options = AgentOptions::default().radius(0.4);
            options.max_turning_rate = rate;
            let key = crowd.add([from, y], options).expect("on the mesh");
            crowd.go_to(key, [to, 10.0 - y]).expect("the agent is there");
        }
    }
    crowd
}

/// Steps until all have arrived, and returns the time and the greatest overlap of two agents of radius 0.4.
fn walk(crowd: &mut Crowd) -> (f64, f64) {
    let mut worst = 0.0_f64;
    while !crowd.keys().all(|key| crowd.has_arrived(key)) {
        assert!(crowd.time() < 900.0, "{} s", crowd.time());
        run(crowd, 1, |crowd, _| {
            let points: Vec<DVec2> = crowd.keys().map(|key| point(crowd, key)).collect();
            for (index, a) in points.iter().enumerate() {
                let overlaps = points[..index].iter().map(|b| 0.8 - a.distance(*b));
                worst = overlaps.fold(worst, f64::max);
            }
        });
    }
    (crowd.time(), worst)
}

#[test]
fn robots_that_change_sides_get_through_halls_doors_and_corridors_without_overlap() {
    let beside = |x: f64, to: f64| {
        vec![Outline::rect([x, -1.0], [to, 4.4]), Outline::rect([x, 5.6], [to, 11.0])]
    };
    for (scene, obstacles) in
        [("hall", vec![]), ("door", beside(9.5, 10.5)), ("corridor", beside(7.0, 13.0))]
    {
        for is_two_way in [false, true] {
            for rate in [None, Some(8.0), Some(2.0), Some(0.5)] {
                let (time, overlap) = walk(&mut exchange(&obstacles, 16, is_two_way, rate));
                println!(
                    "{scene}, two-way {is_two_way}, {rate:?}: {time:.1} s, overlap {overlap:.4}"
                );
                assert!(overlap < MOST_OVERLAP, "{scene} {is_two_way} {rate:?}: {overlap}");
            }
        }
    }
}

#[test]
fn robots_that_gather_settle() {
    for rate in [None, Some(8.0), Some(2.0), Some(0.5)] {
        let mut crowd = exchange(&[], 12, true, rate);
        for key in crowd.keys().collect::<Vec<_>>() {
            crowd.go_to(key, [10.0, 5.0]).expect("the agent is there");
        }
        let (time, overlap) = walk(&mut crowd);
        println!("gathering, {rate:?}: {time:.1} s, overlap {overlap:.4}");
        assert!(overlap < MOST_OVERLAP, "{rate:?}: {overlap}");
    }
}

#[test]
fn a_heading_is_a_direction_of_any_length_and_stays_until_the_agent_moves() {
    let mut crowd = Crowd::new(hall(&[]));
    let robot = AgentOptions::default().max_turning_rate(1.0);
    let key = crowd.add([5.0, 5.0], robot).expect("on the mesh");
    let free = crowd.add([10.0, 5.0], AgentOptions::default()).expect("on the mesh");
    assert_eq!([crowd.heading(key), crowd.heading(free)], [Some(DVec2::X), None]);
    crowd.face(key, [0.0, 1e-9]).expect("a direction");
    run(&mut crowd, 10, |_, _| {});
    assert_eq!(crowd.heading(key), Some(DVec2::Y));
    for bad in [[0.0, 0.0], [f64::NAN, 1.0], [1e300, 0.0], [1e-300, 0.0]] {
        let error = crowd.face(key, bad);
        assert!(matches!(error, Err(CrowdError::BadOption { option: "heading", .. })), "{bad:?}");
    }
    crowd.warp(key, [5.0, 7.0]).expect("on the mesh");
    assert_eq!(crowd.heading(key), Some(DVec2::Y));
    crowd.set_options(free, robot).expect("valid options");
    assert_eq!(crowd.heading(free), Some(DVec2::X));
    crowd.remove(key).expect("the agent is there");
    assert_eq!(crowd.face(key, DVec2::X), Err(CrowdError::UnknownAgent(key)));
    assert_eq!(crowd.heading(key), None);
}
