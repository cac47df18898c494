//! The mesh backend: endpoints, search and string pulling, put together.

use std::sync::Arc;

use navmesh_core::{
    Corridor, DVec2, Endpoints, Gap, NavMesh, NearWall, Path, PathError, PathQuery, PathSummary,
    Pathfinder, Scratch, ScratchPool, Search, SearchStats, Terrain,
};
use navmesh_funnel::{cost_along, pull};
use navmesh_search::{AnyAngle, CorridorOptions, NearGoal, find_corridor};

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

/// What a corridor query keeps in the scratch.
#[derive(Debug, Default)]
struct CorridorRoom {
    endpoints: Endpoints,
    corridor: Corridor,
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
        let mut room = CorridorRoom::default();
        self.search_corridor(query, &mut Scratch::new(), &mut room)?;
        Ok(room.corridor)
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

    fn search_corridor(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        room: &mut CorridorRoom,
    ) -> Result<SearchStats, PathError> {
        room.endpoints.place(self.mesh(), query)?;
        let CorridorRoom { endpoints, corridor } = room;
        let options = self.options.corridor.max_expanded(query.max_expanded);
        find_corridor(self.mesh(), endpoints, &options, scratch, corridor)
    }

    fn corridor_path(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        // The room is taken out of the scratch, which the search borrows too, and put back.
        let mut room: CorridorRoom = std::mem::take(scratch.room());
        let result = self.search_corridor(query, scratch, &mut room);
        if let Ok(stats) = result {
            let CorridorRoom { endpoints, corridor } = &room;
            pull(corridor, path);
            let weighted = !self.mesh().is_uniform();
            let straight = corridor.start.distance(corridor.goal);
            path.finish(PathSummary {
                cost: weighted.then(|| cost_along(self.mesh(), corridor, path.waypoints())),
                status: endpoints.status,
                lower_bound: Some(straight * self.mesh().lowest_cost()),
                start_offset: endpoints.start.offset,
                goal_offset: endpoints.goal.offset,
                stats,
            });
        }
        *scratch.room() = room;
        result?;
        within_budget(query, path)
    }
}

/// Refuses a path that costs more than its query allows.
fn within_budget(query: &PathQuery, path: &Path) -> Result<(), PathError> {
    if query.max_cost.is_none_or(|max_cost| path.cost() <= max_cost) {
        return Ok(());
    }
    let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
    Err(PathError::BudgetExhausted { lower_bound, expanded })
}

impl Pathfinder for MeshFinder {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        match query.search {
            Search::Auto if !self.mesh().is_uniform() => self.corridor_path(query, scratch, path),
            Search::Auto | Search::Optimal => self.any_angle.find_path_into(query, scratch, path),
            Search::Corridor => self.corridor_path(query, scratch, path),
            _ => Err(PathError::Unsupported { what: "this search on a mesh" }),
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
