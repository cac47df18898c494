//! Paths from a start to many goals, by the exact search or over ground of different costs.

use navmesh_core::incremental::{SearchTask, Session};
use navmesh_core::{ManyQuery, Path, PathError, PathQuery, Place, Progress, Scratch, Stage};
use navmesh_search::{self as search, BoundedDistance, NearGoal};

use super::MeshFinder;
use super::many_goals::places;
use super::map::Map;

/// The paths from a start to many goals; made by [`MeshFinder::paths_from`].
///
/// A tree borrows nothing and never changes.
///
/// Memory: about 100 bytes a goal, 40 a turn and 12 a cell of the paths to the goals. Where all cells cost 1, parts that
/// paths share are stored once.
///
/// ```
/// use tautline::{Area, MeshFinder, NavMeshBuilder, Outline};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// builder.add_area(Area::new(Outline::rect([4.0, 2.0], [6.0, 8.0]), "mud", 5.0));
/// let finder = MeshFinder::new(builder.build_mesh()?);
/// let tree = finder.paths_from([4.0, 5.0], &[[6.0, 5.0], [2.0, 5.0]])?;
/// assert_eq!(tree.distances().collect::<Vec<_>>(), [8.0, 2.0]); // around the mud
/// assert!(tree.path_to(0)?.lower_bound() > 7.9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct PathTree {
    goals: Goals,
}

#[derive(Debug, Clone)]
enum Goals {
    Exact(Box<search::PathTree>),
    Weighted(Vec<(Result<(), PathError>, Path)>),
}

impl PathTree {
    fn exact(tree: search::PathTree) -> Self {
        Self { goals: Goals::Exact(Box::new(tree)) }
    }

    /// Returns the number of requested goals, including those without a path.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.goals {
            Goals::Exact(tree) => tree.len(),
            Goals::Weighted(paths) => paths.len(),
        }
    }

    /// True if no goal was requested.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the cost of the path to each goal in map units, in the order of the goals.
    ///
    /// It is the length where all cells cost 1; links count by their cost. It is infinite for a goal without a path within
    /// the highest cost, and for a path that a stopped search has not proved.
    pub fn distances(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        let exact = match &self.goals {
            Goals::Exact(tree) => tree.distances().collect(),
            Goals::Weighted(paths) => paths.iter().map(cost).collect::<Vec<f64>>(),
        };
        exact.into_iter()
    }

    /// Returns the cost of the best known path to each goal and a proved lower bound, as
    /// [`MeshFinder::distances`] does.
    pub fn bounds(&self) -> impl ExactSizeIterator<Item = BoundedDistance> + '_ {
        let bounds = match &self.goals {
            Goals::Exact(tree) => tree.bounds().collect(),
            Goals::Weighted(paths) => paths.iter().map(bounds).collect::<Vec<BoundedDistance>>(),
        };
        bounds.into_iter()
    }

    /// Writes the path to a goal, given by its index among the requested ones, into `path`, which is cleared first.
    ///
    /// Complexity: linear in the path.
    ///
    /// # Errors
    ///
    /// Those of a query for the goal alone. [`PathError::BudgetExhausted`] if the search was stopped before it proved
    /// the path; `path` then holds the best path found, or is empty. [`PathError::Unsupported`] for an index out of range.
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline, Path};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let tree = finder.paths_from([1.0, 1.0], &[[3.0, 1.0], [1.0, 3.0]])?;
    /// let mut path = Path::default();
    /// for goal in 0..tree.len() {
    ///     tree.path_to_into(goal, &mut path)?;
    ///     assert_eq!(path.length(), 2.0);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_to_into(&self, goal: usize, path: &mut Path) -> Result<(), PathError> {
        match &self.goals {
            Goals::Exact(tree) => tree.path_to_into(goal, path),
            Goals::Weighted(paths) => {
                path.clear();
                let unknown = PathError::Unsupported { what: "a goal that was not asked for" };
                let (found, known) = paths.get(goal).ok_or(unknown)?;
                path.clone_from(known);
                *found
            }
        }
    }

    /// Returns the path to a goal.
    ///
    /// Complexity: that of [`PathTree::path_to_into`].
    ///
    /// # Errors
    ///
    /// Those of [`PathTree::path_to_into`].
    ///
    /// ```
    /// # use tautline::{MeshFinder, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// let tree = finder.paths_from([1.0, 1.0], &[[3.0, 1.0], [1.0, 3.0]])?;
    /// assert_eq!(tree.path_to(1)?.waypoints(), [[1.0, 1.0].into(), [1.0, 3.0].into()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path_to(&self, goal: usize) -> Result<Path, PathError> {
        let mut path = Path::default();
        self.path_to_into(goal, &mut path)?;
        Ok(path)
    }
}

fn bounds((found, path): &(Result<(), PathError>, Path)) -> BoundedDistance {
    let is_known = !path.waypoints().is_empty();
    let distance = if is_known { path.cost() } else { f64::INFINITY };
    let lower_bound = match found {
        Ok(()) => path.lower_bound(),
        Err(PathError::BudgetExhausted { lower_bound, .. }) => *lower_bound,
        Err(_) => distance,
    };
    BoundedDistance { distance, lower_bound }
}

