//! Meshes from shapes, tiles, files and bytes.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tautline::build::{build_features, mend_cells, near_misses_of_features};
use tautline::draw::Axis;
use tautline::io::{Features, read_nav, write_mesh, write_nav};
use tautline::mesh::DoorId;
use tautline::{BuildOptions, Grid as Tiles, build_outlines, trace};

use super::Mesh;
use crate::arguments::helper;
use crate::files::{Content, ReadOptions, read, read_features, unusable, write};
use crate::grid::Grid;
use crate::outlines::{Building, Settings, build};

#[pymethods]
impl Mesh {
    /// Build a mesh from shapes.
    ///
    /// A shape is a shapely geometry, a GeoJSON dict, any object with ``__geo_interface__`` (a GeoDataFrame too), an
    /// (n, 2) array of a ring, or a list of such rings: the exterior and its holes. Each argument is one shape or an
    /// iterable of shapes.
    ///
    /// - ``walkable``: polygons to walk on.
    /// - ``obstacles``: polygons that override them.
    /// - ``walls``: lines that no path crosses.
    /// - ``areas``: tuples ``(polygon, cost)`` or ``(polygon, cost, name)``; a step there costs as much as ``cost``
    ///   steps outside. Later areas override earlier ones.
    /// - ``doors``: a dict from names to lines; ``closing`` closes them.
    /// - ``floors``: a dict from numbers of floors to dicts with the shapes of that floor, by the names of these arguments; the
    ///   arguments are those of floor 0. Links name the floors of their ends.
    /// - ``connections``: tuples ``(line, floor, floor)``, along which two floors are joined, as at the foot of a stair.
    /// - ``links``: dicts with ``start`` and ``end``, and ``cost``, ``one_way`` and ``name`` if needed: jumps, ladders,
    ///   teleporters.
    /// - ``radius``: the radius of the agent in map units. Paths keep this distance from walls.
    /// - ``fill``: ``"non-zero"`` or ``"even-odd"``, for rings that cross themselves.
    /// - ``merge``: whether triangles are merged into larger cells.
    /// - ``arc_tolerance``: the largest extra distance from a corner, as a share of the radius.
    /// - ``weld``: joins points and lines that miss each other by no more than this distance; by default what rounding moves
    ///   apart. 0 joins nothing.
    /// - ``max_intersections``: the largest number of crossings of outlines.
    ///
    /// Raises ``ValueError`` that names the shape, the ring and the vertex, or ``TypeError`` for what is no shape.
    /// ``Mesh.repairs`` lists what was repaired and joined in the input, and gaps that look unintended.
    ///
    /// >>> import pytautline as tl
    /// >>> room = [(0, 0), (10, 0), (10, 8), (0, 8)]
    /// >>> round(tl.Mesh.build(walkable={"type": "Polygon", "coordinates": [room]}, radius=0.5).area, 6)
    /// 63.0
    /// >>> tl.Mesh.build(walkable={"type": "Polygon", "coordinates": [[(0, 0), (1, 0), (0, float("nan"))]]})
    /// Traceback (most recent call last):
    ///     ...
    /// ValueError: walkable[0], ring 0, vertex 2: the coordinate (0, NaN) is not finite or beyond 2^200 in magnitude
    #[staticmethod]
    #[pyo3(signature = (walkable=None, obstacles=None, *, walls=None, areas=None, doors=None, links=None, floors=None,
        connections=None, radius=0.0, fill="non-zero", merge=true, arc_tolerance=0.05, max_intersections=None, weld=None))]
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
    ) -> PyResult<Self> {
        let settings = Settings { radius, fill, merge, arc_tolerance, max_intersections, weld };
        let options = settings.options()?;
        let ground = [walkable, obstacles, walls, areas, doors, links];
        let building = Building::read(py, ground, floors, connections)?;
        let (mesh, repairs) = build(py, &building, &options)?;
        Ok(py.detach(|| Self::new(mesh, Axis::YUp, repairs)))
    }

    /// Build a mesh from GeoJSON features with the properties of the program: kinds, floors, doors, areas, links.
    ///
    /// ``geojson`` is a text, a dict or an object with ``__geo_interface__``, such as a GeoDataFrame with a column
    /// ``kind``. docs/formats.md lists the properties. Coordinates that look like degrees are refused unless
    /// ``planar`` is true. ``weld`` is that of ``build``.
    ///
    /// Raises ``ValueError`` that names the feature, or ``TypeError`` for what is no GeoJSON.
    #[staticmethod]
    #[pyo3(signature = (geojson, *, radius=0.0, fill="non-zero", merge=true, planar=false, weld=None))]
    fn from_geojson(
        py: Python<'_>,
        geojson: &Bound<'_, PyAny>,
        radius: f64,
        fill: &str,
        merge: bool,
        planar: bool,
        weld: Option<f64>,
    ) -> PyResult<Self> {
        let options = Settings { weld, ..plain_settings(radius, fill, merge) }.options()?;
        let text: String = helper(py, "geojson_text")?.call1((geojson,))?.extract()?;
        let features = read_features(&text, planar)?;
        py.detach(|| Self::from_features(&features, &options)).map_err(PyValueError::new_err)
    }

    /// Build the mesh of the free tiles of a ``Grid`` or of an array, for any-angle paths.
    ///
    /// Tiles of a cost other than 1 become areas of that cost. ``radius`` is the radius of the agent.
    ///
    /// Raises ``ValueError`` if no tile is free or none is wide enough.
    ///
    /// >>> import numpy as np, pytautline as tl
    /// >>> mesh = tl.Mesh.from_grid(np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
    /// >>> round(mesh.path((0.5, 0.5), (3.5, 2.5)).length, 4)
    /// 4.1306
    #[staticmethod]
    #[pyo3(signature = (grid, *, radius=0.0))]
    fn from_grid(py: Python<'_>, grid: &Bound<'_, PyAny>, radius: f64) -> PyResult<Self> {
        let options = plain_settings(radius, "non-zero", true).options()?;
        if let Ok(grid) = grid.cast::<Grid>() {
            let grid = grid.get();
            let built = py.detach(|| Self::from_tiles(grid.finder().grid(), grid.axis(), &options));
            return built.map_err(PyValueError::new_err);
        }
        let tiles = Grid::tiles_of(grid)?;
        let built = py.detach(|| Self::from_tiles(&tiles, Axis::YDown, &options));
        built.map_err(PyValueError::new_err)
    }

    /// Open a map file of any format of the program.
    ///
    /// ``.nav`` and ``.mesh`` files are meshes. GeoJSON outlines, MovingAI ``.map`` files, rows of tiles, PNG and PGM
    /// images, Tiled's ``.tmx`` and ROS ``.yaml`` maps are built first, with the given ``radius`` and ``fill``.
    /// ``layer`` names the layer of a Tiled map, ``unknown`` ("blocked" or "free") the meaning of unknown pixels of a
    /// ROS map. GeoJSON that looks like degrees is refused unless ``planar`` is true. ``weld`` is that of ``build``.
    ///
    /// Raises ``OSError`` if the file cannot be read, or ``ValueError`` with the place of the fault in it.
    #[staticmethod]
    #[pyo3(signature = (file, *, radius=0.0, fill="non-zero", merge=true, layer=None, unknown="blocked",
        planar=false, weld=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn open(
        py: Python<'_>,
        file: PathBuf,
        radius: f64,
        fill: &str,
        merge: bool,
        layer: Option<&str>,
        unknown: &str,
        planar: bool,
        weld: Option<f64>,
    ) -> PyResult<Self> {
        let options = Settings { weld, ..plain_settings(radius, fill, merge) }.options()?;
        let reading = ReadOptions { layer, unknown, planar };
        let content = py.detach(|| read(&file, &reading))?;
        if radius != 0.0 && matches!(content, Content::Mesh(_) | Content::RawMesh(_)) {
            return Err(unusable(
                &file,
                "radius is an option of a build, and the file holds a built mesh",
            ));
        }
        let mesh = py.detach(|| match content {
            Content::Mesh(mesh) => Ok(Self::new(*mesh, Axis::YUp, Vec::new())),
            Content::RawMesh(raw) => match mend_cells(&raw) {
                Ok((mesh, mended)) => {
                    let split = |defect| format!("{defect}; the cell was split");
                    Ok(Self::new(mesh, Axis::YUp, mended.iter().map(split).collect()))
                }
                Err(defects) => Err(format!("the mesh is invalid: {defects}")),
            },
            Content::Outlines(features) => Self::from_features(&features, &options),
            Content::Tiles(grid) => Self::from_tiles(&grid, Axis::YDown, &options),
            Content::RobotTiles(grid, note) => {
                let mesh = Self::from_tiles(&grid, Axis::YUp, &options);
                mesh.map(|mesh| Self { repairs: note.into_iter().collect(), ..mesh })
            }
        });
        mesh.map_err(|message| unusable(&file, message))
    }

    /// Write the mesh to a file: ``.nav``, or ``.mesh`` for Polyanya's text.
    ///
    /// The file is replaced when the new one is complete.
    ///
    /// Raises ``OSError`` if it cannot be written, or ``ValueError`` for another extension or for what ``.mesh``
    /// cannot hold.
    fn save(&self, py: Python<'_>, file: PathBuf) -> PyResult<()> {
        let extension =
            file.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let bytes = match extension.as_deref() {
            Some("nav") => py.detach(|| write_nav(self.finder.mesh())),
            Some("mesh") => {
                let text = py.detach(|| write_mesh(self.finder.mesh()));
                text.map_err(|error| unusable(&file, error))?.into_bytes()
            }
            _ => return Err(unusable(&file, "the extension of a mesh file is .nav or .mesh")),
        };
        py.detach(|| write(&file, &bytes))
    }

    /// Return the mesh as the bytes of a ``.nav`` file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| write_nav(self.finder.mesh())))
    }

    /// Make a mesh of the bytes of a ``.nav`` file.
    ///
    /// Raises ``ValueError`` if a byte is damaged or missing.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, bytes: &Bound<'_, PyBytes>) -> PyResult<Self> {
        let bytes = bytes.as_bytes();
        let mesh = py.detach(|| read_nav(bytes).map(|mesh| Self::new(mesh, Axis::YUp, Vec::new())));
        mesh.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let closed: Vec<u32> = own.finder.closed_doors().map(|door| door.0).collect();
        let bytes = PyBytes::new(py, &py.detach(|| write_nav(own.whole().mesh())));
        let rules = own.filter.as_ref().map(|filter| filter.rules.clone());
        let fields = (bytes, own.axis == Axis::YDown, closed, own.repairs.clone(), rules);
        Ok((slf.get_type().getattr("_restore")?, fields).into_pyobject(py)?.into_any())
    }

    #[staticmethod]
    fn _restore(
        py: Python<'_>,
        bytes: &Bound<'_, PyBytes>,
        y_down: bool,
        closed: Vec<u32>,
        repairs: Vec<String>,
        rules: Option<BTreeMap<String, Option<f64>>>,
    ) -> PyResult<Self> {
        let mut mesh = Self::from_bytes(py, bytes)?;
        mesh.axis = if y_down { Axis::YDown } else { Axis::YUp };
        mesh.repairs = repairs;
        for door in closed {
            let closed = mesh.finder.close_door(DoorId(door));
            closed.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        match rules {
            Some(rules) => mesh.under(rules),
            None => Ok(mesh),
        }
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl Mesh {
    fn from_tiles(grid: &Tiles, axis: Axis, options: &BuildOptions) -> Result<Self, String> {
        if grid.free_count() == 0 {
            return Err(String::from("the walkable area is empty: no tile is free"));
        }
        let built = build_outlines(&trace(grid), options).map_err(|error| error.to_string())?;
        Ok(Self::new(built.0, axis, Vec::new()))
    }

    fn from_features(features: &Features, options: &BuildOptions) -> Result<Self, String> {
        let (mesh, mut notes) =
            build_features(features, options).map_err(|error| error.to_string())?;
        notes.extend(near_misses_of_features(features, options));
        Ok(Self::new(mesh, Axis::YUp, notes))
    }
}

fn plain_settings(radius: f64, fill: &str, merge: bool) -> Settings<'_> {
    Settings { radius, fill, merge, arc_tolerance: 0.05, max_intersections: None, weld: None }
}
