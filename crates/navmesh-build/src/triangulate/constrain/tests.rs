use navmesh_core::DVec2;
use navmesh_core::backend::geom::{is_in_circle, on_segment, turn};
use navmesh_testkit::SplitMix64;

use super::*;
use crate::half_edges::triangles::Triangles;
use crate::plsg::{Plsg, Source};
use crate::split::crossing::cross_properly;
use crate::triangulate::delaunay::delaunay;
use crate::triangulate::triangulate;

/// Points, no two alike, and segments between them.
struct Scene {
    points: Vec<DVec2>,
    segments: Vec<Segment>,
}

impl Scene {
    /// As many points of a lattice as are distinct, `size` steps a side, and segments between any two.
    fn random(random: &mut SplitMix64, size: usize, segments: usize) -> Self {
        let mut coordinate = || random.below(size) as f64;
        let mut points: Vec<DVec2> =
            (0..size * 3).map(|_| DVec2::new(coordinate(), coordinate())).collect();
        points.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        points.dedup();
        let count = points.len();
        let mut segment = || Segment {
            from: random.below(count) as u32,
            to: random.below(count) as u32,
            source: 0,
        };
        let segments = (0..segments).map(|_| segment()).filter(|s| s.from != s.to).collect();
        Self { points, segments }
    }

    fn ends(&self, segment: &Segment) -> [DVec2; 2] {
        [segment.from, segment.to].map(|point| self.points[point as usize])
    }

    /// True where two segments cross, and not at one of the points.
    fn crosses(&self, one: &Segment, other: &Segment) -> bool {
        let both = [one, other].map(|segment| self.ends(segment));
        let is_common = |&p: &DVec2| both.iter().all(|&[a, b]| on_segment(a, b, p));
        cross_properly(both[0], both[1]) && !self.points.iter().any(is_common)
    }

    /// Leaves out each segment that crosses one before it.
    fn without_crossings(mut self) -> Self {
        let mut kept: Vec<Segment> = Vec::new();
        for segment in std::mem::take(&mut self.segments) {
            if kept.iter().all(|other| !self.crosses(&segment, other)) {
                kept.push(segment);
            }
        }
        self.segments = kept;
        self
    }

    /// The triangles; the points are then numbered as theirs are.
    fn triangulated(&mut self) -> Option<Triangles> {
        let points = std::mem::take(&mut self.points);
        let segments = std::mem::take(&mut self.segments);
        let mut plsg = Plsg { points, segments, sources: vec![Source::Wall], ..Plsg::default() };
        let triangles = triangulate(&mut plsg).ok();
        (self.points, self.segments) = (plsg.points, plsg.segments);
        triangles
    }

    fn assert_is_triangulated_by(&self, triangles: &Triangles) {
        let Triangles { halves, faces, face_count, is_labelled, labels } = triangles;
        let at = |half: usize| self.points[halves[half].origin as usize];
        let next = |half: usize| halves[half].next as usize;
        let mut doubled_area = 0.0;
        let mut sides = vec![0; *face_count];
        for half in 0..halves.len() {
            sides[faces[half] as usize] += 1;
            assert_eq!(halves[next(half)].origin, halves[half ^ 1].origin);
            assert_eq!(halves[next(half)].previous as usize, half);
            assert_eq!(faces[next(half)], faces[half]);
            doubled_area += at(half).perp_dot(at(half ^ 1));
            if faces[half] == 0 {
                continue;
            }
            let ring = [half, next(half), next(next(half))];
            assert_eq!(next(ring[2]), half);
            assert_eq!(turn(at(ring[0]), at(ring[1]), at(ring[2])), Turn::Left);
            if faces[half ^ 1] != 0 && !is_labelled[half / 2] {
                let far = at(next(next(half ^ 1)));
                assert!(!is_in_circle(ring.map(at), far), "not Delaunay");
            }
        }
        assert!(sides[1..].iter().all(|&sides| sides == 3), "no two triangles have one number");
        // The outside runs around the hull the other way, and cancels all triangles.
        assert_eq!(doubled_area, 0.0);
        let mut pieces = vec![Vec::new(); self.segments.len()];
        for (half, segment) in labels.of_segments(|_| true) {
            assert!(is_labelled[half as usize / 2]);
            pieces[segment as usize].push(half as usize);
        }
        for (segment, mut pieces) in self.segments.iter().zip(pieces) {
            let [from, to] = self.ends(segment);
            let along = |&half: &usize| (at(half) - from).dot(to - from);
            pieces.sort_by(|a, b| along(a).total_cmp(&along(b)));
            let mut last = segment.from;
            for half in pieces {
                assert_eq!(halves[half].origin, last);
                assert_eq!(turn(from, to, at(half ^ 1)), Turn::Collinear);
                last = halves[half ^ 1].origin;
            }
            assert_eq!(last, segment.to);
        }
    }
}

