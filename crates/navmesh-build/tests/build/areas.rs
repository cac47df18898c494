//! Compares the area of meshes with an independent boolean-geometry library, on random scenes.

use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use navmesh_build::{BuildError, BuildOptions, FillRule as Fill, NavMeshBuilder};
use navmesh_core::{DVec2, Outline, Outlines};
use navmesh_testkit::{SplitMix64, world_count};

/// The distribution of a scene's coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// Integers of a small lattice: collinear edges, shared corners, T-junctions.
    Lattice,
    /// Any floats.
    General,
}

/// The position and the scale of a scene of nine units a side.
#[derive(Debug, Clone, Copy)]
struct Frame {
    offset: DVec2,
    scale: f64,
}

const FRAMES: [Frame; 4] = [
    Frame { offset: DVec2::ZERO, scale: 1.0 },
    Frame { offset: DVec2::ZERO, scale: 1e-6 },
    Frame { offset: DVec2::new(-4.0, -3.0), scale: 1e6 },
    Frame { offset: DVec2::new(1e6 + 0.1, -1e5), scale: 1.0 },
];

/// The largest bend of a side that is cut at a point that floats cannot express, as a fraction of
/// the largest coordinate: the four units of docs/conventions.md.
const SNAP: f64 = 4.0 * f64::EPSILON;

struct Draft<'a> {
    rng: &'a mut SplitMix64,
    numbers: Numbers,
    frame: Frame,
}

impl Draft<'_> {
    fn point(&mut self) -> DVec2 {
        let [x, y] = [(); 2].map(|()| coordinate(self.rng, self.numbers));
        (DVec2::new(x, y) + self.frame.offset) * self.frame.scale
    }

    /// Returns random points with at least three different ones.
    fn ring(&mut self, corners: usize) -> Vec<DVec2> {
        loop {
            let ring: Vec<DVec2> = (0..corners).map(|_| self.point()).collect();
            let other = ring.iter().find(|&&p| p != ring[0]);
            if ring.iter().any(|p| *p != ring[0] && Some(p) != other) {
                return ring;
            }
        }
    }

    fn rect(&mut self) -> Vec<DVec2> {
        loop {
            let [a, b] = [self.point(), self.point()];
            if a.x != b.x && a.y != b.y {
                return Outline::rect(a, b).exterior;
            }
        }
    }

    /// Returns a triangle, a box, a ring that may cross itself, or one of these with a hole.
    fn outline(&mut self) -> Outline {
        let exterior = match self.rng.below(12) {
            0 => self.ring(3),
            1..6 => self.rect(),
            6..11 => self.rect().into_iter().rev().collect(),
            _ => {
                let corners = 4 + self.rng.below(4);
                self.ring(corners)
            }
        };
        let mut outline = Outline::new(exterior);
        if self.rng.chance(10) {
            outline.holes.push(self.ring(3));
        }
        outline
    }
}

fn coordinate(rng: &mut SplitMix64, numbers: Numbers) -> f64 {
    let unit = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    match numbers {
        Numbers::Lattice => (unit * 9.0).floor(),
        Numbers::General => unit * 9.0,
    }
}

fn doubled_area(ring: &[DVec2]) -> f64 {
    // Relative to the ring's first point, so that products stay small far from the origin.
    let from_first = |p: DVec2| p - ring[0];
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(&a, &b)| from_first(a).perp_dot(from_first(b))).sum()
}

fn scene(seed: u64, numbers: Numbers) -> Outlines {
    let mut rng = SplitMix64::new(seed);
    let frame = FRAMES[(seed % FRAMES.len() as u64) as usize];
    let mut draft = Draft { rng: &mut rng, numbers, frame };
    let mut draw = |most: usize| -> Vec<Outline> {
        let count = 1 + draft.rng.below(most);
        (0..count).map(|_| draft.outline()).collect()
    };
    Outlines { walkable: draw(6), obstacles: draw(4), ..Outlines::default() }
}

type Shapes = Vec<Vec<Vec<[f64; 2]>>>;

