//! Going on with a search that ran out of its budget.
//!
//! A search that stops leaves all that it knows in its scratch. Asked the same question with a larger budget,
//! and on the same map, it goes on from there.

use std::sync::{Arc, Weak};

use navmesh_core::{Path, PathError, PathQuery, Scratch, Stop};

use crate::answer::Asked;
use crate::finder::GridFinder;
use crate::options::GridOptions;
use crate::search::Outcome;
use crate::search::plan::{Leg, Standing};
use crate::survey::Survey;

/// A search that stopped, as its memory keeps it.
#[derive(Debug)]
pub(crate) struct Stopped {
    /// What was known of the map; another one, or gone, once the map has changed.
    survey: Weak<Survey>,
    options: GridOptions,
    /// The slots of start and goal.
    ends: [u32; 2],
    standing: Standing,
}

impl Stopped {
    /// What is to be kept of a search; `None` where it has come to its end.
    pub(crate) fn new(finder: &GridFinder, asked: &Asked<'_>, standing: &Standing) -> Option<Self> {
        let is_done = matches!(standing.outcome, Outcome::Found | Outcome::NoWay);
        (!is_done).then(|| Self {
            survey: Arc::downgrade(&finder.survey),
            options: *finder.options(),
            ends: [asked.plan.start, asked.plan.goal],
            standing: *standing,
        })
    }

    /// How to go on towards what is asked now; `None` where that is another question.
    fn leg(&self, finder: &GridFinder, asked: &Asked<'_>) -> Option<Leg> {
        let is_same_map = self.survey.as_ptr() == Arc::as_ptr(&finder.survey);
        let is_same = is_same_map
            && self.options == *finder.options()
            && self.ends == [asked.plan.start, asked.plan.goal];
        is_same.then(|| asked.go_on(&self.standing, u64::MAX))
    }
}

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
        self.answer_by(query, scratch, path, |asked, memory| {
            let leg = memory.stopped.take().and_then(|stopped| stopped.leg(self, asked));
            let leg = leg.unwrap_or_else(|| asked.begin(u64::MAX));
            (asked.plan.run(memory, leg, &mut ()), Stop::Spent)
        })
    }
}
