//! The walkable triangles of a local step.
//!
//! At the bodies, every segment takes part in the triangulation. A flood over edges that touch a body
//! therefore knows the winding number of each ring, once it knows them at one point: there, a ray towards
//! positive x counts the segments that it crosses. The ray starts infinitesimally right of the point, and
//! infinitesimally less above it, so no segment holds its start.
//!
//! Beyond the bodies nothing changes. A triangle that continues a walkable one there, or lies beside an
//! edge of the cavity, is walkable as the old cell was.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, on_segment, turn};

use super::RebuildReason;
use super::body::Body;
use super::cavity::Cavity;
use super::kinds::Kinds;
use super::step::{LocalTriangles, Piece, Step};
use crate::error::Role;
use crate::ground::classify::{Cover, Faces};
use crate::half_edges::halves::NONE;
use crate::half_edges::triangles::Triangles;
use crate::plsg::{Effect, Region, Source};
use crate::split::Triangulation;

/// The class of a triangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Class {
    is_walkable: bool,
    /// The kind of its area, or `NONE`.
    kind: u32,
}

/// A ring or line: its shape and its number there.
type Ring = [u32; 2];

/// Decides which triangles are walkable, and their areas.
pub(super) fn classify(
    step: &Step<'_>,
    cavity: &Cavity,
    local: &LocalTriangles,
    kinds: &mut Kinds,
) -> Result<Faces, RebuildReason> {
    let mut classifier = Classifier::of(step, local);
    if classifier.has_slivers() {
        return Err(RebuildReason::Slivers);
    }
    for body in &step.bodies {
        classifier.flood(body, kinds)?;
    }
    classifier.spread(cavity)?;
    let of_faces = |class: &Option<Class>| class.filter(|class| class.is_walkable);
    let classes = classifier.classes.iter().map(of_faces);
    let kind = |class: Option<Class>| class.map_or(NONE, |class| class.kind);
    Ok(Faces {
        walkable: classes.clone().map(|class| class.is_some()).collect(),
        kinds: if kinds.is_empty() { Vec::new() } else { classes.map(kind).collect() },
        margins: Vec::new(),
        margin_sets: Vec::new(),
        slivers: Vec::new(),
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
    /// The outlines' pieces along each half-edge that has any: their slots.
    labels: BTreeMap<u32, Vec<u32>>,
    /// The edges of the cavity, each with its half-edge.
    borders: Vec<(u32, u32)>,
}

impl<'a> Classifier<'a> {
    fn of(step: &'a Step<'a>, local: &'a LocalTriangles) -> Self {
        let Triangulation { soup, triangles } = &local.triangulation;
        let point = |half: u32| soup.points[triangles.origin(half) as usize];
        let is_near = (0..triangles.halves.len() as u32).step_by(2).map(|half| {
            let ends = [point(half), point(half ^ 1)];
            step.bodies.iter().any(|body| body.touches_segment(ends))
        });
        let is_near = is_near.collect();
        let (mut labels, mut borders) = (BTreeMap::<u32, Vec<u32>>::new(), Vec::new());
        for (half, segment) in triangles.labels.of_segments(|_| true) {
            match local.pieces[soup.segments[segment as usize].source as usize] {
                Piece::Outline { slot } => labels.entry(half).or_default().push(slot),
                Piece::Border { edge } => borders.push((half, edge)),
            }
        }
        let classes = vec![None; triangles.face_count];
        Self { step, local, triangles, classes, is_near, labels, borders }
    }

    fn point(&self, half: u32) -> DVec2 {
        self.local.triangulation.soup.points[self.triangles.origin(half) as usize]
    }

    fn class(&self, half: u32) -> Option<Class> {
        self.classes[self.triangles.face(half) as usize]
    }

    /// True if pieces of different lines, one of them cut, run along one edge.
    fn has_slivers(&self) -> bool {
        let cuts = &self.step.cuts;
        let line = |slot: u32| self.step.index.segment(slot).ends;
        let empty = Vec::new();
        self.labels.iter().any(|(half, slots)| {
            let back = self.labels.get(&(half ^ 1)).unwrap_or(&empty);
            let all = || slots.iter().chain(back);
            all().any(|&slot| cuts.is_cut(slot)) && {
                let [a, b] = line(slots[0]);
                let is_along =
                    |&slot: &u32| line(slot).iter().all(|&end| turn(a, b, end) == Turn::Collinear);
                !all().all(is_along)
            }
        })
    }

    /// Returns a half-edge of the triangle that holds the start of a point's ray.
    fn half_around(&self, point: DVec2) -> Option<u32> {
        let is_left = |half: u32| {
            let [a, b] = [half, half ^ 1].map(|half| self.point(half));
            match turn(a, b, point) {
                Turn::Left => true,
                Turn::Right => false,
                Turn::Collinear => b.y < a.y || (b.y == a.y && b.x > a.x),
            }
        };
        (0..self.triangles.halves.len() as u32).find(|&half| {
            self.triangles.face(half) != 0 && {
                let next = self.triangles.next(half);
                let ring = [half, next, self.triangles.next(next)];
                half < ring[1] && half < ring[2] && ring.into_iter().all(is_left)
            }
        })
    }

    /// Classifies the triangles at a body.
    ///
    /// The flood crosses edges that touch this body only. Between two bodies, segments may be missing.
    fn flood(&mut self, body: &Body, kinds: &mut Kinds) -> Result<(), RebuildReason> {
        let edges = (0..self.triangles.halves.len() as u32).step_by(2);
        let touches = |half: u32| {
            self.is_near[half as usize / 2]
                && body.touches_segment([half, half ^ 1].map(|half| self.point(half)))
        };
        let is_near: Vec<bool> = edges.map(touches).collect();
        let first = self.half_around(body.corner()).ok_or(RebuildReason::Unsettled)?;
        let crossed = self.crossed_by_ray(body.corner());
        let numbering = Numbering::of(self.step, self.labels.values().flatten(), &crossed, kinds);
        let mut cover = Cover::of_rings(&numbering.sources, &numbering.regions);
        for (ring, change) in crossed {
            cover.wind(numbering.rings[&ring], change);
        }
        let mut is_visited = vec![false; self.classes.len()];
        is_visited[self.triangles.face(first) as usize] = true;
        self.enter(first, &cover)?;
        let mut stack = vec![Frame { entered: None, next: first, left: 3 }];
        while let Some(frame) = stack.last_mut() {
            if frame.left == 0 {
                if let Some(half) = frame.entered {
                    self.cross(half ^ 1, &mut cover, &numbering);
                }
                stack.pop();
                continue;
            }
            let half = frame.next;
            frame.next = self.triangles.next(half);
            frame.left -= 1;
            let across = half ^ 1;
            let face = self.triangles.face(across) as usize;
            if face != 0 && !is_visited[face] && is_near[half as usize / 2] {
                is_visited[face] = true;
                self.cross(half, &mut cover, &numbering);
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
        let class = Class { is_walkable, kind };
        let known = &mut self.classes[self.triangles.face(half) as usize];
        if known.is_some_and(|known| known != class) {
            return Err(RebuildReason::Unsettled);
        }
        *known = Some(class);
        Ok(())
    }

    /// Changes the winding numbers on the way across an edge, from the left of a half-edge to its right.
    fn cross(&self, half: u32, cover: &mut Cover<'_>, numbering: &Numbering) {
        for (half, change) in [(half, -1), (half ^ 1, 1)] {
            for &slot in self.labels.get(&half).into_iter().flatten() {
                let segment = self.step.index.segment(slot);
                cover.wind(numbering.rings[&[segment.shape, segment.ring]], change);
            }
        }
    }

    /// Returns the winding number of each ring at the start of a point's ray, if not 0.
    fn crossed_by_ray(&self, point: DVec2) -> BTreeMap<Ring, i32> {
        let mut crossed = BTreeMap::new();
        let index = self.step.index;
        for slot in index.on_ray(point) {
            let segment = index.segment(slot);
            for pair in self.step.cuts.chain(index, slot).windows(2) {
                let change = ray_change([pair[0], pair[1]], point);
                if change != 0 {
                    *crossed.entry([segment.shape, segment.ring]).or_insert(0) += change;
                }
            }
        }
        crossed.retain(|_, winding| *winding != 0);
        crossed
    }

    /// Classifies triangles beyond the bodies, from those that are known and from the old cells.
    fn spread(&mut self, cavity: &Cavity) -> Result<(), RebuildReason> {
        let mut is_border = vec![false; self.is_near.len()];
        let mut open: Vec<u32> = Vec::new();
        for &(half, edge) in &self.borders {
            is_border[half as usize / 2] = true;
            let kind = cavity.edges[edge as usize].kind.unwrap_or(NONE);
            let class = Class { is_walkable: true, kind };
            let known = &mut self.classes[self.triangles.face(half) as usize];
            if known.is_some_and(|known| known != class) {
                return Err(RebuildReason::Unsettled);
            }
            *known = Some(class);
        }
        for &half in self.labels.keys() {
            let edge = half as usize / 2;
            if !self.is_near[edge] && !is_border[edge] {
                let ends = [half, half ^ 1].map(|half| self.point(half));
                let lies_on = |&[a, b]: &[DVec2; 2]| ends.iter().all(|&end| on_segment(a, b, end));
                is_border[edge] = cavity.touched.iter().any(lies_on);
            }
        }
        let halves = 0..self.triangles.halves.len() as u32;
        let is_walkable = |half: &u32| self.class(*half).is_some_and(|class| class.is_walkable);
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

/// Returns the change of a ring's winding number by a segment that the ray of a point crosses.
fn ray_change([a, b]: [DVec2; 2], point: DVec2) -> i32 {
    let is_upward = a.y < b.y;
    let (low, high) = if is_upward { (a, b) } else { (b, a) };
    if !(low.y <= point.y && point.y < high.y) || turn(low, high, point) != Turn::Left {
        return 0;
    }
    if is_upward { 1 } else { -1 }
}

/// The rings of a flood as sources and regions.
struct Numbering {
    rings: BTreeMap<Ring, u32>,
    sources: Vec<Source>,
    regions: Vec<Region>,
}

impl Numbering {
    /// Numbers the shapes of these segments and rings, areas in their order.
    fn of<'s>(
        step: &Step<'_>,
        slots: impl Iterator<Item = &'s u32>,
        crossed: &BTreeMap<Ring, i32>,
        kinds: &mut Kinds,
    ) -> Self {
        let index = step.index;
        let mut shapes: Vec<u32> = slots.map(|&slot| index.segment(slot).shape).collect();
        shapes.extend(crossed.keys().map(|ring| ring[0]));
        shapes.sort_unstable();
        shapes.dedup();
        shapes.sort_by_key(|&shape| index.shape(shape).map(|shape| shape.rank));
        let mut numbering =
            Self { rings: BTreeMap::new(), sources: Vec::new(), regions: Vec::new() };
        for number in shapes {
            let Some(shape) = index.shape(number) else { continue };
            let effect = match shape.role {
                Role::Walkable => Some(Effect::Walkable),
                Role::Obstacle => Some(Effect::Obstacle),
                Role::Area => Some(Effect::Area { kind: kinds.number(step.builder, shape.key) }),
                _ => None,
            };
            let outline = numbering.regions.len() as u32;
            let fill = step.builder.options.fill.into();
            numbering.regions.extend(effect.map(|effect| Region { effect, fill }));
            for (ring, &is_exterior) in (0..).zip(&shape.is_exterior) {
                numbering.rings.insert([number, ring], numbering.sources.len() as u32);
                numbering.sources.push(match effect {
                    None => Source::Wall,
                    Some(_) if is_exterior => Source::Exterior { outline },
                    Some(_) => Source::Hole { outline },
                });
            }
        }
        numbering
    }
}