fn cost((found, path): &(Result<(), PathError>, Path)) -> f64 {
    found.map_or(f64::INFINITY, |()| path.cost())
}

/// A search for the paths to many goals that the caller advances in slices; made by [`MeshFinder::begin_paths`].
pub type PathTreeSession = Session<PathTreeTask>;

/// A search for the paths to many goals that owns its memory and shares its mesh.
#[derive(Debug)]
pub struct PathTreeTask {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Exact(Box<search::PathTreeSession>),
    Weighted(Box<Weighted>),
}

#[derive(Debug)]
struct Weighted {
    search: search::WeightedPathsSession,
    finder: MeshFinder,
    queries: Vec<PathQuery>,
}

impl PathTreeTask {
    fn new(map: Map, query: &ManyQuery<&[Place]>, count: Option<usize>) -> Result<Self, PathError> {
        if map.is_uniform() {
            let search = map.any_angle.begin_many(query, count)?;
            return Ok(Self { kind: Kind::Exact(Box::new(search)) });
        }
        let search = map.weighted().begin_many(query, count)?;
        let queries = query.goals().iter().map(|&goal| query.to(goal)).collect();
        let finder = MeshFinder::from_map(map);
        Ok(Self { kind: Kind::Weighted(Box::new(Weighted { search, finder, queries })) })
    }

    /// Writes the nearest goals known so far into `nearest`, nearest first.
    ///
    /// Complexity: O(n log n) in the number of goals.
    ///
    /// ```
    /// # use tautline::{ManyQuery, MeshFinder, NavMeshBuilder, Outline, Place};
    /// # let mut builder = NavMeshBuilder::new(); builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// # let finder = MeshFinder::new(builder.build_mesh()?);
    /// # let goals = [[9.0, 4.0], [1.0, 7.0]].map(Place::from);
    /// # let mut search = finder.begin_nearest(&ManyQuery::new([1.0, 4.0], &goals), 1)?;
    /// let (_stage, mut near) = (search.advance(u64::MAX), Vec::new());
    /// search.nearest(&mut near)?;
    /// assert_eq!(near[0].goal, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PathError::BudgetExhausted`] while the search is in progress, or if the nodes of the query did not suffice.
    pub fn nearest(&self, nearest: &mut Vec<NearGoal>) -> Result<(), PathError> {
        match &self.kind {
            Kind::Exact(search) => search.nearest(nearest),
            Kind::Weighted(weighted) => weighted.search.nearest(nearest),
        }
    }

    /// Returns the paths found so far.
    ///
    /// Complexity: linear in the goals and their paths; on weighted regions, at the end two cheaper searches a goal too.
    #[must_use]
    pub fn tree(&self) -> PathTree {
        match &self.kind {
            Kind::Exact(search) => PathTree::exact(search.tree()),
            Kind::Weighted(weighted) => PathTree { goals: Goals::Weighted(weighted.paths()) },
        }
    }
}

impl Weighted {
    /// Returns the path to each goal, never dearer than that of a cheaper search.
    fn paths(&self) -> Vec<(Result<(), PathError>, Path)> {
        let (known, scratch) = (self.search.paths(), &mut Scratch::new());
        let is_done = self.search.stage() == Stage::Done;
        let path = |(goal, query): (usize, &PathQuery)| {
            let mut path = Path::default();
            let mut found = known.path_to_into(goal, &mut path);
            if is_done && !matches!(found, Err(PathError::BudgetExhausted { .. })) {
                let mut unlimited = *query;
                (unlimited.max_expanded, unlimited.max_cost) = (None, None);
                found = self.finder.or_cheaper(found, &unlimited, scratch, &mut path);
            }
            if found.is_ok() && query.max_cost.is_some_and(|max_cost| path.cost() > max_cost) {
                let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
                found = Err(PathError::BudgetExhausted { lower_bound, expanded });
            }
            (found, path)
        };
        self.queries.iter().enumerate().map(path).collect()
    }
}

impl SearchTask for PathTreeTask {
    fn advance(&mut self, nodes: u64) {
        match &mut self.kind {
            Kind::Exact(search) => search.advance(nodes),
            Kind::Weighted(weighted) => weighted.search.advance(nodes),
        };
    }

    fn stage(&self) -> Stage {
        match &self.kind {
            Kind::Exact(search) => search.stage(),
            Kind::Weighted(weighted) => weighted.search.stage(),
        }
    }

    fn progress(&self) -> Progress {
        match &self.kind {
            Kind::Exact(search) => search.progress(),
            Kind::Weighted(weighted) => weighted.search.progress(),
        }
    }
}

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
        self.with_current_map(|map, scratch| {
            if map.is_uniform() {
                return Ok(PathTree::exact(map.any_angle.paths(query, scratch)?));
            }
            let mut task = PathTreeTask::new(map.clone(), query, None)?;
            task.advance(u64::MAX);
            Ok(task.tree())
        })
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
        Ok(Session::new(PathTreeTask::new(self.current_map(), query, None)?))
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
        Ok(Session::new(PathTreeTask::new(self.current_map(), query, Some(count))?))
    }
}
