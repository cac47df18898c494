//! Maps whose mesh changes by patches.

use std::sync::Arc;

use navmesh_core::NavMesh;
use navmesh_core::backend::{MeshPatch, PatchError, PatchReport, StringPuller};

use super::{NextTables, SearchMap};
use crate::any_angle::IndexRefresh;
use crate::weighted::Tables;

impl SearchMap {
    /// Creates a map for edits. It prepares what the first patch would otherwise make in linear time.
    #[must_use]
    pub fn for_edits(mesh: Arc<NavMesh>, pull: StringPuller) -> Self {
        let mut map = Self::new(mesh, pull);
        let revision = map.mesh().revision();
        // A patch without cells changes nothing but the revision.
        match map.apply_patch(&MeshPatch::default()) {
            Ok(_) => map.with_revision(revision),
            Err(_) => map,
        }
    }

    /// True if a finder, a search or an answer elsewhere holds this version of the mesh.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        Arc::strong_count(self.mesh()) > 1
    }

    /// Replaces cells of the mesh, and updates the index of the exact search. Sets the weighted tables aside, and drops the
    /// widths.
    ///
    /// Complexity: that of [`NavMesh::apply_patch`], and linear in the portals and blocks around the patch.
    ///
    /// # Errors
    ///
    /// Those of [`NavMesh::apply_patch`]; nothing is then changed but the tables.
    pub fn apply_patch(&mut self, patch: &MeshPatch) -> Result<PatchReport, PatchError> {
        self.retire_tables();
        self.exact.apply_patch(patch)
    }

    /// Logs a patch that was just applied, for copies that follow.
    pub fn log(&self, patch: Arc<MeshPatch>) {
        self.log.add(patch, self.mesh().revision());
    }

    /// Returns the patches since an earlier revision of the mesh; `None` if some are not known any more.
    #[must_use]
    pub fn patches_since(&self, revision: u64) -> Option<Vec<Arc<MeshPatch>>> {
        self.log.between(revision, self.mesh().revision())
    }

    /// True if the map is a copy of an earlier version of another one, with the same index.
    #[must_use]
    pub fn is_version_of(&self, map: &Self) -> bool {
        Arc::ptr_eq(&self.log, &map.log)
    }

    /// Brings a copy with closed doors up to date with its map. All doors are then open. Returns false if the copy
    /// cannot follow; make a new one then.
    #[must_use]
    pub fn follow(&mut self, map: &Self) -> bool {
        let Some(patches) = map.patches_since(self.mesh().revision()) else { return false };
        self.drop_tables();
        self.exact.follow_patches(map.mesh(), patches.iter().map(Arc::as_ref))
    }

    /// Returns how far the index of the exact search is from a fresh one, from 0 to 1. A caller decides by it when to
    /// [refresh](SearchMap::refresh).
    ///
    /// It is the largest of: the length by which removed obstacles shorten the bounds of landmarks, as a share of the largest
    /// distance; the number of vertices that patches left without distances, as a share of those that had some; and 1 where
    /// old walls are open that no detour leads around.
    #[must_use]
    pub fn staleness(&self) -> f64 {
        self.exact.staleness()
    }

    /// Begins a fresh index of the mesh as it is now, which the caller advances in slices.
    ///
    /// Complexity: linear, about a tenth of [`SearchMap::new`]. It shares the mesh, so the next patch copies it.
    #[must_use]
    pub fn refresh(&self) -> IndexRefresh {
        self.exact.refresh()
    }

    /// Returns the map with a fresh index of its mesh, or of an earlier version of it.
    #[must_use]
    pub fn refreshed(&self, index: IndexRefresh) -> Self {
        Self::of(index.finish(), self.pull)
    }

    /// Returns a copy that shares neither mesh nor index, so that patches of either copy nothing large.
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn unshared(&self) -> Self {
        Self { exact: self.exact.unshared(), ..self.clone() }
    }

    /// Returns the map with another revision of its mesh.
    #[must_use]
    pub fn with_revision(mut self, revision: u64) -> Self {
        self.exact.set_revision(revision);
        self
    }

    /// Lets the tables go, so that the mesh can change. Those of the next version take over what they can.
    pub fn retire_tables(&mut self) {
        if let Some(tables) = self.tables.get() {
            let former = tables.former();
            let make = move |mesh| Tables::after_edits(&former, mesh);
            self.next_tables = Some(NextTables(Arc::new(make)));
        }
        self.drop_lazy();
    }

    /// Takes over the former tables of another version of the map.
    pub fn take_former_tables(&mut self, map: &Self) {
        self.next_tables.clone_from(&map.next_tables);
    }
}
