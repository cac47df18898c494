//! Costs, areas, floors, doors, links and bounds of a patched mesh.

use super::{AreaChange, DoorChange, Joins, MeshPatch, PatchCell, PatchReport, PatchState};
use crate::collections::{MergeSort, NONE};
use crate::geom::Bounds;
use crate::mesh::doors::{NameIndex, SharedParts};
use crate::mesh::location::BoxSide;
use crate::mesh::{CellId, DoorId, EdgeId, LaneId, NavMesh};

impl NavMesh {
    /// Adds, renames and removes areas and doors.
    pub(super) fn change_areas_and_doors(&mut self, patch: &MeshPatch) {
        if self.areas.is_empty() && !patch.areas.is_empty() {
            self.cell_areas = vec![NONE; self.cells.len()];
        }
        for AreaChange { area, kind } in &patch.areas {
            match kind {
                Some(kind) => self.areas.occupy(area.0).clone_from(kind),
                None => self.areas.release(area.0),
            }
        }
        for DoorChange { door, name } in &patch.doors {
            match name {
                Some(name) => self.doors.occupy(door.0).name.clone_from(name),
                None => self.doors.release(door.0),
            }
        }
        if !patch.doors.is_empty() {
            self.names = NameIndex::of(&self.doors, &self.links);
        }
    }

    /// Sets cost, area and floor of a new cell.
    pub(super) fn set_attributes(&mut self, slot: u32, cell: &PatchCell, state: &mut PatchState) {
        let (slot, count) = (slot as usize, self.cells.len());
        if self.is_uniform() && cell.cost != 1.0 {
            self.costs = vec![1.0; count];
        }
        if !self.is_uniform() {
            self.costs.resize(count, 1.0);
            self.costs[slot] = cell.cost;
        }
        if !self.areas.is_empty() {
            self.cell_areas.resize(count, NONE);
            self.cell_areas[slot] = cell.area.map_or(NONE, |area| area.0);
        }
        self.layers.set(slot, count, cell.layer);
        state.costs.add(cell.cost.to_bits());
        state.layers.add(cell.layer);
        if let Some(area) = cell.area {
            state.areas.add(area.0);
        }
    }

    /// Updates the lowest cost and the list of floors.
    pub(super) fn tally_attributes(&mut self, state: &PatchState) {
        let lowest = state.costs.keys().next().map_or(1.0, f64::from_bits);
        if lowest == 1.0 && state.costs.keys().len() == 1 {
            self.costs = Vec::new();
        }
        self.lowest_cost = lowest;
        self.layers.set_numbers(state.layers.keys());
    }

    /// True if a corner of these cells lies on the border of the bounds.
    pub(super) fn reach_bounds(&self, slots: &[u32]) -> bool {
        let Bounds { min, max } = self.bounds;
        let mut corners = slots.iter().flat_map(|&slot| self.corners(slot));
        corners.any(|corner| corner.cmpeq(min).any() || corner.cmpeq(max).any())
    }

    /// Extends the bounds to new cells, or measures them again.
    pub(super) fn update_bounds(&mut self, added: &[CellId], measure: bool) {
        if measure {
            self.bounds = self.bounds_of_listed();
        }
        let corners = added.iter().flat_map(|cell| self.corners(cell.slot));
        self.bounds = corners.fold(self.bounds, Bounds::including);
    }

    /// Returns the box of the cells that the locator lists.
    fn bounds_of_listed(&self) -> Bounds {
        let mut all = Bounds::of([]);
        for side in [BoxSide::Left, BoxSide::Right, BoxSide::Bottom, BoxSide::Top] {
            self.locator.each_outermost(side, |slot| {
                all = self.corners(slot).fold(all, Bounds::including);
            });
        }
        all
    }

    /// Takes removed cells and their edges off the doors. An edge of the rim stands for its twin.
    pub(super) fn take_off_doors(
        &mut self,
        removed: &[u32],
        joins: &Joins,
        report: &mut PatchReport,
    ) {
        let is_gone = |slot: &u32| removed.binary_search(slot).is_ok();
        for (number, door) in (0..).zip(self.doors.iter_mut()) {
            let mut is_changed = false;
            door.edges.retain_mut(|edge| {
                let is_own = !is_gone(&self.edges[edge.index()].cell);
                let kept = if is_own { Some(*edge) } else { joins.across(*edge) };
                let kept = kept.filter(|&edge| joins.keeps(edge));
                is_changed |= kept != Some(*edge);
                kept.map(|kept| *edge = kept).is_some()
            });
            let cells = door.margin.len();
            door.margin.retain(|slot| !is_gone(slot));
            if is_changed || cells > door.margin.len() {
                report.doors.push(DoorId(number));
            }
        }
    }

    /// Puts the new cells onto their doors.
    pub(super) fn put_on_doors(&mut self, patch: &MeshPatch, report: &mut PatchReport) {
        for (cell, id) in patch.cells.iter().zip(&report.added) {
            for own in &cell.doors {
                let edge = |side| EdgeId(self.cells[id.slot as usize].first_edge + side);
                let edges = own.side.map(|side| (edge(side), self.edge(edge(side)).twin()));
                let door = &mut self.doors[own.door.index()];
                match edges {
                    // The other side may belong to the door already.
                    Some((edge, twin)) if !twin.is_some_and(|twin| door.edges.contains(&twin)) => {
                        door.edges.push(edge);
                    }
                    Some(_) => {}
                    None => door.margin.push(id.slot),
                }
                report.doors.push(own.door);
            }
        }
        report.doors.merge_sort();
        report.doors.dedup();
        if !report.doors.is_empty() {
            self.shared_parts = SharedParts::of(&self.doors, |edge| self.first_side(edge));
        }
    }

    /// Lists the usable lanes of links, ascending.
    pub(super) fn usable_lanes(&self) -> Vec<LaneId> {
        let connections = self.off_mesh_connections().iter();
        let mut lanes: Vec<LaneId> = connections.map(|connection| connection.lane_id()).collect();
        lanes.merge_sort();
        lanes.dedup();
        lanes
    }

    /// Reports the lanes that have closed or opened.
    pub(super) fn compare_lanes(&self, before: &[LaneId], report: &mut PatchReport) {
        let after = self.usable_lanes();
        let missing = |from: &[LaneId], of: &[LaneId]| {
            of.iter().copied().filter(|lane| from.binary_search(lane).is_err()).collect()
        };
        report.closed_lanes = missing(&after, before);
        report.opened_lanes = missing(before, &after);
    }
}
