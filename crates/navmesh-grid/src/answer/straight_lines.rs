//! Answers with straight lines: direct lines to a visible goal, and smoothed paths.
//!
//! A straight line costs as much per tile size as a straight step, times the multipliers of the
//! tiles under it. Its cells are the tiles that it crosses.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{CellId, Path, PathError, SearchStats};

use super::planned::PlannedQuery;
use crate::line::lattice::Meets;
use crate::line::sight::Sight;
use crate::line::smooth::SmoothingWorkspace;
use crate::line::tile_line::TileLine;
use crate::query::endpoints::EndTiles;
use crate::rules::choices::{Neighborhood, Shortcut};

impl PlannedQuery<'_> {
    /// Returns true if the options allow the straight line and the goal is visible over tiles of
    /// the lowest cost. No path is cheaper then, unless diagonal steps cost less than their length.
    pub(super) fn sees_goal(&self) -> bool {
        let [from, to] = self.end_tiles();
        self.query.allows_lines
            && self.finder.options().shortcut == Shortcut::InSight
            && self.sight().between(from, to)
            && self.is_cheapest_between(from, to)
    }

    /// Writes the straight line.
    pub(crate) fn answer_straight(&self, path: &mut Path) -> Result<(), PathError> {
        let [from, to] = self.end_tiles();
        path.clear();
        path.push_waypoint(self.finder.center(self.query.ends.start));
        self.push_line(from, to, path);
        self.finish_lines(SearchStats::default(), None, path);
        self.reach_points(self.query.ends, path);
        self.check_cost(path)
    }

    /// Smooths a path of steps and completes it as a path of straight lines.
    pub(super) fn smooth(&self, workspace: &mut SmoothingWorkspace, path: &mut Path) {
        let (sight, grid, stats) = (self.sight(), self.search.grid, path.stats());
        workspace.bends.clear();
        for cell in path.cells() {
            workspace.push_bend(grid.tile(cell.slot));
        }
        workspace.smooth(&sight, self.finder.options().smoothing);
        path.clear();
        path.push_waypoint(self.finder.center(self.query.ends.start));
        path.push_cell(CellId { slot: self.query.ends.start, generation: 0 });
        for line in workspace.bends.windows(2) {
            self.push_line(line[0], line[1], path);
        }
        let lines = workspace.bends.windows(2);
        let weighted =
            || lines.filter_map(|line| sight.cost_between(line[0], line[1])).sum::<f64>();
        let cost = self.finder.index.range(grid).uniform().is_none().then(weighted);
        self.finish_lines(stats, cost, path);
    }

    /// Returns a lower bound on the cost of every path of lines and steps between two tiles, in map
    /// units.
    pub(super) fn floor_of_lines(&self, ends: &EndTiles) -> f64 {
        let options = self.finder.options();
        // A diagonal step has length √2; where it costs less, diagonal steps are cheaper than
        // lines.
        let rate = match options.neighborhood {
            Neighborhood::Four => options.straight,
            Neighborhood::Eight => {
                options.straight.min(options.diagonal / std::f64::consts::SQRT_2)
            }
        };
        let straight = self.finder.center(ends.start).distance(self.finder.center(ends.goal));
        straight * (self.finder.index.range(self.search.grid).cheapest() * rate)
    }

    fn sight(&self) -> Sight<'_> {
        Sight::new(self.search.grid, self.finder.options().corners)
    }

    fn end_tiles(&self) -> [(u32, u32); 2] {
        let EndTiles { start, goal, .. } = self.query.ends;
        [self.search.grid.tile(start), self.search.grid.tile(goal)]
    }

    /// Returns true if all tiles that the line between two centres crosses have the lowest cost of
    /// the map.
    fn is_cheapest_between(&self, from: (u32, u32), to: (u32, u32)) -> bool {
        let grid = self.search.grid;
        let range = self.finder.index.range(grid);
        let is_cheapest = |(x, y)| grid.cost(x, y) == Some(range.cheapest());
        range.uniform().is_some()
            || TileLine::new(from, to).visit(|meets| match meets {
                Meets::Inside(tile) => tile.on(grid).is_some_and(is_cheapest),
                Meets::Corner(_) | Meets::Side(_) => true,
            })
    }

    /// Appends a straight line: the tiles that it crosses, and its end.
    fn push_line(&self, from: (u32, u32), to: (u32, u32), path: &mut Path) {
        let grid = self.search.grid;
        let is_four = self.finder.options().neighborhood == Neighborhood::Four;
        let mut push = |tile: (u32, u32)| {
            path.push_cell(CellId { slot: tile.1 * grid.width() + tile.0, generation: 0 });
        };
        TileLine::new(from, to).visit(|meets| {
            let tile = match meets {
                Meets::Inside(tile) => tile.on(grid),
                // With four neighbours a path passes a corner by one of the tiles beside it.
                Meets::Corner(beside) if is_four => {
                    let mut beside = beside.into_iter().filter_map(|tile| tile.on(grid));
                    beside.find(|&(x, y)| !grid.is_blocked(x, y))
                }
                Meets::Corner(_) | Meets::Side(_) => None,
            };
            if let Some(tile) = tile {
                push(tile);
            }
            true
        });
        path.push_waypoint(grid.center(to.0, to.1));
    }

    /// Completes a path of straight lines. `cost` is in tile sizes, for a straight step cost of 1;
    /// `None` where all tiles under the lines have the lowest cost of the map.
    fn finish_lines(&self, stats: SearchStats, cost: Option<f64>, path: &mut Path) {
        let (grid, straight) = (self.search.grid, self.finder.options().straight);
        path.finish(PathSummary::default());
        let cost = match cost {
            Some(cost) => cost * straight * grid.cell_size(),
            None => path.length() * (self.finder.index.range(grid).cheapest() * straight),
        };
        path.finish(PathSummary {
            cost: (cost != path.length()).then_some(cost),
            status: self.query.ends.status,
            lower_bound: Some(self.floor_of_lines(&self.query.ends)),
            start_layer: 0,
            start_offset: self.query.ends.start_offset,
            goal_offset: self.query.ends.goal_offset,
            stats,
        });
    }
}
