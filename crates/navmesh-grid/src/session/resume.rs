//! Continuing a search that ran out of its budget.
//!
//! A search that stops leaves its nodes in the scratch. A query with the same ends and a larger
//! budget, on the same map, continues from there.

use std::sync::{Arc, Weak};

use navmesh_core::{Path, PathError, PathQuery, Scratch, Stop};

use crate::answer::planned::PlannedQuery;
use crate::finder::GridFinder;
use crate::index::MapIndex;
use crate::rules::options::GridOptions;
use crate::search::engine::Outcome;
use crate::search::tile_search::{SearchStatus, Slice};

/// A search that is not done, and the query that it answers; its nodes are in the workspace.
#[derive(Debug)]
pub(crate) struct PausedSearch {
    /// The index of the map; it is replaced or dropped when the map changes.
    index: Weak<MapIndex>,
    options: GridOptions,
    /// The slots of start and goal.
    ends: [u32; 2],
    status: SearchStatus,
}

impl GridFinder {
    /// Finds a path as [`find_path_into`](navmesh_core::Pathfinder::find_path_into) does, and
    /// continues the last search on this scratch if it can.
    ///
    /// It can where that search stopped at its budget, had the same start and goal, and the map has
    /// not changed since. Otherwise a new search begins. Budgets apply to the whole search, its
    /// earlier parts included. The path has the cost that one uninterrupted search returns; of
    /// several optimal paths it may be another one.
    ///
    /// Complexity: that of the rest of the query.
    ///
    /// # Errors
    ///
    /// Those of [`find_path_into`](navmesh_core::Pathfinder::find_path_into).
    ///
    /// ```
    /// use navmesh_core::{Path, PathError, PathQuery, Pathfinder, Scratch};
    /// use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows(["..#..", ".....", "..#.."])?);
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default());
    /// let query = PathQuery::new([0.5, 0.5], [4.5, 0.5]);
    /// let stopped = finder.find_path_into(&query.max_cost(4.0), &mut scratch, &mut path);
    /// assert!(matches!(stopped, Err(PathError::BudgetExhausted { lower_bound, .. }) if lower_bound > 4.0));
    /// finder.resume_into(&query, &mut scratch, &mut path)?;
    /// assert_eq!(path.cells().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn resume_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        self.answer_by(query, scratch, path, |planned, workspace, paused| {
            let slice = paused.and_then(|paused| paused.next_slice(self, planned));
            let slice = slice.unwrap_or_else(|| planned.first_slice(u64::MAX));
            (planned.search.run(workspace, slice, &mut ()), Stop::Spent)
        })
    }
}

impl PausedSearch {
    /// Returns the paused search; `None` if the search is done.
    pub(crate) fn new(
        finder: &GridFinder,
        planned: &PlannedQuery<'_>,
        status: &SearchStatus,
    ) -> Option<Self> {
        let is_done = matches!(status.outcome, Outcome::Found | Outcome::Unreachable);
        (!is_done).then(|| Self {
            index: Arc::downgrade(&finder.index),
            options: *finder.options(),
            ends: [planned.search.start, planned.search.goal],
            status: *status,
        })
    }

    /// Returns the slice that continues the search; `None` for another query or another map.
    pub(crate) fn next_slice(
        &self,
        finder: &GridFinder,
        planned: &PlannedQuery<'_>,
    ) -> Option<Slice> {
        let is_same_map = self.index.as_ptr() == Arc::as_ptr(&finder.index);
        let is_same = is_same_map
            && self.options == *finder.options()
            && self.ends == [planned.search.start, planned.search.goal];
        is_same.then(|| planned.next_slice(&self.status, u64::MAX))
    }
}
