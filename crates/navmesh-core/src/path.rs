//! Paths: waypoints, cost and guarantee.
//!
//! `links` holds the use of links, `floors` the floors of waypoints, `along` finds points and directions along a path,
//! `by_floor` and `by_area` split it, and `places` gives the floor and the side of each point. `record` is a compact form.
//! `verify` checks a path and its claims, and `replan` checks it on a changed map; both use `walkable`, the exact test of
//! legs, `leg`, the cost of one, and `held`, the cells that hold points. `watch` follows paths on a mesh that changes,
//! `arcs` makes curves of them. `write` builds paths. `data` is the serde form.

mod links;
mod floors;
mod along;
mod leg;
mod walkable;
mod held;
mod verify;
mod replan;
mod by_floor;
mod by_area;
mod record;
mod places;
mod write;
mod arcs;
#[cfg(feature = "live")]
mod watch;
#[cfg(feature = "serde")]
mod data;

use glam::DVec2;

use crate::mesh::CellId;
pub use arcs::{ArcCorners, CurvePiece, CurvedPath};
pub use by_area::AreaSection;
pub use by_floor::PathSection;
use floors::WaypointFloors;
pub(crate) use leg::{LegPiece, shares};
pub use links::LinkUse;
pub use record::PathRecord;
pub use verify::PathDefect;
pub(crate) use walkable::LegOnMesh;
pub use walkable::Ruler;
#[cfg(feature = "live")]
pub use watch::{
    BrokenPath, ForeignPath, PathWatch, PathWatchState, PossibleGain, WallChange, WallsBefore,
    WatchKey,
};
pub use write::WritePath;

/// A path from start to goal: straight legs between waypoints, some of them over [links](Path::links).
///
/// The waypoints are the start, the goal, the turns, and both ends of every link. A corner that the
/// path touches without a turn is not a waypoint. If start and goal coincide, the path is one point
/// of length 0.
#[derive(Debug, PartialEq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "data::PathData", try_from = "data::PathData")
)]
pub struct Path {
    waypoints: Vec<DVec2>,
    cells: Vec<CellId>,
    /// By ascending leg.
    links: Vec<LinkUse>,
    length: f64,
    summary: PathSummary,
    floors: WaypointFloors,
}

/// The claims of a search about its path; for implementors of a backend.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PathSummary {
    /// The length weighted by the costs of the cells, plus the cost of the links. `None` if all cells
    /// cost 1.
    pub cost: Option<f64>,
    /// Complete if the path reaches the given goal.
    pub status: PathStatus,
    /// A lower bound on the cost of any path; `None` if this path is optimal.
    pub lower_bound: Option<f64>,
    /// The floor of the start.
    pub start_layer: u32,
    /// The distance by which the start was moved, in map units.
    pub start_offset: f64,
    /// The distance of the path's end from the given goal, in map units.
    pub goal_offset: f64,
    /// The counts of the search.
    pub stats: SearchStats,
}

/// Complete or partial, by the end of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum PathStatus {
    /// The path ends at the goal, moved by at most the query's snap. On tiles it ends in the goal's tile, by default
    /// at its centre; [`Path::goal_offset`] is then the distance from the goal to the centre.
    #[default]
    Complete,
    /// The path ends elsewhere by the query's goal policy, at the distance [`Path::goal_offset`].
    Partial,
}

/// The guarantee for the cost of a path.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Guarantee {
    /// No path between the same points is cheaper; on a grid, none by the grid's rules. Where cells of a mesh
    /// have different costs, none is cheaper by more than rounding.
    Optimal,
    /// No path is cheaper by more than `gap`.
    Bounded {
        /// The cost minus the proved lower bound, in map units. [`PathQuery::gap`](crate::PathQuery::gap)
        /// sets a share of the cost instead.
        gap: f64,
    },
}

