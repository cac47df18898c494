//! Agents without a path wait, and searches are rare.

use navmesh_agents::{AgentKey, AgentOptions, AgentState, Crowd, Event, StepReport};
use navmesh_testkit::rng::SplitMix64;
use tautline::live::WallsBefore;
use tautline::{
    Area, BuildOptions, DVec2, LiveMesh, MeshFinder, NavMeshBuilder, Outline, Path, PathQuery,
};

use crate::scenes::{hall, run};

fn add(crowd: &mut Crowd, from: [f64; 2], to: [f64; 2]) -> AgentKey {
    let key = crowd.add(from, AgentOptions::default()).expect("on the mesh");
    crowd.go_to(key, to).expect("the agent is there");
    key
}

/// A wall that shut a corridor for a second once stranded everyone for ever.
#[test]
fn an_agent_without_a_path_waits_and_goes_on_once_an_edit_opens_one() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [40.0, 4.0]));
    let mut map = LiveMesh::new(builder).expect("a corridor");
    let mut crowd = Crowd::new(map.finder());
    let key = add(&mut crowd, [2.0, 2.0], [38.0, 2.0]);
    run(&mut crowd, 30, |_, _| {});

    let wall = map.add_obstacle(Outline::rect([20.0, -1.0], [21.0, 5.0])).expect("a valid edit");
    crowd.edit_map(map.finder(), map.report().walls()).expect("nobody is too wide");
    let mut events = Vec::new();
    run(&mut crowd, 20, |_, new| events.extend_from_slice(new));
    let [Event::NoPath { agent, error }] = events[..] else { panic!("{events:?}") };
    assert_eq!((agent, crowd.agent_state(key)), (key, Some(AgentState::Waits)));
    assert_eq!(crowd.why_waiting(key), Some(error));
    assert_eq!(crowd.goal(key).map(|goal| goal.point), Some(DVec2::new(38.0, 2.0)));
    assert!(crowd.path(key).is_none() && crowd.way_left(key).is_none());

    // What only blocks is no reason to search, and the same answer is no news.
    map.add_obstacle(Outline::rect([30.0, 1.0], [31.0, 2.0])).expect("a valid edit");
    crowd.edit_map(map.finder(), map.report().walls()).expect("nobody is too wide");
    assert_eq!(crowd.step(0.1, u64::MAX).expect("valid").searches, 0);
    crowd.set_map(map.finder()).expect("nobody is too wide");
    let report = crowd.step(0.1, u64::MAX).expect("valid");
    assert_eq!((report.searches, report.events.len()), (1, 0));

    map.remove(wall).expect("the wall stands");
    crowd.edit_map(map.finder(), map.report().walls()).expect("nobody is too wide");
    run(&mut crowd, 5, |_, _| {});
    assert_eq!(crowd.agent_state(key), Some(AgentState::Walks));
    assert!(crowd.way_left(key).is_some_and(|left| left > 18.0));
    run(&mut crowd, 300, |_, _| {});
    assert_eq!(crowd.agent_state(key), Some(AgentState::Arrived));
}

/// Returns a field with mud on the straight ways, and a road. Every second one is on a lattice, with borders in common.
fn field(seed: u64) -> MeshFinder {
    let mut rng = SplitMix64::new(seed);
    let options = BuildOptions::default().agent_radius(0.3);
    let mut builder = NavMeshBuilder::new().with_options(options);
    builder.add_walkable(Outline::rect([0.0, 0.0], [60.0, 40.0]));
    for kind in ["mud", "swamp", "road"] {
        let corner = DVec2::new(50.0 * rng.unit(), 30.0 * rng.unit());
        let opposite = corner + 4.0 + 8.0 * rng.unit();
        let ground = Outline::rect(on_lattice(seed, corner), on_lattice(seed, opposite));
        let cost = if kind == "road" { 0.5 } else { 2.0 + 8.0 * rng.unit() };
        builder.add_area(Area::new(ground, kind, cost));
    }
    MeshFinder::new(builder.build_mesh().expect("a field"))
}

/// Rounds a point to a lattice of side 2 if the seed is odd.
fn on_lattice(seed: u64, point: DVec2) -> DVec2 {
    if seed.is_multiple_of(2) { point } else { (point / 2.0).round() * 2.0 }
}

/// Returns two points of a field, which lie on borders and corners of areas if the seed is odd.
fn two_points(seed: u64, rng: &mut SplitMix64) -> [DVec2; 2] {
    [0, 1].map(|_| on_lattice(seed, DVec2::new(60.0 * rng.unit(), 40.0 * rng.unit())))
}

/// One agent on a map with one rectangle of mud once searched in each of 600 steps.
#[test]
fn one_agent_on_a_map_that_stands_still_searches_at_most_once_more() {
    let mut arrived = 0;
    for seed in 0..24 {
        let finder = field(seed);
        let mut rng = SplitMix64::new(seed + 100);
        let mut crowd = Crowd::new(finder);
        let [from, to] = two_points(seed, &mut rng);
        let Ok(key) = crowd.add(from, AgentOptions::default().radius(0.3)) else { continue };
        crowd.go_to(key, to).expect("the agent is there");
        let (mut searches, mut report) = (0, StepReport::default());
        for _ in 0..800 {
            crowd.step_into(0.1, u64::MAX, &mut report).expect("a valid step");
            searches += report.searches;
        }
        assert!(searches <= 2, "seed {seed}: {searches} searches");
        arrived += usize::from(crowd.has_arrived(key));
    }
    assert!(arrived > 16, "{arrived}");
}

