//! The check that new cells overlap no other cell of their floor.

use glam::DVec2;

use super::join::Side;
use super::{Joins, MeshPatch, PatchCell, PatchError};
use crate::collections::MergeSort;
use crate::geom::Bounds;
use crate::mesh::NavMesh;
use crate::mesh::validate::separates;

impl NavMesh {
    /// Compares every new cell with the cells near it.
    ///
    /// Complexity: linear in the pairs of near cells, times the product of their corners. Cells that are
    /// joined are not compared, because their common side separates them.
    pub(super) fn check_overlap(
        &self,
        patch: &MeshPatch,
        removed: &[u32],
        joins: &Joins,
    ) -> Result<(), PatchError> {
        let mut joined: Vec<[Neighbor; 2]> = Vec::new();
        for pair in &joins.pairs {
            let [one, other] = pair.map(|side| match side {
                Side::New { cell, .. } => Neighbor::New(cell),
                Side::Rim(edge) => Neighbor::Slot(self.edge(edge).cell),
            });
            joined.extend([[one, other], [other, one]]);
        }
        joined.merge_sort();
        let boxes: Vec<Bounds> = patch.cells.iter().map(bounds).collect();
        let by_x = NearBoxes::of(&boxes);
        for (number, cell) in (0..).zip(&patch.cells) {
            let is_joined =
                |other: Neighbor| joined.binary_search(&[Neighbor::New(number), other]).is_ok();
            let own = boxes[number as usize];
            let overlaps_slot = |slot: u32| {
                removed.binary_search(&slot).is_err()
                    && !self.edge_range(slot).is_empty()
                    && self.layer(slot) == cell.layer
                    && boxes_cross(own, Bounds::of(self.corners(slot)))
                    && !is_joined(Neighbor::Slot(slot))
                    && overlap(cell.corners.iter().copied(), self.corners(slot))
            };
            let overlaps_new = |other: u32| {
                let new = &patch.cells[other as usize];
                other != number
                    && new.layer == cell.layer
                    && boxes_cross(own, boxes[other as usize])
                    && !is_joined(Neighbor::New(other))
                    && overlap(cell.corners.iter().copied(), new.corners.iter().copied())
            };
            let mut overlaps = false;
            self.locator.each_in_box(own, &mut |slot| overlaps = overlaps || overlaps_slot(slot));
            if overlaps || by_x.after(own).any(overlaps_new) {
                return Err(PatchError::Overlap { cell: number });
            }
        }
        Ok(())
    }
}

/// The boxes of the new cells, ascending by their left sides.
struct NearBoxes(Vec<(f64, u32)>);

impl NearBoxes {
    fn of(boxes: &[Bounds]) -> Self {
        let mut by_x: Vec<(f64, u32)> = boxes.iter().map(|own| own.min.x).zip(0..).collect();
        by_x.merge_sort_by(|a, b| a.0.total_cmp(&b.0));
        Self(by_x)
    }

    /// Iterates over the boxes that begin within the range of x of a box, itself included. Of two boxes
    /// with a common x, one begins within the other.
    fn after(&self, own: Bounds) -> impl Iterator<Item = u32> + '_ {
        let first = self.0.partition_point(|(x, _)| *x < own.min.x);
        let within = self.0[first..].iter().take_while(move |(x, _)| *x <= own.max.x);
        within.map(|&(_, number)| number)
    }
}

/// A cell beside a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Neighbor {
    New(u32),
    Slot(u32),
}

fn bounds(cell: &PatchCell) -> Bounds {
    Bounds::of(cell.corners.iter().copied())
}

/// True if the interiors of two boxes meet.
fn boxes_cross(a: Bounds, b: Bounds) -> bool {
    a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all()
}

/// True if the interiors of two convex rings meet.
fn overlap(
    a: impl ExactSizeIterator<Item = DVec2> + Clone,
    b: impl ExactSizeIterator<Item = DVec2> + Clone,
) -> bool {
    !separates(a.clone(), b.clone()) && !separates(b, a)
}
