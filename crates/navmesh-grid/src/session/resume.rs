//! Continuing a search that ran out of its budget.
//!
//! A search that stops leaves its nodes in the scratch. A query with the same ends and a larger
//! budget, on the same map, continues from there.

use navmesh_core::{Path, PathError, PathQuery, Scratch, Stop};

use crate::finder::GridFinder;

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
