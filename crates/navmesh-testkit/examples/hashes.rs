//! One hash for many seeded answers of each kind, to compare machines, compilers and builds: `hashes 1000`.
//!
//! A line has the kind, the number of answers and the hash of all their bits. `.ci/hashes` compares them with the record.

use std::error::Error;

use navmesh_testkit::worlds::tiles::{tile_queries, weighted_grid};
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::worlds::with_options;
use navmesh_testkit::{SplitMix64, World, world};
use tautline::agents::{AgentOptions, Crowd};
use tautline::{
    BuildOptions, DVec2, FieldQuery, GridFinder, LiveMesh, ManyQuery, MeshFinder, NavMeshBuilder,
    Outline, Path, PathError, PathQuery, build_outlines,
};

/// The answers asked of one world, and the most steps of a crowd on it.
const OF_A_WORLD: usize = 50;

/// Adds the answers on the world of a seed to a hash.
type Answer = fn(u64, &mut Hash);

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(1000), |word| word.parse())?;
    let kinds: [(&str, Answer); 7] = [
        ("paths", paths),
        ("weighted", weighted),
        ("distances", distances),
        ("live", live),
        ("halls", halls),
        ("crowds", crowds),
        ("grids", grids),
    ];
    for (kind, answer) in kinds {
        let hash = hash_of(count, answer)?;
        println!("{kind} {count} {:016x}", hash.value);
    }
    Ok(())
}

/// Asks worlds of ascending seeds until there are as many answers.
fn hash_of(count: usize, answer: Answer) -> Result<Hash, Box<dyn Error>> {
    let mut hash = Hash { value: 0xcbf2_9ce4_8422_2325, answers: 0, most: count };
    let mut seed = 0;
    while hash.answers < count {
        answer(seed, &mut hash);
        seed += 1;
        if seed > 100 * count as u64 + 1000 {
            return Err("too few worlds have answers".into());
        }
    }
    Ok(hash)
}

/// The hash FNV-1a over whole words.
struct Hash {
    value: u64,
    answers: usize,
    most: usize,
}

impl Hash {
    fn add(&mut self, word: u64) {
        self.value = (self.value ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        self.value ^= self.value >> 32;
    }

    fn number(&mut self, number: f64) {
        self.add(number.to_bits());
    }

    fn point(&mut self, point: DVec2) {
        self.number(point.x);
        self.number(point.y);
    }

    fn text(&mut self, text: &str) {
        text.bytes().for_each(|byte| self.add(u64::from(byte)));
    }

    /// Counts an answer; false when there are enough.
    fn next(&mut self) -> bool {
        self.answers += 1;
        self.answers <= self.most
    }

    fn path(&mut self, answer: Result<Path, PathError>) {
        match answer {
            Ok(path) => {
                self.number(path.length());
                self.number(path.cost());
                self.number(path.lower_bound());
                path.waypoints().iter().for_each(|&point| self.point(point));
                path.cells().iter().for_each(|cell| self.add(u64::from(cell.slot)));
            }
            Err(error) => self.text(error.kind()),
        }
    }
}

fn finder_of(world: &World) -> Option<MeshFinder> {
    let (mesh, _) = build_outlines(&world.outlines, &BuildOptions::default()).ok()?;
    Some(MeshFinder::new(mesh))
}

/// Exact paths, with all options of a query.
fn paths(seed: u64, hash: &mut Hash) {
    let world = world(seed);
    let Some(finder) = finder_of(&world) else { return };
    for query in with_options(&world.queries(OF_A_WORLD)) {
        if hash.next() {
            hash.path(finder.find_path(&query));
        }
    }
}

/// Paths with a proved gap over areas of different costs.
fn weighted(seed: u64, hash: &mut Hash) {
    let world = weighted_world(seed);
    let Some(finder) = finder_of(&world) else { return };
    for query in world.queries(OF_A_WORLD) {
        if hash.next() {
            hash.path(finder.find_path(&query));
        }
    }
}

/// Distances to many goals, and those of a field.
fn distances(seed: u64, hash: &mut Hash) {
    let world = world(seed);
    let Some(finder) = finder_of(&world) else { return };
    let field = finder.distance_field(&FieldQuery::new(&world.points[..4]));
    for start in world.points.iter().take(OF_A_WORLD) {
        if !hash.next() {
            return;
        }
        match finder.distances(&ManyQuery::new(*start, &world.points)) {
            Ok(all) => all.iter().for_each(|&one| hash.number(one)),
            Err(error) => hash.text(error.kind()),
        }
        let known = field.as_ref().ok().and_then(|field| field.distance_at(*start));
        hash.number(known.unwrap_or(f64::INFINITY));
    }
}

/// A path after each edit of a map.
fn live(seed: u64, hash: &mut Hash) {
    let world = world(seed);
    let builder = NavMeshBuilder::from_outlines(world.outlines.clone());
    let Ok(mut map) = LiveMesh::new(builder) else { return };
    let mut rng = SplitMix64::new(seed);
    let mut keys = Vec::new();
    for query in world.queries(OF_A_WORLD) {
        if !hash.next() {
            return;
        }
        let at = *rng.pick(&world.points);
        let size = (query.goal - query.start).abs().max_element() / 8.0;
        let crate_ = Outline::rect(at, at + size * rng.unit());
        let done = match (rng.below(4), keys.last()) {
            (0, Some(&key)) => map.move_by(key, query.goal - at).is_ok(),
            (1, Some(_)) => keys.pop().is_some_and(|key| map.remove(key).is_ok()),
            (2, _) => map.undo().is_ok(),
            _ => map.add_obstacle(crate_).map(|key| keys.push(key)).is_ok(),
        };
        hash.add(u64::from(done));
        hash.number(map.mesh().area());
        hash.path(map.finder().find_path(&query));
    }
}

/// A path after each edit of a hall; its shapes are those that a test of the npm package makes too.
fn halls(seed: u64, hash: &mut Hash) {
    let mut rng = SplitMix64::new(seed);
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [24.0, 16.0]));
    let Ok(mut map) = LiveMesh::new(builder) else { return };
    let mut keys = Vec::new();
    for _ in 0..OF_A_WORLD {
        if !hash.next() {
            return;
        }
        let mut point = || DVec2::new(24.0 * rng.unit(), 16.0 * rng.unit());
        let [start, goal, at, size] = [(); 4].map(|()| point());
        let crate_ = Outline::rect(at, at + 0.125 * size);
        let done = match (rng.below(5), keys.last()) {
            (0, Some(&key)) => map.move_by(key, goal - start).is_ok(),
            (1, Some(_)) => keys.pop().is_some_and(|key| map.remove(key).is_ok()),
            (2, Some(&key)) => map.move_obstacle(key, crate_).is_ok(),
            _ => map.add_obstacle(crate_).map(|key| keys.push(key)).is_ok(),
        };
        hash.add(u64::from(done));
        hash.number(map.mesh().area());
        hash.path(map.finder().find_path(&PathQuery::new(start, goal)));
    }
}

