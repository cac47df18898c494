//! Live paths: which of them a change of the mesh breaks, and which may become shorter.
//!
//! A [`PathWatch`] holds paths under keys, with an index from each cell slot to the legs in that cell. A
//! [`WallChange`] lists the walls that a change adds and removes.
//!
//! - *Broken paths.* Only legs in removed cells, or beside a door that moved, can break. A leg that touches no
//!   changed wall holds. Any other leg is walked on the new mesh by the exact test of
//!   [`Path::first_blocked_leg`](super::Path::first_blocked_leg), from the last waypoint whose cells are known, and
//!   on until the walk arrives in the same cells as before.
//! - *Possible gains.* A path that is new on the changed mesh touches a wall that is gone. Its ends bound its
//!   length: the shortest detour over a point of these walls is at least as long as an ellipse test says.

mod change;
mod index;
mod recheck;
mod gains;
mod state;

use crate::backend::WritePath;
use crate::collections::{MergeSort, Slots};
use std::collections::BTreeSet;

use slotmap::new_key_type;

use self::index::{CellIndex, WatchedLeg};
use self::recheck::Recheck;
use super::Path;
use super::walkable::Walk;
use crate::mesh::{CellId, LaneId, NavMesh};
use crate::query::PathQuery;
pub use change::{WallChange, WallsBefore};
pub use gains::PossibleGain;
pub use state::{ForeignPath, PathWatchState};

new_key_type! {
    /// The key of a path in a [`PathWatch`].
    pub struct WatchKey;
}

/// Paths that follow the changes of one mesh.
///
/// ```
/// use navmesh_core::backend::{WritePath, MeshPatch, PathSummary};
/// use navmesh_core::{NavMesh, Path, PathQuery, PathWatch, RawMesh, WallsBefore};
///
/// // Three squares in a row, and a path through all of them.
/// let points = (0..8).map(|i| [f64::from(i % 4), f64::from(i / 4)]);
/// let cells: &[&[u32]] = &[&[0, 1, 5, 4], &[1, 2, 6, 5], &[2, 3, 7, 6]];
/// let mut mesh = NavMesh::from_raw(&RawMesh::of_cells(points, cells))?;
/// let mut path = Path::default();
/// path.push_waypoint([0.5, 0.5].into());
/// path.push_waypoint([2.5, 0.5].into());
/// path.finish(PathSummary::default());
/// let mut watch = PathWatch::new();
/// let key = watch.add(&PathQuery::new([0.5, 0.5], [2.5, 0.5]), path, &mesh).ok_or("a broken path")?;
///
/// let patch = MeshPatch { removed: vec![mesh.cell_id(1)], ..MeshPatch::default() };
/// let before = WallsBefore::patch(&mesh, &patch);
/// let report = mesh.apply_patch(&patch)?;
/// let broken = watch.follow(&before.after_patch(&mesh, &report), &mesh);
/// assert_eq!((broken[0].key, broken[0].leg), (key, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct PathWatch {
    paths: Slots<WatchKey, Watched>,
    index: CellIndex,
    /// The paths over links.
    over_links: BTreeSet<WatchKey>,
}

/// A path that a change has broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BrokenPath {
    /// Its key.
    pub key: WatchKey,
    /// The number of its first leg that cannot be walked any more.
    pub leg: usize,
}

/// A watched path.
#[derive(Debug, Clone)]
struct Watched {
    query: PathQuery,
    path: Path,
    /// The cost of the path on the present mesh; infinite without a path.
    cost: f64,
    /// A lower bound on the cost of any path, as far as no wall is gone.
    bound: f64,
    /// The least cost that the path has had. No other path was reported as a gain if it costs as much or more.
    least: f64,
    /// The cells in which a walk arrives at each waypoint; `None` if they are not known. They are out of date once one
    /// of them is gone.
    arrivals: Vec<Option<Box<[CellId]>>>,
    /// The number of paths that the key has had. Entries of the index from before are stale.
    version: u32,
    state: State,
}

/// The state of a watched path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// It can be walked.
    Whole,
    /// A change has broken it.
    Broken,
    /// The query had no path.
    Missing,
}

impl PathWatch {
    /// Creates a watch without paths.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the path of a query, and returns its key; `None` if the path cannot be walked on the mesh.
    ///
    /// Complexity: O(n log n) in the number of cells that the path touches.
    pub fn add(&mut self, query: &PathQuery, path: Path, mesh: &NavMesh) -> Option<WatchKey> {
        let key = self.paths.insert(Watched::missing(query));
        let is_whole = self.replace(key, path, mesh);
        if !is_whole {
            self.remove(key);
        }
        is_whole.then_some(key)
    }

    /// Adds a query without a path, and returns its key. It may gain a path by any change that removes a wall.
    pub fn add_missing(&mut self, query: &PathQuery) -> WatchKey {
        self.paths.insert(Watched::missing(query))
    }

