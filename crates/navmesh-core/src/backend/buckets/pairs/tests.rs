use std::collections::BTreeSet;

use super::*;

/// Returns a generator of pseudo-random numbers.
fn numbers() -> impl FnMut(f64) -> f64 {
    let mut state = 7u64;
    move |size| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 40) as f64 / (1u64 << 24) as f64 * size
    }
}

type Segments = Vec<[DVec2; 2]>;

/// Returns two clusters at opposite corners of a wide map; `reach` is the length of a segment.
fn clusters(count: usize, reach: f64) -> Segments {
    let mut number = numbers();
    let mut point = |size: f64| DVec2::new(number(size), number(size));
    let corner = |i: usize| DVec2::splat(if i.is_multiple_of(2) { 0.0 } else { 1e7 });
    let from: Segments = (0..count).map(|i| [corner(i) + point(1e3); 2]).collect();
    from.into_iter().map(|[from, _]| [from, from + point(reach)]).collect()
}

fn visited(segments: &Segments) -> (usize, BTreeSet<[u32; 2]>) {
    let items: Vec<u32> = (0..segments.len() as u32).collect();
    let (mut count, mut met) = (0, BTreeSet::new());
    let corners = |item: u32, corners: &mut Vec<DVec2>| corners.extend(segments[item as usize]);
    let near = NearPairs { corners_of: corners };
    let _ = near.among(&items, &mut |a, b| {
        count += 1;
        met.extend(boxes_meet(segments, [a, b]).then_some([a, b]));
        ControlFlow::Continue(())
    });
    (count, met)
}

fn boxes_meet(segments: &Segments, pair: [u32; 2]) -> bool {
    let [[a, b], [c, d]] = pair.map(|item| segments[item as usize]);
    a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all()
}

/// The segments cross, touch or overlap on a small lattice.
#[test]
fn all_pairs_with_a_common_point_are_visited() {
    let mut number = numbers();
    for count in [2, OVERFULL, OVERFULL + 1, 500] {
        for scale in [1.0, 40.0] {
            let segments = axis_parallel(count, scale, &mut number);
            let (_, met) = visited(&segments);
            let all = 0..count as u32;
            let pairs = all.flat_map(|b| (0..b).map(move |a| [a, b]));
            // The bounding box of an axis-parallel segment is the segment.
            let expected = pairs.filter(|&pair| boxes_meet(&segments, pair)).collect();
            assert_eq!(met, expected);
        }
    }
}

/// Returns axis-parallel segments from points of a lattice.
fn axis_parallel(count: usize, scale: f64, number: &mut impl FnMut(f64) -> f64) -> Segments {
    let mut point = || DVec2::new(number(64.0).floor(), number(64.0).floor());
    (0..count)
        .map(|i| {
            let (from, long) = (point() / scale, point().x / 8.0);
            let along = if i % 2 == 0 { DVec2::X } else { DVec2::Y };
            [from, from + along * long]
        })
        .collect()
}

#[test]
fn between_visits_all_pairs_that_meet_and_no_pair_of_one_group() {
    let mut number = numbers();
    for (count, ours) in [(3, 1), (500, 250), (500, 3), (2000, 300)] {
        let segments = axis_parallel(count, 40.0, &mut number);
        let corners_of =
            |item: u32, corners: &mut Vec<DVec2>| corners.extend(segments[item as usize]);
        let near = NearPairs { corners_of };
        let all: Vec<u32> = (0..count as u32).collect();
        let (first, second) = all.split_at(ours);
        let mut met = BTreeSet::new();
        let _ = near.between(first, second, &mut |a, b| {
            assert!((a as usize) < ours && ours <= b as usize);
            met.extend(boxes_meet(&segments, [a, b]).then_some([a, b]));
            ControlFlow::Continue(())
        });
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| [a, b]));
        assert_eq!(met, pairs.filter(|&pair| boxes_meet(&segments, pair)).collect());
    }
}

#[test]
fn distant_clusters_cost_no_more_than_near_ones() {
    let (count, met) = visited(&clusters(20_000, 5.0));
    assert!(met.len() > 1000);
    assert!(count < 20_000 * 20, "{count} pairs of 20,000 segments");
}

/// Buckets that do not help are not divided again and again.
#[test]
fn pairs_at_one_point_are_visited_once_until_the_visitor_breaks() {
    let star: Segments = (0..300).map(|i| [DVec2::ZERO, DVec2::new(f64::from(i), 9.0)]).collect();
    let (count, _) = visited(&star);
    assert!(count >= 300 * 299 / 2, "{count}");
    assert!(count <= 300 * 300, "{count}");
    let mut count = 0;
    let items: Vec<u32> = (0..300).collect();
    let corners_of = |item: u32, corners: &mut Vec<DVec2>| corners.extend(star[item as usize]);
    let near = NearPairs { corners_of };
    let stopped = near.among(&items, &mut |_, _| {
        count += 1;
        if count == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped, count), (ControlFlow::Break(()), 5));
}
