//! Stage 3: segments that cross are cut at their crossing points.
//!
//! Most outlines do not cross, so the triangulation is tried first. Only where it finds crossings
//! are they looked for (by buckets, and buckets within crowded ones), computed to twice the precision of a float, rounded once, and
//! inserted into both segments; then again, since rounding bends segments by a unit in the last
//! place and may make them cross a near neighbour. One that falls within a few such units of an end
//! of its segments becomes that end. A segment that is cut is cut too where points lie exactly on it,
//! so that they lie on it still when it is bent. Points that were given never move. Because rings
//! stay closed chains whatever happens to their crossings, winding numbers stay meaningful and the
//! mesh valid. Where segments are cut follows from where they lie alone, not from their order or which
//! way they run.

pub(crate) mod crossing;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use navmesh_core::DVec2;
use navmesh_core::buckets::near_pairs;
use navmesh_core::geom::{Turn, lexicographic, nearest_on_segment, turn, within_box};

use crate::error::BuildError;
use crate::report::BuildReport;
use crate::soup::{Segment, Soup};
use crate::triangles::Triangles;
use crate::triangulate::triangulate;
use crossing::{boxes_meet, cross_properly, crossing_point};

/// The triangles of a soup without crossings.
#[derive(Debug, Default)]
pub(crate) struct Triangulation {
    pub(crate) soup: Soup,
    pub(crate) triangles: Triangles,
}

impl Triangulation {
    /// The soup with every segment in as many pieces as it has edges, and more points on some of the edges: for
    /// each of them its half-edge and the points along it, in that order.
    pub(crate) fn with_points(self, more: &BTreeMap<u32, Vec<DVec2>>) -> Soup {
        let Self { mut soup, triangles } = self;
        let key = |point: DVec2| [point.x.to_bits(), point.y.to_bits()];
        let mut known: BTreeMap<[u64; 2], u32> =
            soup.points.iter().zip(0..).map(|(&point, number)| (key(point), number)).collect();
        let mut number = |point: DVec2| {
            *known.entry(key(point)).or_insert_with(|| {
                soup.points.push(point);
                soup.points.len() as u32 - 1
            })
        };
        let (mut pieces, mut origins) = (Vec::new(), Vec::new());
        for &(half, segment) in triangles.labels.as_slice() {
            let Segment { from, to, strand } = soup.segments[segment as usize];
            let origin = soup.origins.get(segment as usize).copied().unwrap_or([from, to]);
            let [begin, end] = [half, half ^ 1].map(|half| triangles.origin(half));
            let vias: Vec<DVec2> = match (more.get(&half), more.get(&(half ^ 1))) {
                (Some(ahead), _) => ahead.clone(),
                (None, Some(back)) => back.iter().rev().copied().collect(),
                (None, None) => Vec::new(),
            };
            let mut last = begin;
            for via in vias.into_iter().map(&mut number).chain([end]) {
                pieces.push(Segment { from: last, to: via, strand });
                origins.push(origin);
                last = via;
            }
        }
        (soup.segments, soup.origins) = (pieces, origins);
        soup
    }
}

/// How often segments are split before giving up.
const MAX_ROUNDS: usize = 64;

/// After so many rounds, segments that still cross are a bundle a few units thick, and each new point
/// makes more crossings than it settles; then crossings go to ends only (see [`end_on_other`]).
const PATIENT_ROUNDS: usize = 4;

/// A crossing that floats cannot express is moved to an end of one of its segments where one is
/// this near, in units of 2⁻⁵² of its largest coordinate. Without it two segments that are all but
/// parallel would be cut again and again, each time one unit further on.
const SNAP_UNITS: f64 = 4.0;

/// Whether segments are thought to cross.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crossings {
    /// Most soups of this kind have none: they are looked for only where the triangulation fails.
    Rare,
    /// Most have some: they are looked for first.
    Likely,
    /// They are of a bundle a few units thick, from the first: it was cut before, and points were carried to it.
    OfBundles,
}

