//! Stage 4: cuts segments at their intersections.
//!
//! Most outlines do not cross, so the triangulation is tried first. If segments cross, their
//! intersections are computed, rounded once, and inserted into both segments. This repeats, because
//! a rounded intersection bends its segments and may make them cross a neighbour. An intersection
//! within a few units in the last place of an end becomes that end. A segment that is cut is also
//! cut at every point exactly on it, so that the point stays on it. Given points never move.
//!
//! Rings stay closed chains, so winding numbers and the mesh stay valid. The cuts depend on the
//! position of the segments only, not on their order or direction.

pub(crate) mod crossing;
pub(crate) mod bounded_set;
pub(crate) mod intersections;
pub(crate) mod hot_pixel_candidates;
pub(crate) mod hot_pixels;

use std::cmp::Ordering;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{distinct_points, is_farther_along, lexicographic};

use crate::error::BuildError;
use crate::half_edges::triangles::Triangles;
use crate::plsg::{Drawing, Plsg, Segment, point_key};
use crate::report::BuildReport;
use crate::triangulate::triangulate;
use crossing::{Crossing, SnapStrategy};
use intersections::{Intersections, find_intersections};

/// The triangles of a graph without crossings.
#[derive(Debug, Default)]
pub(crate) struct Triangulation {
    pub(crate) plsg: Plsg,
    pub(crate) triangles: Triangles,
}

/// The largest number of rounds of cuts.
pub(crate) const MAX_ROUNDS: usize = 64;

/// An expectation about the crossings of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crossings {
    /// Such drawings rarely cross: search for crossings only if the triangulation finds one.
    Rare,
    /// Such drawings usually cross: search first.
    Likely,
    /// Search first. The first search has this limit of crossings too.
    AtMost(usize),
}

impl Crossings {
    /// Returns the limit of crossings before the triangulation; `None` for no search before it.
    pub(crate) fn most(self) -> Option<usize> {
        match self {
            Self::Rare => None,
            Self::Likely => Some(usize::MAX),
            Self::AtMost(most) => Some(most),
        }
    }
}

/// Triangulates the graph after cutting its segments at their intersections.
pub(crate) fn triangulate_crossing_free(
    mut plsg: Plsg,
    crossings: Crossings,
    report: &mut BuildReport,
) -> Result<Triangulation, BuildError> {
    let mut found = match crossings.most() {
        None => Intersections::default(),
        Some(most) => {
            let all: Vec<u32> = (0..plsg.segments.len() as u32).collect();
            find_intersections(&plsg, &all, SnapStrategy::EndNearCrossing, most)?
        }
    };
    let mut last = DVec2::ZERO;
    for round in 0..MAX_ROUNDS {
        cut(&mut plsg, found, report)?;
        // The triangulation reports which segments cross others.
        let crossing = match triangulate(&mut plsg) {
            Ok(triangles) => return Ok(Triangulation { plsg, triangles }),
            Err(refused) => refused.crossing()?,
        };
        found = find_intersections(&plsg, &crossing, SnapStrategy::of_round(round), usize::MAX)?;
        let Some(crossing) = found.crossings.first() else { break };
        last = crossing.point;
    }
    Err(BuildError::Unresolved { x: last.x, y: last.y, rounds: MAX_ROUNDS })
}

/// True if the segments of a drawing cross more often than `more_than`.
pub(crate) fn crosses_itself(drawing: Drawing, more_than: usize) -> bool {
    let plsg = Plsg::of(drawing);
    let all: Vec<u32> = (0..plsg.segments.len() as u32).collect();
    find_intersections(&plsg, &all, SnapStrategy::EndNearCrossing, more_than).is_err()
}

