//! An index of the segments of all outlines that stand on a floor.
//!
//! Buckets list the segments near any place. Every segment also knows its *partners*, the segments that it
//! crosses, and where they cut it: those without partners are not cut.

mod connections;
mod crossings;
mod inset;
pub(super) mod weld;

use std::collections::{BTreeMap, BTreeSet};

use navmesh_core::backend::buckets::{BucketGrid, Buckets};
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::Bounds;
use navmesh_core::{DVec2, Outlines};

use super::anchors::{Anchors, Winding};
use crate::builder::{DoorKey, LiveKey};
use crate::error::Role;
use crate::input::reaches::Reaches;
use crate::plsg::bent_chain::Leg;
use crate::plsg::{Drawing, Fill, Source};
pub(super) use crossings::changed_part;
use crossings::{Crossed, HotPixels};

/// The points of each segment that is cut, from end to end.
pub(super) type Chains = BTreeMap<u32, Vec<DVec2>>;

/// A segment of an outline, in the outline's direction.
#[derive(Debug, Clone)]
pub(super) struct OutlineSegment {
    pub(super) ends: [DVec2; 2],
    /// The number of its shape.
    pub(super) shape: u32,
    /// The number of its ring or line within the shape.
    pub(super) ring: u32,
    /// The ends of the side as given that it is a piece of, if welding moved it.
    given: Option<Box<[DVec2; 2]>>,
    /// Its crossings and cuts; `None` if it crosses no other segment.
    crossed: Option<Box<Crossed>>,
    /// False once its shape is gone.
    pub(super) is_live: bool,
}

impl OutlineSegment {
    /// Creates a piece of a side of a shape, without crossings.
    fn of(Leg { ends, given }: Leg, shape: u32, ring: u32) -> Self {
        let given = (given != ends).then(|| Box::new(given));
        Self { ends, shape, ring, given, crossed: None, is_live: true }
    }

    /// Returns the ends of the side as given.
    pub(super) fn given(&self) -> [DVec2; 2] {
        self.given.as_deref().copied().unwrap_or(self.ends)
    }

    /// True if welding moved it.
    pub(super) fn is_welded(&self) -> bool {
        self.given.is_some()
    }
}

/// The meaning of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ShapeKey {
    /// An outline, wall, area or door that stands.
    Live(LiveKey),
    /// The border of the walkable area, moved inwards by the agents' radius.
    Inset,
    /// The points within the agents' radius of a door.
    Margin(DoorKey),
}

/// Segments with one meaning.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pub(super) key: ShapeKey,
    pub(super) role: Role,
    pub(super) fill: Fill,
    /// Its place in the order among those of its role.
    pub(super) rank: u64,
    /// Whether each of its rings is the exterior.
    pub(super) is_exterior: Vec<bool>,
    /// Its segments; none for the inset, whose segments come and go.
    pub(super) segments: Vec<u32>,
}

impl Shape {
    /// Creates a shape without segments.
    pub(super) fn new(key: ShapeKey, role: Role, fill: Fill, rank: u64) -> Self {
        Self { key, role, fill, rank, is_exterior: Vec::new(), segments: Vec::new() }
    }

    /// True for walls, doors and floor connections.
    fn is_line(&self) -> bool {
        matches!(self.role, Role::Wall | Role::Door | Role::FloorConnection)
    }
}

/// The index.
#[derive(Debug, Clone)]
pub(super) struct SegmentIndex {
    /// The number of the floor.
    pub(super) layer: u32,
    grid: BucketGrid,
    buckets: Vec<Vec<u32>>,
    segments: Vec<OutlineSegment>,
    free_segments: Vec<u32>,
    shapes: Vec<Option<Shape>>,
    free_shapes: Vec<u32>,
    numbers: BTreeMap<ShapeKey, u32>,
    anchors: Anchors,
    /// The sizes of all coordinates.
    pub(super) reaches: Reaches,
    /// The number of pairs of segments that cross.
    crossings: usize,
    /// The number of points that cut segments in the first round.
    cuts: usize,
    /// The segments of floor connections.
    connections: BTreeSet<u32>,
    /// The pixels through which segments are led.
    hot_pixels: HotPixels,
    /// The pairs of segments that cross after the first round of cuts.
    unsettled: BTreeSet<[u32; 2]>,
    /// The number of cuts decided and of pieces tested so far, for tests.
    work: usize,
}

