//! Going on with a search that ran out of its budget.
//!
//! A search that stops leaves all that it knows in its scratch. Asked the same question with a larger budget,
//! and on the same map, it goes on from there.

use navmesh_core::{Path, PathError, PathQuery, Scratch, Stop};

use crate::finder::GridFinder;

impl GridFinder {
    /// Answers a query as [`find_path_into`](navmesh_core::Pathfinder::find_path_into) does, and goes on with
    /// the last search on this scratch where that one stopped for its budget, was for the same start and
    /// goal, and the map has not changed since; else it begins anew.
    ///
    /// Budgets are those of the whole search, what was done before included. The cost is that of an answer
    /// in one go; of ways that cost the same it may be another one.
    ///
    /// Complexity: as what is left of the query.
    ///
    /// # Errors
    ///
    /// As [`find_path_into`](navmesh_core::Pathfinder::find_path_into).
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
        self.answer_by(query, scratch, path, |asked, memory, stopped| {
            let leg = stopped.and_then(|stopped| stopped.leg(self, asked));
            let leg = leg.unwrap_or_else(|| asked.begin(u64::MAX));
            (asked.plan.run(memory, leg, &mut ()), Stop::Spent)
        })
    }
}
