use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{Outline, Outlines};
use navmesh_testkit::SplitMix64;

use super::crossing::{cross_properly, crossing_point};
use super::hot_pixel_candidates::hot_pixel_candidates;
use super::hot_pixels::passing;
use super::*;
use crate::input::clean;
use crate::options::BuildOptions;
use crate::plsg::Source;

fn soup_of(outlines: &[Outline]) -> Plsg {
    let outlines = Outlines { walkable: outlines.to_vec(), ..Outlines::default() };
    let report = &mut BuildReport::default();
    Plsg::of(clean(&outlines, &[], &BuildOptions::default(), report).unwrap().ground)
}

#[test]
fn a_cross_of_two_bars_is_cut_at_four_exact_points() {
    let bars = [Outline::rect([0.0, 1.0], [3.0, 2.0]), Outline::rect([1.0, 0.0], [2.0, 3.0])];
    let mut report = BuildReport::default();
    let result = triangulate_crossing_free(soup_of(&bars), Crossings::Rare, &mut report).unwrap();
    assert_eq!(result.plsg.points.len(), 12);
    assert_eq!((report.exact_crossings, report.rounded_crossings.len()), (4, 0));
}

#[test]
fn a_crossing_that_floats_cannot_express_is_reported() {
    let triangles = [
        Outline::new([[0.0, 0.0], [3.0, 1.0], [0.0, 1.0]]),
        Outline::new([[0.0, 0.5], [3.0, 0.0], [3.0, 0.5]]),
    ];
    let mut report = BuildReport::default();
    triangulate_crossing_free(soup_of(&triangles), Crossings::Likely, &mut report).unwrap();
    assert!(!report.rounded_crossings.is_empty());
}

#[test]
fn the_crossing_point_does_not_depend_on_the_order_of_the_ends() {
    let at = |p: [f64; 2]| DVec2::from(p);
    let [a, b, c, d] = [at([0.1, 0.2]), at([7.3, 5.1]), at([0.3, 6.0]), at([9.1, -0.7])];
    let point = crossing_point([a, b], [c, d]);
    for other in [
        crossing_point([b, a], [c, d]),
        crossing_point([a, b], [d, c]),
        crossing_point([c, d], [a, b]),
        crossing_point([d, c], [b, a]),
    ] {
        assert_eq!(point, other);
    }
}

#[test]
fn segments_that_touch_or_overlap_do_not_cross() {
    let at = |p: [f64; 2]| DVec2::from(p);
    let base = [at([0.0, 0.0]), at([4.0, 0.0])];
    assert!(cross_properly(base, [at([2.0, -1.0]), at([2.0, 1.0])]));
    assert!(!cross_properly(base, [at([2.0, 0.0]), at([2.0, 1.0])]));
    assert!(!cross_properly(base, [at([4.0, 0.0]), at([5.0, 1.0])]));
    assert!(!cross_properly(base, [at([1.0, 0.0]), at([9.0, 0.0])]));
    assert!(!cross_properly(base, [at([5.0, -1.0]), at([5.0, 1.0])]));
}

/// Rounding moved the crossings of a nearly flat triangle by one unit in every round.
#[test]
fn segments_a_few_units_apart_are_separated() {
    let triangles = [
        Outline::new([[1.5, 4.25], [2.75, 5.25], [2.125, 4.750000000000001]]),
        Outline::new([[0.0, 0.0], [1.75, 4.5], [1.4, 3.8]]),
    ];
    let mut report = BuildReport::default();
    triangulate_crossing_free(soup_of(&triangles), Crossings::Likely, &mut report).unwrap();
    assert!(!report.rounded_crossings.is_empty());
}

/// Returns the rounded crossing of two segments, and whether it is exact.
fn crossing_of(ends: [[f64; 2]; 4], strategy: SnapStrategy) -> (DVec2, bool) {
    let segments = [[0, 1], [2, 3]].map(|[from, to]| Segment { from, to, source: 0 });
    let points = ends.map(DVec2::from).to_vec();
    let plsg = Plsg { points, segments: segments.to_vec(), ..Plsg::default() };
    let found = find_intersections(&plsg, &[1], strategy, usize::MAX).unwrap();
    (found.crossings[0].point, found.crossings[0].is_exact)
}

/// Two segments are two units apart at one end and one unit at the other. They cross at (2, 2/3).
#[test]
fn only_end_near_segment_snaps_to_a_far_end() {
    let unit = f64::EPSILON;
    let ends = [[0.0, 0.0], [3.0, 1.0], [0.0, 2.0 * unit], [3.0, 1.0 - unit]];
    assert_eq!(
        crossing_of(ends, SnapStrategy::EndNearCrossing),
        (DVec2::new(2.0, 2.0 / 3.0), false)
    );
    assert_eq!(
        crossing_of(ends, SnapStrategy::EndNearSegment),
        (DVec2::new(3.0, 1.0 - unit), false)
    );
}

