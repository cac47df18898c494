//! A mesh with the indexes of its searches, and the memory of a search.

#[cfg(feature = "live")]
mod live;
mod patch_log;

use std::fmt;
use std::sync::{Arc, OnceLock};

use navmesh_core::backend::StringPuller;
use navmesh_core::{ClosedDoors, Filter, NavMesh, Path, PathError, PathQuery, Scratch, Search};

use crate::any_angle::{self, AnyAngle, Many};
use crate::corridor;
use crate::weighted::{self, Tables};
#[cfg(feature = "widths")]
use crate::widths::Widths;
use patch_log::PatchLog;

/// A mesh and all that its searches derive from it. Clones share it.
#[derive(Debug, Clone)]
pub struct SearchMap {
    /// The index of the exact search, with the mesh.
    pub(crate) exact: AnyAngle,
    /// The tables of the weighted search, made for its first query.
    tables: Arc<OnceLock<Arc<Tables>>>,
    /// The way to the tables from those of an earlier version.
    next_tables: Option<NextTables>,
    /// The search for paths around costly cells, made when first used; `None` where the weighted search finds them.
    around: Arc<OnceLock<Option<AnyAngle>>>,
    /// The widths of all passages, made when first used.
    #[cfg(feature = "widths")]
    widths: Arc<OnceLock<Arc<Widths>>>,
    log: Arc<PatchLog>,
    /// Pulls the paths of the corridor search tight.
    pub(crate) pull: StringPuller,
}

/// The working memory of a search; the scratch of a caller keeps one. Its parts are borrowed apart.
#[derive(Debug, Default)]
pub struct Memory {
    pub(crate) exact: any_angle::Workspace,
    /// The goals of a search for many.
    pub(crate) many: Many,
    /// For goals of such a search that need queries of their own, while its tree is read.
    pub(crate) apart: any_angle::Workspace,
    pub(crate) weighted: weighted::Workspace,
    pub(crate) corridor: corridor::Memory,
    /// A path that may be cheaper than that of the weighted search.
    pub(crate) spare: Path,
    /// For string pulling and costs.
    pub(crate) inner: Scratch,
}

/// The search that answers a query for a path.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Method {
    Exact,
    Weighted,
    Corridor,
}

/// Makes the tables of a later version. Only edits create one, so programs without live maps leave its code out.
#[derive(Clone)]
struct NextTables(Arc<dyn Fn(Arc<NavMesh>) -> Tables + Send + Sync>);

impl fmt::Debug for NextTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NextTables").finish_non_exhaustive()
    }
}

impl SearchMap {
    /// Computes the index of a mesh for the exact search. `pull` pulls the paths of the corridor search tight.
    ///
    /// Complexity: linear, and at most 12 expansions a vertex to place landmarks. On the measured maps that is 7 to 28 % of
    /// the time to build mesh and index.
    #[must_use]
    pub fn new(mesh: Arc<NavMesh>, pull: StringPuller) -> Self {
        Self::of(AnyAngle::new(mesh), pull)
    }

    fn of(exact: AnyAngle, pull: StringPuller) -> Self {
        Self {
            exact,
            tables: Arc::default(),
            next_tables: None,
            around: Arc::default(),
            #[cfg(feature = "widths")]
            widths: Arc::default(),
            log: Arc::default(),
            pull,
        }
    }

    /// Returns the mesh that is searched.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        self.exact.mesh()
    }

    /// Chooses the search that answers a query for a path.
    #[inline]
    pub(crate) fn method(&self, query: &PathQuery) -> Result<Method, PathError> {
        match query.search {
            Search::Auto if !self.mesh().is_uniform() => Ok(Method::Weighted),
            Search::Auto | Search::Optimal => Ok(Method::Exact),
            Search::Corridor => Ok(Method::Corridor),
            _ => Err(PathError::Unsupported { what: "this search on a mesh" }),
        }
    }

    /// Returns the tables of the weighted search.
    pub(crate) fn tables(&self) -> &Arc<Tables> {
        self.tables.get_or_init(|| {
            let mesh = Arc::clone(self.mesh());
            Arc::new(match &self.next_tables {
                Some(NextTables(make)) => make(mesh),
                None => Tables::new(mesh),
            })
        })
    }

    /// Returns the search for shortest paths on the cells that cost at most 1, the cost of ground without an area.
    ///
    /// `None` if no cell costs less: those paths turn at vertices alone, so the weighted search finds them too.
    pub(crate) fn around(&self) -> Option<&AnyAngle> {
        let make = || {
            let mesh = self.mesh();
            let is_needed = mesh.slots().any(|slot| mesh.cost(slot) < 1.0);
            // The index of a mesh that changes is not worth its time.
            let is_edited = mesh.revision() > 0;
            is_needed.then(|| match is_edited {
                true => self.exact.without_cells_above(1.0),
                false => AnyAngle::new(Arc::new(mesh.without_cells_above(1.0))),
            })
        };
        self.around.get_or_init(make).as_ref()
    }

    /// True if the tables of the weighted search were made. Those of later versions follow from them, so that gaps may
    /// depend on it.
    #[must_use]
    pub fn has_weighted_tables(&self) -> bool {
        self.tables.get().is_some()
    }

    /// Makes the tables of the weighted search, as its first query does.
    ///
    /// Complexity: that of the first such query, without its search.
    pub fn make_weighted_tables(&self) {
        let _made = self.tables();
    }

    /// Returns the widths of all passages.
    #[cfg(feature = "widths")]
    #[must_use]
    pub fn widths(&self) -> &Arc<Widths> {
        self.widths.get_or_init(|| Arc::new(Widths::of(self.mesh())))
    }

    /// Returns the size of the indexes made so far, in bytes.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        let tables = self.tables.get().map_or(0, |tables| tables.bytes());
        let around = self.around.get().and_then(Option::as_ref);
        let prepared =
            self.exact.prepared_bytes() + tables + around.map_or(0, AnyAngle::prepared_bytes);
        #[cfg(feature = "widths")]
        let prepared = prepared + self.widths.get().map_or(0, |widths| widths.memory());
        prepared
    }

    /// Returns the size of the meshes and indexes made so far, in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        let around = self.around.get().and_then(Option::as_ref);
        self.mesh().memory()
            + around.map_or(0, |around| around.mesh().memory())
            + self.prepared_bytes()
    }

    /// Returns the map under a filter, with the bounds of this one.
    #[must_use]
    pub fn filtered(&self, filter: &Filter) -> Self {
        Self::of(self.exact.filtered_where_known(filter), self.pull)
    }

    /// Drops the weighted tables and the widths, which are made again when they are next used.
    pub fn drop_tables(&mut self) {
        self.next_tables = None;
        self.drop_lazy();
    }

    fn drop_lazy(&mut self) {
        (self.tables, self.around) = (Arc::default(), Arc::default());
        #[cfg(feature = "widths")]
        {
            self.widths = Arc::default();
        }
    }

    /// Closes and opens doors, so that exactly those of the set are closed. A change drops the weighted tables and the widths.
    pub fn set_doors(&mut self, doors: &ClosedDoors) {
        if self.mesh().has_closed(doors) {
            return;
        }
        self.drop_tables();
        let result = self.exact.set_doors(doors);
        debug_assert!(result.is_ok(), "the doors belong to the mesh, and filters keep its edges");
    }
}
