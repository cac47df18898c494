//! Local changes of a mesh: cells are removed and added in place.
//!
//! A [`MeshPatch`] lists cells to remove and cells to add. [`NavMesh::apply_patch`] checks it, replaces the
//! cells and updates what depends on them. All other cells keep their ids, edges and corners. The result
//! is an ordinary mesh: it answers every question as a mesh that was made of the same cells at once.
//!
//! ```text
//!  +-----+-----+        +-----+-----+
//!  |  0  |  1  |        |  0  | 1'  |     removed: 1
//!  |     |     |   ->   |     +--+--+     added:   1', 3
//!  +-----+-----+        +-----+  |3 |     rim:     the edge of 2 that led to 1
//!        |  2  |              |2 |  |
//! ```
//!
//! The steps, each linear in the cells of the patch and their neighbours except where it says so:
//!
//! 1. `check`: the patch is refused before anything changes.
//! 2. `join`: the sides of the new cells are joined with one another and with the *rim*, the edges of
//!    other cells that led to removed cells.
//! 3. `free`: slots, edges and vertex numbers are released and taken.
//! 4. `fans`: the fans at the rim and at new corners are numbered. A vertex keeps its number where a corner
//!    stood before.
//! 5. `attributes`: costs, areas, floors, doors and bounds.
//! 6. Components, the locator and links.

mod report;
mod check;
mod overlap;
mod join;
mod free;
mod fans;
mod attributes;
mod inverse;
mod undo;

use std::sync::Arc;

use glam::DVec2;

use super::assemble::locator_of;
use super::{AreaId, CellId, DoorId, Edge, EdgeId, MeshArea, NavMesh, SharedClearance, VertexId};
use crate::collections::{MergeSort, NONE};
pub(super) use free::PatchState;
use join::Joins;
pub use report::{PatchError, PatchReport};
pub use undo::PatchUndo;

/// The share of edges and cells, 1 / `ROOM`, for which the first patch makes room.
const ROOM: usize = 8;

/// Cells to remove from a mesh, and cells to add.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MeshPatch {
    /// The cells to remove.
    pub removed: Vec<CellId>,
    /// The cells to add.
    pub cells: Vec<PatchCell>,
    /// The areas that come or go. New cells may refer to those that come.
    pub areas: Vec<AreaChange>,
    /// The doors that come, go or have another name. New cells may refer to those that come.
    pub doors: Vec<DoorChange>,
    /// The clearance from now on; `None` keeps it.
    pub clearance: Option<Arc<SharedClearance>>,
    /// Walls of cells that stay, with which sides of new cells may be joined.
    pub walls: Vec<PatchWall>,
}

/// An area that a [`MeshPatch`] adds or removes.
#[derive(Debug, Clone, PartialEq)]
pub struct AreaChange {
    /// Its id. That of a new area is free: any that is not [in use](NavMesh::has_area).
    pub area: AreaId,
    /// The new area; `None` to remove one. No cell that stays may belong to it.
    pub kind: Option<MeshArea>,
}

/// A door that a [`MeshPatch`] adds, renames or removes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorChange {
    /// Its id. That of a new door is free: any that is not [in use](NavMesh::has_door).
    pub door: DoorId,
    /// Its name from now on; `None` to remove it. No cell that stays may belong to it.
    pub name: Option<String>,
}

/// A wall of a cell that stays, with which a side of a new cell may be joined.
///
/// An edge that leads to a removed cell may be joined anyway; it may be listed without effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatchWall {
    /// The cell that stays.
    pub cell: CellId,
    /// The index of its edge.
    pub index: u32,
    /// The cells that it may be joined with.
    pub side: PatchSide,
}

/// A cell that a [`MeshPatch`] adds.
#[derive(Debug, Clone, PartialEq)]
pub struct PatchCell {
    /// Its corners, counter-clockwise and convex; corners of 180° are allowed.
    pub corners: Vec<DVec2>,
    /// Its sides, each from the corner of the same index on. Empty if all are [`PatchSide::Joined`].
    pub sides: Vec<PatchSide>,
    /// Its cost per unit of length: that of its area, if it has one.
    pub cost: f64,
    /// Its area.
    pub area: Option<AreaId>,
    /// Its floor.
    pub layer: u32,
    /// The doors that it belongs to.
    pub doors: Vec<PatchDoor>,
    /// The id of a former cell of the mesh that returns; `None` for a new id.
    pub former: Option<CellId>,
    /// The vertices that its corners had, if it returns; may be empty. A corner whose fan has no other
    /// former number takes the given one if it is free.
    pub vertices: Vec<VertexId>,
    /// The first edge that it had, if it returns. It takes the same edges if they are free.
    pub first_edge: Option<EdgeId>,
}

