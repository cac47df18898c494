//! The paths that a change may make shorter, with a bound of the gain.
//!
//! A path from a point of the mesh from before that is new touches a wall that is gone, or uses a link that has
//! opened. Its cost is at least that of the shortest way from start to goal over a point of these walls, as if
//! nothing else were in the way. Along one segment that way is found by a reflection. If an end of a path was moved
//! onto the mesh, or if there was no path, any new ground counts.

use glam::DVec2;

use super::{PathWatch, State, WallChange, WatchKey, Watched};
use crate::collections::MergeSort;
use crate::geom::Bounds;
use crate::mesh::{NavMesh, OffMeshConnection};

/// A path that a change may have made shorter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PossibleGain {
    /// Its key.
    pub key: WatchKey,
    /// The most by which its cost may fall, in map units; infinite for a query without a path.
    pub most: f64,
}

/// The relative rounding of the sums here. Smaller gains are the rounding of lengths.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

impl PathWatch {
    /// Returns the paths that a change may have made shorter, the largest possible gain first. None is missed.
    ///
    /// Call it after [`PathWatch::follow`]. `mesh` is the mesh after the change. Broken paths are left out. Where
    /// cells have different costs, a path through changed cells counts with its present cost.
    ///
    /// Complexity: linear in the paths; those near the walls that are gone times the number of these walls.
    #[must_use]
    pub fn possible_gains(&self, change: &WallChange, mesh: &NavMesh) -> Vec<PossibleGain> {
        if change.only_blocks() && !change.has_costs {
            return Vec::new();
        }
        let detour = Detour::of(change, mesh);
        let highest = mesh.areas().iter().map(|area| area.cost).fold(1.0, f64::max);
        let gain = |(key, watched): (WatchKey, &Watched)| {
            if watched.state == State::Broken {
                return None;
            }
            let best = detour.least(watched).min(watched.floor());
            let most = watched.cost - best + watched.moved() * highest;
            let is_real = watched.cost == f64::INFINITY && best < f64::INFINITY
                || most > watched.cost * ROUNDING;
            is_real.then_some(PossibleGain { key, most })
        };
        let mut gains: Vec<PossibleGain> = self.paths.iter().filter_map(gain).collect();
        gains.merge_sort_by(|a, b| b.most.total_cmp(&a.most).then(a.key.cmp(&b.key)));
        gains
    }
}

impl Watched {
    /// Computes the cost of the path on the present mesh.
    pub(super) fn price(&mut self, mesh: &NavMesh) {
        self.cost = self.path.cost_on(mesh).unwrap_or(self.cost);
        self.least = self.least.min(self.cost);
    }

    /// Returns a lower bound on the cost of paths that no change has made possible.
    fn floor(&self) -> f64 {
        // Without a rise of its own cost, no such path is cheaper.
        let has_risen = self.state == State::Whole && self.cost > self.least;
        if has_risen { self.bound.min(self.least) } else { self.cost }
    }

    /// Returns the distance by which the ends of the path lie off those of the query. A new path may end nearer.
    fn moved(&self) -> f64 {
        let given = [self.query.start, self.query.goal];
        self.ends().into_iter().zip(given).map(|(end, given)| end.distance(given)).sum()
    }

    fn ends(&self) -> [DVec2; 2] {
        let points = self.path.waypoints();
        let given = [self.query.start, self.query.goal];
        [points.first().copied().unwrap_or(given[0]), points.last().copied().unwrap_or(given[1])]
    }
}

/// The places through which every new path leads.
#[derive(Debug)]
struct Detour<'a> {
    walls: &'a [[DVec2; 2]],
    /// The cells that may have become cheaper.
    cells: Vec<Vec<DVec2>>,
    links: Vec<&'a OffMeshConnection>,
    bounds: Bounds,
    /// The lowest cost of a unit of length.
    rate: f64,
    /// True if the change frees no ground.
    is_idle: bool,
    /// True if links may be cheaper than straight lines, so that no straight bound holds.
    has_shortcuts: bool,
}

