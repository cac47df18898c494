//! The walkable triangles of a local step.
//!
//! At the bodies, every segment takes part in the triangulation. A flood over edges that touch a body
//! therefore knows the winding number of each ring, once it knows them at one point (`windings`).
//!
//! An edge along pieces of several lines stands for the slivers between them, as in a whole build
//! ([`slivers`](crate::ground::slivers)).
//!
//! Beyond the bodies nothing changes. A triangle that continues a walkable one there, or lies beside an
//! edge of the cavity, is walkable as the old cell was. A wall there stays one.

mod numbering;
mod windings;

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::{Groups, MergeSort, counting_sort};
use navmesh_core::backend::geom::{Turn, on_segment, turn};

use super::RebuildReason;
use super::anchors::Winding;
use super::body::Body;
use super::cavity::{BorderSide, Cavity};
use super::step::state::{LocalTriangles, Piece, Step};
use crate::ground::classify::{Cover, Faces};
use crate::ground::slivers::{Bundle, EdgePiece, Side, SliverEdge, bundle};
use crate::half_edges::edge_doors::Interner;
use crate::half_edges::halves::NONE;
use crate::half_edges::triangles::Triangles;
use crate::report::SliverKind;
use crate::split::Triangulation;
use numbering::Numbering;
use windings::windings_at;

/// The class of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Class {
    is_walkable: bool,
    /// The kind of its area, or `NONE`.
    kind: u32,
    /// The set of doors whose margins hold it, or `NONE`.
    margin: u32,
}

/// Decides which triangles are walkable, and their areas.
pub(super) fn classify(
    step: &Step<'_>,
    cavity: &Cavity,
    local: &LocalTriangles,
) -> Result<Faces, RebuildReason> {
    let mut classifier = Classifier::of(step, local);
    let at_bodies: Vec<Vec<Winding>> =
        step.bodies.iter().map(|body| windings_at(step, body.corner())).collect();
    let slots = classifier.labels.items();
    let numbering = Numbering::of(step, slots, at_bodies.iter().flatten());
    let firsts = classifier.halves_at_corners();
    for ((body, windings), first) in step.bodies.iter().zip(&at_bodies).zip(firsts) {
        let first = first.ok_or(RebuildReason::Unsettled)?;
        classifier.flood(body, first, windings, &numbering)?;
    }
    classifier.spread(cavity)?;
    let of_faces = |class: &Option<Class>| class.filter(|class| class.is_walkable);
    let classes = classifier.classes.iter().map(of_faces);
    let kind = |class: Option<Class>| class.map_or(NONE, |class| class.kind);
    let margin = |class: Option<Class>| class.map_or(NONE, |class| class.margin);
    let margin_sets = classifier.margins.into_sets();
    Ok(Faces {
        walkable: classes.clone().map(|class| class.is_some()).collect(),
        margins: if margin_sets.is_empty() {
            Vec::new()
        } else {
            classes.clone().map(margin).collect()
        },
        margin_sets,
        kinds: if step.kinds.is_empty() { Vec::new() } else { classes.map(kind).collect() },
        slivers: classifier.slivers,
    })
}

struct Classifier<'a> {
    step: &'a Step<'a>,
    local: &'a LocalTriangles,
    triangles: &'a Triangles,
    /// The class of each face, once known.
    classes: Vec<Option<Class>>,
    /// For each edge, whether a body touches it.
    is_near: Vec<bool>,
    /// The outlines' pieces along each half-edge: their slots.
    labels: Groups<u32>,
    /// The edges of the cavity, each with its half-edge.
    borders: Vec<(u32, u32)>,
    /// The edges along pieces of different lines, by their even halves, until the flood looks through them.
    /// The source of a side is the slot of its segment.
    bundles: BTreeMap<u32, Bundle>,
    slivers: Vec<SliverEdge>,
    /// The sets of doors whose margins hold triangles.
    margins: Interner,
}

impl<'a> Classifier<'a> {
    fn of(step: &'a Step<'a>, local: &'a LocalTriangles) -> Self {
        let Triangulation { plsg, triangles } = &local.triangulation;
        let point = |half: u32| plsg.points[triangles.origin(half) as usize];
        let is_near = (0..triangles.halves.len() as u32).step_by(2).map(|half| {
            let ends = [point(half), point(half ^ 1)];
            step.is_touched(ends)
        });
        let is_near = is_near.collect();
        let all = triangles.labels.of_segments(|_| true);
        let mut labels = Vec::with_capacity(all.len());
        let mut borders = Vec::with_capacity(all.len());
        for (half, segment) in all {
            match local.pieces[plsg.segments[segment as usize].source as usize] {
                Piece::Outline { slot } => labels.push((half, slot)),
                Piece::Border { edge } => borders.push((half, edge)),
            }
        }
        let labels = counting_sort(triangles.halves.len(), labels.iter().copied());
        let classes = vec![None; triangles.face_count];
        let (bundles, slivers) = (BTreeMap::new(), Vec::new());
        let margins = Interner::default();
        let mut classifier = Self {
            step,
            local,
            triangles,
            classes,
            is_near,
            labels,
            borders,
            bundles,
            slivers,
            margins,
        };
        classifier.bundles = classifier.bundled_edges();
        classifier
    }

