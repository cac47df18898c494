//! Much within one radius: map whose walls all are within an agent's reach of one another, or nearly.

use std::f64::consts::TAU;

use navmesh_testkit::SplitMix64;
use tautline::{
    BuildError, BuildOptions, DVec2, FloorConnection, Floors, NavMesh, Outline, Outlines, Wall,
    build_floors, build_outlines,
};

/// A scene that is built for agents of some radius.
#[derive(Debug, Clone)]
pub struct Crowd {
    /// The shapes that the scene repeats.
    pub name: &'static str,
    /// The outlines of the scene.
    pub world: World,
    /// The agents' radius.
    pub radius: f64,
}

/// Outlines on one floor, or floors that are joined.
#[derive(Debug, Clone)]
pub enum World {
    /// One floor.
    OneFloor(Outlines),
    /// Floors.
    Building(Floors),
}

impl Crowd {
    /// Its mesh, for agents of its radius or of none.
    ///
    /// # Errors
    ///
    /// Those of building.
    pub fn build(&self, radius: f64) -> Result<NavMesh, BuildError> {
        let options = BuildOptions::default().agent_radius(radius);
        match &self.world {
            World::OneFloor(outlines) => build_outlines(outlines, &options).map(|built| built.0),
            World::Building(floors) => build_floors(floors, &options).map(|built| built.0),
        }
    }
}

/// All crowds, each smaller and larger.
#[must_use]
pub fn crowds() -> Vec<Crowd> {
    let map = |name, radius, outlines| Crowd { name, radius, world: World::OneFloor(outlines) };
    let building = |name, radius, floors| Crowd { name, radius, world: World::Building(floors) };
    let within = |count: usize| (count as f64).sqrt();
    let mut all = Vec::new();
    for count in [1000, 4000] {
        let octagons = octagons(count, 1).remove(0);
        all.push(map("octagons, all of them within one radius", within(count), octagons));
    }
    for count in [1000, 4000] {
        let floors = joined(octagons(count, 2));
        all.push(building("the same on two floors, joined between them", within(count), floors));
    }
    all.extend([2000, 8000].map(|count| map("walls around a hub", 10.0, spokes(count, 0.0))));
    let tips = "walls that end around one place";
    all.extend([1000, 4000].map(|count| map(tips, 20.0, spokes(count, 50.0))));
    let round = "three round rooms, of which one is too narrow";
    all.extend([10_000, 40_000].map(|corners| map(round, 12.0, rooms(corners))));
    let coast_name = "a coast, with a thousand corners within one radius";
    all.extend([14, 16].map(|power| {
        let count = 1 << power;
        map(coast_name, WIDE * 1000.0 / f64::from(count), coast(count as usize))
    }));
    let thin = "thin walls of eight sides around one another";
    all.extend([500, 1000, 2000].map(|count| map(thin, 0.3, nested(count))));
    let star_name = "a star of needles";
    all.extend([5000, 10_000, 20_000].map(|corners| map(star_name, 1.0, star(corners))));
    all
}

fn corner(i: usize, of: usize) -> DVec2 {
    DVec2::from_angle(i as f64 / of as f64 * TAU)
}

fn square(half: f64) -> Outlines {
    let walkable = vec![Outline::rect([-half, -half], [half, half])];
    Outlines { walkable, ..Outlines::default() }
}

