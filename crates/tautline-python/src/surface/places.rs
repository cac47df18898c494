//! Floors, heights and slopes.

use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use tautline::DVec2;
use tautline::surface::PickError;

use super::Surface;
use crate::arguments::{Points, helper};
use crate::arrays::{one_or_all, points_array, result, table};

#[pymethods]
impl Surface {
    /// Return the floor at each point of space, as ``Picked``: points for queries, and heights.
    ///
    /// ``points`` are (n, 3): x and y of the plan, and the height. The nearest floor is taken that lies at most ``below`` under and
    /// ``above`` over a point. The points of ``Picked`` are x, y and the floor.
    ///
    /// Without a floor in reach a row is NaN; for a single point ``LookupError`` lists the floors that are there. Raises ``ValueError`` for a
    /// reach that is negative.
    ///
    /// >>> import numpy as np, shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> slope = tl.Surface(mesh, np.concatenate(mesh.cells())[:, 0])
    /// >>> start = slope.pick((4, 1, 4.2), 0.5, 0.5)
    /// >>> start.points, start.heights
    /// (array([4., 1., 0.]), 4.0)
    /// >>> slope.pick((4, 1, 7), 2, 1)
    /// Traceback (most recent call last):
    ///     ...
    /// LookupError: no floor at (4, 1) within 2 below and 1 above the height 7; there is floor 0 at 4
    fn pick<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
        below: f64,
        above: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let converted = helper(py, "space_points")?.call1((points,))?;
        let (array, is_single): (PyReadonlyArray2<'py, f64>, bool) = converted.extract()?;
        if !(below >= 0.0 && above >= 0.0) {
            let message = format!("the reach is {below} below and {above} above; it is from 0");
            return Err(PyValueError::new_err(message));
        }
        let rows = array.as_array();
        let points: Vec<[f64; 3]> = rows.outer_iter().map(|row| [row[0], row[1], row[2]]).collect();
        let pick = |point: &[f64; 3]| self.surface.pick(*point, below, above);
        let picked: Vec<_> = py.detach(|| points.iter().map(pick).collect());
        if let (true, [Err(error)]) = (is_single, &picked[..]) {
            return Err(match error {
                PickError::Invalid { .. } => PyValueError::new_err(error.to_string()),
                _ => PyLookupError::new_err(error.to_string()),
            });
        }
        let mut heights = Vec::with_capacity(picked.len());
        let mut places = Vec::with_capacity(3 * picked.len());
        for found in picked {
            let row = found.map(|found| {
                let point = found.place.point;
                ([point.x, point.y, f64::from(found.layer)], found.height)
            });
            let (place, height) = row.unwrap_or(([f64::NAN; 3], f64::NAN));
            places.extend(place);
            heights.push(height);
        }
        let places = table(py, places, 3)?;
        let heights = one_or_all(py, heights, is_single)?;
        match is_single {
            true => result(py, "Picked", (places.get_item(0)?, heights)),
            false => result(py, "Picked", (places, heights)),
        }
    }

    /// Return the height of the ground at each point: an array, or a number for a single point. It is NaN off the mesh.
    ///
    /// A point is ``(x, y)`` or ``(x, y, floor)``; without a floor the lowest one is taken.
    fn height<'py>(&self, py: Python<'py>, points: Points) -> PyResult<Bound<'py, PyAny>> {
        let height = |place: &_| self.surface.height(*place).unwrap_or(f64::NAN);
        let heights = py.detach(|| points.places.iter().map(height).collect());
        one_or_all(py, heights, points.is_single)
    }

    /// Return the gradient of the ground at each point: an (n, 2) array, in height for each unit of the plan. It is NaN off the mesh.
    ///
    /// It points uphill; its length is the slope, the tangent of the angle.
    ///
    /// >>> import numpy as np, shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> x, y = np.concatenate(mesh.cells()).T
    /// >>> tl.Surface(mesh, x / 2 + y / 4).gradient([(4, 1)])
    /// array([[0.5 , 0.25]])
    fn gradient<'py>(
        &self,
        py: Python<'py>,
        points: Points,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let gradient = |place: &_| self.surface.gradient(*place).unwrap_or(DVec2::NAN);
        let gradients: Vec<DVec2> = py.detach(|| points.places.iter().map(gradient).collect());
        points_array(py, gradients)
    }
}
