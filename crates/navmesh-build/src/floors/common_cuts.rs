//! Cuts floors at common points along their connections.
//!
//! A connection is inserted on both of its floors, and each of its pieces must be one edge of
//! either. So all floors are split together, round by round (see [`split`](crate::split)). A cut of
//! a piece on one floor is made on the other floor too, and in every segment along the piece. One
//! sort orders the cuts of a round on all floors. After each round, the pieces of a connection are
//! therefore equal on both floors, bit for bit, whatever rounding does.
//!
//! A seam is cut at every point on it before any segment bends. Collinear segments then have the
//! same ends, and bend alike.

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;

use super::seams::{Seam, point};
use crate::error::BuildError;
use crate::half_edges::triangles::Triangles;
use crate::plsg::{Plsg, PointKey, Segment, Source, point_key};
use crate::report::BuildReport;
use crate::split::crossing::SnapStrategy;
use crate::split::intersections::{Intersections, find_intersections, representatives, touches};
use crate::split::{Crossings, MAX_ROUNDS, Triangulation, cut};
use crate::triangulate::triangulate;

/// The segments of one floor.
pub(super) struct FloorSegments {
    /// The number of the floor.
    pub(super) layer: u32,
    pub(super) plsg: Plsg,
    /// The expected crossings, until the first search.
    pub(super) crossings: Crossings,
    /// The triangles of the current segments, once these are known not to cross.
    pub(super) triangles: Option<Triangles>,
}

/// Triangulates all floors after cutting their segments at intersections, and seams alike on both
/// floors.
///
/// Complexity: that of separate floors, plus O(n log n) in the number of segments for each round.
pub(super) fn cut_in_common(
    seams: &[Seam],
    mut floors: Vec<FloorSegments>,
    reports: &mut [BuildReport],
) -> Result<Vec<Triangulation>, BuildError> {
    let mut bends = 0;
    let mut last = DVec2::ZERO;
    for _ in 0..MAX_ROUNDS {
        let look =
            |floor: &mut FloorSegments| floor.find_intersections(SnapStrategy::of_round(bends));
        let mut found = floors.iter_mut().map(look).collect::<Result<Vec<Intersections>, _>>()?;
        let crossing = found.iter().find_map(|found| found.crossings.first());
        last = crossing.map_or(last, |crossing| crossing.point);
        let is_bent = crossing.is_some();
        let is_none_touched = seams_first(&floors, &mut found)?;
        bends += usize::from(is_none_touched && is_bent);
        if !propagate_cuts(seams, &floors, &mut found) && !is_bent {
            return floors.into_iter().map(FloorSegments::finished).collect();
        }
        for ((floor, found), report) in floors.iter_mut().zip(found).zip(&mut *reports) {
            floor.cut(found, report)?;
        }
    }
    Err(unresolved(last))
}

fn unresolved(at: DVec2) -> BuildError {
    BuildError::Unresolved { x: at.x, y: at.y, rounds: MAX_ROUNDS }
}

impl FloorSegments {
    /// Finds the intersections of the floor's segments.
    fn find_intersections(&mut self, strategy: SnapStrategy) -> Result<Intersections, BuildError> {
        if let Some(most) = std::mem::replace(&mut self.crossings, Crossings::Rare).most() {
            let found = self.intersections(&self.all_segments(), strategy, most)?;
            if !found.crossings.is_empty() {
                return Ok(found);
            }
        }
        if self.triangles.is_none() {
            match triangulate(&mut self.plsg) {
                Ok(triangles) => self.triangles = Some(triangles),
                Err(refused) => {
                    let candidates = refused.crossing().map_err(self.on_layer())?;
                    return self.intersections(&candidates, strategy, usize::MAX);
                }
            }
        }
        Ok(Intersections::default())
    }

    fn intersections(
        &self,
        candidates: &[u32],
        strategy: SnapStrategy,
        most: usize,
    ) -> Result<Intersections, BuildError> {
        find_intersections(&self.plsg, candidates, strategy, most).map_err(self.on_layer())
    }

    /// Wraps an error as one of this floor.
    fn on_layer(&self) -> impl Fn(BuildError) -> BuildError + use<> {
        let layer = self.layer;
        move |error| error.on_layer(layer)
    }

    fn all_segments(&self) -> Vec<u32> {
        (0..self.plsg.segments.len() as u32).collect()
    }

    fn cut(&mut self, found: Intersections, report: &mut BuildReport) -> Result<(), BuildError> {
        if !found.is_empty() {
            self.triangles = None;
            cut(&mut self.plsg, found, report).map_err(self.on_layer())?;
        }
        Ok(())
    }

