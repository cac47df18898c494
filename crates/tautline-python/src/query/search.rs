//! The class `Search`: a search in slices.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tautline::Path as FoundPath;
use tautline::incremental::{IncrementalSearch, Progress, Stage};

use super::QueryOptions;
use crate::arguments::At;
use crate::failure::exception;
use crate::map::Map;
use crate::path::Path;

/// A search for a path that its caller advances in slices, within a time that it has for example.
///
/// ``Mesh.search`` and ``Grid.search`` return it. Slices do not change the answer.
///
/// >>> import shapely, pytautline as tl
/// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 7))
/// >>> search = mesh.search((1, 4), (9, 4))
/// >>> while not search.advance(1):
/// ...     assert search.lower_bound <= 9.3
/// >>> search.path()
/// <Path of 4 points, length 9.211103, optimal>
#[pyclass(frozen, module = "pytautline")]
pub(crate) struct Search {
    state: Mutex<State>,
    map: Map,
}

struct State {
    search: Box<dyn IncrementalSearch>,
    is_done: bool,
}

#[pymethods]
impl Search {
    /// Expand up to ``nodes`` more nodes, and return whether the search is done.
    fn advance(&self, py: Python<'_>, nodes: u64) -> bool {
        self.with(py, |state| {
            state.is_done = state.search.advance(nodes) == Stage::Done;
            state.is_done
        })
    }

    /// Whether the answer is final.
    #[getter]
    fn done(&self, py: Python<'_>) -> bool {
        self.with(py, |state| state.is_done)
    }

    /// The number of nodes expanded so far.
    #[getter]
    fn expanded(&self, py: Python<'_>) -> u64 {
        self.progress(py).expanded
    }

    /// The number of nodes that wait for expansion.
    #[getter]
    fn open(&self, py: Python<'_>) -> u64 {
        self.progress(py).open
    }

    /// The lower bound on the cost that is proved so far.
    #[getter]
    fn lower_bound(&self, py: Python<'_>) -> f64 {
        self.progress(py).lower_bound
    }

    /// Return the path as it stands.
    ///
    /// Raises ``NoPath`` if there is none, or none yet; the latter has the best partial path as after a spent budget.
    fn path(&self, py: Python<'_>) -> PyResult<Path> {
        let mut path = FoundPath::default();
        match self.with(py, |state| state.search.answer_into(&mut path)) {
            Ok(()) => Ok(Path::new(path, self.map.clone_ref(py))),
            Err(error) => Err(exception(py, &self.map, error, path)),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let state = if self.done(py) { "done" } else { "in progress" };
        format!("<Search {state}, {} nodes expanded>", self.expanded(py))
    }
}

impl Search {
    /// Begins a search without expanding a node.
    pub(crate) fn begin(
        py: Python<'_>,
        map: Map,
        start: At,
        goal: At,
        options: &QueryOptions,
    ) -> PyResult<Self> {
        let query = options.query(start.0, goal.0);
        let finder = map.incremental();
        match py.detach(|| finder.begin_boxed(&query)) {
            Ok(search) => Ok(Self { state: Mutex::new(State { search, is_done: false }), map }),
            Err(error) => Err(exception(py, &map, error, FoundPath::default())),
        }
    }

    fn progress(&self, py: Python<'_>) -> Progress {
        self.with(py, |state| state.search.progress())
    }

    /// Calls `ask` with the search, without the interpreter's lock: another thread may advance it.
    fn with<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&mut State) -> T + Send) -> T {
        py.detach(|| ask(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
