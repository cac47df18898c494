use navmesh_testkit::SplitMix64;

use super::*;
use crate::plsg::Segment;

/// Creates segments between these pairs of points.
fn soup_of(ends: &[[[i64; 2]; 2]]) -> Plsg {
    let point = |&[x, y]: &[i64; 2]| DVec2::new(x as f64, y as f64);
    let points = ends.as_flattened().iter().map(point).collect();
    let segment = |i: u32| Segment { from: 2 * i, to: 2 * i + 1, source: 0 };
    let segments = (0..ends.len() as u32).map(segment).collect();
    Plsg { points, segments, ..Plsg::default() }
}

#[test]
fn segments_are_narrow_where_the_square_of_their_sine_is_no_more_than_a_thousandth() {
    let mut random = SplitMix64::new(1);
    let mut counts = [0; 2];
    for _ in 0..2000 {
        let mut way = |size: i64| [0; 2].map(|_| random.between(-size, size));
        let (from, one, bend) = (way(1000), way(400), way(40));
        let other = [2 * one[0] + bend[0], 2 * one[1] + bend[1]];
        if one == [0; 2] || other == [0; 2] {
            continue;
        }
        let to = |way: [i64; 2]| [from[0] + way[0], from[1] + way[1]];
        let plsg = soup_of(&[[from, to(one)], [to(other), from]]);
        let square = |way: [i64; 2]| way[0].pow(2) + way[1].pow(2);
        let cross = one[0] * other[1] - one[1] * other[0];
        let expected = 1024 * cross.pow(2) <= square(one) * square(other);
        assert_eq!(
            is_narrow([0, 1].map(|own| plsg.ordered_ends(own))),
            expected,
            "{from:?} {one:?} {other:?}"
        );
        counts[usize::from(expected)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

/// The larger coordinate of each end is a few times 2⁴⁶, which determines the distance that is
/// near.
#[test]
fn crossings_are_near_one_another_along_the_longer_axis_of_a_segment_of_both() {
    const UNIT: i64 = 1 << 46;
    let mut random = SplitMix64::new(2);
    let mut counts = [0; 2];
    for _ in 0..400 {
        let mut far = || random.between(1, 4) * UNIT * [1, -1][random.below(2)];
        let ends: Vec<[[i64; 2]; 2]> = (0..6)
            .map(|i| {
                let [a, b] = [[far(), far() / 8], [-far(), far() / 8]];
                if i % 2 == 0 { [a, b] } else { [a, b].map(|[x, y]| [y, x]) }
            })
            .filter(|[a, b]| (0..2).any(|axis| (b[axis] - a[axis]).abs() > UNIT))
            .collect();
        let plsg = soup_of(&ends);
        let mut crossings = Vec::new();
        for _ in 0..random.below(9) {
            let [first, second] = [0; 2].map(|_| random.below(ends.len().max(2)) as u32);
            if first != second && ends.len() > 1 {
                let at = [0; 2].map(|_| random.between(-15, 15) as f64);
                let segments = [first, second];
                crossings.push(Crossing { segments, point: at.into(), is_exact: false });
            }
        }
        let is_near_on = |segment: u32, [one, other]: [DVec2; 2]| {
            let [a, b] = ends[segment as usize];
            let length = |axis: usize| (b[axis] - a[axis]).abs();
            let axis = usize::from(length(1) > length(0));
            let largest = [a, b].as_flattened().iter().map(|at| at.abs()).max().unwrap();
            (one[axis] - other[axis]).abs() <= (largest / UNIT) as f64
        };
        let is_near = |i: usize| {
            let others = (0..crossings.len()).filter(|&other| other != i);
            others.map(|other| [i, other].map(|i| &crossings[i])).any(|[one, other]| {
                let common = one.segments.iter().filter(|s| other.segments.contains(s));
                common.copied().any(|segment| is_near_on(segment, [one.point, other.point]))
            })
        };
        let expected: Vec<bool> = (0..crossings.len()).map(is_near).collect();
        assert_eq!(near_another(&plsg, &crossings), expected, "{ends:?} {crossings:?}");
        for is_near in expected {
            counts[usize::from(is_near)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 400), "{counts:?}");
}
