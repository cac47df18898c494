//! Meshes for agents of several radii on one map, built when first used and kept within a budget of memory.
//!
//! `options` has the budget and the rounding of radii, `classes` keeps the meshes, `rounded` answers on the mesh of a
//! rounded radius with a proved gap, `failure` has the errors and their explanations.

mod options;
mod classes;
mod rounded;
mod failure;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use navmesh_build::BuildError;
use navmesh_core::backend::{ScratchPool, checked_points};
use navmesh_core::{Answer, Path, PathError, PathQuery, Pathfinder, Scratch};

#[cfg(feature = "live")]
use crate::live_mesh::LiveMesh;
use crate::mesh_finder::MeshFinder;
use classes::{Class, Classes};
use failure::{bad_radius, path_error};
pub use options::{MapSource, RadiusOptions};

/// Finds paths for agents of any radius on one map: a mesh for each radius that is asked for.
///
/// ```
/// use tautline::{Outline, Outlines, PathQuery, RadiusSet};
///
/// let outlines = Outlines {
///     walkable: vec![Outline::rect([0.0, 0.0], [10.0, 8.0])],
///     obstacles: vec![Outline::rect([4.0, 2.0], [6.0, 8.0])],
///     ..Outlines::default()
/// };
/// let set = RadiusSet::new(outlines);
/// let query = PathQuery::new([2.0, 6.0], [8.0, 6.0]);
/// let rat = set.find_path(&query.radius(0.1))?;
/// let bear = set.find_path(&query.radius(0.9))?;
/// assert!(rat.length() < bear.length());
/// assert!(set.find_path(&query.radius(1.1)).is_err()); // the passage is 2 wide
/// # Ok::<(), tautline::PathError>(())
/// ```
///
/// [`PathQuery::radius`] selects the mesh; a query without it is for a point. The first query of a radius builds the
/// mesh of this *class*, and later ones search it. The answer is that of a [`MeshFinder`] on a mesh built for the
/// radius. [`RadiusOptions::step`] rounds radii up instead, so that there are fewer classes, and every answer then
/// states its gap.
///
/// The meshes and search indexes of all classes together never take more than [`RadiusOptions::budget`]. Beyond it the
/// class that was not used for the longest time is dropped, and built again when it is next used. A class larger than
/// the budget answers and is not kept. A mesh under construction and a mesh that a running query or a finder elsewhere
/// holds come on top.
///
/// Clones are cheap and share the classes. Threads search different classes at once, and also one class; a thread that
/// needs a class that another thread builds waits for it.
///
/// Filters and closed doors belong to a finder: use those of [`RadiusSet::finder`]. A query with a filter is an error.
#[doc(alias("agent types", "agent sizes", "multiple agents"))]
#[derive(Clone)]
pub struct RadiusSet {
    shared: Arc<Shared>,
}

/// The part of a set that its clones share.
struct Shared {
    options: RadiusOptions,
    classes: Mutex<Classes>,
    pool: Arc<ScratchPool>,
}

impl RadiusSet {
    /// Creates a set on outlines or floors. It builds nothing.
    #[must_use]
    pub fn new(source: impl Into<MapSource>) -> Self {
        Self::of(Classes::new(Arc::new(source.into())), RadiusOptions::default())
    }

    /// Replaces the options. The result has no classes yet.
    #[must_use]
    pub fn with_options(self, options: RadiusOptions) -> Self {
        let source = Arc::clone(&self.lock().source);
        Self::of(Classes::new(source), options)
    }

    fn of(classes: Classes, options: RadiusOptions) -> Self {
        let classes = Mutex::new(classes);
        Self { shared: Arc::new(Shared { options, classes, pool: Arc::default() }) }
    }

