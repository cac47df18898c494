//! Rays, moves along walls, the nearest walls, the widths of ways.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::queries::WallHit;
use tautline::{DVec2, MeshQueries, Path as FoundPath, PathError, Place};

use super::Mesh;
use crate::arguments::{At, Points};
use crate::arrays::{points_array, result};
use crate::failure::exception;
use crate::map::Map;
use crate::query::PathEnds;

/// The end of a ray or of a move.
#[derive(Debug, Clone, Copy)]
struct Hit {
    place: Place,
    distance: f64,
    wall: Option<WallHit>,
}

/// The end of a row that cannot be answered.
const NO_HIT: Hit = Hit {
    place: Place { point: DVec2::NAN, layer: None, cell: None, is_f32: false },
    distance: f64::NAN,
    wall: None,
};

#[pymethods]
impl Mesh {
    /// Cast rays from points to others, up to the first wall or closed door: ``Hits`` with a row each.
    ///
    /// One start or one end may serve all rows. A row that starts off the mesh has NaN. For a single ray the fields are
    /// single too, and a start off the mesh raises ``NoPath``.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 7))
    /// >>> hits = mesh.rays((1, 4), [(9, 4), (3, 1)])
    /// >>> hits.points[0], hits.walls
    /// (array([4., 4.]), array([ True, False]))
    fn rays<'py>(
        slf: &Bound<'py, Self>,
        starts: Points,
        ends: Points,
    ) -> PyResult<Bound<'py, PyAny>> {
        hits(slf, starts, ends, |queries, start, end| {
            let ray = queries.cast_ray(start, end.point)?;
            Ok(Hit { place: ray.place(), distance: ray.distance, wall: ray.wall })
        })
    }

    /// Move points towards others, and slide along walls, as a joystick moves an agent: ``Hits`` with a row each.
    ///
    /// ``distances`` are the lengths of the ways. Rows are those of ``rays``.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> mesh.slides((9, 4), (12, 6)).points
    /// array([10.,  6.])
    fn slides<'py>(
        slf: &Bound<'py, Self>,
        starts: Points,
        ends: Points,
    ) -> PyResult<Bound<'py, PyAny>> {
        hits(slf, starts, ends, |queries, start, end| {
            let moved = queries.move_along(start, end.point)?;
            Ok(Hit { place: moved.place(), distance: moved.travelled, wall: moved.wall })
        })
    }

    /// Return the cost of walking straight from each point of a line to the next; it is infinite if a wall is in the way.
    ///
    /// ``line`` is an array of points, of which the first may name its floor. Along the border of two areas the cheaper one counts.
    /// Links are not used.
    ///
    /// Raises ``NoPath`` if the first point is off the mesh, ``ValueError`` for no point and for points that are no numbers.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 4, 4), areas=[(shapely.box(2, 0, 4, 4), 3.0)])
    /// >>> mesh.straight_cost([(0, 1), (4, 1)]), mesh.straight_cost([(0, 1), (2, 1), (5, 1)])
    /// (8.0, inf)
    fn straight_cost(slf: &Bound<'_, Self>, line: Points) -> PyResult<f64> {
        let [start, rest @ ..] = &line.places[..] else {
            return Err(PyValueError::new_err("line: expected a point or more"));
        };
        let rest: Vec<DVec2> = rest.iter().map(|place| place.point).collect();
        let mesh = slf.get().current();
        let cost = slf.py().detach(|| MeshQueries::new(&mesh).straight_cost(*start, &rest));
        Ok(cost.map_err(|error| off_mesh(slf, error))?.unwrap_or(f64::INFINITY))
    }

    /// Find the nearest wall of each point within a distance: ``Hits`` with a row each, NaN where no wall is that near.
    ///
    /// ``points`` are on the walls. For a single point off the mesh it raises ``NoPath``.
    #[pyo3(signature = (points, *, max_distance=f64::INFINITY))]
    fn nearest_walls<'py>(
        slf: &Bound<'py, Self>,
        points: Points,
        max_distance: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let ends = Points { places: vec![Place::default()], is_single: true };
        hits(slf, points, ends, |queries, point, _| {
            let near = queries.nearest_wall(point, max_distance)?;
            Ok(near.map_or(NO_HIT, |near| Hit {
                place: near.place(),
                distance: near.distance,
                wall: Some(near.wall),
            }))
        })
    }

    /// Return the widest way between two points, as ``Widest``: its width, and the ends of its narrowest place.
    ///
    /// On a mesh for a radius the width is that which the radius leaves. The first call prepares the whole map.
    ///
    /// Raises ``NoPath`` if a point is off the mesh or no way leads there.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 7))
    /// >>> mesh.widest((1, 4), (9, 4)).width
    /// 2.0
    fn widest<'py>(slf: &Bound<'py, Self>, start: At, goal: At) -> PyResult<Bound<'py, PyAny>> {
        let (py, finder) = (slf.py(), slf.get().finder());
        let way = py.detach(|| match finder.widths().widest(start.0, goal.0)? {
            Some(way) => Ok(way),
            None => Err(finder.current_mesh().unreachable_error(start.0, goal.0)),
        });
        let way = way.map_err(|error| off_mesh(slf, error))?;
        let [from, to] = way.ends(start.0.point, goal.0.point);
        result(py, "Widest", (way.width, (from.x, from.y), (to.x, to.y)))
    }

    /// Return whether a circle of a radius can go from one point to another, without a mesh for that radius.
    ///
    /// Raises ``NoPath`` if a point is off the mesh, ``ValueError`` for a radius that is not possible.
    fn can_pass(slf: &Bound<'_, Self>, start: At, goal: At, radius: f64) -> PyResult<bool> {
        let finder = slf.get().finder();
        let passes = slf.py().detach(|| finder.widths().can_pass(start.0, goal.0, radius));
        passes.map_err(|error| off_mesh(slf, error))
    }
}

