//! Shortest paths along a surface.
//!
//! Sources: J. S. B. Mitchell, D. M. Mount, C. H. Papadimitriou, "The Discrete Geodesic Problem", 1987 (windows of straight lines
//! over faces that are laid out in a plane, nearest first; vertices from which shortest paths go on); J. Chen, Y. Han, "Shortest
//! Paths on a Polyhedron", 1990 (of two windows before an angle the farther one goes on to one side only); S.-Q. Xin, G.-J. Wang,
//! "Improving Chen and Han's Algorithm on the Discrete Geodesic Problem", 2009 (windows are left out by the distances of vertices).
//! We differ: windows are taken in the order of A*, by the straight distance in space; and any vertex may be passed straight on, so
//! that rounding leaves no gap between the windows on both sides of it.
//!
//! `faces` joins the triangles of a surface, `window` lays them out, `fan` tells where a path goes on from a vertex, `search` takes
//! windows in order with the memory of `workspace`, and `answer` writes the path.

mod faces;
mod window;
mod fan;
mod workspace;
mod search;
mod answer;

use std::sync::Arc;

use navmesh_core::backend::{Endpoints, PathSummary, ScratchPool, WritePath};
use navmesh_core::{
    NavMesh, Path, PathError, PathQuery, Scratch, SearchStats, Stop, Surface, SurfaceError,
};

use crate::SearchMap;
use crate::question::PathTo;
use crate::run::Pace;
use faces::Faces;
use search::Search;
use window::ROUNDING;
use workspace::Workspace;

/// Finds shortest paths along a surface, up hill and down.
///
/// Lengths are those of the surface, in space. The path is the shortest one, up to rounding, where all cells cost 1. If costs
/// differ it is the cheaper of two paths, the shortest one along the surface and the cheapest one in the plan, each with its cost along
/// the surface, and [`Geodesic::lower_bound`] tells how much cheaper any other path may be.
///
/// Cloning is cheap.
///
/// ```
/// use std::sync::Arc;
/// use navmesh_core::{NavMesh, PathQuery, RawMesh, Surface};
/// use navmesh_search::{Geodesics, SearchMap};
///
/// // A ridge across the way from (0, 2) to (8, 2): 3 high at y = 2, and level at y = 0.
/// let points = [[0, 0], [4, 0], [8, 0], [8, 4], [4, 4], [0, 4]].map(|at| at.map(f64::from));
/// let mesh = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]))?;
/// let heights = mesh.edges().iter().map(|edge| edge.origin()).map(|at| if at.x == 4.0 { 1.5 * at.y } else { 0.0 });
/// let surface = Surface::new(mesh.clone(), heights.collect())?;
/// let geodesics = Geodesics::new(&surface, &SearchMap::new(Arc::new(mesh), |_, _, _| {}))?;
/// let over = geodesics.find_path(&PathQuery::new([0.0, 2.0], [8.0, 2.0]))?;
/// assert!(over.cost < 9.9 && over.path.length() > 8.1); // straight on it is 10, and 8 in the plan
/// assert!(over.cost - over.lower_bound < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("geodesic", "surface", "terrain"))]
#[derive(Debug, Clone)]
pub struct Geodesics {
    map: SearchMap,
    surface: Arc<Surface>,
    faces: Arc<Faces>,
    pool: Arc<ScratchPool>,
}

/// A path along a surface.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Geodesic {
    /// The path in the plan. It bends where the surface does. Its own cost and bound are those of the plan, where others are shorter.
    pub path: Path,
    /// The length along the surface, each part times the cost of its cell, and the costs of the links.
    pub cost: f64,
    /// A lower bound on the cost of any path along the surface. It equals the cost up to rounding where all cells cost 1.
    pub lower_bound: f64,
}

#[derive(Debug, Default)]
struct Memory {
    endpoints: Endpoints,
    workspace: Workspace,
}

/// The spacings of floats by which the length of a path may be rounded, at the largest coordinate.
const ROUNDINGS: f64 = 64.0;

impl Geodesics {
    /// Prepares the surface of a mesh. Another state of the mesh takes its heights from the surface, as [`Surface::on`] tells.
    ///
    /// Complexity: O(n log n) in the triangles of the surface.
    ///
    /// # Errors
    ///
    /// Those of [`Surface::on`], and [`SurfaceError::Order`].
    pub fn new(surface: &Surface, map: &SearchMap) -> Result<Self, SurfaceError> {
        let surface = match Arc::ptr_eq(surface.mesh(), map.mesh()) {
            true => surface.clone(),
            false => surface.on(Arc::clone(map.mesh()))?,
        };
        let faces = Arc::new(Faces::new(&surface)?);
        Ok(Self { map: map.clone(), surface: Arc::new(surface), faces, pool: Arc::default() })
    }

