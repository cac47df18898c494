//! Live paths: which of them an edit breaks, and which may become shorter.

use navmesh_core::{
    BrokenPath, ForeignPath, Path, PathError, PathQuery, PathWatch, PathWatchState, PossibleGain,
    WatchKey,
};

use super::LiveMesh;
use crate::mesh_finder::MeshFinder;

/// The live paths of a [`LiveMesh`], under keys.
///
/// ```
/// use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
///
/// let mut builder = NavMeshBuilder::new();
/// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
/// let wall = builder.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 7.0]));
/// let mut map = LiveMesh::new(builder)?;
/// let mut paths = LivePaths::of(&map);
/// let query = PathQuery::new([1.0, 1.0], [9.0, 1.0]);
/// let path = map.finder().find_path(&query)?;
/// let key = paths.add(&mut map, &query, path).ok_or("an old path")?;
///
/// map.add_obstacle(Outline::rect([4.0, 6.5], [6.0, 7.5]))?; // on the path
/// let affected = map.affected(&mut paths)?;
/// assert_eq!(affected.broken[0].key, key);
/// assert_eq!(paths.replan(&map, affected.keys(), u64::MAX).paths.len(), 1);
///
/// map.remove(wall)?;
/// let affected = map.affected(&mut paths)?;
/// assert!(affected.broken.is_empty() && affected.gains[0].most > 5.0);
/// let asked = paths.replan(&map, affected.keys(), u64::MAX);
/// assert!(asked.paths[0].saved > 5.0 && paths.paths().path(key).is_some_and(|path| path.length() == 8.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LivePaths {
    watch: PathWatch,
    /// The number of the last report that was followed.
    number: u64,
}

/// The live paths that an edit concerns.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct AffectedPaths {
    /// The paths that can no longer be walked, by ascending key. Exact: touching is no break.
    pub broken: Vec<BrokenPath>,
    /// The paths that may have become shorter, the largest possible gain first. None is missed.
    pub gains: Vec<PossibleGain>,
}

impl AffectedPaths {
    /// Returns the keys in the order in which to ask again: broken paths, then those with the largest gain.
    #[must_use]
    pub fn keys(&self) -> Vec<WatchKey> {
        let broken = self.broken.iter().map(|path| path.key);
        broken.chain(self.gains.iter().map(|gain| gain.key)).collect()
    }
}

/// The live paths have missed a report, so they cannot tell what has changed since. Make a new set of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the live paths follow report {followed} of the map, and the last one is {last}: ask after each edit"
)]
pub struct MissedReport {
    /// The number of the report that was followed last.
    pub followed: u64,
    /// The number of the last report.
    pub last: u64,
}

impl LivePaths {
    /// Creates a set without paths, which follows the edits of a map from now on.
    #[must_use]
    pub fn of(map: &LiveMesh) -> Self {
        Self { watch: PathWatch::new(), number: map.report.number }
    }

    /// Returns the state of the paths, to save it beside that of their map. Its keys stay valid.
    ///
    /// The feature `serde` makes it serializable.
    ///
    /// Complexity: linear in the paths.
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::recorded(builder)?; // 10 by 8
    /// let mut paths = LivePaths::of(&map);
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// let path = map.finder().find_path(&query)?;
    /// let key = paths.add(&mut map, &query, path).ok_or("an old path")?;
    /// let (map_state, path_state) = (map.state().ok_or("not recorded")?, paths.state(&map)?);
    /// let mut loaded = LiveMesh::from_state(map_state)?;
    /// let paths = LivePaths::from_state(path_state, &mut loaded)?;
    /// assert_eq!(paths.paths().cost(key), Some(8.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MissedReport`] if [`LiveMesh::affected`] was not asked after the last edit.
    pub fn state(&self, map: &LiveMesh) -> Result<PathWatchState, MissedReport> {
        let (followed, last) = (self.number, map.report.number);
        if followed != last {
            return Err(MissedReport { followed, last });
        }
        Ok(self.watch.state())
    }

    /// Creates the paths of a state, on the map that was loaded with it.
    ///
    /// Complexity: that of [`LivePaths::add`] for each path.
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let map = LiveMesh::recorded(builder)?; // 10 by 8
    /// let mut paths = LivePaths::of(&map);
    /// let key = paths.add_missing(&PathQuery::new([1.0, 4.0], [11.0, 4.0]));
    /// let mut loaded = LiveMesh::from_state(map.state().ok_or("not recorded")?)?;
    /// let paths = LivePaths::from_state(paths.state(&map)?, &mut loaded)?;
    /// assert_eq!(paths.paths().cost(key), Some(f64::INFINITY));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ForeignPath`] names the first path that is not one of this map.
    pub fn from_state(state: PathWatchState, map: &mut LiveMesh) -> Result<Self, ForeignPath> {
        let watch = PathWatch::from_state(state, &map.current_mesh())?;
        Ok(Self { watch, number: map.report.number })
    }

