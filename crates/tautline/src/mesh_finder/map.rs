//! A mesh with the indexes of its searches.

use std::fmt;
use std::sync::{Arc, OnceLock};

use navmesh_core::{ClosedDoors, Filter, MeshPatch, NavMesh, PatchError, PatchReport};
use navmesh_search::{AnyAngle, WeightedFinder, Widths};

use super::patch_log::PatchLog;

/// A mesh and the indexes of its searches. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    pub(crate) any_angle: AnyAngle,
    /// The search of a mesh whose cells have different costs, made for its first query.
    weighted: Arc<OnceLock<WeightedFinder>>,
    /// The way to the weighted search from that of an earlier version.
    next_weighted: Option<NextWeighted>,
    /// The search for paths around dear ground, made when first used; `None` where the weighted search finds them.
    around: Arc<OnceLock<Option<AnyAngle>>>,
    /// The widths of all passages, made when first used.
    widths: Arc<OnceLock<Arc<Widths>>>,
    log: Arc<PatchLog>,
}

/// Makes the weighted search of a later version. Only edits create one, so programs without live maps leave its code out.
#[derive(Clone)]
struct NextWeighted(Arc<dyn Fn(Arc<NavMesh>) -> WeightedFinder + Send + Sync>);

impl fmt::Debug for NextWeighted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NextWeighted").finish_non_exhaustive()
    }
}

impl Map {
    pub(crate) fn new(mesh: Arc<NavMesh>) -> Self {
        Self::of(AnyAngle::new(mesh))
    }

    /// Creates a map for edits. It prepares what the first patch would otherwise make in linear time.
    pub(crate) fn for_edits(mesh: Arc<NavMesh>) -> Self {
        let mut map = Self::new(mesh);
        let revision = map.mesh().revision();
        // A patch without cells changes nothing but the revision.
        match map.apply_patch(&MeshPatch::default()) {
            Ok(_) => map.with_revision(revision),
            Err(_) => map,
        }
    }

    /// Creates the map of an exact search.
    pub(crate) fn of(any_angle: AnyAngle) -> Self {
        Self {
            any_angle,
            weighted: Arc::default(),
            next_weighted: None,
            around: Arc::default(),
            widths: Arc::default(),
            log: Arc::default(),
        }
    }

    pub(crate) fn mesh(&self) -> &Arc<NavMesh> {
        self.any_angle.mesh()
    }

    /// Returns the search of a mesh whose cells have different costs.
    pub(super) fn weighted(&self) -> &WeightedFinder {
        self.weighted.get_or_init(|| {
            let mesh = Arc::clone(self.mesh());
            match &self.next_weighted {
                Some(NextWeighted(make)) => make(mesh),
                None => WeightedFinder::new(mesh),
            }
        })
    }

    /// True if all cells cost 1, so that the exact search answers.
    pub(super) fn is_uniform(&self) -> bool {
        self.mesh().is_uniform()
    }

    /// Returns the search for shortest paths on the cells that cost at most 1, the cost of ground without an area.
    ///
    /// `None` if no cell costs less: those paths turn at vertices alone, so the weighted search finds none dearer.
    pub(super) fn around(&self) -> Option<&AnyAngle> {
        let make = || {
            let mesh = self.mesh();
            let is_needed = mesh.slots().any(|slot| mesh.cost(slot) < 1.0);
            // The index of a mesh that changes is not worth its time.
            let is_edited = mesh.revision() > 0;
            is_needed.then(|| match is_edited {
                true => self.any_angle.without_dear_cells(1.0),
                false => AnyAngle::new(Arc::new(mesh.without_dear_cells(1.0))),
            })
        };
        self.around.get_or_init(make).as_ref()
    }

    /// Returns the widths of all passages.
    pub(super) fn widths(&self) -> &Arc<Widths> {
        self.widths.get_or_init(|| Arc::new(Widths::of(self.mesh())))
    }