impl<'a> Detour<'a> {
    fn of(change: &'a WallChange, mesh: &'a NavMesh) -> Self {
        let rate = mesh.lowest_cost().min(1.0);
        let cells = if change.has_costs { &change.added[..] } else { &[] };
        let cells: Vec<Vec<DVec2>> =
            cells.iter().map(|&slot| mesh.corners(slot).collect()).collect();
        let connections = mesh.off_mesh_connections();
        let is_opened = |connection: &&OffMeshConnection| {
            change.opened_lanes.binary_search(&connection.lane_id()).is_ok()
        };
        let cheap = |connection: &OffMeshConnection| {
            connection.cost < rate * connection.entry.distance(connection.exit)
        };
        let points = change.opened.iter().flatten().chain(cells.iter().flatten()).copied();
        Self {
            walls: &change.opened,
            bounds: Bounds::of(points),
            cells,
            links: connections.iter().filter(is_opened).collect(),
            rate,
            is_idle: change.only_blocks(),
            has_shortcuts: connections.iter().any(cheap),
        }
    }

    /// Returns a lower bound on the cost of the new paths of a watched one.
    fn least(&self, watched: &Watched) -> f64 {
        if self.is_idle {
            return f64::INFINITY;
        }
        if self.has_shortcuts {
            return 0.0;
        }
        let [start, goal] = watched.ends();
        if watched.state == State::Missing || watched.path.is_moved() {
            return self.rate * watched.query.start.distance(watched.query.goal);
        }
        let over_links = self.links.iter().map(|link| {
            self.rate * (start.distance(link.entry) + link.exit.distance(goal)) + link.cost
        });
        let over_links = over_links.fold(f64::INFINITY, f64::min);
        let far = |point: DVec2| {
            let nearest = point.clamp(self.bounds.min, self.bounds.max);
            point.distance(nearest)
        };
        let is_bare = self.walls.is_empty() && self.cells.is_empty();
        if is_bare || self.rate * (far(start) + far(goal)) >= watched.cost {
            return over_links;
        }
        let over_walls = self.walls.iter().map(|&wall| over_segment(wall, [start, goal]));
        let over_cells = self.cells.iter().map(|cell| over_cell(cell, [start, goal]));
        let least = over_walls.chain(over_cells).fold(f64::INFINITY, f64::min);
        over_links.min(self.rate * least * (1.0 - ROUNDING))
    }
}

/// Returns the length of the shortest way between two points over a cell.
fn over_cell(cell: &[DVec2], ends: [DVec2; 2]) -> f64 {
    let sides = || (0..cell.len()).map(|i| [cell[i], cell[(i + 1) % cell.len()]]);
    let holds = ends.iter().any(|&end| crate::geom::ring::holds(sides(), end));
    if holds {
        return ends[0].distance(ends[1]);
    }
    sides().map(|side| over_segment(side, ends)).fold(f64::INFINITY, f64::min)
}

/// Returns the length of the shortest way between two points over a point of a segment.
pub(super) fn over_segment([a, b]: [DVec2; 2], [from, to]: [DVec2; 2]) -> f64 {
    let along = b - a;
    let square = along.length_squared();
    let over = |share: f64| {
        let point = a + along * share.clamp(0.0, 1.0);
        from.distance(point) + point.distance(to)
    };
    if square == 0.0 {
        return over(0.0);
    }
    let share = |point: DVec2| (point - a).dot(along) / square;
    let height = |point: DVec2| along.perp_dot(point - a).abs();
    let [near, far] = [share(from), share(to)];
    let [low, high] = [height(from), height(to)];
    // Reflected to the other side of the line, the way is straight.
    let best = if low + high > 0.0 { (near * high + far * low) / (low + high) } else { near };
    over(best)
}
