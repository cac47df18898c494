//! Where segments meet, other than end to end.
//!
//! Of two segments that cross the triangulation has left out one at least, so only those that it left out are held
//! against all others: where thousands of walls meet at one place and two cross at another, two are asked for. The points
//! that lie on a segment are looked for only where it crosses another: no other one is ever bent.

use std::ops::ControlFlow;

use navmesh_core::DVec2;
use navmesh_core::buckets::NearSegments;
use navmesh_core::geom::{Turn, lexicographic, nearest_on_segment, turn, within_box};

use super::crossing::{cross_properly, crossing_point};
use super::crowded::crowded;
use super::hot_pixels::passing;
use super::up_to::{UpTo, tidy};
use crate::error::BuildError;
use crate::plsg::{Segment, Soup};
use crate::triangulate::constrain::MAX_PIECES;

/// A crossing that floats cannot express is moved to an end of one of its segments where one is
/// this near, in units of 2⁻⁵² of its largest coordinate. Without it two segments that are all but
/// parallel would be cut again and again, each time one unit further on.
const SNAP_UNITS: f64 = 4.0;

/// How many pairs of segments may cross: the points of so many crossings and all that is built of them take some 8 GB.
pub(crate) const MAX_CROSSINGS: usize = 1 << 25;

/// What is done with crossings near ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// They are moved there where the crossing itself is near.
    Left,
    /// They are moved there where the end is near the other segment, wherever the two cross; see [`end_on_other`].
    Lost,
}

/// After so many rounds, segments that still cross are a bundle a few units thick, and each new point
/// makes more crossings than it settles; then crossings go to ends only.
const PATIENT_ROUNDS: usize = 4;

impl Patience {
    pub(crate) fn after(rounds: usize) -> Self {
        if rounds < PATIENT_ROUNDS { Self::Left } else { Self::Lost }
    }
}

/// Two segments that cross, each at an inner point of both.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crossing {
    pub(crate) segments: [u32; 2],
    /// Where they cross, rounded.
    pub(crate) point: DVec2,
    /// False where the rounding moved it.
    pub(crate) is_exact: bool,
}

/// Where segments meet, other than end to end. Of segments between the same two points the first stands for all.
#[derive(Debug, Default)]
pub(crate) struct Meetings {
    /// Every pair that crosses properly where no point is yet, in the order of their numbers.
    pub(crate) crossings: Vec<Crossing>,
    /// Each of these segments with every point that lies exactly inside it: where a crossing bends a segment that others
    /// end on, they would come apart.
    pub(crate) touches: Vec<(u32, u32)>,
    /// Segments that are led through places where others are cut: those in whose pixels they are, and on floors those at
    /// which seams are cut.
    pub(crate) led: Vec<(u32, DVec2)>,
    /// For each segment the one that stands for it; empty until that is known.
    pub(crate) firsts: Vec<u32>,
}

impl Meetings {
    pub(crate) fn is_empty(&self) -> bool {
        self.crossings.is_empty() && self.touches.is_empty() && self.led.is_empty()
    }

    /// Every segment that is cut, and where.
    pub(crate) fn cuts<'a>(&'a self, soup: &'a Soup) -> impl Iterator<Item = (u32, DVec2)> + 'a {
        let crossings = self.crossings.iter();
        let crossings = crossings.flat_map(|c| c.segments.map(|segment| (segment, c.point)));
        let touches = self.touches.iter();
        let touches = touches.map(|&(segment, point)| (segment, soup.points[point as usize]));
        crossings.chain(touches).chain(self.led.iter().copied())
    }
}

/// The ends of a segment, the lower first: where it is cut must not depend on which way it runs.
pub(super) fn ends(soup: &Soup, segment: u32) -> [DVec2; 2] {
    let Segment { from, to, .. } = soup.segments[segment as usize];
    let [from, to] = [from, to].map(|point| soup.points[point as usize]);
    if lexicographic(from, to).is_lt() { [from, to] } else { [to, from] }
}

/// All crossings, where of any two segments that cross one is among the `suspects`; and what touches those that cross.
///
/// # Errors
///
/// `TooManyMeetings` where there are more than `most`; it takes no longer to find out than to find twice as many.
pub(crate) fn find_meetings(
    soup: &Soup,
    suspects: &[u32],
    patience: Patience,
    most: usize,
) -> Result<Meetings, BuildError> {
    let firsts = firsts(&soup.segments);
    let mut is_suspect = vec![false; firsts.len()];
    suspects.iter().for_each(|&suspect| is_suspect[firsts[suspect as usize] as usize] = true);
    let all = (0..firsts.len() as u32).filter(|&segment| firsts[segment as usize] == segment);
    let (suspects, others): (Vec<u32>, Vec<u32>) =
        all.partition(|&segment| is_suspect[segment as usize]);
    let mut pairs = crossing_pairs(soup, [&suspects, &others], most)?;
    let all_points: Vec<u32> = (0..soup.points.len() as u32).collect();
    let mut touches = touches(soup, &crossed(&pairs), &all_points)?;
    pairs.retain(|&pair| !share_a_point(pair, &touches));
    let crossed = crossed(&pairs);
    touches.retain(|touch| crossed.binary_search(&touch.0).is_ok());
    let of_pair = |pair| Crossing::of(soup, pair, patience);
    let crossings: Vec<Crossing> = pairs.into_iter().map(of_pair).collect();
    let led = passing(soup, &crossed, &crowded(soup, &crossings))?;
    Ok(Meetings { crossings, touches, led, firsts })
}