/// The proof of one path once took 600,000 nodes, and a step of a game two tenths of a second.
#[test]
fn where_costs_differ_the_proof_of_a_path_ends_with_the_budget_of_a_step() {
    let (mut shortened, mut wide) = (0, 0);
    for (seed, budget) in (0..120).flat_map(|seed| [1, 60].map(|budget| (seed, budget))) {
        let finder = field(seed);
        let ends = two_points(seed, &mut SplitMix64::new(seed + 900));
        let search = |budget: u64| {
            let mut crowd = Crowd::new(finder.clone());
            let key = crowd.add(ends[0], AgentOptions::default().radius(0.3)).ok()?;
            let place = crowd.place(key).expect("the agent is there");
            crowd.go_to(key, ends[1]).expect("the agent is there");
            let expanded = crowd.step(0.1, budget).expect("a valid step").expanded;
            Some((crowd.path(key)?.clone(), expanded, place))
        };
        let (Some((proved, most, place)), Some((path, expanded, _))) =
            (search(u64::MAX), search(budget))
        else {
            assert_eq!(search(budget), None, "seed {seed}: a path is known with any budget");
            continue;
        };
        assert_eq!(path.waypoints().last(), proved.waypoints().last());
        assert!(path.lower_bound() <= proved.cost() && proved.lower_bound() <= path.cost());
        // Its gap is small, or it costs no more than the path of a search without a proof.
        let unproved = finder.find_path(&PathQuery::new(place, ends[1]).gap(1.0)).expect("a path");
        let is_close = path.lower_bound() >= 0.95 * path.cost();
        assert!(is_close || path.cost() <= unproved.cost(), "seed {seed}");
        shortened += usize::from(2 * expanded < most);
        wide += usize::from(!is_close);
    }
    assert!(shortened > 10 && wide > 0, "{shortened} {wide}");
}

/// Agents once dropped a waypoint when the next came in sight, and walked through the mud that the path avoids.
#[test]
fn an_agent_pays_what_its_path_has_promised() {
    let mut arrived = 0;
    for seed in 0..60 {
        let finder = field(seed);
        let mut rng = SplitMix64::new(seed + 500);
        let mut crowd = Crowd::new(finder.clone());
        let [from, to] = two_points(seed, &mut rng);
        let options = AgentOptions::default().radius(0.3).arrival(0.01);
        let Ok(key) = crowd.add(from, options) else { continue };
        crowd.go_to(key, to).expect("the agent is there");
        crowd.step(0.1, u64::MAX).expect("a valid step");
        let Some(planned) = crowd.path(key).map(|path| path.cost()) else { continue };
        let mut points = vec![from];
        for _ in 0..1000 {
            points.push(crowd.place(key).expect("the agent is there").point);
            if crowd.has_arrived(key) {
                break;
            }
            crowd.step(0.1, u64::MAX).expect("a valid step");
        }
        let walked = Path::through(points, []).cost_on(finder.mesh()).expect("on the mesh");
        assert!(walked <= 1.001 * planned, "seed {seed}: {walked} for {planned}");
        arrived += usize::from(crowd.has_arrived(key));
    }
    assert!(arrived > 40, "{arrived}");
}

#[test]
fn a_step_of_no_time_does_nothing() {
    let mut crowd = Crowd::new(hall(&[]));
    let key = add(&mut crowd, [2.0, 5.0], [18.0, 5.0]);
    let before = crowd.place(key);
    assert_eq!(crowd.step(0.0, u64::MAX).expect("valid"), StepReport::default());
    assert_eq!((crowd.place(key), crowd.time()), (before, 0.0));
    run(&mut crowd, 200, |_, _| {});
    assert!(crowd.has_arrived(key));
}

/// Several edits before one step once needed a step after each.
#[test]
fn edits_between_two_steps_accumulate() {
    let mut crowd = Crowd::new(hall(&[]));
    let keys = [2.0, 8.0].map(|y| add(&mut crowd, [2.0, y], [18.0, y]));
    run(&mut crowd, 5, |_, _| {});
    let houses = [Outline::rect([8.0, 1.0], [10.0, 3.0]), Outline::rect([12.0, 7.0], [14.0, 9.0])];
    for count in 1..=2 {
        let finder = hall(&houses[..count]);
        let change = WallsBefore::whole(crowd.mesh()).after_rebuild(finder.mesh());
        crowd.edit_map(finder, &change).expect("nobody is too wide");
    }
    assert_eq!(crowd.step(0.1, u64::MAX).expect("valid").searches, 2);
    run(&mut crowd, 200, |_, _| {});
    assert!(keys.iter().all(|&key| crowd.has_arrived(key)));
}

/// A crowd is a resource of an engine that runs systems on any thread.
#[test]
fn a_crowd_may_be_shared_between_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Crowd>();
}
