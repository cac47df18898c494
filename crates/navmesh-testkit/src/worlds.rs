//! Seeded worlds: small maps of the kinds that break pathfinders, and where to ask on them.
//!
//! - [`world`] – outlines of thirteen kinds in five variants, one of them twice as often, with query points of which most are
//!   degenerate: on vertices, on edges, at pinches, in line with walls, an ulp off.
//! - [`world_of_bytes`], [`building_of_bytes`] – worlds for fuzzers, and floors of them.
//! - [`meshes`] – small meshes made without a builder: jittered lattices, tile maps cell by cell.
//! - [`arcades`] – cells with very many edges among rooms, on one floor or on several.
//! - [`floors`] – small meshes whose ground lies above itself.
//! - [`hard_outlines`] – outlines that are hard for a triangulation.
//! - [`links`] – links at random over any mesh.
//! - [`patches`] – cells of a small mesh that come and go.
//! - [`tiles`] – small tile maps.
//! - [`weighted`] – ground whose areas differ in cost.
//!
//! The same seed gives the same bits on every machine: only + − × ÷ and square roots are used.

pub mod arcades;
mod buildings;
mod bytes;
pub mod floors;
pub mod hard_outlines;
mod kinds;
pub mod links;
pub mod meshes;
pub mod patches;
mod points;
pub mod tiles;
pub mod weighted;

use navmesh_core::{DVec2, GoalPolicy, Outline, Outlines, PathQuery, StartPolicy};

use crate::rng::SplitMix64;
pub use buildings::{Building, building_of_bytes};
pub use bytes::world_of_bytes;

/// A map of outlines, and points to ask for on it.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// Its kind, variant and seed: enough to make it again.
    pub name: String,
    /// The seed.
    pub seed: u64,
    /// The outlines: at most a hundred vertices, mostly far fewer.
    pub outlines: Outlines,
    /// Points to ask for, most of them degenerate; some are off the ground.
    pub points: Vec<DVec2>,
}

/// The number of points a world has.
const POINTS: usize = 64;

/// The number of consecutive seeds that meet every kind in every variant.
pub const CYCLE: u64 = (kinds::KINDS.len() * VARIANTS.len()) as u64;

/// The world of a seed. Seeds in a row cycle through the kinds, then through the variants.
#[must_use]
pub fn world(seed: u64) -> World {
    let mut rng = SplitMix64::new(seed);
    let (kind, make) = kinds::KINDS[(seed % kinds::KINDS.len() as u64) as usize];
    let turn = seed / kinds::KINDS.len() as u64;
    let (variant, transform) = VARIANTS[(turn % VARIANTS.len() as u64) as usize];
    let outlines = mapped(make(&mut rng), transform);
    let points = points::sample_outlines(&outlines, POINTS, &mut rng);
    World { name: format!("{kind}, {variant}, seed {seed}"), seed, outlines, points }
}

/// The number of worlds of a test: the usual one, or for a long run as many as the variable `TAUTLINE_WORLDS` says,
/// where these are more. A condition on all worlds of a test together therefore holds in any run.
///
/// # Panics
///
/// The variable is no number.
#[must_use]
pub fn world_count(ordinary: u64) -> u64 {
    lengthened(ordinary, std::env::var("TAUTLINE_WORLDS").ok().as_deref())
}

fn lengthened(ordinary: u64, asked: Option<&str>) -> u64 {
    let number = |text: &str| text.parse().expect("TAUTLINE_WORLDS is a number of worlds");
    asked.map_or(ordinary, number).max(ordinary)
}

impl World {
    /// Queries between the world's points; about one in twelve asks for a way to its own start.
    #[must_use]
    pub fn queries(&self, count: usize) -> Vec<PathQuery> {
        queries_between(&self.points, count, self.seed)
    }
}

/// Seeded points on and around outlines, most of them degenerate; none where there are no points.
#[must_use]
pub fn points_around(outlines: &Outlines, count: usize, seed: u64) -> Vec<DVec2> {
    points::sample_outlines(outlines, count, &mut SplitMix64::new(seed))
}

