//! Errors of queries as Python exceptions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::PathError;

use crate::map::Map;
use crate::path::Path;

/// The reason why a query has no path, explained when a caller asks.
#[pyclass(frozen, module = "pytautline._native")]
#[derive(Debug)]
pub(crate) struct Failure {
    map: Map,
    error: PathError,
    partial: Option<Py<Path>>,
}

#[pymethods]
impl Failure {
    fn __str__(&self) -> String {
        self.error.to_string()
    }

    /// The kind of the error, such as `"start-outside"`.
    #[getter]
    fn reason(&self) -> &'static str {
        self.error.kind()
    }

    /// The error with details, as one sentence.
    #[getter]
    fn explanation(&self) -> String {
        self.map.explain(&self.error).to_string()
    }

    /// The nearest point that would have worked, or `None`.
    #[getter]
    fn nearest(&self) -> Option<(f64, f64)> {
        self.map.explain(&self.error).nearest.map(|near| near.point.into())
    }

    /// A lower bound on the cost of any path, if the budget was spent.
    #[getter]
    fn lower_bound(&self) -> Option<f64> {
        match self.error {
            PathError::BudgetExhausted { lower_bound, .. } => Some(lower_bound),
            _ => None,
        }
    }

    /// The best partial path, if the budget was spent.
    #[getter]
    fn partial(&self, py: Python<'_>) -> Option<Py<Path>> {
        self.partial.as_ref().map(|path| path.clone_ref(py))
    }
}

/// Returns the exception of a failed query: `ValueError` for bad arguments, else `NoPath`.
pub(crate) fn exception(
    py: Python<'_>,
    map: &Map,
    error: PathError,
    partial: tautline::Path,
) -> PyErr {
    if let PathError::InvalidQuery { .. } | PathError::Unsupported { .. } = error {
        return PyValueError::new_err(error.to_string());
    }
    let raised = || -> PyResult<PyErr> {
        let has_partial = !partial.waypoints().is_empty();
        let partial = has_partial.then(|| Py::new(py, Path::new(partial, map.clone_ref(py))));
        let failure = Failure { map: map.clone_ref(py), error, partial: partial.transpose()? };
        let class = py.import("pytautline._results")?.getattr("_no_path")?;
        Ok(PyErr::from_value(class.call1((failure,))?))
    };
    raised().unwrap_or_else(|other| other)
}
