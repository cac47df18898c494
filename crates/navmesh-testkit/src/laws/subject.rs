//! Facts about a map that the suite takes from an oracle, not from the finder.

use navmesh_core::{DVec2, Path, PathQuery, Place};

/// The location of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Standing {
    /// On the ground: a path that begins here begins at this point (a grid: at the tile's centre).
    On(DVec2),
    /// On the border of the ground, in a place that the map gives to something else: it may be
    /// taken or refused.
    Touching,
    /// Off the ground.
    Off {
        /// The distance of the nearest point of the mesh, rounded.
        distance: f64,
    },
}

/// The feature that a point lies on; for counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A vertex, all ground around it joined.
    Vertex,
    /// An edge, all ground around it joined.
    Edge,
    /// A vertex at which ground touches ground that it is not joined to.
    Pinch,
    /// A wall without thickness, with ground on both of its sides.
    ThinWall,
    /// The inside of one cell or tile.
    Inside,
    /// No ground.
    Off,
}

/// The truth about a map, found the plainest way.
///
/// Points given to `is_reachable`, `distance_within_reach` and `best_cost` stand on the ground.
pub trait Subject {
    /// The location of a point.
    fn standing(&self, point: DVec2) -> Standing;

    /// The feature that a point lies on.
    fn spot(&self, point: DVec2) -> Spot;

    /// True where a way leads from `start` to `goal`.
    fn is_reachable(&self, start: DVec2, goal: DVec2) -> bool;

    /// The distance from `point` to the cells reachable from `start`, rounded.
    fn distance_within_reach(&self, start: DVec2, point: DVec2) -> f64;

    /// The distance from `point` to the cells from which `goal` is reachable, rounded. Without one-way
    /// links these are the cells reachable from `goal`.
    fn distance_with_a_way_to(&self, goal: DVec2, point: DVec2) -> f64 {
        self.distance_within_reach(goal, point)
    }

    /// The cost of the cheapest path, in map units; where [`Subject::knows_costs`] is false, the
    /// length of the shortest one. `None` where there is no path.
    fn best_cost(&self, start: DVec2, goal: DVec2) -> Option<f64>;

    /// A cost for which the way can be had: the cheapest path costs no more. `None` where there is none.
    fn affordable_cost(&self, start: DVec2, goal: DVec2) -> Option<f64> {
        self.best_cost(start, goal)
    }

    /// True where `best_cost` is what a path's cost compares with.
    fn knows_costs(&self) -> bool;

    /// Says what is wrong with a path, if anything is: where it leaves the ground, that its cells do not
    /// hold it, or that it uses a link that is not there.
    ///
    /// # Errors
    ///
    /// A sentence about the first thing wrong.
    fn check_walk(&self, path: &Path) -> Result<(), String>;

    /// The number of wall corners that a path touches without turning: each a side test whose answer
    /// is exactly zero. 0 where the map has no such corners.
    fn corners_touched(&self, path: &Path) -> usize;

    /// Says what the engine's own verifier has against a path with which nothing is wrong.
    ///
    /// # Errors
    ///
    /// The verdict of the verifier; `None` where such a map has none.
    fn check_certificate(&self, _path: &Path, _query: &PathQuery) -> Result<(), String> {
        Ok(())
    }

    /// True where [`Subject::places`] gives each waypoint a cell.
    fn knows_places(&self) -> bool {
        false
    }

    /// The places of the waypoints of a path; the points alone where the map knows no others.
    fn places(&self, path: &Path) -> Vec<Place> {
        path.waypoints().iter().map(|&point| Place::new(point)).collect()
    }

    /// The default snap, in map units.
    fn default_snap(&self) -> f64;

    /// The excess over its distance from the component of `other`, at most `reach`, a point
    /// may come to stand: on a grid half a tile's diagonal; on a mesh the rounding that brings it inside a
    /// cell, and where all such ground that near is thinner than floats are dense, the way to a corner.
    fn settling(&self, point: DVec2, reach: f64, other: DVec2) -> f64;
}
