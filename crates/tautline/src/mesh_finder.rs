//! The mesh backend: combines point location, search and string pulling.

mod incremental;
mod many_goals;
mod path_trees;
mod distance_fields;
mod doors;
mod filters;
mod restricted;
#[cfg(feature = "geodesics")]
mod geodesics;

use std::fmt;
use std::sync::Arc;

use navmesh_core::backend::ScratchPool;
use navmesh_core::backend::collections::Slots;
use navmesh_core::{
    Answer, ClosedDoors, Corridor, DVec2, FilterId, Gap, MeshPathfinder, NavMesh, NearWall, Path,
    PathError, PathQuery, Pathfinder, Place, Scratch, Terrain,
};
use navmesh_funnel::pull;
use navmesh_search::SearchMap;
#[cfg(feature = "widths")]
use navmesh_search::Widths;
use navmesh_search::question::{PathTo, Question};
use navmesh_search::run::Pace;

pub use distance_fields::FieldSession;
pub(crate) use filters::RegisteredFilter;
pub use incremental::MeshSession;
pub use many_goals::NearestGoalSession;
pub use path_trees::PathTreeSession;

/// Finds paths on a navigation mesh.
///
/// [`Search::Auto`](crate::Search::Auto) returns the shortest path where all cells cost 1. Where costs differ, it returns a path
/// with a proved lower bound, at most [`PathQuery::gap`] below the cost: 1 % by default. Cloning is cheap: clones share the mesh, the index and idle
/// scratches. A query that runs keeps its mesh when the finder is replaced.
#[doc(alias("dtNavMeshQuery", "NavMeshQuery", "NavigationServer2D"))]
#[derive(Clone)]
pub struct MeshFinder {
    pub(crate) map: SearchMap,
    pub(crate) doors: Arc<ClosedDoors>,
    pub(crate) filtered: Arc<Filters>,
    pub(crate) pool: Arc<ScratchPool>,
    /// The live map that the mesh is a version of.
    pub(crate) origin: Option<Arc<Origin>>,
}

/// The registered filters.
pub(crate) type Filters = Slots<FilterId, RegisteredFilter>;

/// The identity of a live map, shared by the finders on its versions.
#[derive(Debug)]
pub(crate) struct Origin;

/// The identity of one version of a live map.
#[derive(Debug, Clone)]
pub(crate) struct LiveVersion {
    pub(crate) origin: Arc<Origin>,
    pub(crate) revision: u64,
}

impl PartialEq for LiveVersion {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.origin, &other.origin) && self.revision == other.revision
    }
}

impl fmt::Debug for MeshFinder {
    /// Writes sizes instead of contents.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MeshFinder")
            .field("mesh", self.mesh())
            .field("prepared_bytes", &self.prepared_bytes())
            .field("filters", &self.filtered.len())
            .finish_non_exhaustive()
    }
}

