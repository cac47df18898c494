//! Searching a few nodes at a time, and being asked whether to go on.

use navmesh_core::{
    IncrementalPathfinder, IncrementalSearch, Observer, Path, PathError, PathQuery, Progress,
    ProgressHook, Scratch, SearchStats, Stage, Stop,
};

use crate::answer::{Asked, Question};
use crate::finder::GridFinder;
use crate::goals::BreakthroughMemory;
use crate::observer::SeenTile;
use crate::search::plan::{SearchMemory, Standing};
use crate::smooth::SmoothingMemory;

/// A search on a grid that its owner advances; made by [`GridFinder::begin`].
///
/// It shares the finder's grid: a finder that is changed meanwhile takes a copy first, and the search
/// keeps the map that it has.
///
/// ```
/// use navmesh_core::{Path, PathError, PathQuery, Stage, IncrementalSearch};
/// use navmesh_grid::{Grid, GridFinder};
///
/// let finder = GridFinder::new(Grid::from_rows(["..#..", ".....", "..#.."])?);
/// let mut search = finder.begin(&PathQuery::new([0.5, 0.5], [4.5, 0.5]))?;
/// let mut path = Path::default();
/// assert!(matches!(search.answer_into(&mut path), Err(PathError::BudgetExhausted { .. })));
/// while search.advance(1) == Stage::InProgress {}
/// search.answer_into(&mut path)?;
/// assert_eq!(path.cells().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct IncrementalGridSearch {
    finder: GridFinder,
    question: Question,
    memory: Box<SearchMemory>,
    standing: Standing,
}

impl GridFinder {
    /// Begins a search that expands no node yet; it shares the map, and has its own memory.
    ///
    /// Complexity: as placing the two ends; its memory, linear in the map, is allocated here.
    ///
    /// # Errors
    ///
    /// Those of [`find_path`](navmesh_core::Pathfinder::find_path) that need no search.
    ///
    /// ```
    /// # use navmesh_core::{PathQuery, Stage, IncrementalSearch};
    /// # use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows([".#.", "..."])?);
    /// let mut search = finder.begin(&PathQuery::new([0.5, 0.5], [2.5, 0.5]))?;
    /// while search.advance(2) == Stage::InProgress {}
    /// assert_eq!(search.finish()?.cells().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin(&self, query: &PathQuery) -> Result<IncrementalGridSearch, PathError> {
        let asked = Asked::new(self, query, &mut BreakthroughMemory::default())?;
        let mut memory = Box::<SearchMemory>::default();
        let standing = asked.plan.run(&mut memory, asked.begin(0), &mut ());
        Ok(IncrementalGridSearch {
            finder: self.clone(),
            question: asked.question,
            memory,
            standing,
        })
    }
}

impl IncrementalPathfinder for GridFinder {
    fn begin_search(&self, query: &PathQuery) -> Result<Box<dyn IncrementalSearch>, PathError> {
        Ok(Box::new(self.begin(query)?))
    }

    fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        mut watch: ProgressHook<'_>,
    ) -> Result<(), PathError> {
        self.answer_by(query, scratch, path, |asked, memory, _| {
            let mut standing = asked.plan.run(memory, asked.begin(watch.nodes()), &mut ());
            while asked.is_under_way(&standing) {
                if watch.cancels(&asked.progress(&standing)) {
                    return (standing, Stop::Cancelled);
                }
                standing = asked.plan.run(memory, asked.go_on(&standing, watch.nodes()), &mut ());
            }
            (standing, Stop::Spent)
        })
    }
}

impl IncrementalGridSearch {
    /// Expands up to so many nodes more, and shows the observer how.
    ///
    /// Complexity: as so many nodes of [`GridFinder::find_path_observed`].
    ///
    /// ```
    /// # use navmesh_core::{Observer, PathQuery, Stage};
    /// # use navmesh_grid::{Grid, GridFinder, SeenTile};
    /// struct Closed(u64);
    /// impl Observer<SeenTile> for Closed {
    ///     fn closed(&mut self, _: SeenTile) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let finder = GridFinder::new(Grid::from_rows([".#.", "..."])?);
    /// let mut search = finder.begin(&PathQuery::new([0.5, 0.5], [2.5, 0.5]))?;
    /// let mut closed = Closed(0);
    /// while search.advance_observed(1, &mut closed) == Stage::InProgress {}
    /// assert_eq!(closed.0, search.stats().expanded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance_observed(
        &mut self,
        nodes: u64,
        observer: &mut impl Observer<SeenTile>,
    ) -> Stage {
        let asked = Asked::on(&self.finder, self.question);
        if self.question.is_in_sight || !asked.is_under_way(&self.standing) {
            return Stage::Done;
        }
        let leg = asked.go_on(&self.standing, nodes);
        self.standing = asked.plan.run(&mut self.memory, leg, observer);
        match asked.is_under_way(&self.standing) {
            true => Stage::InProgress,
            false => Stage::Done,
        }
    }

    /// What was counted so far.
    #[must_use]
    pub fn stats(&self) -> SearchStats {
        self.standing.stats
    }
}

impl IncrementalSearch for IncrementalGridSearch {
    fn advance(&mut self, nodes: u64) -> Stage {
        self.advance_observed(nodes, &mut ())
    }

    fn progress(&self) -> Progress {
        Asked::on(&self.finder, self.question).progress(&self.standing)
    }

    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        let asked = Asked::on(&self.finder, self.question);
        if self.question.is_in_sight {
            asked.answer_straight(path);
            return Ok(());
        }
        let mut smoothing = SmoothingMemory::default();
        asked.answer(&self.memory, (&self.standing, Stop::Spent), &mut smoothing, path)
    }
}
