use navmesh_core::{Outline, Outlines};

use super::*;
use crate::clean::clean;
use crate::options::FillRule;

fn soup_of(outlines: &[Outline]) -> Soup {
    let outlines = Outlines { walkable: outlines.to_vec(), ..Outlines::default() };
    let report = &mut BuildReport::default();
    Soup::of(clean(&outlines, &[], FillRule::NonZero, report).unwrap().ground)
}

#[test]
fn a_cross_of_two_bars_is_cut_at_four_exact_points() {
    let bars = [Outline::rect([0.0, 1.0], [3.0, 2.0]), Outline::rect([1.0, 0.0], [2.0, 3.0])];
    let mut report = BuildReport::default();
    let result = triangulate_crossing_free(soup_of(&bars), Crossings::Rare, &mut report).unwrap();
    assert_eq!(result.soup.points.len(), 12);
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

/// Rounding moved the crossings of an all but flat triangle one unit further on in every round.
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

/// The museum's `contact-on-a-bent-wall` and `seventeen-segments-as-walls` came apart here.
#[test]
fn what_touches_a_segment_still_touches_it_when_a_crossing_bends_it() {
    let points = [[0.0, 0.0], [9.0, 3.0], [3.0, 1.0], [3.0, 6.0], [4.0, 0.0], [5.0, 6.0]];
    let segment = |from, to, strand| Segment { from, to, strand };
    let soup = Soup {
        points: points.map(DVec2::from).to_vec(),
        segments: vec![segment(0, 1, 0), segment(2, 3, 1), segment(4, 5, 2)],
        ..Soup::default()
    };
    let Triangulation { soup, .. } =
        triangulate_crossing_free(soup, Crossings::Likely, &mut BuildReport::default()).unwrap();
    let long: Vec<u32> = soup.segments.iter().filter(|s| s.strand == 0).map(|s| s.to).collect();
    assert_eq!(long.len(), 3);
    let first = soup.points[long[0] as usize];
    assert_eq!(first, DVec2::new(3.0, 1.0), "it passes through the point at which the second ends");
}
