//! The class `Path`. Its links and arcs are in `pieces`.

mod pieces;

use navmesh_core::backend::{PathSummary, WritePath};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tautline::draw::Scene;
use tautline::mesh::{CellId, LaneId, LinkId, LinkSide};
use tautline::path::SearchStats;
use tautline::{DVec2, Guarantee, Path as FoundPath, PathStatus};

use crate::arrays::points_array;
use crate::map::Map;

/// The shortest path between two points, and what is proved about it.
///
/// ``Mesh.path``, ``Grid.path`` and ``DistanceField.path`` return it. Lengths are in map units.
///
/// >>> import numpy as np, pytautline as tl
/// >>> mesh = tl.Mesh.build(walkable=[np.array([(0, 0), (10, 0), (10, 8), (0, 8)])],
/// ...                      obstacles=[np.array([(4, 2), (6, 2), (5, 7)])])
/// >>> path = mesh.path((1, 4), (9, 4))
/// >>> path.points
/// array([[1., 4.],
///        [4., 2.],
///        [6., 2.],
///        [9., 4.]])
/// >>> round(path.length, 3), path.guarantee
/// (9.211, 'optimal')
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct Path {
    path: FoundPath,
    map: Map,
}

impl Path {
    pub(crate) fn new(path: FoundPath, map: Map) -> Self {
        Self { path, map }
    }

    /// Returns the path and its map.
    pub(crate) fn parts(&self) -> (&FoundPath, &Map) {
        (&self.path, &self.map)
    }
}

/// The numbers of a path that its points and cells do not tell.
type Numbers = (Option<f64>, Option<f64>, bool, u32, f64, f64, [u64; 4]);

