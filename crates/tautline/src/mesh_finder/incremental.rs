//! Searches on a mesh that run in slices, call a progress hook, or are observed.

use std::sync::Arc;

use navmesh_core::incremental::{ObservedTask, PathTask, SearchTask, Session};
use navmesh_core::{
    Corridor, Endpoints, IncrementalPathfinder, IncrementalSearch, NavMesh, Observer, Path,
    PathError, PathQuery, Progress, ProgressHook, Scratch, Stage,
};
use navmesh_search::{
    CorridorSession, PathSession, SeenCell, SeenInterval, WeightedSession, begin_corridor,
    find_corridor_observed, find_corridor_with_hook,
};

use super::corridor::FoundCorridor;
use super::{MeshFinder, Method};

/// A search on a mesh that the caller advances in slices; made by [`MeshFinder::begin`].
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
/// let mut search = finder.begin(&query)?;
/// while search.advance(1) == Stage::InProgress {
///     assert!(search.progress().lower_bound <= finder.find_path(&query)?.length());
/// }
/// assert_eq!(search.finish()?, finder.find_path(&query)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type MeshSession = Session<MeshTask>;

/// A search on a mesh that owns its memory and shares its mesh.
#[derive(Debug)]
pub struct MeshTask {
    kind: Kind,
    revision: u64,
}

impl MeshTask {
    /// Returns the number of changes of the map before the mesh of the search.
    ///
    /// The answer is that of a new search if the map has the same number; see
    /// [`LiveMesh::revision`](crate::LiveMesh::revision).
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let search = map.finder().begin(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    /// map.add_obstacle(Outline::rect([4.0, 3.0], [5.0, 5.0]))?;
    /// assert!(search.task().revision() < map.revision()); // it answers for the mesh from before
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

#[derive(Debug)]
enum Kind {
    AnyAngle(Box<PathSession>),
    Weighted { search: Box<WeightedSession>, finder: Box<MeshFinder>, query: PathQuery },
    Corridor { search: Box<CorridorSession>, mesh: Arc<NavMesh>, query: PathQuery },
}

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
    /// let mut search = finder.begin(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
    /// while search.advance(64) == Stage::InProgress {
    ///     // ... until the next frame ...
    /// }
    /// assert_eq!(search.finish()?.waypoints().len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("initSlicedFindPath", "async", "timeSlice"))]
    pub fn begin(&self, query: &PathQuery) -> Result<MeshSession, PathError> {
        if !self.is_unrestricted(query) {
            let (finder, query) = self.restricted(query)?;
            return finder.begin(&query);
        }
        let kind = match self.method(query)? {
            Method::AnyAngle => Kind::AnyAngle(Box::new(self.map.any_angle.begin(query)?)),
            Method::Weighted => {
                let search = Box::new(self.map.weighted().begin(query)?);
                Kind::Weighted { search, finder: Box::new(self.clone()), query: *query }
            }
            Method::Corridor => {
                let mut endpoints = Endpoints::default();
                endpoints.place(self.mesh(), query)?;
                let options = self.corridor_query(query, &endpoints).options;
                let mesh = Arc::clone(self.mesh());
                let search = begin_corridor(Arc::clone(&mesh), endpoints, options);
                let search = Box::new(search);
                Kind::Corridor { search, mesh, query: *query }
            }
        };
        Ok(Session::new(MeshTask { kind, revision: self.revision() }))
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
    pub fn find_path_observed<O: Observer<SeenInterval> + Observer<SeenCell>>(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        observer: &mut O,
    ) -> Result<(), PathError> {
        path.clear();
        if !self.is_unrestricted(query) {
            return self.with_restricted(query, scratch, |finder, query, scratch| {
                finder.find_path_observed(query, scratch, path, observer)
            });
        }
        match self.method(query)? {
            Method::AnyAngle => {
                self.map.any_angle.find_path_observed(query, scratch, path, observer)
            }
            Method::Weighted => {
                let found = self.map.weighted().find_path_into(query, scratch, path);
                self.or_cheaper(found, query, scratch, path)
            }
            Method::Corridor => {
                self.corridor_path(query, scratch, path, |query, scratch, found| {
                    find_corridor_observed(query, scratch, found, observer)
                })
            }
        }
    }
}

impl IncrementalPathfinder for MeshFinder {
    fn begin_search(&self, query: &PathQuery) -> Result<Box<dyn IncrementalSearch>, PathError> {
        Ok(Box::new(self.begin(query)?))
    }

    fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        mut hook: ProgressHook<'_>,
    ) -> Result<(), PathError> {
        path.clear();
        if !self.is_unrestricted(query) {
            return self.with_restricted(query, scratch, |finder, query, scratch| {
                finder.find_path_with_hook(query, scratch, path, hook.again())
            });
        }
        match self.method(query)? {
            Method::AnyAngle => self.map.any_angle.find_path_with_hook(query, scratch, path, hook),
            Method::Weighted => {
                let found = self.map.weighted().find_path_with_hook(query, scratch, path, hook);
                self.or_cheaper(found, query, scratch, path)
            }
            Method::Corridor => {
                self.corridor_path(query, scratch, path, |query, scratch, found| {
                    find_corridor_with_hook(query, scratch, found, hook)
                })
            }
        }
    }
}

impl SearchTask for MeshTask {
    fn advance(&mut self, nodes: u64) {
        self.advance_observed(nodes, &mut ());
    }

    fn stage(&self) -> Stage {
        match &self.kind {
            Kind::AnyAngle(search) => search.stage(),
            Kind::Weighted { search, .. } => search.stage(),
            Kind::Corridor { search, .. } => search.stage(),
        }
    }

    fn progress(&self) -> Progress {
        match &self.kind {
            Kind::AnyAngle(search) => search.progress(),
            Kind::Weighted { search, .. } => search.progress(),
            Kind::Corridor { search, .. } => search.progress(),
        }
    }
}

impl<O: Observer<SeenInterval> + Observer<SeenCell>> ObservedTask<O> for MeshTask {
    fn advance_observed(&mut self, nodes: u64, observer: &mut O) {
        match &mut self.kind {
            Kind::AnyAngle(search) => search.advance_observed(nodes, observer),
            Kind::Weighted { search, .. } => search.advance(nodes),
            Kind::Corridor { search, .. } => search.advance_observed(nodes, observer),
        };
    }
}

impl PathTask for MeshTask {
    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        match &self.kind {
            Kind::AnyAngle(search) => search.answer_into(path),
            Kind::Weighted { search, finder, query } => {
                let found = search.answer_into(path);
                if search.stage() == Stage::InProgress {
                    return found;
                }
                finder.or_cheaper(found, query, &mut Scratch::new(), path)
            }
            Kind::Corridor { search, mesh, query } => {
                let mut corridor = Corridor::default();
                let found = search.corridor_into(&mut corridor);
                let endpoints = search.endpoints();
                let scratch = &mut Scratch::new();
                FoundCorridor { mesh, endpoints, corridor: &corridor, scratch }
                    .write_answer(query, found, path)
            }
        }
    }
}
