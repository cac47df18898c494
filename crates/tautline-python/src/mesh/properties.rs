//! Sizes, cells, doors and pictures of a mesh.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tautline::draw::Scene;

use super::Mesh;
use crate::arrays::points_array;

#[pymethods]
impl Mesh {
    /// The number of cells.
    #[getter]
    fn cell_count(&self) -> usize {
        self.finder.mesh().cell_count()
    }

    /// The number of positions of the cells' corners.
    #[getter]
    fn vertex_count(&self) -> usize {
        self.finder.mesh().position_count()
    }

    /// The number of parts that no path joins, links aside.
    #[getter]
    fn component_count(&self) -> usize {
        self.current().component_count()
    }

    /// The walkable area in square map units.
    #[getter]
    fn area(&self) -> f64 {
        self.finder.mesh().area()
    }

    /// The bounds as ``(min x, min y, max x, max y)``, as in shapely.
    #[getter]
    fn bounds(&self) -> (f64, f64, f64, f64) {
        let bounds = self.finder.mesh().bounds();
        (bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y)
    }

    /// The radius of the agent that the mesh was built for.
    #[getter]
    fn radius(&self) -> f64 {
        self.finder.mesh().agent_radius()
    }

    /// The numbers of the floors, ascending; ``[0]`` on a map without floors.
    #[getter]
    fn floors(&self) -> Vec<u32> {
        let mesh = self.finder.mesh();
        let mut floors: Vec<u32> = mesh.slots().map(|slot| mesh.layer(slot)).collect();
        floors.sort_unstable();
        floors.dedup();
        floors
    }

    /// The areas as pairs of name and cost.
    #[getter]
    fn areas(&self) -> Vec<(String, f64)> {
        self.finder.mesh().areas().iter().map(|area| (area.name.clone(), area.cost)).collect()
    }

    /// The names of the doors, each once.
    #[getter]
    fn doors(&self) -> Vec<String> {
        self.door_names(|_| true)
    }

    /// The names of the doors that are closed, wholly or in part.
    #[getter]
    fn closed_doors(&self) -> Vec<String> {
        let closed: Vec<u32> = self.finder.closed_doors().map(|door| door.0).collect();
        self.door_names(|door| closed.contains(&door))
    }

    /// The repairs of the input, one sentence each.
    #[getter]
    fn repairs(&self) -> Vec<String> {
        self.repairs.clone()
    }

    /// The memory of the search index in bytes, in addition to the mesh itself.
    #[getter]
    fn index_bytes(&self) -> usize {
        self.finder.prepared_bytes()
    }

    /// Return the mesh with exactly these doors closed. Both meshes share their memory.
    ///
    /// Raises ``KeyError`` if no door has one of the names.
    ///
    /// >>> import numpy as np, shapely, pytautline as tl
    /// >>> house = tl.Mesh.build(
    /// ...     walkable=shapely.box(0, 0, 10, 8),
    /// ...     obstacles=[shapely.box(4, 0, 5, 3), shapely.box(4, 4, 5, 8)],
    /// ...     doors={"gate": np.array([(4, 3), (4, 4)])},
    /// ... )
    /// >>> house.path((1, 3.5), (9, 3.5)).length
    /// 8.0
    /// >>> house.closing(["gate"]).path((1, 3.5), (9, 3.5))
    /// Traceback (most recent call last):
    ///     ...
    /// pytautline.NoPath: every path from (1, 3.5) to (9, 3.5) is closed by doors or by the filter
    fn closing(&self, doors: Vec<String>) -> PyResult<Self> {
        let mut finder = self.finder.clone();
        let closed: Vec<_> = finder.closed_doors().collect();
        for door in closed {
            // The door is one of this mesh, so it can be opened.
            finder.open_door(door).map_err(|error| PyKeyError::new_err(error.to_string()))?;
        }
        for name in &doors {
            let closed = finder.close_door(name);
            closed.map_err(|error| PyKeyError::new_err(error.to_string()))?;
        }
        let filter = self.filter.clone();
        Ok(Self { filter, ..Self::of_finder(finder, self.axis, self.repairs.clone()) })
    }

