//! Incremental searches, cancellation and observers, shared by all backends.
//!
//! An [`IncrementalSearch`] runs in slices: the caller advances it by some nodes per frame and reads
//! its answer. A [`ProgressHook`] cancels a search that runs in one go. Both give the same bits as an
//! undisturbed search. An [`Observer`] sees every node that a search opens and closes.
//!
//! No clock is read here; callers with a deadline read it themselves.

mod session;

use std::ops::ControlFlow;

use glam::DVec2;

use crate::{Path, PathError, PathQuery, Pathfinder, Scratch};
pub use session::{ObservedTask, PathTask, SearchTask, Session};

/// The stage of an incremental search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// There are nodes left to expand.
    InProgress,
    /// The answer is final.
    Done,
}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// The number of expanded nodes.
    pub expanded: u64,
    /// The number of entries in the queue, stale ones included.
    pub open: u64,
    /// The proved lower bound on the cost of any path, in map units.
    pub lower_bound: f64,
    /// The cost of the cheapest path to the goal so far, as the search counts it, in map units.
    pub best: Option<f64>,
}

/// A callback that can cancel a search at regular intervals.
///
/// ```
/// use std::ops::ControlFlow;
/// use navmesh_core::ProgressHook;
///
/// // Cancels a search once its path is proved to be within a tenth of the optimum.
/// let mut good_enough = |progress: &navmesh_core::Progress| match progress.best {
///     Some(best) if best <= 1.1 * progress.lower_bound => ControlFlow::Break(()),
///     _ => ControlFlow::Continue(()),
/// };
/// let hook = ProgressHook::every(256, &mut good_enough);
/// assert_eq!(hook.nodes(), 256);
/// ```
#[doc(alias("cancel", "deadline", "timeout", "abort"))]
pub struct ProgressHook<'a> {
    nodes: u64,
    callback: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

impl<'a> ProgressHook<'a> {
    /// Creates a hook that runs `callback` after every `nodes` expanded nodes, at least 1.
    pub fn every(nodes: u64, callback: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>) -> Self {
        Self { nodes: nodes.max(1), callback }
    }

    /// Returns the number of nodes between two calls, at least 1; for implementors of a backend.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reborrows the hook for one search of several; for implementors of a backend.
    pub fn again(&mut self) -> ProgressHook<'_> {
        ProgressHook { nodes: self.nodes, callback: &mut *self.callback }
    }

    /// Runs the callback. True if it cancels the search; for implementors of a backend.
    pub fn cancels(&mut self, progress: &Progress) -> bool {
        (self.callback)(progress).is_break()
    }
}

impl std::fmt::Debug for ProgressHook<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProgressHook").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// A search that the caller advances in slices, over several frames of a game or in an async task.
///
/// Slicing does not change the answer or its budget. While the search is in progress, its answer is
/// the best partial path and the proved lower bound. The search holds its map, so later changes do
/// not affect it. To cancel it, drop it.
pub trait IncrementalSearch: Send {
    /// Expands up to `nodes` more nodes.
    fn advance(&mut self, nodes: u64) -> Stage;

    /// Returns the progress.
    fn progress(&self) -> Progress;

    /// Writes the current answer to `path`.
    ///
    /// # Errors
    ///
    /// [`PathError::BudgetExhausted`] while the search is in progress; `path` is then the best
    /// partial path, as with a budget of as many nodes. Afterwards the errors of the search in one
    /// go.
    fn answer_into(&mut self, path: &mut Path) -> Result<(), PathError>;

    /// Completes the search and returns its answer.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path`].
    fn finish(&mut self) -> Result<Path, PathError> {
        while self.advance(u64::MAX) == Stage::InProgress {}
        let mut path = Path::default();
        self.answer_into(&mut path)?;
        Ok(path)
    }

    /// Completes the search unless a hook cancels it, and writes the answer to `path`.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path_into`]. [`PathError::Cancelled`] if the hook cancels the
    /// search; `path` is then the best partial path, and the search can be continued.
    fn finish_with_hook(
        &mut self,
        mut hook: ProgressHook<'_>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        while self.advance(hook.nodes()) == Stage::InProgress {
            if hook.cancels(&self.progress()) {
                return self.answer_into(path).map_err(cancelled);
            }
        }
        self.answer_into(path)
    }
}

/// Converts the error of a search in progress to that of a cancelled search.
fn cancelled(error: PathError) -> PathError {
    match error {
        PathError::BudgetExhausted { lower_bound, expanded } => {
            Stop::Cancelled.error(lower_bound, expanded)
        }
        error => error,
    }
}

/// A [`Pathfinder`] with incremental and cancellable searches.
///
/// An `Arc<dyn IncrementalPathfinder>` converts to an `Arc<dyn Pathfinder>`.
pub trait IncrementalPathfinder: Pathfinder {
    /// Begins a search without expanding nodes.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path`] that need no search.
    fn begin_boxed(&self, query: &PathQuery) -> Result<Box<dyn IncrementalSearch>, PathError>;

    /// Answers `query` as [`Pathfinder::find_path_into`] does, unless a hook cancels the search.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path_into`]. [`PathError::Cancelled`] if the hook cancels the
    /// search; `path` is then the best partial path, as with a budget of as many nodes.
    fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        hook: ProgressHook<'_>,
    ) -> Result<(), PathError>;
}

/// Observes the events of a search, for teaching, debugging and pictures.
///
/// The type of the observed nodes depends on the search: tiles, intervals of edges, or cells.
/// The observer `()` costs nothing: searches are compiled for it alone.
#[doc(alias("trace", "visitor", "debug"))]
pub trait Observer<Seen> {
    /// False for an observer that ignores all events; they are then not computed.
    fn looks(&self) -> bool {
        true
    }

    /// A node is put into the queue, for the first time or with a lower cost.
    fn opened(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// A node is expanded.
    fn closed(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// A closed node is opened again with a lower cost; [`Observer::opened`] is called too.
    fn reopened(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// A node is pruned, because no shortest path passes through it.
    fn pruned(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// The root of the following nodes is a corner, at this cost from the start.
    fn turned(&mut self, corner: DVec2, cost: f64) {
        let _ = (corner, cost);
    }
}

impl<Seen> Observer<Seen> for () {
    #[inline(always)]
    fn looks(&self) -> bool {
        false
    }
}

/// The reason why a search stopped early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// Its budget is spent.
    Spent,
    /// Its hook cancelled it.
    Cancelled,
}

impl Stop {
    /// Returns the matching error; for implementors of a backend.
    #[must_use]
    pub fn error(self, lower_bound: f64, expanded: u64) -> PathError {
        match self {
            Self::Spent => PathError::BudgetExhausted { lower_bound, expanded },
            Self::Cancelled => PathError::Cancelled { lower_bound, expanded },
        }
    }
}