/// Triangulates the soup, after cutting its segments where they cross.
pub(crate) fn triangulate_crossing_free(
    mut soup: Soup,
    crossings: Crossings,
    report: &mut BuildReport,
) -> Result<Triangulation, BuildError> {
    let mut found = match crossings {
        Crossings::Rare | Crossings::OfBundles => Meetings::default(),
        Crossings::Likely => find_meetings(&soup, 0),
    };
    let first = if crossings == Crossings::OfBundles { PATIENT_ROUNDS } else { 0 };
    let mut last = DVec2::ZERO;
    for round in first..MAX_ROUNDS {
        cut(&mut soup, found, report);
        // The triangulation tells whether there are any left, and is needed in any case.
        if let Some(triangles) = triangulate(&mut soup) {
            return Ok(Triangulation { soup, triangles });
        }
        found = find_meetings(&soup, round);
        let Some(crossing) = found.crossings.first() else { break };
        last = crossing.point;
    }
    Err(BuildError::Unresolved { x: last.x, y: last.y, rounds: MAX_ROUNDS })
}

/// Two segments that cross, each at an inner point of both.
#[derive(Debug, Clone, Copy)]
struct Crossing {
    segments: [u32; 2],
    /// Where they cross, rounded.
    point: DVec2,
    /// False where the rounding moved it.
    is_exact: bool,
}

/// Where segments meet, other than end to end.
#[derive(Default)]
struct Meetings {
    /// Every pair that crosses properly, in the order of their numbers.
    crossings: Vec<Crossing>,
    /// Every segment with each point that lies exactly inside it: where a crossing bends a segment
    /// that others end on, they would come apart.
    touches: Vec<(u32, u32)>,
}

fn find_meetings(soup: &Soup, round: usize) -> Meetings {
    let all: Vec<u32> = (0..soup.segments.len() as u32).collect();
    let corners_of = |segment: u32, corners: &mut Vec<DVec2>| corners.extend(ends(soup, segment));
    let (mut pairs, mut touches) = (Vec::new(), Vec::new());
    let _ = near_pairs(&all, &corners_of, &mut |first, second| {
        let both = [first, second].map(|segment| ends(soup, segment));
        if boxes_meet(both[0], both[1]) {
            pairs.extend(cross_properly(both[0], both[1]).then_some([first, second]));
            touches.extend(points_inside(soup, first, second));
            touches.extend(points_inside(soup, second, first));
        }
        ControlFlow::<()>::Continue(())
    });
    pairs.sort_unstable();
    pairs.dedup();
    let mut crossings: Vec<Crossing> =
        pairs.into_iter().map(|segments| Crossing::of(soup, segments)).collect();
    for crossing in crossings.iter_mut().filter(|c| round >= PATIENT_ROUNDS && !c.is_exact) {
        let [first, second] = crossing.segments.map(|segment| ends(soup, segment));
        crossing.point = end_on_other(first, second).unwrap_or(crossing.point);
    }
    Meetings { crossings, touches }
}

/// The ends of a segment, the lower first: where it is cut must not depend on which way it runs.
fn ends(soup: &Soup, segment: u32) -> [DVec2; 2] {
    let Segment { from, to, .. } = soup.segments[segment as usize];
    let [from, to] = [from, to].map(|point| soup.points[point as usize]);
    if lexicographic(from, to).is_lt() { [from, to] } else { [to, from] }
}

/// The ends of another segment that lie inside a segment, each with the segment's number.
fn points_inside(soup: &Soup, segment: u32, other: u32) -> impl Iterator<Item = (u32, u32)> {
    let [a, b] = ends(soup, segment);
    let Segment { from, to, .. } = soup.segments[other as usize];
    let inside = move |&point: &u32| {
        let at = soup.points[point as usize];
        at != a && at != b && within_box(a, b, at) && turn(a, b, at) == Turn::Collinear
    };
    [from, to].into_iter().filter(inside).map(move |point| (segment, point))
}

impl Crossing {
    fn of(soup: &Soup, segments: [u32; 2]) -> Self {
        let [first, second] = segments.map(|segment| ends(soup, segment));
        let point = crossing_point(first, second);
        let on_line = |[a, b]: [DVec2; 2]| turn(a, b, point) == Turn::Collinear;
        let is_exact = on_line(first) && on_line(second);
        let point = if is_exact { point } else { snapped_to_end(point, first, second) };
        Self { segments, point, is_exact }
    }
}

/// The nearest end of either segment (the lower of two as near), if it is within the snap; else the point
/// itself.
fn snapped_to_end(point: DVec2, first: [DVec2; 2], second: [DVec2; 2]) -> DVec2 {
    let snap = point.abs().max_element() * (SNAP_UNITS * f64::EPSILON);
    let distance = |end: &DVec2| end.distance(point);
    let ends = [first, second].into_iter().flatten();
    let nearest =
        ends.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(lexicographic(*a, *b)));
    nearest.filter(|end| distance(end) <= snap).unwrap_or(point)
}

