//! Points, arrays and words from Python.

use numpy::{PyArray2, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tautline::{Goals, Place, UnknownWord, Words};

/// A point from Python: `(x, y)`, or `(x, y, floor)`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At(pub(crate) Place);

impl At {
    /// Returns the point (0, 0).
    pub(crate) fn origin() -> Self {
        Self(Place::default())
    }
}

impl<'py> FromPyObject<'_, 'py> for At {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(tuple) = object.cast_exact::<PyTuple>() {
            return of_tuple(&tuple);
        }
        let tuple = helper(object.py(), "point")?.call1((object,))?;
        let At(place) = of_tuple(tuple.cast::<PyTuple>()?)?;
        Ok(At(Place { is_f32: is_f32(&object), ..place }))
    }
}

/// True for an array of NumPy with the type `float32`: its points may be off by their rounding.
fn is_f32(object: &Bound<'_, PyAny>) -> bool {
    let is_single = |array: &Bound<'_, PyUntypedArray>| {
        array.dtype().is_equiv_to(&numpy::dtype::<f32>(array.py()))
    };
    object.cast::<PyUntypedArray>().is_ok_and(is_single)
}

fn of_tuple(tuple: &Bound<'_, PyTuple>) -> PyResult<At> {
    let number = |index: usize| -> PyResult<f64> { tuple.get_item(index)?.extract() };
    match tuple.len() {
        2 => Ok(At(Place::new([number(0)?, number(1)?]))),
        3 => place([number(0)?, number(1)?, number(2)?]).map(At),
        count => {
            let message = format!("a point is (x, y) or (x, y, floor), not {count} numbers");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Returns the place of a point whose third number is its floor; NaN for none.
fn place([x, y, floor]: [f64; 3]) -> PyResult<Place> {
    let place = Place::new([x, y]);
    if floor.is_nan() {
        return Ok(place);
    }
    if floor.fract() != 0.0 || !(0.0..=f64::from(u32::MAX)).contains(&floor) {
        let message = format!("a floor is a whole number from 0, not {floor}");
        return Err(PyValueError::new_err(message));
    }
    Ok(place.on_layer(floor as u32))
}

/// An array of points from Python, or a single point.
#[derive(Debug)]
pub(crate) struct Points {
    pub(crate) places: Vec<Place>,
    /// True if the caller gave one point instead of an array.
    pub(crate) is_single: bool,
}

impl<'py> FromPyObject<'_, 'py> for Points {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(array) = object.cast::<PyArray2<f64>>()
            && matches!(array.shape()[1], 2 | 3)
        {
            return Ok(Self { places: places(&array)?, is_single: false });
        }
        let converted = helper(object.py(), "points")?.call1((object,))?;
        let (array, is_single): (Bound<'py, PyAny>, bool) = converted.extract()?;
        let mut places = places(array.cast::<PyArray2<f64>>()?)?;
        let is_f32 = is_f32(&object);
        places.iter_mut().for_each(|place| place.is_f32 = is_f32);
        Ok(Self { places, is_single })
    }
}

fn places(array: &Bound<'_, PyArray2<f64>>) -> PyResult<Vec<Place>> {
    let array = array.try_readonly()?;
    let rows = array.as_array();
    if rows.ncols() == 2 {
        return Ok(rows.outer_iter().map(|row| Place::new([row[0], row[1]])).collect());
    }
    rows.outer_iter().map(|row| place([row[0], row[1], row[2]])).collect()
}

/// The points of a list that a search takes: those with valid coordinates.
#[derive(Debug)]
pub(crate) struct ValidPoints {
    pub(crate) places: Vec<Place>,
    /// Their indices in the list.
    pub(crate) indices: Vec<usize>,
    /// A distance for every point of the list that has none: NaN for one with NaN, else infinite.
    pub(crate) none: Vec<f64>,
}

impl ValidPoints {
    pub(crate) fn of(list: &[Place]) -> Self {
        let is_valid = |&(_, place): &(usize, &Place)| Goals::Points(&[*place]).checked().is_ok();
        let (indices, places) = list.iter().enumerate().filter(is_valid).unzip();
        let far = |place| if is_nan(place) { f64::NAN } else { f64::INFINITY };
        Self { places, indices, none: list.iter().map(far).collect() }
    }

    /// Returns a distance for every point of the list, from those of the valid ones.
    pub(crate) fn spread(&self, distances: impl Iterator<Item = f64>) -> Vec<f64> {
        let mut all = self.none.clone();
        for (&index, distance) in self.indices.iter().zip(distances) {
            all[index] = distance;
        }
        all
    }
}

/// True if a coordinate is not a number.
pub(crate) fn is_nan(place: &Place) -> bool {
    place.point.is_nan()
}

/// Returns a Python function that converts shapes or points.
pub(crate) fn helper<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("pytautline._shapes")?.getattr(name)
}

/// Returns the variant of a word; `ValueError` lists those that there are.
pub(crate) fn choice<T: Words>(option: &str, word: &str) -> PyResult<T> {
    UnknownWord::parsed(word).map_err(|error| {
        let names: Vec<String> = error.known.iter().map(|name| format!("{name:?}")).collect();
        PyValueError::new_err(format!("{option} is {}, not {word:?}", names.join(" or ")))
    })
}
