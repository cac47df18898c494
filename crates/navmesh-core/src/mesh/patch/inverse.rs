//! The inverse of a patch.

use super::{
    AreaChange, DoorChange, MeshPatch, PatchCell, PatchDoor, PatchReport, PatchSide, PatchWall,
};
use crate::mesh::{CellId, DoorId, Edge, EdgeId, NavMesh};

impl NavMesh {
    /// Returns the patch that undoes another one. `self` is the mesh before that patch, `report` its report.
    ///
    /// Applied next, it removes the new cells and returns the removed ones with their ids, corners, sides,
    /// areas, floors, doors, edges and vertices. Undo the latest patch first; otherwise edges and vertices
    /// may have other ids. Areas and doors that the patch has added go, those that it has removed return under
    /// their ids, and names are as before. A clearance returns if the mesh before had one.
    ///
    /// Its own inverse does the patch again.
    ///
    /// Complexity: linear in the removed and the new cells, and in the edges of all doors.
    ///
    /// # Panics
    ///
    /// If `report` is not of a patch of this mesh.
    ///
    /// ```
    /// # use navmesh_core::backend::MeshPatch;
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    /// let before = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]))?;
    /// let mut mesh = before.clone();
    /// let patch = MeshPatch { removed: vec![mesh.cell_id(1)], ..MeshPatch::default() };
    /// let report = mesh.apply_patch(&patch)?;
    /// mesh.apply_patch(&before.inverse_patch(&patch, &report))?;
    /// assert_eq!(mesh.to_raw(), before.to_raw());
    /// assert!(mesh.has_cell(before.cell_id(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[cfg(feature = "live")]
    pub fn inverse_patch(&self, patch: &MeshPatch, report: &PatchReport) -> MeshPatch {
        let removed = report.removed.iter();
        let wall = |&edge: &EdgeId| {
            let own = self.edge(edge);
            let side = self.side_between(own.cell, Some(own.neighbor_slot()?));
            let index = edge.0 - self.edge_range(own.cell).start as u32;
            Some(PatchWall { cell: self.cell_id(own.cell), index, side })
        };
        MeshPatch {
            removed: report.added.clone(),
            cells: removed.map(|&cell| self.patch_cell(cell)).collect(),
            walls: report.rim.iter().filter_map(wall).collect(),
            clearance: patch.clearance.as_ref().and(self.clearance.clone()),
            areas: self.former_areas(patch),
            doors: self.former_doors(patch),
        }
    }

    /// Returns the changes that bring back the areas from before a patch.
    pub(super) fn former_areas(&self, patch: &MeshPatch) -> Vec<AreaChange> {
        let former = |&AreaChange { area, .. }: &AreaChange| {
            let kind = self.has_area(area).then(|| self.areas[area.index()].clone());
            AreaChange { area, kind }
        };
        patch.areas.iter().map(former).collect()
    }

    /// Returns the changes that bring back the doors from before a patch.
    pub(super) fn former_doors(&self, patch: &MeshPatch) -> Vec<DoorChange> {
        let former = |&DoorChange { door, .. }: &DoorChange| {
            let name = self.has_door(door).then(|| self.doors[door.index()].name.clone());
            DoorChange { door, name }
        };
        patch.doors.iter().map(former).collect()
    }

    /// Returns a cell of the mesh as a patch adds it. Its sides are joined as they are.
    ///
    /// # Panics
    ///
    /// If the mesh does not have the cell.
    #[must_use]
    pub fn patch_cell(&self, cell: CellId) -> PatchCell {
        assert!(self.has_cell(cell), "{cell:?} is not of this mesh");
        let edges = &self.edges[self.edge_range(cell.slot)];
        let side = |edge: &Edge| self.side_between(cell.slot, edge.neighbor_slot());
        PatchCell {
            corners: edges.iter().map(|edge| edge.origin).collect(),
            sides: edges.iter().map(side).collect(),
            cost: self.cost(cell.slot),
            area: self.area_of(cell.slot),
            layer: self.layer(cell.slot),
            doors: self.doors_of_cell(cell.slot),
            former: Some(cell),
            vertices: edges.iter().map(Edge::vertex).collect(),
            first_edge: Some(EdgeId(self.edge_range(cell.slot).start as u32)),
        }
    }

    /// Returns the kind of the side of a cell that leads to a neighbour.
    pub(super) fn side_between(&self, slot: u32, neighbor: Option<u32>) -> PatchSide {
        match neighbor {
            None => PatchSide::Wall,
            Some(neighbor) if self.layer(neighbor) == self.layer(slot) => PatchSide::Joined,
            Some(neighbor) => PatchSide::FloorConnection { layer: self.layer(neighbor) },
        }
    }

    /// Lists the doors that the cell in a slot belongs to. An edge of a door belongs to both of its sides.
    fn doors_of_cell(&self, slot: u32) -> Vec<PatchDoor> {
        let range = self.edge_range(slot);
        let own_side = |edge: EdgeId| {
            let twin = self.edge(edge).twin();
            let own = [Some(edge), twin]
                .into_iter()
                .flatten()
                .find(|edge| range.contains(&edge.index()))?;
            Some(Some((own.index() - range.start) as u32))
        };
        let mut own = Vec::new();
        for (number, door) in (0..).zip(self.doors.iter()) {
            let sides = door.edges.iter().filter_map(|&edge| own_side(edge));
            let margin = door.margin.iter().filter(|&&cell| cell == slot).map(|_| None);
            own.extend(sides.chain(margin).map(|side| PatchDoor { door: DoorId(number), side }));
        }
        own
    }
}
