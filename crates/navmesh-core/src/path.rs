//! The answer: waypoints, and what is promised about them.
//!
//! What can be asked of an answer stands beside it: `links` – where it is not walked; `along` – the point so
//! far along it; `verify` – whether it keeps its promises; `replan` – whether it still holds on a changed map;
//! `by_floor` – which floors it leads over. The last three rest on `walk`, the exact test of a leg.

mod along;
mod by_floor;
#[cfg(feature = "serde")]
mod data;
mod links;
mod replan;
mod verify;
mod walk;

use glam::DVec2;

use crate::geom::{Turn, turn, within_box};
use crate::mesh::CellId;
pub use by_floor::PathSection;
pub use links::LinkUse;
pub use verify::PathDefect;

/// A path from start to goal: straight legs between waypoints, and [links](Path::links) where it is not walked.
///
/// Only turns are waypoints: a corner that the path touches without turning is not listed. Start
/// and goal always are, and both ends of every link; when start and goal coincide the path is that one point,
/// of length 0.
#[derive(Debug, Clone, PartialEq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "data::PathData", try_from = "data::PathData")
)]
pub struct Path {
    waypoints: Vec<DVec2>,
    cells: Vec<CellId>,
    /// In the order of the legs that lead over them.
    links: Vec<LinkUse>,
    length: f64,
    summary: PathSummary,
}

/// What a search says of the path it found; for those who implement a backend.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PathSummary {
    /// What the path costs: its length weighted by the cells' costs, and its links; `None` where all cells cost
    /// 1, so that it is the length and the links.
    pub cost: Option<f64>,
    /// Whether the path reaches the goal that was asked for.
    pub status: PathStatus,
    /// No path is cheaper than this; `None` is the finder's claim that its path is optimal.
    pub lower_bound: Option<f64>,
    /// The floor that the path begins on.
    pub start_layer: u32,
    /// How far the start was moved onto the ground.
    pub start_offset: f64,
    /// How far the path ends from the goal that was asked for.
    pub goal_offset: f64,
    /// What the search counted.
    pub stats: SearchStats,
}

/// Whether a path reaches what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum PathStatus {
    /// It ends at the goal (moved by no more than the query's snap).
    #[default]
    Complete,
    /// It ends elsewhere, by the query's goal policy; [`Path::goal_offset`] says how far off.
    Partial,
}

/// What a finder promises about a path's cost.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Guarantee {
    /// No path between the same two points is cheaper (on a grid: none that the grid's rules allow).
    Optimal,
    /// No path is cheaper than this one by more than `gap`.
    Bounded {
        /// Cost minus proved lower bound, in map units.
        gap: f64,
    },
}

/// How much a search did; the same query always counts the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct SearchStats {
    /// Nodes taken from the queue and expanded.
    pub expanded: u64,
    /// Nodes put into the queue.
    pub pushed: u64,
    /// Ways on from expanded nodes that were looked at; a search on a mesh does not count them.
    pub tried: u64,
    /// Nodes expanded once more because a cheaper way to them turned up; a search on a mesh does
    /// not count them.
    pub reopened: u64,
}

impl Path {
    /// The points of the path, start and goal included; consecutive ones differ, but for the two ends of a link.
    #[doc(alias("corners", "straightPath", "points"))]
    #[must_use]
    pub fn waypoints(&self) -> &[DVec2] {
        &self.waypoints
    }