impl MeshFinder {
    /// Creates a finder on a mesh, with all doors open.
    ///
    /// Complexity: linear, for the index of the search.
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    /// let finder = MeshFinder::new(builder.build_mesh()?); // 10 by 8 with a triangular hole
    /// let path = finder.find_path(&PathQuery::new([1.0, 1.0], [9.0, 1.0]))?;
    /// assert_eq!(path.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(mesh: impl Into<Arc<NavMesh>>) -> Self {
        Self::from_map(SearchMap::new(mesh.into(), pull))
    }

    /// Creates a finder on a mesh that has an index already, with all doors open.
    fn from_map(map: SearchMap) -> Self {
        Self {
            doors: Arc::new(ClosedDoors::new(map.mesh())),
            map,
            filtered: Arc::default(),
            pool: Arc::default(),
            origin: None,
        }
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        self.map.mesh()
    }

    /// The number of changes of a [`LiveMesh`](crate::LiveMesh) before this version; 0 for any other mesh.
    ///
    /// The finder is on the newest version if the map has the same number.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.mesh().revision()
    }

    /// The size of the search index in bytes; clones share it.
    #[must_use]
    pub fn prepared_bytes(&self) -> usize {
        self.map.prepared_bytes()
    }

    /// Returns the widths of all passages of the [current mesh](MeshFinder::current_mesh), for agents of every radius.
    ///
    /// They are made when first used. A version of a [`LiveMesh`](crate::LiveMesh) has widths of its own: after an edit
    /// they are made anew when they are next used.
    ///
    /// Complexity: that of [`Widths::of`] for the first call on a version. With closed doors, for every call.
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let width = |map: &LiveMesh| {
    ///     let way = map.finder().widths().widest([1.0, 4.0], [9.0, 4.0])?;
    ///     Ok::<_, tautline::PathError>(way.map(|way| way.width))
    /// };
    /// assert_eq!(width(&map)?, Some(2.0)); // the ends are 1 from the walls
    /// map.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 7.0]))?;
    /// assert_eq!(width(&map)?, Some(1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "widths")]
    #[must_use]
    pub fn widths(&self) -> Arc<Widths> {
        if self.doors.is_empty() {
            return Arc::clone(self.map.widths());
        }
        Arc::new(Widths::of(&self.current_mesh()))
    }

    /// Returns the memory of the mesh and of the search indexes made so far, in bytes; clones share it.
    ///
    /// Filters, the working memory of queries and copies with closed doors do not count.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.map.memory()
    }

    /// Finds a path.
    ///
    /// Complexity: point location, then a search of the cells between start and goal.
    ///
    /// # Errors
    ///
    /// Every reason for which there is no path, as a [`PathError`]. [`PathError::explain`] computes an
    /// alternative.
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// assert_eq!(finder.find_path(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("findPath", "CalculatePath", "getPath", "map_get_path"))]
    pub fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        Pathfinder::find_path(self, query)
    }

    /// Finds a path into `path`, with `scratch` as working memory. Later calls do not allocate.
    ///
    /// Complexity: that of [`find_path`](MeshFinder::find_path).
    ///
    /// # Errors
    ///
    /// Those of [`find_path`](MeshFinder::find_path). `path` then holds the best partial path, or is empty.
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path, PathQuery, Scratch};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default()); // reused for the next query
    /// finder.find_path_into(&PathQuery::new([1.0, 4.0], [9.0, 4.0]), &mut scratch, &mut path)?;
    /// assert_eq!(path.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        Pathfinder::find_path_into(self, query, scratch, path)
    }

    /// Finds the corridor of cells in which [`Search::Corridor`](crate::Search::Corridor) pulls its path tight.
    ///
    /// Complexity: O(n log n) in the number of cells.
    ///
    /// # Errors
    ///
    /// Every reason for which there is no path, as a [`PathError`].
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    /// let finder = MeshFinder::new(builder.build_mesh()?); // 10 by 8 with a triangular hole
    /// let corridor = finder.find_corridor(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    /// assert_eq!(corridor.portals.len() + 1, corridor.cells.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_corridor(&self, query: &PathQuery) -> Result<Corridor, PathError> {
        let mut corridor = Corridor::default();
        self.pool.with(|scratch| {
            self.on(query, scratch, |map, query, scratch| {
                map.find_corridor(query, scratch, &mut corridor)
            })
        })?;
        Ok(corridor)
    }

    /// Answers a question on the current mesh.
    fn asked<Q: Question>(&self, question: &Q) -> Result<Q::Answer, PathError> {
        let mut answer = Q::Answer::default();
        self.with_current_map(|map, scratch| map.ask(question, scratch, Pace::Whole, &mut answer))?;
        Ok(answer)
    }
}

impl Pathfinder for MeshFinder {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        self.on(query, scratch, |map, query, scratch| {
            map.ask(&PathTo(query), scratch, Pace::Whole, path)
        })
    }

    fn answer(&self, query: &PathQuery) -> Answer {
        self.pool.with(|scratch| self.answer_with(query, scratch))
    }
}

impl MeshPathfinder for MeshFinder {
    fn current_mesh(&self) -> Arc<NavMesh> {
        Self::current_mesh(self)
    }
}

/// Explains errors on [`MeshFinder::current_mesh`]. To explain the error of a query with a filter,
/// use [`MeshFinder::mesh_for_query`].
impl Terrain for MeshFinder {
    fn nearest_walkable(&self, place: Place) -> Option<Place> {
        self.with_current_mesh(|mesh| mesh.nearest_walkable(place))
    }

    fn walkable_layer_at(&self, point: DVec2) -> Option<u32> {
        self.with_current_mesh(|mesh| mesh.walkable_layer_at(point))
    }

    fn nearest_reachable(&self, start: Place, goal: Place) -> Option<Place> {
        self.with_current_mesh(|mesh| mesh.nearest_reachable(start, goal))
    }

    fn near_wall(&self, place: Place) -> Option<NearWall> {
        self.mesh().near_wall(place)
    }

    fn near_closed_door(&self, place: Place) -> Option<NearWall> {
        self.with_current_mesh(|mesh| mesh.near_closed_door(place))
    }

    fn components(&self, start: Place, goal: Place) -> Option<[u32; 2]> {
        self.with_current_mesh(|mesh| Terrain::components(mesh, start, goal))
    }

    fn narrowest_gap(&self, start: Place, goal: Place) -> Option<Gap> {
        self.with_current_mesh(|mesh| Terrain::narrowest_gap(mesh, start, goal))
    }
}
