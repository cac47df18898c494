//! The inverse of a patch, for a mesh that is changed in place.

use std::sync::Arc;

use super::{AreaChange, DoorChange, MeshPatch, PatchCell, PatchReport, PatchWall};
use crate::collections::MergeSort;
use crate::mesh::{CellId, NavMesh, SharedClearance};

/// The part of the inverse of a patch that is known before the patch.
#[derive(Debug, Clone)]
pub struct PatchUndo {
    cells: Vec<PatchCell>,
    walls: Vec<PatchWall>,
    clearance: Option<Arc<SharedClearance>>,
    areas: Vec<AreaChange>,
    doors: Vec<DoorChange>,
}

impl NavMesh {
    /// Collects what a patch is about to remove, so that [`PatchUndo::after`] returns its inverse. See
    /// [`NavMesh::inverse_patch`], which needs the mesh from before.
    ///
    /// Complexity: linear in the removed cells, and in the edges of all doors.
    ///
    /// ```
    /// # use navmesh_core::backend::MeshPatch;
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    /// # let before = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]))?;
    /// let mut mesh = before.clone(); // two squares side by side
    /// let patch = MeshPatch { removed: vec![mesh.cell_id(1)], ..MeshPatch::default() };
    /// let undo = mesh.begin_inverse(&patch);
    /// let report = mesh.apply_patch(&patch)?;
    /// mesh.apply_patch(&undo.after(&report))?;
    /// assert_eq!(mesh.to_raw(), before.to_raw());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[cfg(feature = "live")]
    pub fn begin_inverse(&self, patch: &MeshPatch) -> PatchUndo {
        let known = patch.removed.iter().copied().filter(|&cell| self.has_cell(cell));
        let removed: Vec<CellId> = known.collect();
        let mut slots: Vec<u32> = removed.iter().map(|cell| cell.slot).collect();
        slots.merge_sort();
        let sides = slots.iter().flat_map(|&slot| &self.edges[self.edge_range(slot)]);
        let mut walls: Vec<PatchWall> = sides
            .filter_map(|side| {
                let edge = side.twin()?;
                let own = self.edge(edge).cell;
                let is_kept = slots.binary_search(&own).is_err();
                let side = self.side_between(own, Some(side.cell));
                let index = edge.0 - self.edge_range(own).start as u32;
                is_kept.then_some(PatchWall { cell: self.cell_id(own), index, side })
            })
            .collect();
        walls.merge_sort_by_key(|wall| (wall.cell.slot, wall.index));
        PatchUndo {
            cells: removed.into_iter().map(|cell| self.patch_cell(cell)).collect(),
            walls,
            clearance: patch.clearance.as_ref().and(self.clearance.clone()),
            areas: self.former_areas(patch),
            doors: self.former_doors(patch),
        }
    }
}

impl PatchUndo {
    /// Returns the inverse of the patch, once it was applied.
    #[must_use]
    pub fn after(self, report: &PatchReport) -> MeshPatch {
        let Self { cells, walls, clearance, areas, doors } = self;
        MeshPatch { removed: report.added.clone(), cells, walls, clearance, areas, doors }
    }
}