    fn point(&self, half: u32) -> DVec2 {
        self.local.triangulation.plsg.points[self.triangles.origin(half) as usize]
    }

    fn ends(&self, half: u32) -> [DVec2; 2] {
        [half, half ^ 1].map(|half| self.point(half))
    }

    fn class(&self, half: u32) -> Option<Class> {
        self.classes[self.triangles.face(half) as usize]
    }

    /// Returns the edges along pieces of different lines, one of which is cut or welded.
    fn bundled_edges(&self) -> BTreeMap<u32, Bundle> {
        let has_several = |&half: &u32| {
            self.labels.group(half as usize).len() + self.labels.group(half as usize ^ 1).len() > 1
        };
        let evens = (0..self.triangles.halves.len() as u32).step_by(2);
        let bundle_of = |half: u32| {
            let along =
                |half: u32| self.labels.group(half as usize).iter().map(move |&slot| (half, slot));
            let all = || along(half).chain(along(half ^ 1));
            let index = self.step.index;
            let is_bent =
                |slot| index.segment(slot).is_welded() || self.step.cuts.is_cut(index, slot);
            let is_cut = all().any(|(_, slot)| is_bent(slot));
            let line = |slot: u32| index.segment(slot).given();
            let pieces =
                all().map(|(half, slot)| EdgePiece { half, source: slot, line: line(slot) });
            let weld = self.step.weld;
            is_cut
                .then(|| bundle(self.ends(half), pieces, weld))
                .flatten()
                .map(|bundle| (half, bundle))
        };
        evens.filter(has_several).filter_map(bundle_of).collect()
    }

    /// Returns for each body a half-edge of the triangle that holds the start of the ray from its corner.
    fn halves_at_corners(&self) -> Vec<Option<u32>> {
        let bodies = &self.step.bodies;
        let mut by_x: Vec<(f64, u32)> =
            bodies.iter().map(|body| body.corner().x).zip(0..).collect();
        by_x.merge_sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut found = vec![None; bodies.len()];
        for half in 0..self.triangles.halves.len() as u32 {
            let next = self.triangles.next(half);
            let ring = [half, next, self.triangles.next(next)];
            if self.triangles.face(half) == 0 || half > ring[1] || half > ring[2] {
                continue;
            }
            let [low, high] = min_and_max(ring.map(|half| self.point(half).x));
            let first = by_x.partition_point(|(x, _)| *x < low);
            for &(_, body) in by_x[first..].iter().take_while(|(x, _)| *x <= high) {
                let corner = bodies[body as usize].corner();
                if ring.into_iter().all(|half| self.is_left(half, corner)) {
                    found[body as usize] = Some(half);
                }
            }
        }
        found
    }

    /// True if the start of the ray from a point lies on the left of a half-edge.
    fn is_left(&self, half: u32, point: DVec2) -> bool {
        let [a, b] = self.ends(half);
        match turn(a, b, point) {
            Turn::Left => true,
            Turn::Right => false,
            Turn::Collinear => b.y < a.y || (b.y == a.y && b.x > a.x),
        }
    }

    /// Classifies the triangles at a body, from the winding numbers at its corner in the triangle of the half-edge `first`.
    ///
    /// The flood crosses edges that touch this body only. Between two bodies, segments may be missing.
    fn flood(
        &mut self,
        body: &Body,
        first: u32,
        windings: &[Winding],
        numbering: &Numbering,
    ) -> Result<(), RebuildReason> {
        let is_single = self.step.bodies.len() == 1;
        let weld = self.step.weld;
        let mut cover = Cover::of_rings(&numbering.sources, &numbering.regions, weld);
        for winding in windings {
            cover.wind(numbering.source(winding.ring), winding.number);
        }
        let mut is_visited = vec![false; self.classes.len()];
        is_visited[self.triangles.face(first) as usize] = true;
        self.enter(first, &cover)?;
        let mut stack = Vec::with_capacity(32);
        stack.push(Frame { entered: None, next: first, left: 3 });
        while let Some(frame) = stack.last_mut() {
            if frame.left == 0 {
                if let Some(half) = frame.entered {
                    self.cross(half ^ 1, &mut cover, numbering);
                }
                stack.pop();
                continue;
            }
            let half = frame.next;
            frame.next = self.triangles.next(half);
            frame.left -= 1;
            let is_near = self.is_near[half as usize / 2]
                && (is_single || body.touches_segment(self.ends(half)));
            if !is_near {
                continue;
            }
            self.look_through(half, &mut cover, numbering);
            let across = half ^ 1;
            let face = self.triangles.face(across) as usize;
            if face != 0 && !is_visited[face] {
                is_visited[face] = true;
                self.cross(half, &mut cover, numbering);
                self.enter(across, &cover)?;
                stack.push(Frame { entered: Some(half), next: across, left: 3 });
            }
        }
        Ok(())
    }

