//! Scenes with far more intersections than points. A build is linear in both, or refuses early.

use std::f64::consts::{PI, TAU};

use navmesh_build::{BuildError, BuildOptions, build_floors};
use navmesh_core::{DVec2, Floors, NavMesh, Outline, Outlines, Wall};

use crate::built_with_bytes;

/// The most memory of a build with as many intersections as the default limit, in bytes.
const MOST: isize = 1 << 28;

/// The default limit of a drawing of few points.
const DEFAULT_LIMIT: usize = 1 << 20;

fn built(outlines: &Outlines, options: &BuildOptions) -> Result<NavMesh, BuildError> {
    let (built, bytes) = built_with_bytes(outlines, options);
    assert!(bytes <= MOST, "{bytes} bytes");
    built
}

/// Returns the limit that a build reports, and the place.
fn refused(outlines: &Outlines, options: &BuildOptions) -> (usize, DVec2) {
    match built(outlines, options) {
        Err(BuildError::TooManyIntersections { limit, x, y }) => (limit, DVec2::new(x, y)),
        other => panic!("{other:?}"),
    }
}

fn walled(half: f64, walls: impl IntoIterator<Item = [[f64; 2]; 2]>) -> Outlines {
    Outlines {
        walkable: vec![Outline::rect([-half, -half], [half, half])],
        walls: walls.into_iter().map(Wall::new).collect(),
        ..Outlines::default()
    }
}

/// Returns overlapping walls on one line, and others that cross the line.
fn overlapping(along: i32, across: i32) -> Outlines {
    let size = f64::from(along);
    let level = (0..along).map(f64::from).map(|x| [[x - size, 5.0], [x, 5.0]]);
    let at = move |i: i32| (f64::from(i) + 0.25) / f64::from(across) * 2.0 * size - size;
    let upright = (0..across).map(at).map(|x| [[x, 0.0], [x, 10.0]]);
    walled(2.0 * size, level.chain(upright))
}

/// Returns walls that cross one another within 10⁻¹⁵ of a line each.
fn bundle(count: i32) -> Outlines {
    let off = |i: i32| f64::from(i) * 1e-15;
    walled(10.0, (0..count).map(off).map(|y| [[-9.0, y], [9.0, 1e-14 - y]]))
}

/// Returns walls through one point.
fn star(count: i32) -> Outlines {
    let tip = |i: i32| DVec2::from_angle(f64::from(i) / f64::from(count) * PI);
    walled(2.0, (0..count).map(tip).map(|tip| [tip.to_array(), (-tip).to_array()]))
}

/// Returns level walls that cross as many upright ones, a unit apart.
fn lattice(count: i32) -> Outlines {
    let half = 0.5 * f64::from(count);
    let at = move |i: i32| f64::from(i) + 0.5 - half;
    let level = (0..count).map(at).map(|y| [[-half, y], [half, y]]);
    let upright = (0..count).map(at).map(|x| [[x, -half], [x, half]]);
    walled(half + 1.0, level.chain(upright))
}

/// Returns thin triangles with a common vertex.
fn needles(count: i32) -> Outlines {
    let at = |part: f64| DVec2::from_angle(part / f64::from(count) * TAU) * 10.0;
    let needle = |i: i32| [DVec2::ZERO, at(f64::from(i)), at(f64::from(i) + 0.3)];
    let obstacles = (0..count).map(|i| Outline::new(needle(i))).collect();
    Outlines { obstacles, ..walled(20.0, []) }
}

#[test]
fn overlapping_walls_count_once_for_each_wall_that_crosses_them() {
    let mesh = built(&overlapping(500, 650), &BuildOptions::default()).unwrap();
    // The ends of the first and the last wall, the crossings between them and the ends of others.
    let crossed = (0..650).filter(|i| (f64::from(*i) + 0.25) / 650.0 * 1000.0 <= 999.0).count();
    assert_eq!(mesh.position_count(), 4 + 2 + crossed + 2 * 650);
    let (limit, near) = refused(&overlapping(10_000, 13_000), &BuildOptions::default());
    assert_eq!((limit, near.y), (DEFAULT_LIMIT, 5.0));
}

#[test]
fn a_dense_bundle_is_built_or_refused() {
    let mesh = built(&bundle(200), &BuildOptions::default()).unwrap();
    assert_eq!(mesh.area(), 400.0);
    let (limit, near) = refused(&bundle(1500), &BuildOptions::default());
    assert!(limit == DEFAULT_LIMIT && near.y.abs() < 1e-11, "{limit} {near}");
}

#[test]
fn walls_through_one_point_are_built_or_refused() {
    let mesh = built(&star(700), &BuildOptions::default()).unwrap();
    assert_eq!(mesh.position_count(), 4 + 1 + 2 * 700);
    let refusal = refused(&star(2000), &BuildOptions::default());
    assert_eq!(refusal, (DEFAULT_LIMIT, DVec2::ZERO));
}

#[test]
fn a_lattice_for_agents_with_a_radius_is_built_or_refused() {
    let options = BuildOptions::default().agent_radius(0.1);
    let mesh = built(&lattice(100), &options).unwrap();
    // Each wall takes a strip of 0.2 by 100, and each crossing counts once.
    let whole = 101.8 * 101.8 - (200.0 * 20.0 - 100.0 * 100.0 * 0.04);
    assert!((mesh.area() / whole - 1.0).abs() < 0.01, "{} of {whole}", mesh.area());
    let (limit, near) = refused(&lattice(1500), &options);
    assert!(limit == DEFAULT_LIMIT && near.fract().abs() == DVec2::splat(0.5), "{limit} {near}");
}

#[test]
fn needles_at_one_vertex_are_inset() {
    let options = BuildOptions::default().agent_radius(0.1);
    let mesh = built(&needles(1000), &options).unwrap();
    let left = 39.8 * 39.8 - PI * 10.1 * 10.1;
    assert!((mesh.area() / left - 1.0).abs() < 0.01, "{} of {left}", mesh.area());
}

/// A lattice of ten by ten walls has a hundred crossings.
#[test]
fn a_caller_may_set_the_limit() {
    let limited = |limit: usize| BuildOptions::default().max_intersections(limit);
    let mesh = built(&lattice(10), &limited(100)).unwrap();
    assert_eq!(mesh.position_count(), 4 + 40 + 100);
    assert_eq!(refused(&lattice(10), &limited(99)).0, 99);
    let floors = Floors::default().with_floor(3, walled(1.0, [])).with_floor(7, lattice(10));
    assert!(build_floors(&floors, &limited(100)).is_ok());
    let error = build_floors(&floors, &limited(99)).unwrap_err();
    let BuildError::OnLayer { layer: 7, error } = error else { panic!("{error}") };
    assert!(matches!(*error, BuildError::TooManyIntersections { limit: 99, .. }), "{error}");
    let refusal = refused(&star(1000), &limited(10_000));
    assert_eq!(refusal, (10_000, DVec2::ZERO), "each pair counts, although all cross at one point");
}
