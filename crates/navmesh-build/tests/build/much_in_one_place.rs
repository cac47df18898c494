//! Tests of input that is dense in one place.
//!
//! A build that keeps the square of its input exceeds its memory ([`bytes_for`]). One that only compares its parts pairwise
//! takes minutes, which nothing here counts.

use navmesh_build::{BuildError, BuildOptions};
use navmesh_core::{DVec2, Door, NavMesh, Outline, Outlines, Wall};
use navmesh_testkit::SplitMix64;

use crate::built_with_bytes;

/// Returns the memory of a build, in bytes: linear in the points of its input, and some for a few that all cross.
fn bytes_for(points: usize) -> isize {
    (4096 * points + (8 << 20)) as isize
}

/// Builds a mesh within [`bytes_for`] its points.
fn try_built(outlines: &Outlines, options: BuildOptions) -> Result<NavMesh, BuildError> {
    let rings = outlines.walkable.iter().chain(&outlines.obstacles);
    let lines = outlines.walls.iter().map(|wall| wall.points.len());
    let lines = lines.chain(outlines.doors.iter().map(|door| door.points.len()));
    let points: usize = rings.map(|outline| outline.exterior.len()).chain(lines).sum();
    let (built, bytes) = built_with_bytes(outlines, &options);
    assert!(bytes <= bytes_for(points), "{bytes} bytes for {points} points");
    built
}

fn built(outlines: &Outlines) -> NavMesh {
    try_built(outlines, BuildOptions::default()).unwrap()
}

fn square(half: f64) -> Outlines {
    Outlines { walkable: vec![Outline::rect([-half, -half], [half, half])], ..Outlines::default() }
}

/// Returns two walls that cross at a point that floats cannot express.
fn crossing_at(at: f64) -> [Wall; 2] {
    let wall = |from: [f64; 2], to: [f64; 2]| Wall::new([from, to].map(|p| DVec2::from(p) + at));
    [wall([0.0, 0.0], [3.0, 1.0]), wall([0.0, 1.0], [3.1, 0.1])]
}

#[test]
fn walls_around_a_hub_and_a_crossing_elsewhere() {
    let count = 40_000;
    let mut outlines = square(100.0);
    let rim = |i: i32| [50.0, f64::from(i) / f64::from(count) * 100.0 - 50.0];
    outlines.walls.extend((0..count).map(|i| Wall::new([[0.0, 0.0], rim(i)])));
    outlines.walls.extend(crossing_at(60.0));
    let mesh = built(&outlines);
    assert_eq!(mesh.position_count(), 4 + 1 + count as usize + 5);
}

/// The area below the wall is one cell with very many collinear corners.
#[test]
fn houses_along_one_wall() {
    let count = 50_000;
    let mut outlines = square(3.0 * f64::from(count));
    outlines.walls.push(Wall::new([[-1.0, 0.0], [2.0 * f64::from(count), 0.0]]));
    let house = |i: i32| Outline::rect([2.0 * f64::from(i), 0.0], [2.0 * f64::from(i) + 1.0, 1.0]);
    outlines.obstacles.extend((0..count).map(house));
    let mesh = built(&outlines);
    assert_eq!(mesh.position_count(), 4 + 2 + 4 * count as usize);
}

/// With a radius, every offset border would cross every other one.
#[test]
fn agents_larger_than_the_map() {
    let mut outlines = square(100.0);
    let pillar = |i: i32| [f64::from(i % 150), f64::from(i / 150)].map(|x| x - 75.0);
    let pillars = (0..150 * 150).map(pillar);
    outlines.obstacles.extend(pillars.map(|[x, y]| Outline::rect([x, y], [x + 0.5, y + 0.5])));
    let error = try_built(&outlines, BuildOptions::default().agent_radius(101.0)).unwrap_err();
    assert_eq!(error, BuildError::TooNarrow { radius: 101.0 });
}

/// Every two offset borders cross.
#[test]
fn very_many_pillars_within_one_radius() {
    let mut outlines = square(200.0);
    for i in 0..45 * 45 {
        let middle = DVec2::new(f64::from(i % 45), f64::from(i / 45)) - 22.0;
        let turn = DVec2::from_angle(f64::from(i));
        let corner = |k: i32| middle + turn.rotate(DVec2::from_angle(f64::from(k) * 0.785)) * 0.35;
        outlines.obstacles.push(Outline::new((0..8).map(corner)));
    }
    let options = BuildOptions::default().agent_radius(50.0).arc_tolerance(0.01);
    let mesh = try_built(&outlines, options).unwrap();
    // The inset hall without a square with rounded corners, up to the gaps between its outermost
    // pillars.
    let taken = 44.0 * (44.0 + 4.0 * 50.0) + std::f64::consts::PI * 50.0 * 50.0;
    let left = 300.0 * 300.0 - taken;
    assert!((mesh.area() / left - 1.0).abs() < 0.01, "{} of {left}", mesh.area());
}

