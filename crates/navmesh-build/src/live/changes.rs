//! The segments that edits add and remove.

use navmesh_core::DVec2;

use super::body::Body;
use super::index::{OutlineSegment, SegmentIndex};
use super::record::alone;
use super::{LiveKey, LiveShape};
use crate::error::Role;
use crate::input::{Drawings, clean};
use crate::options::BuildOptions;
use crate::report::BuildReport;

/// The changes of an index by edits.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The closed convex sets that hold all changed outlines, old and new.
    pub(super) bodies: Vec<Body>,
    /// The new segments, ascending.
    pub(super) added: Vec<u32>,
    /// The segments that are gone, each with its former slot.
    pub(super) removed: Vec<(u32, OutlineSegment)>,
    /// True if a link changed.
    pub(super) has_links: bool,
}

impl Changes {
    /// Adds a valid shape to an index.
    pub(super) fn add(&mut self, index: &mut SegmentIndex, key: LiveKey, placed: Placed<'_>) {
        if matches!(key, LiveKey::Link(_)) {
            self.has_links = true;
            return;
        }
        placed.add_to(index, key);
        index.find_partners(key);
        let Some(shape) = index.shape_of(key) else { return };
        let ends = shape.segments.iter().map(|&slot| index.segment(slot).ends);
        self.bodies.extend(bodies(shape.role, ends.collect()));
        self.added.extend(&shape.segments);
        self.added.sort_unstable();
    }

    /// Removes a shape from an index.
    pub(super) fn remove(&mut self, index: &mut SegmentIndex, key: LiveKey) {
        if matches!(key, LiveKey::Link(_)) {
            self.has_links = true;
            return;
        }
        let Some(role) = index.shape_of(key).map(|shape| shape.role) else { return };
        let removed = index.remove(key);
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

/// A shape with its role and place in the order.
pub(super) struct Placed<'a> {
    pub(super) shape: &'a LiveShape,
    pub(super) role: Role,
    pub(super) rank: u64,
    pub(super) options: &'a BuildOptions,
}

impl Placed<'_> {
    /// Adds the shape to an index, without the partners of its segments. Shapes that stand are valid.
    pub(super) fn add_to(&self, index: &mut SegmentIndex, key: LiveKey) {
        let mut report = BuildReport::default();
        let alone = alone(self.shape, self.role);
        if let Ok(Drawings { ground, areas }) = clean(&alone, &[0], self.options, &mut report) {
            index.add(key, self.role, self.rank, &ground.with(areas));
        }
    }
}

/// Returns the bodies of a shape: the hull of rings, or the segments of lines.
fn bodies(role: Role, segments: Vec<[DVec2; 2]>) -> Vec<Body> {
    if matches!(role, Role::Wall | Role::Door) {
        segments.into_iter().filter_map(|ends| Body::hull(ends.to_vec())).collect()
    } else {
        Body::hull(segments.into_iter().flatten().collect()).into_iter().collect()
    }
}
