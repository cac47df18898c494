use std::collections::BTreeSet;

use super::*;
use crate::geom::{Turn, turn, within_box};

/// Pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    /// Returns a number from 0 to 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 40) as f64 / (1u64 << 24) as f64
    }

    fn below(&mut self, size: usize) -> usize {
        (self.unit() * size as f64) as usize
    }
}

type Segments = Vec<[DVec2; 2]>;

/// True if two segments have a common point but no common end, and do not lie on one line. Exact.
fn meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let on = |[a, b]: [DVec2; 2], p: DVec2| {
        within_box(a, b, p) && (a == b || turn(a, b, p) == Turn::Collinear)
    };
    let parts = |[a, b]: [DVec2; 2], [c, d]: [DVec2; 2]| {
        [turn(a, b, c), turn(a, b, d)] == [Turn::Left, Turn::Right]
            || [turn(a, b, c), turn(a, b, d)] == [Turn::Right, Turn::Left]
    };
    let (one, other) = ([a, b], [c, d]);
    if a.min(b).cmpgt(c.max(d)).any() || c.min(d).cmpgt(a.max(b)).any() {
        return false;
    }
    let are_segments = a != b && c != d;
    let is_on_line = |p: DVec2| turn(a, b, p) == Turn::Collinear;
    if are_segments && is_on_line(c) && is_on_line(d) {
        return false;
    }
    let touch = on(one, c) || on(one, d) || on(other, a) || on(other, b);
    let share_an_end = a == c || a == d || b == c || b == d;
    !share_an_end && (touch || (parts(one, other) && parts(other, one)))
}

/// Returns the visited pairs and the number of visits. `first` is the size of the first of two groups.
fn visited(segments: &Segments, first: Option<usize>) -> (BTreeSet<[u32; 2]>, usize) {
    let items: Vec<u32> = (0..segments.len() as u32).collect();
    let near = NearSegments { ends_of: |item: u32| segments[item as usize] };
    let (mut pairs, mut count) = (BTreeSet::new(), 0);
    let mut visit = |a: u32, b: u32| {
        count += 1;
        pairs.insert([a.min(b), a.max(b)]);
        assert!(a != b && first.is_none_or(|first| (a as usize) < first && first <= b as usize));
        ControlFlow::Continue(())
    };
    let all_seen = match first.map(|first| items.split_at(first)) {
        Some((first, second)) => near.between(first, second, &mut visit),
        None => near.among(&items, &mut visit),
    };
    assert!(all_seen.is_continue());
    (pairs, count)
}

/// Returns the same by strips alone.
fn visited_by_strips(segments: &Segments, first: Option<usize>) -> (BTreeSet<[u32; 2]>, usize) {
    let of_first = first.map_or(Pairing::All, |first| Pairing::OfFirst(first as u32));
    let (mut pairs, mut count) = (BTreeSet::new(), 0);
    let all_seen = Strips::of(segments.iter().copied(), of_first).pairs(&mut |a, b| {
        count += 1;
        pairs.insert([a, b]);
        assert!(a < b && first.is_none_or(|first| (a as usize) < first && first <= b as usize));
        ControlFlow::Continue(())
    });
    assert!(all_seen.is_continue());
    (pairs, count)
}

fn expected(segments: &Segments, first: Option<usize>) -> BTreeSet<[u32; 2]> {
    let (starts, ends) = (first.unwrap_or(segments.len()), first.unwrap_or(0));
    let pairs = (0..starts).flat_map(|a| (ends.max(a + 1)..segments.len()).map(move |b| [a, b]));
    let meet = pairs.filter(|&[a, b]| meet(segments[a], segments[b]));
    meet.map(|pair| pair.map(|item| item as u32)).collect()
}

/// Returns segments and points of a small lattice: axis-parallel, collinear, with common ends, repeated.
fn on_a_lattice(random: &mut Numbers) -> Segments {
    let count = [3, 20, 60, 120][random.below(4)];
    let size = [2, 5, 30][random.below(3)];
    let scale = [1.0, 0.1, 1e-7 / 3.0][random.below(3)];
    let reach = [1, size][random.below(2)];
    let mut place = |from: DVec2, size: usize| {
        from + DVec2::new(random.below(size + 1) as f64, random.below(size + 1) as f64)
    };
    let segments = (0..count).map(|i| {
        let from = place(DVec2::ZERO, size);
        let to = place(from, reach);
        [from, if i % 7 == 0 { from } else { to }].map(|end| end * scale)
    });
    segments.collect()
}

/// Returns segments that are equal up to a few floats, in both directions.
fn nearly_equal(random: &mut Numbers) -> Segments {
    let (a, b) = (DVec2::new(0.1, 0.3), DVec2::new(7.7, 5.9));
    let mut off = |at: DVec2| {
        let ulps = [random.below(3), random.below(3)].map(|count| count as f64 * f64::EPSILON);
        at * (DVec2::ONE + DVec2::from(ulps))
    };
    (0..60).map(|i| if i % 3 == 0 { [off(b), off(a)] } else { [off(a), off(b)] }).collect()
}

