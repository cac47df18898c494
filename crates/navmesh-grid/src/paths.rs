//! Paths on a grid: the grid's [`Pathfinder`].

use navmesh_core::{Observer, Path, PathError, PathQuery, Pathfinder, Scratch, Stop};

use crate::answer::{Asked, Stopped};
use crate::finder::GridFinder;
use crate::goals::BreakthroughMemory;
use crate::observer::SeenTile;
use crate::search::plan::{SearchMemory, Standing};
use crate::smooth::SmoothingMemory;

/// What queries keep of one another: their room in the scratch.
#[derive(Debug, Default)]
pub(crate) struct PathMemory {
    replacing: BreakthroughMemory,
    pub(crate) search: SearchMemory,
    smoothing: SmoothingMemory,
    /// The last search, where it stopped and may be gone on with.
    pub(crate) stopped: Option<Stopped>,
}

impl GridFinder {
    /// Answers a query as [`Pathfinder::find_path_into`] does, and shows the observer how.
    ///
    /// Complexity: as the query, and a call an event.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::find_path_into`].
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
        self.answer_by(query, scratch, path, |asked, memory, _| {
            (asked.plan.run(memory, asked.begin(u64::MAX), observer), Stop::Spent)
        })
    }

    /// Answers a query by a search that `run` runs to its end, or to where it stops; it is handed what the last
    /// search left.
    #[inline]
    pub(crate) fn answer_by(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        run: impl FnOnce(&Asked<'_>, &mut SearchMemory, Option<Stopped>) -> (Standing, Stop),
    ) -> Result<(), PathError> {
        path.clear();
        let memory = scratch.workspace::<PathMemory>();
        let asked = Asked::new(self, query, &mut memory.replacing)?;
        if asked.question.is_in_sight {
            asked.answer_straight(path);
            return Ok(());
        }
        let (standing, stop) = run(&asked, &mut memory.search, memory.stopped.take());
        memory.stopped = Stopped::new(self, &asked, &standing);
        asked.answer(&memory.search, (&standing, stop), &mut memory.smoothing, path)
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

    fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        self.pool.find_path(self, query)
    }
}