impl SegmentIndex {
    /// Creates an empty index for outlines like these on a floor.
    pub(super) fn for_outlines(layer: u32, outlines: &Outlines) -> Self {
        let rings = outlines.walkable.iter().chain(&outlines.obstacles);
        let rings = rings.chain(outlines.areas.iter().map(|area| &area.outline));
        let lines = outlines.walls.iter().map(|wall| &wall.points);
        let lines = lines.chain(outlines.doors.iter().map(|door| &door.points));
        let chains: Vec<&[DVec2]> =
            rings.flat_map(|outline| outline.rings()).chain(lines.map(Vec::as_slice)).collect();
        let sides: Vec<[DVec2; 2]> = chains
            .iter()
            .flat_map(|chain| chain.windows(2).map(|pair| [pair[0], pair[1]]))
            .collect();
        let bounds = Bounds::of(sides.iter().flatten().copied());
        let buckets =
            Buckets::build(sides.len(), bounds, |side, corners| corners.extend(sides[side]));
        let grid = *buckets.grid();
        let count = grid.columns() as usize * grid.rows() as usize;
        Self {
            layer,
            grid,
            buckets: vec![Vec::new(); count],
            segments: Vec::new(),
            free_segments: Vec::new(),
            shapes: Vec::new(),
            free_shapes: Vec::new(),
            numbers: BTreeMap::new(),
            anchors: Anchors::of(&grid),
            reaches: Reaches::default(),
            crossings: 0,
            connections: BTreeSet::new(),
            cuts: 0,
            hot_pixels: HotPixels::new(),
            unsettled: BTreeSet::new(),
            work: 0,
        }
    }

    /// Returns a segment.
    pub(super) fn segment(&self, slot: u32) -> &OutlineSegment {
        &self.segments[slot as usize]
    }

    /// Returns a shape that stands.
    pub(super) fn shape(&self, number: u32) -> Option<&Shape> {
        self.shapes.get(number as usize)?.as_ref()
    }

    /// True if a segment belongs to a ring, which winds around points.
    pub(super) fn is_of_ring(&self, slot: u32) -> bool {
        self.shape(self.segment(slot).shape).is_some_and(|shape| !shape.is_line())
    }

    /// Returns the shape of a key that stands.
    pub(super) fn shape_of(&self, key: ShapeKey) -> Option<&Shape> {
        self.shape(*self.numbers.get(&key)?)
    }

    /// Adds a shape with these segments, without their partners.
    pub(super) fn add(&mut self, shape: Shape, drawing: &Drawing) {
        let number = self.new_number();
        let mut shape = shape;
        for (source, sides) in drawing.sides() {
            // Such rings have one winding number together.
            let is_joined = shape.fill == Fill::Positive && !shape.is_exterior.is_empty();
            if !is_joined {
                shape.is_exterior.push(matches!(source, Source::Exterior { .. }));
            }
            let ring = shape.is_exterior.len() as u32 - 1;
            for side in sides {
                shape.segments.push(self.add_segment(OutlineSegment::of(side, number, ring)));
                if shape.role != Role::FloorConnection {
                    self.reaches.add(side.ends);
                }
            }
        }
        if shape.role == Role::FloorConnection {
            self.connections.extend(&shape.segments);
        }
        self.each_ring(&shape, number, Anchors::add);
        self.numbers.insert(shape.key, number);
        self.shapes[number as usize] = Some(shape);
    }

    fn new_number(&mut self) -> u32 {
        self.free_shapes.pop().unwrap_or_else(|| {
            self.shapes.push(None);
            self.shapes.len() as u32 - 1
        })
    }

    /// Calls `change` with each ring of a shape, and its segments.
    fn each_ring(
        &mut self,
        shape: &Shape,
        number: u32,
        change: impl Fn(&mut Anchors, [u32; 2], &[[DVec2; 2]]),
    ) {
        if shape.is_line() {
            return;
        }
        let Self { anchors, segments, .. } = self;
        let ring_of = |slot: &u32| segments[*slot as usize].ring;
        for ring in shape.segments.chunk_by(|a, b| ring_of(a) == ring_of(b)) {
            let ends: Vec<[DVec2; 2]> =
                ring.iter().map(|&slot| segments[slot as usize].ends).collect();
            change(anchors, [number, ring_of(&ring[0])], &ends);
        }
    }

    /// Returns the anchor near a point with the winding numbers there, if they are known.
    pub(super) fn anchor_near(&self, point: DVec2) -> Option<(DVec2, &[Winding])> {
        self.anchors.near(&self.grid, point)
    }

