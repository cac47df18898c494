//! The class `DistanceField`.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use tautline::{DVec2, DistanceField as Field, Path as FoundPath};

use crate::arguments::{At, Points, is_nan};
use crate::arrays::{one_or_all, points_array};
use crate::failure::exception;
use crate::map::Map;
use crate::mesh::Mesh;
use crate::path::Path;

/// The distance from every point of a mesh to the nearest of some goals.
///
/// ``Mesh.distance_field`` returns it. One search made it; a question takes the time of a look-up.
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct DistanceField {
    field: Arc<Field>,
    mesh: Py<Mesh>,
}

/// Two arrays with a number a point.
type TwoColumns<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>);

impl DistanceField {
    pub(crate) fn new(field: Field, mesh: Py<Mesh>) -> Self {
        Self { field: Arc::new(field), mesh }
    }
}

impl DistanceField {
    /// Returns the field, for agents that follow it.
    pub(crate) fn shared(&self) -> Arc<Field> {
        Arc::clone(&self.field)
    }
}

#[pymethods]
impl DistanceField {
    /// Return the distance of each point from its nearest goal: an array, or a number for a single point.
    ///
    /// It is infinite off the mesh, out of reach and beyond the limit, and NaN for a point with NaN.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> mesh.distance_field((1, 1)).at((4, 5))
    /// 5.0
    fn at<'py>(&self, py: Python<'py>, points: Points) -> PyResult<Bound<'py, PyAny>> {
        let distance = |place: &_| {
            if is_nan(place) {
                f64::NAN
            } else {
                self.field.distance_at(*place).unwrap_or(f64::INFINITY)
            }
        };
        let distances = py.detach(|| points.places.iter().map(distance).collect());
        one_or_all(py, distances, points.is_single)
    }

    /// Return the costs of paths from each point, and lower bounds on them: two (n,) arrays of float64.
    ///
    /// They are equal where costs do not differ. Both are infinite without a path, and NaN for a point with NaN.
    ///
    /// >>> import numpy as np, pytautline as tl
    /// >>> mesh = tl.Mesh.from_grid(np.array([[1, 1, 1], [1, 9, 1], [1, 1, 1]]))
    /// >>> costs, lower = mesh.distance_field((0.5, 1.5)).bounds([(2.5, 1.5)])
    /// >>> costs.round(6), bool(lower[0] <= costs[0])
    /// (array([2.414214]), True)
    fn bounds<'py>(&self, py: Python<'py>, points: Points) -> TwoColumns<'py> {
        let bounds = |place: &_| match self.field.bounds_at(*place) {
            Ok(bounds) => [bounds.distance, bounds.lower_bound],
            Err(_) if is_nan(place) => [f64::NAN; 2],
            Err(_) => [f64::INFINITY; 2],
        };
        let found: Vec<[f64; 2]> = py.detach(|| points.places.iter().map(bounds).collect());
        let column = |column: usize| {
            PyArray1::from_vec(py, found.iter().map(|bounds| bounds[column]).collect())
        };
        (column(0), column(1))
    }

    /// Return the direction of the first step from each point: an (n, 2) array of unit vectors.
    ///
    /// It is NaN at a goal and where ``at`` is not finite.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> mesh.distance_field((1, 1)).directions([(4, 5)])
    /// array([[-0.6, -0.8]])
    fn directions<'py>(
        &self,
        py: Python<'py>,
        points: Points,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let direction = |place: &_| self.field.direction_at(*place).unwrap_or(DVec2::NAN);
        let directions: Vec<DVec2> = py.detach(|| points.places.iter().map(direction).collect());
        points_array(py, directions)
    }

    /// Return the path from a point to its nearest goal.
    ///
    /// Raises ``NoPath`` if there is none, ``ValueError`` if the point is no number.
    fn path(&self, py: Python<'_>, start: At) -> PyResult<Path> {
        let map = Map::Mesh(self.mesh.clone_ref(py));
        match py.detach(|| self.field.path_from(start.0)) {
            Ok(path) => Ok(Path::new(path, map)),
            Err(error) => Err(exception(py, &map, error, FoundPath::default())),
        }
    }

    /// The goals on the mesh: an (n, 2) array.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        points_array(py, self.field.goals())
    }

    /// The largest distance that is computed.
    #[getter]
    fn limit(&self) -> f64 {
        self.field.limit()
    }

    /// The memory of the field in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.field.bytes()
    }

    /// The mesh of the field.
    #[getter]
    fn mesh(&self, py: Python<'_>) -> Py<Mesh> {
        self.mesh.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!(
            "<DistanceField of {} goals, limit {}>",
            self.field.goals().len(),
            self.field.limit()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let goals = (own.mesh.clone_ref(py), own.goals(py)?, own.field.limit());
        let restore = py.import("pytautline._results")?.getattr("_field")?;
        Ok((restore, goals).into_pyobject(py)?.into_any())
    }
}