    /// Adds the path of a query; `None` if it cannot be walked on the present mesh.
    ///
    /// Paths under a filter need a set of their own, on a map without the forbidden areas.
    ///
    /// Complexity: O(n log n) in the cells that the path touches.
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let mut paths = LivePaths::of(&map);
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// let path = map.finder().find_path(&query)?;
    /// let key = paths.add(&mut map, &query, path).ok_or("an old path")?;
    /// assert_eq!(paths.paths().path(key).map(|path| path.length()), Some(8.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, map: &mut LiveMesh, query: &PathQuery, path: Path) -> Option<WatchKey> {
        self.watch.add(query, path, &map.current_mesh())
    }

    /// Adds a query without a path. It is among the gains of each edit that removes a wall.
    ///
    /// Complexity: O(1).
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let wall = map.add_obstacle(Outline::rect([4.0, 0.0], [5.0, 8.0]))?;
    /// let mut paths = LivePaths::of(&map);
    /// let key = paths.add_missing(&PathQuery::new([1.0, 4.0], [9.0, 4.0]));
    /// map.remove(wall)?;
    /// assert_eq!(map.affected(&mut paths)?.keys(), [key]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_missing(&mut self, query: &PathQuery) -> WatchKey {
        self.watch.add_missing(query)
    }

    /// Replaces the path of a key; returns false if the key is unknown or the path cannot be walked.
    ///
    /// Complexity: that of [`LivePaths::add`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let mut paths = LivePaths::of(&map);
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// let path = map.finder().find_path(&query)?;
    /// let key = paths.add(&mut map, &query, path).ok_or("an old path")?;
    /// let other = map.finder().find_path(&PathQuery::new([2.0, 4.0], [9.0, 4.0]))?;
    /// assert!(paths.replace(&mut map, key, other)); // the agent has walked on
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace(&mut self, map: &mut LiveMesh, key: WatchKey, path: Path) -> bool {
        self.watch.replace(key, path, &map.current_mesh())
    }

    /// Removes and returns a path; `None` if the key is unknown.
    ///
    /// Complexity: O(1), amortized.
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let mut paths = LivePaths::of(&map);
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// let path = map.finder().find_path(&query)?;
    /// let key = paths.add(&mut map, &query, path).ok_or("an old path")?;
    /// assert!(paths.remove(key).is_some() && paths.remove(key).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, key: WatchKey) -> Option<Path> {
        self.watch.remove(key)
    }

    /// Returns the paths with their queries and states.
    #[must_use]
    pub fn paths(&self) -> &PathWatch {
        &self.watch
    }

    /// Asks for the paths of keys again, in their order, with at most `budget` nodes.
    ///
    /// A path that is not broken is only searched up to its present cost. It is replaced by the answer of
    /// [`MeshFinder::find_path`](crate::MeshFinder::find_path) if that is cheaper. The keys for which the budget does not
    /// suffice are returned, for the next frame.
    ///
    /// Complexity: that of the queries.
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let mut paths = LivePaths::of(&map);
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// let path = map.finder().find_path(&query)?;
    /// let key = paths.add(&mut map, &query, path).ok_or("an old path")?;
    /// map.add_obstacle(Outline::rect([4.0, 3.0], [6.0, 5.0]))?;
    /// let affected = map.affected(&mut paths)?;
    /// let asked = paths.replan(&map, affected.keys(), 1000);
    /// assert_eq!((asked.paths[0].key, asked.paths[0].error), (key, None));
    /// assert!(paths.paths().path(key).is_some_and(|path| path.length() > 8.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replan(
        &mut self,
        map: &LiveMesh,
        keys: impl IntoIterator<Item = WatchKey>,
        budget: u64,
    ) -> Replanned {
        let mut asking = Replanning { finder: map.finder(), watch: &mut self.watch, left: budget };
        let (mut keys, mut asked) = (keys.into_iter(), Replanned::default());
        for key in keys.by_ref() {
            if asking.watch.query(key).is_none() {
                continue; // removed since
            }
            let Some(path) = asking.ask(key) else {
                asked.unanswered.push(key);
                break;
            };
            asked.paths.push(path);
        }
        asked.unanswered.extend(keys);
        asked
    }
}

