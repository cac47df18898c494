//! Live paths on tile maps: which of them an edit breaks, and which may become cheaper.
//!
//! An index from each tile to the legs that touch it gives the paths that an edit can break; each such leg is
//! tested by its line of sight, which is exact. A path that an edit makes possible or cheaper passes the
//! tile, or a corner of it. The least cost of the steps to the tile and on to the goal bounds its cost from below.

use std::collections::BTreeMap;

use navmesh_core::{BrokenPath, DVec2, Path, PathQuery, PossibleGain, WatchKey};
use slotmap::SlotMap;

use crate::finder::GridFinder;
use crate::line::sight::Sight;
use crate::line::touched::tiles_touched;
use crate::map::grid::Grid;
use crate::rules::choices::{Shortcut, Smoothing};
use crate::rules::steps::Steps;

/// The change of a tile by [`GridFinder::set_blocked`] or [`GridFinder::set_cost`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TileChange {
    /// The column and row of the tile.
    pub tile: (u32, u32),
    /// Its cost multiplier before; `None` if it was blocked.
    pub before: Option<f64>,
    /// Its cost multiplier now; `None` if it is blocked.
    pub after: Option<f64>,
}

impl TileChange {
    /// True if paths may become cheaper: the tile is free now, or costs less.
    #[must_use]
    pub fn frees(&self) -> bool {
        match (self.before, self.after) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(before), Some(after)) => after < before,
        }
    }
}

/// The live paths that a change of a tile concerns.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct TilePaths {
    /// The paths that can no longer be walked, by ascending key. Exact.
    pub broken: Vec<BrokenPath>,
    /// The paths for which a cheaper one may exist now, the largest possible gain first. None is missed.
    pub gains: Vec<PossibleGain>,
}

/// Live paths of a [`GridFinder`], under keys.
///
/// Tell it each change of a tile. It then names the paths to ask for again.
///
/// ```
/// use navmesh_core::{PathQuery, Pathfinder};
/// use navmesh_grid::{Grid, GridFinder, GridWatch};
///
/// let mut finder = GridFinder::new(Grid::from_rows(["...", ".#.", "..."])?);
/// let mut watch = GridWatch::new();
/// let query = PathQuery::new([0.5, 1.5], [2.5, 1.5]);
/// let key = watch.add(&query, finder.find_path(&query)?, &finder);
///
/// let change = finder.set_blocked(1, 1, false);
/// let affected = watch.follow(&change, &finder);
/// assert!(affected.broken.is_empty() && affected.gains[0].key == key);
/// watch.replace(key, finder.find_path(&query)?, &finder);
///
/// let change = finder.set_blocked(1, 1, true);
/// assert_eq!(watch.follow(&change, &finder).broken[0].key, key);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct GridWatch {
    paths: SlotMap<WatchKey, Watched>,
    /// The legs that touch each tile, by slot.
    legs: BTreeMap<u32, Vec<WatchedLeg>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct WatchedLeg {
    key: WatchKey,
    leg: usize,
}

#[derive(Debug, Clone)]
struct Watched {
    query: PathQuery,
    path: Path,
    /// The present cost; infinite without a path.
    cost: f64,
    is_broken: bool,
}

/// The share of a cost that is rounding.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

impl GridWatch {
    /// Creates a set without paths.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the path of a query.
    ///
    /// Complexity: linear in the tiles that the path touches.
    pub fn add(&mut self, query: &PathQuery, path: Path, finder: &GridFinder) -> WatchKey {
        let key = self.add_missing(query);
        self.replace(key, path, finder);
        key
    }

    /// Adds a query without a path. It is among the gains of each change that frees a tile.
    pub fn add_missing(&mut self, query: &PathQuery) -> WatchKey {
        let (query, path) = (*query, Path::default());
        self.paths.insert(Watched { query, path, cost: f64::INFINITY, is_broken: false })
    }

    /// Replaces the path of a key; returns false if the key is unknown.
    ///
    /// Complexity: linear in the tiles that both paths touch.
    pub fn replace(&mut self, key: WatchKey, path: Path, finder: &GridFinder) -> bool {
        self.forget_legs(key, finder);
        let Some(watched) = self.paths.get_mut(key) else { return false };
        for (slot, leg) in touched(&path, finder.grid()) {
            self.legs.entry(slot).or_default().push(WatchedLeg { key, leg });
        }
        (watched.cost, watched.is_broken) = (path.cost(), false);
        watched.path = path;
        true
    }

    /// Removes and returns a path; `None` if the key is unknown.
    pub fn remove(&mut self, key: WatchKey, finder: &GridFinder) -> Option<Path> {
        self.forget_legs(key, finder);
        Some(self.paths.remove(key)?.path)
    }

    /// Returns the path of a key; an empty one for a query without a path.
    #[must_use]
    pub fn path(&self, key: WatchKey) -> Option<&Path> {
        self.paths.get(key).map(|watched| &watched.path)
    }

    /// Returns the query of a key.
    #[must_use]
    pub fn query(&self, key: WatchKey) -> Option<&PathQuery> {
        self.paths.get(key).map(|watched| &watched.query)
    }