    /// The legs, each from a waypoint to the next; those over links too.
    pub fn legs(&self) -> impl ExactSizeIterator<Item = [DVec2; 2]> + Clone + '_ {
        self.waypoints.windows(2).map(|leg| [leg[0], leg[1]])
    }

    /// The sum of the legs that are walked, in map units; links have no length, but a cost.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.length
    }

    /// The length weighted by the cost of the cells walked, and what its links cost; equal to the length at
    /// uniform cost without links.
    #[must_use]
    pub fn cost(&self) -> f64 {
        self.summary.cost.unwrap_or(self.length)
    }

    /// The cells walked, in order, each joined to the next by a portal, or by a link.
    ///
    /// On a mesh: cells whose closed areas hold the path, from one that holds the start to one that
    /// holds the goal. On a grid: every tile stepped on, its slot being `row · width + column`.
    /// Never empty on a path that was found: a path of one point has one cell.
    #[doc(alias("polys", "polyRefs"))]
    #[must_use]
    pub fn cells(&self) -> &[CellId] {
        &self.cells
    }

    /// Whether the goal asked for is reached.
    #[doc(alias("isPartial", "PathPartial", "DT_PARTIAL_RESULT"))]
    #[must_use]
    pub fn status(&self) -> PathStatus {
        self.summary.status
    }

    /// What is promised of the cost.
    #[must_use]
    pub fn guarantee(&self) -> Guarantee {
        match self.summary.lower_bound {
            Some(bound) if bound < self.cost() => Guarantee::Bounded { gap: self.cost() - bound },
            _ => Guarantee::Optimal,
        }
    }

    /// No path between this one's two ends costs less than this, in map units.
    ///
    /// On an optimal path it is below the cost by no more than the rounding of the sum,
    /// (waypoints + links + 8) · 2⁻⁵² of it.
    #[must_use]
    pub fn lower_bound(&self) -> f64 {
        let cost = self.cost();
        let bound = self.summary.lower_bound;
        bound.map_or(cost * (1.0 - self.rounding()), |bound| bound.min(cost))
    }

    /// What a sum of the path's legs may be off by, as a part of it.
    fn rounding(&self) -> f64 {
        ((self.waypoints.len() + self.links.len()) as f64 + 8.0) * f64::EPSILON
    }

    /// The floor that the path begins on; 0 where there are no floors, and on grids.
    ///
    /// On which floor it is later on, its cells tell: [`NavMesh::layer`](crate::NavMesh::layer).
    #[must_use]
    pub fn start_layer(&self) -> u32 {
        self.summary.start_layer
    }

    /// How far the start was moved onto the ground, in map units.
    #[must_use]
    pub fn start_offset(&self) -> f64 {
        self.summary.start_offset
    }

    /// How far the path's end is from the goal asked for, in map units.
    #[must_use]
    pub fn goal_offset(&self) -> f64 {
        self.summary.goal_offset
    }

    /// What the search counted.
    #[must_use]
    pub fn stats(&self) -> SearchStats {
        self.summary.stats
    }

    /// Empties the path and keeps its memory.
    pub fn clear(&mut self) {
        self.waypoints.clear();
        self.cells.clear();
        self.links.clear();
        self.length = 0.0;
        self.summary = PathSummary::default();
    }

    /// Appends a waypoint; a repeated point, or a last one that is no turn any more, is dropped.
    pub fn push_waypoint(&mut self, point: DVec2) {
        let walk = &self.waypoints[self.last_walk().0.min(self.waypoints.len())..];
        if walk.last() == Some(&point) {
            return;
        }
        if let [.., a, b] = *walk
            && turn(a, b, point) == Turn::Collinear
            && within_box(a, point, b)
        {
            self.waypoints.pop();
        }
        self.waypoints.push(point);
    }

    /// Appends a cell that the path walks; one that is the last already is dropped.
    pub fn push_cell(&mut self, cell: CellId) {
        let is_last = self.cells.last() == Some(&cell);
        if !is_last || self.last_walk().1 == self.cells.len() {
            self.cells.push(cell);
        }
    }

    /// Appends cells that the path walks, each of them another one than the one before it.
    pub fn push_cells(&mut self, cells: impl IntoIterator<Item = CellId>) {
        self.cells.extend(cells);
    }

    /// Turns the path around, for searches that read it off from the goal.
    pub fn reverse(&mut self) {
        self.waypoints.reverse();
        self.cells.reverse();
        self.reverse_links();
    }

    /// Completes the path: sums up its legs and takes the search's word for the rest.
    pub fn finish(&mut self, summary: PathSummary) {
        // The sum of no legs is -0 in Rust; a path of one point has length 0.
        self.length = self.sum_of_walked_legs() + 0.0;
        self.summary = summary;
        if !self.links.is_empty() && summary.cost.is_none() {
            self.summary.cost = Some(self.length + self.cost_of_links());
        }
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

    fn path_of(points: &[[f64; 2]]) -> Path {
        let mut path = Path::default();
        for &point in points {
            path.push_waypoint(point.into());
        }
        path.finish(PathSummary::default());
        path
    }

    #[test]
    fn corners_touched_without_turning_are_not_listed() {
        let path = path_of(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [2.0, 3.0]]);
        assert_eq!(path.waypoints().len(), 3);
        assert_eq!(path.length(), 8f64.sqrt() + 1.0);
    }

    #[test]
    fn a_way_back_is_a_turn() {
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
