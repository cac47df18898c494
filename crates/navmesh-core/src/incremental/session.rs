//! One search that its caller advances in slices, whatever it searches for.

use std::ops::{Deref, DerefMut};

use super::{IncrementalSearch, Progress, ProgressHook, Stage};
use crate::{Path, PathError};

/// A search that a [`Session`] advances; for implementors of a backend.
pub trait SearchTask {
    /// Expands up to `nodes` more nodes; does nothing once the search is done.
    fn advance(&mut self, nodes: u64);

    /// Returns whether the search is done.
    fn stage(&self) -> Stage;

    /// Returns the progress of the search.
    fn progress(&self) -> Progress;
}

/// A [`SearchTask`] that shows its steps to observers of the type `O`; for implementors of a backend.
pub trait ObservedTask<O: ?Sized>: SearchTask {
    /// Expands up to `nodes` more nodes and shows each event to the observer.
    fn advance_observed(&mut self, nodes: u64, observer: &mut O);
}

/// A [`SearchTask`] whose answer is a path; for implementors of a backend.
pub trait PathTask: SearchTask + Send {
    /// Writes the answer as it stands into an empty path, as [`IncrementalSearch::answer_into`] does.
    ///
    /// # Errors
    ///
    /// Those of [`IncrementalSearch::answer_into`].
    fn answer_into(&mut self, path: &mut Path) -> Result<(), PathError>;
}

/// A search that the caller advances in slices, between frames of a game for example.
///
/// Slicing does not change the answer: it has the same bits as the answer of the search in one go. To
/// limit a search to `n` expanded nodes, call `advance(n)` and read the answer as it stands.
///
/// The session dereferences to its task, which holds the map and all memory of the search. Where the
/// answer is a path, the session is an [`IncrementalSearch`]. To cancel the search, drop the session.
#[derive(Debug, Clone)]
pub struct Session<T> {
    task: T,
}

impl<T: SearchTask> Session<T> {
    /// Creates a session that advances a task; for implementors of a backend.
    #[must_use]
    pub fn new(task: T) -> Self {
        Self { task }
    }

    /// Expands up to `nodes` more nodes.
    pub fn advance(&mut self, nodes: u64) -> Stage {
        self.task.advance(nodes);
        self.task.stage()
    }

    /// Expands up to `nodes` more nodes and shows each event to the observer.
    pub fn advance_observed<O: ?Sized>(&mut self, nodes: u64, observer: &mut O) -> Stage
    where
        T: ObservedTask<O>,
    {
        self.task.advance_observed(nodes, observer);
        self.task.stage()
    }

    /// Searches until the search is done or the hook cancels it.
    ///
    /// A cancelled search returns [`Stage::InProgress`] and can be continued.
    pub fn advance_with_hook(&mut self, mut hook: ProgressHook<'_>) -> Stage {
        while self.advance(hook.nodes()) == Stage::InProgress {
            if hook.cancels(&self.task.progress()) {
                return Stage::InProgress;
            }
        }
        Stage::Done
    }

    /// Returns the progress of the search.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.task.progress()
    }

    /// Returns true once the answer is final.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.task.stage() == Stage::Done
    }

    /// Returns the task, for what a backend tells about it.
    #[must_use]
    pub fn task(&self) -> &T {
        &self.task
    }

    /// Returns the task, for answers that consume it.
    #[must_use]
    pub fn into_task(self) -> T {
        self.task
    }
}

impl<T> Deref for Session<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.task
    }
}

impl<T> DerefMut for Session<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.task
    }
}

impl<T: PathTask> IncrementalSearch for Session<T> {
    fn advance(&mut self, nodes: u64) -> Stage {
        Self::advance(self, nodes)
    }

    fn progress(&self) -> Progress {
        self.task.progress()
    }

    fn answer_into(&mut self, path: &mut Path) -> Result<(), PathError> {
        path.clear();
        self.task.answer_into(path)
    }
}