/// A vertical wall ends a few units beyond a horizontal one.
#[test]
fn an_exact_crossing_goes_to_no_end() {
    let ends = [[0.0, 0.0], [8.0, 0.0], [4.0, -4.0], [4.0, 4.0 * f64::EPSILON]];
    for strategy in [SnapStrategy::EndNearCrossing, SnapStrategy::EndNearSegment] {
        assert_eq!(crossing_of(ends, strategy), (DVec2::new(4.0, 0.0), true));
    }
}

/// `contact-on-a-bent-wall` and `seventeen-segments-as-walls` of the regression corpus failed here.
#[test]
fn points_on_a_segment_stay_on_it_when_a_crossing_bends_it() {
    let points = [[0.0, 0.0], [9.0, 3.0], [3.0, 1.0], [3.0, 6.0], [4.0, 0.0], [5.0, 6.0]];
    let segment = |from, to, source| Segment { from, to, source };
    let plsg = Plsg {
        points: points.map(DVec2::from).to_vec(),
        segments: vec![segment(0, 1, 0), segment(2, 3, 1), segment(4, 5, 2)],
        ..Plsg::default()
    };
    let Triangulation { plsg, .. } =
        triangulate_crossing_free(plsg, Crossings::Likely, &mut BuildReport::default()).unwrap();
    let long: Vec<u32> = plsg.segments.iter().filter(|s| s.source == 0).map(|s| s.to).collect();
    assert_eq!(long.len(), 3);
    let first = plsg.points[long[0] as usize];
    assert_eq!(first, DVec2::new(3.0, 1.0), "it passes through the point at which the second ends");
}

/// Creates segments between random points of a small lattice, with copies and with a hub of walls.
fn tangle(seed: u64) -> Plsg {
    let mut random = SplitMix64::new(seed);
    let size = 2 + random.below(12);
    let mut plsg = Plsg::default();
    let points: Vec<DVec2> = (0..size * size)
        .map(|i| DVec2::new((i % size) as f64, (i / size) as f64))
        .filter(|_| random.below(3) > 0)
        .collect();
    plsg.points = points;
    let count = plsg.points.len();
    let is_hub = random.below(3) == 0;
    for i in 0..2 + random.below(150) {
        let [from, to] = [random.below(count.max(1)), random.below(count.max(1))];
        let from = if is_hub && i % 2 == 0 { 0 } else { from };
        if from != to {
            let segment = Segment { from: from as u32, to: to as u32, source: i as u32 };
            plsg.segments.extend(std::iter::repeat_n(segment, 1 + random.below(8) / 7));
        }
    }
    plsg.sources = vec![Source::Wall; 200];
    plsg
}

/// The candidates of a triangulation give the same result as all segments, and as a plain search.
#[test]
fn every_crossing_and_every_point_on_a_crossing_segment_is_found() {
    let (mut crossings, mut touches) = (0, 0);
    for seed in 0..600 {
        let mut plsg = tangle(seed);
        let Err(refused) = triangulate(&mut plsg) else { continue };
        let candidates = refused.crossing().unwrap();
        let plsg = &plsg;
        let found =
            find_intersections(plsg, &candidates, SnapStrategy::EndNearCrossing, usize::MAX)
                .unwrap();
        let all: Vec<u32> = (0..plsg.segments.len() as u32).collect();
        let from_all =
            find_intersections(plsg, &all, SnapStrategy::EndNearCrossing, usize::MAX).unwrap();
        let pairs = |found: &Intersections| -> Vec<[u32; 2]> {
            found.crossings.iter().map(|crossing| crossing.segments).collect()
        };
        assert_eq!((pairs(&found), &found.touches), (pairs(&from_all), &from_all.touches));
        let is_first = |s: &u32| {
            let ends = |s: u32| plsg.ordered_ends(s);
            (0..*s).all(|other| ends(other) != ends(*s))
        };
        let representatives: Vec<u32> = all.into_iter().filter(is_first).collect();
        let inside = |s: u32| {
            let [a, b] = plsg.ordered_ends(s);
            let is_inside =
                move |p: DVec2| turn(a, b, p) == Turn::Collinear && (p - a).dot(p - b) < 0.0;
            (0..plsg.points.len() as u32).filter(move |&p| is_inside(plsg.points[p as usize]))
        };
        let crosses = |a: u32, b: u32| {
            cross_properly(plsg.ordered_ends(a), plsg.ordered_ends(b))
                && inside(a).all(|p| inside(b).all(|q| p != q))
        };
        let expected: Vec<[u32; 2]> = representatives
            .iter()
            .flat_map(|&a| representatives.iter().map(move |&b| [a, b]))
            .filter(|&[a, b]| a < b && crosses(a, b))
            .collect();
        assert_eq!(pairs(&found), expected, "{seed}");
        let crossed = |s: &u32| expected.iter().any(|pair| pair.contains(s));
        let expected: Vec<(u32, u32)> = representatives
            .iter()
            .filter(|s| crossed(s))
            .flat_map(|&s| inside(s).map(move |point| (s, point)))
            .collect();
        assert_eq!(found.touches, expected, "{seed}");
        (crossings, touches) = (crossings + found.crossings.len(), touches + expected.len());
    }
    assert!(crossings > 10_000 && touches > 10_000, "{crossings} {touches}");
}

