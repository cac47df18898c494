//! Stage 5: classifies triangles as walkable or blocked.
//!
//! A depth-first flood starts at the outside and visits all [regions](crate::ground::regions).
//! Crossing a ring from its right to its left raises the ring's winding number by one; the other
//! way lowers it. The flood undoes each crossing on its way back, so it knows the winding number of
//! *each ring* in every region. An outline covers a region if its exterior winds around it and none
//! of its holes does. A region is walkable if a walkable outline covers it and no obstacle does.
//! Overlaps, nesting, shared borders and either orientation need no special case. Areas are
//! outlines too: the last one that covers a walkable region gives its kind.

use std::collections::{BTreeMap, BTreeSet};

use crate::ground::no_effect::Covered;
use crate::ground::regions::Regions;
use crate::ground::slivers::{Bundle, Side, SliverEdge, Strip, bundles, lost};
use crate::half_edges::edge_doors::Interner;
use crate::half_edges::halves::NONE;
use crate::half_edges::triangles::Triangles;
use crate::plsg::{Effect, Plsg, Region, Segment, Source};
use crate::report::SliverKind;
use crate::split::Triangulation;

/// The classes of the faces of a triangulation.
#[derive(Debug)]
pub(crate) struct Faces {
    /// True for each walkable face.
    pub(crate) walkable: Vec<bool>,
    /// The kind of the topmost area that covers each face, or `NONE`; empty without areas.
    pub(crate) kinds: Vec<u32>,
    /// The set of doors whose margins cover each face, or `NONE`; empty without margins.
    pub(crate) margins: Vec<u32>,
    /// The sets.
    pub(crate) margin_sets: Vec<Vec<u32>>,
    /// The slivers: features that rounding left without a face.
    pub(crate) slivers: Vec<SliverEdge>,
}

/// Classifies every face, and returns what walkable outlines cover. Complexity: linear, times the logarithm of the number
/// of overlapping obstacles and areas.
pub(crate) fn classify(triangulation: &Triangulation) -> (Faces, Covered) {
    let Triangulation { plsg, triangles } = triangulation;
    let regions = Regions::of(triangles);
    let mut flood = FaceFlood {
        triangles,
        segments: &plsg.segments,
        bundles: bundles(triangulation),
        cover: Cover::of_rings(&plsg.sources, &plsg.outlines, plsg.weld),
        found: vec![None; regions.count()],
        regions: &regions,
        slivers: Vec::new(),
        margins: Interner::default(),
    };
    flood.run();
    let FaceFlood { found, slivers, margins, cover, .. } = flood;
    let of_faces = || regions.of_faces.iter().filter_map(|&region| found[region as usize]);
    let mut faces = Faces {
        walkable: of_faces().map(|f| f.is_walkable).collect(),
        kinds: Vec::new(),
        margins: Vec::new(),
        margin_sets: margins.into_sets(),
        slivers,
    };
    if has(plsg, |effect| matches!(effect, Effect::Area { .. })) {
        faces.kinds = of_faces().map(|found| found.kind).collect();
    }
    if has(plsg, |effect| matches!(effect, Effect::Margin { .. })) {
        faces.margins = of_faces().map(|found| found.margin).collect();
    }
    let covered = of_faces().map(|found| found.is_covered).collect();
    (faces, Covered { faces: covered, outlines: cover.met })
}

fn has(plsg: &Plsg, is_wanted: impl Fn(Effect) -> bool) -> bool {
    plsg.outlines.iter().any(|region| is_wanted(region.effect))
}

struct FaceFlood<'a> {
    triangles: &'a Triangles,
    regions: &'a Regions,
    segments: &'a [Segment],
    /// The edges that slivers may have collapsed to, by their even halves, until the flood inspects
    /// them.
    bundles: BTreeMap<u32, Bundle>,
    cover: Cover<'a>,
    /// The class of each visited region.
    found: Vec<Option<Found>>,
    slivers: Vec<SliverEdge>,
    /// The sets of doors whose margins cover a region.
    margins: Interner,
}

/// The class of a region.
#[derive(Debug, Clone, Copy)]
struct Found {
    is_walkable: bool,
    /// True if a walkable outline covers it.
    is_covered: bool,
    /// The kind of the topmost area, or `NONE`.
    kind: u32,
    /// The set of doors whose margins cover it, or `NONE`.
    margin: u32,
}

/// A region on the stack of the flood.
struct Frame<'a> {
    /// The half-edge over which the flood entered; `None` for the outside.
    entered: Option<u32>,
    /// The half-edges around the region that the flood has not tried yet.
    left: std::slice::Iter<'a, u32>,
}

