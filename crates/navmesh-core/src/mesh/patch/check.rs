//! Checks of a patch before it is applied.

use super::{MeshPatch, PatchCell, PatchError};
use crate::geom::sanitized;
use crate::mesh::validate::shape_defect;
use crate::mesh::{MeshDefect, NavMesh, RawMesh};

/// The number of corners and of cells below which 32-bit ids suffice.
const LIMIT: usize = 1 << 31;

impl NavMesh {
    /// Checks all of a patch that does not depend on neighbours. Returns the removed slots, ascending.
    pub(super) fn check_patch(&self, patch: &MeshPatch) -> Result<Vec<u32>, PatchError> {
        if self.door_patch.is_some() || self.unfiltered.is_some() {
            return Err(PatchError::Restricted);
        }
        let removed = self.check_removed(patch)?;
        if patch.cells.is_empty() && self.slots().nth(removed.len()).is_none() {
            return Err(PatchError::Empty);
        }
        let corners: usize = patch.cells.iter().map(|cell| cell.corners.len()).sum();
        if self.edges.len() + corners >= LIMIT || self.cells.len() + patch.cells.len() >= LIMIT {
            return Err(PatchError::TooLarge);
        }
        if patch.clearance.as_ref().is_some_and(|clearance| !clearance.is_valid()) {
            return Err(PatchError::BadClearance);
        }
        for (area, own) in (self.areas.len() as u32..).zip(&patch.areas) {
            if !RawMesh::COSTS.contains(&own.cost) {
                return Err(PatchError::BadCell { defect: MeshDefect::BadAreaCost { area } });
            }
        }
        for (number, cell) in (0..).zip(&patch.cells) {
            self.check_cell(patch, number, cell)?;
        }
        self.check_former(patch, &removed)?;
        Ok(removed)
    }

    fn check_removed(&self, patch: &MeshPatch) -> Result<Vec<u32>, PatchError> {
        if let Some(&cell) = patch.removed.iter().find(|&&cell| !self.has_cell(cell)) {
            return Err(PatchError::UnknownCell { cell });
        }
        let mut removed: Vec<u32> = patch.removed.iter().map(|cell| cell.slot).collect();
        removed.sort_unstable();
        match removed.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(PatchError::UnknownCell { cell: self.cell_id(pair[0]) }),
            None => Ok(removed),
        }
    }

    fn check_cell(
        &self,
        patch: &MeshPatch,
        number: u32,
        cell: &PatchCell,
    ) -> Result<(), PatchError> {
        let bad = |defect| Err(PatchError::BadCell { defect });
        let count = cell.corners.len();
        if count < 3 {
            return bad(MeshDefect::TooFewCorners { cell: number });
        }
        let is_bad = |&point: &glam::DVec2| sanitized(point) != Some(point);
        if let Some(corner) = cell.corners.iter().position(is_bad) {
            return Err(PatchError::BadPosition { cell: number, corner: corner as u32 });
        }
        if let Some(defect) = shape_defect(number, count, |corner| cell.corners[corner]) {
            return bad(defect);
        }
        if !cell.sides.is_empty() && cell.sides.len() != count {
            return Err(PatchError::BadSides { cell: number });
        }
        if !RawMesh::COSTS.contains(&cell.cost) {
            return bad(MeshDefect::BadCost { cell: number });
        }
        let areas = || self.areas.iter().chain(&patch.areas);
        let of_area = cell.area.map(|area| areas().nth(area.index()).map(|area| area.cost));
        if of_area.is_some_and(|cost| cost != Some(cell.cost)) {
            return bad(MeshDefect::BadArea { cell: number });
        }
        let doors = self.doors.len() + patch.doors.len();
        let is_known = |side: Option<u32>| side.is_none_or(|side| (side as usize) < count);
        let mut of_doors = cell.doors.iter();
        if !of_doors.all(|own| own.door.index() < doors && is_known(own.side)) {
            return Err(PatchError::BadDoor { cell: number });
        }
        Ok(())
    }

    /// Checks that every cell that returns existed, is gone, and finds its slot free.
    fn check_former(&self, patch: &MeshPatch, removed: &[u32]) -> Result<(), PatchError> {
        let mut slots = Vec::new();
        for cell in patch.cells.iter().filter_map(|cell| cell.former) {
            let Some(record) = self.cells.get(cell.slot as usize) else {
                return Err(PatchError::NoFormerCell { cell });
            };
            let is_free = record.edge_count == 0 || removed.binary_search(&cell.slot).is_ok();
            let highest = self
                .patch_state
                .as_ref()
                .map_or(record.generation, |state| state.highest(cell.slot));
            if !is_free || cell.generation > highest || slots.contains(&cell.slot) {
                return Err(PatchError::NoFormerCell { cell });
            }
            slots.push(cell.slot);
        }
        Ok(())
    }
}