    /// Replaces the path of a key. Returns false, and keeps the former path, if the key is not of this watch or
    /// the path cannot be walked on the mesh.
    ///
    /// Complexity: that of [`PathWatch::add`].
    pub fn replace(&mut self, key: WatchKey, path: Path, mesh: &NavMesh) -> bool {
        let Some(watched) = self.paths.get_mut(key) else { return false };
        let mut path = path;
        if path.waypoint_layer(0).is_none() {
            path.name_floors(mesh, watched.query.goal_layer);
        }
        let mut fresh = Watched {
            cost: path.cost(),
            least: path.cost(),
            bound: path.lower_bound(),
            version: watched.version + 1,
            state: State::Whole,
            arrivals: Vec::new(),
            query: watched.query,
            path,
        };
        let Ok(legs) = fresh.walk(key, mesh) else { return false };
        let has_links = !fresh.path.links().is_empty();
        *watched = fresh;
        self.forget(key);
        for (slot, leg) in legs {
            self.index.add(slot, leg);
        }
        if has_links {
            self.over_links.insert(key);
        }
        true
    }

    /// Drops the path of a key, whose query has none any more. See [`PathWatch::add_missing`].
    pub fn set_missing(&mut self, key: WatchKey) {
        if let Some(watched) = self.paths.get_mut(key) {
            let version = watched.version + 1;
            *watched = Watched { version, ..Watched::missing(&watched.query) };
            self.forget(key);
        }
    }

    /// Removes and returns a path; `None` if the key is not of this watch.
    pub fn remove(&mut self, key: WatchKey) -> Option<Path> {
        let watched = self.paths.remove(key)?;
        self.forget(key);
        Some(watched.path)
    }

    /// Returns a path; `None` if the key is not of this watch. A query without a path has an empty one.
    #[must_use]
    pub fn path(&self, key: WatchKey) -> Option<&Path> {
        self.paths.get(key).map(|watched| &watched.path)
    }

    /// Returns the query of a path; `None` if the key is not of this watch.
    #[must_use]
    pub fn query(&self, key: WatchKey) -> Option<&PathQuery> {
        self.paths.get(key).map(|watched| &watched.query)
    }

    /// Returns the cost of a path on the present mesh, in map units; infinite without a path and for a broken one.
    /// `None` if the key is not of this watch.
    #[must_use]
    pub fn cost(&self, key: WatchKey) -> Option<f64> {
        let watched = self.paths.get(key)?;
        Some(if watched.state == State::Whole { watched.cost } else { f64::INFINITY })
    }

    /// True if a change has broken the path, and it was not replaced since.
    #[must_use]
    pub fn is_broken(&self, key: WatchKey) -> bool {
        self.paths.get(key).is_some_and(|watched| watched.state == State::Broken)
    }

    /// Iterates over the keys.
    pub fn keys(&self) -> impl Iterator<Item = WatchKey> + '_ {
        self.paths.iter().map(|(key, _)| key)
    }

    /// Returns the number of paths.
    #[must_use]
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// True without any path.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// Follows a change, and returns the paths that it breaks, by ascending key. Exact: touching is no break.
    ///
    /// Each change of the mesh must be followed, in order. `mesh` is the mesh after the change. A path that is
    /// broken stays under its key until it is replaced, and is not reported again.
    ///
    /// Complexity: linear in the removed cells and the legs in them, times the changed walls, and the walk along
    /// the legs that touch one. After a rebuild all paths are walked.
    pub fn follow(&mut self, change: &WallChange, mesh: &NavMesh) -> Vec<BrokenPath> {
        if change.is_rebuild {
            return self.walk_all(change, mesh);
        }
        let legs = self.legs_around(change);
        let mut recheck = Recheck::of(change, mesh, &mut self.index);
        let mut broken = Vec::new();
        for legs in legs.chunk_by(|a, b| (a.key, a.version) == (b.key, b.version)) {
            if !change.has_costs && legs.iter().all(|leg| change.leaves(leg)) {
                legs.iter().for_each(|leg| recheck.enter(*leg));
                continue;
            }
            let key = legs[0].key;
            let current = self.paths.get_mut(key).filter(|watched| watched.is_current(&legs[0]));
            let Some(watched) = current else { continue };
            if let Err(leg) = recheck.legs_of(watched, legs) {
                watched.state = State::Broken;
                watched.version += 1;
                broken.push(BrokenPath { key, leg });
            } else if change.has_costs {
                watched.price(mesh);
            }
        }
        for path in &broken {
            self.forget(path.key);
        }
        self.sweep();
        broken
    }

    /// Returns the legs that a change may block, by ascending key and leg, some of them of former paths. Those in removed
    /// cells leave the index.
    fn legs_around(&mut self, change: &WallChange) -> Vec<WatchedLeg> {
        let mut legs = Vec::with_capacity(64);
        for &slot in &change.removed {
            self.index.move_to(slot, &mut legs);
        }
        for &slot in &change.beside {
            legs.extend_from_slice(self.index.at(slot));
        }
        for &key in &self.over_links {
            let Some(watched) = self.paths.get(key) else { continue };
            let uses = |lane: LaneId| change.closed_lanes.binary_search(&lane).is_ok();
            let links = watched.path.links().iter().filter(|link| uses(link.lane_id()));
            let version = watched.version;
            let over_link = |leg: u32| WatchedLeg { key, leg, version, straight: None };
            legs.extend(links.map(|link| over_link(link.leg as u32)));
        }
        legs.merge_sort_by_key(WatchedLeg::name);
        legs.dedup_by_key(|leg| leg.name());
        legs
    }

    /// Walks all paths on a mesh that was rebuilt, and returns those that it breaks.
    fn walk_all(&mut self, change: &WallChange, mesh: &NavMesh) -> Vec<BrokenPath> {
        self.index = CellIndex::default();
        let mut broken = Vec::new();
        for (key, watched) in self.paths.iter_mut() {
            if watched.state != State::Whole {
                continue;
            }
            watched.version += 1;
            match watched.walk(key, mesh) {
                Ok(legs) => {
                    for (slot, leg) in legs {
                        self.index.add(slot, leg);
                    }
                    if change.has_costs {
                        watched.price(mesh);
                    }
                }
                Err(leg) => {
                    watched.state = State::Broken;
                    broken.push(BrokenPath { key, leg });
                }
            }
        }
        broken
    }

    /// Forgets that a key has entries in the index.
    fn forget(&mut self, key: WatchKey) {
        self.over_links.remove(&key);
        self.sweep();
    }

    /// Removes stale entries from the index when it has grown.
    fn sweep(&mut self) {
        let paths = &self.paths;
        self.index.sweep(|leg| is_current(paths, leg));
    }
}