/// Unites the walkable outlines, each without its holes, and subtracts the obstacles.
fn expected_area(outlines: &Outlines) -> f64 {
    let shape =
        |ring: &Vec<DVec2>| -> Shapes { vec![vec![ring.iter().map(|p| [p.x, p.y]).collect()]] };
    let combine = |a: &Shapes, b: &Shapes, rule| a.overlay_as::<i64>(b, rule, FillRule::NonZero);
    let covered = |list: &[Outline]| -> Shapes {
        list.iter().fold(Shapes::new(), |all, outline| {
            let less = |left, hole| combine(&left, &shape(hole), OverlayRule::Difference);
            let one = outline.holes.iter().fold(shape(&outline.exterior), less);
            combine(&all, &one, OverlayRule::Union)
        })
    };
    let (ground, obstacles) = (covered(&outlines.walkable), covered(&outlines.obstacles));
    area_of(&combine(&ground, &obstacles, OverlayRule::Difference))
}

fn area_of(shapes: &Shapes) -> f64 {
    let points = |ring: &Vec<[f64; 2]>| ring.iter().map(|&p| p.into()).collect::<Vec<DVec2>>();
    shapes.iter().flatten().map(|ring| doubled_area(&points(ring)) / 2.0).sum()
}

/// Returns the largest change of the area if every side bends by the snap.
fn bent_by_the_snap(outlines: &Outlines) -> f64 {
    let rings = || outlines.walkable.iter().chain(&outlines.obstacles).flat_map(Outline::rings);
    let largest = rings().flatten().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let sides = rings().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    sides.map(|(a, b)| a.distance(*b)).sum::<f64>() * largest * SNAP
}

/// Compares one scene; returns true if nothing was rounded.
fn compare(seed: u64, numbers: Numbers) -> bool {
    let outlines = scene(seed, numbers);
    let (expected, bent) = (expected_area(&outlines), bent_by_the_snap(&outlines));
    match NavMeshBuilder::from_outlines(outlines).build() {
        Ok((mesh, report)) => {
            mesh.assert_invariants();
            let is_exact = report.rounded_crossings.is_empty() && report.slivers.is_empty();
            let allowed = 1e-9 * expected + if is_exact { 0.0 } else { bent };
            let difference = (mesh.area() - expected).abs();
            assert!(difference <= allowed, "{numbers:?} {seed}: {} {expected}", mesh.area());
            is_exact
        }
        Err(BuildError::NothingWalkable { .. }) => {
            assert!(expected <= bent, "{numbers:?} {seed}: empty, should be {expected}");
            true
        }
        Err(error) => panic!("{numbers:?} {seed}: {error}"),
    }
}

/// Returns a ring of lattice points that usually crosses itself.
fn tangle(seed: u64) -> Vec<DVec2> {
    let mut rng = SplitMix64::new(seed);
    let count = 4 + rng.below(6);
    Draft { rng: &mut rng, numbers: Numbers::Lattice, frame: FRAMES[0] }.ring(count)
}

fn compare_tangle(seed: u64, fill: Fill, rule: FillRule) {
    let ring = tangle(seed);
    let contour: Vec<[f64; 2]> = ring.iter().map(|p| [p.x, p.y]).collect();
    let nothing: Vec<Vec<[f64; 2]>> = Vec::new();
    let expected = area_of(&vec![contour].overlay_as::<i64>(&nothing, OverlayRule::Subject, rule));
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
    for seed in 0..world_count(500) {
        compare_tangle(seed, Fill::NonZero, FillRule::NonZero);
        compare_tangle(seed, Fill::EvenOdd, FillRule::EvenOdd);
    }
}

#[test]
fn lattice_scenes_have_the_area_that_boolean_geometry_gives() {
    let scenes = world_count(1000);
    let exact = (0..scenes).filter(|&seed| compare(seed, Numbers::Lattice)).count() as u64;
    let enough = scenes / 10..scenes * 9 / 10;
    assert!(enough.contains(&exact), "{exact} scenes without rounding say too little");
}

#[test]
fn general_scenes_have_the_area_that_boolean_geometry_gives() {
    let scenes = world_count(1000);
    let exact = (0..scenes).filter(|&seed| compare(seed, Numbers::General)).count() as u64;
    let enough = scenes / 100..scenes * 9 / 10;
    assert!(enough.contains(&exact), "{exact} scenes without rounding say too little");
}
