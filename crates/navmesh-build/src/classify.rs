//! Stage 4: which triangles are walkable.
//!
//! A flood from the outside over all triangles. Crossing a piece of a ring from its right to its
//! left raises the ring's winding number by one, the other way lowers it; coming back undoes it. So
//! at every triangle the winding number of *each ring* is at hand, and the rule is simple: an
//! outline covers a triangle where its exterior winds around it (in any direction, any number of
//! times) and none of its holes does; a triangle is walkable where a walkable outline covers it and
//! no obstacle does. Overlaps, nesting, shared borders and either orientation need no special case.
//! Areas are outlines like any other: the last of those that cover a walkable triangle says what it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::half_edges::NONE;
use crate::slivers::{Bundle, SliverEdge, bundles, lost};
use crate::soup::{Effect, Region, Segment, Soup, Strand};
use crate::split::Triangulation;
use crate::triangulate::Triangles;

/// What each face of the triangulation is.
#[derive(Debug)]
pub(crate) struct Faces {
    /// Is it walkable?
    pub(crate) walkable: Vec<bool>,
    /// The kind of the topmost area that covers it, `NONE` where none does; empty without areas.
    pub(crate) kinds: Vec<u32>,
    /// What has no face, since rounding left none.
    pub(crate) slivers: Vec<SliverEdge>,
}

/// Finds what each face is. Complexity: linear, times the logarithm of how many areas overlap.
pub(crate) fn classify(triangulation: &Triangulation) -> Faces {
    let Triangulation { soup, triangles } = triangulation;
    let mut flood = Flood {
        triangles,
        segments: &soup.segments,
        bundles: bundles(triangulation),
        cover: Cover::of(soup),
        visited: vec![false; triangles.face_count],
        faces: Faces {
            walkable: vec![false; triangles.face_count],
            kinds: vec![NONE; if has_areas(soup) { triangles.face_count } else { 0 }],
            slivers: Vec::new(),
        },
    };
    flood.visited[0] = true;
    for edge in 0..triangles.faces.len() as u32 {
        if triangles.faces[edge as usize] == 0 {
            flood.spread(edge ^ 1);
        }
    }
    flood.faces
}

fn has_areas(soup: &Soup) -> bool {
    soup.outlines.iter().any(|region| matches!(region.effect, Effect::Area { .. }))
}

struct Flood<'a> {
    triangles: &'a Triangles,
    segments: &'a [Segment],
    /// The edges on which slivers may have been lost, by their even halves, until they are looked at.
    bundles: BTreeMap<u32, Bundle>,
    cover: Cover<'a>,
    visited: Vec<bool>,
    faces: Faces,
}

/// A triangle on the way: the half-edge through which it was entered, and what is left to try.
struct Frame {
    entered: u32,
    next: u32,
}

