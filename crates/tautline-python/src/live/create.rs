//! Live meshes from shapes, features and saved bytes.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tautline::build::{add_features, build_features};
use tautline::io::{read_state, write_geojson, write_state};
use tautline::live::LiveMeshState;
use tautline::{BuildError, LiveMesh as Live, NavMeshBuilder};

use super::LiveMesh;
use crate::arguments::helper;
use crate::files::read_features;
use crate::mesh::Mesh;
use crate::outlines::{Building, Settings};

#[pymethods]
impl LiveMesh {
    /// Build a live mesh from shapes; the arguments are those of ``Mesh.build``.
    ///
    /// With ``recorded`` it can be saved and pickled, with its keys and its steps to undo; each edit is kept for that.
    ///
    /// Raises ``ValueError`` that names the shape, the ring and the vertex, or ``TypeError`` for what is no shape.
    #[staticmethod]
    #[pyo3(signature = (walkable=None, obstacles=None, *, walls=None, areas=None, doors=None, links=None, floors=None,
        connections=None, radius=0.0, fill="non-zero", merge=true, arc_tolerance=0.05, max_intersections=None, weld=None,
        recorded=false))]
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
        radius: f64,
        fill: &str,
        merge: bool,
        arc_tolerance: f64,
        max_intersections: Option<usize>,
        weld: Option<f64>,
        recorded: bool,
    ) -> PyResult<Self> {
        let settings = Settings { radius, fill, merge, arc_tolerance, max_intersections, weld };
        let options = settings.options()?;
        let ground = [walkable, obstacles, walls, areas, doors, links];
        let building = Building::read(py, ground, floors, connections)?;
        let builder = building.builder().with_options(options);
        let live = py.detach(|| started(builder, recorded));
        let live = live.map_err(|error| PyValueError::new_err(building.message(&error)))?;
        let repairs = building.named_notes(live.build_report().notes());
        Ok(Self::new(live, repairs))
    }

    /// Build a live mesh from GeoJSON features; the arguments are those of ``Mesh.from_geojson`` and of ``build``.
    ///
    /// Floors, floor connections and links are taken over too.
    ///
    /// Raises ``ValueError`` that names the feature, or ``TypeError`` for what is no GeoJSON.
    #[staticmethod]
    #[pyo3(signature = (geojson, *, radius=0.0, fill="non-zero", merge=true, planar=false, weld=None, recorded=false))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn from_geojson(
        py: Python<'_>,
        geojson: &Bound<'_, PyAny>,
        radius: f64,
        fill: &str,
        merge: bool,
        planar: bool,
        weld: Option<f64>,
        recorded: bool,
    ) -> PyResult<Self> {
        let settings =
            Settings { radius, fill, merge, arc_tolerance: 0.05, max_intersections: None, weld };
        let options = settings.options()?;
        let text: String = helper(py, "geojson_text")?.call1((geojson,))?.extract()?;
        let features = read_features(&text, planar)?;
        let mut builder = NavMeshBuilder::new().with_options(options);
        add_features(&mut builder, &features);
        let live = py.detach(|| started(builder, recorded));
        // A build of the features names the feature of the error.
        let named = |error: BuildError| match build_features(&features, &options) {
            Ok(_) => error.to_string(),
            Err(named) => named.to_string(),
        };
        let live = live.map_err(|error| PyValueError::new_err(named(error)))?;
        let notes = live.build_report().notes();
        Ok(Self::new(live, notes.into_iter().map(|note| note.text).collect()))
    }

    /// Make a live mesh of a mesh whose shapes are gone: from a file, or of tiles. It has the same ground in other cells.
    ///
    /// Doors are open, and rules of ``Mesh.filtered`` are left out. Of a mesh for a radius the ground is that of the centers of agents: draw new obstacles wider by the
    /// radius.
    ///
    /// >>> import numpy as np, shapely, pytautline as tl
    /// >>> live = tl.LiveMesh.from_mesh(tl.Mesh.from_grid(np.ones((4, 6))))
    /// >>> _ = live.edit(obstacles=shapely.box(1, 1, 3, 3))
    /// >>> live.mesh.area
    /// 20.0
    #[staticmethod]
    #[pyo3(signature = (mesh, *, recorded=false))]
    fn from_mesh(py: Python<'_>, mesh: Py<Mesh>, recorded: bool) -> PyResult<Self> {
        let whole = mesh.get().whole();
        let live = py.detach(|| started(NavMeshBuilder::from_mesh(whole.mesh()), recorded));
        Ok(Self::new(live.map_err(|error| PyValueError::new_err(error.to_string()))?, Vec::new()))
    }

    /// Return the shapes as GeoJSON text, with floors, doors, areas and links.
    ///
    /// Raises ``ValueError`` for a map that GeoJSON cannot hold.
    fn to_geojson(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.with(py, |state| write_geojson(&state.live.floors()));
        text.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Return everything as bytes: shapes with their keys, closed doors, steps to undo and to redo.
    ///
    /// Raises ``ValueError`` if the live mesh was not built with ``recorded=True``.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> live = tl.LiveMesh.build(walkable=shapely.box(0, 0, 10, 8), recorded=True)
    /// >>> [crate] = live.edit(obstacles=shapely.box(4, 2, 6, 7))
    /// >>> again = tl.LiveMesh.from_bytes(live.to_bytes())
    /// >>> again.undo(), again.mesh.area
    /// (True, 80.0)
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.with(py, |state| state.live.state().map(|saved| write_state(&saved)));
        let unrecorded = || PyValueError::new_err("the live mesh is not recorded: set its option");
        let bytes = bytes.ok_or_else(unrecorded)?;
        let bytes = bytes.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Make a live mesh of the bytes of ``to_bytes``. It has the same future, bit for bit.
    ///
    /// Raises ``ValueError`` if a byte is damaged or missing.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let bytes = bytes.as_bytes();
        let live = py.detach(|| -> Result<Live, String> {
            let state: LiveMeshState = read_state(bytes).map_err(|error| error.to_string())?;
            Live::from_state(state).map_err(|error| error.to_string())
        });
        Ok(Self::new(live.map_err(PyValueError::new_err)?, Vec::new()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let fields = (slf.get().to_bytes(slf.py())?,);
        let restore = slf.get_type().getattr("from_bytes")?;
        Ok((restore, fields).into_pyobject(slf.py())?.into_any())
    }
}

fn started(builder: NavMeshBuilder, recorded: bool) -> Result<Live, BuildError> {
    if recorded { Live::recorded(builder) } else { Live::new(builder) }
}