/// The places and velocities of a crowd after each step.
fn crowds(seed: u64, hash: &mut Hash) {
    let mut rng = SplitMix64::new(seed);
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.4));
    builder.add_walkable(Outline::rect([0.0, 0.0], [24.0, 16.0]));
    for _ in 0..6 {
        let [x, y] = [1.0 + 19.0 * rng.unit(), 1.0 + 11.0 * rng.unit()];
        builder.add_obstacle(Outline::rect([x, y], [x + 1.0 + 2.0 * rng.unit(), y + 3.0]));
    }
    let Ok(mesh) = builder.build_mesh() else { return };
    let mut crowd = Crowd::new(MeshFinder::new(mesh));
    let mut agents = Vec::new();
    while agents.len() < 12 {
        let mut point = || [24.0 * rng.unit(), 16.0 * rng.unit()];
        let (place, goal) = (point(), point());
        if let Ok(key) = crowd.add(place, AgentOptions::default().radius(0.4)) {
            hash.add(u64::from(crowd.go_to(key, goal).is_ok()));
            agents.push(key);
        }
    }
    for _ in 0..4 * OF_A_WORLD {
        if !hash.next() {
            return;
        }
        let stepped = crowd.step(0.1, 10_000);
        hash.add(stepped.map_or(u64::MAX, |report| report.events.len() as u64));
        for &key in &agents {
            let (Some(place), Some(velocity)) = (crowd.place(key), crowd.velocity(key)) else {
                continue;
            };
            hash.point(place.point);
            hash.point(velocity);
        }
    }
}

/// Paths on tiles with costs, and over the same tiles at any angle.
fn grids(seed: u64, hash: &mut Hash) {
    let grid = weighted_grid(seed);
    let any_angle = MeshFinder::from_grid(&grid, &BuildOptions::default());
    let queries: Vec<PathQuery> = tile_queries(&grid, OF_A_WORLD, seed);
    let finder = GridFinder::new(grid);
    for query in queries {
        if hash.next() {
            hash.path(finder.find_path(&query));
            if let Ok(any_angle) = &any_angle {
                hash.path(any_angle.find_path(&query));
            }
        }
    }
}
