//! What straight lines make of an answer: the shortcut to a goal in sight, and smoothing.
//!
//! A straight line costs as much a tile size as a straight step, times the multipliers of the tiles
//! under it. Its cells are the tiles that it runs through.

use navmesh_core::{CellId, Path, PathSummary, SearchStats};

use super::Asked;
use crate::endpoints::EndTiles;
use crate::options::Neighborhood;
use crate::options::Shortcut;
use crate::sight::{Meets, Sight, TileLine};
use crate::smooth::SmoothingMemory;

/// Column and row.
type Tile = (u32, u32);

impl Asked<'_> {
    /// True where the options allow the straight line and the goal is in sight over tiles of the
    /// lowest cost. No path at all is cheaper then, unless diagonal steps cost less than they measure.
    pub(super) fn sees_goal(&self) -> bool {
        let [from, to] = [self.question.ends.start, self.question.ends.goal]
            .map(|slot| self.plan.grid.tile(slot));
        self.question.may_leave_moves
            && self.finder.options().shortcut == Shortcut::InSight
            && self.sight().between(from, to)
            && self.is_cheapest_between(from, to)
    }

    /// Writes down the straight line.
    pub(crate) fn answer_straight(&self, path: &mut Path) {
        let [from, to] = [self.question.ends.start, self.question.ends.goal]
            .map(|slot| self.plan.grid.tile(slot));
        path.clear();
        path.push_waypoint(self.finder.center(self.question.ends.start));
        self.push_leg(from, to, path);
        self.finish_lines(SearchStats::default(), None, path);
    }

    /// Smooths a path that was read off, as the options say, and completes it anew as one of straight
    /// lines.
    pub(super) fn straighten(&self, memory: &mut SmoothingMemory, path: &mut Path) {
        let (sight, grid, stats) = (self.sight(), self.plan.grid, path.stats());
        memory.bends.clear();
        path.cells().iter().for_each(|cell| memory.push_bend(grid.tile(cell.slot)));
        memory.smooth(&sight, self.finder.options().smoothing);
        path.clear();
        path.push_waypoint(self.finder.center(self.question.ends.start));
        path.push_cell(CellId { slot: self.question.ends.start, generation: 0 });
        for leg in memory.bends.windows(2) {
            self.push_leg(leg[0], leg[1], path);
        }
        let legs = memory.bends.windows(2);
        let weighted = || legs.filter_map(|leg| sight.cost_between(leg[0], leg[1])).sum::<f64>();
        let cost = self.finder.survey.range(grid).uniform().is_none().then(weighted);
        self.finish_lines(stats, cost, path);
    }

    /// No line between two tiles costs less, nor any way of the grid's moves; in map units.
    pub(super) fn floor_of_lines(&self, ends: &EndTiles) -> f64 {
        let options = self.finder.options();
        // A diagonal step is √2 long; where it costs less than that, ways of such steps are cheaper.
        let rate = match options.neighborhood {
            Neighborhood::Four => options.straight,
            Neighborhood::Eight => {
                options.straight.min(options.diagonal / std::f64::consts::SQRT_2)
            }
        };
        let straight = self.finder.center(ends.start).distance(self.finder.center(ends.goal));
        straight * (self.finder.survey.range(self.plan.grid).cheapest() * rate)
    }

    fn sight(&self) -> Sight<'_> {
        Sight::new(self.plan.grid, self.finder.options().corners)
    }

    /// True where no tile that the line between two centres runs through costs more than the
    /// cheapest of the map.
    fn is_cheapest_between(&self, from: Tile, to: Tile) -> bool {
        let grid = self.plan.grid;
        let range = self.finder.survey.range(grid);
        let is_cheapest = |(x, y)| grid.cost(x, y) == Some(range.cheapest());
        range.uniform().is_some()
            || TileLine::new(from, to).walk(|meets| match meets {
                Meets::Inside(tile) => tile.on(grid).is_some_and(is_cheapest),
                Meets::Corner(_) | Meets::Side(_) => true,
            })
    }

    /// Appends a straight leg: the tiles that it runs through, and its end.
    fn push_leg(&self, from: Tile, to: Tile, path: &mut Path) {
        let grid = self.plan.grid;
        let four = self.finder.options().neighborhood == Neighborhood::Four;
        let mut push = |(x, y): Tile| {
            path.push_cell(CellId { slot: y * grid.width() + x, generation: 0 });
        };
        TileLine::new(from, to).walk(|meets| {
            match meets {
                Meets::Inside(tile) => tile.on(grid).into_iter().for_each(&mut push),
                // On four ways one gets past a corner by one of the tiles beside it.
                Meets::Corner(beside) if four => {
                    let mut beside = beside.into_iter().filter_map(|tile| tile.on(grid));
                    let free = beside.find(|&(x, y)| !grid.is_blocked(x, y));
                    free.into_iter().for_each(&mut push);
                }
                Meets::Corner(_) | Meets::Side(_) => {}
            }
            true
        });
        path.push_waypoint(grid.center(to.0, to.1));
    }

    /// Completes a path of straight lines; `cost` is in tile sizes and straight steps, and `None`
    /// where every tile under it costs as much as the map's cheapest.
    fn finish_lines(&self, stats: SearchStats, cost: Option<f64>, path: &mut Path) {
        let (grid, straight) = (self.plan.grid, self.finder.options().straight);
        path.finish(PathSummary::default());
        let cost = match cost {
            Some(cost) => cost * straight * grid.cell_size(),
            None => path.length() * (self.finder.survey.range(grid).cheapest() * straight),
        };
        path.finish(PathSummary {
            cost: (cost != path.length()).then_some(cost),
            status: self.question.ends.status,
            lower_bound: Some(self.floor_of_lines(&self.question.ends)),
            start_layer: 0,
            start_offset: self.question.ends.start_offset,
            goal_offset: self.question.ends.goal_offset,
            stats,
        });
    }
}