/// For each segment the first one between the same two points.
pub(crate) fn firsts(segments: &[Segment]) -> Vec<u32> {
    let ends = |segment: &Segment| [segment.from.min(segment.to), segment.from.max(segment.to)];
    let mut order: Vec<([u32; 2], u32)> =
        segments.iter().zip(0..).map(|(segment, number)| (ends(segment), number)).collect();
    order.sort_unstable();
    let mut firsts = vec![0; segments.len()];
    for alike in order.chunk_by(|a, b| a.0 == b.0) {
        alike.iter().for_each(|&(_, number)| firsts[number as usize] = alike[0].1);
    }
    firsts
}

/// Every two segments that cross properly, one of them at least a suspect, ascending; there may be so many.
fn crossing_pairs(
    soup: &Soup,
    [suspects, others]: [&[u32]; 2],
    limit: usize,
) -> Result<Vec<[u32; 2]>, BuildError> {
    let near = NearSegments { ends_of: |segment: u32| ends(soup, segment) };
    let mut pairs = UpTo::new(limit);
    let mut visit = |a: u32, b: u32| match cross_properly(ends(soup, a), ends(soup, b)) {
        true => pairs.add([a.min(b), a.max(b)]),
        false => ControlFlow::Continue(()),
    };
    if near.among(suspects, &mut visit).is_continue() {
        let _ = near.between([suspects, others], &mut visit);
    }
    pairs.finished().map_err(|[a, b]| {
        let near = crossing_point(ends(soup, a), ends(soup, b));
        BuildError::too_many_meetings(limit, near)
    })
}

/// The segments of these pairs, ascending.
fn crossed(pairs: &[[u32; 2]]) -> Vec<u32> {
    let mut crossed = pairs.as_flattened().to_vec();
    tidy(&mut crossed);
    crossed
}

/// Each of these segments with every one of these points that lies exactly inside it, ascending.
///
/// # Errors
///
/// `TooManyMeetings`: each makes a piece more, and there may be no more pieces.
pub(crate) fn touches(
    soup: &Soup,
    segments: &[u32],
    points: &[u32],
) -> Result<Vec<(u32, u32)>, BuildError> {
    touches_up_to(MAX_PIECES, soup, [segments, points])
}

/// The same; there may be so many.
fn touches_up_to(
    limit: usize,
    soup: &Soup,
    [segments, points]: [&[u32]; 2],
) -> Result<Vec<(u32, u32)>, BuildError> {
    // Points are numbered after all segments.
    let first_point = soup.segments.len() as u32;
    let ends_of = |item: u32| match item.checked_sub(first_point) {
        Some(point) => [soup.points[point as usize]; 2],
        None => ends(soup, item),
    };
    let near = NearSegments { ends_of };
    let points: Vec<u32> = points.iter().map(|point| first_point + point).collect();
    let at = |point: u32| soup.points[point as usize];
    let mut touches = UpTo::new(limit);
    let _ = near.between([segments, &points], &mut |segment, item| {
        let point = item - first_point;
        match is_inside(ends(soup, segment), at(point)) {
            true => touches.add((segment, point)),
            false => ControlFlow::Continue(()),
        }
    });
    touches.finished().map_err(|(_, point)| BuildError::too_many_meetings(limit, at(point)))
}

/// True for a point that lies exactly on a segment, and is no end of it.
fn is_inside([a, b]: [DVec2; 2], at: DVec2) -> bool {
    at != a && at != b && within_box(a, b, at) && turn(a, b, at) == Turn::Collinear
}

/// True where a point lies on both segments: there they are chains of edges already, and do not cross.
fn share_a_point([a, b]: [u32; 2], touches: &[(u32, u32)]) -> bool {
    let of = |segment: u32| {
        let start = |segment: u32| touches.partition_point(|touch| touch.0 < segment);
        &touches[start(segment)..start(segment + 1)]
    };
    let (few, many) = if of(a).len() < of(b).len() { (of(a), of(b)) } else { (of(b), of(a)) };
    few.iter().any(|touch| many.binary_search_by_key(&touch.1, |other| other.1).is_ok())
}

impl Crossing {
    fn of(soup: &Soup, segments: [u32; 2], patience: Patience) -> Self {
        let [first, second] = segments.map(|segment| ends(soup, segment));
        let point = crossing_point(first, second);
        let on_line = |[a, b]: [DVec2; 2]| turn(a, b, point) == Turn::Collinear;
        if on_line(first) && on_line(second) {
            return Self { segments, point, is_exact: true };
        }
        let end = match patience {
            Patience::Left => None,
            Patience::Lost => end_on_other(first, second),
        };
        let point = end.unwrap_or_else(|| snapped_to_end(point, first, second));
        Self { segments, point, is_exact: false }
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

#[cfg(test)]
mod tests;
