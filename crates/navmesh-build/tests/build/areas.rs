//! The area of a mesh against an independent boolean-geometry library, on random scenes.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use navmesh_build::{BuildError, BuildOptions, FillRule as Fill, NavMeshBuilder};
use navmesh_core::{DVec2, Outline, Outlines};
use navmesh_testkit::rng::SplitMix64;

/// How the coordinates of a scene are drawn.
#[derive(Debug, Clone, Copy)]
enum Numbers {
    /// Integers of a small lattice: collinear edges, shared corners, T-junctions.
    Lattice,
    /// Any floats.
    General,
}

fn coordinate(rng: &mut SplitMix64, numbers: Numbers) -> f64 {
    let unit = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    match numbers {
        Numbers::Lattice => (unit * 9.0).floor(),
        Numbers::General => unit * 9.0,
    }
}

/// A counter-clockwise triangle or convex quadrilateral of some area.
fn polygon(rng: &mut SplitMix64, numbers: Numbers) -> Vec<DVec2> {
    loop {
        let mut p: Vec<DVec2> = (0..3)
            .map(|_| DVec2::new(coordinate(rng, numbers), coordinate(rng, numbers)))
            .collect();
        if rng.chance(50) {
            p = Outline::rect(p[0], p[1]).exterior;
        }
        if doubled_area(&p) > 0.5 {
            return p;
        }
    }
}

fn doubled_area(ring: &[DVec2]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum()
}

fn scene(seed: u64, numbers: Numbers) -> Outlines {
    let mut rng = SplitMix64::new(seed);
    let mut draw = |most: u64| -> Vec<Outline> {
        let count = 1 + rng.next_u64() % most;
        (0..count).map(|_| Outline::new(polygon(&mut rng, numbers))).collect()
    };
    Outlines { walkable: draw(5), obstacles: draw(4), ..Outlines::default() }
}

fn expected_area(outlines: &Outlines) -> f64 {
    let contours = |list: &[Outline]| -> Vec<Vec<[f64; 2]>> {
        list.iter().map(|o| o.exterior.iter().map(|p| [p.x, p.y]).collect()).collect()
    };
    let (ground, obstacles) = (contours(&outlines.walkable), contours(&outlines.obstacles));
    let shapes = ground.overlay_as::<i64>(&obstacles, OverlayRule::Difference, FillRule::NonZero);
    let ring_area = |ring: &Vec<[f64; 2]>| {
        doubled_area(&ring.iter().map(|&p| p.into()).collect::<Vec<DVec2>>()) / 2.0
    };
    shapes.iter().flatten().map(ring_area).sum()
}

fn compare(seed: u64, numbers: Numbers) {
    let outlines = scene(seed, numbers);
    let expected = expected_area(&outlines);
    match NavMeshBuilder::from_outlines(outlines).build() {
        Ok((mesh, _)) => {
            mesh.assert_invariants();
            let area = mesh.area();
            let difference = (area - expected).abs();
            assert!(
                difference <= 1e-9 * expected.max(1.0),
                "{numbers:?} {seed}: {area} {expected}"
            );
        }
        Err(BuildError::NothingWalkable { .. }) => {
            assert!(expected < 1e-9, "{numbers:?} {seed}: empty, should be {expected}");
        }
        Err(error) => panic!("{numbers:?} {seed}: {error}"),
    }
}

/// A ring of so many lattice points, which crosses itself more often than not.
fn tangle(seed: u64) -> Vec<DVec2> {
    let mut rng = SplitMix64::new(seed);
    let count = 4 + rng.below(6);
    let mut point = || {
        DVec2::new(coordinate(&mut rng, Numbers::Lattice), coordinate(&mut rng, Numbers::Lattice))
    };
    (0..count).map(|_| point()).collect()
}

fn compare_tangle(seed: u64, fill: Fill, rule: FillRule) {
    let ring = tangle(seed);
    let contour: Vec<[f64; 2]> = ring.iter().map(|p| [p.x, p.y]).collect();
    let nothing: Vec<Vec<[f64; 2]>> = Vec::new();
    let shapes = vec![contour].overlay_as::<i64>(&nothing, OverlayRule::Subject, rule);
    let ring_area = |ring: &Vec<[f64; 2]>| {
        doubled_area(&ring.iter().map(|&p| p.into()).collect::<Vec<DVec2>>()) / 2.0
    };
    let expected: f64 = shapes.iter().flatten().map(ring_area).sum();
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().fill(fill));
    builder.add_walkable(Outline::new(ring));
    let area = match builder.build() {
        Ok((mesh, _)) => mesh.area(),
        Err(BuildError::NothingWalkable { .. }) => 0.0,
        Err(error) => panic!("{seed}: {error}"),
    };
    assert!((area - expected).abs() <= 1e-9 * expected.max(1.0), "{seed}: {area} {expected}");
}

#[test]
fn rings_that_cross_themselves_have_the_area_of_their_fill_rule() {
    for seed in 0..500 {
        compare_tangle(seed, Fill::NonZero, FillRule::NonZero);
        compare_tangle(seed, Fill::EvenOdd, FillRule::EvenOdd);
    }
}

#[test]
fn lattice_scenes_have_the_area_that_boolean_geometry_gives() {
    (0..1000).for_each(|seed| compare(seed, Numbers::Lattice));
}

#[test]
fn general_scenes_have_the_area_that_boolean_geometry_gives() {
    (0..1000).for_each(|seed| compare(seed, Numbers::General));
}
