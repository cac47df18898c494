//! Paths that a live mesh keeps while it changes.

use std::collections::BTreeSet;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use slotmap::{Key, KeyData};
use tautline::live::WatchKey;
use tautline::{LivePaths, Path as FoundPath, PathError};

use super::{LiveMesh, State};
use crate::arguments::At;
use crate::map::Map;
use crate::path::Path;
use crate::query::QueryOptions;

#[pymethods]
impl LiveMesh {
    /// Let the path between two points be watched, and return its number. The options are those of ``Mesh.path``.
    ///
    /// Each edit finds out which watched paths it breaks or may shorten; that takes time for the paths near it. ``replan``
    /// plans these anew. A query without a path is watched too, until there is one.
    ///
    /// Raises ``ValueError`` for a query that is not possible.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> live = tl.LiveMesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> way = live.watch((1, 4), (9, 4))
    /// >>> _ = live.edit(obstacles=shapely.box(4, 0, 6, 7))
    /// >>> live.replan() == [way], round(live.watched(way).length, 3)
    /// (True, 10.485)
    #[pyo3(signature = (start, goal, *, snap=None, start_policy=None, goal_policy=None, search=None, gap=None,
        max_expanded=None, max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn watch(
        &self,
        py: Python<'_>,
        start: At,
        goal: At,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        search: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<u64> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, search)?;
        let query = options.query(start.0, goal.0);
        let key = self.with(py, |state| {
            let found = state.live.finder().find_path(&query);
            let State { live, paths, .. } = state;
            let paths = paths.get_or_insert_with(|| LivePaths::of(live));
            match found {
                Ok(path) => {
                    Ok(paths.add(live, &query, path).unwrap_or_else(|| paths.add_missing(&query)))
                }
                Err(error @ PathError::InvalidQuery { .. }) => Err(error),
                Err(_) => Ok(paths.add_missing(&query)),
            }
        });
        let key = key.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(key.data().as_ffi())
    }

    /// Return a watched path, or ``None`` if there is none now.
    ///
    /// Until ``replan`` it is the path of before the last edits. Raises ``KeyError`` for an unknown number.
    fn watched(&self, py: Python<'_>, number: u64) -> PyResult<Option<Path>> {
        let path = self.with(py, |state| {
            let watch = state.paths.as_ref()?.paths();
            let key = key(number);
            watch.query(key)?;
            Some(watch.path(key).cloned().filter(|path: &FoundPath| !path.waypoints().is_empty()))
        });
        let path = path.ok_or_else(|| unknown(number))?;
        let map = Map::Mesh(self.mesh(py)?);
        Ok(path.map(|path| Path::new(path, map)))
    }

    /// Stop watching a path. Raises ``KeyError`` for an unknown number.
    fn unwatch(&self, py: Python<'_>, number: u64) -> PyResult<()> {
        let removed = self.with(py, |state| {
            let key = key(number);
            let paths = state.paths.as_mut().filter(|paths| paths.paths().query(key).is_some())?;
            paths.remove(key);
            state.affected.remove(&key);
            Some(())
        });
        removed.ok_or_else(|| unknown(number))
    }

    /// Plan anew the watched paths that edits have broken or may have shortened. Return the numbers of those that have changed,
    /// also of those that have no path any more.
    ///
    /// ``max_expanded`` limits the nodes of all searches; what they do not reach waits for the next call.
    #[pyo3(signature = (*, max_expanded=None))]
    fn replan(&self, py: Python<'_>, max_expanded: Option<u64>) -> Vec<u64> {
        self.with(py, |state| {
            let State { live, paths, affected, .. } = state;
            let Some(paths) = paths else { return Vec::new() };
            let asked = std::mem::take(affected);
            let watch = paths.paths();
            let lacking: BTreeSet<WatchKey> = asked
                .iter()
                .copied()
                .filter(|&key| watch.cost(key).is_some_and(f64::is_infinite))
                .collect();
            let broken: BTreeSet<WatchKey> =
                asked.iter().copied().filter(|&key| watch.is_broken(key)).collect();
            let answer = paths.replan(live, asked, max_expanded.unwrap_or(u64::MAX));
            affected.extend(answer.unanswered);
            let changed = answer.paths.iter().filter(|path| {
                let is_new = lacking.contains(&path.key) && path.error.is_none();
                path.saved > 0.0 || broken.contains(&path.key) || is_new
            });
            changed.map(|path| path.key.data().as_ffi()).collect()
        })
    }
}

impl State {
    /// Finds the watched paths that the last edit affects.
    pub(super) fn watch_edit(&mut self) {
        let Some(paths) = &mut self.paths else { return };
        // Every edit is reported, so none is missed.
        if let Ok(affected) = self.live.affected(paths) {
            self.affected.extend(affected.keys());
        }
    }
}

fn key(number: u64) -> WatchKey {
    KeyData::from_ffi(number).into()
}

fn unknown(number: u64) -> PyErr {
    PyKeyError::new_err(format!("no watched path has the number {number}"))
}
