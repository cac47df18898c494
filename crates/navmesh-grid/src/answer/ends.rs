//! Paths that begin and end at the points of the query instead of the centres of their tiles.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{CellId, DVec2, Guarantee, Path};

use super::planned::PlannedQuery;
use crate::query::endpoints::EndTiles;
use crate::rules::choices::PathEnds;

impl PlannedQuery<'_> {
    /// Extends a finished path from the centres of its end tiles to the points of the query, if the options ask
    /// for it. A point in another tile than the path's end stays out.
    pub(super) fn reach_points(&self, ends: EndTiles, path: &mut Path) {
        if self.finder.options().ends == PathEnds::TileCenters {
            return;
        }
        let [start, goal] = self.query.points;
        let start = self.own_point(start, ends.start);
        let goal = self.own_point(goal, ends.goal);
        let summary = PathSummary {
            status: path.status(),
            start_layer: path.start_layer(),
            start_offset: if start.is_some() { 0.0 } else { ends.start_offset },
            goal_offset: if goal.is_some() { 0.0 } else { ends.goal_offset },
            stats: path.stats(),
            ..PathSummary::default()
        };
        match (start, goal) {
            (Some(start), Some(goal)) if ends.start == ends.goal => {
                self.write_within_tile([start, goal], ends.start, summary, path);
            }
            _ => self.extend(start, goal, ends, summary, path),
        }
    }

    /// Returns the point, if it is in that tile or on its border.
    fn own_point(&self, point: DVec2, slot: u32) -> Option<DVec2> {
        let grid = self.search.grid;
        let (x, y) = grid.tile(slot);
        let nearest = point.clamp(grid.corner(x, y), grid.corner(x + 1, y + 1));
        (nearest == point).then_some(point)
    }

    /// Writes the path between two points of one tile, which is the shortest.
    fn write_within_tile(
        &self,
        [start, goal]: [DVec2; 2],
        slot: u32,
        summary: PathSummary,
        path: &mut Path,
    ) {
        let is_optimal = path.guarantee() == Guarantee::Optimal;
        path.clear();
        path.push_cell(CellId { slot, generation: 0 });
        path.push_waypoint(start);
        path.push_waypoint(goal);
        let length = start.distance(goal);
        let cost = length * self.rate(slot);
        path.finish(PathSummary {
            cost: (cost != length).then_some(cost),
            lower_bound: (!is_optimal).then_some(cost),
            ..summary
        });
    }

    /// Adds a leg at each end that has a point.
    fn extend(
        &self,
        start: Option<DVec2>,
        goal: Option<DVec2>,
        ends: EndTiles,
        summary: PathSummary,
        path: &mut Path,
    ) {
        let is_optimal = path.guarantee() == Guarantee::Optimal;
        let (cost, lower_bound) = (path.cost(), path.lower_bound());
        let leg = |point: Option<DVec2>, slot: u32| {
            let length = point.map_or(0.0, |point| point.distance(self.finder.center(slot)));
            length * self.rate(slot)
        };
        let legs = leg(start, ends.start) + leg(goal, ends.goal);
        if let Some(goal) = goal {
            path.push_waypoint(goal);
        }
        if let Some(start) = start {
            path.reverse();
            path.push_waypoint(start);
            path.reverse();
        }
        let has_costs = !self.finder.costs_are_lengths();
        path.finish(PathSummary {
            cost: has_costs.then_some(cost + legs),
            lower_bound: (!is_optimal).then_some(lower_bound + legs),
            ..summary
        });
    }

    /// Returns the cost of a unit of length within a tile.
    fn rate(&self, slot: u32) -> f64 {
        self.search.grid.cost_of(slot) * self.finder.options().straight
    }
}