    /// Returns the finder of the class of a radius, and builds it if needed.
    ///
    /// Use it for searches in slices, fields, filters and doors; [`MeshFinder::mesh`] has the radius of the class. To
    /// build a class ahead, call this on another thread with a clone of the set.
    ///
    /// Complexity: that of a build, or constant if the class is kept.
    ///
    /// # Errors
    ///
    /// [`BuildError`]: invalid outlines, an unusable radius, or no point of the map has room for it.
    ///
    /// ```
    /// # use tautline::{Outline, Outlines, RadiusSet};
    /// # let walkable = vec![Outline::rect([0.0, 0.0], [10.0, 8.0])];
    /// let set = RadiusSet::new(Outlines { walkable, ..Outlines::default() });
    /// let ahead = set.clone();
    /// std::thread::spawn(move || ahead.finder(0.5).map(drop)).join().unwrap()?;
    /// assert!(set.is_built(0.5));
    /// # Ok::<(), tautline::BuildError>(())
    /// ```
    pub fn finder(&self, radius: f64) -> Result<MeshFinder, BuildError> {
        let class = {
            let mut classes = self.lock();
            let radius = self.around(&classes, radius).map_or(radius, |[upper, _]| upper);
            classes.class(radius)
        };
        self.built(&class).clone()
    }

    /// True if the class of a radius is kept, so that a query for it builds nothing.
    ///
    /// Complexity: logarithmic in the number of classes.
    ///
    /// ```
    /// # use tautline::{Outline, Outlines, RadiusSet};
    /// # let walkable = vec![Outline::rect([0.0, 0.0], [10.0, 8.0])];
    /// let set = RadiusSet::new(Outlines { walkable, ..Outlines::default() });
    /// set.finder(0.5)?;
    /// assert_eq!([0.5, 0.6].map(|radius| set.is_built(radius)), [true, false]);
    /// # Ok::<(), tautline::BuildError>(())
    /// ```
    #[must_use]
    pub fn is_built(&self, radius: f64) -> bool {
        let classes = self.lock();
        classes.is_built(self.around(&classes, radius).map_or(radius, |[upper, _]| upper))
    }

    /// Returns the radii of the classes that are kept, ascending.
    #[must_use]
    pub fn radii(&self) -> Vec<f64> {
        self.lock().radii()
    }