#[test]
fn every_segment_becomes_a_chain_and_all_else_is_delaunay() {
    for seed in 0..1500 {
        let mut random = SplitMix64::new(seed);
        let size = 2 + random.below(18);
        let count = 1 + random.below(3 * size);
        let mut scene = Scene::random(&mut random, size, count).without_crossings();
        let triangles = scene.triangulated().unwrap();
        scene.assert_is_triangulated_by(&triangles);
    }
}

/// A segment that crosses another one is left out, and changes nothing.
#[test]
fn the_mesh_is_valid_after_every_segment() {
    for seed in 0..200 {
        let mut random = SplitMix64::new(seed);
        let size = 2 + random.below(12);
        let Scene { points, segments } = Scene::random(&mut random, size, 2 * size);
        let mut plsg = Plsg { points, segments, ..Plsg::default() };
        plsg.put_in_spatial_order();
        let mut mesh = delaunay(&plsg.points).unwrap().mesh;
        let mut constrainer = Constrainer::new(&mut mesh);
        for (segment, number) in plsg.segments.iter().zip(0..) {
            constrainer.add(segment, number);
            constrainer.mesh.assert_invariants();
        }
    }
}

#[test]
fn segments_are_refused_exactly_where_two_cross() {
    let mut refused = 0;
    for seed in 0..1500 {
        let mut random = SplitMix64::new(seed);
        let size = 3 + random.below(10);
        let mut scene = Scene::random(&mut random, size, 4);
        let all = &scene.segments;
        let crossing = (0..all.len()).any(|i| all[..i].iter().any(|s| scene.crosses(s, &all[i])));
        assert_eq!(scene.triangulated().is_none(), crossing, "{seed}");
        refused += usize::from(crossing);
    }
    assert!((200..1300).contains(&refused), "{refused}");
}

/// Turning around the whole hub for each ray takes minutes.
#[test]
fn a_hub_of_very_many_walls_is_done_at_once() {
    let count = 200_000;
    let far = |i: u32| DVec2::new(f64::from(i), f64::from(count) + f64::from(i % 7));
    let points = std::iter::once(DVec2::ZERO).chain((0..count).map(far)).collect();
    let rays = |i: u32| Segment { from: 0, to: i, source: 0 };
    let twice = (1..=count).chain(1..=count);
    let mut scene = Scene { points, segments: twice.map(rays).collect() };
    let triangles = scene.triangulated().unwrap();
    scene.assert_is_triangulated_by(&triangles);
}

/// One segment through the gap between two rows of points crosses all that lies between them.
#[test]
fn a_segment_across_very_many_triangles_is_done_at_once() {
    let mut random = SplitMix64::new(3);
    let count = 50_000;
    let mut height = || 1.0 + random.below(1 << 20) as f64;
    let mut points = vec![DVec2::ZERO, DVec2::new(f64::from(count + 1), 0.0)];
    for i in 1..=count {
        points.push(DVec2::new(f64::from(i), height()));
        points.push(DVec2::new(f64::from(i), -height()));
    }
    let mut scene = Scene { points, segments: vec![Segment { from: 0, to: 1, source: 0 }] };
    let triangles = scene.triangulated().unwrap();
    scene.assert_is_triangulated_by(&triangles);
}

/// Turning around the whole hub for each line takes minutes.
#[test]
fn very_many_walls_through_one_hub_are_done_at_once() {
    let count = 60_000;
    let far = |i: u32| DVec2::new(f64::from(i), f64::from(count));
    let ends = (0..count).flat_map(|i| [far(i), -far(i)]);
    let points = std::iter::once(DVec2::ZERO).chain(ends).collect();
    // 7919 is a prime: the lines come in an order that skips about.
    let lines = (0..count).map(|i| u64::from(i) * 7919 % u64::from(count)).map(|i| Segment {
        from: 2 * i as u32 + 1,
        to: 2 * i as u32 + 2,
        source: 0,
    });
    let mut scene = Scene { points, segments: lines.collect() };
    let triangles = scene.triangulated().unwrap();
    scene.assert_is_triangulated_by(&triangles);
}
