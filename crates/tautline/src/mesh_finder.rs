//! The mesh backend: endpoints, search and string pulling, put together.

mod pulled;
mod stepped;

use std::sync::Arc;

use navmesh_core::{
    Corridor, DVec2, Endpoints, Gap, NavMesh, NearWall, Path, PathError, PathQuery, Pathfinder,
    Scratch, ScratchPool, Search, Terrain,
};
use navmesh_search::{AnyAngle, CorridorOptions, NearGoal, find_corridor};

pub use stepped::SteppedMeshSearch;

/// Options of a [`MeshFinder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct MeshOptions {
    /// How [`Search::Corridor`] searches.
    pub corridor: CorridorOptions,
}

impl MeshOptions {
    /// Chooses how [`Search::Corridor`] searches.
    #[must_use]
    pub fn corridor(mut self, options: CorridorOptions) -> Self {
        self.corridor = options;
        self
    }
}

/// Finds paths on a navigation mesh.
///
/// [`Search::Auto`] gives the exact optimum where all cells cost 1, and a corridor pulled tight
/// where they do not. `Clone` is cheap and shares mesh, index and idle scratches; running queries
/// keep the mesh that they began with.
#[doc(alias("dtNavMeshQuery", "NavMeshQuery", "NavigationServer2D"))]
#[derive(Debug, Clone)]
pub struct MeshFinder {
    any_angle: AnyAngle,
    options: MeshOptions,
    pool: Arc<ScratchPool>,
}

impl MeshFinder {
    /// A finder on `mesh`. Complexity: linear, for the search's index.
    #[must_use]
    pub fn new(mesh: impl Into<Arc<NavMesh>>) -> Self {
        Self {
            any_angle: AnyAngle::new(mesh.into()),
            options: MeshOptions::default(),
            pool: Arc::default(),
        }
    }

    /// The same finder with other options.
    #[must_use]
    pub fn with_options(mut self, options: MeshOptions) -> Self {
        self.options = options;
        self
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        self.any_angle.mesh()
    }

    /// How many bytes the search has prepared beside the mesh; clones share them.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        self.any_angle.prepared_bytes()
    }

    /// Finds the corridor of cells that [`Search::Corridor`] pulls its path through.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::find_path_into`].
    pub fn find_corridor(&self, query: &PathQuery) -> Result<Corridor, PathError> {
        let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
        endpoints.place(self.mesh(), query)?;
        let query = self.corridor_query(query, &endpoints);
        find_corridor(&query, &mut Scratch::new(), &mut corridor)?;
        Ok(corridor)
    }

    /// The length of the shortest path from the start to each goal, in their order, found in one search;
    /// infinite where there is none. See [`AnyAngle::distances_from`].
    ///
    /// ```
    /// use tautline::{DVec2, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build()?.0);
    /// let goals = [[9.0, 4.0], [1.0, 7.0], [12.0, 4.0]].map(DVec2::from);
    /// assert_eq!(finder.distances_from([1.0, 4.0], &goals)?, [8.0, 3.0, f64::INFINITY]);
    /// assert_eq!(finder.nearest_of([1.0, 4.0], &goals, 1)?[0].goal, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::distances_from`].
    #[doc(alias("oneToMany"))]
    pub fn distances_from(
        &self,
        start: impl Into<DVec2>,
        goals: &[DVec2],
    ) -> Result<Vec<f64>, PathError> {
        let mut distances = Vec::new();
        self.pool
            .with(|scratch| self.any_angle.distances_from(start, goals, scratch, &mut distances))?;
        Ok(distances)
    }

    /// The `count` goals nearest to the start by the length of the shortest path, nearest first. See
    /// [`AnyAngle::nearest_of`].
    ///
    /// # Errors
    ///
    /// As [`AnyAngle::nearest_of`].
    #[doc(alias("kNearest"))]
    pub fn nearest_of(
        &self,
        start: impl Into<DVec2>,
        goals: &[DVec2],
        count: usize,
    ) -> Result<Vec<NearGoal>, PathError> {
        let mut nearest = Vec::new();
        self.pool.with(|scratch| {
            self.any_angle.nearest_of(start, goals, count, scratch, &mut nearest)
        })?;
        Ok(nearest)
    }

    /// The lengths of the shortest paths from every start to every goal: a row a start, as
    /// [`distances_from`](MeshFinder::distances_from). A start that is off the mesh has an infinite row.
    ///
    /// # Errors
    ///
    /// `Unsupported` where cells have costs.
    #[doc(alias("manyToMany"))]
    pub fn distance_matrix(
        &self,
        starts: &[DVec2],
        goals: &[DVec2],
    ) -> Result<Vec<Vec<f64>>, PathError> {
        let row = |&start: &DVec2| match self.distances_from(start, goals) {
            Err(PathError::StartOutside { .. } | PathError::InvalidQuery { .. }) => {
                Ok(vec![f64::INFINITY; goals.len()])
            }
            row => row,
        };
        starts.iter().map(row).collect()
    }

    /// Whether a query is answered by the exact search or by a corridor.
    fn method(&self, query: &PathQuery) -> Result<Method, PathError> {
        match query.search {
            Search::Auto if !self.mesh().is_uniform() => Ok(Method::Corridor),
            Search::Auto | Search::Optimal => Ok(Method::AnyAngle),
            Search::Corridor => Ok(Method::Corridor),
            _ => Err(PathError::Unsupported { what: "this search on a mesh" }),
        }
    }
}

/// How a query is answered.
#[derive(Debug, Clone, Copy)]
enum Method {
    AnyAngle,
    Corridor,
}

impl Pathfinder for MeshFinder {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        match self.method(query)? {
            Method::AnyAngle => self.any_angle.find_path_into(query, scratch, path),
            Method::Corridor => self.corridor_path(query, scratch, path, find_corridor),
        }
    }

    fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        self.pool.find_path(self, query)
    }
}

impl Terrain for MeshFinder {
    fn nearest_ground(&self, point: DVec2) -> Option<DVec2> {
        self.mesh().nearest_ground(point)
    }

    fn nearest_reachable(&self, start: DVec2, goal: DVec2) -> Option<DVec2> {
        self.mesh().nearest_reachable(start, goal)
    }

    fn near_wall(&self, point: DVec2) -> Option<NearWall> {
        self.mesh().near_wall(point)
    }

    fn components(&self, start: DVec2, goal: DVec2) -> Option<[u32; 2]> {
        Terrain::components(&**self.mesh(), start, goal)
    }

    fn narrowest_gap(&self, start: DVec2, goal: DVec2) -> Option<Gap> {
        Terrain::narrowest_gap(&**self.mesh(), start, goal)
    }
}