    fn finished(self) -> Result<Triangulation, BuildError> {
        let Self { plsg, triangles, .. } = self;
        let triangles = triangles.ok_or(unresolved(DVec2::ZERO))?;
        Ok(Triangulation { plsg, triangles })
    }

    /// Returns the pieces of seams: the number of the segment and that of the seam.
    fn pieces(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.plsg.segments.len() as u32).filter_map(|segment| match self.plsg.source(segment) {
            Source::Seam { seam, .. } => Some((segment, seam)),
            _ => None,
        })
    }

    /// Returns the points inside pieces of seams, and the ends of such pieces inside other
    /// segments.
    fn touched_seams(&self) -> Result<Vec<(u32, u32)>, BuildError> {
        let pieces: Vec<u32> = self.pieces().map(|(piece, _)| piece).collect();
        if pieces.is_empty() {
            return Ok(Vec::new());
        }
        let ends = pieces.iter().flat_map(|&piece| {
            let Segment { from, to, .. } = self.plsg.segments[piece as usize];
            [from, to]
        });
        let ends: BTreeSet<u32> = ends.collect();
        let all_points: Vec<u32> = (0..self.plsg.points.len() as u32).collect();
        let touches = |segments: &[u32], points: &[u32]| {
            touches(&self.plsg, segments, points).map_err(self.on_layer())
        };
        let mut touched = touches(&pieces, &all_points)?;
        let ends: Vec<u32> = ends.into_iter().collect();
        touched.extend(touches(&self.all_segments(), &ends)?);
        Ok(touched)
    }

    fn edge(&self, segment: u32) -> Edge {
        let Segment { from, to, .. } = self.plsg.segments[segment as usize];
        let mut ends = [from, to].map(|end| point_key(self.plsg.points[end as usize]));
        ends.merge_sort();
        ends
    }
}

/// Postpones all crossings to the next round if any point lies on a seam, and cuts there first.
/// Returns true if there is no such point.
fn seams_first(floors: &[FloorSegments], found: &mut [Intersections]) -> Result<bool, BuildError> {
    let touched: Result<Vec<_>, _> = floors.iter().map(FloorSegments::touched_seams).collect();
    let touched: Vec<Vec<(u32, u32)>> = touched?;
    let is_none_touched = touched.iter().all(Vec::is_empty);
    if !is_none_touched {
        for (found, touches) in found.iter_mut().zip(touched) {
            *found = Intersections { touches, ..Intersections::default() };
        }
    }
    Ok(is_none_touched)
}

/// The two ends of a segment in ascending order.
type Edge = [PointKey; 2];

/// An edge of a floor.
type Place = (usize, Edge);

/// Adds every cut of a piece of a seam to all segments along the piece, on both of its floors.
/// Returns true if another floor gained a cut.
fn propagate_cuts(seams: &[Seam], floors: &[FloorSegments], found: &mut [Intersections]) -> bool {
    let mut across: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
    for (segments, floor) in floors.iter().zip(0..) {
        for (piece, seam) in segments.pieces() {
            let floors = seams[seam as usize].floors.into_iter();
            let others = floors.filter(|&other| other != floor);
            across.entry((floor, segments.edge(piece))).or_default().extend(others);
        }
    }
    let mut fresh: Vec<(Place, PointKey)> = Vec::new();
    for ((segments, found), floor) in floors.iter().zip(&*found).zip(0..) {
        let place = |segment| (floor, segments.edge(segment));
        let cuts = found.cuts(&segments.plsg).map(|(segment, at)| (place(segment), point_key(at)));
        fresh.extend(cuts.filter(|(place, _)| across.contains_key(place)));
    }
    let own: BTreeSet<(Place, PointKey)> = fresh.iter().copied().collect();
    let mut cuts: BTreeMap<Place, BTreeSet<PointKey>> = BTreeMap::new();
    let mut is_news = false;
    while let Some((place, at)) = fresh.pop() {
        if cuts.entry(place).or_default().insert(at) {
            is_news |= !own.contains(&(place, at));
            let others = across.get(&place).into_iter().flatten();
            fresh.extend(others.map(|&other| ((other, place.1), at)));
        }
    }
    let cut_floors: BTreeSet<usize> = cuts.keys().map(|place| place.0).collect();
    let floors = floors.iter().zip(found).zip(0..).filter(|(_, floor)| cut_floors.contains(floor));
    for ((segments, found), floor) in floors {
        let representatives = representatives(&segments.plsg.segments);
        for (segment, _) in (0..).zip(&representatives).filter(|(segment, first)| segment == *first)
        {
            let cuts = cuts.get(&(floor, segments.edge(segment))).into_iter().flatten();
            found.passes.extend(cuts.map(|&at| (segment, point(at))));
        }
        found.representatives = representatives;
    }
    is_news
}
