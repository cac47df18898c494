use navmesh_testkit::SplitMix64;

use super::*;
use crate::plsg::Segment;
use crate::plsg::intersection_budget::IntersectionBudget;

/// Around the first place floats are the integers. Around the second, x-coordinates are
/// multiples of 1/32. Integer arithmetic can therefore decide every test.
const FIRST: [[i64; 2]; 2] = [[1 << 52; 2], [1 << 47, 1 << 52]];

/// Steps per unit, and the widths of a pixel in steps, around each place.
const LATTICES: [(i64, [i64; 2]); 2] = [(1, [1, 1]), (32, [1, 32])];

/// The twin of `passes`, with the corners of the pixel on a lattice twice as fine.
fn passes_on_the_lattice([a, b]: [[i64; 2]; 2], point: [i64; 2], wide: [i64; 2]) -> bool {
    let from = |[x, y]: [i64; 2]| [2 * (x - a[0]), 2 * (y - a[1])];
    let (along, at) = (from(b), from(point));
    let ([x, y], [w, h]) = (at, wide);
    let dot = along[0] * x + along[1] * y;
    let sides = [[x - w, y - h], [x + w, y - h], [x - w, y + h], [x + w, y + h]]
        .map(|[x, y]| (along[0] * y - along[1] * x).signum());
    let is_parted = sides.contains(&0) || (sides.contains(&1) && sides.contains(&-1));
    let comes_to = |axis: usize| {
        let [low, high] = [along[axis].min(0), along[axis].max(0)];
        low <= at[axis] + wide[axis] && at[axis] - wide[axis] <= high
    };
    is_parted && comes_to(0) && comes_to(1) && 0 < dot && dot < along[0].pow(2) + along[1].pow(2)
}

#[test]
fn every_segment_through_a_pixel_is_found_and_no_other() {
    let mut random = SplitMix64::new(1);
    let mut counts = [0; 2];
    for round in 0..400 {
        let kind = round % 2;
        let (parts, wide) = LATTICES[kind];
        let size = [4, 30, 400][round % 3] * parts as usize;
        let mut place = || wide.map(|step| random.below(size) as i64 / step * step);
        let ends: Vec<[[i64; 2]; 2]> = (0..60).map(|_| [place(), place()]).collect();
        let lattice: Vec<[i64; 2]> = (0..60).map(|_| place()).collect();
        let at = |place: [i64; 2]| {
            let axis = |axis: usize| (FIRST[kind][axis] * parts + place[axis]) as f64;
            DVec2::new(axis(0), axis(1)) / parts as f64
        };
        let places: Vec<DVec2> = lattice.iter().map(|&place| at(place)).collect();
        let points = ends.as_flattened().iter().map(|&end| at(end)).collect();
        let segment = |i: u32| Segment { from: 2 * i, to: 2 * i + 1, source: 0 };
        let plsg = Plsg { points, segments: (0..60).map(segment).collect(), ..Plsg::default() };
        let segments: Vec<u32> = (0..60).collect();
        let mut expected = Vec::new();
        for (segment, ends) in (0..).zip(ends) {
            let passed = lattice.iter().filter(|&&at| passes_on_the_lattice(ends, at, wide));
            expected.extend(passed.map(|&place| (segment, at(place))));
        }
        let found = |limit: usize| {
            let budget = IntersectionBudget::of(Some(limit), 0);
            passing(&Plsg { budget, ..plsg.clone() }, &segments, &places)
        };
        assert_eq!(found(expected.len()).unwrap(), expected, "round {round}");
        if let Some(one_less) = expected.len().checked_sub(1) {
            assert!(found(one_less).is_err(), "not one more than may be");
        }
        counts[kind] += expected.len();
    }
    assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
}

#[test]
fn the_box_of_a_pixel_has_the_next_floats_as_corners() {
    for at in [[5.0, 7.0], [-5.0, 7e9], [1e-30, -7.0], [-3.0, -3.0], [0.1, 1e6]] {
        let corner = |[x, y]: [f64; 2]| DVec2::new(x, y);
        let [low, high] = [f64::next_down, f64::next_up].map(|next| at.map(next));
        let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
        assert_eq!(pixel(at.into()), corners.map(corner), "{at:?}");
    }
}
