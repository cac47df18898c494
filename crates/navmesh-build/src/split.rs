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
mod meetings;

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::geom::lexicographic;

use crate::error::BuildError;
use crate::report::BuildReport;
use crate::soup::{Segment, Soup};
use crate::triangles::Triangles;
use crate::triangulate::triangulate;
use meetings::{Crossing, Meetings, Patience, ends, find_meetings};

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
/// makes more crossings than it settles; then crossings go to ends only.
const PATIENT_ROUNDS: usize = 4;

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
        Crossings::Likely => {
            let all: Vec<u32> = (0..soup.segments.len() as u32).collect();
            find_meetings(&soup, &all, Patience::Left)?
        }
    };
    let first = if crossings == Crossings::OfBundles { PATIENT_ROUNDS } else { 0 };
    let mut last = DVec2::ZERO;
    for round in first..MAX_ROUNDS {
        cut(&mut soup, found, report);
        // The triangulation tells which segments cross others, and is needed in any case.
        let crossing = match triangulate(&mut soup) {
            Ok(triangles) => return Ok(Triangulation { soup, triangles }),
            Err(crossing) => crossing,
        };
        let patience = if round < PATIENT_ROUNDS { Patience::Left } else { Patience::Lost };
        found = find_meetings(&soup, &crossing, patience)?;
        let Some(crossing) = found.crossings.first() else { break };
        last = crossing.point;
    }
    Err(BuildError::Unresolved { x: last.x, y: last.y, rounds: MAX_ROUNDS })
}

/// Inserts every crossing point into all segments that run where its two do, and every point that touches one into it.
fn cut(
    soup: &mut Soup,
    Meetings { crossings, touches, firsts }: Meetings,
    report: &mut BuildReport,
) {
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
    for (&segment, index) in soup.segments.iter().zip(0..) {
        let [start, end] = [0, 1].map(|next| {
            let first = firsts[index as usize] + next;
            cuts.partition_point(|cut| cut.0 < first)
        });
        match &cuts[start..end] {
            [] => pieces.push(segment),
            cuts => cut_segment(soup, index, cuts, &mut pieces),
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
