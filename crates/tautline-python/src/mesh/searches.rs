//! Searches that are kept: in slices, and from one start to many goals.

use pyo3::prelude::*;

use super::Mesh;
use crate::arguments::{At, Points};
use crate::map::Map;
use crate::query::{PathTree, QueryOptions, Search};

#[pymethods]
impl Mesh {
    /// Begin a search for the shortest path, which the caller advances in slices, as ``Search``.
    ///
    /// The arguments are those of ``path``. Raises ``NoPath`` for ends off the mesh and out of reach, ``ValueError`` or ``TypeError`` for
    /// bad arguments.
    #[pyo3(signature = (start, goal, *, snap=None, start_policy=None, goal_policy=None, search=None, gap=None,
        max_expanded=None, max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn search(
        slf: &Bound<'_, Self>,
        start: At,
        goal: At,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        search: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<Search> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, search)?;
        Search::begin(slf.py(), Map::Mesh(slf.clone().unbind()), start, goal, &options)
    }

    /// Find the shortest paths from ``start`` to all goals by one search, as ``PathTree``.
    ///
    /// It takes the time of ``distances``; each path is written when it is asked for. ``paths`` runs a search for each row, on all cores.
    /// The options are those of ``distances``.
    ///
    /// Raises ``NoPath`` if the start is off the mesh, ``ValueError`` if it is no number.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 0, 6, 4))
    /// >>> tree = mesh.path_tree((1, 0), [(9, 0), (1, 7), (12, 4)])
    /// >>> tree.distances
    /// array([12.,  7., inf])
    /// >>> tree.path(0).points[1]
    /// array([4., 4.])
    #[pyo3(signature = (start, goals, *, snap=None, start_policy=None, goal_policy=None, gap=None, max_expanded=None,
        max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn path_tree(
        slf: &Bound<'_, Self>,
        start: At,
        goals: Points,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<PathTree> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, None)?;
        PathTree::grow(slf, start, goals, options)
    }
}
