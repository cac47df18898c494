//! The class `Level`.

use std::fs;
use std::path::PathBuf;

use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::io::{read_glb, read_obj};
use tautline::terrain::Level as Triangles;

use crate::arguments::{At, choice, helper};
use crate::arrays::table;
use crate::files::unusable;

/// The triangles of a level in three dimensions, from which ``bake`` makes a ``Surface``.
///
/// Points are x and y of the plan, and the height. Triangles face upwards where they are counter-clockwise as seen from above.
///
/// >>> import numpy as np, pytautline as tl
/// >>> x, y = np.meshgrid(np.arange(0, 20.5, 0.5), np.arange(0, 10.5, 0.5))
/// >>> level = tl.Level.of_heights(0.25 * x, spacing=0.5)
/// >>> level
/// <Level of 1600 triangles>
/// >>> surface = level.bake(radius=0.6)
/// >>> start = surface.pick((2, 5, 0.5), 1, 1)
/// >>> abs(start.heights - 0.5) < 0.2
/// True
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct Level {
    pub(super) level: Triangles,
}

#[pymethods]
impl Level {
    /// Make a level of triangles.
    ///
    /// - ``positions``: an (n, 3) array of points.
    /// - ``triangles``: an (m, 3) array of their numbers.
    /// - ``up``: the axis that points upwards, ``"y"`` or ``"z"``. With ``"y"`` a point (x, y, z) is x and -z of the plan, at the
    ///   height y.
    /// - ``materials``: a name or ``None`` for each triangle; ``bake`` takes areas by them.
    ///
    /// Raises ``ValueError`` or ``TypeError`` for other arrays and words. ``bake`` refuses numbers of no point and coordinates that are
    /// not finite.
    #[staticmethod]
    #[pyo3(signature = (positions, triangles, *, up, materials=None))]
    fn from_triangles(
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
        up: &str,
        materials: Option<Vec<Option<String>>>,
    ) -> PyResult<Self> {
        let up = choice("up", up)?;
        let rows = |name, kind: &str, array| helper(py, kind)?.call1((name, array));
        let positions: PyReadonlyArray2<'_, f64> =
            rows("positions", "triples", positions)?.extract()?;
        let triangles: PyReadonlyArray2<'_, u32> =
            rows("triangles", "index_triples", triangles)?.extract()?;
        let points = positions.as_array();
        let points = points.outer_iter().map(|row| [row[0], row[1], row[2]]);
        let corners = triangles.as_array();
        let corners = corners.outer_iter().map(|row| [row[0], row[1], row[2]]);
        let level = Triangles::of_triangles(up, points, corners);
        Ok(Self { level: with_materials(level, materials.unwrap_or_default())? })
    }

    /// Make the level of a height map: a (rows, columns) array of heights, ``spacing`` apart in x and y of the plan.
    ///
    /// The first one is at ``origin``; rows go up in y, so flip rasters whose first row is the north. NaN is a hole.
    ///
    /// Raises ``ValueError`` for another array.
    #[staticmethod]
    #[pyo3(signature = (heights, *, spacing=1.0, origin=At::origin()))]
    fn of_heights(
        py: Python<'_>,
        heights: &Bound<'_, PyAny>,
        spacing: f64,
        origin: At,
    ) -> PyResult<Self> {
        let heights: PyReadonlyArray2<'_, f64> =
            helper(py, "height_map")?.call1((heights,))?.extract()?;
        let columns = heights.as_array().ncols();
        let heights: Vec<f64> = heights.as_array().iter().copied().collect();
        let origin = origin.0.point;
        let level = py.detach(|| Triangles::of_heights(origin, spacing, columns, &heights));
        Ok(Self { level })
    }

    /// Read the level of an ``.obj`` or ``.glb`` file, with the names of its materials.
    ///
    /// ``up`` is the axis that points upwards in the file.
    ///
    /// Raises ``OSError`` if the file cannot be read, or ``ValueError`` with the place of the fault in it.
    #[staticmethod]
    #[pyo3(signature = (file, *, up="y"))]
    fn open(py: Python<'_>, file: PathBuf, up: &str) -> PyResult<Self> {
        let up = choice("up", up)?;
        py.detach(|| {
            let bytes = fs::read(&file)?;
            let level = if bytes.starts_with(b"glTF") {
                read_glb(&bytes, up)
            } else {
                let text = std::str::from_utf8(&bytes);
                let binary = |_| unusable(&file, "expected an .obj or a .glb file");
                read_obj(text.map_err(binary)?, up)
            };
            Ok(Self { level: level.map_err(|error| unusable(&file, error))? })
        })
    }

    /// The points: an (n, 3) array of x and y of the plan, and the height.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let positions = &self.level.positions;
        table(py, positions.iter().flat_map(|point| point.to_array()).collect(), 3)
    }

    /// The triangles: an (m, 3) array of the numbers of their points.
    #[getter]
    fn triangles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        table(py, self.level.triangles.iter().flatten().copied().collect(), 3)
    }

    /// The name of the material of each triangle, or ``None``: a list. It is empty if no triangle has one.
    #[getter]
    fn materials(&self) -> Vec<Option<&str>> {
        (0..self.level.materials.len()).map(|triangle| self.level.material(triangle)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Level of {} triangles>", self.level.triangles.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let restore = slf.get_type().getattr("_restore")?;
        let fields = (own.positions(py)?, own.triangles(py)?, own.materials());
        Ok((restore, fields).into_pyobject(py)?.into_any())
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        triangles: &Bound<'_, PyAny>,
        materials: Vec<Option<String>>,
    ) -> PyResult<Self> {
        let materials = Some(materials).filter(|names| !names.is_empty());
        Self::from_triangles(py, positions, triangles, "z", materials)
    }
}

/// Gives each triangle its material; none without any.
fn with_materials(mut level: Triangles, names: Vec<Option<String>>) -> PyResult<Triangles> {
    let (count, triangles) = (names.len(), level.triangles.len());
    if count == 0 {
        return Ok(level);
    }
    if count != triangles {
        let message = format!("there are {count} materials for {triangles} triangles");
        return Err(PyValueError::new_err(message));
    }
    let mut numbers = std::collections::BTreeMap::new();
    for name in names {
        level.materials.push(name.map(|name| {
            let next = level.material_names.len() as u32;
            *numbers.entry(name).or_insert_with_key(|name| {
                level.material_names.push(name.clone());
                next
            })
        }));
    }
    Ok(level)
}
