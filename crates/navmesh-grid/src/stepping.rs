//! Searching a few nodes at a time.

use navmesh_core::{Path, PathError, PathQuery, SearchStats};

use crate::answer::Asked;
use crate::finder::GridFinder;
use crate::goals::BreakthroughMemory;
use crate::observer::Observer;
use crate::search::Outcome;
use crate::search::plan::{Leg, SearchMemory, Standing};
use crate::smooth::SmoothingMemory;

/// A search that its owner advances, a few nodes at a time: over several frames of a game, or from
/// one picture of it to the next.
///
/// However it is sliced, it comes to the same bits as a search in one go. While it is under way, its
/// answer is the partial path to where it came nearest to the goal, and what is proved so far. It
/// borrows the finder; so the map cannot change under it.
///
/// ```
/// use navmesh_core::{Path, PathError, PathQuery};
/// use navmesh_grid::{Grid, GridFinder, Progress};
///
/// let finder = GridFinder::new(Grid::from_rows(["..#..", ".....", "..#.."])?);
/// let mut search = finder.begin(&PathQuery::new([0.5, 0.5], [4.5, 0.5]))?;
/// let mut path = Path::default();
/// assert!(matches!(search.answer_into(&mut path), Err(PathError::BudgetExhausted { .. })));
/// while search.advance(1) == Progress::UnderWay {}
/// search.answer_into(&mut path)?;
/// assert_eq!(path.cells().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SteppedSearch<'a> {
    asked: Asked<'a>,
    memory: SearchMemory,
    standing: Standing,
}

/// Whether a search has come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Progress {
    /// More nodes are to be expanded.
    UnderWay,
    /// The answer will not change any more.
    Done,
}

impl GridFinder {
    /// Begins a search that expands no node yet.
    ///
    /// The query's `max_cost` holds. Its `max_expanded` is not looked at: how often the search is
    /// advanced is its owner's budget.
    ///
    /// # Errors
    ///
    /// Those of [`find_path`](navmesh_core::Pathfinder::find_path) that need no search.
    pub fn begin(&self, query: &PathQuery) -> Result<SteppedSearch<'_>, PathError> {
        let asked = Asked::new(self, query, &mut BreakthroughMemory::default())?;
        let mut memory = SearchMemory::default();
        let standing = asked.plan.run(&mut memory, asked.first_leg(0), &mut ());
        Ok(SteppedSearch { asked, memory, standing })
    }
}

impl SteppedSearch<'_> {
    /// Expands up to so many nodes more.
    pub fn advance(&mut self, nodes: u64) -> Progress {
        self.advance_observed(nodes, &mut ())
    }

    /// The same, watched.
    pub fn advance_observed(&mut self, nodes: u64, observer: &mut impl Observer) -> Progress {
        if self.asked.is_in_sight {
            return Progress::Done;
        }
        let max_expanded = self.standing.stats.expanded.saturating_add(nodes);
        let leg = Leg { begin: None, max_expanded };
        self.standing = self.asked.plan.run(&mut self.memory, leg, observer);
        match self.standing.outcome {
            Outcome::Stopped => Progress::UnderWay,
            _ => Progress::Done,
        }
    }

    /// What was counted so far.
    #[must_use]
    pub fn stats(&self) -> SearchStats {
        self.standing.stats
    }

    /// The answer as it stands.
    ///
    /// # Errors
    ///
    /// [`PathError::BudgetExhausted`] while the search is under way, `path` then being the partial
    /// one; after it, what [`find_path`](navmesh_core::Pathfinder::find_path) fails with.
    pub fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        if self.asked.is_in_sight {
            self.asked.answer_straight(path);
            return Ok(());
        }
        let mut smoothing = SmoothingMemory::default();
        self.asked.answer(&self.memory, &self.standing, &mut smoothing, path)
    }
}