/// True if an entry of the index is about the present path of its key.
fn is_current(paths: &Slots<WatchKey, Watched>, leg: &WatchedLeg) -> bool {
    paths.get(leg.key).is_some_and(|watched| watched.is_current(leg))
}

/// Returns the entry of the first leg, or of the start of a path without legs.
fn first_leg(path: &Path, entry: WatchedLeg) -> WatchedLeg {
    let points = path.waypoints();
    let start = points.first().copied().unwrap_or_default();
    let ends = [start, points.get(1).copied().unwrap_or(start)];
    let straight = if path.link_of_leg(0).is_some() { None } else { Some(ends) };
    WatchedLeg { leg: 0, straight, ..entry }
}

impl Watched {
    /// True if an entry of the index is about the present path.
    fn is_current(&self, leg: &WatchedLeg) -> bool {
        self.version == leg.version && self.state == State::Whole
    }

    fn missing(query: &PathQuery) -> Self {
        Self {
            query: *query,
            path: Path::default(),
            cost: f64::INFINITY,
            least: f64::INFINITY,
            bound: 0.0,
            arrivals: Vec::new(),
            version: 0,
            state: State::Missing,
        }
    }

    /// Walks the whole path, and returns its legs with the slots that they touch.
    ///
    /// # Errors
    ///
    /// The number of the first blocked leg.
    fn walk(&mut self, key: WatchKey, mesh: &NavMesh) -> Result<Vec<(u32, WatchedLeg)>, usize> {
        let mut walk = Walk::default();
        let mut legs = Vec::new();
        let entry = WatchedLeg { key, leg: 0, version: self.version, straight: None };
        self.arrivals.clear();
        let Some(start) = self.path.start_place() else { return Err(0) };
        if !walk.begin(mesh, start) {
            return Err(0);
        }
        self.arrivals.push(Some(walk.cells(mesh)));
        let first = first_leg(&self.path, entry);
        legs.extend(walk.slots().map(|slot| (slot, first)));
        for (leg, ends) in self.path.legs().enumerate() {
            let link = self.path.link_of_leg(leg);
            let straight = if link.is_some() { None } else { Some(ends) };
            let own = WatchedLeg { leg: leg as u32, straight, ..entry };
            if link.is_some() {
                legs.extend(walk.slots().map(|slot| (slot, own)));
            }
            if walk.advance(mesh, &self.path, leg).is_none() {
                return Err(leg);
            }
            self.arrivals.push(Some(walk.cells(mesh)));
            match link {
                Some(_) => legs.extend(walk.slots().map(|slot| (slot, own))),
                None => legs.extend(walk.slots_on_leg().map(|slot| (slot, own))),
            }
        }
        legs.merge_sort_by_key(|(slot, own)| (*slot, own.leg));
        legs.dedup_by_key(|(slot, own)| (*slot, own.leg));
        Ok(legs)
    }
}

#[cfg(test)]
mod tests;
