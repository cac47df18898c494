//! Paths, distances and fields.

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::queries::BoundedDistance;
use tautline::{FieldQuery, ManyQuery, Path as FoundPath, PathError, Place};

use super::Mesh;
use crate::arguments::{At, Points, ValidPoints};
use crate::arrays::table;
use crate::failure::exception;
use crate::field::DistanceField;
use crate::map::Map;
use crate::path::Path;
use crate::query::{BatchSettings, PathEnds, QueryOptions, find_path, find_paths};
use crate::threads::pool;

/// Numbers for each goal, and as many floats.
type TwoArrays<'py, T> = (Bound<'py, PyArray1<T>>, Bound<'py, PyArray1<f64>>);

/// The number of rows of a matrix between two looks at the keyboard.
const ROWS_PER_CHUNK: usize = 64;

/// That number for each goal, where it is larger.
const STARTS_PER_GOAL: usize = 256;

#[pymethods]
impl Mesh {
    /// Find the shortest path from ``start`` to ``goal``.
    ///
    /// - ``snap``: how far an end may lie off the mesh, in map units; by default a little more than rounding.
    /// - ``start_policy``, ``goal_policy``: ``"exact"``, ``"nearest"`` or ``"nearest-reachable"``; the last two move an
    ///   end that is off the mesh or out of reach.
    /// - ``search``: ``"auto"``, ``"optimal"`` or ``"corridor"``, which is fast where costs differ and proves little.
    /// - ``gap``: the share of the cost that may stay unproved; by default 0.01 where costs differ, else 0.
    /// - ``max_expanded``, ``max_cost``: the budget of the search.
    ///
    /// Raises ``NoPath`` if there is none, with the reason; ``ValueError`` or ``TypeError`` for bad arguments.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 7))
    /// >>> mesh.path((1, 4), (9, 4))
    /// <Path of 4 points, length 9.211103, optimal>
    /// >>> try:
    /// ...     mesh.path((1, 4), (5, 5))
    /// ... except tl.NoPath as error:
    /// ...     print(error.reason, error.nearest)
    /// goal-outside (4.0, 5.0)
    #[pyo3(signature = (start, goal, *, snap=None, start_policy=None, goal_policy=None, search=None, gap=None,
        max_expanded=None, max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn path(
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
    ) -> PyResult<Path> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, search)?;
        find_path(slf.py(), Map::Mesh(slf.clone().unbind()), start, goal, &options)
    }

    /// Find the paths between each row of ``starts`` and the same row of ``goals``, on all cores.
    ///
    /// Both are arrays of points; a single point serves all rows. The options are those of ``path``.
    /// ``threads`` limits the threads. With ``points=False`` no points are kept, which saves memory.
    ///
    /// Returns ``Paths``: lengths, status, offsets and points. A row without a path has an infinite length; a row
    /// with NaN has the length NaN. ``Paths.status`` names the reason. Ctrl-C ends the batch.
    ///
    /// >>> import numpy as np, shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 7))
    /// >>> batch = mesh.paths((1, 1), np.array([(9, 1), (5, 5), (np.nan, 1)]))
    /// >>> batch.lengths
    /// array([ 8., inf, nan])
    /// >>> [tl.Status(status).name for status in batch.status]
    /// ['COMPLETE', 'GOAL_OUTSIDE', 'INVALID_QUERY']
    #[pyo3(signature = (starts, goals, *, threads=None, points=true, snap=None, start_policy=None,
        goal_policy=None, search=None, gap=None, max_expanded=None, max_cost=None))]
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
        search: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, search)?;
        let ends = PathEnds::new(starts, goals)?;
        let settings = BatchSettings { threads, keeps_points: points };
        find_paths(slf.py(), &Map::Mesh(slf.clone().unbind()), &ends, &options, settings)
    }

    /// Return the length of the shortest path from ``start`` to each goal, by one search: an array of float64.
    ///
    /// A goal that is off the mesh or out of reach is infinitely far, and a goal with NaN gives NaN. Links count by
    /// their cost. ``snap`` and the policies are those of ``path``, for the start and for each goal.
    ///
    /// Where costs differ, a distance is the cost of a path, and ``gap`` the share that may stay unproved.
    /// ``max_expanded`` and ``max_cost`` stop the search of all goals: a distance is then that of the best known path,
    /// infinite without one. ``distance_bounds`` says how far it may be off.
    ///
    /// Raises ``NoPath`` if the start is off the mesh, ``ValueError`` if it is no number.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> mesh.distances((1, 1), [(4, 5), (1, 1), (20, 1)])
    /// array([ 5.,  0., inf])
    #[pyo3(signature = (start, goals, *, snap=None, start_policy=None, goal_policy=None, gap=None, max_expanded=None,
        max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn distances<'py>(
        slf: &Bound<'py, Self>,
        start: At,
        goals: Points,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, None)?;
        let (py, goals) = (slf.py(), ValidPoints::of(&goals.places));
        let found = bounds(slf, &options.to_many(start, &goals.places))?;
        Ok(PyArray1::from_vec(py, goals.spread(found.iter().map(|far| far.distance))))
    }

    /// Return the costs of paths from ``start`` to each goal, and lower bounds on them: two arrays of float64.
    ///
    /// Where costs differ, ``gap`` is the share that may stay unproved between the two, 0.01 by default; elsewhere they are
    /// equal. Where a budget stops the search, a bound is lower than its cost. Otherwise as ``distances``.
    ///
    /// >>> import numpy as np, pytautline as tl
    /// >>> mesh = tl.Mesh.from_grid(np.array([[1, 1, 1], [1, 9, 1], [1, 1, 1]]))
    /// >>> costs, lower = mesh.distance_bounds((0.5, 1.5), [(2.5, 1.5)], gap=0.001)
    /// >>> costs.round(6), bool(lower[0] >= 0.999 * costs[0])
    /// (array([2.414214]), True)
    #[pyo3(signature = (start, goals, *, snap=None, start_policy=None, goal_policy=None, gap=None, max_expanded=None,
        max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn distance_bounds<'py>(
        slf: &Bound<'py, Self>,
        start: At,
        goals: Points,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<TwoArrays<'py, f64>> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, None)?;
        let (py, goals) = (slf.py(), ValidPoints::of(&goals.places));
        let found = bounds(slf, &options.to_many(start, &goals.places))?;
        let known = |of: fn(&BoundedDistance) -> f64| {
            PyArray1::from_vec(py, goals.spread(found.iter().map(of)))
        };
        Ok((known(|far| far.distance), known(|far| far.lower_bound)))
    }

    /// Return the ``count`` nearest goals by path length: their indices and their distances, nearest first.
    ///
    /// Fewer are returned if fewer are reachable at a cost of ``max_cost``. The options are those of ``distances``. Raises
    /// ``NoPath`` if ``max_expanded`` does not suffice.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> mesh.nearest_goals((1, 1), [(9, 1), (2, 1), (4, 5)], 2)
    /// (array([1, 2]), array([1., 5.]))
    #[pyo3(signature = (start, goals, count, *, snap=None, start_policy=None, goal_policy=None, gap=None,
        max_expanded=None, max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn nearest_goals<'py>(
        slf: &Bound<'py, Self>,
        start: At,
        goals: Points,
        count: usize,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<TwoArrays<'py, i64>> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, None)?;
        let (py, own) = (slf.py(), slf.get());
        let goals = ValidPoints::of(&goals.places);
        let count = count.min(goals.places.len());
        let query = options.to_many(start, &goals.places);
        let near = py.detach(|| own.finder.nearest(&query, count));
        let near = near.map_err(|error| no_path(slf, error))?;
        let indices = near.iter().map(|near| goals.indices[near.goal] as i64).collect();
        let distances = near.iter().map(|goal| goal.distance).collect();
        Ok((PyArray1::from_vec(py, indices), PyArray1::from_vec(py, distances)))
    }

    /// Return the path lengths from each of ``starts`` to each of ``goals``: a (starts, goals) array, on all cores.
    ///
    /// Without ``goals`` they are the starts. Pairs without a path are infinitely far; rows and columns of points
    /// with NaN are NaN. ``threads`` limits the threads. Ctrl-C ends the work.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> mesh.distance_matrix([(1, 1), (4, 5)])
    /// array([[0., 5.],
    ///        [5., 0.]])
    #[pyo3(signature = (starts, goals=None, *, threads=None))]
    fn distance_matrix<'py>(
        slf: &Bound<'py, Self>,
        starts: Points,
        goals: Option<Points>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (py, own, starts) = (slf.py(), slf.get(), starts.places);
        let goals = goals.map_or_else(|| starts.clone(), |goals| goals.places);
        let mut matrix = Vec::new();
        let room = starts.len().checked_mul(goals.len());
        let has_room = room.is_some_and(|cells| matrix.try_reserve_exact(cells).is_ok());
        if !has_room {
            let message = format!("no memory for {} by {} distances", starts.len(), goals.len());
            return Err(pyo3::exceptions::PyMemoryError::new_err(message));
        }
        let (pool, valid_goals) = (pool(threads)?, ValidPoints::of(&goals));
        py.detach(|| -> PyResult<()> {
            // The pairs of a symmetric matrix are searched once, so it is one piece of work.
            // The searches begin at the goals where there are more starts, once for each chunk.
            let rows = match starts == goals {
                true => starts.len().max(1),
                false => ROWS_PER_CHUNK.max(goals.len().saturating_mul(STARTS_PER_GOAL)),
            };
            for chunk in starts.chunks(rows) {
                let starts = ValidPoints::of(chunk);
                let ask = || own.finder.distance_matrix(&starts.places, &valid_goals.places);
                let found = pool.install(ask);
                let found = found.map_err(|error| PyValueError::new_err(error.to_string()))?;
                push_rows(&mut matrix, &starts, &valid_goals, &found);
                Python::attach(|py| py.check_signals())?;
            }
            Ok(())
        })?;
        table_of(py, matrix, starts.len(), goals.len())
    }

    /// Return the distance from every point of the mesh to the nearest goal, as a ``DistanceField``.
    ///
    /// ``limit`` is the largest distance that is computed, ``max_expanded`` the most nodes. ``snap`` is how far a goal, or
    /// a point to which the field is asked, may lie off the mesh. Goals off the mesh are ignored. Where costs differ, a
    /// distance is the cost of a path, which need not be the cheapest.
    ///
    /// Raises ``ValueError`` if a number is NaN.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> field = mesh.distance_field([(1, 1), (9, 1)])
    /// >>> field.at([(4, 1), (9, 4)])
    /// array([3., 3.])
    #[pyo3(signature = (goals, *, limit=f64::INFINITY, snap=None, max_expanded=None))]
    fn distance_field(
        slf: &Bound<'_, Self>,
        goals: Points,
        limit: f64,
        snap: Option<f64>,
        max_expanded: Option<u64>,
    ) -> PyResult<DistanceField> {
        let mut query = FieldQuery::new(&goals.places).max_cost(limit);
        (query.snap, query.max_expanded) = (snap, max_expanded);
        let own = slf.get();
        let found = slf.py().detach(|| own.finder.distance_field(&query));
        let field = found.map_err(|error| no_path(slf, error))?;
        Ok(DistanceField::new(field, slf.clone().unbind()))
    }
}