/// Seeded queries between some of the points; about one in twelve asks for a way to its own start.
#[must_use]
pub fn queries_between(points: &[DVec2], count: usize, seed: u64) -> Vec<PathQuery> {
    let mut rng = SplitMix64::new(!seed);
    let query = |_| {
        let start = *rng.pick(points);
        let goal = if rng.chance(7) { start } else { *rng.pick(points) };
        PathQuery::new(start, goal)
    };
    (0..count).map(query).collect()
}

/// The queries, each with other options than its neighbours: snaps, policies of both ends, and budgets in
/// nodes and in cost, that of some no more than the straight way.
#[must_use]
pub fn with_options(queries: &[PathQuery]) -> Vec<PathQuery> {
    let goals = [GoalPolicy::Exact, GoalPolicy::Nearest, GoalPolicy::NearestReachable];
    let starts = [StartPolicy::Exact, StartPolicy::NearestReachable, StartPolicy::Nearest];
    let vary = |(i, query): (usize, &PathQuery)| {
        let mut query = query.goal_policy(goals[i % 3]).start_policy(starts[i / 2 % 3]);
        let straight = query.start.distance(query.goal);
        query.snap = [None, Some(0.0), Some(straight / 8.0)][i / 3 % 3];
        query.max_expanded = [None, None, None, Some(i as u64 % 5)][i % 4];
        query.max_cost = [None, None, Some(straight), None, Some(straight * 1.5)][i % 5];
        query
    };
    queries.iter().enumerate().map(vary).collect()
}

type Transform = fn(DVec2) -> DVec2;

/// The transformation of a world's coordinates.
const VARIANTS: [(&str, Transform); 6] = [
    ("plain", |p| p),
    ("shifted by 1e6 + 0.1", |p| p + 1_000_000.1),
    ("times 1e9", |p| p * 1e9),
    ("plain", |p| p),
    ("times 1e-6", |p| p * 1e-6),
    ("rotated by 1 rad", rotated),
];

/// Rotated by 1 rad, with the cosine and sine written down so that every target has the same.
fn rotated(point: DVec2) -> DVec2 {
    const COSINE: f64 = 0.540_302_305_868_139_8;
    const SINE: f64 = 0.841_470_984_807_896_5;
    DVec2::new(point.x * COSINE - point.y * SINE, point.x * SINE + point.y * COSINE)
}

/// The outlines with every coordinate transformed. A ring that rounding leaves with fewer than three
/// different points is left out; a flat ring of three stays.
fn mapped(mut outlines: Outlines, transform: Transform) -> Outlines {
    let Outlines { walkable, obstacles, areas, .. } = &mut outlines;
    let painted = areas.iter_mut().map(|area| &mut area.outline);
    for Outline { exterior, holes } in walkable.iter_mut().chain(&mut *obstacles).chain(painted) {
        for ring in std::iter::once(exterior).chain(holes) {
            ring.iter_mut().for_each(|point| *point = transform(*point));
        }
    }
    let is_whole = |outline: &Outline| outline.rings().all(has_three_points);
    walkable.retain(is_whole);
    obstacles.retain(is_whole);
    areas.retain(|area| is_whole(&area.outline));
    let walls = outlines.walls.iter_mut().map(|wall| &mut wall.points);
    let lines = walls.chain(outlines.doors.iter_mut().map(|door| &mut door.points));
    lines.flatten().for_each(|point| *point = transform(*point));
    for link in &mut outlines.links {
        let before = link.span();
        link.points_mut().for_each(|point| *point = transform(*point));
        link.cost = if before > 0.0 { link.cost / before * link.span() } else { link.cost };
    }
    outlines
}

fn has_three_points(ring: &[DVec2]) -> bool {
    let first = |i: usize| !ring[..i].contains(&ring[i]);
    (0..ring.len()).filter(|&i| first(i)).count() >= 3
}

#[cfg(test)]
mod tests;
