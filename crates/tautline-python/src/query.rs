//! One path and many paths, on a mesh or on tiles.
//!
//! 1. `search` – the class `Search`: in slices.
//! 2. `tree` – the class `PathTree`: from one start to many goals.

mod search;
mod tree;

use std::mem;
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::{
    Answer, Batch, GoalPolicy, ManyQuery, NavMesh, Path as FoundPath, PathError, PathQuery,
    PathStatus, Place, StartPolicy,
};

use crate::arguments::{At, Points, choice, is_nan};
use crate::arrays::{result, table};
use crate::failure::exception;
use crate::map::Map;
use crate::path::Path;
use crate::threads::pool;
pub(crate) use search::Search;
pub(crate) use tree::PathTree;

/// The number of queries between two looks at the keyboard; their paths are kept at the same time.
const QUERIES_PER_CHUNK: usize = 8192;

/// The options of a query, as a caller gives them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct QueryOptions {
    pub(crate) snap: Option<f64>,
    pub(crate) start_policy: StartPolicy,
    pub(crate) goal_policy: GoalPolicy,
    pub(crate) search: tautline::Search,
    pub(crate) gap: Option<f64>,
    pub(crate) max_expanded: Option<u64>,
    pub(crate) max_cost: Option<f64>,
}

impl QueryOptions {
    /// Reads the words of the policies and of the search; `None` leaves a default.
    pub(crate) fn with_words(
        mut self,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        search: Option<&str>,
    ) -> PyResult<Self> {
        if let Some(word) = start_policy {
            self.start_policy = choice("start_policy", word)?;
        }
        if let Some(word) = goal_policy {
            self.goal_policy = choice("goal_policy", word)?;
        }
        if let Some(word) = search {
            self.search = choice("search", word)?;
        }
        Ok(self)
    }

    pub(crate) fn query(&self, start: Place, goal: Place) -> PathQuery {
        let mut query = PathQuery::new(start, goal);
        query.snap = self.snap;
        query.start_policy = self.start_policy;
        query.goal_policy = self.goal_policy;
        query.search = self.search;
        query.gap = self.gap;
        query.max_expanded = self.max_expanded;
        query.max_cost = self.max_cost;
        query
    }

    /// Returns the query to many goals.
    pub(crate) fn to_many(self, start: At, goals: &[Place]) -> ManyQuery<&[Place]> {
        ManyQuery::new(start.0, goals).with_options_of(&self.query(start.0, start.0))
    }
}

/// Finds one path, without the interpreter's lock.
pub(crate) fn find_path(
    py: Python<'_>,
    map: Map,
    start: At,
    goal: At,
    options: &QueryOptions,
) -> PyResult<Path> {
    let query = options.query(start.0, goal.0);
    let finder = map.pathfinder();
    let Answer { result, path } = py.detach(|| finder.answer(&query));
    match result {
        Ok(()) => Ok(Path::new(path, map)),
        Err(error) => Err(exception(py, &map, error, path)),
    }
}

/// Finds many paths and returns them as `Paths`.
pub(crate) fn find_paths<'py>(
    py: Python<'py>,
    map: &Map,
    ends: &PathEnds,
    options: &QueryOptions,
    settings: BatchSettings,
) -> PyResult<Bound<'py, PyAny>> {
    let (finder, pool) = (map.pathfinder(), pool(settings.threads)?);
    let mesh = map.mesh().filter(|_| settings.keeps_points);
    let mut columns = Columns::with_capacity(ends.len(), settings.keeps_points, mesh);
    py.detach(|| -> PyResult<()> {
        let (mut batch, mut queries) = (Batch::new(), Vec::new());
        for begin in (0..ends.len()).step_by(QUERIES_PER_CHUNK) {
            let rows = begin..ends.len().min(begin + QUERIES_PER_CHUNK);
            queries.clear();
            queries.extend(rows.map(|row| {
                let [start, goal] = ends.row(row);
                options.query(start, goal)
            }));
            pool.install(|| batch.find_paths(finder, &queries));
            for (query, answer) in queries.iter().zip(batch.answers()) {
                columns.push(query, &answer.result, &answer.path);
            }
            Python::attach(|py| py.check_signals())?;
        }
        Ok(())
    })?;
    columns.into_result(py)
}

/// How a batch runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BatchSettings {
    pub(crate) threads: Option<usize>,
    pub(crate) keeps_points: bool,
}

/// The starts and goals of a batch; a single start or goal serves all rows.
#[derive(Debug)]
pub(crate) struct PathEnds {
    starts: Points,
    goals: Points,
}

