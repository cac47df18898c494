use std::collections::BTreeSet;

use navmesh_core::backend::geom::{is_in_circle, sanitized};
use navmesh_testkit::SplitMix64;
use num_rational::BigRational;

use super::*;
use crate::half_edges::labels::Labels;
use crate::half_edges::triangles::Triangles;
use crate::plsg::spatial_order::{Axis, spatial_order};

/// The points in the order that [`delaunay`] wants, each once.
fn in_order(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|&a, &b| Axis::X.compare(a, b));
    points.dedup();
    spatial_order(&points).into_iter().map(|(point, _)| point).collect()
}

fn triangles(points: &[DVec2]) -> Triangles {
    let Delaunay { mesh, outside } = delaunay(points).unwrap();
    mesh.assert_invariants();
    let halves = mesh.into_halves();
    let labels = Labels::default();
    Triangles::new(halves, outside, labels)
}

/// Every triangle is one, its circle holds no point at all, and together they are as large as what is around them.
fn assert_is_delaunay(points: &[DVec2]) {
    let triangles = triangles(points);
    let at = |half: u32| points[triangles.origin(half) as usize];
    let mut doubled_area = [0.0, 0.0];
    for half in 0..triangles.halves.len() as u32 {
        let next = triangles.next(half);
        assert_eq!(triangles.origin(next), triangles.end(half));
        assert_eq!(triangles.face(next), triangles.face(half));
        assert_eq!(triangles.halves[next as usize].previous, half);
        let is_inside = triangles.face(half) != 0;
        doubled_area[usize::from(is_inside)] += at(half).perp_dot(at(half ^ 1));
        let ring = [half, next, triangles.next(next)];
        let triangle = ring.map(at);
        if is_inside {
            assert_eq!(triangles.next(ring[2]), half);
            assert_eq!(turn(triangle[0], triangle[1], triangle[2]), Turn::Left);
            assert!(!points.iter().any(|&point| is_in_circle(triangle, point)));
        } else if points.len() > 2 {
            // The outside runs clockwise: nothing lies on its left.
            let [a, b, _] = triangle;
            assert!(points.iter().all(|&point| turn(a, b, point) != Turn::Left));
        }
    }
    assert!((doubled_area[0] + doubled_area[1]).abs() <= 1e-9 * doubled_area[1]);
    assert_is_numbered(&triangles);
    if points.len() > 1 {
        assert_euler(points, &triangles);
    }
}

/// Edges by the lower of their points, faces by their lowest half-edges after the outside.
fn assert_is_numbered(Triangles { halves, faces, .. }: &Triangles) {
    assert!(halves.chunks(2).map(|sides| sides[0].origin.min(sides[1].origin)).is_sorted());
    let mut largest = 0;
    for &face in faces {
        assert!(face <= largest + 1);
        largest = largest.max(face);
    }
}

/// As many points and faces as edges and two.
fn assert_euler(points: &[DVec2], Triangles { halves, face_count, .. }: &Triangles) {
    assert_eq!(points.len() + face_count, halves.len() / 2 + 2, "Euler");
}

#[test]
fn no_circle_around_a_triangle_holds_a_point() {
    for seed in 0..600 {
        let mut random = SplitMix64::new(seed);
        let count = random.below(60);
        // Small lattices have many points in a line and on a circle.
        let size = [2, 3, 5, 9, 1 << 20][random.below(5)];
        let [width, height] = [0, 1].map(|_| 1 + random.below(size));
        let scale = [1.0, 1e-6, 1e9, 1.0 / 3.0][random.below(4)];
        let point =
            |_| DVec2::new(random.below(width) as f64 * scale, random.below(height) as f64 * scale);
        assert_is_delaunay(&in_order((0..count).map(point).collect()));
    }
}

