//! Paths to lines and areas, cells in an area, parts of the mesh.

use numpy::{PyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::queries::Region;
use tautline::{DVec2, Goals, ManyQuery, MeshQueries, Path as FoundPath, Place};

use super::Mesh;
use crate::arguments::{At, Points, helper};
use crate::failure::exception;
use crate::map::Map;
use crate::path::Path;

/// The goals of a call: one of three kinds.
enum AnyOf {
    Points(Vec<Place>),
    Segments(Vec<[Place; 2]>),
    Polygon(Vec<Place>),
}

#[pymethods]
impl Mesh {
    /// Find the shortest path to the nearest of many goals, or to the nearest point of some: the path, and the number of its goal.
    ///
    /// One kind is given: ``points``; ``segments``, each a line of two points, such as the edges of exits; or ``polygon``, an
    /// area without holes, of which the number is that of the side where the path ends, ``None`` for a start inside. ``floor``
    /// says on which floor the polygon lies.
    ///
    /// Raises ``NoPath`` if there is none, ``ValueError`` or ``TypeError`` for bad arguments.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> path, exit = mesh.path_to_any((7, 5), segments=[[(0, 0), (0, 2)], [(10, 3), (10, 8)]])
    /// >>> path.length, exit
    /// (3.0, 1)
    /// >>> mesh.path_to_any((7, 5), polygon=shapely.box(0, 0, 4, 8))[0].length
    /// 3.0
    #[pyo3(signature = (start, *, points=None, segments=None, polygon=None, floor=None, gap=None, max_expanded=None,
        max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn path_to_any(
        slf: &Bound<'_, Self>,
        start: At,
        points: Option<Points>,
        segments: Option<Vec<[At; 2]>>,
        polygon: Option<&Bound<'_, PyAny>>,
        floor: Option<u32>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<(Path, Option<usize>)> {
        let goals = match (points, segments, polygon) {
            (Some(points), None, None) => AnyOf::Points(points.places),
            (None, Some(lines), None) => {
                AnyOf::Segments(lines.into_iter().map(|ends| ends.map(|At(end)| end)).collect())
            }
            (None, None, Some(polygon)) => {
                let place = |point| Place { layer: floor, ..Place::new(point) };
                AnyOf::Polygon(ring(polygon)?.into_iter().map(place).collect())
            }
            _ => return Err(PyValueError::new_err("give points, segments or a polygon")),
        };
        let goals = match &goals {
            AnyOf::Points(points) => Goals::Points(points),
            AnyOf::Segments(segments) => Goals::Segments(segments),
            AnyOf::Polygon(ring) => Goals::Polygon(ring),
        };
        let mut query = ManyQuery::to_any(start.0, goals);
        if let Some(gap) = gap {
            query = query.gap(gap);
        }
        if let Some(limit) = max_expanded {
            query = query.max_expanded(limit);
        }
        if let Some(limit) = max_cost {
            query = query.max_cost(limit);
        }
        let (py, finder) = (slf.py(), slf.get().finder());
        let map = Map::Mesh(slf.clone().unbind());
        match py.detach(|| finder.path_to_any(&query)) {
            Ok(found) => Ok((Path::new(found.path, map), found.goal)),
            Err(error) => Err(exception(py, &map, error, FoundPath::default())),
        }
    }

    /// Return the numbers of the cells that a polygon or a circle touches, ascending: an array of uint32.
    ///
    /// ``polygon`` has no holes; a circle is ``center`` and ``radius``. ``floor`` takes the cells of one floor alone.
    ///
    /// Raises ``ValueError`` or ``TypeError`` for what is neither.
    #[pyo3(signature = (polygon=None, *, center=None, radius=None, floor=None))]
    fn cells_in<'py>(
        &self,
        py: Python<'py>,
        polygon: Option<&Bound<'py, PyAny>>,
        center: Option<At>,
        radius: Option<f64>,
        floor: Option<u32>,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let ring = polygon.map(ring).transpose()?;
        let region = match (&ring, center, radius) {
            (Some(ring), None, None) => Region::Polygon(ring),
            (None, Some(center), Some(radius)) => Region::Circle { center: center.0.point, radius },
            _ => return Err(PyValueError::new_err("give a polygon, or a center and a radius")),
        };
        let mesh = self.current();
        let cells = py.detach(|| {
            let queries = MeshQueries::new(&mesh);
            let mut queries = match floor {
                Some(floor) => queries.on_layer(floor),
                None => queries,
            };
            queries.cells_in(&region)
        });
        let cells = cells.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut numbers: Vec<u32> = cells.into_iter().map(|cell| cell.slot).collect();
        numbers.sort_unstable();
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Return the numbers of the cells that can be reached from a point within a circle around it, ascending: an array of uint32.
    ///
    /// Raises ``NoPath`` if the point is off the mesh, ``ValueError`` if it or the radius is no number, or the radius negative.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> rooms = tl.Mesh.build(walkable=[shapely.box(0, 0, 4, 3), shapely.box(5, 0, 9, 3)])
    /// >>> len(rooms.cells_in(center=(3, 1), radius=3)), len(rooms.cells_around((3, 1), 3))
    /// (2, 1)
    fn cells_around<'py>(
        slf: &Bound<'py, Self>,
        point: At,
        radius: f64,
    ) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let (py, mesh) = (slf.py(), slf.get().current());
        let cells = py.detach(|| MeshQueries::new(&mesh).cells_around(point.0, radius));
        let cells = cells.map_err(|error| {
            let map = Map::Mesh(slf.clone().unbind());
            exception(py, &map, error, FoundPath::default())
        })?;
        Ok(PyArray1::from_vec(py, cells.into_iter().map(|cell| cell.slot).collect()))
    }

    /// Return the number of the part of the mesh in which each point lies: an array of int64, -1 off the mesh.
    ///
    /// Paths join the points of one part; links join parts. Closed doors divide.
    fn components<'py>(&self, py: Python<'py>, points: Points) -> Bound<'py, PyArray1<i64>> {
        let mesh = self.current();
        let component = |place: &Place| {
            let near = mesh.nearest(*place).filter(|near| near.distance <= mesh.default_snap());
            near.map_or(-1, |near| i64::from(mesh.component(near.cell.slot)))
        };
        let numbers = py.detach(|| points.places.iter().map(component).collect());
        PyArray1::from_vec(py, numbers)
    }
}

/// Returns the exterior of a polygon without holes.
fn ring(polygon: &Bound<'_, PyAny>) -> PyResult<Vec<DVec2>> {
    let ring = helper(polygon.py(), "ring")?.call1((polygon,))?;
    let ring: PyReadonlyArray2<'_, f64> = ring.extract()?;
    Ok(ring.as_array().outer_iter().map(|row| DVec2::new(row[0], row[1])).collect())
}