/// Asks for each row.
fn hits<'py>(
    mesh: &Bound<'py, Mesh>,
    starts: Points,
    ends: Points,
    ask: impl Fn(&mut MeshQueries<'_>, Place, Place) -> Result<Hit, PathError> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let py = mesh.py();
    let is_single = starts.is_single && ends.is_single;
    let rows = PathEnds::new(starts, ends)?;
    let map = mesh.get().current();
    let found: Vec<Result<Hit, PathError>> = py.detach(|| {
        let mut queries = MeshQueries::new(&map);
        (0..rows.len())
            .map(|row| rows.row(row))
            .map(|[start, end]| ask(&mut queries, start, end))
            .collect()
    });
    if let (true, [Err(error)]) = (is_single, &found[..]) {
        return Err(off_mesh(mesh, *error));
    }
    let found: Vec<Hit> = found.into_iter().map(|hit| hit.unwrap_or(NO_HIT)).collect();
    let points = points_array(py, found.iter().map(|hit| hit.place.point))?;
    let distances = PyArray1::from_vec(py, found.iter().map(|hit| hit.distance).collect());
    let walls = PyArray1::from_vec(py, found.iter().map(|hit| hit.wall.is_some()).collect());
    let normal = |hit: &Hit| hit.wall.map_or(DVec2::NAN, |wall| wall.normal);
    let normals = points_array(py, found.iter().map(normal))?;
    if is_single {
        let row =
            (points.get_item(0)?, distances.get_item(0)?, walls.get_item(0)?, normals.get_item(0)?);
        return result(py, "Hits", row);
    }
    result(py, "Hits", (points, distances, walls, normals))
}

fn off_mesh(mesh: &Bound<'_, Mesh>, error: PathError) -> PyErr {
    exception(mesh.py(), &Map::Mesh(mesh.clone().unbind()), error, FoundPath::default())
}
