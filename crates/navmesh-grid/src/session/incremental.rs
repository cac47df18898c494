//! Incremental searches and progress hooks.

use navmesh_core::Session;
use navmesh_core::backend::{ObservedTask, PathTask, SearchTask};
use navmesh_core::{
    IncrementalPathfinder, IncrementalSearch, Observer, Path, PathError, PathQuery, Progress,
    ProgressHook, Scratch, Stage, Stop,
};

use crate::answer::planned::{PlannedQuery, ResolvedQuery};
use crate::finder::GridFinder;
use crate::line::smooth::SmoothingWorkspace;
use crate::query::penetration::PenetrationWorkspace;
use crate::search::observer::SeenTile;
use crate::search::tile_search::{SearchStatus, SearchWorkspace};

/// A search on a grid that its caller advances; [`GridFinder::begin_path`] begins one.
///
/// It shares the finder's grid. An edit of the finder copies the grid first, so that the search
/// keeps its map.
///
/// ```
/// use navmesh_core::{Path, PathError, PathQuery, Stage, IncrementalSearch};
/// use navmesh_grid::{Grid, GridFinder};
///
/// let finder = GridFinder::new(Grid::from_rows(["..#..", ".....", "..#.."])?);
/// let mut search = finder.begin_path(&PathQuery::new([0.5, 0.5], [4.5, 0.5]))?;
/// let mut path = Path::default();
/// assert!(matches!(search.answer_into(&mut path), Err(PathError::BudgetExhausted { .. })));
/// while search.advance(1) == Stage::InProgress {}
/// search.answer_into(&mut path)?;
/// assert_eq!(path.cells().len(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type GridSession = Session<GridTask>;

/// A search on a grid that owns its workspace and shares its grid.
#[derive(Debug)]
pub struct GridTask {
    finder: GridFinder,
    query: ResolvedQuery,
    workspace: Box<SearchWorkspace>,
    status: SearchStatus,
}

impl GridFinder {
    /// Begins an incremental search, which has expanded no node yet. It shares the map and has its
    /// own workspace.
    ///
    /// Complexity: that of resolving the endpoints; allocates memory linear in the size of the map.
    ///
    /// # Errors
    ///
    /// The errors of [`find_path`](navmesh_core::Pathfinder::find_path) that need no search.
    ///
    /// ```
    /// # use navmesh_core::{PathQuery, Stage, IncrementalSearch};
    /// # use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows([".#.", "..."])?);
    /// let mut search = finder.begin_path(&PathQuery::new([0.5, 0.5], [2.5, 0.5]))?;
    /// while search.advance(2) == Stage::InProgress {}
    /// assert_eq!(search.finish()?.cells().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_path(&self, query: &PathQuery) -> Result<GridSession, PathError> {
        let planned = PlannedQuery::new(self, query, &mut PenetrationWorkspace::default())?;
        let mut workspace = Box::<SearchWorkspace>::default();
        let status = planned.search.run(&mut workspace, planned.first_slice(0), &mut ());
        let (finder, query) = (self.clone(), planned.query);
        Ok(Session::new(GridTask { finder, query, workspace, status }))
    }
}

impl IncrementalPathfinder for GridFinder {
    fn begin_boxed(&self, query: &PathQuery) -> Result<Box<dyn IncrementalSearch>, PathError> {
        Ok(Box::new(self.begin_path(query)?))
    }

    fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        mut hook: ProgressHook<'_>,
    ) -> Result<(), PathError> {
        self.answer_by(query, scratch, path, |planned, workspace, _| {
            let mut status =
                planned.search.run(workspace, planned.first_slice(hook.nodes()), &mut ());
            while planned.is_in_progress(&status) {
                if hook.cancels(&planned.progress(&status)) {
                    return (status, Stop::Cancelled);
                }
                let slice = planned.next_slice(&status, hook.nodes());
                status = planned.search.run(workspace, slice, &mut ());
            }
            (status, Stop::Spent)
        })
    }
}

impl SearchTask for GridTask {
    fn advance(&mut self, nodes: u64) {
        self.advance_observed(nodes, &mut ());
    }

    fn stage(&self) -> Stage {
        let planned = PlannedQuery::on(&self.finder, self.query);
        if !self.query.is_in_sight && planned.is_in_progress(&self.status) {
            Stage::InProgress
        } else {
            Stage::Done
        }
    }

    fn progress(&self) -> Progress {
        PlannedQuery::on(&self.finder, self.query).progress(&self.status)
    }
}

impl<O: Observer<SeenTile>> ObservedTask<O> for GridTask {
    fn advance_observed(&mut self, nodes: u64, observer: &mut O) {
        if self.stage() == Stage::Done {
            return;
        }
        let planned = PlannedQuery::on(&self.finder, self.query);
        let slice = planned.next_slice(&self.status, nodes);
        self.status = planned.search.run(&mut self.workspace, slice, observer);
    }
}

impl PathTask for GridTask {
    fn answer_into(&mut self, path: &mut Path) -> Result<(), PathError> {
        let planned = PlannedQuery::on(&self.finder, self.query);
        if self.query.is_in_sight {
            return planned.answer_straight(path);
        }
        let mut smoothing = SmoothingWorkspace::default();
        planned.answer(&self.workspace, &self.status, Stop::Spent, &mut smoothing, path)
    }
}
