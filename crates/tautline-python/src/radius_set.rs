//! The class `RadiusSet`: one map for agents of any size.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::RadiusSet as Set;
use tautline::build::RadiusOptions;
use tautline::draw::Axis;

use crate::mesh::Mesh;
use crate::outlines::{Building, Settings};

/// One map for agents of any radius: the mesh of a radius is built when it is first asked for, and kept within a budget.
///
/// >>> import shapely, pytautline as tl
/// >>> sizes = tl.RadiusSet.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 8))
/// >>> rat, bear = (sizes.mesh(radius).path((2, 6), (8, 6)) for radius in (0.1, 0.9))
/// >>> rat.length < bear.length, sizes.radii
/// (True, [0.1, 0.9])
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct RadiusSet {
    set: Set,
}

#[pymethods]
impl RadiusSet {
    /// Take shapes; the arguments are those of ``Mesh.build``, without a radius. Nothing is built yet.
    ///
    /// - ``step``: rounds radii up to its multiples, so that there are fewer meshes.
    /// - ``budget``: the most bytes of all meshes and indexes; beyond it the one that was not used for the longest time goes.
    #[staticmethod]
    #[pyo3(signature = (walkable=None, obstacles=None, *, walls=None, areas=None, doors=None, links=None, floors=None,
        connections=None, fill="non-zero", merge=true, arc_tolerance=0.05, max_intersections=None, weld=None, step=None,
        budget=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn build<'py>(
        py: Python<'py>,
        walkable: Option<&Bound<'py, PyAny>>,
        obstacles: Option<&Bound<'py, PyAny>>,
        walls: Option<&Bound<'py, PyAny>>,
        areas: Option<&Bound<'py, PyAny>>,
        doors: Option<&Bound<'py, PyAny>>,
        links: Option<&Bound<'py, PyAny>>,
        floors: Option<&Bound<'py, PyAny>>,
        connections: Option<&Bound<'py, PyAny>>,
        fill: &str,
        merge: bool,
        arc_tolerance: f64,
        max_intersections: Option<usize>,
        weld: Option<f64>,
        step: Option<f64>,
        budget: Option<usize>,
    ) -> PyResult<Self> {
        let settings =
            Settings { radius: 0.0, fill, merge, arc_tolerance, max_intersections, weld };
        let ground = [walkable, obstacles, walls, areas, doors, links];
        let building = Building::read(py, ground, floors, connections)?;
        let mut options = RadiusOptions::default().build(settings.options()?);
        options.step = step;
        if let Some(budget) = budget {
            options = options.budget(budget);
        }
        Ok(Self { set: Set::new(building.source()).with_options(options) })
    }

    /// Return the mesh of a radius, and build it if it is not kept.
    ///
    /// Raises ``ValueError`` for invalid shapes, for a radius that is not possible, and if no place is wide enough.
    fn mesh(&self, py: Python<'_>, radius: f64) -> PyResult<Mesh> {
        let finder = py.detach(|| self.set.finder(radius));
        let finder = finder.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Mesh::of_finder(finder, Axis::YUp, Vec::new()))
    }

    /// The radii whose meshes are kept, ascending.
    #[getter]
    fn radii(&self, py: Python<'_>) -> Vec<f64> {
        py.detach(|| self.set.radii())
    }

    /// The bytes of all meshes and indexes.
    #[getter]
    fn nbytes(&self, py: Python<'_>) -> usize {
        py.detach(|| self.set.memory())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<RadiusSet of {} radii>", self.radii(py).len())
    }
}