/// Returns the costs of paths to many goals with their bounds, without the interpreter's lock.
fn bounds(mesh: &Bound<'_, Mesh>, query: &ManyQuery<&[Place]>) -> PyResult<Vec<BoundedDistance>> {
    let own = mesh.get();
    let found = mesh.py().detach(|| own.finder.distance_bounds(query));
    found.map_err(|error| no_path(mesh, error))
}

fn no_path(mesh: &Bound<'_, Mesh>, error: PathError) -> PyErr {
    let map = Map::Mesh(mesh.clone().unbind());
    exception(mesh.py(), &map, error, FoundPath::default())
}

/// Appends rows of distances; those from or to a point with NaN are NaN.
fn push_rows(matrix: &mut Vec<f64>, starts: &ValidPoints, goals: &ValidPoints, found: &[Vec<f64>]) {
    let (first, width) = (matrix.len(), goals.none.len());
    for start in &starts.none {
        matrix.extend(goals.none.iter().map(|goal| start + goal)); // infinite, or NaN if one is
    }
    for (start, row) in starts.indices.iter().zip(found) {
        for (goal, distance) in goals.indices.iter().zip(row) {
            matrix[first + start * width + goal] = *distance;
        }
    }
}

fn table_of(
    py: Python<'_>,
    matrix: Vec<f64>,
    rows: usize,
    columns: usize,
) -> PyResult<Bound<'_, PyArray2<f64>>> {
    if columns == 0 {
        return Ok(PyArray2::zeros(py, [rows, 0], false));
    }
    table(py, matrix, columns)
}
