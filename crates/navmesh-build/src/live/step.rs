//! The local step: from changed outlines of a floor to a patch of the mesh.
//!
//! *Bodies* are closed convex sets outside of which an edit changes nothing: the hulls of the outlines that
//! are added or removed, and the pieces of other segments that are cut in another way. The step replaces
//! the cells that a body touches, and those of their neighbours that merge with new cells.
//!
//! 1. `cuts`: the pieces of segments that cross others.
//! 2. `cavity`: the cells to replace, and the edges that remain around them.
//! 3. The pieces of all outlines near the bodies are triangulated, together with these edges.
//! 4. `faces`: winding numbers decide which triangles at the bodies are walkable. Beyond the bodies, the
//!    old cells decide.
//! 5. `emit`: triangles merge into cells, as in a whole build, and with the neighbours.
//!
//! Cells of other floors take no part, and an edge to one is a border that stays. A step that touches a floor connection
//! fails, because cuts of it are made on both floors.

pub(super) mod state;

use navmesh_core::backend::MeshPatch;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::{Bounds, Turn, distinct_points, lexicographic, sanitized, turn};
use navmesh_core::{CellId, DVec2, NavMesh};

use super::RebuildReason;
use super::body::Body;
use super::body::nearby::Nearby;
use super::cavity::{BorderSide, Cavity};
use super::changes::Changes;
use super::cuts::Cuts;
use super::doors::DoorNumbers;
use super::emit::emit;
use super::faces::classify;
use super::index::{SegmentIndex, ShapeKey};
use super::kinds::Kinds;
use crate::builder::{LiveKey, NavMeshBuilder};
use crate::plsg::{Plsg, Segment, Source};
use crate::split::Triangulation;
use crate::triangulate::constrain::Refused;
use crate::triangulate::triangulate;
use state::{LocalTriangles, Piece, Step};

/// The most times that a cavity grows.
const MOST_ROUNDS: usize = 4;

/// The largest number of segments that edits of a local step add and remove.
const MOST_CHANGED: usize = 1 << 9;

/// The largest number of outline segments in a local step.
const MOST_SEGMENTS: usize = 1 << 13;

/// The outlines behind the segments, and their numbers in the mesh after the step.
#[derive(Clone, Copy)]
pub(super) struct Meanings<'a> {
    pub(super) builder: &'a NavMeshBuilder,
    /// The distance by which the outlines are welded.
    pub(super) weld: f64,
    pub(super) doors: &'a DoorNumbers,
    pub(super) kinds: &'a Kinds,
}

/// Reasons for which a cavity does not do.
enum Obstruction {
    /// It must grow by the cells at these segments.
    Grow(Vec<[DVec2; 2]>),
    Fatal(RebuildReason),
}

impl From<RebuildReason> for Obstruction {
    fn from(reason: RebuildReason) -> Self {
        Self::Fatal(reason)
    }
}

/// The outcome of a local step.
#[derive(Debug, Default)]
pub(super) struct LocalChange {
    pub(super) patch: MeshPatch,
    /// True if rounding moves parts of other outlines.
    pub(super) moves_others: bool,
}