    /// Returns the surface that is searched.
    #[must_use]
    pub fn surface(&self) -> &Surface {
        &self.surface
    }

    /// Finds the shortest path along the surface.
    ///
    /// [`PathQuery::max_cost`] limits the cost along the surface, and [`PathQuery::max_expanded`] the windows and vertices that are
    /// expanded. The search of the query and its gap are for the path in the plan, where costs differ. There is no partial path.
    ///
    /// Complexity: O(log n) for each window. The method of Chen and Han has O(n²) windows in n triangles; no bound is proved for this one,
    /// which leaves out others.
    ///
    /// # Errors
    ///
    /// Those of [`Pathfinder::find_path`](navmesh_core::Pathfinder::find_path). A filter is an error: prepare the filtered map instead.
    pub fn find_path(&self, query: &PathQuery) -> Result<Geodesic, PathError> {
        if query.filter.is_some() {
            let what = "a filter on a surface; prepare the filtered map";
            return Err(PathError::Unsupported { what });
        }
        let mut shortest = self.pool.with(|scratch| self.shortest(query, scratch))?;
        if !self.mesh().is_uniform() {
            shortest.lower_bound *= self.least_rate();
            self.take_cheaper(query, &mut shortest)?;
        }
        if query.max_cost.is_some_and(|limit| shortest.cost > limit) {
            let Geodesic { path, lower_bound, .. } = shortest;
            return Err(Stop::Spent.error(lower_bound, path.stats().expanded));
        }
        Ok(shortest)
    }

    /// The least cost for each unit of length; links keep theirs.
    fn least_rate(&self) -> f64 {
        let lowest = self.mesh().lowest_cost();
        if self.mesh().has_links() { lowest.min(1.0) } else { lowest }
    }

    fn mesh(&self) -> &NavMesh {
        self.surface.mesh()
    }

    /// Finds the path that is shortest as if all cells cost 1, and its cost.
    fn shortest(&self, query: &PathQuery, scratch: &mut Scratch) -> Result<Geodesic, PathError> {
        let (faces, mesh) = (&*self.faces, self.mesh());
        let Memory { endpoints, workspace } = scratch.workspace();
        endpoints.place(mesh, query)?;
        let mut search = Search::begin(faces, mesh, workspace, endpoints);
        let most = query.max_expanded.unwrap_or(u64::MAX);
        let max_length = query.max_cost.unwrap_or(f64::INFINITY) / self.least_rate();
        let is_done = search.advance(most, max_length);
        let (bound, expanded) = (workspace.bound, workspace.expanded);
        let Some((length, reached)) = workspace.goal().filter(|_| is_done) else {
            let is_stopped = !is_done || bound.is_finite();
            return Err(match is_stopped {
                true => Stop::Spent.error(bound * self.least_rate(), expanded),
                false => endpoints.disconnected(mesh),
            });
        };
        let stops = answer::stops(faces, workspace, endpoints.goal.point, reached);
        let cost = answer::cost(mesh, &stops);
        let rounding = ROUNDING * length + ROUNDINGS * f64::EPSILON * faces.size;
        let lower_bound = (length - rounding).clamp(0.0, cost);
        let mut path = Path::default();
        answer::write(faces, mesh, &stops, endpoints, &mut path);
        path.finish(PathSummary {
            cost: (!mesh.is_uniform()).then(|| path.cost_on(mesh)).flatten(),
            stats: SearchStats { expanded, ..SearchStats::default() },
            ..endpoints.summary()
        });
        let [start, goal] = [endpoints.start.point, endpoints.goal.point];
        path.weaken_bound(mesh.lowest_rate() * start.distance(goal));
        path.name_floors(mesh, Some(endpoints.goal.layer));
        Ok(Geodesic { path, cost, lower_bound })
    }

    /// Takes the cheapest path of the plan if it is cheaper along the surface too. No way along the surface costs less than in the plan.
    fn take_cheaper(&self, query: &PathQuery, to: &mut Geodesic) -> Result<(), PathError> {
        let mut path = Path::default();
        let ask =
            |scratch: &mut Scratch| self.map.ask(&PathTo(query), scratch, Pace::Whole, &mut path);
        match self.pool.with(ask) {
            Ok(()) => {}
            Err(error @ PathError::Unsupported { .. }) => return Err(error),
            // Its budget is spent.
            Err(_) => return Ok(()),
        }
        to.lower_bound = to.lower_bound.max(path.lower_bound());
        if let Some(along) = self.surface.along(&path, 0.0).filter(|along| along.cost < to.cost) {
            (to.path, to.cost) = (path, along.cost);
        }
        to.lower_bound = to.lower_bound.min(to.cost);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
