use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_testkit::SplitMix64;

use super::*;

/// Creates a box with some corners cut off.
fn polygon(random: &mut SplitMix64) -> ConvexPolygon {
    let corners = [[-2.0, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]].map(DVec2::from);
    let mut line = || {
        let inward = DVec2::new(random.unit() - 0.5, random.unit() - 0.5).normalize();
        HalfPlane { on: -inward * (0.3 + random.unit()), inward }
    };
    let lines: Vec<HalfPlane> = (0..4).map(|_| line()).collect();
    let cut = ConvexPolygon::of(corners).and_then(|whole| whole.clipped(&lines));
    cut.expect("all lines leave the middle")
}

fn distance(polygon: &ConvexPolygon, point: DVec2) -> f64 {
    let sides = || polygon.points.iter().zip(polygon.points.iter().cycle().skip(1));
    let is_inside = sides().all(|(&a, &b)| (b - a).perp_dot(point - a) >= 0.0);
    let nearest = sides().map(|(&a, &b)| nearest_on_segment(a, b, point).distance(point));
    if is_inside { 0.0 } else { nearest.fold(f64::INFINITY, f64::min) }
}

#[test]
fn the_overlap_of_a_segment_with_a_polygon_is_tight() {
    let mut random = SplitMix64::new(1);
    let mut seen = [0; 2];
    for _ in 0..2000 {
        let polygon = polygon(&mut random);
        let mut end = || DVec2::new(random.unit() - 0.5, random.unit() - 0.5) * 6.0;
        let [a, b] = [end(), end()];
        for margin in [0.0, 0.1] {
            let part = polygon.overlap([a, b], margin);
            for share in (0..=50).map(|step| f64::from(step) / 50.0) {
                let apart = distance(&polygon, a + (b - a) * share);
                let is_in = part.is_some_and(|[from, to]| from <= share && share <= to);
                assert!(is_in || apart > margin - 1e-9, "{a} {b} {share} {part:?}");
                // The corner of a strip is farther away than its sides.
                assert!(!is_in || apart < margin * 1.5 + 1e-9, "{a} {b} {share} {part:?}");
                seen[usize::from(is_in)] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20_000), "{seen:?}");
}

/// Some polygons have two sides a single float long.
#[test]
fn a_side_a_few_floats_long_changes_nothing() {
    let mut random = SplitMix64::new(2);
    for _ in 0..2000 {
        let ConvexPolygon { mut points, bounds } = polygon(&mut random);
        let mut end = || DVec2::new(random.unit() - 0.5, random.unit() - 0.5) * 6.0;
        let [a, b] = [end(), end()];
        let expected = ConvexPolygon { points: points.clone(), bounds }.overlap([a, b], 0.1);
        let corner = random.below(points.len());
        let step = |random: &mut SplitMix64| (random.below(5) as f64 - 2.0) * f64::EPSILON;
        let beside = points[corner] + DVec2::new(step(&mut random), step(&mut random));
        points.insert(corner, beside);
        match (expected, ConvexPolygon { points, bounds }.overlap([a, b], 0.1)) {
            (Some(expected), Some(part)) => {
                let off = (0..2).map(|end| (part[end] - expected[end]).abs());
                assert!(off.fold(0.0, f64::max) < 1e-9, "{expected:?} {part:?}");
            }
            (expected, part) => assert_eq!(expected, part),
        }
    }
}