#[test]
fn points_in_a_line_are_a_chain_in_whatever_direction() {
    for step in [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-3.0, 2.0], [5.0, -1.0]].map(DVec2::from) {
        for count in 0..40 {
            let points = in_order((0..count).map(|i| step * f64::from(i)).collect());
            let triangles = triangles(&points);
            assert_eq!(triangles.halves.len(), 2 * points.len().saturating_sub(1));
            assert_eq!(triangles.face_count, 1);
            assert_is_delaunay(&points);
        }
    }
}

/// Merging halves must not look at all of them, however the points lie.
#[test]
fn very_many_points_are_done_at_once_on_a_curve_in_a_line_and_around_a_hub() {
    let count = 100_000;
    let curve = |i: u32| DVec2::new(f64::from(i), f64::from(i) * f64::from(i));
    let fan = |i: u32| DVec2::new(f64::from(i), f64::from(count) + f64::from(i % 2));
    let curves: [&dyn Fn(u32) -> DVec2; 3] = [&curve, &|i| DVec2::splat(f64::from(i)), &fan];
    for place in curves {
        let points = in_order((0..count).map(place).chain([DVec2::new(0.5, -9.0)]).collect());
        let triangles = triangles(&points);
        assert_euler(&points, &triangles);
    }
}

type Fractions = [BigRational; 2];

/// Twice the area of a triangle, to the last digit.
fn doubled_area([a, b, c]: [&Fractions; 3]) -> BigRational {
    let [ux, uy] = [0, 1].map(|axis| &b[axis] - &a[axis]);
    let [vx, vy] = [0, 1].map(|axis| &c[axis] - &a[axis]);
    ux * vy - uy * vx
}

/// True where `p` lies strictly inside the circle through a counter-clockwise triangle, to the last digit.
fn is_within([a, b, c]: [&Fractions; 3], p: &Fractions) -> bool {
    let seen = |corner: &Fractions| {
        let [x, y] = [0, 1].map(|axis| &corner[axis] - &p[axis]);
        let lift = &x * &x + &y * &y;
        [x, y, lift]
    };
    let [a, b, c] = [a, b, c].map(seen);
    let cross = |u: &[BigRational; 3], v: &[BigRational; 3]| &u[0] * &v[1] - &u[1] * &v[0];
    cross(&b, &c) * &a[2] + cross(&c, &a) * &b[2] + cross(&a, &b) * &c[2] > zero()
}

fn zero() -> BigRational {
    BigRational::from_integer(0.into())
}

/// The pairs of neighbours around the convex hull, clockwise, with all points that lie on its sides.
fn hull(at: &[Fractions]) -> BTreeSet<(u32, u32)> {
    let mut order: Vec<u32> = (0..at.len() as u32).collect();
    order.sort_by(|&a, &b| at[a as usize].cmp(&at[b as usize]));
    let chain = |order: &mut dyn Iterator<Item = u32>| {
        let mut chain: Vec<u32> = Vec::new();
        for point in order {
            while let [.., before, last] = chain[..] {
                if doubled_area([before, last, point].map(|i| &at[i as usize])) <= zero() {
                    break;
                }
                chain.pop();
            }
            chain.push(point);
        }
        chain.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    };
    let upper = chain(&mut order.iter().copied());
    let lower = chain(&mut order.iter().rev().copied());
    upper.into_iter().chain(lower).collect()
}

/// Checks the same as [`assert_is_delaunay`] in fractions, without the exact predicates and their filters.
fn assert_is_delaunay_in_fractions(points: &[DVec2]) {
    let triangles = triangles(points);
    let fraction = |value: f64| BigRational::from_float(value).unwrap();
    let at: Vec<Fractions> = points.iter().map(|p| [p.x, p.y].map(fraction)).collect();
    let mut outside = BTreeSet::new();
    for half in 0..triangles.halves.len() as u32 {
        let next = triangles.next(half);
        assert_eq!(triangles.origin(next), triangles.end(half));
        assert_eq!(triangles.face(next), triangles.face(half));
        if triangles.face(half) == 0 {
            outside.insert((triangles.origin(half), triangles.end(half)));
            continue;
        }
        let ring = [half, next, triangles.next(next)];
        assert_eq!(triangles.next(ring[2]), half);
        if ring[0] < ring[1].min(ring[2]) {
            let triangle = ring.map(|half| &at[triangles.origin(half) as usize]);
            assert!(doubled_area(triangle) > zero(), "{points:?}");
            assert!(!at.iter().any(|point| is_within(triangle, point)), "{points:?}");
        }
    }
    assert_eq!(outside, hull(&at), "{points:?}");
    assert_euler(points, &triangles);
}