impl<'a> FaceFlood<'a> {
    /// Visits all regions, starting at the outside.
    fn run(&mut self) {
        let mut stack = vec![self.enter(0, None)];
        while let Some(frame) = stack.last_mut() {
            if let Some(&half) = frame.left.next() {
                let region = self.regions.of_faces[self.triangles.face(half ^ 1) as usize];
                if self.found[region as usize].is_none() && !self.regions.is_barred(half) {
                    self.cross(half);
                    stack.push(self.enter(region, Some(half)));
                }
            } else {
                let entered = frame.entered;
                stack.pop();
                if let Some(half) = entered {
                    self.cross(half ^ 1);
                }
            }
        }
    }

    /// Stores the class of a region. The winding numbers must be those of the region.
    fn enter(&mut self, region: u32, entered: Option<u32>) -> Frame<'a> {
        let (is_walkable, kind) = (self.cover.is_walkable(), self.cover.topmost_kind());
        let margin = self.margins.number(self.cover.doors());
        let is_covered = self.cover.meets_walkable();
        self.found[region as usize] = Some(Found { is_walkable, is_covered, kind, margin });
        let borders = self.regions.borders_of(region);
        if !self.bundles.is_empty() {
            for &side in borders {
                self.look_through(side);
            }
        }
        Frame { entered, left: borders.iter() }
    }

    /// Collects the slivers that collapsed to an edge of the current region.
    fn look_through(&mut self, edge: u32) {
        let Some(bundle) = self.bundles.remove(&(edge & !1)) else { return };
        let kinds = self.cover.lost(bundle.seen_from(edge), bundle.is_short);
        self.slivers.extend(kinds.into_iter().map(|kind| SliverEdge { edge: edge & !1, kind }));
    }

    /// Crosses an edge from the face of `edge` to the face of its twin.
    fn cross(&mut self, edge: u32) {
        for (half, change) in [(edge, -1), (edge ^ 1, 1)] {
            for segment in self.triangles.labels.along(half) {
                self.cover.wind(self.segments[segment as usize].source, change);
            }
        }
    }
}

/// The winding number of each source around the current region, and its coverage.
pub(crate) struct Cover<'a> {
    sources: &'a [Source],
    regions: &'a [Region],
    winding: Vec<i32>,
    /// For each outline, true if its exterior winds around the region.
    exterior: Vec<bool>,
    /// For each outline, the number of its holes that wind around the region.
    holes: Vec<u32>,
    walkable: u32,
    obstacles: u32,
    /// The areas that cover the region, as indices of outlines.
    areas: BTreeSet<u32>,
    /// The margins that cover the region, as indices of outlines.
    margins: BTreeSet<u32>,
    /// True if a gap that vanished between two walkable outlines is open.
    opens_cracks: bool,
    /// The obstacles and areas that cover the region and have met no walkable outline so far, as indices of outlines.
    unmet: BTreeSet<u32>,
    /// For each outline, true if it is one that has met one.
    met: Vec<bool>,
}

impl<'a> Cover<'a> {
    /// Creates the coverage of a place that no ring winds around.
    pub(crate) fn of_rings(sources: &'a [Source], regions: &'a [Region], weld: f64) -> Self {
        Self {
            sources,
            regions,
            winding: vec![0; sources.len()],
            exterior: vec![false; regions.len()],
            holes: vec![0; regions.len()],
            walkable: 0,
            obstacles: 0,
            areas: BTreeSet::new(),
            margins: BTreeSet::new(),
            opens_cracks: weld > 0.0,
            unmet: BTreeSet::new(),
            met: vec![false; regions.len()],
        }
    }

    /// True if a walkable outline covers the place and no obstacle does.
    pub(crate) fn is_walkable(&self) -> bool {
        self.walkable > 0 && self.obstacles == 0
    }

    /// Returns whether a walkable outline covers the region, and notes the obstacles and areas that do as well.
    fn meets_walkable(&mut self) -> bool {
        if self.walkable > 0 {
            for outline in std::mem::take(&mut self.unmet) {
                self.met[outline as usize] = true;
            }
        }
        self.walkable > 0
    }

    /// Returns the kinds of slivers that collapsed to an edge of the place. The lines run along the edge, from the place
    /// on; those of a short edge perhaps in the reverse order. Then the edge is a wall if either order makes it one.
    pub(crate) fn lost(&mut self, mut lines: Vec<Vec<Side>>, is_short: bool) -> Vec<SliverKind> {
        let mut kinds = self.lost_in_order(&lines);
        if is_short && !kinds.contains(&SliverKind::Blocked) {
            lines.reverse();
            let reversed = self.lost_in_order(&lines);
            kinds.extend(reversed.into_iter().filter(|kind| *kind == SliverKind::Blocked));
        }
        kinds
    }

