//! Paths along the surface.

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::Path as FoundPath;
use tautline::surface::{Geodesics, SurfacePoint};

use super::{Surface, refused};
use crate::arguments::At;
use crate::arrays::{result, table};
use crate::failure::exception;
use crate::map::Map;
use crate::path::Path;
use crate::query::QueryOptions;

/// The reason to refuse a path that leaves the surface.
const OFF: &str = "a waypoint of the path lies on no floor of the surface";

#[pymethods]
impl Surface {
    /// Return the waypoints of a path with their heights: an (n, 3) array of x, y and the height. ``path.floors`` has their floors.
    ///
    /// The path may be of any state of the mesh. Raises ``ValueError`` if a waypoint lies on no floor.
    fn waypoints<'py>(
        &self,
        py: Python<'py>,
        path: &Bound<'py, Path>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let (found, _) = path.get().parts();
        let waypoints = py.detach(|| self.surface.waypoints(found));
        let waypoints = waypoints.ok_or_else(|| PyValueError::new_err(OFF))?;
        table(py, waypoints.iter().flat_map(in_space).collect(), 3)
    }

    /// Return a path along the ground, as ``Along``: its points wherever the ground bends, its length, cost and steepest slope.
    ///
    /// With a ``step`` above 0, points are at most so far apart in the plan; there are about 65,000 pieces at most for that. The path may
    /// be of any state of the mesh. Raises ``ValueError`` if a waypoint lies on no floor.
    #[pyo3(signature = (path, step=0.0))]
    fn along<'py>(
        &self,
        py: Python<'py>,
        path: &Bound<'py, Path>,
        step: f64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (found, _) = path.get().parts();
        let way = py.detach(|| self.surface.along(found, step));
        let way = way.ok_or_else(|| PyValueError::new_err(OFF))?;
        let points = table(py, way.points.iter().flat_map(in_space).collect(), 3)?;
        let column = |of: fn(&SurfacePoint) -> u32| {
            PyArray1::from_vec(py, way.points.iter().map(of).collect())
        };
        let floors = column(|at| at.layer);
        let legs = column(|at| at.leg as u32);
        result(py, "Along", (points, floors, legs, way.length, way.cost, way.steepest))
    }

    /// Find the shortest path along the ground, up hill and down, as ``Geodesic``: the path, its cost and a lower bound.
    ///
    /// ``Mesh.path`` is the shortest in the plan, where slopes cost nothing. The path is the shortest one, up to rounding, where all ground
    /// costs 1. With areas it is the cheaper of that and the cheapest path in the plan, and ``lower_bound`` tells how much cheaper another
    /// one may be. The first call prepares the whole map. The options are those of ``Mesh.path``; ``max_cost`` limits the cost along the
    /// ground. Closed doors and filters count on the surface that ``on`` returns for such a mesh.
    ///
    /// Raises ``NoPath`` if there is none, with the reason; ``ValueError`` or ``TypeError`` for bad arguments.
    ///
    /// >>> import numpy as np, shapely, pytautline as tl
    /// >>> mesh = tl.Mesh.build(walkable=[shapely.box(0, 0, 4, 4), shapely.box(4, 0, 8, 4)], merge=False)
    /// >>> x, y = np.concatenate(mesh.cells()).T
    /// >>> ridge = tl.Surface(mesh, np.where(x == 4, 1.5 * y, 0))
    /// >>> over, around = ridge.along(mesh.path((0, 2), (8, 2))), ridge.geodesic((0, 2), (8, 2))
    /// >>> around.cost < over.length, around.cost - around.lower_bound < 1e-9
    /// (True, True)
    #[pyo3(signature = (start, goal, *, snap=None, start_policy=None, goal_policy=None, search=None, gap=None,
        max_expanded=None, max_cost=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn geodesic<'py>(
        &self,
        py: Python<'py>,
        start: At,
        goal: At,
        snap: Option<f64>,
        start_policy: Option<&str>,
        goal_policy: Option<&str>,
        search: Option<&str>,
        gap: Option<f64>,
        max_expanded: Option<u64>,
        max_cost: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = QueryOptions { snap, gap, max_expanded, max_cost, ..Default::default() };
        let options = options.with_words(start_policy, goal_policy, search)?;
        let query = options.query(start.0, goal.0);
        let geodesics = self.geodesics(py)?;
        let map = Map::Mesh(self.mesh.clone_ref(py));
        match py.detach(|| geodesics.find_path(&query)) {
            Ok(found) => {
                let path = Path::new(found.path, map);
                result(py, "Geodesic", (path, found.cost, found.lower_bound))
            }
            Err(error) => Err(exception(py, &map, error, FoundPath::default())),
        }
    }
}

impl Surface {
    /// Returns the search along the surface, on the mesh with its closed doors and rules.
    fn geodesics(&self, py: Python<'_>) -> PyResult<&Geodesics> {
        if let Some(known) = self.geodesics.get() {
            return Ok(known);
        }
        let finder = self.mesh.get().finder();
        let made = py.detach(|| finder.geodesics(&self.surface)).map_err(refused)?;
        Ok(self.geodesics.get_or_init(|| made))
    }
}

fn in_space(at: &SurfacePoint) -> [f64; 3] {
    [at.point.x, at.point.y, at.height]
}
