//! Queries for the paths to many goals.

use navmesh_core::incremental::Session;
use navmesh_core::{ManyQuery, PathError, Place};
use navmesh_search::PathTree;
use navmesh_search::question::{ManyRun, Nearest, PathsTo};
use navmesh_search::run::Asked;

use super::MeshFinder;
use super::many_goals::places;

/// A search for the paths to many goals that the caller advances in slices; made by [`MeshFinder::begin_paths`].
pub type PathTreeSession = Session<Asked<ManyRun>>;

impl MeshFinder {
    /// Finds the shortest paths from the start to all goals in one search.
    ///
    /// The returned tree extracts each path on demand. For several starts build one tree each. Where cells have
    /// costs, each path states its proved bound, at most 1 % below its cost as far as
    /// [`distances`](MeshFinder::distances) can, and never costs more than that of a corridor or
    /// than the shortest path on ground that costs at most 1.
    ///
    /// ```
    /// use tautline::{MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_obstacle(Outline::rect([4.0, 0.0], [6.0, 4.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let goals = [[9.0, 0.0], [1.0, 7.0], [12.0, 4.0]];
    /// let paths = finder.paths_from([1.0, 0.0], &goals)?;
    /// let distances: Vec<f64> = paths.distances().collect();
    /// assert_eq!(distances, [5.0 + 2.0 + 5.0, 7.0, f64::INFINITY]);
    /// assert_eq!(paths.path_to(0)?.waypoints()[1], [4.0, 4.0].into());
    /// assert_eq!(paths.path_to(2).unwrap_err().kind(), "goal-outside");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: one [`distances_from`](MeshFinder::distances_from).
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    #[doc(alias("oneToMany", "shortestPathTree"))]
    pub fn paths_from(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<PathTree, PathError> {
        self.paths(&ManyQuery::new(start, &places(goals)))
    }

    /// Finds the paths of [`paths_from`](MeshFinder::paths_from) with the options of the query.
    ///
    /// If a limit of the query stops the search, [`PathTree::path_to`] tells for each goal whether its path is proved.
    ///
    /// Complexity: one [`distances`](MeshFinder::distances).
    ///
    /// ```
    /// use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline, Place};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let goals = [[9.0, 1.0], [1.0, 7.0]].map(Place::from);
    /// let paths = finder.paths(&ManyQuery::new([1.0, 1.0], &goals).max_cost(7.0))?;
    /// assert_eq!(paths.path_to(0).unwrap_err().kind(), "budget-exhausted");
    /// assert_eq!(paths.path_to(1)?.length(), 6.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    pub fn paths(&self, query: &ManyQuery<&[Place]>) -> Result<PathTree, PathError> {
        self.asked(&PathsTo(query))
    }

    /// Begins the search of [`paths`](MeshFinder::paths) without expanding a node; the caller advances it in slices,
    /// or with a hook that may cancel it. [`PathTree::bounds`] gives the distances.
    ///
    /// Complexity: one point location a goal, and memory linear in the mesh.
    ///
    /// ```
    /// use tautline::incremental::Stage;
    /// use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline, Place};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let goals = [[9.0, 4.0], [1.0, 7.0]].map(Place::from);
    /// let mut search = finder.begin_paths(&ManyQuery::new([1.0, 4.0], &goals))?;
    /// while search.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(search.tree().path_to(0)?.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    pub fn begin_paths(&self, query: &ManyQuery<&[Place]>) -> Result<PathTreeSession, PathError> {
        self.current_map().begin(&PathsTo(query))
    }

    /// Begins the search of [`nearest`](MeshFinder::nearest) without expanding a node; the caller advances it in slices.
    ///
    /// Complexity: one point location a goal, and memory linear in the mesh.
    ///
    /// ```
    /// # use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline, Place, incremental::Stage};
    /// # let mut builder = NavMeshBuilder::new(); builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let goals = [Place::new([9.0, 4.0])];
    /// let mut search = finder.begin_nearest(&ManyQuery::new([1.0, 4.0], &goals), 1)?;
    /// while search.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    pub fn begin_nearest(
        &self,
        query: &ManyQuery<&[Place]>,
        count: usize,
    ) -> Result<PathTreeSession, PathError> {
        self.current_map().begin(&Nearest(query, count))
    }
}
