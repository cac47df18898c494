//! From a query to a search, and from the search to the answer.

mod lines;

use navmesh_core::{CellId, DVec2, Path, PathError, PathQuery, PathStatus, PathSummary, Search};

use crate::endpoints::{EndTiles, Placing};
use crate::estimate::Steps;
use crate::finder::GridFinder;
use crate::goals::BreakthroughMemory;
use crate::moves::SIDES;
use crate::search::Outcome;
use crate::search::plan::{Leg, Plan, SearchMemory, Standing};
use crate::smooth::SmoothingMemory;

/// A query whose tiles are found and whose search is decided on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) plan: Plan<'a>,
    finder: &'a GridFinder,
    ends: EndTiles,
    /// The points asked for.
    points: [DVec2; 2],
    /// In map units.
    max_cost: f64,
    /// True where the path need not keep to the grid's moves.
    may_leave_moves: bool,
    /// True where the answer is the straight line, without a search.
    pub(crate) is_in_sight: bool,
}

impl<'a> Asked<'a> {
    /// `memory` is of use where the goal has to be replaced.
    pub(crate) fn new(
        finder: &'a GridFinder,
        query: &PathQuery,
        memory: &mut BreakthroughMemory,
    ) -> Result<Self, PathError> {
        finder.check_supported(query.search)?;
        let method = finder.method()?;
        let (grid, survey) = (finder.grid(), &*finder.survey);
        let placing = Placing::new(finder.ground(), query)?;
        let ends = placing.tiles(memory)?;
        let (start, goal) = (ends.start, ends.goal);
        let mut asked = Self {
            plan: Plan { grid, moves: &survey.moves, method, start, goal },
            finder,
            ends,
            points: [placing.start, placing.goal],
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
            // The optimum is over the grid's moves, which straight lines are not.
            may_leave_moves: query.search != Search::Optimal && finder.options().leaves_moves(),
            is_in_sight: false,
        };
        asked.is_in_sight = asked.sees_goal();
        Ok(asked)
    }

    /// The first leg of the search, of so many nodes.
    pub(crate) fn first_leg(&self, max_expanded: u64) -> Leg {
        let max_cost = if self.is_proved() { self.max_cost } else { f64::INFINITY };
        Leg { begin: Some(max_cost / self.finder.grid().cell_size()), max_expanded }
    }

    /// Writes down what the search came to.
    pub(crate) fn answer(
        &self,
        memory: &SearchMemory,
        standing: &Standing,
        smoothing: &mut SmoothingMemory,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let expanded = standing.stats.expanded;
        match standing.outcome {
            Outcome::Found => {
                self.read_off(memory, self.ends, standing, path);
                if self.may_leave_moves {
                    self.straighten(smoothing, path);
                }
                if path.cost() <= self.max_cost {
                    return Ok(());
                }
                let lower_bound = path.lower_bound();
                Err(PathError::BudgetExhausted { lower_bound, expanded })
            }
            Outcome::NoWay => {
                // The labels say that the tiles are joined, so this cannot be; but it is no lie.
                let [start, goal] = self.points;
                Err(PathError::Unreachable { start, goal })
            }
            Outcome::Stopped | Outcome::TooDear(_) => {
                let goal = self.plan.nearest(memory);
                let goal_offset = self.finder.center(goal).distance(self.points[1]);
                let status = PathStatus::Partial;
                let ends = EndTiles { goal, goal_offset, status, ..self.ends };
                self.read_off(memory, ends, standing, path);
                let lower_bound = self.proved(standing);
                Err(PathError::BudgetExhausted { lower_bound, expanded })
            }
        }
    }

    /// True where the search's sums prove what its paths cost at least: those of a guess that is not
    /// admissible prove nothing, nor do those of moves where paths may leave these.
    fn is_proved(&self) -> bool {
        self.finder.options().is_admissible() && !self.may_leave_moves
    }

    /// What is proved of every path from start to goal, in map units.
    fn proved(&self, standing: &Standing) -> f64 {
        let floor = self.floor(&self.ends);
        let proved = standing.proved * self.finder.grid().cell_size();
        // A few roundings lie between the whole numbers of the search and this one.
        if self.is_proved() { floor.max(proved * (1.0 - 8.0 * f64::EPSILON)) } else { floor }
    }

    /// No way between two tiles costs less, whatever is in between; in map units.
    fn floor(&self, ends: &EndTiles) -> f64 {
        if self.may_leave_moves {
            return self.floor_of_lines(ends);
        }
        let (grid, options) = (self.finder.grid(), self.finder.options());
        let steps = Steps::between(grid.tile(ends.start), grid.tile(ends.goal));
        self.finder.survey.range(grid).cheapest() * options.floor(steps) * grid.cell_size()
    }

    /// Writes down the way that a search found to a tile, from there backwards.
    fn read_off(
        &self,
        memory: &SearchMemory,
        ends: EndTiles,
        standing: &Standing,
        path: &mut Path,
    ) {
        let Plan { grid, moves, .. } = self.plan;
        let mut leaving = None;
        let (mut straight, mut diagonal) = (0.0, 0.0);
        let is_weighed = !self.finder.costs_are_lengths();
        self.plan.each_step_back(memory, ends.goal, |slot, arrival| {
            path.push_cell(CellId { slot, generation: 0 });
            // Directions tell a turn; centres may be rounded off the common line.
            if leaving != Some(arrival) {
                path.push_waypoint(self.finder.center(slot));
            }
            leaving = Some(arrival);
            if is_weighed {
                let from = moves.back(slot, arrival);
                let mean = (grid.cost_of(from) + grid.cost_of(slot)) * 0.5;
                *if arrival < SIDES { &mut straight } else { &mut diagonal } += mean;
            }
        });
        path.push_cell(CellId { slot: ends.start, generation: 0 });
        path.push_waypoint(self.finder.center(ends.start));
        path.reverse();
        let options = self.finder.options();
        let cost = straight * options.straight + diagonal * options.diagonal;
        let is_optimal = self.is_proved() && standing.outcome == Outcome::Found;
        path.finish(PathSummary {
            cost: is_weighed.then_some(cost * grid.cell_size()),
            status: ends.status,
            lower_bound: (!is_optimal).then(|| self.floor(&ends)),
            start_offset: ends.start_offset,
            goal_offset: ends.goal_offset,
            stats: standing.stats,
        });
    }
}
