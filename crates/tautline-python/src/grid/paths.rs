//! Paths on a tile map.

use pyo3::prelude::*;

use super::Grid;
use crate::arguments::{At, Points};
use crate::map::Map;
use crate::path::Path;
use crate::query::{BatchSettings, PathEnds, QueryOptions, Search, find_path, find_paths};

#[pymethods]
impl Grid {
    /// Find the cheapest path between the tiles of two points. The options are those of ``Mesh.path``.
    ///
    /// Raises ``NoPath`` if there is none, with the reason; ``ValueError`` or ``TypeError`` for bad arguments.
    #[pyo3(signature = (start, goal, *, snap=None, start_policy=None, goal_policy=None, max_expanded=None,
        max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn path(
        slf: &Bound<'_, Self>,
        start: At,
        goal: At,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<Path> {
        let options = QueryOptions { snap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, None)?;
        find_path(slf.py(), Map::Grid(slf.clone().unbind()), start, goal, &options)
    }

    /// Begin a search for the cheapest path, which the caller advances in slices, as ``Search``. The arguments are those of ``path``.
    #[pyo3(signature = (start, goal, *, snap=None, start_policy=None, goal_policy=None, max_expanded=None,
        max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn search(
        slf: &Bound<'_, Self>,
        start: At,
        goal: At,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<Search> {
        let options = QueryOptions { snap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, None)?;
        Search::begin(slf.py(), Map::Grid(slf.clone().unbind()), start, goal, &options)
    }

    /// Find the paths between each row of ``starts`` and the same row of ``goals``, on all cores.
    ///
    /// Arguments and result are those of ``Mesh.paths``.
    #[pyo3(signature = (starts, goals, *, threads=None, points=true, snap=None, start_policy=None,
        goal_policy=None, max_expanded=None, max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn paths<'py>(
        slf: &Bound<'py, Self>,
        starts: Points,
        goals: Points,
        threads: Option<usize>,
        points: bool,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = QueryOptions { snap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, None)?;
        let ends = PathEnds::new(starts, goals)?;
        let settings = BatchSettings { threads, keeps_points: points };
        find_paths(slf.py(), &Map::Grid(slf.clone().unbind()), &ends, &options, settings)
    }
}
