//! The segments that edits add and remove.

use std::collections::BTreeMap;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;

use super::body::Body;
use super::edit::alone;
use super::index::{Chains, OutlineSegment, SegmentIndex, Shape, ShapeKey};
use crate::builder::{DoorKey, Entry, LiveKey, LiveShape};
use crate::error::{InputPlace, Role};
use crate::floors::connection_line;
use crate::input::{ChainPlace, Drawings, clean};
use crate::options::BuildOptions;
use crate::plsg::{Drawing, Fill, Source};
use crate::report::BuildReport;

/// The changes by edits: of the drawings that the mesh is made of, and of the ground behind an inset.
#[derive(Debug, Default)]
pub(super) struct AllChanges {
    /// By floor.
    pub(super) drawn: BTreeMap<u32, Changes>,
    pub(super) ground: Changes,
    /// The shapes that were added, replaced or removed, by rank: keys say nothing about the order.
    pub(super) keys: BTreeMap<u64, LiveKey>,
    /// True if a link changed.
    pub(super) has_links: bool,
    /// True if a floor connection changed.
    pub(super) has_connections: bool,
    /// True if the first shape of a floor was added.
    pub(super) has_new_floor: bool,
    /// True if welding may change sides because of the edits.
    pub(super) has_welds: bool,
}

impl AllChanges {
    /// Notes a shape that changes.
    pub(super) fn note(&mut self, entry: &Entry) {
        self.keys.insert(entry.rank, entry.key);
        self.has_links |= entry.role == Role::Link;
        self.has_connections |= entry.role == Role::FloorConnection;
    }
}

/// The changes of an index by edits.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The closed convex sets that hold all changed outlines, old and new.
    pub(super) bodies: Vec<Body>,
    /// The new segments, ascending.
    pub(super) added: Vec<u32>,
    /// The segments that are gone, each with its former slot.
    pub(super) removed: Vec<(u32, OutlineSegment)>,
    /// The former points of segments that are cut in another way.
    pub(super) former: Chains,
    /// True if more than the first round cut segments before.
    pub(super) was_unsettled: bool,
}

impl Changes {
    /// True if nothing changed.
    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Adds a valid shape to an index.
    pub(super) fn add(&mut self, index: &mut SegmentIndex, placed: Placed<'_>, drawing: &Drawing) {
        placed.add_to(index, drawing);
        self.add_indexed(index, ShapeKey::Live(placed.entry.key));
    }

    /// Adds the margin of a door to an index.
    pub(super) fn add_margin(&mut self, index: &mut SegmentIndex, door: DoorKey, margin: &Drawing) {
        add_margin(index, door, margin);
        self.add_indexed(index, ShapeKey::Margin(door));
    }

    /// Notes a shape that was just added.
    fn add_indexed(&mut self, index: &mut SegmentIndex, key: ShapeKey) {
        let Some(Shape { role, segments, .. }) = index.shape_of(key).cloned() else { return };
        self.was_unsettled |= !index.is_settled();
        index.find_partners(&segments, &mut self.former);
        let ends = segments.iter().map(|&slot| index.segment(slot).ends);
        self.bodies.extend(bodies(role, ends.collect()));
        self.added.extend(segments);
        self.added.merge_sort();
    }

    /// Removes a shape from an index.
    pub(super) fn remove(&mut self, index: &mut SegmentIndex, key: ShapeKey) {
        let Some(role) = index.shape_of(key).map(|shape| shape.role) else { return };
        self.was_unsettled |= !index.is_settled();
        let removed = index.remove(key, &mut self.former);
        let ends = removed.iter().map(|(_, segment)| segment.ends).collect();
        self.bodies.extend(bodies(role, ends));
        for (slot, segment) in removed {
            match self.added.binary_search(&slot) {
                Ok(at) => _ = self.added.remove(at),
                Err(_) => self.removed.push((slot, segment)),
            }
        }
    }
}

/// A shape to be drawn.
#[derive(Clone, Copy)]
pub(super) struct Placed<'a> {
    pub(super) entry: &'a Entry,
    pub(super) options: &'a BuildOptions,
}

impl Placed<'_> {
    /// Adds the shape to an index, without the partners of its segments.
    pub(super) fn add_to(&self, index: &mut SegmentIndex, drawing: &Drawing) {
        let Entry { key, role, rank, .. } = *self.entry;
        let fill = self.options.fill.into();
        index.add(Shape::new(ShapeKey::Live(key), role, fill, rank), drawing);
    }

    /// Returns the drawing of the shape alone, as given. Shapes that stand are valid.
    pub(super) fn drawing(&self) -> Drawing {
        self.drawings().map(|own| own.ground.with(own.areas)).unwrap_or_default()
    }

    /// Returns the drawings of the shape alone, as given; `None` if it is not valid.
    pub(super) fn drawings(&self) -> Option<Drawings> {
        let mut report = BuildReport::default();
        if let LiveShape::Connection(connection) = &self.entry.shape {
            let mut ground = Drawing::default();
            let source = ground.add_source(Source::Border);
            let line = connection_line(connection, 0, &mut report.repairs).ok()?;
            ground.add_chain(line.points.iter().copied(), source);
            let first = InputPlace { role: self.entry.role, outline: 0, ring: 0, vertex: 0 };
            let places = vec![ChainPlace::of(line, first)];
            return Some(Drawings { ground, areas: Drawing::default(), places });
        }
        let alone = alone(&self.entry.shape, self.entry.role);
        clean(&alone, &[0], self.options, &mut report).ok()
    }
}

/// Adds the margin of a door to an index, without the partners of its segments.
pub(super) fn add_margin(index: &mut SegmentIndex, door: DoorKey, margin: &Drawing) {
    // It covers like an area.
    index.add(Shape::new(ShapeKey::Margin(door), Role::Area, Fill::Positive, 0), margin);
}

/// Returns the bodies of a shape: the hull of rings, or the segments of lines.
fn bodies(role: Role, segments: Vec<[DVec2; 2]>) -> Vec<Body> {
    if matches!(role, Role::Wall | Role::Door | Role::FloorConnection) {
        segments.into_iter().filter_map(|ends| Body::hull(ends.to_vec())).collect()
    } else {
        Body::hull(segments.into_iter().flatten().collect()).into_iter().collect()
    }
}
