//! Finds the intersections of segments, other than shared ends.
//!
//! The triangulation leaves out at least one of two crossing segments. Only the segments that it
//! left out are tested against all others. This saves work if thousands of walls meet at one place
//! and two cross elsewhere. Points on segments are searched only for segments that cross others,
//! since no other segment is bent.

use navmesh_core::DVec2;
use navmesh_core::backend::buckets::NearSegments;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Turn, turn, within_box};

use super::bounded_set::{BoundedSet, sort_and_dedup};
use super::crossing::{Crossing, SnapStrategy, cross_properly, crossing_point};
use super::hot_pixel_candidates::hot_pixel_candidates;
use super::hot_pixels::passing;
use crate::error::BuildError;
use crate::plsg::{Plsg, Segment};

/// The intersections of segments. The first of several segments between the same points represents
/// all.
#[derive(Debug, Default)]
pub(crate) struct Intersections {
    /// All pairs that cross properly and share no point, in ascending order of their numbers.
    pub(crate) crossings: Vec<Crossing>,
    /// These segments, each with every point exactly in its interior. Without a cut there, a bent
    /// segment would separate from the segments that end on it.
    pub(crate) touches: Vec<(u32, u32)>,
    /// Segments with points through which they are rerouted: hot pixels, and cuts of seams on other
    /// floors.
    pub(crate) passes: Vec<(u32, DVec2)>,
    /// The representative of each segment; empty until computed.
    pub(crate) representatives: Vec<u32>,
}

impl Intersections {
    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of intersections.
    pub(crate) fn len(&self) -> usize {
        self.crossings.len() + self.touches.len() + self.passes.len()
    }

    /// Returns each segment that is cut, with the point of the cut.
    pub(crate) fn cuts<'a>(&'a self, plsg: &'a Plsg) -> impl Iterator<Item = (u32, DVec2)> + 'a {
        let crossings = self.crossings.iter();
        let crossings = crossings.flat_map(|c| c.segments.map(|segment| (segment, c.point)));
        let touches = self.touches.iter();
        let touches = touches.map(|&(segment, point)| (segment, plsg.points[point as usize]));
        crossings.chain(touches).chain(self.passes.iter().copied())
    }
}

/// Finds all intersections. At least one of two crossing segments must be among the `candidates`.
///
/// # Errors
///
/// `TooManyIntersections` if more than `most` pairs cross, or the graph's budget is exceeded. The
/// search ends before twice as many.
pub(crate) fn find_intersections(
    plsg: &Plsg,
    candidates: &[u32],
    strategy: SnapStrategy,
    most: usize,
) -> Result<Intersections, BuildError> {
    let representatives = representatives(&plsg.segments);
    let mut is_candidate = vec![false; representatives.len()];
    for &candidate in candidates {
        is_candidate[representatives[candidate as usize] as usize] = true;
    }
    let all = (0..representatives.len() as u32)
        .filter(|&segment| representatives[segment as usize] == segment);
    let (candidates, others): (Vec<u32>, Vec<u32>) =
        all.partition(|&segment| is_candidate[segment as usize]);
    let mut pairs = crossing_pairs(plsg, &candidates, &others, most.min(plsg.budget.left()))?;
    let all_points: Vec<u32> = (0..plsg.points.len() as u32).collect();
    let mut touches = touches(plsg, &crossed(&pairs), &all_points)?;
    pairs.retain(|&pair| !share_a_point(pair, &touches));
    let crossed = crossed(&pairs);
    touches.retain(|touch| crossed.binary_search(&touch.0).is_ok());
    let of_pair = |pair| Crossing::of(plsg, pair, strategy);
    let crossings: Vec<Crossing> = pairs.into_iter().map(of_pair).collect();
    let passes = passing(plsg, &crossed, &hot_pixel_candidates(plsg, &crossings))?;
    Ok(Intersections { crossings, touches, passes, representatives })
}

