//! Measures what a call of the C functions costs over the same call in Rust: `cargo run --release --example cost`.
//!
//! Both sides run in turns in one process, on the same map and the same queries. The C functions are called by pointers, as
//! from a library that is loaded.

// A fault ends the measurement.
#![allow(clippy::expect_used)]

use std::hint::black_box;
use std::path::Path as FilePath;
use std::ptr::{null, null_mut};
use std::time::Instant;

use navmesh_testkit::SplitMix64;
use tautline::agents::{AgentKey, AgentOptions, Crowd, StepReport};
use tautline::build::add_features;
use tautline::io::read_geojson;
use tautline::{LiveMesh, MeshFinder, NavMeshBuilder, Path, PathQuery, Place, Scratch};
use tautline_c::crowd::arrays::tl_crowd_agents;
use tautline_c::crowd::step::tl_crowd_step;
use tautline_c::crowd::{tl_crowd_add, tl_crowd_go_to, tl_crowd_new};
use tautline_c::files::tl_map_load;
use tautline_c::finder::{tl_finder_path, tl_path_info, tl_path_query, tl_path_query_new};
use tautline_c::map::tl_map_finder;
use tautline_c::scratch::tl_scratch_new;
use tautline_c::status::tl_status;
use tautline_c::types::{tl_crowd, tl_finder, tl_map, tl_place, tl_point, tl_scratch};

const PATHS: usize = 1_000;
/// A part of the paths, on one side and then on the other, so that few parts are interrupted by other programs.
const CHUNK: usize = 50;
const ROUNDS: usize = 100;
const AGENTS: usize = 1_000;
const SIDE: f64 = 128.0;
/// Each round of the crowd has a second on either side, in steps that take turns.
const STEPS_A_ROUND: usize = 30;
const CROWD_ROUNDS: usize = 41;

type FindPath = unsafe extern "C" fn(
    tl_finder,
    tl_scratch,
    *const tl_path_query,
    *mut tl_point,
    usize,
    *mut tl_path_info,
) -> tl_status;
type Step = extern "C" fn(tl_crowd, f64, u64) -> tl_status;
type ReadAgents = unsafe extern "C" fn(
    tl_crowd,
    *mut u64,
    *mut tl_point,
    *mut tl_point,
    usize,
    *mut usize,
) -> tl_status;

/// The same map for both sides.
struct Maps {
    rust: MeshFinder,
    c: tl_finder,
}

impl Maps {
    fn load(name: &str, text: &str) -> Self {
        let mut builder = NavMeshBuilder::new();
        add_features(&mut builder, &read_geojson(text).expect("the map is GeoJSON"));
        let live = LiveMesh::new(builder).expect("the shapes make a map");
        let name = std::ffi::CString::new(name).expect("no zero in the name");
        let (mut map, mut finder) = (tl_map::default(), tl_finder::default());
        // SAFETY: a text, bytes as long as said, and places for one value each.
        unsafe {
            ok(tl_map_load(name.as_ptr(), text.as_ptr(), text.len(), null(), &mut map));
            ok(tl_map_finder(map, &mut finder));
        }
        Self { rust: live.finder(), c: finder }
    }
}

fn ok(status: tl_status) {
    assert_eq!(status, tl_status::Ok);
}

fn place(point: [f64; 2]) -> tl_place {
    tl_place { point: tl_point { x: point[0], y: point[1] }, ..tl_place::default() }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Pairs of points of the map between which a path leads.
fn pairs(maps: &Maps, width: f64, height: f64) -> Vec<[[f64; 2]; 2]> {
    let mut random = SplitMix64::new(1);
    let mut found = Vec::new();
    while found.len() < PATHS {
        let pair = [(); 2].map(|()| [width * random.unit(), height * random.unit()]);
        if maps.rust.find_path(&PathQuery::new(pair[0], pair[1])).is_ok() {
            found.push(pair);
        }
    }
    found
}

/// The time of all paths in Rust, in microseconds a path.
fn rust_paths(maps: &Maps, queries: &[PathQuery], scratch: &mut Scratch, path: &mut Path) -> f64 {
    let begin = Instant::now();
    for query in queries {
        maps.rust.find_path_into(query, scratch, path).expect("there is a path");
        black_box(path.waypoints());
    }
    begin.elapsed().as_secs_f64() * 1e6 / queries.len() as f64
}

/// The time of all paths by C, with the waypoints in an array, in microseconds a path.
fn c_paths(maps: &Maps, queries: &[tl_path_query], scratch: tl_scratch) -> f64 {
    let find = black_box(tl_finder_path as FindPath);
    let mut points = [tl_point::default(); 64];
    let mut info = tl_path_info { size: size_of::<tl_path_info>() as u32, ..Default::default() };
    let begin = Instant::now();
    for query in queries {
        // SAFETY: a query, an array and a struct as long as said.
        ok(unsafe { find(maps.c, scratch, query, points.as_mut_ptr(), points.len(), &mut info) });
        black_box(&points);
    }
    begin.elapsed().as_secs_f64() * 1e6 / queries.len() as f64
}

fn measure_paths() {
    let file =
        FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/data/floor_plan.geojson");
    let maps =
        Maps::load("floor_plan.geojson", &std::fs::read_to_string(file).expect("the map is there"));
    let pairs = pairs(&maps, 40.0, 26.0);
    let queries: Vec<_> = pairs.iter().map(|pair| PathQuery::new(pair[0], pair[1])).collect();
    let c_queries: Vec<_> =
        pairs.iter().map(|pair| tl_path_query_new(place(pair[0]), place(pair[1]))).collect();
    let (mut own, mut path, mut scratch) = (Scratch::new(), Path::default(), tl_scratch::default());
    // SAFETY: a place for one value.
    ok(unsafe { tl_scratch_new(&mut scratch) });
    let (mut rust, mut c, mut over) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        for (queries, c_queries) in queries.chunks(CHUNK).zip(c_queries.chunks(CHUNK)) {
            // Neither side is always the first, which finds the caches cold.
            let mut by_rust = || rust_paths(&maps, queries, &mut own, &mut path);
            let before = (round % 2 == 0).then(&mut by_rust);
            let c_time = c_paths(&maps, c_queries, scratch);
            let rust_time = before.unwrap_or_else(by_rust);
            rust.push(rust_time);
            c.push(c_time);
            over.push(c_time - rust_time);
        }
    }
    let (rust, c, over) = (median(rust), median(c), median(over));
    println!("a path on the floor plan: Rust {rust:.3} µs, C {c:.3} µs, C over Rust {over:.3} µs");
}