#[test]
fn all_pairs_with_a_common_point_are_visited() {
    let mut random = Numbers(1);
    let mut count = 0;
    for round in 0..400 {
        let segments = match round % 8 {
            0 => nearly_equal(&mut random),
            _ => on_a_lattice(&mut random),
        };
        let some = random.below(segments.len());
        for first in [None, Some(some)] {
            let expected = expected(&segments, first);
            let found = [visited(&segments, first).0, visited_by_strips(&segments, first).0];
            for found in found {
                let missed = expected.difference(&found).next();
                assert_eq!(missed, None, "round {round}, {first:?}: {segments:?}");
            }
            count += expected.len();
        }
    }
    assert!(count > 40_000, "{count}");
}

/// Returns long segments side by side and around one point, with some short ones across them.
fn dense_sets(count: usize) -> Vec<(&'static str, Segments)> {
    let around = |i: usize, radius: f64| {
        let angle = i as f64 / count as f64 * std::f64::consts::TAU;
        DVec2::from_angle(angle) * radius
    };
    let across = |segments: Segments, random: &mut Numbers| {
        let mut all = segments;
        for _ in 0..count / 10 {
            let at = DVec2::new(random.unit(), random.unit()) * 100.0 - 50.0;
            all.push([at, at + DVec2::new(random.unit(), random.unit()) * 2e-2]);
        }
        all
    };
    let size = count as f64;
    let along = DVec2::new(0.9, 0.4) * 100.0;
    let side = |i: usize| along.perp() * (i as f64 / size);
    let beams = (0..count).map(|i| [side(i) - 0.5 * along, side(i) + 0.5 * along]);
    let upright = (0..count).map(|i| DVec2::X * (i as f64 / size));
    let upright = upright.map(|at| [at, at + 100.0 * DVec2::Y]);
    let spokes = (0..count).map(|i| [DVec2::ZERO, around(i, 9.0 + (i % 7) as f64)]);
    let tip = |i: usize| {
        around(i, if i.is_multiple_of(2) { 50.0 } else { 30.0 + (i % 100) as f64 / 9.0 })
    };
    let needles = (0..count).map(|i| [tip(i), tip((i + 1) % count)]);
    let corner = |i: usize| DVec2::from_angle((i % 8) as f64) * (i / 8 + 1) as f64;
    let rings = (0..count).map(|i| [corner(i), corner(i / 8 * 8 + (i + 1) % 8)]);
    let overlapping = (0..count).map(|i| {
        let at = |i: usize| DVec2::new(3.0, 1.0) * (i as f64 / 64.0) - 40.0;
        [at(i * 7 % count), at(i * 7 % count + count / 2)]
    });
    let mut random = Numbers(2);
    let mut clustered = |i: usize| {
        let at = DVec2::new(random.unit(), random.unit()) * 1e-3;
        [at, at + 1e-5].map(|at| at + DVec2::splat(if i.is_multiple_of(2) { 0.0 } else { 1e4 }))
    };
    let clusters: Segments = (0..count).map(&mut clustered).collect();
    let mut random = Numbers(3);
    let mut all = vec![("clusters", clusters)];
    for (name, segments) in [
        ("beams", beams.collect()),
        ("upright", upright.collect()),
        ("spokes", spokes.collect()),
        ("needles", needles.collect()),
        ("rings", rings.collect()),
        ("overlapping", overlapping.collect()),
    ] {
        all.push((name, across(segments, &mut random)));
    }
    all
}

#[test]
fn segments_side_by_side_or_around_a_point_are_not_compared_in_pairs() {
    for (name, segments) in dense_sets(2000) {
        let met = expected(&segments, None).len();
        let odd_first = {
            let every_second = |odd: usize| segments.iter().copied().skip(odd).step_by(2);
            every_second(1).chain(every_second(0)).collect::<Segments>()
        };
        for (segments, first) in [(&segments, None), (&odd_first, Some(segments.len() / 2))] {
            let (pairs, count) = visited(segments, first);
            let most = 100 * segments.len() + 3 * met;
            assert!(count < most, "{name}, {first:?}: {count} of {} and {met}", segments.len());
            let expected = expected(segments, first);
            assert_eq!(expected.difference(&pairs).next(), None, "{name}, {first:?}");
        }
    }
}

#[test]
fn no_pair_is_visited_after_a_break() {
    let cross = |i: usize| {
        let at = DVec2::from_angle(i as f64) * 9.0;
        [at, -at]
    };
    let segments: Segments = (0..300).map(cross).collect();
    let items: Vec<u32> = (0..300).collect();
    let near = NearSegments { ends_of: |item: u32| segments[item as usize] };
    let mut count = 0;
    let mut visit = |_, _| {
        count += 1;
        if count % 5 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert!(near.among(&items, &mut visit).is_break());
    assert!(near.between(&items[..90], &items[90..], &mut visit).is_break());
    assert_eq!(count, 10);
}