    /// Return the corners of each cell, counter-clockwise: a list of (n, 2) arrays, by the numbers of the cells.
    ///
    /// After edits of a live mesh some numbers have no cell, and an array of shape (0, 2).
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mesh = self.finder.mesh();
        let numbers = 0..mesh.slot_count() as u32;
        let rings: PyResult<Vec<_>> =
            numbers.map(|slot| points_array(py, mesh.corners(slot))).collect();
        PyList::new(py, rings?)
    }

    /// Return the walkable area as a shapely ``MultiPolygon``: the union of the cells of all floors, or of one.
    ///
    /// Raises ``ImportError`` without shapely.
    #[pyo3(signature = (floor=None))]
    fn to_shapely<'py>(&self, py: Python<'py>, floor: Option<u32>) -> PyResult<Bound<'py, PyAny>> {
        let mesh = self.finder.mesh();
        let on_floor = |slot: &u32| floor.is_none_or(|floor| mesh.layer(*slot) == floor);
        let rings: PyResult<Vec<_>> = mesh
            .slots()
            .filter(on_floor)
            .map(|slot| points_array(py, mesh.corners(slot)))
            .collect();
        crate::arguments::helper(py, "union")?.call1((PyList::new(py, rings?)?, floor.is_none()))
    }

    /// The cells as a GeoJSON ``FeatureCollection`` with their cost, floor and area.
    ///
    /// ``geopandas.GeoDataFrame.from_features(mesh)`` makes a table of it.
    #[getter]
    fn __geo_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mesh = self.finder.mesh();
        let features = PyList::empty(py);
        for slot in mesh.slots() {
            let mut ring: Vec<(f64, f64)> = mesh.corners(slot).map(Into::into).collect();
            ring.extend(ring.first().copied());
            let area = mesh.area_of(slot).map(|area| mesh.areas()[area.0 as usize].name.clone());
            let (geometry, properties, feature) =
                (PyDict::new(py), PyDict::new(py), PyDict::new(py));
            geometry.set_item("type", "Polygon")?;
            geometry.set_item("coordinates", vec![ring])?;
            properties.set_item("cell", slot)?;
            properties.set_item("cost", mesh.cost(slot))?;
            properties.set_item("floor", mesh.layer(slot))?;
            properties.set_item("area", area)?;
            feature.set_item("type", "Feature")?;
            feature.set_item("properties", properties)?;
            feature.set_item("geometry", geometry)?;
            features.append(feature)?;
        }
        let collection = PyDict::new(py);
        collection.set_item("type", "FeatureCollection")?;
        collection.set_item("features", features)?;
        Ok(collection)
    }

    fn _repr_svg_(&self) -> String {
        Scene::new().axis(self.axis).mesh(&self.current()).to_svg()
    }

    fn __repr__(&self) -> String {
        let mesh = self.finder.mesh();
        let (cells, vertices) = (mesh.cell_count(), mesh.position_count());
        format!("<Mesh of {cells} cells, {vertices} vertices, area {}>", mesh.area())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let other = other.get();
            let doors = |mesh: &Self| mesh.finder.closed_doors().collect::<Vec<_>>();
            std::sync::Arc::ptr_eq(self.finder.mesh(), other.finder.mesh())
                && doors(self) == doors(other)
                || self.finder.mesh().to_raw() == other.finder.mesh().to_raw()
                    && doors(self) == doors(other)
        })
    }

    fn __hash__(&self) -> u64 {
        let mesh = self.finder.mesh();
        mesh.area().to_bits() ^ (mesh.cell_count() as u64).rotate_left(32)
    }
}

impl Mesh {
    /// Returns the names of the doors whose numbers `accept` returns true for.
    fn door_names(&self, accept: impl Fn(u32) -> bool) -> Vec<String> {
        let doors = self.finder.mesh().doors().iter().zip(0..);
        let accepted = doors.filter(|(_, number)| accept(*number));
        let mut names: Vec<String> = accepted.map(|(door, _)| door.name.to_string()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