impl PathEnds {
    pub(crate) fn new(starts: Points, goals: Points) -> PyResult<Self> {
        let (rows, others) = (starts.places.len(), goals.places.len());
        if rows != others && !starts.is_single && !goals.is_single {
            let message = format!("there are {rows} starts and {others} goals");
            return Err(PyValueError::new_err(message));
        }
        Ok(Self { starts, goals })
    }

    pub(crate) fn len(&self) -> usize {
        if self.starts.is_single { self.goals.places.len() } else { self.starts.places.len() }
    }

    pub(crate) fn row(&self, row: usize) -> [Place; 2] {
        [&self.starts, &self.goals]
            .map(|points| points.places[if points.is_single { 0 } else { row }])
    }
}

/// The answers of a batch, column by column.
#[derive(Debug)]
struct Columns {
    lengths: Vec<f64>,
    costs: Vec<f64>,
    lower_bounds: Vec<f64>,
    statuses: Vec<u8>,
    offsets: Vec<i64>,
    coordinates: Vec<f64>,
    floors: Vec<u32>,
    keeps_points: bool,
    /// The mesh, if it has several floors.
    building: Option<Arc<NavMesh>>,
}

impl Columns {
    fn with_capacity(rows: usize, keeps_points: bool, mesh: Option<Arc<NavMesh>>) -> Self {
        let column = || Vec::with_capacity(rows);
        let mut offsets = Vec::new();
        if keeps_points {
            offsets.reserve_exact(rows + 1);
            offsets.push(0);
        }
        Self {
            lengths: column(),
            costs: column(),
            lower_bounds: column(),
            statuses: Vec::with_capacity(rows),
            offsets,
            coordinates: Vec::new(),
            floors: Vec::new(),
            keeps_points,
            building: mesh.filter(|mesh| mesh.layers().len() > 1),
        }
    }

    fn push(&mut self, query: &PathQuery, result: &Result<(), PathError>, path: &FoundPath) {
        let ends_are_numbers = ![query.start_place(), query.goal_place()].iter().any(is_nan);
        let none = if ends_are_numbers { f64::INFINITY } else { f64::NAN };
        let found = result.is_ok();
        self.lengths.push(if found { path.length() } else { none });
        self.costs.push(if found { path.cost() } else { none });
        self.lower_bounds.push(match result {
            Ok(()) => path.lower_bound(),
            Err(PathError::BudgetExhausted { lower_bound, .. }) => *lower_bound,
            Err(_) => none,
        });
        self.statuses.push(status(result, path));
        if self.keeps_points {
            if found {
                let points = path.waypoints().iter();
                self.coordinates.extend(points.flat_map(|point| point.to_array()));
                if let Some(building) = &self.building {
                    let places = path.places(building);
                    self.floors.extend(places.iter().map(|place| place.layer.unwrap_or(0)));
                }
            }
            self.offsets.push((self.coordinates.len() / 2) as i64);
        }
    }

    fn into_result(mut self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        self.floors.resize(self.coordinates.len() / 2, 0);
        let floors = self.keeps_points.then(|| PyArray1::from_vec(py, mem::take(&mut self.floors)));
        let points = self.keeps_points.then(|| table(py, mem::take(&mut self.coordinates), 2));
        let offsets = self.keeps_points.then(|| PyArray1::from_vec(py, self.offsets));
        let fields = (
            PyArray1::from_vec(py, self.lengths),
            PyArray1::from_vec(py, self.costs),
            PyArray1::from_vec(py, self.lower_bounds),
            PyArray1::from_vec(py, self.statuses),
            offsets,
            points.transpose()?,
            floors,
        );
        result(py, "Paths", fields)
    }
}

/// Returns the number of a status in the Python class `Status`.
fn status(result: &Result<(), PathError>, path: &FoundPath) -> u8 {
    match result {
        Ok(()) if path.status() == PathStatus::Partial => 1,
        Ok(()) => 0,
        Err(PathError::InvalidQuery { .. }) => 2,
        Err(PathError::StartOutside { .. }) => 3,
        Err(PathError::GoalOutside { .. }) => 4,
        Err(PathError::OnClosedCell { .. }) => 5,
        Err(PathError::ClosedOff { .. }) => 6,
        Err(PathError::Unreachable { .. }) => 7,
        Err(PathError::BudgetExhausted { .. }) => 8,
        Err(PathError::Cancelled { .. }) => 9,
        Err(_) => 10,
    }
}
