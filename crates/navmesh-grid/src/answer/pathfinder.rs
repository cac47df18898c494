//! The grid's [`Pathfinder`].

use navmesh_core::{Answer, Observer, Path, PathError, PathQuery, Pathfinder, Scratch, Stop};

use super::planned::PlannedQuery;
use crate::finder::GridFinder;
use crate::line::smooth::SmoothingWorkspace;
use crate::query::penetration::PenetrationWorkspace;
use crate::search::observer::SeenTile;
use crate::search::tile_search::{SearchStatus, SearchWorkspace};
use crate::session::resume::PausedSearch;

/// Memory that queries reuse.
#[derive(Debug, Default)]
pub(crate) struct GridWorkspace {
    penetration: PenetrationWorkspace,
    pub(crate) search: SearchWorkspace,
    smoothing: SmoothingWorkspace,
    /// The last search, if it stopped and can continue.
    pub(crate) paused: Option<PausedSearch>,
}

impl GridFinder {
    /// Finds a path as [`Pathfinder::find_path_into`] does, and reports the search to an observer.
    ///
    /// Complexity: that of the query, and one call for each event.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path_into`].
    ///
    /// ```
    /// # use navmesh_core::{Observer, Path, PathQuery, Scratch};
    /// # use navmesh_grid::{Grid, GridFinder, SeenTile};
    /// struct Closed(u64);
    /// impl Observer<SeenTile> for Closed {
    ///     fn closed(&mut self, _: SeenTile) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let finder = GridFinder::new(Grid::from_rows([".#.", "..."])?);
    /// let (mut scratch, mut path, mut closed) = (Scratch::new(), Path::default(), Closed(0));
    /// let query = PathQuery::new([0.5, 0.5], [2.5, 0.5]);
    /// finder.find_path_observed(&query, &mut scratch, &mut path, &mut closed)?;
    /// assert_eq!(closed.0, path.stats().expanded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_observed(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        observer: &mut impl Observer<SeenTile>,
    ) -> Result<(), PathError> {
        self.answer_by(query, scratch, path, |planned, workspace, _| {
            (planned.search.run(workspace, planned.first_slice(u64::MAX), observer), Stop::Spent)
        })
    }

    /// Answers a query by a search that `run` runs until it is done or stops; `run` receives the
    /// search that the last query left.
    #[inline]
    pub(crate) fn answer_by(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        run: impl FnOnce(
            &PlannedQuery<'_>,
            &mut SearchWorkspace,
            Option<PausedSearch>,
        ) -> (SearchStatus, Stop),
    ) -> Result<(), PathError> {
        path.clear();
        let workspace = scratch.workspace::<GridWorkspace>();
        let planned = PlannedQuery::new(self, query, &mut workspace.penetration)?;
        if planned.query.is_in_sight {
            return planned.answer_straight(path);
        }
        let (status, stop) = run(&planned, &mut workspace.search, workspace.paused.take());
        workspace.paused = PausedSearch::new(self, &planned, &status);
        planned.answer(&workspace.search, &status, stop, &mut workspace.smoothing, path)
    }
}

impl Pathfinder for GridFinder {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.find_path_observed(query, scratch, path, &mut ())
    }

    fn answer(&self, query: &PathQuery) -> Answer {
        self.pool.with(|scratch| self.answer_with(query, scratch))
    }
}