/// Octagons on a lattice of 1, in strips side by side; there is map around them, more than three times as wide as they are.
fn octagons(count: usize, strips: usize) -> Vec<Outlines> {
    let side = (count as f64).sqrt().ceil() as usize;
    let (reach, mut random) = (4.0 * side as f64, SplitMix64::new(1));
    let border = |strip: usize| match strip {
        0 => -reach,
        _ if strip == strips => reach,
        _ => (side * strip / strips) as f64 - side as f64 / 2.0 - 0.5,
    };
    let map = |strip| Outline::rect([border(strip), -reach], [border(strip + 1), reach]);
    let walkable = |strip| Outlines { walkable: vec![map(strip)], ..Outlines::default() };
    let mut all: Vec<Outlines> = (0..strips).map(walkable).collect();
    for i in 0..count {
        let at = DVec2::new((i % side) as f64, (i / side) as f64) - side as f64 / 2.0;
        let turn = DVec2::from_angle(random.unit());
        let ring = (0..8).map(|i| at + turn.rotate(corner(i, 8)) * 0.35);
        all[(i % side) * strips / side].obstacles.push(Outline::new(ring));
    }
    all
}

/// Strips as floors, each joined to the next along the border between them.
fn joined(strips: Vec<Outlines>) -> Floors {
    let join = |pair: &[Outlines], number: u32| {
        let DVec2 { x, y } = pair[1].walkable[0].exterior[0];
        FloorConnection::new([number, number + 1], [[x, y], [x, -y]])
    };
    let joins: Vec<FloorConnection> =
        strips.windows(2).zip(0..).map(|(pair, i)| join(pair, i)).collect();
    let floors = strips.into_iter().zip(0..);
    let floors =
        floors.fold(Floors::default(), |all, (strip, number)| all.with_floor(number, strip));
    joins.into_iter().fold(floors, Floors::with_connection)
}

/// Walls that end on a circle 100 from the middle, and begin so far from it.
fn spokes(count: usize, from: f64) -> Outlines {
    let mut outlines = square(250.0);
    let spoke = |i| Wall::new([from, 100.0].map(|radius| corner(i, count) * radius));
    outlines.walls.extend((0..count).map(spoke));
    outlines
}

fn rooms(corners: usize) -> Outlines {
    let room = |i: usize| {
        let (middle, radius) = (DVec2::X * (i as f64 * 60.0), 10.0 * (i + 1) as f64);
        Outline::new((0..corners).map(|i| middle + corner(i, corners) * radius))
    };
    Outlines { walkable: (0..3).map(room).collect(), ..Outlines::default() }
}

/// The width of a coast.
const WIDE: f64 = 1000.0;

/// A coast of so many corners, by displaced middles; the map is above it.
fn coast(count: usize) -> Outlines {
    let (mut random, mut heights) = (SplitMix64::new(3), vec![0.0; count + 1]);
    let (mut step, mut rough) = (count, 100.0);
    while step > 1 {
        for i in (step / 2..count).step_by(step) {
            let middle: f64 = (heights[i - step / 2] + heights[i + step / 2]) / 2.0;
            heights[i] = middle + rough * (2.0 * random.unit() - 1.0);
        }
        (step, rough) = (step / 2, rough * 0.6);
    }
    let places = heights.into_iter().zip(0..);
    let shore = places.map(|(y, i)| DVec2::new(f64::from(i) * WIDE / count as f64, y));
    let sky = [DVec2::new(WIDE, 0.9 * WIDE), DVec2::new(0.0, 0.9 * WIDE)];
    let walkable = vec![Outline::new(shore.chain(sky))];
    Outlines { walkable, ..Outlines::default() }
}

/// Closed walls of eight sides, 1 apart.
fn nested(count: usize) -> Outlines {
    let mut outlines = square(count as f64 + 20.0);
    let turn = DVec2::from_angle(0.1);
    let ring = |i: usize| Wall::new((0..=8).map(|k| turn.rotate(corner(k % 8, 8)) * i as f64));
    outlines.walls.extend((1..=count).map(ring));
    outlines
}

/// A walkable area with so many corners, each second one twenty times as far out.
fn star(corners: usize) -> Outlines {
    let far = |i: usize| if i.is_multiple_of(2) { 1000.0 } else { 50.0 };
    let walkable = vec![Outline::new((0..corners).map(|i| corner(i, corners) * far(i)))];
    Outlines { walkable, ..Outlines::default() }
}
