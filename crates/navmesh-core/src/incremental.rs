//! Searches that their owner advances, watches and calls off: the words that all backends share.
//!
//! A search may run in slices: begin it, advance it by some nodes a frame, read its answer
//! ([`IncrementalSearch`]). Or it runs in one go and is asked now and then whether it should go on
//! ([`ProgressHook`]). Either way it comes to the same bits as if it had been left alone. An [`Observer`] sees
//! every node that a search opens and closes.
//!
//! No clock is read here: whoever has a deadline brings it.

mod session;

use std::ops::ControlFlow;

use glam::DVec2;

use crate::{Path, PathError, PathQuery, Pathfinder, Scratch};
pub use session::{ObservedTask, PathTask, SearchTask, Session};

/// Whether a search has come to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stage {
    /// More nodes are to be expanded.
    InProgress,
    /// The answer will not change any more.
    Done,
}

/// How far a search has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// How many nodes were expanded.
    pub expanded: u64,
    /// How many entries wait in the queue; some of them may be out of date.
    pub open: u64,
    /// Proved so far: no path from start to goal costs less, in map units.
    pub lower_bound: f64,
    /// What the cheapest way to the goal found so far costs, as the search counts it, in map units.
    pub best: Option<f64>,
}

/// Who is asked now and then whether a search should go on.
///
/// ```
/// use std::ops::ControlFlow;
/// use navmesh_core::ProgressHook;
///
/// // Calls a search off when what it has found is proved to be within a tenth of the best.
/// let mut good_enough = |progress: &navmesh_core::Progress| match progress.best {
///     Some(best) if best <= 1.1 * progress.lower_bound => ControlFlow::Break(()),
///     _ => ControlFlow::Continue(()),
/// };
/// let watch = ProgressHook::every(256, &mut good_enough);
/// assert_eq!(watch.nodes(), 256);
/// ```
#[doc(alias("cancel", "deadline", "timeout", "abort"))]
pub struct ProgressHook<'a> {
    nodes: u64,
    asked: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>,
}

impl<'a> ProgressHook<'a> {
    /// Asks after every so many expanded nodes (of 0 after each one), as long as the search is under way.
    pub fn every(nodes: u64, asked: &'a mut dyn FnMut(&Progress) -> ControlFlow<()>) -> Self {
        Self { nodes: nodes.max(1), asked }
    }

    /// After how many nodes it asks: at least 1. For those who implement a backend.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The same watch for one search of several. For those who implement a backend.
    pub fn again(&mut self) -> ProgressHook<'_> {
        ProgressHook { nodes: self.nodes, asked: &mut *self.asked }
    }

    /// Asks; true where the search is called off. For those who implement a backend.
    pub fn cancels(&mut self, progress: &Progress) -> bool {
        (self.asked)(progress).is_break()
    }
}

impl std::fmt::Debug for ProgressHook<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProgressHook").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// A search that its owner advances, a few nodes at a time: over several frames of a game, or in an
/// async task.
///
/// However it is sliced, it comes to the same bits as a search in one go, budgets included. While it is
/// under way its answer is the best partial path, and what is proved so far. It holds its map, so that
/// the map stays for it as it was; to call it off, drop it.
pub trait IncrementalSearch: Send {
    /// Expands up to so many nodes more.
    fn advance(&mut self, nodes: u64) -> Stage;

    /// How far it has come.
    fn progress(&self) -> Progress;

    /// The answer as it stands.
    ///
    /// # Errors
    ///
    /// [`PathError::BudgetExhausted`] while the search is under way, `path` then being the best partial
    /// one, as with a budget of as many nodes; after it, what the search in one go fails with.
    fn answer_into(&self, path: &mut Path) -> Result<(), PathError>;

    /// Searches to the end and gives the answer.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::find_path`].
    fn finish(&mut self) -> Result<Path, PathError> {
        while self.advance(u64::MAX) == Stage::InProgress {}
        let mut path = Path::default();
        self.answer_into(&mut path)?;
        Ok(path)
    }

    /// Searches to the end and gives the answer, and asks on the way whether to go on.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::find_path_into`]; [`PathError::Cancelled`] where the watch calls the search off,
    /// `path` then being the best partial one. It may be gone on with.
    fn finish_with_hook(
        &mut self,
        mut watch: ProgressHook<'_>,
        path: &mut Path,
    ) -> Result<(), PathError> {
        while self.advance(watch.nodes()) == Stage::InProgress {
            if watch.cancels(&self.progress()) {
                return self.answer_into(path).map_err(cancelled);
            }
        }
        self.answer_into(path)
    }
}

/// What a search that was under way fails with, once it is called off.
fn cancelled(error: PathError) -> PathError {
    match error {
        PathError::BudgetExhausted { lower_bound, expanded } => {
            Stop::Cancelled.error(lower_bound, expanded)
        }
        error => error,
    }
}

/// A [`Pathfinder`] whose searches can be sliced and called off; an `Arc<dyn IncrementalPathfinder>` is an
/// `Arc<dyn Pathfinder>` too.
pub trait IncrementalPathfinder: Pathfinder {
    /// Begins a search that expands no node yet.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path`] that need no search.
    fn begin_search(&self, query: &PathQuery) -> Result<Box<dyn IncrementalSearch>, PathError>;

    /// Answers `query` as [`Pathfinder::find_path_into`] does, and asks on the way whether to go on.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::find_path_into`]; [`PathError::Cancelled`] where the watch calls the search off,
    /// `path` then being the best partial one, as with a budget of as many nodes.
    fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        watch: ProgressHook<'_>,
    ) -> Result<(), PathError>;
}

/// Sees what a search does, as it does it; for teaching, debugging and pictures.
///
/// What a search shows depends on what it searches: tiles, intervals of edges, or cells. A search is
/// compiled for its observer: with `()`, which looks at nothing, watching costs nothing.
#[doc(alias("trace", "visitor", "debug"))]
pub trait Observer<Seen> {
    /// False for an observer that looks at nothing: then what it would be shown is not even computed.
    const LOOKS: bool = true;

    /// A node is put into the queue, for the first time or with a cheaper way to it.
    fn opened(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// A node is expanded.
    fn closed(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// A node that was closed is opened once more, since a cheaper way to it turned up; it is shown as
    /// opened too.
    fn reopened(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// A node is dropped, since no shortest path leads through it.
    fn pruned(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// The root changes: what follows is seen from this corner, `cost` away from the start.
    fn turned(&mut self, corner: DVec2, cost: f64) {
        let _ = (corner, cost);
    }
}

impl<Seen> Observer<Seen> for () {
    const LOOKS: bool = false;
}

/// Why a search stopped before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stop {
    /// Its budget is spent.
    Spent,
    /// Its watch called it off.
    Cancelled,
}

impl Stop {
    /// The error that says so. For those who implement a backend.
    #[must_use]
    pub fn error(self, lower_bound: f64, expanded: u64) -> PathError {
        match self {
            Self::Spent => PathError::BudgetExhausted { lower_bound, expanded },
            Self::Cancelled => PathError::Cancelled { lower_bound, expanded },
        }
    }
}