impl Flood<'_> {
    /// Visits everything that can be reached through `entry`, whose face is the first to visit; the
    /// winding numbers are those of the face on its other side, before and after.
    fn spread(&mut self, entry: u32) {
        let mut stack = Vec::new();
        self.enter(entry, &mut stack);
        while let Some(frame) = stack.last_mut() {
            if frame.next == frame.entered {
                let back = frame.entered;
                stack.pop();
                self.cross(back);
            } else {
                let edge = frame.next;
                frame.next = self.triangles.nexts[edge as usize];
                self.enter(edge ^ 1, &mut stack);
            }
        }
    }

    fn enter(&mut self, edge: u32, stack: &mut Vec<Frame>) {
        let face = self.triangles.faces[edge as usize] as usize;
        if self.visited[face] {
            return;
        }
        self.visited[face] = true;
        self.cross(edge ^ 1);
        self.faces.walkable[face] = self.cover.is_walkable();
        if let Some(kind) = self.faces.kinds.get_mut(face) {
            *kind = self.cover.topmost_kind();
        }
        let next = self.triangles.nexts[edge as usize];
        if !self.bundles.is_empty() {
            let beyond = self.triangles.nexts[next as usize];
            [edge, next, beyond].iter().for_each(|&side| self.look_through(side));
        }
        stack.push(Frame { entered: edge, next });
    }

    /// Notes the slivers that were lost on an edge of the current face.
    fn look_through(&mut self, edge: u32) {
        let Some(bundle) = self.bundles.remove(&(edge & !1)) else { return };
        let lines = bundle.seen_from(edge);
        let mut walkable = vec![self.cover.is_walkable()];
        for line in &lines {
            line.iter().for_each(|side| self.cover.wind(side.strand, side.change));
            walkable.push(self.cover.is_walkable());
        }
        for side in lines.iter().flatten() {
            self.cover.wind(side.strand, -side.change);
        }
        let slivers = lost(&walkable).map(|kind| SliverEdge { edge: edge & !1, kind });
        self.faces.slivers.extend(slivers);
    }

    /// Steps from the face of `edge` over it to the face of its twin.
    fn cross(&mut self, edge: u32) {
        if !self.triangles.is_labelled[edge as usize / 2] {
            return;
        }
        for (half, change) in [(edge, -1), (edge ^ 1, 1)] {
            for &(_, segment) in self.triangles.labels_of(half) {
                self.cover.wind(self.segments[segment as usize].strand, change);
            }
        }
    }
}

/// The winding number of each strand around the current triangle, and what follows from them.
struct Cover<'a> {
    strands: &'a [Strand],
    regions: &'a [Region],
    winding: Vec<i32>,
    /// For each outline: does its exterior wind around?
    exterior: Vec<bool>,
    /// For each outline: how many of its holes do?
    holes: Vec<u32>,
    walkable: u32,
    obstacles: u32,
    /// The areas that cover it, as outlines.
    areas: BTreeSet<u32>,
}

impl<'a> Cover<'a> {
    fn of(soup: &'a Soup) -> Self {
        Self {
            strands: &soup.strands,
            regions: &soup.outlines,
            winding: vec![0; soup.strands.len()],
            exterior: vec![false; soup.outlines.len()],
            holes: vec![0; soup.outlines.len()],
            walkable: 0,
            obstacles: 0,
            areas: BTreeSet::new(),
        }
    }

    fn is_walkable(&self) -> bool {
        self.walkable > 0 && self.obstacles == 0
    }

    /// The kind of the last area that covers the triangle; `NONE` where none does.
    fn topmost_kind(&self) -> u32 {
        let topmost = self.areas.last().map(|&outline| self.regions[outline as usize].effect);
        if let Some(Effect::Area { kind }) = topmost { kind } else { NONE }
    }

    fn covers(&self, outline: usize) -> bool {
        self.exterior[outline] && self.holes[outline] == 0
    }

    fn wind(&mut self, strand: u32, change: i32) {
        let strand = strand as usize;
        let (Strand::Exterior { outline } | Strand::Hole { outline }) = self.strands[strand] else {
            return; // a line covers nothing
        };
        let outline = outline as usize;
        let Region { effect, fill } = self.regions[outline];
        let before = self.covers(outline);
        let was_inside = fill.covers(self.winding[strand]);
        self.winding[strand] += change;
        let is_inside = fill.covers(self.winding[strand]);
        if matches!(self.strands[strand], Strand::Exterior { .. }) {
            self.exterior[outline] = is_inside;
        } else {
            self.holes[outline] += u32::from(is_inside);
            self.holes[outline] -= u32::from(was_inside);
        }
        self.count(outline as u32, effect, [before, self.covers(outline)]);
    }

    /// Notes whether an outline covers the triangle, before and now.
    fn count(&mut self, outline: u32, effect: Effect, [before, now]: [bool; 2]) {
        let count = match effect {
            Effect::Walkable => &mut self.walkable,
            Effect::Obstacle => &mut self.obstacles,
            Effect::Area { .. } => {
                if now {
                    self.areas.insert(outline);
                } else if before {
                    self.areas.remove(&outline);
                }
                return;
            }
        };
        *count += u32::from(now);
        *count -= u32::from(before);
    }
}
