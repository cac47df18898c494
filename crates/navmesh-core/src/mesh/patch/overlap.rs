//! The check that new cells overlap no other cell of their floor.

use glam::DVec2;

use super::join::Side;
use super::{Joins, MeshPatch, PatchError};
use crate::geom::Bounds;
use crate::mesh::NavMesh;
use crate::mesh::validate::separates;

impl NavMesh {
    /// Compares every new cell with the cells near it, in one sweep along x.
    ///
    /// Complexity: linear in the pairs of near cells, times the product of their corners. Cells that are
    /// joined are not compared, because their common side separates them.
    pub(super) fn check_overlap(
        &self,
        patch: &MeshPatch,
        removed: &[u32],
        joins: &Joins,
    ) -> Result<(), PatchError> {
        let boxes = self.boxes_around(patch, removed);
        let joined = self.joined_cells(joins);
        let are_joined = |one: Cell, other: Cell| {
            joined.binary_search(&[one.min(other), one.max(other)]).is_ok()
        };
        let mut by_x: Vec<(f64, u32)> = boxes.iter().map(|own| own.bounds.min.x).zip(0..).collect();
        by_x.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        for (place, &(_, at)) in by_x.iter().enumerate() {
            let one = &boxes[at as usize];
            for &(_, at) in by_x[place + 1..].iter().take_while(|(x, _)| *x < one.bounds.max.x) {
                let other = &boxes[at as usize];
                if let Some(cell) = one.may_overlap(other)
                    && !are_joined(one.cell, other.cell)
                    && self.overlap(patch, [one.cell, other.cell])
                {
                    return Err(PatchError::Overlap { cell });
                }
            }
        }
        Ok(())
    }

    /// Returns the boxes of the new cells and of the cells near them.
    fn boxes_around(&self, patch: &MeshPatch, removed: &[u32]) -> Vec<CellBox> {
        let mut boxes = Vec::with_capacity(4 * patch.cells.len());
        let new = (0..).zip(&patch.cells).map(|(number, cell)| CellBox {
            bounds: Bounds::of(cell.corners.iter().copied()),
            layer: cell.layer,
            cell: Cell::New(number),
        });
        boxes.extend(new);
        let mut near = Vec::with_capacity(16 * boxes.len());
        let mut add = |slot| near.push(slot);
        // The boxes of most patches overlap so much that one box around all holds fewer buckets.
        let corners = boxes.iter().flat_map(|own| [own.bounds.min, own.bounds.max]);
        let (all, area) = (Bounds::of(corners), |bounds: Bounds| bounds.size().element_product());
        if area(all) <= boxes.iter().map(|own| area(own.bounds)).sum() {
            self.locator.each_in_box(all, &mut add);
        } else {
            boxes.iter().for_each(|own| self.locator.each_in_box(own.bounds, &mut add));
        }
        near.sort_unstable();
        near.dedup();
        near.retain(|slot| removed.binary_search(slot).is_err());
        boxes.extend(near.into_iter().map(|slot| CellBox {
            bounds: Bounds::of(self.corners(slot)),
            layer: self.layer(slot),
            cell: Cell::Old(slot),
        }));
        boxes
    }

    /// Returns the pairs of cells that are joined, ascending, the lower one first.
    fn joined_cells(&self, joins: &Joins) -> Vec<[Cell; 2]> {
        let cell_of = |side: Side| match side {
            Side::New { cell, .. } => Cell::New(cell),
            Side::Rim(edge) => Cell::Old(self.edge(edge).cell),
        };
        let pair = |sides: &[Side; 2]| {
            let [one, other] = sides.map(cell_of);
            [one.min(other), one.max(other)]
        };
        let mut joined: Vec<[Cell; 2]> = joins.pairs.iter().map(pair).collect();
        joined.sort_unstable();
        joined
    }

    /// True if the interiors of two cells meet. Exact.
    fn overlap(&self, patch: &MeshPatch, cells: [Cell; 2]) -> bool {
        let new = |number: u32| patch.cells[number as usize].corners.iter().copied();
        match cells {
            [Cell::New(one), Cell::New(other)] => overlap(new(one), new(other)),
            [Cell::New(own), Cell::Old(slot)] | [Cell::Old(slot), Cell::New(own)] => {
                overlap(new(own), self.corners(slot))
            }
            [Cell::Old(_), Cell::Old(_)] => false,
        }
    }
}

/// A new cell by its number, or a cell that stays by its slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    New(u32),
    Old(u32),
}

/// A cell with its bounding box.
#[derive(Debug, Clone, Copy)]
struct CellBox {
    bounds: Bounds,
    layer: u32,
    cell: Cell,
}

impl CellBox {
    /// Returns the number of the new one of two cells of one floor if the interiors of their boxes meet.
    fn may_overlap(&self, other: &Self) -> Option<u32> {
        let new = match [self.cell, other.cell] {
            [Cell::New(one), Cell::New(other)] => one.min(other),
            [Cell::New(own), _] | [_, Cell::New(own)] => own,
            [Cell::Old(_), Cell::Old(_)] => return None,
        };
        let (a, b) = (self.bounds, other.bounds);
        let meet = a.min.cmplt(b.max).all() && b.min.cmplt(a.max).all();
        (meet && self.layer == other.layer).then_some(new)
    }
}

/// True if the interiors of two convex rings meet.
fn overlap(
    a: impl ExactSizeIterator<Item = DVec2> + Clone,
    b: impl ExactSizeIterator<Item = DVec2> + Clone,
) -> bool {
    !separates(a.clone(), b.clone()) && !separates(b, a)
}
