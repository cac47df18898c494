//! Nearest points, sight and random points.

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::{DVec2, MeshQueries, Path as FoundPath, PathError, Place};

use super::Mesh;
use crate::arguments::{At, Points};
use crate::arrays::{points_array, result, table};
use crate::failure::exception;
use crate::map::Map;

#[pymethods]
impl Mesh {
    /// Return the nearest walkable point to each of ``points``, as ``Nearest``: points, distances, cells and floors.
    ///
    /// For a single point the fields are single too. A point with NaN, or on a floor that does not exist, has NaN
    /// fields, the cell -1 and the floor 0.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> near = mesh.nearest([(12, 4), (3, 3)])
    /// >>> near.points
    /// array([[10.,  4.],
    ///        [ 3.,  3.]])
    /// >>> near.distances
    /// array([2., 0.])
    fn nearest<'py>(&self, py: Python<'py>, points: Points) -> PyResult<Bound<'py, PyAny>> {
        let mesh = self.current();
        let found: Vec<_> =
            py.detach(|| points.places.iter().map(|&place| mesh.nearest(place)).collect());
        let near = found.iter().map(|near| near.as_ref().map_or(DVec2::NAN, |near| near.point));
        let distance = |near: &Option<_>| near.as_ref().map_or(f64::NAN, distance_of);
        let cell = |near: &Option<_>| near.as_ref().map_or(-1, cell_of);
        let near = points_array(py, near)?;
        let distances = PyArray1::from_vec(py, found.iter().map(distance).collect());
        let cells = PyArray1::from_vec(py, found.iter().map(cell).collect());
        let floor = |near: &Option<tautline::mesh::Nearest>| {
            near.as_ref().map_or(0, |near| mesh.layer(near.cell.slot))
        };
        let floors = PyArray1::from_vec(py, found.iter().map(floor).collect());
        if points.is_single {
            let first = (
                near.get_item(0)?,
                distances.get_item(0)?,
                cells.get_item(0)?,
                floors.get_item(0)?,
            );
            return result(py, "Nearest", first);
        }
        result(py, "Nearest", (near, distances, cells, floors))
    }

    /// Return the region that can be seen from a point: an (n, 2) array, the border counter-clockwise.
    ///
    /// ``shapely.Polygon`` takes it. Raises ``NoPath`` if the point is off the mesh, ``ValueError`` if it is no
    /// number.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8), obstacles=shapely.box(4, 2, 6, 8))
    /// >>> shapely.Polygon(mesh.visible_from((5, 1))).area
    /// 36.0
    fn visible_from<'py>(slf: &Bound<'py, Self>, point: At) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let py = slf.py();
        let mesh = slf.get().current();
        let region = py.detach(|| MeshQueries::new(&mesh).visible_from(point.0));
        points_array(py, region.map_err(|error| off_mesh(slf, error))?.ring)
    }

    /// Return whether the straight line between two points stays on the mesh.
    ///
    /// Raises ``NoPath`` if one of them is off the mesh, ``ValueError`` if it is no number.
    fn sees(slf: &Bound<'_, Self>, start: At, goal: At) -> PyResult<bool> {
        let mesh = slf.get().current();
        let seen = slf.py().detach(|| MeshQueries::new(&mesh).sees(start.0, goal.0));
        seen.map_err(|error| off_mesh(slf, error))
    }

    /// Return random points of the walkable area, evenly spread: a (count, 2) array, the same for the same seed. On a mesh with
    /// several floors the array is (count, 3), with the floor of each.
    ///
    /// With ``around`` and ``radius`` they lie within a circle, also where no way leads to them from its center.
    ///
    /// Raises ``ValueError`` for more than 2^28 points and for a radius that is not possible, ``NoPath`` if the center is off
    /// the mesh.
    ///
    /// >>> import shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=shapely.box(0, 0, 10, 8))
    /// >>> mesh.random_points(3, seed=7).shape
    /// (3, 2)
    #[pyo3(signature = (count, *, seed=0, around=None, radius=None))]
    fn random_points<'py>(
        slf: &Bound<'py, Self>,
        count: usize,
        seed: u64,
        around: Option<At>,
        radius: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let py = slf.py();
        const MOST_POINTS: usize = 1 << 28;
        if count > MOST_POINTS {
            return Err(PyValueError::new_err(format!("count is up to 2^28, not {count}")));
        }
        let circle = match (around, radius) {
            (Some(center), Some(radius)) => Some((center.0, radius)),
            (None, None) => None,
            _ => return Err(PyValueError::new_err("around and radius are given together")),
        };
        let mesh = slf.get().current();
        let places: Result<Option<Vec<Place>>, PathError> = py.detach(|| {
            let (mut queries, mut random) = (MeshQueries::new(&mesh), split_mix(seed));
            let next = |_| match circle {
                Some((center, radius)) => {
                    queries.random_point_around(center, radius, &mut random).map(Some)
                }
                None => Ok(queries.random_point(&mut random)),
            };
            (0..count).map(next).collect()
        });
        let places = places.map_err(|error| off_mesh(slf, error))?;
        let closed = || PyValueError::new_err("closed doors leave no walkable area");
        let places = places.ok_or_else(closed)?;
        if mesh.layers().len() < 2 {
            return points_array(py, places.iter().map(|place| place.point));
        }
        let row = |place: &Place| [place.point.x, place.point.y, place.layer.unwrap_or(0).into()];
        table(py, places.iter().flat_map(row).collect(), 3)
    }
}

fn distance_of(near: &tautline::mesh::Nearest) -> f64 {
    near.distance
}

fn cell_of(near: &tautline::mesh::Nearest) -> i64 {
    i64::from(near.cell.slot)
}

fn off_mesh(mesh: &Bound<'_, Mesh>, error: PathError) -> PyErr {
    exception(mesh.py(), &Map::Mesh(mesh.clone().unbind()), error, FoundPath::default())
}

/// Returns a generator of 64-bit numbers: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
fn split_mix(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
