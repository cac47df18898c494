//! The class `PathTree`: paths from one start to many goals.

use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use tautline::queries::{BoundedDistance, PathTree as Tree};
use tautline::{Goals, Path as FoundPath, PathError, Place};

use super::{Columns, QueryOptions};
use crate::arguments::{At, Points, ValidPoints};
use crate::failure::exception;
use crate::map::Map;
use crate::mesh::Mesh;
use crate::path::Path;

/// The paths from one start to many goals, by one search.
///
/// ``Mesh.path_tree`` returns it. Goals have the order of the call.
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct PathTree {
    tree: Tree,
    mesh: Py<Mesh>,
    options: QueryOptions,
    start: Place,
    goals: Vec<Place>,
    /// The goals with valid coordinates, which the search took.
    valid: ValidPoints,
}

#[pymethods]
impl PathTree {
    /// The costs of the paths, as ``Mesh.distances`` returns them: an array of float64.
    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.valid.spread(self.tree.distances()))
    }

    /// Lower bounds on the costs: an array of float64.
    #[getter]
    fn lower_bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let bound = |bounds: BoundedDistance| bounds.lower_bound;
        PyArray1::from_vec(py, self.valid.spread(self.tree.bounds().map(bound)))
    }

    /// Return the path to a goal by its number; it takes time for the path alone.
    ///
    /// Raises ``NoPath`` if there is none, ``ValueError`` for a goal with NaN, ``IndexError`` for a number of no goal.
    fn path(&self, py: Python<'_>, goal: usize) -> PyResult<Path> {
        if goal >= self.goals.len() {
            let message =
                format!("there are {} goals, and none has the number {goal}", self.goals.len());
            return Err(PyIndexError::new_err(message));
        }
        let mut path = FoundPath::default();
        let map = Map::Mesh(self.mesh.clone_ref(py));
        match self.find(goal, &mut path) {
            Ok(()) => Ok(Path::new(path, map)),
            Err(error) => Err(exception(py, &map, error, path)),
        }
    }

    /// Return all paths, as ``Paths``. With ``points=False`` no points are kept.
    #[pyo3(signature = (*, points=true))]
    fn paths<'py>(&self, py: Python<'py>, points: bool) -> PyResult<Bound<'py, PyAny>> {
        let mesh = Some(self.mesh.get().current()).filter(|_| points);
        let mut columns = Columns::with_capacity(self.goals.len(), points, mesh);
        py.detach(|| {
            let mut path = FoundPath::default();
            for (goal, place) in self.goals.iter().enumerate() {
                let found = self.find(goal, &mut path);
                columns.push(&self.options.query(self.start, *place), &found, &path);
            }
        });
        columns.into_result(py)
    }

    fn __len__(&self) -> usize {
        self.goals.len()
    }

    fn __repr__(&self) -> String {
        format!("<PathTree of {} goals>", self.goals.len())
    }
}

impl PathTree {
    /// Finds the paths by one search, without the interpreter's lock.
    pub(crate) fn grow(
        mesh: &Bound<'_, Mesh>,
        start: At,
        goals: Points,
        options: QueryOptions,
    ) -> PyResult<Self> {
        let (py, own, goals) = (mesh.py(), mesh.get(), goals.places);
        let valid = ValidPoints::of(&goals);
        let query = options.to_many(start, &valid.places);
        match py.detach(|| own.finder().paths(&query)) {
            Ok(tree) => {
                let mesh = mesh.clone().unbind();
                Ok(Self { tree, mesh, options, start: start.0, goals, valid })
            }
            Err(error) => {
                let map = Map::Mesh(mesh.clone().unbind());
                Err(exception(py, &map, error, FoundPath::default()))
            }
        }
    }

    /// Writes the path to a goal of the call.
    fn find(&self, goal: usize, path: &mut FoundPath) -> Result<(), PathError> {
        path.clear();
        match self.valid.indices.binary_search(&goal) {
            Ok(number) => self.tree.path_to_into(number, path),
            Err(_) => Goals::Points(&self.goals[goal..=goal]).checked().map(drop),
        }
    }
}
