//! Agents of several sizes and types in one crowd.

use navmesh_agents::{AgentKey, AgentOptions, ClassId, Crowd, CrowdError, Event};
use navmesh_testkit::rng::SplitMix64;
use navmesh_testkit::worlds::world_count;
use tautline::{
    Area, BuildOptions, DVec2, Filter, GoalPolicy, MeshFinder, NavMeshBuilder, Outline,
};

use crate::scenes::{bits, run};

/// The radii of small and large agents.
const RADII: [f64; 2] = [0.4, 0.9];

fn finder(walkable: &[[[f64; 2]; 2]], radius: f64, mud: Option<Area>) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    for &[low, high] in walkable {
        builder.add_walkable(Outline::rect(low, high));
    }
    mud.map(|area| builder.add_area(area));
    MeshFinder::new(builder.build_mesh().expect("the map is valid"))
}

/// Returns a crowd of both sizes, and options for each.
fn sizes(walkable: &[[[f64; 2]; 2]]) -> (Crowd, [AgentOptions; 2]) {
    let [small, large] = RADII.map(|radius| finder(walkable, radius, None));
    let mut crowd = Crowd::new(small);
    let classes = [ClassId::default(), crowd.add_class(large)];
    let options =
        [0, 1].map(|size| AgentOptions::default().class(classes[size]).radius(RADII[size]));
    (crowd, options)
}

fn send(crowd: &mut Crowd, options: AgentOptions, from: [f64; 2], to: [f64; 2]) -> AgentKey {
    let key = crowd.add(from, options).expect("on the mesh");
    crowd.go_to(key, to).expect("the agent is there");
    key
}

#[test]
fn agents_of_two_sizes_keep_apart_and_off_the_walls() {
    let (mut crowd, [small, large]) = sizes(&[[[0.0, 0.0], [20.0, 10.0]]]);
    let one = send(&mut crowd, large, [2.0, 5.0], [18.0, 5.0]);
    let other = send(&mut crowd, small, [18.0, 5.25], [2.0, 0.5]);
    let mut nearest = f64::INFINITY;
    run(&mut crowd, 200, |crowd, _| {
        let points = [one, other].map(|key| crowd.place(key).expect("the agent is there").point);
        nearest = nearest.min(points[0].distance(points[1]));
        for (point, radius) in points.into_iter().zip([RADII[1], RADII[0]]) {
            let to_wall = point.min(DVec2::new(20.0, 10.0) - point).min_element();
            assert!(to_wall >= radius * (1.0 - 1e-12), "{point}");
        }
    });
    assert!(nearest > 0.98 * (RADII[0] + RADII[1]), "{nearest}");
    assert!(crowd.has_arrived(one) && crowd.has_arrived(other));
}

/// A large agent fits through the corridor, and a small one beside it does not.
#[test]
fn agents_of_two_sizes_take_turns_in_a_corridor() {
    let halls =
        [[[0.0, 0.0], [12.0, 12.0]], [[12.0, 5.0], [22.0, 7.2]], [[22.0, 0.0], [34.0, 12.0]]];
    for (seed, counts) in [[1, 1], [3, 1], [1, 3], [4, 4]].into_iter().enumerate() {
        let (mut crowd, options) = sizes(&halls);
        let mut rng = SplitMix64::new(seed as u64);
        let mut keys = Vec::new();
        for (size, count) in counts.into_iter().enumerate() {
            for _ in 0..count {
                for is_left in [true, false] {
                    let mut point = |left: f64| [left + 10.0 * rng.unit(), 1.0 + 10.0 * rng.unit()];
                    let ends = [point(1.0), point(23.0)];
                    let [from, to] = if is_left { ends } else { [ends[1], ends[0]] };
                    keys.push(send(&mut crowd, options[size], from, to));
                }
            }
        }
        run(&mut crowd, 3_000, |_, _| {});
        assert!(keys.iter().all(|&key| crowd.has_arrived(key)), "{counts:?}");
    }
}