/// The kind of a side of a new cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PatchSide {
    /// It is joined with the same side of another cell of its floor, if there is one.
    #[default]
    Joined,
    /// It is a wall.
    Wall,
    /// It is joined with the same side of a cell of another floor, if there is one.
    FloorConnection {
        /// The other floor.
        layer: u32,
    },
}

/// A door that a new cell belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PatchDoor {
    /// The door.
    pub door: DoorId,
    /// The side of the cell that is an edge of the door; `None` if the cell belongs to its margin.
    pub side: Option<u32>,
}

impl PatchCell {
    /// Creates a cell of cost 1 on floor 0, without an area. All sides are [`PatchSide::Joined`].
    pub fn new<P: Into<DVec2>>(corners: impl IntoIterator<Item = P>) -> Self {
        Self {
            corners: corners.into_iter().map(Into::into).collect(),
            sides: Vec::new(),
            cost: 1.0,
            area: None,
            layer: 0,
            doors: Vec::new(),
            former: None,
            vertices: Vec::new(),
            first_edge: None,
        }
    }

    fn side(&self, index: usize) -> PatchSide {
        self.sides.get(index).copied().unwrap_or_default()
    }

    /// Returns the two ends of a side.
    fn ends(&self, index: usize) -> [DVec2; 2] {
        let next = if index + 1 == self.corners.len() { 0 } else { index + 1 };
        // Adding zero makes negative zeros positive, so that equal points have equal bits.
        [index, next].map(|corner| self.corners[corner] + DVec2::ZERO)
    }
}

impl NavMesh {
    /// Removes and adds cells. All other cells keep their ids, edges and corners.
    ///
    /// A slot of a removed cell is used again with the next generation. A new side is joined with the
    /// same side of another new cell, or with the edge of another cell that led to a removed cell. Such an
    /// edge without a new side becomes a wall. Walls of other cells stay walls, except for
    /// [`MeshPatch::walls`].
    ///
    /// A door keeps its edges on other cells. An end of a link on removed ground closes its lane until a
    /// cell holds the end again; [`PatchReport`] lists such lanes.
    ///
    /// Complexity: linear in the removed cells, the new cells and the cells around them, and linear in the
    /// mesh for the first patch. See [`PatchReport`] for the steps that take more.
    ///
    /// # Errors
    ///
    /// [`PatchError`]; the mesh is then unchanged.
    ///
    /// ```
    /// use navmesh_core::backend::{MeshPatch, PatchCell};
    /// use navmesh_core::{NavMesh, RawMesh};
    ///
    /// // Two squares side by side; the right one becomes two triangles.
    /// let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    /// let mut mesh = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]))?;
    /// let cells = vec![
    ///     PatchCell::new([[1.0, 0.0], [2.0, 0.0], [1.0, 1.0]]),
    ///     PatchCell::new([[2.0, 0.0], [2.0, 1.0], [1.0, 1.0]]),
    /// ];
    /// let removed = vec![mesh.cell_id(1)];
    /// let report = mesh.apply_patch(&MeshPatch { removed, cells, ..MeshPatch::default() })?;
    /// assert_eq!((mesh.cell_count(), mesh.component_count(), mesh.revision()), (3, 1, 1));
    /// assert!(!mesh.has_cell(report.removed[0]) && mesh.has_cell(report.added[0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "live")]
    pub fn apply_patch(&mut self, patch: &MeshPatch) -> Result<PatchReport, PatchError> {
        let removed = self.check_patch(patch)?;
        let joins = Joins::of(self, patch, &removed)?;
        self.check_overlap(patch, &removed, &joins)?;
        let mut state = match self.patch_state.take() {
            Some(state) => state,
            None => {
                self.make_room();
                Box::new(PatchState::of(self))
            }
        };
        let report = self.replace_cells(patch, &removed, &joins, &mut state);
        self.patch_state = Some(state);
        Ok(report)
    }

    /// Returns the number of patches that were applied to the mesh.
    ///
    /// It tells whether ids, fields or answers of an earlier mesh are still up to date.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Sets the number of changes before this mesh, for a mesh that takes the place of another one.
    pub fn set_revision(&mut self, revision: u64) {
        self.revision = revision;
    }

    /// Makes room for patches, so that they seldom copy large arrays.
    fn make_room(&mut self) {
        self.edges.reserve_exact(self.edges.len() / ROOM);
        self.cells.reserve_exact(self.cells.len() / ROOM);
        Arc::make_mut(&mut self.locator).make_room();
    }