    /// Classifies the triangle on the left of a half-edge by the winding numbers there.
    fn enter(&mut self, half: u32, cover: &Cover<'_>) -> Result<(), RebuildReason> {
        let is_walkable = cover.is_walkable();
        let kind = if is_walkable { cover.topmost_kind() } else { NONE };
        let margin = if is_walkable { self.margins.number(cover.doors()) } else { NONE };
        let class = Class { is_walkable, kind, margin };
        let known = &mut self.classes[self.triangles.face(half) as usize];
        if known.is_some_and(|known| known != class) {
            return Err(RebuildReason::Unsettled);
        }
        *known = Some(class);
        Ok(())
    }

    /// Collects the slivers that collapsed to an edge, seen from the face on the left of a half-edge.
    fn look_through(&mut self, half: u32, cover: &mut Cover<'_>, numbering: &Numbering) {
        if self.bundles.is_empty() {
            return;
        }
        let Some(bundle) = self.bundles.remove(&(half & !1)) else { return };
        let numbered = |side: Side| Side { source: self.source(side.source, numbering), ..side };
        let lines: Vec<Vec<Side>> = bundle
            .seen_from(half)
            .into_iter()
            .map(|line| line.into_iter().map(numbered).collect())
            .collect();
        let kinds = cover.lost(lines, bundle.is_short);
        self.slivers.extend(kinds.into_iter().map(|kind| SliverEdge { edge: half & !1, kind }));
    }

    /// Returns the number of the ring of a segment.
    fn source(&self, slot: u32, numbering: &Numbering) -> u32 {
        let segment = self.step.index.segment(slot);
        numbering.source([segment.shape, segment.ring])
    }

    /// Changes the winding numbers on the way across an edge, from the left of a half-edge to its right.
    fn cross(&self, half: u32, cover: &mut Cover<'_>, numbering: &Numbering) {
        for (half, change) in [(half, -1), (half ^ 1, 1)] {
            for &slot in self.labels.group(half as usize) {
                cover.wind(self.source(slot, numbering), change);
            }
        }
    }

    /// Classifies triangles beyond the bodies, from those that are known and from the old cells.
    fn spread(&mut self, cavity: &Cavity) -> Result<(), RebuildReason> {
        let mut is_border = vec![false; self.is_near.len()];
        for &(half, edge) in &self.borders {
            is_border[half as usize / 2] = true;
            let border = &cavity.edges[edge as usize];
            let kind = border.kind.unwrap_or(NONE);
            let margin = self.margins.number(cavity.margins_of(border.slot).to_vec());
            let class = Class { is_walkable: true, kind, margin };
            let known = &mut self.classes[self.triangles.face(half) as usize];
            if known.is_some_and(|known| known != class) {
                return Err(RebuildReason::Unsettled);
            }
            *known = Some(class);
        }
        let mut old_walls = Vec::new();
        for (edge, is_border) in is_border.iter_mut().enumerate() {
            let half = 2 * edge;
            let is_bare =
                self.labels.group(half).is_empty() && self.labels.group(half + 1).is_empty();
            if is_bare || self.is_near[edge] || *is_border {
                continue;
            }
            let ends = self.ends(half as u32);
            let mut first = usize::MAX;
            cavity.near_touched.any(ends, |edge| {
                let [a, b] = cavity.touched[edge].ends;
                if edge < first && ends.iter().all(|&end| on_segment(a, b, end)) {
                    first = edge;
                }
                false
            });
            if let Some(touched) = cavity.touched.get(first) {
                *is_border = true;
                if touched.side == BorderSide::Wall {
                    old_walls.push(half as u32);
                }
            }
        }
        let halves = 0..self.triangles.halves.len() as u32;
        let is_walkable = |half: &u32| self.class(*half).is_some_and(|class| class.is_walkable);
        let mut open = Vec::with_capacity(self.triangles.halves.len());
        open.extend(halves.filter(is_walkable));
        while let Some(half) = open.pop() {
            let (edge, across) = (half as usize / 2, half ^ 1);
            let known = self.class(half);
            if self.is_near[edge] || is_border[edge] || self.class(across) == known {
                continue;
            }
            if self.class(across).is_some() || self.triangles.face(across) == 0 {
                return Err(RebuildReason::Unsettled);
            }
            self.classes[self.triangles.face(across) as usize] = known;
            let next = self.triangles.next(across);
            open.extend([next, self.triangles.next(next)]);
        }
        // A wall between walkable faces stays one: a sliver lies along it.
        let kept = old_walls.into_iter().map(|edge| SliverEdge { edge, kind: SliverKind::Blocked });
        self.slivers.extend(kept);
        Ok(())
    }
}

/// A triangle on the stack of the flood.
struct Frame {
    /// The half-edge over which the flood entered, on the side that it left.
    entered: Option<u32>,
    /// The next half-edge of the triangle to try.
    next: u32,
    /// The number of half-edges left to try.
    left: u8,
}

fn min_and_max([a, b, c]: [f64; 3]) -> [f64; 2] {
    [a.min(b).min(c), a.max(b).max(c)]
}
