//! The index of a mesh that is patched.

use std::sync::Arc;

use navmesh_core::backend::{MeshPatch, PatchError, PatchReport};
use navmesh_core::{ClosedDoors, DVec2, NavMesh};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::Index;
use crate::any_angle::index::landmarks::{FormerWalls, Landmarks};
use crate::any_angle::index::portals::PortalOrder;
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::shortcut_blocks::ShortcutBlocks;
use crate::blocks::{Blocks, TouchedBlocks};

/// The parts of the index near a patch, collected before it is applied.
struct Former {
    /// `None` on a mesh with links.
    blocks: Option<TouchedBlocks>,
    /// `None` without landmarks.
    walls: Option<FormerWalls>,
    corners: Vec<DVec2>,
}

impl AnyAngle {
    /// Applies a patch to the mesh, and updates the index. See [`NavMesh::apply_patch`].
    ///
    /// Clones keep their mesh and index. A mesh or an index that is shared is copied first. The same patches
    /// applied to equal finders give equal finders. Answers are those of a new finder for the same cells.
    ///
    /// Complexity: linear in the patch and the cells around it, and in the smaller ones of the blocks that
    /// unite. Blocks are found anew on a mesh with links, in linear time.
    ///
    /// # Errors
    ///
    /// [`PatchError`]; the finder is then unchanged.
    pub(crate) fn apply_patch(&mut self, patch: &MeshPatch) -> Result<PatchReport, PatchError> {
        let former = self.former(patch);
        let report = Arc::make_mut(&mut self.mesh).apply_patch(patch)?;
        self.follow(former, &report);
        Ok(report)
    }

    /// Brings a copy that doors were closed on up to date with its mesh, to which patches were applied since. All
    /// doors are then open.
    ///
    /// `open` is that mesh after the patches. Returns false if the copy cannot follow; make a new one then.
    ///
    /// Complexity: that of [`AnyAngle::set_doors`] and of [`AnyAngle::apply_patch`].
    pub(crate) fn follow_patches<'p>(
        &mut self,
        open: &Arc<NavMesh>,
        patches: impl IntoIterator<Item = &'p MeshPatch>,
    ) -> bool {
        let Some(former) = self.mesh.opened().cloned().filter(|_| self.is_own) else {
            return false;
        };
        if self.set_doors(&ClosedDoors::new(&former)).is_err() {
            return false;
        }
        drop(former);
        Arc::make_mut(&mut self.mesh).leave_open_mesh()
            && patches.into_iter().all(|patch| self.apply_patch(patch).is_ok())
            && Arc::make_mut(&mut self.mesh).refer_to_open_mesh(open)
    }

    /// Returns a copy that shares neither mesh nor index, so that patches of either copy nothing large.
    ///
    /// Complexity: linear.
    pub(crate) fn unshared(&self) -> Self {
        let Index { blocks, order, shortcut_blocks, landmarks } = &*self.index;
        let index = Index {
            blocks: Arc::new(Blocks::clone(blocks)),
            order: order.clone(),
            shortcut_blocks: Arc::clone(shortcut_blocks),
            landmarks: Arc::new(Landmarks::clone(landmarks)),
        };
        Self { mesh: Arc::new(NavMesh::clone(&self.mesh)), index: Arc::new(index), ..self.clone() }
    }

    /// Sets the number of changes before this mesh; see
    /// [`NavMesh::set_revision`](navmesh_core::NavMesh::set_revision). A shared mesh is copied first.
    ///
    /// Complexity: O(1), and linear if the mesh is shared.
    pub(crate) fn set_revision(&mut self, revision: u64) {
        if self.mesh.revision() != revision {
            Arc::make_mut(&mut self.mesh).set_revision(revision);
        }
    }

    fn former(&self, patch: &MeshPatch) -> Former {
        let (mesh, index) = (&*self.mesh, &*self.index);
        let removed = patch.removed.iter().filter(|&&cell| mesh.has_cell(cell));
        Former {
            blocks: (!mesh.has_links()).then(|| TouchedBlocks::of(mesh, &index.blocks, patch)),
            walls: (!index.landmarks.is_empty()).then(|| FormerWalls::of(mesh, patch)),
            corners: removed.flat_map(|cell| mesh.corners(cell.slot)).collect(),
        }
    }

    fn follow(&mut self, former: Former, report: &PatchReport) {
        let (mesh, index) = (&*self.mesh, Arc::make_mut(&mut self.index));
        self.lattice.remove(former.corners.into_iter());
        self.lattice.add(report.added.iter().flat_map(|cell| mesh.corners(cell.slot)));
        match former.blocks {
            Some(touched) => {
                let changed = Arc::make_mut(&mut index.blocks).follow(mesh, &touched, report);
                index.order.fit(mesh);
                index.order.renew(changed, mesh, &index.blocks);
            }
            None => {
                index.blocks = Arc::new(Blocks::of(mesh));
                index.order = PortalOrder::of_blocks(mesh, &index.blocks);
                self.connections = Arc::new(ConnectionIndex::of(mesh, self.lattice.lattice()));
                let shortcuts = ShortcutBlocks::of(mesh, &index.blocks, &self.connections);
                index.shortcut_blocks = Arc::new(shortcuts);
            }
        }
        if let Some(walls) = former.walls {
            Arc::make_mut(&mut index.landmarks).follow(mesh, &walls, report);
        }
    }
}
