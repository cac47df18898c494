//! Scenes: a map, agents with goals, and a limit of time.

use std::f64::consts::TAU;

use navmesh_testkit::rng::SplitMix64;
use tautline::{BuildOptions, DVec2, NavMesh, NavMeshBuilder, Outline};

/// The radius of all agents, in map units.
pub const RADIUS: f64 = 0.5;
/// The greatest speed of all agents, in map units per second.
pub const SPEED: f64 = 1.5;
/// The length of a step, in seconds.
pub const STEP: f64 = 0.1;
/// The distance from the goal at which an agent has arrived.
pub const ARRIVAL: f64 = 0.5;
/// The arc tolerance for which the bars were set; the engine's default is coarser.
pub const ARCS: f64 = 0.01;
/// The farthest that a start is moved along each axis, in map units.
const SHIFT: f64 = 0.005;

/// An agent's start and goal.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    /// The point where it stands at first.
    pub start: DVec2,
    /// The point to which it walks.
    pub goal: DVec2,
}

/// A map, agents and a limit of time.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The name, as the table shows it.
    pub name: String,
    /// The lower left and the upper right corner of the ground.
    pub corners: [DVec2; 2],
    /// The obstacles.
    pub holes: Vec<Vec<DVec2>>,
    /// The agents.
    pub walkers: Vec<Walker>,
    /// The time after which the run ends, in seconds.
    pub limit: f64,
}

