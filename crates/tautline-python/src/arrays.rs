//! Arrays and results for Python.

use numpy::{Element, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tautline::DVec2;

/// Returns an array with two columns.
pub(crate) fn points_array(
    py: Python<'_>,
    points: impl IntoIterator<Item = DVec2>,
) -> PyResult<Bound<'_, PyArray2<f64>>> {
    let numbers: Vec<f64> = points.into_iter().flat_map(|point| point.to_array()).collect();
    table(py, numbers, 2)
}

/// Returns numbers as rows of `columns`.
pub(crate) fn table<T: Element>(
    py: Python<'_>,
    numbers: Vec<T>,
    columns: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let rows = numbers.len().checked_div(columns).unwrap_or(0);
    PyArray1::from_vec(py, numbers).reshape([rows, columns])
}

/// Returns an array, or its only number for a single point.
pub(crate) fn one_or_all(
    py: Python<'_>,
    numbers: Vec<f64>,
    is_single: bool,
) -> PyResult<Bound<'_, PyAny>> {
    match (is_single, numbers.as_slice()) {
        (true, [number]) => Ok(number.into_pyobject(py)?.into_any()),
        _ => Ok(PyArray1::from_vec(py, numbers).into_any()),
    }
}

/// Returns a result class of the Python part, called with its fields.
pub(crate) fn result<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("pytautline._results")?.getattr(class)?.call1(fields.into_pyobject(py)?)
}
