//! The segments of the inset, which come and go one by one.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::Bounds;

use super::{Chains, OutlineSegment, SegmentIndex, Shape, ShapeKey};
use crate::error::Role;
use crate::plsg::bent_chain::Leg;
use crate::plsg::{Drawing, Fill};

impl SegmentIndex {
    /// Returns the number of pairs of segments that cross.
    pub(in super::super) fn crossings(&self) -> usize {
        self.crossings
    }

    /// Returns the largest magnitude of a coordinate. Complexity: linear.
    pub(in super::super) fn reach(&self) -> f64 {
        let live = self.segments.iter().filter(|segment| segment.is_live);
        Bounds::of(live.flat_map(|segment| segment.ends)).max_abs()
    }

    /// Adds an inset without segments.
    pub(in super::super) fn add_inset(&mut self) {
        let shape = Shape::new(ShapeKey::Inset, Role::Walkable, Fill::Positive, 0);
        self.add(Shape { is_exterior: vec![true], ..shape }, &Drawing::default());
    }

    /// Replaces segments of the inset by others, without their partners. The old ones, reversed, and the new ones
    /// form closed chains. Returns the new slots, in order, and what is gone.
    pub(in super::super) fn change_inset(
        &mut self,
        old: &[u32],
        new: &[[DVec2; 2]],
        former: &mut Chains,
    ) -> (Vec<u32>, Vec<(u32, OutlineSegment)>) {
        let shape = self.numbers.get(&ShapeKey::Inset).copied().unwrap_or_default();
        let reversed = old.iter().map(|&slot| {
            let [a, b] = self.segment(slot).ends;
            [b, a]
        });
        let chains: Vec<[DVec2; 2]> = reversed.chain(new.iter().copied()).collect();
        self.anchors.add([shape, 0], &chains);
        let removed = self.remove_segments(old, former);
        for (_, segment) in &removed {
            self.reaches.remove(segment.ends);
        }
        let add = |&ends| {
            self.reaches.add(ends);
            self.add_segment(OutlineSegment::of(Leg { ends, given: ends }, shape, 0))
        };
        (new.iter().map(add).collect(), removed)
    }
}