    fn add_segment(&mut self, segment: OutlineSegment) -> u32 {
        let ends = segment.ends;
        let slot = match self.free_segments.pop() {
            Some(slot) => {
                self.segments[slot as usize] = segment;
                slot
            }
            None => {
                self.segments.push(segment);
                self.segments.len() as u32 - 1
            }
        };
        let Self { grid, buckets, .. } = self;
        grid.each_near_segment(ends, 0.0, |column, row| {
            buckets[grid.number(column, row) as usize].push(slot);
        });
        slot
    }

    /// Removes a shape, and returns its segments as they were before the edit. Notes the former points of other segments.
    pub(super) fn remove(
        &mut self,
        key: ShapeKey,
        former: &mut Chains,
    ) -> Vec<(u32, OutlineSegment)> {
        let Some(number) = self.numbers.remove(&key) else { return Vec::new() };
        let Some(shape) = self.shapes[number as usize].take() else { return Vec::new() };
        self.free_shapes.push(number);
        self.each_ring(&shape, number, Anchors::remove);
        for slot in &shape.segments {
            if !self.connections.remove(slot) {
                self.reaches.remove(self.segments[*slot as usize].ends);
            }
        }
        self.remove_segments(&shape.segments, former)
    }

    /// Removes segments, and returns them as they were before the edit. Notes the former points of other segments.
    fn remove_segments(
        &mut self,
        slots: &[u32],
        former: &mut Chains,
    ) -> Vec<(u32, OutlineSegment)> {
        let mut removed: Vec<(u32, OutlineSegment)> =
            slots.iter().map(|&slot| (slot, self.segments[slot as usize].clone())).collect();
        for (slot, segment) in &removed {
            let Self { grid, buckets, segments, .. } = self;
            grid.each_near_segment(segment.ends, 0.0, |column, row| {
                buckets[grid.number(column, row) as usize].retain(|own| own != slot);
            });
            segments[*slot as usize].is_live = false;
        }
        for (slot, segment) in &mut removed {
            if let Some(chain) = former.remove(slot) {
                segment.set_former_chain(chain);
            }
        }
        self.drop_partners(slots, former);
        for slot in slots {
            former.remove(slot);
        }
        self.free_segments.extend(slots);
        removed
    }

    fn bucket(&self, column: u32, row: u32) -> &[u32] {
        &self.buckets[self.grid.number(column, row) as usize]
    }

    /// Appends the segments that may touch a box, ascending.
    pub(super) fn near_box(&self, bounds: Bounds, near: &mut Vec<u32>) {
        let margin = self.grid.rounding_at([bounds.min, bounds.max]);
        let first = near.len();
        for row in self.grid.row(bounds.min.y - margin)..=self.grid.row(bounds.max.y + margin) {
            let columns =
                self.grid.column(bounds.min.x - margin)..=self.grid.column(bounds.max.x + margin);
            for column in columns {
                near.extend(self.bucket(column, row));
            }
        }
        sort_from(near, first);
    }

    /// Appends the segments that may touch a segment or pass within its rounding, ascending.
    pub(super) fn near_segment(&self, ends: [DVec2; 2], near: &mut Vec<u32>) {
        self.within(ends, 0.0, near);
    }

    /// Appends the segments that may pass within a distance of a segment, ascending.
    fn within(&self, ends: [DVec2; 2], distance: f64, near: &mut Vec<u32>) {
        let first = near.len();
        let rounding = 2.0 * self.grid.rounding_at(ends) + distance;
        let (low, high) = (ends[0].min(ends[1]) - rounding, ends[0].max(ends[1]) + rounding);
        let may_touch = |slot: &&u32| {
            let [a, b] = self.segments[**slot as usize].ends;
            a.min(b).cmple(high).all() && low.cmple(a.max(b)).all()
        };
        self.grid.each_near_segment(ends, distance, |column, row| {
            near.extend(self.bucket(column, row).iter().filter(may_touch));
        });
        sort_from(near, first);
    }

    /// Returns the segments that may cross the ray from a point towards positive x, ascending.
    pub(super) fn on_ray(&self, from: DVec2) -> Vec<u32> {
        let margin = self.grid.rounding_at([from; 2]);
        let row = self.grid.row(from.y);
        let mut near = Vec::new();
        for column in self.grid.column(from.x - margin)..self.grid.columns() {
            near.extend(self.bucket(column, row));
        }
        sort_from(&mut near, 0);
        near
    }
}

fn sort_from(near: &mut Vec<u32>, first: usize) {
    near[first..].merge_sort();
    let mut last = None;
    let mut kept = first;
    for index in first..near.len() {
        let slot = near[index];
        if last != Some(slot) {
            near[kept] = slot;
            kept += 1;
            last = Some(slot);
        }
    }
    near.truncate(kept);
}
