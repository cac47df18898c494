//! The classes `Surface` and `Level`: heights on a mesh, and bakes of levels.
//!
//! 1. `level` – triangles in three dimensions.
//! 2. `bake` – levels → surfaces.
//! 3. `open` – surfaces of files and bytes.
//! 4. `places` – floors, heights and slopes.
//! 5. `ways` – paths along the surface.

mod level;
mod bake;
mod open;
mod places;
mod ways;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::draw::{Axis, Scene};
use tautline::surface::{Geodesics, SurfaceError};
use tautline::{MeshFinder, NavMesh, Surface as Heights};

use crate::arguments::helper;
use crate::mesh::Mesh;
pub(crate) use level::Level;

/// Counts and their names.
pub(crate) type Report = BTreeMap<String, usize>;

/// The heights of a mesh: floors under points of space, slopes, and paths along the ground.
///
/// ``Level.bake`` makes one of triangles, ``Surface.open`` reads a ``.nav`` file with heights or a mesh that Recast has baked.
/// ``Surface(mesh, heights)`` takes the height of every corner of ``np.concatenate(mesh.cells())``; between them a cell is a fan of
/// triangles. Queries, doors, crowds and live maps work on ``surface.mesh``, which is flat.
///
/// A point of space is x and y of the plan, and its height. A surface never changes, so threads may share it. It pickles.
///
/// Raises ``ValueError`` if there is not one finite height for each corner, or joined cells differ at one.
///
/// >>> import numpy as np, shapely, pytautline as tl
/// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
/// >>> x, y = np.concatenate(mesh.cells()).T
/// >>> slope = tl.Surface(mesh, 0.75 * x)  # rises by 3 where the plan goes on by 4
/// >>> way = slope.along(mesh.path((1, 1), (9, 1)))
/// >>> way.length, way.steepest
/// (10.0, 0.75)
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct Surface {
    surface: Heights,
    mesh: Py<Mesh>,
    /// The counts of the bake, or of the file.
    report: Report,
    /// The search along the surface, once somebody has asked.
    geodesics: OnceLock<Geodesics>,
}

#[pymethods]
impl Surface {
    #[new]
    fn of_heights(py: Python<'_>, mesh: Py<Mesh>, heights: &Bound<'_, PyAny>) -> PyResult<Self> {
        let heights: PyReadonlyArray1<'_, f64> =
            helper(py, "numbers")?.call1(("heights", heights))?.extract()?;
        let corners = heights.as_array().to_vec();
        let flat = mesh.get().whole().mesh().clone();
        let heights = at_edges(&flat, &corners)?;
        let surface = py.detach(|| Heights::new(flat, heights)).map_err(refused)?;
        Ok(Self { surface, mesh, report: Report::new(), geodesics: OnceLock::new() })
    }

    /// The mesh, for all questions of the plan.
    #[getter]
    fn mesh(&self, py: Python<'_>) -> Py<Mesh> {
        self.mesh.clone_ref(py)
    }

    /// The height of each corner of ``np.concatenate(mesh.cells())``: an (n,) array.
    #[getter]
    fn heights<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let (mesh, heights) = (self.surface.mesh(), self.surface.heights());
        let corners = mesh.slots().flat_map(|slot| &heights[mesh.edge_range(slot)]);
        PyArray1::from_vec(py, corners.copied().collect())
    }

    /// The counts of the bake, or of the file of Recast: a dict. Otherwise it is empty.
    ///
    /// A bake counts the triangles that are ``walkable``, ``too_steep``, ``face_down``, ``flat`` and ``blocked``, and the ``jumps``.
    #[getter]
    fn report(&self) -> Report {
        self.report.clone()
    }

    /// Return the surface of another state of its mesh, for ``geodesic``: with closed doors, under a filter, or edited live.
    ///
    /// Cells that an edit has cut take their heights from this surface. Raises ``ValueError`` if the mesh has ground where
    /// the surface has none.
    ///
    /// >>> import numpy as np, shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> hill = tl.Surface(mesh, np.concatenate(mesh.cells())[:, 0])
    /// >>> live = tl.LiveMesh.from_mesh(mesh)
    /// >>> _ = live.edit(obstacles=shapely.box(4, 2, 6, 8))
    /// >>> hill.on(live.mesh).height((5, 1))
    /// 5.0
    fn on(&self, py: Python<'_>, mesh: Py<Mesh>) -> PyResult<Self> {
        // Rules of agents and closed doors are left to the search.
        let flat = mesh.get().whole().mesh().clone();
        let surface = match Arc::ptr_eq(&flat, self.surface.mesh()) {
            true => self.surface.clone(),
            false => py.detach(|| self.surface.on(flat)).map_err(refused)?,
        };
        Ok(Self { surface, mesh, report: self.report.clone(), geodesics: OnceLock::new() })
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        let mesh = self.mesh.bind(py).get().current();
        Scene::new().mesh(&mesh).surface(&self.surface).to_svg()
    }

    fn __repr__(&self) -> String {
        let heights = self.surface.heights().iter().copied();
        let low = heights.clone().fold(f64::INFINITY, f64::min);
        let high = heights.fold(f64::NEG_INFINITY, f64::max);
        let cells = self.surface.mesh().cell_count();
        format!("<Surface of {cells} cells, heights from {low:.3} to {high:.3}>")
    }
}

impl Surface {
    /// Returns a surface and its mesh.
    fn of(py: Python<'_>, surface: Heights, report: Report) -> PyResult<Self> {
        let flat = surface.mesh().clone();
        let mesh = py.detach(|| Mesh::of_finder(MeshFinder::new(flat), Axis::YUp, Vec::new()));
        Ok(Self { surface, mesh: Py::new(py, mesh)?, report, geodesics: OnceLock::new() })
    }
}

/// Returns the height at the origin of each edge, from those of the corners of all cells.
fn at_edges(mesh: &NavMesh, corners: &[f64]) -> PyResult<Vec<f64>> {
    let needed: usize = mesh.slots().map(|slot| mesh.edge_range(slot).len()).sum();
    if corners.len() != needed {
        let count = corners.len();
        let message = format!("{count} heights for the {needed} corners of all cells of the mesh");
        return Err(PyValueError::new_err(message));
    }
    let mut heights = vec![0.0; mesh.edges().len()];
    let mut rest = corners;
    for slot in mesh.slots() {
        let own = &mut heights[mesh.edge_range(slot)];
        let (these, others) = rest.split_at(own.len());
        own.copy_from_slice(these);
        rest = others;
    }
    Ok(heights)
}

fn refused(error: SurfaceError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