/// A square room with boxes, as GeoJSON.
fn boxes() -> String {
    let mut random = SplitMix64::new(2);
    let ring = |[x, y]: [f64; 2], side: f64| {
        let (right, top) = (x + side, y + side);
        format!("[[{x},{y}],[{right},{y}],[{right},{top}],[{x},{top}],[{x},{y}]]")
    };
    let feature = |kind: &str, ring: &str| {
        format!(
            r#"{{"type":"Feature","properties":{{"kind":"{kind}"}},"geometry":{{"type":"Polygon","coordinates":[{ring}]}}}}"#
        )
    };
    let mut features = vec![feature("walkable", &ring([0.0, 0.0], SIDE))];
    for _ in 0..100 {
        let corner = [(); 2].map(|()| ((SIDE - 3.0) * random.unit()).floor());
        features.push(feature("obstacle", &ring(corner, 3.0)));
    }
    format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(","))
}

/// The same crowd on both sides.
struct Crowds {
    rust: Crowd,
    keys: Vec<AgentKey>,
    report: StepReport,
    c: tl_crowd,
    agents: Vec<u64>,
    positions: Vec<tl_point>,
    velocities: Vec<tl_point>,
}

impl Crowds {
    fn new(maps: &Maps, random: &mut SplitMix64) -> Self {
        let mut c = tl_crowd::default();
        // SAFETY: a place for one value.
        ok(unsafe { tl_crowd_new(maps.c, &mut c) });
        let mut rust = Crowd::new(maps.rust.clone());
        let (mut keys, mut agents) = (Vec::new(), Vec::new());
        while keys.len() < AGENTS {
            let at = [(); 2].map(|()| SIDE * random.unit());
            let Ok(key) = rust.add(Place::new(at), AgentOptions::default()) else { continue };
            let mut agent = 0;
            // SAFETY: null pointers, and a place for one value.
            ok(unsafe { tl_crowd_add(c, place(at), null(), null_mut(), &mut agent) });
            keys.push(key);
            agents.push(agent);
        }
        let points = vec![tl_point::default(); AGENTS];
        let (positions, velocities) = (points.clone(), points);
        Self { rust, keys, report: StepReport::default(), c, agents, positions, velocities }
    }

    /// Sends all agents to new goals, so that all walk.
    fn send(&mut self, random: &mut SplitMix64) {
        for (&key, &agent) in self.keys.iter().zip(&self.agents) {
            let goal = [(); 2].map(|()| SIDE * random.unit());
            self.rust.go_to(key, goal).expect("the agent is there");
            ok(tl_crowd_go_to(self.c, agent, place(goal)));
        }
    }

    /// Makes a step, and returns its time in seconds.
    fn step_rust(&mut self) -> f64 {
        let begin = Instant::now();
        self.rust.step_into(1.0 / 30.0, u64::MAX, &mut self.report).expect("a step");
        begin.elapsed().as_secs_f64()
    }

    /// Makes a step, writes all positions and velocities into arrays, and returns the time in seconds.
    fn step_c(&mut self) -> f64 {
        let step = black_box(tl_crowd_step as Step);
        let read = black_box(tl_crowd_agents as ReadAgents);
        let begin = Instant::now();
        ok(step(self.c, 1.0 / 30.0, 0));
        let (positions, velocities) = (self.positions.as_mut_ptr(), self.velocities.as_mut_ptr());
        // SAFETY: arrays as long as said.
        ok(unsafe { read(self.c, null_mut(), positions, velocities, AGENTS, null_mut()) });
        begin.elapsed().as_secs_f64()
    }

    fn assert_same(&self) {
        for (key, position) in self.rust.keys().zip(&self.positions) {
            let own = self.rust.place(key).unwrap_or_default().point;
            assert_eq!(
                [own.x.to_bits(), own.y.to_bits()],
                [position.x, position.y].map(f64::to_bits)
            );
        }
    }
}

fn measure_crowd() {
    let maps = Maps::load("boxes.geojson", &boxes());
    let mut random = SplitMix64::new(3);
    let mut crowds = Crowds::new(&maps, &mut random);
    let (mut rust, mut c, mut ratio) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..CROWD_ROUNDS {
        crowds.send(&mut random);
        for step in 0..STEPS_A_ROUND {
            // As with paths.
            let before = (step % 2 == 0).then(|| crowds.step_rust());
            let c_time = crowds.step_c();
            let rust_time = before.unwrap_or_else(|| crowds.step_rust());
            rust.push(rust_time * 1e3);
            c.push(c_time * 1e3);
            ratio.push(c_time / rust_time);
        }
        crowds.assert_same();
    }
    let (rust, c, ratio) = (median(rust), median(c), median(ratio));
    println!(
        "a step of {AGENTS} agents: Rust {rust:.3} ms, C with arrays {c:.3} ms, C over Rust {ratio:.4}"
    );
}

fn main() {
    measure_paths();
    measure_crowd();
}