/// A path that was asked for again.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ReplannedPath {
    /// Its key.
    pub key: WatchKey,
    /// The cost that the new path saves, in map units; 0 if no path is cheaper, and for a broken path.
    pub saved: f64,
    /// The reason why the query has no path any more, or why its limits did not suffice for a broken path.
    pub error: Option<PathError>,
}

/// The answers of [`LivePaths::replan`].
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Replanned {
    /// The paths that were asked for, in the order of their keys.
    pub paths: Vec<ReplannedPath>,
    /// The keys for which the budget did not suffice.
    pub unanswered: Vec<WatchKey>,
}

/// Paths that are asked for again within a budget.
#[derive(Debug)]
struct Replanning<'a> {
    finder: MeshFinder,
    watch: &'a mut PathWatch,
    /// The nodes that may still be expanded.
    left: u64,
}

impl Replanning<'_> {
    /// Asks for one path. Returns `None` if the budget is too small.
    fn ask(&mut self, key: WatchKey) -> Option<ReplannedPath> {
        let query = *self.watch.query(key)?;
        let known = self.watch.cost(key).filter(|cost| cost.is_finite());
        let mut bounded = query;
        bounded.max_expanded = Some(query.max_expanded.map_or(self.left, |own| own.min(self.left)));
        if let Some(cost) = known {
            bounded.max_cost = Some(query.max_cost.map_or(cost, |own| own.min(cost)));
        }
        let mut path = Path::default();
        let finder = &self.finder;
        let found = finder.pool.with(|scratch| finder.find_path_into(&bounded, scratch, &mut path));
        let none = ReplannedPath { key, saved: 0.0, error: None };
        match found {
            Ok(()) => {
                self.left = self.left.saturating_sub(path.stats().expanded);
                let saved = known.map_or(0.0, |cost| cost - path.cost());
                if known.is_none() || saved > 0.0 {
                    let watch = &mut self.watch;
                    self.finder.with_current_mesh(|mesh| watch.replace(key, path, mesh));
                }
                Some(ReplannedPath { saved: saved.max(0.0), ..none })
            }
            Err(error @ PathError::BudgetExhausted { lower_bound, expanded }) => {
                let is_spent = expanded >= self.left;
                self.left = self.left.saturating_sub(expanded);
                let is_settled = known.is_some_and(|cost| lower_bound >= cost);
                let error = known.is_none().then_some(error);
                (is_settled || !is_spent).then_some(ReplannedPath { error, ..none })
            }
            Err(error) => {
                self.watch.set_missing(key);
                Some(ReplannedPath { error: Some(error), ..none })
            }
        }
    }
}

impl LiveMesh {
    /// Returns the live paths that the last edit breaks, and those that may have become shorter.
    ///
    /// Call it after each edit, undo and door. The paths keep their keys; [`LivePaths::replan`] renews them.
    ///
    /// Complexity: linear in the cells of the edit and the legs in them; the gains are linear in the paths, and only
    /// asked for if the edit frees ground. After a rebuild all paths are walked. With closed doors, the edit is made
    /// on the copy of the mesh that has them, too.
    ///
    /// ```
    /// # use tautline::{LiveMesh, LivePaths, NavMeshBuilder, Outline, PathQuery};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let mut paths = LivePaths::of(&map);
    /// let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
    /// let path = map.finder().find_path(&query)?;
    /// let key = paths.add(&mut map, &query, path).ok_or("an old path")?;
    /// map.add_obstacle(Outline::rect([4.0, 3.0], [6.0, 5.0]))?; // on the path
    /// assert_eq!(map.affected(&mut paths)?.broken[0].key, key);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MissedReport`] if the set has not followed each report before.
    pub fn affected(&mut self, paths: &mut LivePaths) -> Result<AffectedPaths, MissedReport> {
        let last = self.report.number;
        if paths.number == last {
            return Ok(AffectedPaths::default());
        }
        if paths.number + 1 != last {
            return Err(MissedReport { followed: paths.number, last });
        }
        let mesh = self.current_mesh();
        let walls = &self.report.walls;
        let broken = paths.watch.follow(walls, &mesh);
        let gains = paths.watch.possible_gains(walls, &mesh);
        paths.number = last;
        Ok(AffectedPaths { broken, gains })
    }
}
