//! Queries for the paths to many goals.

use navmesh_core::Session;
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
    /// [`distance_bounds`](MeshFinder::distance_bounds) can, and never costs more than that of a corridor or
    /// than the shortest path on ground that costs at most 1. If a limit of the query stops the search,
    /// [`PathTree::path_to`] tells for each goal whether its path is proved.
    ///
    /// ```
    /// use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// builder.add_obstacle(Outline::rect([4.0, 0.0], [6.0, 4.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let query = ManyQuery::new([1.0, 0.0], &[[9.0, 0.0], [1.0, 7.0], [12.0, 4.0]]);
    /// let paths = finder.paths(&query)?;
    /// let distances: Vec<f64> = paths.distances().collect();
    /// assert_eq!(distances, [5.0 + 2.0 + 5.0, 7.0, f64::INFINITY]);
    /// assert_eq!(paths.path_to(0)?.waypoints()[1], [4.0, 4.0].into());
    /// assert_eq!(paths.path_to(2).unwrap_err().kind(), "goal-outside");
    /// assert_eq!(finder.paths(&query.max_cost(7.0))?.path_to(0).unwrap_err().kind(), "budget-exhausted");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Complexity: that of [`distances`](MeshFinder::distances).
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    #[doc(alias("oneToMany", "shortestPathTree"))]
    pub fn paths<P: Into<Place> + Copy>(
        &self,
        query: &ManyQuery<&[P]>,
    ) -> Result<PathTree, PathError> {
        self.asked(&PathsTo(&query.for_goals(&places(query.goals()))))
    }

    /// Begins the search of [`paths`](MeshFinder::paths) without expanding a node; the caller advances it in slices,
    /// or with a hook that may cancel it. [`PathTree::bounds`] gives the distances.
    ///
    /// Complexity: one point location a goal, and memory linear in the mesh.
    ///
    /// ```
    /// use tautline::incremental::Stage;
    /// use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let mut search = finder.begin_paths(&ManyQuery::new([1.0, 4.0], &[[9.0, 4.0], [1.0, 7.0]]))?;
    /// while search.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// assert_eq!(search.tree().path_to(0)?.length(), 8.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    pub fn begin_paths<P: Into<Place> + Copy>(
        &self,
        query: &ManyQuery<&[P]>,
    ) -> Result<PathTreeSession, PathError> {
        self.current_map().begin(&PathsTo(&query.for_goals(&places(query.goals()))))
    }

    /// Begins the search of [`nearest`](MeshFinder::nearest) without expanding a node; the caller advances it in slices.
    ///
    /// Complexity: one point location a goal, and memory linear in the mesh.
    ///
    /// ```
    /// # use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline, incremental::Stage};
    /// # let mut builder = NavMeshBuilder::new(); builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let finder = MeshFinder::new(builder.build_mesh()?);
    /// let mut search = finder.begin_nearest(&ManyQuery::new([1.0, 4.0], &[[9.0, 4.0]]), 1)?;
    /// while search.advance(100) == Stage::InProgress {} // 100 nodes a frame
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::InvalidQuery`], [`PathError::StartOutside`] or [`PathError::OnClosedCell`] for
    /// the start.
    pub fn begin_nearest<P: Into<Place> + Copy>(
        &self,
        query: &ManyQuery<&[P]>,
        count: usize,
    ) -> Result<PathTreeSession, PathError> {
        self.current_map().begin(&Nearest(&query.for_goals(&places(query.goals())), count))
    }
}