/// One cell, of which only corners near the queried place are tested.
#[test]
fn places_in_a_cell_of_many_corners_are_located() {
    let count = 20_000;
    let corner = |i: i32| {
        let x = f64::from(i) / f64::from(count);
        [x, x * x]
    };
    let walkable = vec![Outline::new((0..=count).map(corner).collect::<Vec<_>>())];
    let mesh = built(&Outlines { walkable, ..Outlines::default() });
    let inside = |i: i32| mesh.locate([0.5, 0.3 + 1e-7 * f64::from(i)]).is_some();
    assert!((0..1_000_000).all(inside));
}

#[test]
fn very_many_copies_of_one_obstacle_that_a_wall_crosses() {
    let mut outlines = square(100.0);
    outlines.obstacles.extend((0..20_000).map(|_| Outline::rect([0.0, 0.0], [10.0, 10.0])));
    outlines.walls.push(Wall::new([[5.0, -5.0], [6.0, 50.0]]));
    let mesh = built(&outlines);
    assert_eq!(mesh.area(), 200.0 * 200.0 - 100.0);
}

/// Returns heptagons around a place. Their corners differ by a few units in the last place.
pub(super) fn near_copies(count: usize, at: f64, units: i64, seed: u64) -> Vec<Outline> {
    let mut random = SplitMix64::new(seed);
    let corners = [[4.1, 9.9], [-4.3, 9.7], [-9.6, 3.1], [-9.2, -4.7], [-1.1, -9.8], [7.9, -6.3]];
    let corners = corners.into_iter().chain([[9.8, 1.3]]).map(|corner| DVec2::from(corner) + at);
    let corners: Vec<DVec2> = corners.collect();
    let mut near =
        |number: f64| number + number.abs() * f64::EPSILON * random.between(0, units) as f64;
    let mut copy = || corners.iter().map(|p| [near(p.x), near(p.y)]).collect::<Vec<_>>();
    (0..count).map(|_| Outline::new(copy())).collect()
}

/// Every two sides cross, and so do the pieces of the sides that such a crossing bends.
#[test]
fn many_nearly_equal_copies_of_one_ring() {
    let ring = |outline: &Outline| {
        let corner = |i: usize| outline.exterior[i % 7] - outline.exterior[0];
        (0..7).map(|i| corner(i).perp_dot(corner(i + 1))).sum::<f64>() / 2.0
    };
    for (at, units) in [(0.0, 4), (1e9, 1), (0.0, 40)] {
        let mut outlines = square(0.0);
        outlines.walkable = near_copies(32, at, units, 1);
        let expected = ring(&outlines.walkable[0]);
        let mesh = built(&outlines);
        let moved = (units as f64 + 8.0) * (at + 10.0) * f64::EPSILON;
        assert!((mesh.area() - expected).abs() <= 80.0 * moved, "{} {expected}", mesh.area());
        assert_eq!(mesh.component_count(), 1);
    }
}

/// Every square has ends of its own on the line that all of them share.
#[test]
fn squares_in_squares_with_one_common_side() {
    let count = 12_000;
    let half = |i: i32| f64::from(i + 1);
    let mut outlines = square(f64::from(count) + 2.0);
    let square = |i: i32| Outline::rect([-half(i), 0.0], [half(i), half(i)]);
    outlines.obstacles.extend((0..count).map(square));
    let mesh = built(&outlines);
    let (whole, largest) = (f64::from(count) + 2.0, f64::from(count));
    assert_eq!(mesh.area(), 4.0 * whole * whole - 2.0 * largest * largest);
}

/// Each wall lies on half of all others. Their order is irregular.
#[test]
fn walls_along_one_line_with_ends_of_their_own() {
    let count = 12_000;
    let mut outlines = square(f64::from(count));
    let wall = |i: i32| Wall::new([[f64::from(i) - 6e3, 1.0], [f64::from(i) + 0.5, 1.0]]);
    outlines.walls.extend((0..count).map(|i| wall(i * 7919 % count - 3000)));
    let mesh = built(&outlines);
    assert_eq!(mesh.position_count(), 4 + 2, "the wall ends in two places");
    assert_eq!(mesh.area(), 4.0 * f64::from(count).powi(2));
}

/// A mesh lists the doors along each edge, which is quadratic in the number of doors here.
#[test]
fn doors_along_one_line_with_ends_of_their_own_are_refused() {
    let count = 12_000;
    let mut outlines = square(f64::from(count));
    let door = |i: i32| Door::new([[f64::from(-i), 0.0], [f64::from(i), 0.0]], "gate");
    outlines.doors.extend((1..=count).map(door));
    let error = try_built(&outlines, BuildOptions::default()).unwrap_err();
    assert!(matches!(error, BuildError::TooManyIntersections { limit: 0x10_0000, .. }), "{error}");
}