    /// Returns the size of the indexes made so far, in bytes.
    pub(super) fn prepared_bytes(&self) -> usize {
        let weighted = self.weighted.get().map_or(0, WeightedFinder::prepared_bytes);
        let around = self.around.get().and_then(Option::as_ref);
        let widths = self.widths.get().map_or(0, |widths| widths.memory());
        self.any_angle.prepared_bytes()
            + weighted
            + around.map_or(0, AnyAngle::prepared_bytes)
            + widths
    }

    /// Returns the size of the meshes and indexes made so far, in bytes.
    pub(super) fn memory(&self) -> usize {
        let around = self.around.get().and_then(Option::as_ref);
        self.mesh().memory()
            + around.map_or(0, |around| around.mesh().memory())
            + self.prepared_bytes()
    }

    /// True if a finder, a search or an answer elsewhere holds this version of the mesh.
    pub(crate) fn is_shared(&self) -> bool {
        Arc::strong_count(self.mesh()) > 1
    }

    /// Replaces cells of the mesh, and updates the index of the exact search. Sets the weighted tables aside, and drops the
    /// widths.
    pub(crate) fn apply_patch(&mut self, patch: &MeshPatch) -> Result<PatchReport, PatchError> {
        self.set_tables_aside();
        self.any_angle.apply_patch(patch)
    }

    /// Logs a patch that was just applied, for copies that follow.
    pub(crate) fn log(&self, patch: Arc<MeshPatch>) {
        self.log.add(patch, self.mesh().revision());
    }

    /// Returns the patches since an earlier revision of the mesh; `None` if some are not known any more.
    pub(crate) fn patches_since(&self, revision: u64) -> Option<Vec<Arc<MeshPatch>>> {
        self.log.between(revision, self.mesh().revision())
    }

    /// True if the map is a copy of an earlier version of another one, with the same index.
    pub(super) fn is_version_of(&self, map: &Self) -> bool {
        Arc::ptr_eq(&self.log, &map.log)
    }

    /// Brings a copy with closed doors up to date with its map. All doors are then open. Returns false if the copy
    /// cannot follow; make a new one then.
    pub(super) fn follow(&mut self, map: &Self) -> bool {
        let Some(patches) = map.patches_since(self.mesh().revision()) else { return false };
        self.drop_tables();
        self.any_angle.follow_patches(map.mesh(), patches.iter().map(Arc::as_ref))
    }

    /// Returns the map under a filter, with the bounds of this one.
    pub(super) fn filtered(&self, filter: &Filter) -> Self {
        Self::of(self.any_angle.filtered_where_known(filter))
    }

    /// Returns a copy that shares neither mesh nor index.
    pub(crate) fn unshared(&self) -> Self {
        Self { any_angle: self.any_angle.unshared(), ..self.clone() }
    }

    /// Returns the map with another revision of its mesh.
    pub(crate) fn with_revision(mut self, revision: u64) -> Self {
        self.any_angle.set_revision(revision);
        self
    }

    /// Lets the tables go, so that the mesh can change. Those of the next version take over what they can.
    pub(crate) fn set_tables_aside(&mut self) {
        if let Some(weighted) = self.weighted.get() {
            let former = weighted.former_tables();
            let make = move |mesh| WeightedFinder::after_edits(&former, mesh);
            self.next_weighted = Some(NextWeighted(Arc::new(make)));
        }
        self.drop_lazy();
    }

    /// Takes over the former tables of another version of the map.
    pub(crate) fn take_former_tables(&mut self, map: &Self) {
        self.next_weighted.clone_from(&map.next_weighted);
    }

    /// Drops the weighted tables and the widths, which are made again when they are next used.
    pub(crate) fn drop_tables(&mut self) {
        self.next_weighted = None;
        self.drop_lazy();
    }

    fn drop_lazy(&mut self) {
        (self.weighted, self.around) = (Arc::default(), Arc::default());
        self.widths = Arc::default();
    }

    /// Closes and opens doors, so that exactly those of the set are closed. A change drops the weighted tables and the widths.
    pub(super) fn set_doors(&mut self, doors: &ClosedDoors) {
        if self.mesh().has_closed(doors) {
            return;
        }
        self.drop_tables();
        let result = self.any_angle.set_doors(doors);
        debug_assert!(result.is_ok(), "the doors belong to the mesh, and filters keep its edges");
    }
}