    /// Applies a patch without defects.
    fn replace_cells(
        &mut self,
        patch: &MeshPatch,
        removed: &[u32],
        joins: &Joins,
        state: &mut PatchState,
    ) -> PatchReport {
        let lanes_before = self.usable_lanes();
        let mut report = PatchReport {
            removed: patch.removed.clone(),
            rim: joins.rim.iter().map(|rim| rim.edge).collect(),
            ..PatchReport::default()
        };
        self.take_off_doors(removed, joins, &mut report);
        let touches_bounds = self.reach_bounds(removed);
        let fans = self.loosen_fans(removed, &report.rim);
        self.unlist(removed);
        for &slot in removed {
            self.release_cell(slot, state);
        }
        self.change_areas_and_doors(patch);
        report.added = patch.cells.iter().map(|cell| self.place_cell(cell, state)).collect();
        self.connect(joins, &report.added);
        self.number_fans(fans.with_wishes(self, patch, &report.added), state, &mut report);
        self.put_on_doors(patch, &mut report);
        self.tally_attributes(state);
        self.update_bounds(&report.added, touches_bounds);
        self.list(&report.added);
        self.revision = self.revision.wrapping_add(1);
        self.update_components(removed, &self.cells_around(&report));
        self.compare_lanes(&lanes_before, &mut report);
        if patch.clearance.is_some() {
            self.clearance.clone_from(&patch.clearance);
        }
        report
    }

    /// Takes removed cells off the locator.
    fn unlist(&mut self, removed: &[u32]) {
        let mut corners = Vec::new();
        for &slot in removed {
            corners.clear();
            corners.extend(self.corners(slot));
            Arc::make_mut(&mut self.locator).remove(slot, &corners);
        }
    }

    /// Puts new cells onto the locator, or builds it again if they do not fit.
    fn list(&mut self, added: &[CellId]) {
        if !self.locator.fits(self.bounds, self.cells.len()) {
            self.locator = Arc::new(locator_of(&self.edges, &self.cells, self.bounds));
            return;
        }
        let mut corners = Vec::new();
        for cell in added {
            corners.clear();
            corners.extend(self.corners(cell.slot));
            Arc::make_mut(&mut self.locator).insert(cell.slot, &corners);
        }
    }

    /// Returns the slots of the new cells and of the rim, ascending.
    fn cells_around(&self, report: &PatchReport) -> Vec<u32> {
        let mut all = Vec::with_capacity(report.added.len() + report.rim.len());
        all.extend(report.added.iter().map(|cell| cell.slot));
        all.extend(report.rim.iter().map(|&edge| self.edge(edge).cell));
        all.merge_sort();
        all.dedup();
        all
    }

    /// Takes a slot and edges for a new cell, and writes its corners and attributes.
    fn place_cell(&mut self, cell: &PatchCell, state: &mut PatchState) -> CellId {
        let slot = state.take_slot(cell.former, &mut self.cells);
        let count = cell.corners.len() as u32;
        let first = state.take_edges(cell.first_edge, count, &mut self.edges);
        let record = &mut self.cells[slot as usize];
        (record.first_edge, record.edge_count) = (first, count);
        record.generation = state.next_generation(slot, cell.former);
        for index in 0..cell.corners.len() {
            let [origin, _] = cell.ends(index);
            let edge = Edge { origin, vertex: NONE, twin: NONE, neighbor: NONE, cell: slot };
            self.edges[first as usize + index] = edge;
        }
        self.set_attributes(slot, cell, state);
        self.cell_id(slot)
    }

    /// Sets the twins of the new sides and of the rim.
    fn connect(&mut self, joins: &Joins, added: &[CellId]) {
        let edge_of = |side: &join::Side| match *side {
            join::Side::Rim(edge) => edge.index(),
            join::Side::New { cell, side } => {
                self.edge_range(added[cell as usize].slot).start + side as usize
            }
        };
        let pairs: Vec<[usize; 2]> =
            joins.pairs.iter().map(|pair| [edge_of(&pair[0]), edge_of(&pair[1])]).collect();
        for rim in &joins.rim {
            let edge = &mut self.edges[rim.edge.index()];
            (edge.twin, edge.neighbor) = (NONE, NONE);
        }
        for [one, other] in pairs {
            for (own, across) in [(one, other), (other, one)] {
                let neighbor = self.edges[across].cell;
                let edge = &mut self.edges[own];
                (edge.twin, edge.neighbor) = (across as u32, neighbor);
            }
        }
    }
}

#[cfg(test)]
mod tests;
