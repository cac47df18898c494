//! Searches on a mesh that run in slices, call a progress hook, or are observed.

use navmesh_core::Session;
use navmesh_core::{
    IncrementalPathfinder, IncrementalSearch, Path, PathError, PathQuery, ProgressHook, Scratch,
};
use navmesh_search::question::{PathRun, PathTo};
use navmesh_search::run::{Asked, Pace, SearchObserver};

use super::MeshFinder;

/// A search on a mesh that the caller advances in slices; made by [`MeshFinder::begin_path`].
///
/// ```
/// use tautline::incremental::{Stage, IncrementalSearch};
/// use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
/// let finder = MeshFinder::new(builder.build_mesh()?);
/// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
/// let mut search = finder.begin_path(&query)?;
/// while search.advance(1) == Stage::InProgress {
///     assert!(search.progress().lower_bound <= finder.find_path(&query)?.length());
/// }
/// assert_eq!(search.finish()?, finder.find_path(&query)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type MeshSession = Session<Asked<PathRun>>;

impl MeshFinder {
    /// Begins a search without expanding a node; the caller advances it in slices.
    ///
    /// The search shares the mesh and has a workspace of its own.
    ///
    /// Complexity: point location of start and goal; the first slice allocates memory linear in the
    /// mesh. Linear if a door is closed, for a copy of the mesh.
    ///
    /// # Errors
    ///
    /// Each [`PathError`] that needs no search: an invalid query, an endpoint off the mesh or in a
    /// closed cell, a goal that is not connected with the start.
    ///
    /// ```
    /// # use tautline::incremental::{Stage, IncrementalSearch};
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    /// let finder = MeshFinder::new(builder.build_mesh()?); // 10 by 8 with a triangular hole
    /// let mut search = finder.begin_path(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    /// while search.advance(64) == Stage::InProgress {
    ///     // ... until the next frame ...
    /// }
    /// assert_eq!(search.finish()?.waypoints().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("initSlicedFindPath", "async", "timeSlice"))]
    pub fn begin_path(&self, query: &PathQuery) -> Result<MeshSession, PathError> {
        let (map, query) = self.restricted(query)?;
        map.begin(&PathTo(&query))
    }

    /// Answers a query into `path` and reports every step of the search to the observer.
    ///
    /// The exact search reports intervals, the corridor search reports cells. The search where cells have
    /// different costs reports nothing.
    ///
    /// Complexity: that of the query, and one call an event.
    ///
    /// # Errors
    ///
    /// Every reason for which there is no path, as a [`PathError`]. `path` then holds the best
    /// partial path if there is one, and is empty otherwise.
    ///
    /// ```
    /// # use tautline::incremental::Observer;
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path, PathQuery, Scratch};
    /// # use tautline::incremental::{SeenCell, SeenInterval};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
    /// #[derive(Default)]
    /// struct Closed(u64);
    /// impl Observer<SeenInterval> for Closed {
    ///     fn closed(&mut self, _: SeenInterval) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// impl Observer<SeenCell> for Closed {} // of the corridor search, unused here
    ///
    /// let finder = MeshFinder::new(builder.build_mesh()?); // 10 by 8 with a triangular hole
    /// let (mut scratch, mut path, mut closed) = (Scratch::new(), Path::default(), Closed(0));
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// finder.find_path_observed(&query, &mut scratch, &mut path, &mut closed)?;
    /// assert_eq!(closed.0, path.stats().expanded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_observed(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        observer: &mut impl SearchObserver,
    ) -> Result<(), PathError> {
        path.clear();
        self.on(query, scratch, |map, query, scratch| {
            map.ask(&PathTo(query), scratch, Pace::Observed(observer), path)
        })
    }
}

impl IncrementalPathfinder for MeshFinder {
    fn begin_boxed(&self, query: &PathQuery) -> Result<Box<dyn IncrementalSearch>, PathError> {
        Ok(Box::new(self.begin_path(query)?))
    }

    fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        mut hook: ProgressHook<'_>,
    ) -> Result<(), PathError> {
        path.clear();
        self.on(query, scratch, |map, query, scratch| {
            map.ask(&PathTo(query), scratch, Pace::Hooked(hook.again()), path)
        })
    }
}
