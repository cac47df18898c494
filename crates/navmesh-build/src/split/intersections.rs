//! Where segments meet, other than end to end.
//!
//! Of two segments that cross the triangulation has left out one at least, so only those that it left out are held
//! against all others: where thousands of walls meet at one place and two cross at another, two are asked for. The points
//! that lie on a segment are looked for only where it crosses another: no other one is ever bent.

use std::ops::ControlFlow;

use navmesh_core::DVec2;
use navmesh_core::buckets::NearSegments;
use navmesh_core::geom::{Turn, turn, within_box};

use super::bounded_set::{BoundedSet, sort_and_dedup};
use super::crossing::{Crossing, SnapStrategy, cross_properly, crossing_point};
use super::hot_pixel_candidates::hot_pixel_candidates;
use super::hot_pixels::passing;
use crate::error::BuildError;
use crate::plsg::{Segment, Soup};
use crate::triangulate::constrain::MAX_PIECES;

/// How many pairs of segments may cross: the points of so many crossings and all that is built of them take some 8 GB.
pub(crate) const MAX_CROSSINGS: usize = 1 << 25;

/// Where segments meet, other than end to end. Of segments between the same two points the first stands for all.
#[derive(Debug, Default)]
pub(crate) struct Intersections {
    /// Every pair that crosses properly where no point is yet, in the order of their numbers.
    pub(crate) crossings: Vec<Crossing>,
    /// Each of these segments with every point that lies exactly inside it: where a crossing bends a segment that others
    /// end on, they would come apart.
    pub(crate) touches: Vec<(u32, u32)>,
    /// Segments that are passes through places where others are cut: those in whose pixels they are, and on floors those at
    /// which seams are cut.
    pub(crate) passes: Vec<(u32, DVec2)>,
    /// For each segment the one that stands for it; empty until that is known.
    pub(crate) representatives: Vec<u32>,
}

impl Intersections {
    pub(crate) fn is_empty(&self) -> bool {
        self.crossings.is_empty() && self.touches.is_empty() && self.passes.is_empty()
    }

    /// Every segment that is cut, and where.
    pub(crate) fn cuts<'a>(&'a self, soup: &'a Soup) -> impl Iterator<Item = (u32, DVec2)> + 'a {
        let crossings = self.crossings.iter();
        let crossings = crossings.flat_map(|c| c.segments.map(|segment| (segment, c.point)));
        let touches = self.touches.iter();
        let touches = touches.map(|&(segment, point)| (segment, soup.points[point as usize]));
        crossings.chain(touches).chain(self.passes.iter().copied())
    }
}

/// All crossings, where of any two segments that cross one is among the `candidates`; and what touches those that cross.
///
/// # Errors
///
/// `TooManyIntersections` where there are more than `most`; it takes no longer to find out than to find twice as many.
pub(crate) fn find_intersections(
    soup: &Soup,
    candidates: &[u32],
    strategy: SnapStrategy,
    most: usize,
) -> Result<Intersections, BuildError> {
    let representatives = representatives(&soup.segments);
    let mut is_candidate = vec![false; representatives.len()];
    for &candidate in candidates {
        is_candidate[representatives[candidate as usize] as usize] = true;
    }
    let all = (0..representatives.len() as u32)
        .filter(|&segment| representatives[segment as usize] == segment);
    let (candidates, others): (Vec<u32>, Vec<u32>) =
        all.partition(|&segment| is_candidate[segment as usize]);
    let mut pairs = crossing_pairs(soup, &candidates, &others, most)?;
    let all_points: Vec<u32> = (0..soup.points.len() as u32).collect();
    let mut touches = touches(soup, &crossed(&pairs), &all_points)?;
    pairs.retain(|&pair| !share_a_point(pair, &touches));
    let crossed = crossed(&pairs);
    touches.retain(|touch| crossed.binary_search(&touch.0).is_ok());
    let of_pair = |pair| Crossing::of(soup, pair, strategy);
    let crossings: Vec<Crossing> = pairs.into_iter().map(of_pair).collect();
    let passes = passing(soup, &crossed, &hot_pixel_candidates(soup, &crossings))?;
    Ok(Intersections { crossings, touches, passes, representatives })
}

/// For each segment the first one between the same two points.
pub(crate) fn representatives(segments: &[Segment]) -> Vec<u32> {
    let ends = |segment: &Segment| [segment.from.min(segment.to), segment.from.max(segment.to)];
    let mut order: Vec<([u32; 2], u32)> =
        segments.iter().zip(0..).map(|(segment, number)| (ends(segment), number)).collect();
    order.sort_unstable();
    let mut representatives = vec![0; segments.len()];
    for alike in order.chunk_by(|a, b| a.0 == b.0) {
        for &(_, number) in alike {
            representatives[number as usize] = alike[0].1;
        }
    }
    representatives
}

/// Every two segments that cross properly, one of them at least a candidate, ascending; there may be so many.
fn crossing_pairs(
    soup: &Soup,
    candidates: &[u32],
    others: &[u32],
    limit: usize,
) -> Result<Vec<[u32; 2]>, BuildError> {
    let near = NearSegments { ends_of: |segment: u32| soup.ordered_ends(segment) };
    let mut pairs = BoundedSet::new(limit);
    let mut visit = |a: u32, b: u32| {
        if cross_properly(soup.ordered_ends(a), soup.ordered_ends(b)) {
            pairs.add([a.min(b), a.max(b)])
        } else {
            ControlFlow::Continue(())
        }
    };
    if near.among(candidates, &mut visit).is_continue() {
        let _ = near.between([candidates, others], &mut visit);
    }
    pairs.finished().map_err(|[a, b]| {
        let near = crossing_point(soup.ordered_ends(a), soup.ordered_ends(b));
        BuildError::too_many_intersections(limit, near)
    })
}

/// The segments of these pairs, ascending.
fn crossed(pairs: &[[u32; 2]]) -> Vec<u32> {
    let mut crossed = pairs.as_flattened().to_vec();
    sort_and_dedup(&mut crossed);
    crossed
}

/// Each of these segments with every one of these points that lies exactly inside it, ascending.
///
/// # Errors
///
/// `TooManyIntersections`: each makes a piece more, and there may be no more pieces.
pub(crate) fn touches(
    soup: &Soup,
    segments: &[u32],
    points: &[u32],
) -> Result<Vec<(u32, u32)>, BuildError> {
    touches_up_to(MAX_PIECES, soup, segments, points)
}

/// The same; there may be so many.
fn touches_up_to(
    limit: usize,
    soup: &Soup,
    segments: &[u32],
    points: &[u32],
) -> Result<Vec<(u32, u32)>, BuildError> {
    // Points are numbered after all segments.
    let first_point = soup.segments.len() as u32;
    let ends_of = |item: u32| match item.checked_sub(first_point) {
        Some(point) => [soup.points[point as usize]; 2],
        None => soup.ordered_ends(item),
    };
    let near = NearSegments { ends_of };
    let points: Vec<u32> = points.iter().map(|point| first_point + point).collect();
    let at = |point: u32| soup.points[point as usize];
    let mut touches = BoundedSet::new(limit);
    let _ = near.between([segments, &points], &mut |segment, item| {
        let point = item - first_point;
        if is_inside(soup.ordered_ends(segment), at(point)) {
            touches.add((segment, point))
        } else {
            ControlFlow::Continue(())
        }
    });
    touches.finished().map_err(|(_, point)| BuildError::too_many_intersections(limit, at(point)))
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

#[cfg(test)]
mod tests;