/// Returns, for each segment, the first one between the same two points.
pub(crate) fn representatives(segments: &[Segment]) -> Vec<u32> {
    let ends = |segment: &Segment| [segment.from.min(segment.to), segment.from.max(segment.to)];
    let mut order: Vec<([u32; 2], u32)> =
        segments.iter().zip(0..).map(|(segment, number)| (ends(segment), number)).collect();
    order.merge_sort();
    let mut representatives = vec![0; segments.len()];
    for alike in order.chunk_by(|a, b| a.0 == b.0) {
        for &(_, number) in alike {
            representatives[number as usize] = alike[0].1;
        }
    }
    representatives
}

/// Returns every properly crossing pair with at least one candidate, ascending, up to a limit.
fn crossing_pairs(
    plsg: &Plsg,
    candidates: &[u32],
    others: &[u32],
    limit: usize,
) -> Result<Vec<[u32; 2]>, BuildError> {
    // Each segment is tested several times, and its ends are ordered once.
    let ends: Vec<[DVec2; 2]> =
        (0..plsg.segments.len() as u32).map(|segment| plsg.ordered_ends(segment)).collect();
    let near = NearSegments { ends_of: |segment: u32| ends[segment as usize] };
    let mut pairs = BoundedSet::new(limit, plsg.budget.most_tests());
    let mut visit = |a: u32, b: u32| {
        pairs.add_if([a.min(b), a.max(b)], || cross_properly(ends[a as usize], ends[b as usize]))
    };
    if near.among(candidates, &mut visit).is_continue() {
        let _ = near.between(candidates, others, &mut visit);
    }
    pairs
        .finished()
        .map_err(|[a, b]| plsg.budget.exceeded(crossing_point(ends[a as usize], ends[b as usize])))
}

/// Returns the segments of these pairs, ascending.
fn crossed(pairs: &[[u32; 2]]) -> Vec<u32> {
    let mut crossed = pairs.as_flattened().to_vec();
    sort_and_dedup(&mut crossed);
    crossed
}

/// Returns these segments, each with every one of these points exactly in its interior, ascending.
///
/// # Errors
///
/// `TooManyIntersections`.
pub(crate) fn touches(
    plsg: &Plsg,
    segments: &[u32],
    points: &[u32],
) -> Result<Vec<(u32, u32)>, BuildError> {
    // The numbers of points follow those of the segments.
    let first_point = plsg.segments.len() as u32;
    let ends_of = |item: u32| match item.checked_sub(first_point) {
        Some(point) => [plsg.points[point as usize]; 2],
        None => plsg.ordered_ends(item),
    };
    let near = NearSegments { ends_of };
    let points: Vec<u32> = points.iter().map(|point| first_point + point).collect();
    let at = |point: u32| plsg.points[point as usize];
    let mut touches = BoundedSet::new(plsg.budget.left(), plsg.budget.most_tests());
    let _ = near.between(segments, &points, &mut |segment, item| {
        let point = item - first_point;
        touches.add_if((segment, point), || is_inside(plsg.ordered_ends(segment), at(point)))
    });
    touches.finished().map_err(|(_, point)| plsg.budget.exceeded(at(point)))
}

/// True if a point lies exactly in the interior of a segment.
pub(crate) fn is_inside([a, b]: [DVec2; 2], at: DVec2) -> bool {
    at != a && at != b && within_box(a, b, at) && turn(a, b, at) == Turn::Collinear
}

/// True if a point lies on both segments. They are chains of edges through it then, and do not
/// cross.
fn share_a_point([a, b]: [u32; 2], touches: &[(u32, u32)]) -> bool {
    let of = |segment: u32| {
        let start = |segment: u32| touches.partition_point(|touch| touch.0 < segment);
        &touches[start(segment)..start(segment + 1)]
    };
    let (few, many) = if of(a).len() < of(b).len() { (of(a), of(b)) } else { (of(b), of(a)) };
    few.iter().any(|touch| many.binary_search_by_key(&touch.1, |other| other.1).is_ok())
}

#[cfg(test)]
mod tests;