/// The end of either segment that lies nearest to the other one, if it is within the snap: cutting the
/// other one there adds no point, so that a bundle of segments comes to share its points.
fn end_on_other(first: [DVec2; 2], second: [DVec2; 2]) -> Option<DVec2> {
    let off = |end: DVec2, [a, b]: [DVec2; 2]| (nearest_on_segment(a, b, end).distance(end), end);
    let ends =
        first.map(|end| off(end, second)).into_iter().chain(second.map(|end| off(end, first)));
    let (distance, end) = ends.min_by(|a, b| a.0.total_cmp(&b.0).then(lexicographic(a.1, b.1)))?;
    (distance <= end.abs().max_element() * (SNAP_UNITS * f64::EPSILON)).then_some(end)
}

/// Inserts every crossing point into its two segments, and every point that touches one into it.
fn cut(soup: &mut Soup, Meetings { crossings, touches }: Meetings, report: &mut BuildReport) {
    if crossings.is_empty() {
        return;
    }
    let numbers = number_crossing_points(soup, &crossings, report);
    let mut cuts = touches;
    for (crossing, &point) in crossings.iter().zip(&numbers) {
        cuts.extend(crossing.segments.map(|segment| (segment, point)));
    }
    cuts.sort_unstable();
    cuts.dedup();
    if soup.origins.is_empty() {
        soup.origins = soup.segments.iter().map(|segment| [segment.from, segment.to]).collect();
    }
    let mut pieces = Vec::with_capacity(soup.segments.len() + cuts.len());
    let mut origins = Vec::with_capacity(pieces.capacity());
    let mut cuts = cuts.chunk_by(|a, b| a.0 == b.0).peekable();
    for (&segment, index) in soup.segments.iter().zip(0..) {
        match cuts.next_if(|cut| cut[0].0 == index) {
            Some(cut) => cut_segment(soup, index, cut, &mut pieces),
            None => pieces.push(segment),
        }
        origins.resize(pieces.len(), soup.origins[index as usize]);
    }
    (soup.segments, soup.origins) = (pieces, origins);
}

/// Appends the pieces of one segment, in walking order.
fn cut_segment(soup: &Soup, segment: u32, cuts: &[(u32, u32)], pieces: &mut Vec<Segment>) {
    let Segment { from, to, strand } = soup.segments[segment as usize];
    let [low, high] = ends(soup, segment);
    let at = |point: u32| soup.points[point as usize];
    let along = |point: u32| (at(point) - low).dot(high - low);
    let mut vias: Vec<u32> = cuts.iter().map(|&(_, point)| point).collect();
    vias.retain(|&point| point != from && point != to);
    vias.sort_by(|&a, &b| along(a).total_cmp(&along(b)).then(lexicographic(at(a), at(b))));
    if at(from) != low {
        vias.reverse();
    }
    let mut last = from;
    for via in vias.into_iter().chain([to]) {
        pieces.push(Segment { from: last, to: via, strand });
        last = via;
    }
}

/// The number of each crossing's point; a point that exists already keeps its number.
fn number_crossing_points(
    soup: &mut Soup,
    crossings: &[Crossing],
    report: &mut BuildReport,
) -> Vec<u32> {
    let key = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
    let mut known: Vec<([u64; 2], u32)> =
        soup.points.iter().zip(0..).map(|(&point, number)| (key(point), number)).collect();
    known.sort_unstable();
    let mut order: Vec<usize> = (0..crossings.len()).collect();
    order.sort_unstable_by_key(|&i| (key(crossings[i].point), i));
    let mut numbers = vec![0; crossings.len()];
    for same in order.chunk_by(|&i, &j| key(crossings[i].point) == key(crossings[j].point)) {
        let point = crossings[same[0]].point;
        let number = match known.binary_search_by_key(&key(point), |&(key, _)| key) {
            Ok(found) => {
                let snapped = same.iter().any(|&i| !crossings[i].is_exact);
                report.rounded_crossings.extend(snapped.then_some(point));
                known[found].1
            }
            Err(_) => {
                soup.points.push(point);
                if same.iter().all(|&i| crossings[i].is_exact) {
                    report.exact_crossings += 1;
                } else {
                    report.rounded_crossings.push(point);
                }
                soup.points.len() as u32 - 1
            }
        };
        same.iter().for_each(|&i| numbers[i] = number);
    }
    numbers
}

#[cfg(test)]
mod tests;
