//! Crowds on levels, and levels that change under them: nobody off the ground, nobody through a floor.

use navmesh_terrain::{BakeOptions, bake};
use tautline::agents::{AgentKey, AgentOptions, AgentState, Crowd};
use tautline::{LiveMesh, MeshFinder, NavMeshBuilder, Outline, PathQuery, Surface};

use crate::shapes::Shapes;

/// A step of a crowd, in seconds.
const STEP: f64 = 0.1;

/// Checks that an agent stands on ground, and changed its height by no more than a stair allows. Returns the height.
fn height_of(surface: &Surface, crowd: &Crowd, key: AgentKey) -> f64 {
    let place = crowd.place(key).unwrap();
    assert!(surface.mesh().incidences_at(place).next().is_some(), "off the ground at {place:?}");
    surface.height(place).unwrap()
}

#[test]
fn two_hundred_agents_pass_each_other_on_spiral_stairs() {
    // Two turns of 4 m each, between radii of 3 and 8, over a hall.
    let hall = Shapes::default().solid([-24.0, -24.0, -1.0], [24.0, 24.0, 0.0]);
    let level = hall.spiral(2, 48, 4.0, [3.0, 8.0]).level();
    let surface = bake(&level, &BakeOptions::default().agent_radius(0.3)).unwrap().surface;
    let top = |turn: f64, radius: f64| {
        let angle = turn * std::f64::consts::TAU;
        let at = [radius * angle.cos(), radius * angle.sin(), 4.0 * turn];
        surface.pick(at, 1.0, 1.0).unwrap().place
    };
    let mut crowd = Crowd::new(MeshFinder::new(surface.mesh().clone()));
    let options = AgentOptions::default().radius(0.2);
    let mut agents = Vec::new();
    // Half of them begin in the hall and go up, half stand on the upper turn and go down.
    for number in 0..200u32 {
        let (row, column) = (f64::from(number / 2 % 10), f64::from(number / 20));
        let hall = surface.pick([-22.0 + row, -22.0 + column, 0.0], 1.0, 1.0).unwrap().place;
        let stair = top(1.2 + 0.7 * row / 10.0, 4.0 + 0.35 * column);
        let (start, goal) = if number % 2 == 0 { (hall, stair) } else { (stair, hall) };
        let key = crowd.add(start, options).unwrap();
        crowd.go_to(key, goal).unwrap();
        agents.push(key);
    }
    let mut heights: Vec<f64> =
        agents.iter().map(|&key| height_of(&surface, &crowd, key)).collect();
    let begun = heights.clone();
    for _ in 0..4_000 {
        crowd.step(STEP, u64::MAX).unwrap();
        for (&key, last) in agents.iter().zip(&mut heights) {
            let height = height_of(&surface, &crowd, key);
            // A step of a stair, and the way that an agent may be pushed in a step, up a stair of 4 m a turn.
            assert!((height - *last).abs() < 0.5, "{key:?} from {last} to {height}");
            *last = height;
        }
        if agents.iter().all(|&key| crowd.agent_state(key) == Some(AgentState::Arrived)) {
            break;
        }
    }
    let states = agents.iter().map(|&key| crowd.agent_state(key).unwrap());
    assert_eq!(states.filter(|&state| state == AgentState::Arrived).count(), 200);
    let changed = begun.iter().zip(&heights).filter(|(a, b)| (*a - *b).abs() > 4.0);
    assert_eq!(changed.count(), 200);
}

#[test]
fn obstacles_on_a_bridge_and_under_it_close_their_floor_alone() {
    let level = Shapes::default()
        .solid([-20.0, -15.0, -1.0], [20.0, 15.0, 0.0])
        .ramp([-14.0, -6.0], [-2.0, 2.0], [0.0, 4.0])
        .quad([[-6.0, -2.0, 4.0], [6.0, -2.0, 4.0], [6.0, 2.0, 4.0], [-6.0, 2.0, 4.0]])
        .ramp([6.0, 14.0], [-2.0, 2.0], [4.0, 0.0])
        .level();
    let surface = bake(&level, &BakeOptions::default().step(0.4)).unwrap().surface;
    let at = |point: [f64; 3]| surface.pick(point, 1.0, 1.0).unwrap();
    let (low, high) = (at([0.0, 0.0, 0.0]), at([0.0, 0.0, 4.0]));
    assert_ne!(low.layer, high.layer);
    let across = PathQuery::new(at([-4.0, 0.0, 4.0]).place, at([4.0, 0.0, 4.0]).place);
    let under = PathQuery::new(at([0.0, -6.0, 0.0]).place, at([0.0, 6.0, 0.0]).place);
    let mut live = LiveMesh::new(NavMeshBuilder::from_mesh(surface.mesh())).unwrap();
    let lengths = |live: &LiveMesh| {
        let finder = live.finder();
        let geodesics = finder.geodesics(&surface).unwrap();
        [across, under].map(|query| {
            let plan = finder.find_path(&query).ok()?;
            let along = geodesics.find_path(&query).unwrap();
            along.path.verify(finder.mesh()).unwrap();
            assert!(along.cost <= geodesics.surface().along(&plan, 0.0).unwrap().length + 1e-9);
            Some(along.cost)
        })
    };
    let [over, below] = lengths(&live).map(Option::unwrap);
    // The bake bends the ends of the bridge a little.
    assert!((8.0..8.2).contains(&over) && (below - 12.0).abs() < 0.1, "{over} {below}");
    // A crate across the bridge: the way leads down one ramp and up the other. The way under it stays.
    let crate_shape = || Outline::rect([-0.5, -3.0], [0.5, 3.0]);
    let key = live.on_layer(high.layer).add_obstacle(crate_shape()).unwrap();
    let [around, same] = lengths(&live);
    assert!(around.unwrap() > 2.0 * over && (same.unwrap() - below).abs() < 1e-9);
    live.remove(key).unwrap();
    // The same crate under the bridge: the way over it stays.
    live.on_layer(low.layer).add_obstacle(crate_shape()).unwrap();
    let [same, around] = lengths(&live);
    assert!((8.0..8.2).contains(&same.unwrap()) && around.unwrap() > below, "{around:?} {below}");
}