#[test]
fn each_type_walks_by_the_costs_of_its_filter() {
    let mud = Area::new(Outline::rect([8.0, 0.0], [12.0, 18.0]), "mud", 10.0);
    let mut walker = finder(&[[[0.0, 0.0], [20.0, 20.0]]], 0.4, Some(mud));
    let hovers = walker.add_filter(&Filter::new().cost("mud", 1.0)).expect("there is mud");
    let hover = walker.filtered(hovers).expect("the filter is registered");
    let mut crowd = Crowd::new(walker);
    let hover = crowd.add_class(hover);
    let options = AgentOptions::default().radius(0.4);
    let on_foot = send(&mut crowd, options, [2.0, 10.0], [18.0, 10.0]);
    let in_the_air = send(&mut crowd, options.class(hover), [2.0, 11.0], [18.0, 11.0]);
    let mut highest = [0.0_f64; 2];
    run(&mut crowd, 300, |crowd, _| {
        for (highest, key) in highest.iter_mut().zip([on_foot, in_the_air]) {
            *highest = highest.max(crowd.place(key).expect("the agent is there").point.y);
        }
    });
    assert!(highest[0] > 17.9 && highest[1] < 12.0, "{highest:?}");
    assert!(crowd.has_arrived(on_foot) && crowd.has_arrived(in_the_air));
}

#[test]
fn costs_slow_the_agents_that_say_so() {
    let mud = Area::new(Outline::rect([5.0, 0.0], [15.0, 4.0]), "mud", 4.0);
    let mut seconds = Vec::new();
    for is_slowed in [false, true] {
        let mut crowd = Crowd::new(finder(&[[[0.0, 0.0], [20.0, 4.0]]], 0.4, Some(mud.clone())));
        let options = AgentOptions::default().radius(0.4).slowed_by_costs(is_slowed);
        let key = send(&mut crowd, options.max_speed(2.0), [1.0, 2.0], [19.0, 2.0]);
        while !crowd.has_arrived(key) {
            run(&mut crowd, 1, |_, _| {});
        }
        seconds.push(crowd.time());
    }
    // 17.5 units at 2 a second; 10 of them at half a unit a second.
    assert!((seconds[0] - 8.75).abs() < 0.2 && (seconds[1] - 23.75).abs() < 0.4, "{seconds:?}");
}

#[test]
fn an_agent_with_a_policy_goes_to_the_nearest_place_that_it_reaches() {
    let rooms = [[[0.0, 0.0], [8.0, 8.0]], [[10.0, 0.0], [18.0, 8.0]]];
    let mut crowd = Crowd::new(finder(&rooms, 0.4, None));
    let options = AgentOptions::default().radius(0.4);
    let strict = send(&mut crowd, options, [2.0, 2.0], [12.0, 4.0]);
    let near = options.goal_policy(GoalPolicy::NearestReachable);
    let willing = send(&mut crowd, near, [2.0, 6.0], [12.0, 4.0]);
    let mut errors = 0;
    run(&mut crowd, 100, |_, events| {
        errors += events.iter().filter(|event| matches!(event, Event::NoPath { .. })).count();
    });
    assert_eq!((errors, crowd.has_arrived(strict), crowd.has_arrived(willing)), (1, false, true));
    let point = crowd.place(willing).expect("the agent is there").point;
    assert!(point.distance(DVec2::new(7.6, 4.0)) <= 0.5, "{point}");
    crowd.set_options(strict, near).expect("the options are valid");
    run(&mut crowd, 100, |_, _| {});
    assert!(crowd.has_arrived(strict));
}

#[test]
fn an_agent_that_its_mesh_does_not_fit_is_refused() {
    let (mut crowd, [small, large]) = sizes(&[[[0.0, 0.0], [20.0, 10.0]]]);
    let wide = small.radius(0.41);
    assert!(matches!(crowd.add([5.0, 5.0], wide), Err(CrowdError::TooWide { .. })));
    let mut others = Crowd::new(finder(&[[[0.0, 0.0], [5.0, 5.0]]], 0.4, None));
    assert!(matches!(others.add([2.0, 2.0], large), Err(CrowdError::UnknownClass(_))));

    let key = crowd.add([0.5, 5.0], small).expect("on the mesh");
    assert!(matches!(crowd.set_options(key, large), Err(CrowdError::Place(_)))); // at the wall
    assert_eq!(crowd.options(key), Some(small));
    crowd.warp(key, [5.0, 5.0]).expect("on the mesh");
    crowd.set_options(key, large).expect("there is room");
    assert_eq!(crowd.agent_mesh(key).map(|mesh| mesh.agent_radius()), Some(RADII[1]));

    let [one, other] = RADII.map(|radius| finder(&[[[0.0, 0.0], [20.0, 10.0]]], radius, None));
    let counted = crowd.set_map(one.clone());
    assert!(matches!(counted, Err(CrowdError::ClassCount { given: 1, expected: 2 })));
    let swapped = crowd.set_maps([other.clone(), one.clone()]);
    assert!(matches!(swapped, Err(CrowdError::TooWide { .. })));
    crowd.set_maps([one, other]).expect("both fit");
    run(&mut crowd, 2, |_, _| {});
}

