//! From a query to a search, and from the search to the answer.

mod lines;
mod steps;
mod stopped;

use navmesh_core::{
    DVec2, InvalidQuery, Path, PathError, PathQuery, PathStatus, PathSummary, Place, Progress,
    Search, Stop,
};

use crate::endpoints::{EndTiles, Placing};
use crate::finder::GridFinder;
use crate::goals::BreakthroughMemory;
use crate::search::Outcome;
use crate::search::plan::{Choice, Leg, Plan, SearchMemory, Standing};
use crate::smooth::SmoothingMemory;
pub(crate) use steps::StepsBack;
pub(crate) use stopped::Stopped;

/// A query whose tiles are found and whose search is decided on, on the finder's map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) plan: Plan<'a>,
    finder: &'a GridFinder,
    pub(crate) question: Question,
}

/// The same apart from the map.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    choice: Choice,
    ends: EndTiles,
    /// The points asked for.
    points: [DVec2; 2],
    /// In map units.
    max_cost: f64,
    max_expanded: u64,
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
        if let Some(filter) = query.filter {
            return Err(PathError::InvalidQuery { reason: InvalidQuery::Filter { filter } });
        }
        let choice = finder.choice()?;
        let placing = Placing::new(finder.ground(), query)?;
        let mut question = Question {
            choice,
            ends: placing.tiles(memory)?,
            points: [placing.start, placing.goal],
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            // The optimum is over the grid's moves, which straight lines are not.
            may_leave_moves: query.search != Search::Optimal && finder.options().leaves_moves(),
            is_in_sight: false,
        };
        question.is_in_sight = Self::on(finder, question).sees_goal();
        Ok(Self::on(finder, question))
    }

    /// A question on the map that it was made for.
    pub(crate) fn on(finder: &'a GridFinder, question: Question) -> Self {
        let (grid, moves) = (finder.grid(), &finder.survey.moves);
        let EndTiles { start, goal, .. } = question.ends;
        let method = finder.method(question.choice);
        let dead_ends = finder.dead_ends(&method);
        let plan = Plan { grid, moves, dead_ends, method, start, goal };
        Self { plan, finder, question }
    }

    /// Begins the search, and expands up to so many nodes; fewer where the query's budget is smaller.
    pub(crate) fn begin(&self, nodes: u64) -> Leg {
        Leg { is_first: true, ..self.leg(nodes) }
    }

    /// Expands up to so many nodes more.
    pub(crate) fn go_on(&self, standing: &Standing, nodes: u64) -> Leg {
        self.leg(standing.stats.expanded.saturating_add(nodes))
    }

    /// Goes on until so many nodes are expanded in all, within the query's budgets.
    fn leg(&self, nodes: u64) -> Leg {
        let max_cost = if self.is_proved() { self.question.max_cost } else { f64::INFINITY };
        let max_cost = max_cost / self.finder.grid().cell_size();
        Leg { is_first: false, max_cost, max_expanded: nodes.min(self.question.max_expanded) }
    }

    /// True where more nodes are to be expanded.
    pub(crate) fn is_under_way(&self, standing: &Standing) -> bool {
        standing.outcome == Outcome::Stopped && standing.stats.expanded < self.question.max_expanded
    }

    /// How far the search has come.
    pub(crate) fn progress(&self, standing: &Standing) -> Progress {
        let best = standing.best.map(|best| best * self.finder.grid().cell_size());
        let proved = match standing.outcome {
            Outcome::Found => best.unwrap_or(0.0),
            _ => standing.proved * self.finder.grid().cell_size(),
        };
        Progress {
            expanded: standing.stats.expanded,
            open: standing.open as u64,
            lower_bound: self.proved(proved),
            best,
        }
    }

    /// Writes down what the search came to; `stop` says why, where it is not done.
    pub(crate) fn answer(
        &self,
        memory: &SearchMemory,
        (standing, stop): (&Standing, Stop),
        smoothing: &mut SmoothingMemory,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let expanded = standing.stats.expanded;
        match standing.outcome {
            Outcome::Found => {
                self.read_off(memory, self.question.ends, standing, path);
                if self.question.may_leave_moves {
                    self.straighten(smoothing, path);
                }
                if path.cost() <= self.question.max_cost {
                    return Ok(());
                }
                let lower_bound = path.lower_bound();
                Err(PathError::BudgetExhausted { lower_bound, expanded })
            }
            Outcome::NoWay => {
                // The labels say that the tiles are joined, so this cannot be; but it is no lie.
                let [start, goal] = self.question.points.map(Place::from);
                Err(PathError::Unreachable { start, goal })
            }
            Outcome::Stopped | Outcome::TooDear(_) => {
                let goal = self.plan.nearest(memory);
                let goal_offset = self.finder.center(goal).distance(self.question.points[1]);
                let status = PathStatus::Partial;
                let ends = EndTiles { goal, goal_offset, status, ..self.question.ends };
                self.read_off(memory, ends, standing, path);
                let proved = standing.proved * self.finder.grid().cell_size();
                Err(stop.error(self.proved(proved), expanded))
            }
        }
    }

    /// True where the search's sums prove what its paths cost at least: those of a guess that is not
    /// admissible prove nothing, nor do those of moves where paths may leave these.
    fn is_proved(&self) -> bool {
        self.finder.options().is_admissible() && !self.question.may_leave_moves
    }

    /// What is proved of every path from start to goal where a search's sums prove so much; in map units.
    fn proved(&self, by_sums: f64) -> f64 {
        let floor = self.floor(&self.question.ends);
        // A few roundings lie between the whole numbers of the search and this one.
        if self.is_proved() { floor.max(by_sums * (1.0 - 8.0 * f64::EPSILON)) } else { floor }
    }

    /// No way between two tiles costs less, whatever is in between; in map units.
    fn floor(&self, ends: &EndTiles) -> f64 {
        if self.question.may_leave_moves {
            return self.floor_of_lines(ends);
        }
        self.finder.floor_between(ends.start, ends.goal)
    }

    /// Writes down the way that a search found to a tile, from there backwards.
    fn read_off(
        &self,
        memory: &SearchMemory,
        ends: EndTiles,
        standing: &Standing,
        path: &mut Path,
    ) {
        let mut steps = StepsBack::new(self.finder, path);
        self.plan.each_run_back(memory, ends.goal, |run| steps.run(run));
        let cost = steps.begin_at(ends.start);
        let is_optimal = self.is_proved() && standing.outcome == Outcome::Found;
        path.finish(PathSummary {
            cost,
            status: ends.status,
            lower_bound: (!is_optimal).then(|| self.floor(&ends)),
            start_layer: 0,
            start_offset: ends.start_offset,
            goal_offset: ends.goal_offset,
            stats: standing.stats,
        });
    }
}
