use std::collections::BTreeSet;

use super::*;

/// Numbers that look random.
fn numbers() -> impl FnMut(f64) -> f64 {
    let mut state = 7u64;
    move |size| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 40) as f64 / (1u64 << 24) as f64 * size
    }
}

type Segments = Vec<[DVec2; 2]>;

/// Two towns at opposite corners of a wide map, `reach` the length of a segment.
fn towns(count: usize, reach: f64) -> Segments {
    let mut number = numbers();
    let mut point = |size: f64| DVec2::new(number(size), number(size));
    let corner = |i: usize| DVec2::splat(if i.is_multiple_of(2) { 0.0 } else { 1e7 });
    let from: Segments = (0..count).map(|i| [corner(i) + point(1e3); 2]).collect();
    from.into_iter().map(|[from, _]| [from, from + point(reach)]).collect()
}

fn asked_of(segments: &Segments) -> (usize, BTreeSet<[u32; 2]>) {
    let items: Vec<u32> = (0..segments.len() as u32).collect();
    let (mut asked, mut met) = (0, BTreeSet::new());
    let corners = |item: u32, corners: &mut Vec<DVec2>| corners.extend(segments[item as usize]);
    let near = NearPairs { corners_of: corners };
    let _ = near.among(&items, &mut |a, b| {
        asked += 1;
        met.extend(boxes_meet(segments, [a, b]).then_some([a, b]));
        ControlFlow::Continue(())
    });
    (asked, met)
}

fn boxes_meet(segments: &Segments, pair: [u32; 2]) -> bool {
    let [[a, b], [c, d]] = pair.map(|item| segments[item as usize]);
    a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all()
}

/// What meets is asked for: points of crosses, collinear ones, all of them on a small lattice.
#[test]
fn all_that_have_a_point_in_common_are_asked_for() {
    let mut number = numbers();
    for count in [2, CROWD, CROWD + 1, 500] {
        for scale in [1.0, 40.0] {
            let upright = upright(count, scale, &mut number);
            let (_, met) = asked_of(&upright);
            let all = 0..count as u32;
            let pairs = all.flat_map(|b| (0..b).map(move |a| [a, b]));
            // Of upright segments the boxes are the segments.
            let expected = pairs.filter(|&pair| boxes_meet(&upright, pair)).collect();
            assert_eq!(met, expected);
        }
    }
}

/// Segments along the axes, between points of a lattice.
fn upright(count: usize, scale: f64, number: &mut impl FnMut(f64) -> f64) -> Segments {
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
fn of_two_groups_all_that_meet_are_asked_for_and_no_pair_of_one_group() {
    let mut number = numbers();
    for (count, ours) in [(3, 1), (500, 250), (500, 3), (2000, 300)] {
        let upright = upright(count, 40.0, &mut number);
        let corners_of =
            |item: u32, corners: &mut Vec<DVec2>| corners.extend(upright[item as usize]);
        let near = NearPairs { corners_of };
        let all: Vec<u32> = (0..count as u32).collect();
        let (first, second) = all.split_at(ours);
        let mut met = BTreeSet::new();
        let _ = near.between([first, second], &mut |a, b| {
            assert!((a as usize) < ours && ours <= b as usize);
            met.extend(boxes_meet(&upright, [a, b]).then_some([a, b]));
            ControlFlow::Continue(())
        });
        let pairs = first.iter().flat_map(|&a| second.iter().map(move |&b| [a, b]));
        assert_eq!(met, pairs.filter(|&pair| boxes_meet(&upright, pair)).collect());
    }
}

#[test]
fn far_clusters_are_asked_for_no_more_than_near_ones() {
    let (asked, met) = asked_of(&towns(20_000, 5.0));
    assert!(met.len() > 1000);
    assert!(asked < 20_000 * 20, "{asked} pairs of 20,000 segments");
}

/// Buckets that help nothing are not divided for ever, and who has had enough is not asked again.
#[test]
fn what_lies_on_one_point_is_asked_for_once_a_pair_until_told_to_stop() {
    let star: Segments = (0..300).map(|i| [DVec2::ZERO, DVec2::new(f64::from(i), 9.0)]).collect();
    let (asked, _) = asked_of(&star);
    assert!(asked >= 300 * 299 / 2, "{asked}");
    assert!(asked <= 300 * 300, "{asked}");
    let mut asked = 0;
    let items: Vec<u32> = (0..300).collect();
    let corners_of = |item: u32, corners: &mut Vec<DVec2>| corners.extend(star[item as usize]);
    let near = NearPairs { corners_of };
    let stopped = near.among(&items, &mut |_, _| {
        asked += 1;
        if asked == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped, asked), (ControlFlow::Break(()), 5));
}
