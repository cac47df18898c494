//! Point sets that a triangulation may take quadratic time for. Quadratic time is minutes here.

use std::time::{Duration, Instant};

use navmesh_build::{BuildOptions, build_outlines};
use navmesh_core::{DVec2, NavMesh, Outline, Outlines};
use navmesh_testkit::SplitMix64;

/// Long enough for a slow machine without optimization, and far too short for anything quadratic.
const LIMIT: Duration = Duration::from_secs(20);

fn built_in_time(outlines: &Outlines) -> NavMesh {
    let begin = Instant::now();
    let (mesh, _) = build_outlines(outlines, &BuildOptions::default()).unwrap();
    assert!(begin.elapsed() < LIMIT, "{:?}", begin.elapsed());
    mesh
}

fn walkable(corners: impl IntoIterator<Item = DVec2>) -> Outlines {
    Outlines { walkable: vec![Outline::new(corners)], ..Outlines::default() }
}

/// A tile map two rows high. The lower row is free, and so are the tiles `i` of the upper row with `is_free(i)`.
fn two_rows(width: u32, mut is_free: impl FnMut(u32) -> bool) -> Outlines {
    let mut corners = vec![DVec2::ZERO, DVec2::new(width.into(), 0.0)];
    let mut height = 0.0;
    for tile in (0..width).rev() {
        let next = if is_free(tile) { 2.0 } else { 1.0 };
        if next != height {
            let x = f64::from(tile + 1);
            corners.extend((height > 0.0).then_some(DVec2::new(x, height)));
            corners.push(DVec2::new(x, next));
            height = next;
        }
    }
    corners.push(DVec2::new(0.0, height));
    walkable(corners)
}

#[test]
fn a_tile_map_of_two_rows() {
    let width = 100_001;
    let comb = built_in_time(&two_rows(width, |tile| tile % 2 == 0));
    assert_eq!(comb.area(), f64::from(width + width.div_ceil(2)));
    let mut random = SplitMix64::new(1);
    let mut free = 0;
    let mesh = built_in_time(&two_rows(width, |_| {
        let is_free = random.chance(50);
        free += u32::from(is_free);
        is_free
    }));
    assert_eq!(mesh.area(), f64::from(width + free));
}

#[test]
fn a_circle() {
    let count = 100_000;
    let corner =
        |i: u32| DVec2::from_angle(f64::from(i) / f64::from(count) * std::f64::consts::TAU);
    let mesh = built_in_time(&walkable((0..count).map(corner)));
    assert!((mesh.area() - std::f64::consts::PI).abs() < 1e-8);
}

/// A triangle that has all but two of its corners on one side.
#[test]
fn a_line() {
    let count = 100_000;
    let base = (0..count).map(|i| DVec2::new(i.into(), 0.0));
    let tip = DVec2::new(7.0, f64::from(count));
    let mesh = built_in_time(&walkable(base.chain([tip])));
    assert_eq!(mesh.area(), f64::from(count - 1) * f64::from(count) / 2.0);
}

#[test]
fn a_column_of_points_on_two_sides() {
    let count = 50_000;
    let up = (0..count).map(|y| DVec2::new(1.0, y.into()));
    let down = (0..count).rev().map(|y| DVec2::new(0.0, y.into()));
    let mesh = built_in_time(&walkable(up.chain(down)));
    assert_eq!(mesh.area(), f64::from(count - 1));
}

/// Corners on a parabola see all of one another.
#[test]
fn a_parabola() {
    let count = 100_000;
    let mesh = built_in_time(&walkable(
        (0..count).map(|i| DVec2::new(i.into(), f64::from(i) * f64::from(i))),
    ));
    assert!(mesh.area() > 0.0);
}

/// All corners are on two lines that cross.
#[test]
fn nested_rings() {
    let count = 25_000;
    let mut outlines = Outlines::default();
    for i in (1..=count).map(f64::from) {
        let square = Outline::rect([-i, -i], [i, i]);
        outlines.walkable.push(square);
    }
    let mesh = built_in_time(&outlines);
    assert_eq!(mesh.area(), 4.0 * f64::from(count) * f64::from(count));
}

#[test]
fn a_lattice_of_pillars() {
    let side = 160;
    let mut outlines = walkable(
        [[-1, -1], [2 * side, -1], [2 * side, 2 * side], [-1, 2 * side]]
            .map(|[x, y]| DVec2::new(x.into(), y.into())),
    );
    for i in 0..side * side {
        let [x, y] = [i % side, i / side].map(|at| 2.0 * f64::from(at));
        outlines.obstacles.push(Outline::rect([x, y], [x + 1.0, y + 1.0]));
    }
    let mesh = built_in_time(&outlines);
    let around = f64::from(2 * side + 1);
    assert_eq!(mesh.area(), around * around - f64::from(side * side));
}