#[pymethods]
impl Path {
    /// The waypoints, start and goal included: an (n, 2) array of float64, in map units.
    #[getter]
    fn points<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        points_array(py, self.path.waypoints().iter().copied())
    }

    /// The length of all walked legs, in map units.
    #[getter]
    fn length(&self) -> f64 {
        self.path.length()
    }

    /// The length weighted by the costs of areas or tiles, plus the cost of links.
    #[getter]
    fn cost(&self) -> f64 {
        self.path.cost()
    }

    /// ``"optimal"`` if no path is cheaper, or ``"bounded"`` if none is cheaper than ``lower_bound``.
    #[getter]
    fn guarantee(&self) -> &'static str {
        match self.path.guarantee() {
            Guarantee::Optimal => "optimal",
            _ => "bounded",
        }
    }

    /// A proved lower bound on the cost of any path between the same ends.
    #[getter]
    fn lower_bound(&self) -> f64 {
        self.path.lower_bound()
    }

    /// ``"complete"`` if the path reaches the goal, or ``"partial"`` if a policy moved its end.
    #[getter]
    fn status(&self) -> &'static str {
        match self.path.status() {
            PathStatus::Partial => "partial",
            _ => "complete",
        }
    }

    /// The numbers of the cells along the path, in order: an array of uint32. On a grid the number of a tile is
    /// ``row * width + column``.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        PyArray1::from_vec(py, self.path.cells().iter().map(|cell| cell.slot).collect())
    }

    /// The floor of each waypoint: an array of uint32, all 0 on maps without floors.
    #[getter]
    fn floors<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let floors = match &self.map {
            Map::Mesh(mesh) => {
                let places = self.path.places(&mesh.get().current());
                places.iter().map(|place| place.layer.unwrap_or(0)).collect()
            }
            Map::Grid(_) => vec![0; self.path.waypoints().len()],
        };
        PyArray1::from_vec(py, floors)
    }

    /// The distance by which the start was moved onto the map.
    #[getter]
    fn start_offset(&self) -> f64 {
        self.path.start_offset()
    }

    /// The distance of the path's end from the given goal.
    #[getter]
    fn goal_offset(&self) -> f64 {
        self.path.goal_offset()
    }

    /// The number of nodes that the search expanded.
    #[getter]
    fn expanded(&self) -> u64 {
        self.path.stats().expanded
    }

    /// The ``Mesh`` or ``Grid`` that the path was found on.
    #[getter]
    fn map(&self, py: Python<'_>) -> Py<PyAny> {
        match &self.map {
            Map::Mesh(mesh) => mesh.clone_ref(py).into_any(),
            Map::Grid(grid) => grid.clone_ref(py).into_any(),
        }
    }

    /// Return the point at a distance from the start, as ``(x, y)``; the end of the path beyond its length.
    ///
    /// Raises ``ValueError`` if the distance is not a number.
    fn point_at(&self, distance: f64) -> PyResult<(f64, f64)> {
        let point = if distance.is_nan() { None } else { self.path.point_at(distance) };
        let refused = || PyValueError::new_err(format!("the distance is {distance}"));
        point.map(Into::into).ok_or_else(refused)
    }

    /// Return points along the path, ``spacing`` apart, with both ends: an (m, 2) array.
    ///
    /// Raises ``ValueError`` if the spacing is not above 0, or gives more than 2^24 points.
    fn resample<'py>(&self, py: Python<'py>, spacing: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        const MOST_POINTS: f64 = 16_777_216.0;
        if spacing.is_nan() || spacing <= 0.0 || self.path.length() / spacing > MOST_POINTS {
            let message =
                format!("the spacing {spacing} is not above 0, or gives over 2^24 points");
            return Err(PyValueError::new_err(message));
        }
        points_array(py, self.path.resample(spacing))
    }

    /// Check the path against its mesh with code that no search shares.
    ///
    /// Raises ``ValueError`` that names the first defect. A path on a grid has nothing to check it against.
    fn verify(&self) -> PyResult<()> {
        let Map::Mesh(mesh) = &self.map else { return Ok(()) };
        let checked = self.path.verify(&mesh.get().current());
        checked.map_err(|defect| PyValueError::new_err(defect.to_string()))
    }

    fn __len__(&self) -> usize {
        self.path.waypoints().len()
    }

    fn __repr__(&self) -> String {
        let (count, length) = (self.path.waypoints().len(), self.path.length());
        format!("<Path of {count} points, length {length:.6}, {}>", self.guarantee())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().path == self.path)
    }

    fn __hash__(&self) -> u64 {
        self.path.waypoints().iter().fold(self.path.length().to_bits(), |hash, point| {
            (hash.rotate_left(5) ^ point.x.to_bits()).rotate_left(5) ^ point.y.to_bits()
        })
    }

    /// The path as a GeoJSON ``LineString``, for shapely and geopandas.
    #[getter]
    fn __geo_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let mut points: Vec<(f64, f64)> =
            self.path.waypoints().iter().map(|&point| point.into()).collect();
        if let [only] = points[..] {
            points.push(only); // a line string has at least two points
        }
        let line = PyDict::new(py);
        line.set_item("type", "LineString")?;
        line.set_item("coordinates", points)?;
        Ok(line)
    }

    fn _repr_svg_(&self) -> String {
        match &self.map {
            Map::Mesh(mesh) => {
                let (mesh, axis) = (mesh.get().current(), mesh.get().axis());
                Scene::new().axis(axis).mesh(&mesh).path(&self.path).to_svg()
            }
            Map::Grid(grid) => {
                let finder = grid.get().finder();
                let scene = Scene::new().axis(grid.get().axis()).grid(finder.grid());
                scene.path(&self.path).to_svg()
            }
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, own) = (slf.py(), slf.get());
        let bound = match own.path.guarantee() {
            Guarantee::Optimal => None,
            _ => Some(own.path.lower_bound()),
        };
        let stats = own.path.stats();
        let numbers: Numbers = (
            Some(own.path.cost()).filter(|&cost| cost != own.path.length()),
            bound,
            own.path.status() == PathStatus::Partial,
            own.path.start_layer(),
            own.path.start_offset(),
            own.path.goal_offset(),
            [stats.expanded, stats.pushed, stats.tried, stats.reopened],
        );
        let links: Vec<LinkFields> = own
            .path
            .links()
            .iter()
            .map(|link| {
                let is_forward = link.entered == LinkSide::From;
                (link.leg, link.cell, link.link.0, link.lane, is_forward, link.cost)
            })
            .collect();
        let fields = (own.map(py), own.points(py)?, own.cells(py), numbers, links);
        let restore = slf.get_type().getattr("_restore")?;
        Ok((restore, fields).into_pyobject(py)?.into_any())
    }

    #[staticmethod]
    fn _restore(
        map: &Bound<'_, PyAny>,
        points: PyReadonlyArray2<'_, f64>,
        cells: Vec<u32>,
        numbers: Numbers,
        links: Vec<LinkFields>,
    ) -> PyResult<Self> {
        let map = match map.cast::<crate::mesh::Mesh>() {
            Ok(mesh) => Map::Mesh(mesh.clone().unbind()),
            Err(_) => Map::Grid(map.cast::<crate::grid::Grid>()?.clone().unbind()),
        };
        if points.as_array().ncols() != 2 {
            return Err(PyValueError::new_err("the points of a path have two columns"));
        }
        check_ids(&map, &cells, &links, points.as_array().nrows())?;
        let points = points.as_array().outer_iter().map(|row| DVec2::new(row[0], row[1])).collect();
        let mut path = rebuilt(points, &cells, &links);
        let (cost, lower_bound, is_partial, start_layer, start_offset, goal_offset, stats) =
            numbers;
        let [expanded, pushed, tried, reopened] = stats;
        let mut counts = SearchStats::default();
        (counts.expanded, counts.pushed) = (expanded, pushed);
        (counts.tried, counts.reopened) = (tried, reopened);
        path.finish(PathSummary {
            cost,
            status: if is_partial { PathStatus::Partial } else { PathStatus::Complete },
            lower_bound,
            start_layer,
            start_offset,
            goal_offset,
            stats: counts,
        });
        if let Map::Mesh(mesh) = &map {
            path.name_floors(&mesh.get().current(), None);
        }
        Ok(Self { path, map })
    }
}