    /// Returns the paths that a change breaks, and those for which a cheaper one may exist now. `finder` is the
    /// finder after the change.
    ///
    /// Complexity: linear in the legs that touch the tile, and in all paths if the tile was freed.
    pub fn follow(&mut self, change: &TileChange, finder: &GridFinder) -> TilePaths {
        let mut affected = TilePaths::default();
        if change.before == change.after {
            return affected;
        }
        let slot = finder.grid().slot(change.tile.0, change.tile.1);
        let legs = slot.and_then(|slot| self.legs.get(&slot)).cloned().unwrap_or_default();
        let sight = Sight::new(finder.grid(), finder.options().corners);
        for WatchedLeg { key, leg } in legs {
            let Some(watched) = self.paths.get_mut(key).filter(|own| !own.is_broken) else {
                continue;
            };
            let is_walkable = match watched.path.legs().nth(leg) {
                Some([from, to]) => sight.between_points(from, to),
                None => change.after.is_some(),
            };
            if !is_walkable {
                watched.is_broken = true;
                watched.cost = f64::INFINITY;
                affected.broken.push(BrokenPath { key, leg });
            } else if let Some(cost) = cost_of(&watched.path, finder) {
                watched.cost = cost;
            }
        }
        affected.broken.sort_by_key(|broken| broken.key);
        affected.gains = self.gains(change, finder);
        affected
    }

    fn gains(&self, change: &TileChange, finder: &GridFinder) -> Vec<PossibleGain> {
        let gain = |(key, watched): (WatchKey, &Watched)| {
            let best = if change.frees() {
                floor_over(change.tile, watched, finder)
            } else {
                f64::INFINITY
            };
            // A path that costs more than before may have a rival from before.
            let has_path = !watched.path.cells().is_empty();
            let costs_more = has_path && watched.cost > watched.path.cost();
            let best = if costs_more { best.min(watched.path.lower_bound()) } else { best };
            let most = watched.cost - best;
            let is_more = most > watched.cost * ROUNDING || watched.cost == f64::INFINITY;
            let is_real = best < f64::INFINITY && is_more;
            (!watched.is_broken && is_real).then_some(PossibleGain { key, most })
        };
        let mut gains: Vec<PossibleGain> = self.paths.iter().filter_map(gain).collect();
        gains.sort_by(|a, b| b.most.total_cmp(&a.most).then(a.key.cmp(&b.key)));
        gains
    }

    fn forget_legs(&mut self, key: WatchKey, finder: &GridFinder) {
        let Some(watched) = self.paths.get(key) else { return };
        for (slot, _) in touched(&watched.path, finder.grid()) {
            if let Some(legs) = self.legs.get_mut(&slot) {
                legs.retain(|leg| leg.key != key);
            }
        }
    }
}

/// Lists the slots of the tiles that each leg of a path touches, each with the leg. A path of one point has its
/// tile alone.
fn touched(path: &Path, grid: &Grid) -> Vec<(u32, usize)> {
    let mut all = Vec::new();
    for (leg, ends) in path.legs().enumerate() {
        let tiles = tiles_touched(grid, ends[0], ends[1]).into_iter();
        all.extend(tiles.filter_map(|(x, y)| Some((grid.slot(x, y)?, leg))));
    }
    if all.is_empty() {
        all.extend(path.cells().first().map(|cell| (cell.slot, 0)));
    }
    all
}

/// Returns the cost of a path along its tiles, infinite if they are not adjacent; `None` if costs are lengths.
fn cost_of(path: &Path, finder: &GridFinder) -> Option<f64> {
    let (grid, options) = (finder.grid(), finder.options());
    if finder.costs_are_lengths() && path.cost() == path.length() {
        return None;
    }
    let mut cost = 0.0;
    for pair in path.cells().windows(2) {
        let [from, to] = [pair[0].slot, pair[1].slot];
        let Steps { dx, dy } = Steps::between(grid.tile(from), grid.tile(to));
        let step = match (dx, dy) {
            (1, 1) => options.diagonal,
            (0, 1) | (1, 0) => options.straight,
            _ => return Some(f64::INFINITY),
        };
        cost += step * (grid.cost_of(from) + grid.cost_of(to)) * 0.5;
    }
    Some(cost * grid.cell_size())
}

/// True if the path begins or ends on another tile than those of the query.
fn has_other_ends(watched: &Watched, finder: &GridFinder) -> bool {
    let cells = watched.path.cells();
    let ends = [(watched.query.start, cells.first()), (watched.query.goal, cells.last())];
    ends.into_iter().any(|(point, cell)| {
        let tile = finder.grid().tile_at(point);
        tile != cell.map(|cell| finder.grid().tile(cell.slot))
    })
}

/// Returns a lower bound on the cost of paths that pass a tile or touch its corners.
fn floor_over(tile: (u32, u32), watched: &Watched, finder: &GridFinder) -> f64 {
    let (grid, options) = (finder.grid(), finder.options());
    if watched.path.cells().is_empty() || has_other_ends(watched, finder) {
        return 0.0;
    }
    let takes_steps = options.smoothing == Smoothing::None && options.shortcut == Shortcut::Never;
    let center = grid.center(tile.0, tile.1);
    let ends = [watched.query.start, watched.query.goal];
    // A path beside the tile is two diagonal steps nearer at most; ends lie anywhere in their tiles.
    let near = 4.0 * options.diagonal.max(options.straight).max(1.0);
    let away = |end: DVec2| {
        let by = (center - end).abs() / grid.cell_size();
        let steps = Steps { dx: by.x.floor() as u32, dy: by.y.floor() as u32 };
        if takes_steps { options.floor(steps) } else { steps.euclidean(options.straight.min(1.0)) }
    };
    let steps = (away(ends[0]) + away(ends[1]) - near).max(0.0);
    finder.index.range(grid).cheapest() * steps * grid.cell_size()
}

#[cfg(test)]
mod tests;