    fn lost_in_order(&mut self, lines: &[Vec<Side>]) -> Vec<SliverKind> {
        let is_seam =
            |side: &Side| matches!(self.sources[side.source as usize], Source::Seam { .. });
        let seams = (0..lines.len()).filter(|&line| lines[line].iter().any(is_seam));
        let seams: Vec<usize> = seams.collect();
        lost(&self.strips(lines), &seams).collect()
    }

    /// Returns, from the place on, the class before the first line, between lines, and behind the last one.
    fn strips(&mut self, lines: &[Vec<Side>]) -> Vec<Strip> {
        let walkable = lines.iter().flatten().filter_map(|side| {
            let (Source::Exterior { outline } | Source::Hole { outline }) =
                self.sources[side.source as usize]
            else {
                return None;
            };
            (self.regions[outline as usize].effect == Effect::Walkable).then_some(outline)
        });
        let walkable: BTreeSet<u32> = walkable.collect();
        let mut strips = vec![self.strip()];
        let mut covering = vec![self.covering(&walkable)];
        for line in lines {
            for side in line {
                self.wind(side.source, side.change);
            }
            strips.push(self.strip());
            covering.push(self.covering(&walkable));
        }
        for side in lines.iter().flatten() {
            self.wind(side.source, -side.change);
        }
        for (place, strip) in strips.iter_mut().enumerate() {
            let before = covering[..place].iter().rev().find(|own| !own.is_empty());
            let after = covering[place..].iter().find(|own| !own.is_empty());
            let is_slit = before.zip(after).is_some_and(|(before, after)| {
                before.iter().any(|outline| after.contains(outline))
            });
            if *strip == Strip::Gap && (is_slit || !self.opens_cracks) {
                *strip = Strip::Blocked;
            }
        }
        strips
    }

    fn strip(&self) -> Strip {
        match (self.is_walkable(), self.walkable > 0 || self.obstacles > 0) {
            (true, _) => Strip::Walkable,
            (_, true) => Strip::Blocked,
            _ => Strip::Gap,
        }
    }

    /// Returns those of some outlines that cover the place.
    fn covering(&self, outlines: &BTreeSet<u32>) -> Vec<u32> {
        outlines.iter().copied().filter(|&outline| self.covers(outline as usize)).collect()
    }

    /// Returns the kind of the last area that covers the region, or `NONE`.
    pub(crate) fn topmost_kind(&self) -> u32 {
        let topmost = self.areas.last().map(|&outline| self.regions[outline as usize].effect);
        if let Some(Effect::Area { kind }) = topmost { kind } else { NONE }
    }

    /// Returns the doors whose margins cover the region, ascending.
    pub(crate) fn doors(&self) -> Vec<u32> {
        let effects = self.margins.iter().map(|&outline| self.regions[outline as usize].effect);
        let doors: BTreeSet<u32> = effects
            .filter_map(|effect| match effect {
                Effect::Margin { door } => Some(door),
                _ => None,
            })
            .collect();
        doors.into_iter().collect()
    }

    fn covers(&self, outline: usize) -> bool {
        self.exterior[outline] && self.holes[outline] == 0
    }

    /// Changes the winding number of a source.
    pub(crate) fn wind(&mut self, source: u32, change: i32) {
        let source = source as usize;
        let (Source::Exterior { outline } | Source::Hole { outline }) = self.sources[source] else {
            return; // a line covers nothing
        };
        let outline = outline as usize;
        let Region { effect, fill } = self.regions[outline];
        let before = self.covers(outline);
        let was_inside = fill.covers(self.winding[source]);
        self.winding[source] += change;
        let is_inside = fill.covers(self.winding[source]);
        if matches!(self.sources[source], Source::Exterior { .. }) {
            self.exterior[outline] = is_inside;
        } else {
            self.holes[outline] += u32::from(is_inside);
            self.holes[outline] -= u32::from(was_inside);
        }
        self.count(outline as u32, effect, [before, self.covers(outline)]);
    }

    /// Updates the coverage for an outline that covered the region `before` or covers it `now`.
    fn count(&mut self, outline: u32, effect: Effect, [before, now]: [bool; 2]) {
        if matches!(effect, Effect::Obstacle | Effect::Area { .. }) && !self.met[outline as usize] {
            set(&mut self.unmet, outline, now);
        }
        let count = match effect {
            Effect::Walkable => &mut self.walkable,
            Effect::Obstacle => &mut self.obstacles,
            Effect::Area { .. } => return set(&mut self.areas, outline, now),
            Effect::Margin { .. } => return set(&mut self.margins, outline, now),
        };
        *count += u32::from(now);
        *count -= u32::from(before);
    }
}

/// Puts an outline into a set of those that cover the region, or takes it out.
fn set(all: &mut BTreeSet<u32>, outline: u32, is_in: bool) {
    if is_in {
        all.insert(outline);
    } else {
        all.remove(&outline);
    }
}
