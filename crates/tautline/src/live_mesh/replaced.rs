//! Changes of the present mesh: by a patch, or by another mesh in its place. Each returns the way back.

use std::sync::Arc;

use navmesh_build::{DoorNumbers, MeshChange, RebuildReason};
use navmesh_core::backend::{MeshPatch, PatchError};
use navmesh_core::{NavMesh, WallsBefore};
use navmesh_funnel::pull;
use navmesh_search::SearchMap;

use super::history::Way;
use super::{EditReport, LiveMesh, StepKind};

impl LiveMesh {
    /// Applies a change to the mesh, whose doors had some numbers before. Returns its report, and the way back.
    pub(super) fn change(&mut self, change: MeshChange, doors: DoorNumbers) -> (EditReport, Way) {
        match change {
            MeshChange::Patch(patch) => self.patch(*patch, doors),
            MeshChange::Rebuilt { mesh, reason } => self.take_mesh(*mesh, reason, doors),
        }
    }

    /// Applies a patch to the mesh, whose doors had some numbers before. If it does not fit, only a whole build is known to
    /// be right.
    pub(super) fn patch(&mut self, patch: MeshPatch, doors: DoorNumbers) -> (EditReport, Way) {
        match self.try_patch(patch) {
            Ok((report, patch)) => (report, Way::Patch { patch: Box::new(patch), doors }),
            Err(_) => self.rebuild_instead(doors),
        }
    }

    /// Applies a patch to the mesh. Returns its report, and the patch that undoes it.
    fn try_patch(&mut self, patch: MeshPatch) -> Result<(EditReport, MeshPatch), PatchError> {
        let before = WallsBefore::patch(&self.current_mesh(), &patch);
        self.release_copies();
        let undo = self.mesh().begin_inverse(&patch);
        let report = self.versions.apply_patch(&Arc::new(patch))?;
        // The outlines know the border before the inset at any time.
        let undo = MeshPatch { clearance: None, ..undo.after(&report) };
        let walls = before.after_patch(&self.current_mesh(), &report);
        Ok((EditReport::of_patch(report, walls), undo))
    }

    /// Makes a new mesh the present one. The doors of the former one had some numbers.
    fn take_mesh(
        &mut self,
        mesh: NavMesh,
        reason: RebuildReason,
        doors: DoorNumbers,
    ) -> (EditReport, Way) {
        let mut mesh = mesh;
        mesh.set_revision(self.revision() + 1);
        let map = SearchMap::for_edits(Arc::new(mesh), pull);
        self.take_map(map, StepKind::Rebuilt(reason), doors)
    }

    /// Makes another map the present version. The doors of the former one had some numbers.
    pub(super) fn take_map(
        &mut self,
        map: SearchMap,
        kind: StepKind,
        doors: DoorNumbers,
    ) -> (EditReport, Way) {
        let before = WallsBefore::whole(&self.current_mesh());
        self.current = None;
        self.forget_filtered();
        let former = self.versions.replace(map);
        let walls = before.after_rebuild(&self.current_mesh());
        let report = EditReport {
            removed: former.mesh().cell_ids().collect(),
            added: self.mesh().cell_ids().collect(),
            kind,
            closed_links: walls.closed_lanes().to_vec(),
            opened_links: walls.opened_lanes().to_vec(),
            walls,
            ..EditReport::default()
        };
        (report, Way::Whole { map: Box::new(former), doors })
    }

    /// Builds the mesh of the outlines that stand.
    pub(super) fn rebuild_anew(&mut self) -> (EditReport, Way) {
        match self.outlines.builder().build_mesh() {
            Ok(mesh) => {
                let former = self.outlines.renumber_all_doors();
                self.take_mesh(mesh, RebuildReason::Unsettled, former)
            }
            // The outlines were just checked, so this is out of reach; the mesh then stays.
            Err(_) => (EditReport::default(), Way::Outlines),
        }
    }

    /// Builds the mesh of the outlines that stand, in place of a patch for which doors were numbered anew.
    pub(super) fn rebuild_instead(&mut self, doors: DoorNumbers) -> (EditReport, Way) {
        self.outlines.renumber_doors(doors);
        self.rebuild_anew()
    }

    /// Lets the copies of the present mesh with doors or filters go of it, so that it can change in place.
    fn release_copies(&mut self) {
        self.leave_present_mesh();
        self.forget_filtered();
    }
}
