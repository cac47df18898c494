//! The mesh backend: endpoints, search and string pulling, put together.

mod pulled;
mod many;
mod stepped;
mod closed;

use std::fmt;
use std::sync::Arc;

use navmesh_core::{
    ClosedDoors, Corridor, DVec2, Endpoints, FilterId, Gap, NavMesh, NearWall, Path, PathError,
    PathQuery, Pathfinder, Place, Scratch, ScratchPool, Search, Terrain,
};
use navmesh_search::{AnyAngle, CorridorOptions, find_corridor};
use slotmap::SlotMap;

pub use stepped::IncrementalMeshSearch;

/// Options of a [`MeshFinder`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct MeshOptions {
    /// How [`Search::Corridor`] searches; its budget is that of queries which bring none.
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
#[derive(Clone)]
pub struct MeshFinder {
    any_angle: AnyAngle,
    options: MeshOptions,
    doors: Arc<ClosedDoors>,
    /// The map as each filter shows it.
    filtered: Arc<SlotMap<FilterId, AnyAngle>>,
    pool: Arc<ScratchPool>,
}

impl fmt::Debug for MeshFinder {
    /// Writes the sizes of what it holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("MeshFinder");
        told.field("mesh", self.mesh()).field("prepared_bytes", &self.prepared_bytes());
        told.field("filters", &self.filtered.len()).field("options", &self.options);
        told.finish_non_exhaustive()
    }
}

impl MeshFinder {
    /// A finder on `mesh`. Complexity: linear, for the search's index.
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    /// let finder = MeshFinder::new(builder.build()?.0); // a hall of 10 by 8 with a triangle in it
    /// let path = finder.find_path(&PathQuery::new([1.0, 1.0], [9.0, 1.0]))?;
    /// assert_eq!(path.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mesh: impl Into<Arc<NavMesh>>) -> Self {
        Self::searching(AnyAngle::new(mesh.into()))
    }

    /// A finder on a map that is prepared, its doors open.
    fn searching(any_angle: AnyAngle) -> Self {
        Self {
            doors: Arc::new(ClosedDoors::new(any_angle.mesh())),
            any_angle,
            options: MeshOptions::default(),
            filtered: Arc::default(),
            pool: Arc::default(),
        }
    }

    /// The same finder with other options.
    ///
    /// ```
    /// # use tautline::{CorridorOptions, MeshFinder, MeshOptions, NavMeshBuilder, Outline, PathQuery};
    /// # use tautline::{Pathfinder, Search};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    /// let budget = CorridorOptions::default().max_expanded(Some(1));
    /// let options = MeshOptions::default().corridor(budget);
    /// let finder = MeshFinder::new(builder.build()?.0).with_options(options);
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]).search(Search::Corridor);
    /// assert_eq!(finder.find_path(&query).unwrap_err().kind(), "budget-exhausted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    /// Complexity: O(n log n) in the number of cells, like every best-first search over cells; linear where a door is closed, for a copy.
    ///
    /// # Errors
    ///
    /// As [`Pathfinder::find_path_into`].
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    /// let finder = MeshFinder::new(builder.build()?.0); // a hall of 10 by 8 with a triangle in it
    /// let corridor = finder.find_corridor(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    /// assert_eq!(corridor.portals.len() + 1, corridor.cells.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_corridor(&self, query: &PathQuery) -> Result<Corridor, PathError> {
        if !self.is_open_for(query) {
            return self.pool.with(|scratch| {
                self.on_ground_of(query, scratch, |own, query, _| own.find_corridor(query))
            });
        }
        let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
        endpoints.place(self.mesh(), query)?;
        let query = self.corridor_query(query, &endpoints);
        self.pool.with(|scratch| find_corridor(&query, scratch, &mut corridor))?;
        Ok(corridor)
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
        if !self.is_open_for(query) {
            return self.on_ground_of(query, scratch, |finder, query, scratch| {
                finder.find_path_into(query, scratch, path)
            });
        }
        match self.method(query)? {
            Method::AnyAngle => self.any_angle.find_path_into(query, scratch, path),
            Method::Corridor => self.corridor_path(query, scratch, path, find_corridor),
        }
    }

    fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        self.pool.find_path(self, query)
    }
}

/// The map with its doors as they stand, and without a filter: for one, explain on
/// [`MeshFinder::ground_of`] the query.
impl Terrain for MeshFinder {
    fn nearest_ground(&self, place: Place) -> Option<Place> {
        self.on_standing_ground(|ground| ground.nearest_ground(place))
    }

    fn layer_with_ground(&self, point: DVec2) -> Option<u32> {
        self.on_standing_ground(|ground| ground.layer_with_ground(point))
    }

    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
        self.on_standing_ground(|ground| ground.nearest_reachable(start, goal))
    }

    fn near_wall(&self, place: Place) -> Option<NearWall> {
        self.mesh().near_wall(place)
    }

    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]> {
        self.on_standing_ground(|ground| Terrain::components(ground, start, goal))
    }

    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap> {
        self.on_standing_ground(|ground| Terrain::narrowest_gap(ground, start, goal))
    }
}
