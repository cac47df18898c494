//! Checks of a patch before it is applied.

use super::{AreaChange, MeshPatch, PatchCell, PatchError};
use crate::collections::MergeSort;
use crate::geom::sanitized;
use crate::mesh::validate::shape_defect;
use crate::mesh::{AreaId, DoorId, EdgeId, MeshDefect, NavMesh, RawMesh};

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
        self.check_areas(patch, &removed)?;
        self.check_doors(patch, &removed)?;
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
        removed.merge_sort();
        match removed.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(PatchError::UnknownCell { cell: self.cell_id(pair[0]) }),
            None => Ok(removed),
        }
    }

    /// Checks that new areas have free ids and valid costs, and that those that go have no cells.
    fn check_areas(&self, patch: &MeshPatch, removed: &[u32]) -> Result<(), PatchError> {
        let bad = |area: AreaId| Err(PatchError::BadAreaChange { area });
        if let Some(area) = self.areas.unusable(patch.areas.iter().map(|own| own.area.0)) {
            return bad(AreaId(area));
        }
        for &AreaChange { area, ref kind } in &patch.areas {
            match kind {
                Some(kind) if !RawMesh::COSTS.contains(&kind.cost) => {
                    let defect = MeshDefect::BadAreaCost { area: area.0 };
                    return Err(PatchError::BadCell { defect });
                }
                Some(_) if self.has_area(area) => return bad(area),
                None if !self.has_area(area) || self.keeps_area(area, removed) => return bad(area),
                _ => {}
            }
        }
        Ok(())
    }

    /// True if a cell that is not removed belongs to an area.
    fn keeps_area(&self, area: AreaId, removed: &[u32]) -> bool {
        let is_own = |slot: &u32| self.area_of(*slot) == Some(area);
        let all = match &self.patch_state {
            Some(state) => state.areas.count(area.0) as usize,
            None => self.slots().filter(is_own).count(),
        };
        removed.iter().filter(|slot| is_own(slot)).count() < all
    }

    /// Returns the cost of an area once a patch is applied; `None` if there is none.
    fn cost_after(&self, patch: &MeshPatch, area: AreaId) -> Option<f64> {
        match patch.areas.iter().find(|own| own.area == area) {
            Some(change) => change.kind.as_ref().map(|kind| kind.cost),
            None => self.has_area(area).then(|| self.areas[area.index()].cost),
        }
    }

    /// Checks that no door that goes keeps edges or cells.
    fn check_doors(&self, patch: &MeshPatch, removed: &[u32]) -> Result<(), PatchError> {
        if let Some(door) = self.doors.unusable(patch.doors.iter().map(|own| own.door.0)) {
            return Err(PatchError::BadDoorChange { door: DoorId(door) });
        }
        let is_gone = |slot: &u32| removed.binary_search(slot).is_ok();
        let goes = |edge: &EdgeId| {
            let edge = self.edge(*edge);
            is_gone(&edge.cell) || edge.neighbor_slot().is_some_and(|slot| is_gone(&slot))
        };
        let is_bad = |door: DoorId| {
            let parts = self.doors.get(door.index()).filter(|_| self.has_door(door));
            !parts.is_some_and(|own| own.edges.iter().all(goes) && own.margin.iter().all(is_gone))
        };
        let mut going = patch.doors.iter().filter(|change| change.name.is_none());
        match going.find(|change| is_bad(change.door)) {
            Some(change) => Err(PatchError::BadDoorChange { door: change.door }),
            None => Ok(()),
        }
    }

    /// True if the mesh has a door once a patch is applied.
    fn has_door_after(&self, patch: &MeshPatch, door: DoorId) -> bool {
        let change = patch.doors.iter().find(|own| own.door == door);
        change.map_or_else(|| self.has_door(door), |change| change.name.is_some())
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
        let of_area = cell.area.map(|area| self.cost_after(patch, area));
        if of_area.is_some_and(|cost| cost != Some(cell.cost)) {
            return bad(MeshDefect::BadArea { cell: number });
        }
        let is_known = |side: Option<u32>| side.is_none_or(|side| (side as usize) < count);
        let mut of_doors = cell.doors.iter();
        if !of_doors.all(|own| self.has_door_after(patch, own.door) && is_known(own.side)) {
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