/// A set of a few dozen points that are on one circle, in few lines, all but so, or near one another and far apart.
fn nasty(random: &mut SplitMix64) -> Vec<DVec2> {
    let count = 2 + random.below(30);
    let kind = random.below(8);
    let step = f64::EPSILON * 64.0;
    let mut share = || random.below(1 << 30) as f64 / f64::from(1 << 30);
    let mut point = |i: usize| -> DVec2 {
        let along = i as f64;
        let angle = along * (std::f64::consts::TAU / count as f64);
        match kind {
            // All but on one circle, and its middle.
            0 if i == 0 => DVec2::splat(0.1),
            0 => DVec2::splat(0.1) + DVec2::from_angle(angle) * 3.0,
            // On one circle: 65² is a sum of two squares in many ways.
            1 => {
                let [a, b] = [[16, 63], [33, 56], [39, 52], [25, 60]][i % 4].map(f64::from);
                let [a, b] = if i & 4 == 0 { [a, b] } else { [b, a] };
                DVec2::new(if i & 8 == 0 { a } else { -a }, if i & 16 == 0 { b } else { -b })
            }
            // A spiral.
            2 => DVec2::from_angle(along) * along,
            // Clusters at far scales.
            3 => {
                let [far, near] = [[0.0, 1e-30], [1e15, 4.0], [-3e8, 1e-6], [1.0, 1e-15]][i % 4];
                DVec2::new(far + near * share(), far + near * share())
            }
            // A line that rounding bends, and a few points beside it.
            4 => DVec2::new(along, along / 3.0 + if i % 7 == 6 { share() } else { 0.0 }),
            // Two lines that cross.
            5 if i.is_multiple_of(2) => DVec2::new(along - 9.0, 3.0),
            5 => DVec2::new(-4.0, along - 9.0),
            // Neighbouring floats.
            6 => DVec2::new(
                1.0 + step * (share() * 4.0).floor(),
                3.0 + step * (share() * 4.0).floor(),
            ),
            // Two columns, one of them all but straight.
            _ => DVec2::new(if i.is_multiple_of(2) { 0.0 } else { 7.0 + 1e-13 * share() }, along),
        }
    };
    (0..count).map(&mut point).collect()
}

#[test]
fn points_on_circles_in_lines_and_at_far_scales_meet_fractions() {
    for seed in 0..80 {
        let mut random = SplitMix64::new(seed);
        let scale = [1.0, 1.0 / 3.0, 2f64.powi(-12), 2f64.powi(-90), 2f64.powi(140)];
        let scale = scale[random.below(5)];
        let scaled = nasty(&mut random).into_iter().filter_map(|point| sanitized(point * scale));
        assert_is_delaunay_in_fractions(&in_order(scaled.collect()));
    }
}

/// Two, three and four points in every arrangement on a small lattice.
#[test]
fn the_fewest_points_meet_fractions() {
    let place = |i: usize| DVec2::new((i % 3) as f64, (i / 3) as f64);
    for bits in 0u32..1 << 9 {
        if (2..=4).contains(&bits.count_ones()) {
            let chosen = (0..9).filter(|i| bits >> i & 1 != 0).map(place);
            assert_is_delaunay_in_fractions(&in_order(chosen.collect()));
        }
    }
}
