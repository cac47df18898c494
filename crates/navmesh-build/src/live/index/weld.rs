//! Whether welding would change segments near an edit.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::backend::geom::on_segment;

use super::{OutlineSegment, SegmentIndex, ShapeKey};

impl SegmentIndex {
    /// True if welding changes neither these sides nor the segments of outlines near them: whatever is within the
    /// distance touches exactly, and nothing that was welded is within it.
    pub(in super::super) fn is_apart(&self, sides: &[[DVec2; 2]], distance: f64) -> bool {
        let mut near = Vec::new();
        // A piece is within the distance of its side as given.
        sides.iter().for_each(|&side| self.within(side, 2.0 * distance, &mut near));
        near.merge_sort();
        near.dedup();
        let is_outline = |segment: &OutlineSegment| {
            let shape = self.shape(segment.shape);
            shape.is_some_and(|shape| matches!(shape.key, ShapeKey::Live(_)))
        };
        let near = near.iter().map(|&slot| self.segment(slot)).filter(|own| is_outline(own));
        near.clone().all(|other| {
            let given = other.given();
            sides.iter().all(|&side| {
                let is_apart = |one, point| {
                    let is_far = distance_to_segment(one, point) > distance;
                    is_far || !other.is_welded() && is_apart(one, point, distance)
                };
                given.iter().all(|&end| is_apart(side, end))
                    && side.iter().all(|&end| is_apart(given, end))
            })
        })
    }
}

/// True if a point is farther than the distance from a side, or lies exactly on it: at an end, or far from both.
pub(in super::super) fn is_apart(side: [DVec2; 2], point: DVec2, distance: f64) -> bool {
    let is_far = |end: DVec2| end == point || end.distance(point) > distance;
    distance_to_segment(side, point) > distance
        || on_segment(side[0], side[1], point) && side.into_iter().all(is_far)
}