    /// Returns the memory of the classes that are kept, in bytes. It never exceeds the budget.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.lock().memory()
    }

    /// Returns the number of builds so far. A number that grows with every query calls for a larger budget, or for a
    /// [step](RadiusOptions::step).
    #[must_use]
    pub fn build_count(&self) -> u64 {
        self.lock().build_count()
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &RadiusOptions {
        &self.shared.options
    }

    /// Replaces the map for all clones. All classes are dropped, and built again when they are next used.
    ///
    /// Queries that run keep their mesh, as do finders that were taken before.
    ///
    /// Complexity: linear in the number of classes.
    ///
    /// ```
    /// # use tautline::{Outline, Outlines, PathQuery, RadiusSet};
    /// # let walkable = vec![Outline::rect([0.0, 0.0], [10.0, 8.0])];
    /// # let mut outlines = Outlines { walkable, ..Outlines::default() };
    /// let set = RadiusSet::new(outlines.clone()); // 10 by 8
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]).radius(0.5);
    /// assert_eq!(set.find_path(&query)?.length(), 8.0);
    /// outlines.obstacles.push(Outline::rect([4.0, 0.0], [5.0, 8.0]));
    /// set.replace(outlines);
    /// assert!(set.find_path(&query).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace(&self, source: impl Into<MapSource>) {
        self.lock().replace(Arc::new(source.into()), None);
    }

    /// Takes the outlines of a live map, if it has changed since the last call. Returns true if it has.
    ///
    /// An edit changes the meshes of all radii, so all classes are dropped, and each is built anew when it is next used.
    /// Closed doors of the live map stay open here.
    ///
    /// Complexity: linear in the outlines after a change, else constant.
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline, PathQuery, RadiusSet};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let set = RadiusSet::new(map.outlines());
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]).radius(0.5);
    /// assert_eq!(set.find_path(&query)?.length(), 8.0);
    /// map.add_obstacle(Outline::rect([4.0, 1.0], [5.0, 8.0]))?;
    /// set.follow(&map);
    /// assert!(set.find_path(&query).is_err()); // the gap of 1 is closed
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "live")]
    pub fn follow(&self, map: &LiveMesh) -> bool {
        let version = map.version();
        let mut classes = self.lock();
        let is_new = !classes.is_version(&version);
        if is_new {
            let source: MapSource = if map.builder().has_floors() {
                map.floors().into()
            } else {
                map.outlines().into()
            };
            classes.replace(Arc::new(source), Some(version));
        }
        is_new
    }

    /// Finds a path for an agent of the query's radius.
    ///
    /// Complexity: that of [`MeshFinder::find_path`]; for a class that is not kept, also that of a build.
    ///
    /// # Errors
    ///
    /// Those of [`MeshFinder::find_path`]. If no point of the map has room for the agent, `StartOutside`. For a radius
    /// that is negative, not finite or out of range, `InvalidQuery`. For outlines that cannot be built, `Unsupported`;
    /// [`RadiusSet::finder`] returns the reason.
    ///
    /// ```
    /// # use tautline::{Outline, Outlines, PathQuery, RadiusSet};
    /// # let walkable = vec![Outline::rect([0.0, 0.0], [10.0, 8.0])];
    /// let set = RadiusSet::new(Outlines { walkable, ..Outlines::default() });
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// assert_eq!(set.find_path(&query.radius(0.5))?.length(), 8.0);
    /// assert_eq!(set.find_path(&query.radius(5.0)).unwrap_err().kind(), "start-outside");
    /// # Ok::<(), tautline::PathError>(())
    /// ```
    pub fn find_path(&self, query: &PathQuery) -> Result<Path, PathError> {
        Pathfinder::find_path(self, query)
    }

    /// Returns the radius rounded up and down; `None` if it has a class of its own.
    fn around(&self, classes: &Classes, radius: f64) -> Option<[f64; 2]> {
        let options = &self.shared.options;
        let step = options.usable_step().filter(|_| classes.source.is_nested())?;
        rounded::around(radius, step, options.build.arc_tolerance)
    }

    /// Answers a query on a class.
    fn answer_on(
        &self,
        class: &Arc<Class>,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let finder = self.built(class).as_ref().map_err(|error| path_error(error, query))?;
        let mut of_class = *query;
        of_class.radius = None;
        let found = finder.find_path_into(&of_class, scratch, path);
        if !finder.mesh().is_uniform() {
            // The tables of a weighted search are made by its first query.
            self.lock().weigh(class, self.shared.options.budget);
        }
        found
    }

    /// Returns the finder of a class, and builds it if needed.
    fn built<'a>(&self, class: &'a Arc<Class>) -> &'a Result<MeshFinder, BuildError> {
        class.finder_or_build(&self.shared.options, &self.shared.pool, || {
            self.lock().settle(class, self.shared.options.budget);
        })
    }

    fn lock(&self) -> MutexGuard<'_, Classes> {
        self.shared.classes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pathfinder for RadiusSet {
    fn find_path_into(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        checked_points(query)?;
        let radius = query.radius.unwrap_or(0.0);
        if !radius.is_finite() || radius < 0.0 {
            return Err(bad_radius(radius));
        }
        let (class, lower) = {
            // Both are of one version of the map.
            let mut classes = self.lock();
            let around = self.around(&classes, radius);
            let upper = around.map_or(radius, |[upper, _]| upper);
            (classes.class(upper), around.map(|[_, lower]| classes.class(lower)))
        };
        match lower {
            None => self.answer_on(&class, query, scratch, path),
            Some(lower) => self.answer_rounded(radius, [&class, &lower], query, scratch, path),
        }
    }

    fn answer(&self, query: &PathQuery) -> Answer {
        self.shared.pool.with(|scratch| self.answer_with(query, scratch))
    }
}

impl fmt::Debug for RadiusSet {
    /// Writes sizes instead of contents.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = self.lock();
        f.debug_struct("RadiusSet")
            .field("radii", &classes.radii())
            .field("memory", &classes.memory())
            .field("options", &self.shared.options)
            .finish_non_exhaustive()
    }
}