fn at(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

fn rectangle(low: DVec2, high: DVec2) -> Vec<DVec2> {
    vec![low, at(high.x, low.y), high, at(low.x, high.y)]
}

impl Scene {
    /// Returns the mesh of the ground, inset by `radius` with arcs of this tolerance.
    ///
    /// # Errors
    ///
    /// A sentence, if the build fails.
    pub fn mesh(&self, radius: f64, arcs: f64) -> Result<NavMesh, String> {
        let options = BuildOptions::default().agent_radius(radius).arc_tolerance(arcs);
        let mut builder = NavMeshBuilder::new().with_options(options);
        builder.add_walkable(Outline::rect(self.corners[0], self.corners[1]));
        for hole in &self.holes {
            builder.add_obstacle(Outline::new(hole.clone()));
        }
        builder.build_mesh().map_err(|error| error.to_string())
    }

    /// Moves each start a little, at random: runs of a crowd differ as much as those of people.
    #[must_use]
    pub fn shifted(mut self, seed: u64) -> Self {
        let mut rng = SplitMix64::new(seed);
        for walker in &mut self.walkers {
            walker.start += at(rng.unit() - 0.5, rng.unit() - 0.5) * (2.0 * SHIFT);
        }
        self
    }

    /// True if all agents have the same goal, so that most can only come near it.
    #[must_use]
    pub fn is_gathering(&self) -> bool {
        self.walkers.len() > 1 && self.walkers[0].goal == self.walkers[1].goal
    }

    /// Returns all scenes of the record.
    #[must_use]
    pub fn all() -> Vec<Self> {
        vec![
            alone(),
            circle(250),
            circle(1000),
            corridor(),
            door(100, 0),
            door(20, 20),
            alley(1, 1.25, 3.75),
            alley(6, 1.7, 4.3),
            alley(15, 2.2, 20.0),
            gather(),
            blocks(),
            pillars(1000, 400.0),
            pillars(5000, 60.0),
            pillars(20_000, 30.0),
        ]
    }
}

/// One agent among pillars.
fn alone() -> Scene {
    let mut scene = pillars(200, 200.0);
    scene.walkers = vec![Walker { start: at(1.0, 1.0), goal: at(51.5, 51.5) }];
    Scene { name: "alone".to_owned(), ..scene }
}

/// Agents on a circle, each with the opposite point as its goal.
fn circle(count: usize) -> Scene {
    let radius = (count as f64 * 1.5 / TAU).max(8.0);
    let walker = |index: usize| {
        let start = DVec2::from_angle(index as f64 / count as f64 * TAU) * radius;
        Walker { start, goal: -start }
    };
    let edge = radius + 10.0;
    Scene {
        name: format!("circle {count}"),
        corners: [at(-edge, -edge), at(edge, edge)],
        holes: Vec::new(),
        walkers: (0..count).map(walker).collect(),
        limit: 8.0 * radius / SPEED + 60.0,
    }
}

/// Fifty against fifty in a corridor 8 wide.
fn corridor() -> Scene {
    let mut walkers = Vec::new();
    for index in 0..50 {
        let x = 2.0 + f64::from(index / 5) * 1.5;
        let y = 1.0 + f64::from(index % 5) * 1.5;
        let ends = [at(x, y), at(80.0 - x, y)];
        walkers.push(Walker { start: ends[0], goal: ends[1] });
        walkers.push(Walker { start: ends[1], goal: ends[0] });
    }
    Scene {
        name: "corridor 50 and 50".to_owned(),
        corners: [at(0.0, 0.0), at(80.0, 8.0)],
        holes: Vec::new(),
        walkers,
        limit: 400.0,
    }
}

/// A door of 1.2 diameters, with agents on its two sides.
fn door(left: usize, right: usize) -> Scene {
    let holes =
        vec![rectangle(at(24.0, -1.0), at(25.0, 11.4)), rectangle(at(24.0, 12.6), at(25.0, 25.0))];
    let place = |index: usize| at(2.0 + (index / 10) as f64 * 1.6, 4.0 + (index % 10) as f64 * 1.6);
    let mirror = |point: DVec2| at(49.0 - point.x, point.y);
    let forth = (0..left).map(|index| Walker { start: place(index), goal: mirror(place(index)) });
    let back = (0..right).map(|index| Walker { start: mirror(place(index)), goal: place(index) });
    Scene {
        name: format!("door {left} and {right}"),
        corners: [at(0.0, 0.0), at(49.0, 24.0)],
        holes,
        walkers: forth.chain(back).collect(),
        limit: 600.0,
    }
}

/// An alley between two halls, with a number of agents in each that want to pass it against each other. Two do not fit
/// side by side, but for the widest.
fn alley(count: usize, width: f64, length: f64) -> Scene {
    let (hall, height) = (16.0, 12.0);
    let [low, high] = [(height - width) / 2.0, (height + width) / 2.0];
    let holes = vec![
        rectangle(at(hall, -1.0), at(hall + length, low)),
        rectangle(at(hall, high), at(hall + length, height + 1.0)),
    ];
    let far = at(2.0 * hall + length, height);
    let place = |index: usize| {
        let [column, row] = [index / 5, index % 5].map(|at| at as f64);
        let rows = count.min(5) as f64;
        at(10.0 - 1.6 * column, height / 2.0 + 1.6 * (row - (rows - 1.0) / 2.0))
    };
    let mirror = |point: DVec2| at(far.x - point.x, point.y);
    let ends = |index| [place(index), mirror(place(index))];
    let walkers = (0..count).map(ends).flat_map(|[near, far]| {
        [Walker { start: near, goal: far }, Walker { start: far, goal: near }]
    });
    Scene {
        name: format!("alley {width} x {length}, {count} and {count}"),
        corners: [DVec2::ZERO, far],
        holes,
        walkers: walkers.collect(),
        limit: 900.0,
    }
}

/// A hundred agents with one goal.
fn gather() -> Scene {
    let mut rng = SplitMix64::new(1_234_567);
    let mut starts: Vec<DVec2> = Vec::new();
    while starts.len() < 100 {
        let start = at(1.0 + rng.unit() * 38.0, 1.0 + rng.unit() * 38.0);
        if starts.iter().all(|other| other.distance(start) >= 1.3) {
            starts.push(start);
        }
    }
    let walker = |start| Walker { start, goal: at(20.0, 20.0) };
    Scene {
        name: "gather 100".to_owned(),
        corners: [at(0.0, 0.0), at(40.0, 40.0)],
        holes: Vec::new(),
        walkers: starts.into_iter().map(walker).collect(),
        limit: 180.0,
    }
}

/// Four blocks of 25 that cross between four houses.
fn blocks() -> Scene {
    let mut holes = Vec::new();
    let mut walkers = Vec::new();
    for side in [at(1.0, 1.0), at(1.0, -1.0), at(-1.0, 1.0), at(-1.0, -1.0)] {
        let [near, far] = [side * 3.3, side * 13.3];
        holes.push(rectangle(near.min(far), near.max(far)));
        for index in 0..25 {
            let offset = at(f64::from(index / 5), f64::from(index % 5)) * 1.6;
            let start = side * (offset + 18.0);
            walkers.push(Walker { start, goal: -start });
        }
    }
    Scene {
        name: "blocks 4x25".to_owned(),
        corners: [at(-30.0, -30.0), at(30.0, 30.0)],
        holes,
        walkers,
        limit: 400.0,
    }
}

/// Agents with goals at random among pillars, one agent for 14 square units.
fn pillars(count: usize, limit: f64) -> Scene {
    let side = (count as f64 * 14.0).sqrt();
    let mut rng = SplitMix64::new(88_172_645);
    let mut holes = Vec::new();
    let columns = (side / 8.0) as usize;
    for index in 0..columns * columns {
        let cell = at((index / columns) as f64, (index % columns) as f64);
        let shift = at(rng.unit() - 0.5, rng.unit() - 0.5) * 3.0;
        let centre = (cell + 0.5) * 8.0 + shift;
        let radius = 0.6 + rng.unit() * 1.2;
        let corners = 5 + rng.below(4);
        let first = rng.unit() * TAU;
        let corner =
            |i| centre + DVec2::from_angle(first + i as f64 / corners as f64 * TAU) * radius;
        holes.push((0..corners).map(corner).collect());
    }
    let corners = [DVec2::ZERO, at(side, side)];
    let mut scene =
        Scene { name: format!("pillars {count}"), corners, holes, walkers: Vec::new(), limit };
    if let Ok(mesh) = scene.mesh(RADIUS, ARCS) {
        let [starts, goals] = [0, 1].map(|_| scattered(&mesh, count, &mut rng));
        let pairs = starts.into_iter().zip(goals);
        scene.walkers = pairs.map(|(start, goal)| Walker { start, goal }).collect();
    }
    scene
}

/// Returns points of a mesh at least 1.3 from each other.
fn scattered(mesh: &NavMesh, count: usize, rng: &mut SplitMix64) -> Vec<DVec2> {
    let (low, size) = (mesh.bounds().min, mesh.bounds().size());
    let mut points: Vec<DVec2> = Vec::new();
    while points.len() < count {
        let point = low + at(rng.unit(), rng.unit()) * size;
        let is_free = mesh.locate(point).is_some();
        if is_free && points.iter().all(|other| other.distance_squared(point) >= 1.69) {
            points.push(point);
        }
    }
    points
}