/// Inserts every point into the segments that are cut there, and into all copies of these segments.
///
/// # Errors
///
/// `TooManyIntersections`.
pub(crate) fn cut(
    plsg: &mut Plsg,
    found: Intersections,
    report: &mut BuildReport,
) -> Result<(), BuildError> {
    let Some(near) = found.cuts(plsg).next().map(|cut| cut.1) else { return Ok(()) };
    let most_pieces = plsg.segments.len() + 2 * plsg.budget.left();
    plsg.budget.spend(found.len(), near)?;
    let Intersections { crossings, touches: mut cuts, passes, mut representatives } = found;
    if representatives.is_empty() {
        representatives = intersections::representatives(&plsg.segments);
    }
    let first_new = plsg.points.len() as u32;
    let places = crossings.iter().map(|crossing| crossing.point);
    let places: Vec<DVec2> = places.chain(passes.iter().map(|passes| passes.1)).collect();
    let numbers = number_points(plsg, &places);
    let (of_crossings, of_led) = numbers.split_at(crossings.len());
    for (crossing, &point) in crossings.iter().zip(of_crossings) {
        cuts.extend(crossing.segments.map(|segment| (segment, point)));
    }
    cuts.extend(passes.iter().zip(of_led).map(|(&(segment, _), &point)| (segment, point)));
    add_to_report(report, &crossings, of_crossings, first_new);
    cuts.merge_sort();
    cuts.dedup();
    if plsg.origins.is_empty() {
        let ends =
            |segment: &Segment| [segment.from, segment.to].map(|end| plsg.points[end as usize]);
        plsg.origins = plsg.segments.iter().map(ends).collect();
    }
    (plsg.segments, plsg.origins) = pieces(plsg, &cuts, &representatives, most_pieces)?;
    Ok(())
}

/// Returns the pieces of all segments, and the original ends of each. `most` bounds their number:
/// every copy of a segment is cut wherever one is.
fn pieces(
    plsg: &Plsg,
    cuts: &[(u32, u32)],
    representatives: &[u32],
    most: usize,
) -> Result<(Vec<Segment>, Vec<[DVec2; 2]>), BuildError> {
    let mut pieces = Vec::with_capacity(plsg.segments.len() + cuts.len());
    let mut origins = Vec::with_capacity(pieces.capacity());
    for (&segment, index) in plsg.segments.iter().zip(0..) {
        let [start, end] = [0, 1].map(|next| {
            let first = representatives[index as usize] + next;
            cuts.partition_point(|cut| cut.0 < first)
        });
        match &cuts[start..end] {
            [] => pieces.push(segment),
            cuts => cut_segment(plsg, index, cuts, &mut pieces),
        }
        if pieces.len() > most {
            return Err(plsg.budget.exceeded(plsg.ordered_ends(index)[0]));
        }
        origins.resize(pieces.len(), plsg.origins[index as usize]);
    }
    Ok((pieces, origins))
}

/// Appends the pieces of one segment in its direction.
fn cut_segment(plsg: &Plsg, segment: u32, cuts: &[(u32, u32)], pieces: &mut Vec<Segment>) {
    let Segment { from, to, source } = plsg.segments[segment as usize];
    let [low, high] = plsg.ordered_ends(segment);
    let at = |point: u32| plsg.points[point as usize];
    let mut vias: Vec<u32> = cuts.iter().map(|&(_, point)| point).collect();
    vias.retain(|&point| point != from && point != to);
    vias.merge_sort_by(|&a, &b| order_along([low, high], at(a), at(b)));
    if at(from) != low {
        vias.reverse();
    }
    let mut last = from;
    for via in vias.into_iter().chain([to]) {
        pieces.push(Segment { from: last, to: via, source });
        last = via;
    }
}

/// Orders the cuts of a segment from its lexicographically lower end to the higher one.
pub(crate) fn order_along(ends: [DVec2; 2], a: DVec2, b: DVec2) -> Ordering {
    match (is_farther_along(ends, a, b), is_farther_along(ends, b, a)) {
        (true, _) => Ordering::Less,
        (_, true) => Ordering::Greater,
        _ => lexicographic(a, b),
    }
}

/// Returns the number of each point. An existing point keeps its number.
fn number_points(plsg: &mut Plsg, points: &[DVec2]) -> Vec<u32> {
    let known = plsg.points.len();
    plsg.points.extend(points);
    let (distinct, mut numbers) = distinct_points(std::mem::take(&mut plsg.points));
    plsg.points = distinct;
    numbers.split_off(known)
}

/// Adds the intersections to the report: exact ones by count if their points are new, from
/// `first_new` on, and rounded ones by position.
fn add_to_report(
    report: &mut BuildReport,
    crossings: &[Crossing],
    numbers: &[u32],
    first_new: u32,
) {
    let mut order: Vec<(u32, &Crossing)> = numbers.iter().copied().zip(crossings).collect();
    order.merge_sort_by_key(|(_, crossing)| point_key(crossing.point));
    for same in order.chunk_by(|a, b| a.0 == b.0) {
        let (number, Crossing { point, .. }) = same[0];
        let is_exact = same.iter().all(|(_, crossing)| crossing.is_exact);
        report.rounded_crossings.extend((!is_exact).then_some(*point));
        report.exact_crossings += usize::from(is_exact && number >= first_new);
    }
}

#[cfg(test)]
mod tests;
