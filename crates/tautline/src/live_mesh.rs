//! A map that changes while agents ask for paths.
//!
//! [`LiveMesh`] combines the outlines (`LiveOutlines` of navmesh-build), the versions of the mesh with its index
//! (`versions`), the edits that can be undone (`history`), doors and filters. Finders are snapshots.

mod report;
mod versions;
mod changes;
mod history;
mod replaced;
mod edits;
mod floors;
mod doors;
mod filters;
mod affected;
#[cfg(all(feature = "grid", feature = "weighted"))]
mod tiles;
mod record;
mod state;

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use navmesh_build::{BuildError, BuildReport, LiveKey, LiveOutlines, LiveShape, NavMeshBuilder};
use navmesh_core::backend::ScratchPool;
use navmesh_core::{NavMesh, Outlines};
use navmesh_funnel::pull;
use navmesh_search::SearchMap;

use crate::mesh_finder::{Filters, LiveVersion, MeshFinder, Origin};
pub use affected::{AffectedPaths, LivePaths, MissedReport, Replanned, ReplannedPath};
use changes::Change;
pub use floors::LiveFloor;
use history::History;
use record::Record;
pub use report::{EditReport, StepKind};
pub use state::{LiveMeshState, LiveStateError};
#[cfg(all(feature = "grid", feature = "weighted"))]
pub use tiles::{LiveTiles, TileEditError};
use versions::Versions;

/// A navigation mesh whose outlines change: obstacles are added, moved and removed while queries run.
///
/// ```
/// use tautline::{LiveMesh, NavMeshBuilder, Outline, PathQuery};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// let mut map = LiveMesh::new(builder)?;
/// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
/// assert_eq!(map.finder().find_path(&query)?.length(), 8.0);
///
/// let crate_key = map.add_obstacle(Outline::rect([4.0, 1.0], [6.0, 7.0]))?;
/// assert!(map.finder().find_path(&query)?.length() > 8.0); // around the crate
/// map.remove(crate_key)?;
/// assert_eq!(map.finder().find_path(&query)?.length(), 8.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The outlines are the truth: after any edits the mesh covers what a fresh build of the outlines covers, and paths
/// are exact. Cells away from an edit keep their ids. An edit that cannot be made locally builds the mesh anew, and
/// [`LiveMesh::report`] says so.
///
/// [`LiveMesh::finder`] returns a [`MeshFinder`] on the present version. Finders, sessions and fields keep the
/// version that they began with, and a later [`MeshFinder::revision`] tells that it is no longer the newest. An edit
/// copies the map only while a finder of the version before the last one is held, or if none was held for a while.
///
/// All edits that fail leave the map as it was.
#[doc(alias("dynamic obstacle", "NavMeshObstacle", "dtTileCache", "carve"))]
pub struct LiveMesh {
    outlines: LiveOutlines,
    versions: Versions,
    history: History,
    /// The names of closed doors and links.
    closed: BTreeSet<String>,
    /// The present mesh with the closed doors as walls, once it was needed.
    current: Option<Arc<NavMesh>>,
    filters: Arc<Filters>,
    pool: Arc<ScratchPool>,
    origin: Arc<Origin>,
    build: BuildReport,
    report: EditReport,
    /// All changes so far, if the map is to be saved.
    record: Option<Record>,
}

impl fmt::Debug for LiveMesh {
    /// Writes sizes instead of contents.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LiveMesh")
            .field("mesh", self.mesh())
            .field("revision", &self.revision())
            .field("closed", &self.closed)
            .field("filters", &self.filters.len())
            .field("undo", &self.history.undo_count())
            .finish_non_exhaustive()
    }
}

impl LiveMesh {
    /// Builds the mesh of a builder. The keys of the builder remain valid.
    ///
    /// Complexity: that of [`NavMeshBuilder::build`], and of [`MeshFinder::new`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let before = map.finder();
    /// map.add_obstacle(Outline::rect([4.0, 2.0], [5.0, 3.0]))?;
    /// assert_eq!((before.revision(), map.revision()), (0, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError`]: invalid input, or no walkable area.
    pub fn new(builder: NavMeshBuilder) -> Result<Self, BuildError> {
        Self::at_revision(builder, 0)
    }