/// Returns the patch that brings a floor of a mesh up to date with changed outlines.
pub(super) fn patch(
    mesh: &NavMesh,
    index: &SegmentIndex,
    meanings: Meanings<'_>,
    changes: &Changes,
) -> Result<LocalChange, RebuildReason> {
    if index.reaches.may_be_out_of_proportion() {
        return Err(RebuildReason::Proportion);
    }
    if changes.added.len() + changes.removed.len() > MOST_CHANGED {
        return Err(RebuildReason::Large);
    }
    if index.may_exceed(meanings.builder.options.max_intersections) {
        return Err(RebuildReason::ManyCrossings);
    }
    if changes.bodies.is_empty() {
        return Ok(LocalChange::default());
    }
    let mut cuts = Cuts::default();
    let changed = cuts.include_changed(index, changes)?;
    let moves_others = changed.moves_others;
    let mut bodies = changes.bodies.clone();
    // Where rounding moved the cuts of a segment of the edit, they lie beside its body.
    match &mut bodies[..] {
        [only] => *only = only.with(changed.own.concat()),
        _ => bodies.extend(changed.own.into_iter().filter_map(Body::hull)),
    }
    let is_apart = |piece: &[DVec2; 2]| !bodies.iter().any(|body| body.holds_all(piece));
    let others: Vec<[DVec2; 2]> = changed.others.into_iter().filter(is_apart).collect();
    bodies.extend(others.into_iter().filter_map(|piece| Body::hull(piece.to_vec())));
    let Meanings { builder, weld, doors, kinds } = meanings;
    let near_bodies = Nearby::default();
    let mut step = Step { mesh, index, builder, weld, bodies, near_bodies, cuts, doors, kinds };
    for _ in 0..MOST_ROUNDS {
        step.near_bodies = Nearby::of(step.bodies.len(), |body| step.bodies[body].corners());
        match step.attempt() {
            Ok(patch) => return Ok(LocalChange { patch, moves_others }),
            Err(Obstruction::Fatal(reason)) => return Err(reason),
            Err(Obstruction::Grow(segments)) => {
                let more = segments.into_iter().filter_map(|ends| Body::hull(ends.to_vec()));
                step.bodies.extend(more);
            }
        }
    }
    Err(RebuildReason::Unsettled)
}

impl Step<'_> {
    fn attempt(&mut self) -> Result<MeshPatch, Obstruction> {
        let cavity = Cavity::of(self)?;
        let near = self.near(&cavity)?;
        self.cuts.include(self.index, &near)?;
        let local = self.triangles(&cavity, &near)?;
        let faces = classify(self, &cavity, &local)?;
        let patch = emit(self, &cavity, local, &faces);
        let is_bare = patch.cells.is_empty() && self.is_empty_without(&patch.removed);
        if is_bare { Err(RebuildReason::Unsettled.into()) } else { Ok(patch) }
    }

    /// True if the floor has no other cells than these, which ascend.
    fn is_empty_without(&self, removed: &[CellId]) -> bool {
        if !self.mesh.has_layers() {
            return removed.len() == self.mesh.cell_count();
        }
        let is_removed = |slot: u32| removed.binary_search_by_key(&slot, |cell| cell.slot).is_ok();
        let mut own = self.mesh.slots().filter(|&slot| self.mesh.layer(slot) == self.index.layer);
        own.all(is_removed)
    }

    /// Returns the segments near the bodies and the edges that they touch, ascending.
    fn near(&self, cavity: &Cavity) -> Result<Vec<u32>, RebuildReason> {
        let mut near = Vec::with_capacity(64);
        for body in &self.bodies {
            match *body.corners() {
                [a, b] => self.index.near_segment([a, b], &mut near),
                _ => self.index.near_box(body.bounds(), &mut near),
            }
        }
        for touched in &cavity.touched {
            self.index.near_segment(touched.ends, &mut near);
        }
        near.merge_sort();
        near.dedup();
        if near.len() > MOST_SEGMENTS {
            return Err(RebuildReason::Large);
        }
        let touches = |ends| self.is_touched(ends);
        if self.index.touches_connection(near.iter().copied(), touches) {
            return Err(RebuildReason::Connection);
        }
        Ok(near)
    }

    /// Returns the source of the pieces of a segment. Windings decide the effect of rings.
    fn source(&self, slot: u32) -> Source {
        let shape = self.index.shape(self.index.segment(slot).shape);
        match shape.map(|shape| shape.key) {
            Some(ShapeKey::Live(LiveKey::Wall(_))) => Source::Wall,
            Some(ShapeKey::Live(LiveKey::Door(key))) => match self.doors.number(key) {
                Some(door) => Source::Door { door },
                None => Source::Border,
            },
            _ => Source::Border,
        }
    }

    /// Triangulates the edges of the cavity and the pieces of outlines.
    fn triangles(&self, cavity: &Cavity, near: &[u32]) -> Result<LocalTriangles, Obstruction> {
        let most = near.len() + cavity.edges.len();
        let (mut ends, mut pieces) = (Vec::with_capacity(most), Vec::with_capacity(most));
        let mut sources = Vec::with_capacity(most);
        for &slot in near {
            for pair in self.cuts.chain(self.index, slot).windows(2) {
                let piece = [pair[0], pair[1]];
                if self.matters(piece, cavity) {
                    ends.push(piece);
                    pieces.push(Piece::Outline { slot });
                    sources.push(self.source(slot));
                }
            }
        }
        for (edge, own) in (0..).zip(&cavity.edges) {
            ends.push(own.ends);
            pieces.push(Piece::Border { edge });
            let is_wall = own.side == BorderSide::Wall;
            sources.push(if is_wall { Source::Wall } else { Source::Border });
            let doors = cavity.doors_along(own.edge).iter();
            for &door in doors.filter(|_| own.side == BorderSide::Inner) {
                ends.push(own.ends);
                pieces.push(Piece::Border { edge });
                sources.push(Source::Door { door });
            }
        }
        let mut points = Vec::with_capacity(2 * ends.len() + 4);
        points.extend(ends.as_flattened());
        points.extend(self.frame(&points).ok_or(RebuildReason::Unsettled)?);
        let (points, numbers) = distinct_points(points);
        let segments = numbers.chunks_exact(2).zip(0..pieces.len() as u32);
        let segments =
            segments.map(|(ends, source)| Segment { from: ends[0], to: ends[1], source }).collect();
        let mut plsg = Plsg { points, segments, sources, ..Plsg::default() };
        match triangulate(&mut plsg) {
            Ok(triangles) => {
                let triangulation = Triangulation { plsg, triangles };
                let local = LocalTriangles { triangulation, pieces };
                local.check_rim(cavity)?;
                Ok(local)
            }
            Err(Refused::Crossing(crossing)) if !crossing.is_empty() => {
                Err(Obstruction::Grow(crossing.iter().map(|&own| plsg.ordered_ends(own)).collect()))
            }
            Err(_) => Err(RebuildReason::Unsettled.into()),
        }
    }

    /// True if a piece touches a body or lies along an edge that a body touches.
    fn matters(&self, piece: [DVec2; 2], cavity: &Cavity) -> bool {
        let along = |edge: usize| lie_along(cavity.touched[edge].ends, piece);
        self.is_touched(piece) || cavity.near_touched.any(piece, along)
    }

    /// Returns four points far around these and the bodies.
    fn frame(&self, points: &[DVec2]) -> Option<[DVec2; 4]> {
        let own = self.bodies.iter().flat_map(|body| [body.bounds().min, body.bounds().max]);
        let Bounds { min, max } = Bounds::of(points.iter().copied().chain(own));
        let reach = (max - min).max_element().max(max.abs().max(min.abs()).max_element() * 1e-6);
        let (low, high) = (min - reach, max + reach);
        let corners = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)];
        corners.iter().all(|&corner| sanitized(corner) == Some(corner)).then_some(corners)
    }
}

