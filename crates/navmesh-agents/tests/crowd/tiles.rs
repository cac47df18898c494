//! Tile maps: paths of a grid and flow fields through the same traits, on the mesh of the free tiles.

use std::sync::Arc;

use navmesh_agents::{AgentKey, AgentOptions, Crowd, OnMesh};
use navmesh_testkit::rng::SplitMix64;
use tautline::{BuildOptions, DVec2, Grid, GridFinder, MeshFinder, PathQuery};

use crate::scenes::run;

const ROWS: [&str; 9] = [
    "....................",
    "....................",
    "..###########..###..",
    "..#.........#..#.#..",
    "..#.#######.#..#.#..",
    "..#.#.......#..#.#..",
    "..#.#########..###..",
    "....................",
    "....................",
];

/// A crowd that asks the grid for paths, and moves on the mesh of the free tiles for a radius.
fn crowd_on_tiles(radius: f64) -> (Crowd, GridFinder) {
    let grid = Grid::from_rows(ROWS).expect("rows of one length");
    let build = BuildOptions::default();
    let build = if radius > 0.0 { build.agent_radius(radius) } else { build };
    let mesh = MeshFinder::from_grid(&grid, &build).expect("free tiles");
    let tiles = GridFinder::new(grid);
    (Crowd::new(OnMesh::new(mesh.current_mesh(), tiles.clone())), tiles)
}

fn add(crowd: &mut Crowd, at: [f64; 2]) -> AgentKey {
    let options = AgentOptions::default().radius(0.4).arrival(0.4);
    crowd.add(at, options).expect("on the mesh")
}

#[test]
fn agents_follow_the_paths_of_a_grid() {
    for radius in [0.0, 0.4] {
        let (mut crowd, tiles) = crowd_on_tiles(radius);
        let (start, goal) = ([6.5, 5.5], [10.5, 7.5]);
        let key = add(&mut crowd, start);
        crowd.go_to(key, goal).expect("the agent is there");
        run(&mut crowd, 400, |_, _| {});
        assert!(crowd.has_arrived(key), "radius {radius}");
        let path = tiles.find_path(&PathQuery::new(start, goal)).expect("a path");
        assert!(path.length() > 20.0); // the way out of the spiral
    }
}

#[test]
fn a_crowd_of_the_grid_arrives_on_tiles() {
    let (mut crowd, tiles) = crowd_on_tiles(0.4);
    let mut rng = SplitMix64::new(5);
    let mut tile = || loop {
        let (x, y) = (rng.below(20) as u32, rng.below(9) as u32);
        let is_inside = x == 16 && (3..6).contains(&y);
        if !tiles.grid().is_blocked(x, y) && !is_inside {
            break tiles.grid().center(x, y);
        }
    };
    let mut keys = Vec::new();
    for index in 0..12 {
        let key = add(&mut crowd, tile().to_array());
        // Nobody stands in the spiral, where no other could pass.
        let goal = [0.5 + 1.5 * f64::from(index), if index % 2 == 0 { 0.5 } else { 8.5 }];
        crowd.go_to(key, goal).expect("the agent is there");
        keys.push(key);
    }
    run(&mut crowd, 900, |_, _| {});
    let left: Vec<_> = keys.iter().filter(|&&key| !crowd.has_arrived(key)).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn agents_flow_along_a_flow_field_without_a_search() {
    let (mut crowd, tiles) = crowd_on_tiles(0.4);
    let exits = [(0, 0), (19, 8)];
    let field = crowd.add_field(Arc::new(tiles.flow_field(&exits).expect("free tiles")));
    let mut keys = Vec::new();
    for at in [[6.5, 5.5], [18.5, 4.5], [1.5, 4.5], [13.5, 7.5]] {
        let key = add(&mut crowd, at);
        crowd.flow_to(key, field).expect("agent and field are there");
        keys.push(key);
    }
    let mut searches = 0;
    for _ in 0..400 {
        searches += crowd.step(0.1, 0).expect("a valid step").searches;
    }
    assert_eq!(searches, 0);
    for key in keys {
        let point = crowd.place(key).expect("the agent is there").point;
        let is_exit = |&(x, y): &(u32, u32)| tiles.grid().center(x, y).distance(point) < 1.0;
        assert!(crowd.has_arrived(key) && exits.iter().any(is_exit), "{point}");
    }
    // No tile of the closed room leads to an exit.
    let inside = add(&mut crowd, [16.5, 4.5]);
    crowd.flow_to(inside, field).expect("agent and field are there");
    let events = crowd.step(0.1, 0).expect("a valid step").events;
    assert!(matches!(events[..], [navmesh_agents::Event::NoPath { agent, .. }] if agent == inside));
}

#[test]
fn the_flow_field_leads_on_from_the_border_of_a_tile() {
    let (_, tiles) = crowd_on_tiles(0.0);
    let field = tiles.flow_field(&[(0, 0)]).expect("a free tile");
    let mut path = tautline::Path::default();
    // (2, 2) is a corner of a blocked tile, with three free tiles around it.
    for point in [[2.0, 2.0], [2.0, 4.25], [1.999_999, 3.0], [7.0, 2.0]].map(DVec2::from) {
        field.path_from_into(point, &mut path).expect("a path");
        assert_eq!(path.waypoints().first(), Some(&point));
        assert_eq!(path.waypoints().last(), Some(&DVec2::new(0.5, 0.5)));
    }
}