/// Both points have the same rounded position along the segment. The wrong order would make it run
/// back.
#[test]
fn points_a_float_apart_cut_a_segment_in_their_true_order() {
    let second = DVec2::new(17.0, 2.0);
    let first = DVec2::new(17.0, 2f64.next_up());
    for ends in [[0, 1], [1, 0]] {
        let points = [[3.0, 30.0], [18.0, 0.0]].map(DVec2::from).to_vec();
        let segments = vec![Segment { from: ends[0], to: ends[1], source: 0 }];
        let mut plsg = Plsg { points, segments, ..Plsg::default() };
        let passes = vec![(0, second), (0, first)];
        let found = Intersections { passes, ..Intersections::default() };
        cut(&mut plsg, found, &mut BuildReport::default()).unwrap();
        let at = |segment: &Segment| plsg.points[segment.to as usize];
        let mut vias: Vec<DVec2> = plsg.segments.iter().map(at).collect();
        vias.pop();
        let expected = if ends == [0, 1] { [first, second] } else { [second, first] };
        assert_eq!(vias, expected);
    }
}

/// One of a hundred copies of a wall is crossed three times: all copies are cut.
#[test]
fn the_limit_of_pieces_is_exact() {
    let points = [[0.0, 0.0], [4.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0]];
    let points = points.map(DVec2::from).to_vec();
    let segments = vec![Segment { from: 0, to: 1, source: 0 }; 100];
    let plsg = Plsg { points, segments, origins: vec![[DVec2::ZERO; 2]; 100], ..Plsg::default() };
    let cuts = [2, 3, 4].map(|point| (0, point));
    let (made, origins) = pieces(&plsg, &cuts, &[0; 100], 400).unwrap();
    assert_eq!((made.len(), origins.len()), (400, 400));
    let error = pieces(&plsg, &cuts, &[0; 100], 399).unwrap_err();
    assert_eq!(error, plsg.budget.exceeded(DVec2::ZERO));
}

/// Creates segments between a few places. Each end is some units away from its place.
fn bundles(seed: u64) -> Plsg {
    let mut random = SplitMix64::new(seed);
    let places: Vec<DVec2> =
        (0..2 + random.below(5)).map(|_| DVec2::new(random.unit(), random.unit()) * 16.0).collect();
    let units = [2, 8, 1000][random.below(3)];
    let count = 30 + random.below(60);
    let mut end = || {
        let DVec2 { x, y } = *random.pick(&places);
        let mut near = |at: f64| at + at * f64::EPSILON * random.between(0, units) as f64;
        DVec2::new(near(x), near(y))
    };
    let ends: Vec<DVec2> = (0..2 * count).map(|_| end()).collect();
    let (points, numbers) = distinct_points(ends);
    let pairs = numbers.chunks_exact(2).filter(|pair| pair[0] != pair[1]);
    let segments = pairs.map(|p| Segment { from: p[0], to: p[1], source: 0 }).collect();
    Plsg { points, segments, sources: vec![Source::Wall], ..Plsg::default() }
}

/// Only a segment that ends near an isolated crossing may cross its pixel.
#[test]
fn no_segment_crosses_the_pixel_of_an_isolated_crossing() {
    let (mut alone, mut all) = (0, 0);
    for seed in 0..150 {
        let plsg = bundles(seed);
        let numbers: Vec<u32> = (0..plsg.segments.len() as u32).collect();
        let found =
            find_intersections(&plsg, &numbers, SnapStrategy::EndNearCrossing, usize::MAX).unwrap();
        let mut crossed: Vec<u32> = found.crossings.iter().flat_map(|c| c.segments).collect();
        crossed.sort_unstable();
        crossed.dedup();
        let crowded = hot_pixel_candidates(&plsg, &found.crossings);
        assert!(crowded.is_sorted_by(|a, b| lexicographic(*a, *b).is_lt()), "{seed}");
        for crossing in found.crossings.iter().filter(|crossing| !crossing.is_exact) {
            all += 1;
            if crowded.contains(&crossing.point) {
                continue;
            }
            alone += 1;
            for (segment, at) in passing(&plsg, &crossed, &[crossing.point]).unwrap() {
                let is_near = |end: DVec2| end.distance(at) <= 100.0 * 16.0 * f64::EPSILON;
                let is_own = crossing.segments.contains(&segment);
                assert!(
                    is_own || plsg.ordered_ends(segment).into_iter().any(is_near),
                    "{seed} {at}"
                );
            }
        }
    }
    assert!(alone > all / 50 && all > 10_000, "{alone} {all}");
}