impl LocalTriangles {
    /// Checks that no point lies on an edge of a cell that stays.
    fn check_rim(&self, cavity: &Cavity) -> Result<(), Obstruction> {
        let Triangulation { plsg, triangles } = &self.triangulation;
        let spans = triangles.labels.chain_spans().spans();
        let broken = spans.iter().filter_map(|span| {
            match self.pieces[plsg.segments[span.segment as usize].source as usize] {
                Piece::Border { edge } => Some(&cavity.edges[edge as usize]),
                Piece::Outline { .. } => None,
            }
        });
        if broken.clone().any(|edge| matches!(edge.side, BorderSide::Connection { .. })) {
            return Err(RebuildReason::Connection.into());
        }
        let broken = broken.filter(|edge| edge.side == BorderSide::Rim);
        let broken: Vec<[DVec2; 2]> = broken.map(|edge| edge.ends).collect();
        if broken.is_empty() { Ok(()) } else { Err(Obstruction::Grow(broken)) }
    }
}

/// True if two segments lie on one line and have more than a point in common. Exact.
pub(super) fn lie_along([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let meet = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    if !meet || [c, d].iter().any(|&end| turn(a, b, end) != Turn::Collinear) {
        return false;
    }
    // On one line the order by x, then y, is that along the line.
    let sorted = |a: DVec2, b: DVec2| if lexicographic(a, b).is_lt() { [a, b] } else { [b, a] };
    let ([low, high], [other_low, other_high]) = (sorted(a, b), sorted(c, d));
    lexicographic(low, other_high).is_lt() && lexicographic(other_low, high).is_lt()
}