/// The counts of a search. They are the same for each run of a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct SearchStats {
    /// The number of expanded nodes.
    pub expanded: u64,
    /// The number of nodes put into the queue.
    pub pushed: u64,
    /// The number of successors that were examined; 0 on a mesh.
    pub tried: u64,
    /// The number of nodes that were expanded again for a cheaper path to them; 0 on a mesh.
    pub reopened: u64,
}

impl Clone for Path {
    fn clone(&self) -> Self {
        let mut path = Self::default();
        path.clone_from(self);
        path
    }

    /// Copies a path into the memory of this one.
    fn clone_from(&mut self, other: &Self) {
        self.waypoints.clone_from(&other.waypoints);
        self.cells.clone_from(&other.cells);
        self.links.clone_from(&other.links);
        self.floors.take(&other.floors);
        (self.length, self.summary) = (other.length, other.summary);
    }
}

impl Path {
    /// Returns the waypoints, start and goal included.
    ///
    /// Consecutive waypoints differ; only the two ends of a link may be equal.
    #[doc(alias("corners", "straightPath", "points"))]
    #[must_use]
    pub fn waypoints(&self) -> &[DVec2] {
        &self.waypoints
    }

    /// Iterates over the waypoints as `f32`, each coordinate rounded to the nearest.
    ///
    /// A rounded waypoint may lie off the mesh, or on the other side of a thin wall, by at most the rounding.
    /// It is a valid endpoint all the same: the default snap exceeds the rounding, where coordinates are
    /// normal numbers of `f32` (2⁻¹²⁶ to 2¹²⁸).
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{Path, PathQuery};
    /// # let mut path = Path::default();
    /// # path.push_waypoint([0.1, 1.0].into());
    /// # path.push_waypoint([3.0, 1.0].into());
    /// # path.finish(PathSummary::default());
    /// let points: Vec<[f32; 2]> = path.waypoints_f32().collect();
    /// assert_eq!(points, [[0.1, 1.0], [3.0, 1.0]]);
    /// let onward = PathQuery::new(points[0], points[1]);
    /// # assert_eq!(onward.goal, path.waypoints()[1]);
    /// ```
    pub fn waypoints_f32(&self) -> impl ExactSizeIterator<Item = [f32; 2]> + Clone + '_ {
        self.waypoints.iter().map(|point| point.as_vec2().to_array())
    }

    /// Iterates over the legs between consecutive waypoints, those over links included.
    pub fn legs(&self) -> impl ExactSizeIterator<Item = [DVec2; 2]> + Clone + '_ {
        self.waypoints.windows(2).map(|leg| [leg[0], leg[1]])
    }

    /// Returns the length of all walked legs, in map units. Links have a cost and no length.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// Returns the length weighted by the costs of the cells, plus the cost of the links.
    ///
    /// At uniform cost without links it is the length.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.summary.cost.unwrap_or(self.length)
    }

    /// Returns the cells of the path, in order, each joined to the next by a portal or a link.
    ///
    /// On a mesh the closed cells hold the path. On a grid they are the visited tiles, with the slot
    /// `row · width + column`. A found path has at least one cell.
    #[doc(alias("polys", "polyRefs"))]
    #[must_use]
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// Returns whether the path reaches the given goal.
    #[doc(alias("isPartial", "PathPartial", "DT_PARTIAL_RESULT"))]
    #[must_use]
    pub fn status(&self) -> PathStatus {
        self.summary.status
    }

    /// Returns the guarantee for the cost.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        match self.summary.lower_bound {
            Some(bound) if bound < self.cost() => Guarantee::Bounded { gap: self.cost() - bound },
            _ => Guarantee::Optimal,
        }
    }

    /// Returns a lower bound on the cost of any path between the same ends, in map units.
    ///
    /// On an optimal path it is below the cost by the rounding of the sum, (waypoints + links + 8) ·
    /// 2⁻⁵² of it.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        let cost = self.cost();
        let bound = self.summary.lower_bound;
        bound.map_or(cost * (1.0 - self.rounding()), |bound| bound.min(cost))
    }

    /// Returns the relative error bound of a sum of the path's legs.
    fn rounding(&self) -> f64 {
        ((self.waypoints.len() + self.links.len()) as f64 + 8.0) * f64::EPSILON
    }

    /// True if the path does not begin and end exactly at the points of the query.
    ///
    /// The snap or a policy then moved an endpoint onto the walkable area, by [`Path::start_offset`] and
    /// [`Path::goal_offset`]. On a grid, paths run between tile centres.
    #[must_use]
    pub fn is_moved(&self) -> bool {
        self.start_offset() > 0.0 || self.goal_offset() > 0.0
    }

    /// Returns the distance by which the start was moved, in map units.
    #[must_use]
    pub fn start_offset(&self) -> f64 {
        self.summary.start_offset
    }

    /// Returns the distance of the path's end from the given goal, in map units.
    #[must_use]
    pub fn goal_offset(&self) -> f64 {
        self.summary.goal_offset
    }

    /// Returns the counts of the search.
    #[must_use]
    pub fn stats(&self) -> SearchStats {
        self.summary.stats
    }

    /// Empties the path and keeps its memory.
    pub fn clear(&mut self) {
        self.waypoints.clear();
        self.cells.clear();
        self.links.clear();
        self.floors.forget();
        self.length = 0.0;
        self.summary = PathSummary::default();
    }

    /// Creates the path over some points, through cells in their order. It claims nothing: no cost is proved.
    ///
    /// [`verify`](Path::verify) tells whether it can be walked, [`cost_on`](Path::cost_on) what it costs. It uses no links.
    ///
    /// Complexity: linear in the points and the cells.
    #[must_use]
    pub fn through(
        points: impl IntoIterator<Item = DVec2>,
        cells: impl IntoIterator<Item = CellId>,
    ) -> Self {
        let mut path = Self::default();
        points.into_iter().for_each(|point| path.push_waypoint(point));
        cells.into_iter().for_each(|cell| path.push_cell(cell));
        path.finish(PathSummary { lower_bound: Some(0.0), ..PathSummary::default() });
        path
    }

    fn sum_of_walked_legs(&self) -> f64 {
        if self.links.is_empty() {
            return self.legs().map(|[from, to]| from.distance(to)).sum();
        }
        self.walked_legs().map(|(_, [from, to])| from.distance(to)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::WritePath;

    fn path_of(points: &[[f64; 2]]) -> Path {
        let mut path = Path::default();
        for &point in points {
            path.push_waypoint(point.into());
        }
        path.finish(PathSummary::default());
        path
    }

    #[test]
    fn corners_without_a_turn_are_not_waypoints() {
        let path = path_of(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [2.0, 3.0]]);
        assert_eq!(path.waypoints().len(), 3);
        assert_eq!(path.length(), 8f64.sqrt() + 1.0);
    }

    #[test]
    fn a_reversal_is_a_turn() {
        assert_eq!(path_of(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0]]).length(), 3.0);
    }

    #[test]
    fn start_equal_to_goal_is_one_waypoint_of_length_zero() {
        let path = path_of(&[[1.0, 1.0], [1.0, 1.0]]);
        assert_eq!(path.waypoints(), [DVec2::ONE]);
        assert_eq!((path.length(), path.lower_bound()), (0.0, 0.0));
        assert!(path.length().is_sign_positive());
        assert_eq!(path.guarantee(), Guarantee::Optimal);
    }

    #[test]
    fn the_gap_is_cost_minus_bound() {
        let mut path = path_of(&[[0.0, 0.0], [3.0, 0.0]]);
        path.finish(PathSummary { lower_bound: Some(2.0), ..PathSummary::default() });
        assert_eq!(path.guarantee(), Guarantee::Bounded { gap: 1.0 });
        path.finish(PathSummary { lower_bound: Some(3.0), ..PathSummary::default() });
        assert_eq!(path.guarantee(), Guarantee::Optimal);
    }
}