    fn at_revision(builder: NavMeshBuilder, revision: u64) -> Result<Self, BuildError> {
        let (outlines, mut mesh, build) = LiveOutlines::new(builder)?;
        mesh.set_revision(revision);
        Ok(Self {
            outlines,
            versions: Versions::new(SearchMap::for_edits(Arc::new(mesh), pull)),
            history: History::default(),
            closed: BTreeSet::new(),
            current: None,
            filters: Arc::default(),
            pool: Arc::default(),
            origin: Arc::new(Origin),
            build,
            report: EditReport::default(),
            record: None,
        })
    }

    /// Returns a finder on the present version: its mesh, closed doors and filters.
    ///
    /// Complexity: O(log n) a closed door.
    #[must_use]
    pub fn finder(&self) -> MeshFinder {
        MeshFinder {
            map: self.versions.front().clone(),
            doors: Arc::new(self.closed_set()),
            filtered: Arc::clone(&self.filters),
            pool: Arc::clone(&self.pool),
            origin: Some(Arc::clone(&self.origin)),
        }
    }

    /// Returns the present mesh, all doors open.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        self.versions.front().mesh()
    }

    /// Returns the number of changes so far, those by undo and redo included; doors do not count.
    ///
    /// [`MeshFinder::revision`] and [`NavMesh::revision`] of a version are its number.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.mesh().revision()
    }

    /// Returns the identity of the present version.
    pub(crate) fn version(&self) -> LiveVersion {
        LiveVersion { origin: Arc::clone(&self.origin), revision: self.revision() }
    }

    /// Returns the report of the last edit; an empty one before the first.
    #[must_use]
    pub fn report(&self) -> &EditReport {
        &self.report
    }

    /// Returns the report of the first build.
    #[must_use]
    pub fn build_report(&self) -> &BuildReport {
        &self.build
    }

    /// Returns a copy of the outlines that stand, in the order of addition: those of floor 0, and all links.
    /// [`LiveMesh::floors`] returns all floors.
    ///
    /// A file of a live map stores these. `write_geojson` of the module `io` writes them.
    ///
    /// Complexity: linear.
    #[must_use]
    pub fn outlines(&self) -> Outlines {
        self.outlines.builder().outlines()
    }

    /// Returns the builder with the outlines that stand, for a fresh build.
    #[must_use]
    pub fn builder(&self) -> &NavMeshBuilder {
        self.outlines.builder()
    }

    /// Returns a copy of the shape of a key; `None` if none stands.
    ///
    /// Complexity: linear in the shape.
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let key = map.add_obstacle(Outline::rect([4.0, 2.0], [5.0, 3.0]))?;
    /// assert!(map.shape(key).is_some());
    /// map.remove(key)?;
    /// assert!(map.shape(key).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn shape(&self, key: impl Into<LiveKey>) -> Option<LiveShape> {
        self.outlines.shape(key.into())
    }

    /// True if edits have weakened the index of the search so much that [`LiveMesh::refresh_index`] renews it. Finders since the
    /// end of a renewal have the new one.
    ///
    /// Complexity: O(1).
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let key = map.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 7.0]))?;
    /// map.remove(key)?;
    /// while map.is_index_stale() {
    ///     map.refresh_index(10_000); // a slice a frame
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_index_stale(&self) -> bool {
        self.versions.wants_refresh()
    }

    /// Renews the index of the search in slices of about `budget` expansions, and brings the second copy of the map
    /// up to date. Returns true if nothing is left to do.
    ///
    /// Edits make searches longer, never wrong: removed obstacles weaken the bounds of the index. A caller with spare
    /// time calls this between edits. An edit in between does not undo the work.
    ///
    /// Complexity: linear in the budget, and in the map at the beginning and at the end of a renewal.
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let key = map.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 7.0]))?;
    /// map.remove(key)?;
    /// while !map.refresh_index(10_000) {} // a slice a frame
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refresh_index(&mut self, budget: u64) -> bool {
        if self.versions.wants_refresh() {
            self.note(|| Change::RefreshIndex(budget));
        }
        self.versions.refresh_index(budget)
    }
}