/// The leg, the cell, the link, the lane, the direction and the cost of a link's use.
type LinkFields = (usize, usize, u32, u32, bool, f64);

/// Returns the path of these points, in which each link stands behind the waypoint and the cell of its entry.
fn rebuilt(points: Vec<DVec2>, cells: &[u32], links: &[LinkFields]) -> FoundPath {
    let mut path = FoundPath::default();
    let mut pushed = 0;
    for (number, point) in points.into_iter().enumerate() {
        path.push_waypoint(point);
        for &(_, cell, link, lane, is_forward, cost) in links.iter().filter(|use_| use_.0 == number)
        {
            let until = (cell + 1).clamp(pushed, cells.len());
            path.push_cells(cells[pushed..until].iter().map(|&slot| cell_id(slot)));
            pushed = until;
            let side = if is_forward { LinkSide::From } else { LinkSide::To };
            path.push_link(LaneId { link: LinkId(link), lane }, side, cost);
        }
    }
    path.push_cells(cells[pushed..].iter().map(|&slot| cell_id(slot)));
    path
}

/// Refuses cells and links that the map does not have, and links without a leg and two cells.
fn check_ids(map: &Map, cells: &[u32], links: &[LinkFields], points: usize) -> PyResult<()> {
    let (cell_count, link_count) = match map {
        Map::Mesh(mesh) => {
            let mesh = mesh.get().finder().mesh();
            (mesh.slot_count(), mesh.links().len())
        }
        Map::Grid(grid) => (grid.get().finder().grid().tile_count(), 0),
    };
    let has_cells = cells.iter().all(|&slot| (slot as usize) < cell_count);
    let has_links = links.iter().all(|&(leg, cell, link, ..)| {
        let is_inside = leg < points.saturating_sub(1) && cell < cells.len().saturating_sub(1);
        is_inside && (link as usize) < link_count
    });
    if has_cells && has_links {
        return Ok(());
    }
    Err(PyValueError::new_err("the path names cells or links that its map does not have"))
}

fn cell_id(slot: u32) -> CellId {
    CellId { slot, generation: 0 }
}