/// The narrow places were forgotten with a new class, and the agents still had leave to enter them.
#[test]
fn a_crowd_saved_after_a_new_class_goes_on_bit_for_bit() {
    let halls = [[[0.0, 0.0], [8.0, 8.0]], [[8.0, 3.5], [14.0, 4.7]], [[14.0, 0.0], [22.0, 8.0]]];
    let [small, large] = [0.4, 0.45].map(|radius| finder(&halls, radius, None));
    let mut crowd = Crowd::new(small.clone());
    let options = AgentOptions::default().radius(0.4);
    for y in [2.0, 4.0, 6.0] {
        send(&mut crowd, options, [5.0, y], [17.0, y]);
        send(&mut crowd, options, [17.0, y], [5.0, y]);
    }
    for seconds in 1..6 {
        run(&mut crowd, 10, |_, _| {});
        let [mut one, mut other] = [(); 2].map(|()| Crowd::new(small.clone()));
        one.restore(crowd.state()).expect("the state is of this map");
        for crowd in [&mut one, &mut other] {
            crowd.add_class(large.clone());
        }
        other.restore(one.state()).expect("the state is of these maps");
        for crowd in [&mut one, &mut other] {
            run(crowd, 20, |_, _| {});
        }
        assert_eq!(bits(&one), bits(&other), "after {seconds} s");
    }
}

/// Returns a finder on two halls with a door between them, for agents of a radius.
fn two_halls(radius: f64, door: f64) -> MeshFinder {
    let options = BuildOptions::default().agent_radius(radius);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [30.0, 20.0]));
    let [low, high] = [10.0 - door / 2.0, 10.0 + door / 2.0];
    builder.add_obstacle(Outline::rect([14.8, -1.0], [15.2, low]));
    builder.add_obstacle(Outline::rect([14.8, high], [15.2, 21.0]));
    MeshFinder::new(builder.build_mesh().expect("the halls are valid"))
}

/// Many small agents pass a door against some large ones. Those have their goals where the small ones wait, which push them
/// back through the door.
#[test]
fn a_throng_of_small_agents_and_some_large_ones_change_halls() {
    let doors = [1.2, 1.4, 2.0];
    for seed in 0..world_count(6) {
        let mut rng = SplitMix64::new(seed);
        let (door, large) = (doors[seed as usize % 3], if seed % 2 == 0 { 6 } else { 24 });
        let mut crowd = Crowd::new(two_halls(0.25, door));
        let of_large = crowd.add_class(two_halls(0.5, door));
        let small = (100, DVec2::new(1.0, 2.0), 15, 1.1, AgentOptions::default().radius(0.25));
        let of_large = AgentOptions::default().radius(0.5).class(of_large);
        let large = (large, DVec2::new(18.0, 5.0), 6, 1.5, of_large);
        let mut goals = Vec::new();
        for (count, first, rows, apart, options) in [small, large] {
            for index in 0..count {
                let place = DVec2::new(f64::from(index / rows), f64::from(index % rows)) * apart;
                let start = first + place + DVec2::new(rng.unit(), rng.unit()) * 0.1;
                let goal = DVec2::new(30.0 - start.x, start.y);
                let key = crowd.add(start, options).expect("on the mesh");
                crowd.go_to(key, goal).expect("the agent is there");
                goals.push((key, goal));
            }
        }
        let is_over = |crowd: &Crowd, &(key, goal): &(AgentKey, DVec2)| {
            let point = crowd.place(key).expect("the agent is there").point;
            crowd.has_arrived(key) && (point.x < 15.0) == (goal.x < 15.0)
        };
        while !goals.iter().all(|agent| is_over(&crowd, agent)) {
            let left = goals.iter().filter(|agent| !is_over(&crowd, agent)).count();
            assert!(crowd.time() < 400.0, "seed {seed}: {left} left");
            run(&mut crowd, 10, |_, _| {});
        }
    }
}
