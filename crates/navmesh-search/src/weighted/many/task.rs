//! The task of a search for many goals: paths to all, then bounds on all, then a tube for each goal whose gap is too large.

use navmesh_core::backend::{Endpoint, PathSummary, WritePath, collections::NONE};
use navmesh_core::{Path, PathError, PathQuery, Progress, SearchStats, Stage};

use super::bounds_of;
use super::goals::{Goal, State};
use crate::distances::BoundedDistance;
use crate::weighted::arcs::{Arc, By, Target};
use crate::weighted::flood::{Direction, Flood, Hops};
use crate::weighted::tables::Tables;
use crate::weighted::task::{DEFAULT_GAP, Task};
use crate::weighted::workspace::{MAX_ROUNDING, Workspace};

/// The most nodes that the proofs for single goals expand, for all goals together. Then as many may prove the default gap,
/// if the query asks for a smaller one. The gaps of further goals stay as the floods leave them.
pub(super) const MAX_REFINED: u64 = 1 << 20;

/// The goals that are wanted, and how well.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Wanted {
    /// All, each within the gap.
    All,
    /// The nearest ones, in a certain order.
    Nearest(usize),
}

/// The work that comes next.
#[derive(Debug, Clone, Copy)]
pub(super) enum Phase {
    /// The flood by upper costs, until enough goals are settled.
    Upper,
    /// The flood by lower costs, up to the highest cost of the query.
    TooCostly,
    /// The flood by lower costs, up to the cost of the last of the nearest goals.
    Near,
    /// The flood by upper costs to all goals that may be among the nearest.
    RestOfUpper,
    /// The refinement of the path to this goal.
    Chain(usize),
    /// The flood by lower costs.
    Lower,
    /// The proof for one goal.
    Single(usize, Task),
    Done,
}

/// The state of a search for many goals between two slices, apart from its workspace.
#[derive(Debug)]
pub(crate) struct ManyTask {
    pub(super) phase: Phase,
    pub(super) aim: Wanted,
    pub(super) gap: f64,
    pub(super) start: Endpoint,
    pub(super) goals: Vec<Goal>,
    pub(super) hops: Hops,
    pub(super) from_start: Vec<Arc>,
    pub(super) expanded: u64,
    /// The nodes that the search may still expand.
    pub(super) left: u64,
    /// The nodes that proofs for single goals may still expand, and those of a second attempt at the default gap.
    pub(super) refinement: u64,
    pub(super) second_refinement: u64,
    /// The highest cost of a path that is wanted.
    pub(super) max_cost: f64,
    /// True once goals whose paths all cost more are known.
    pub(super) is_cost_checked: bool,
    /// The numbers of wanted goals with a known path, and without one.
    pub(super) settled: usize,
    pub(super) open: usize,
    /// True while a proof for one goal began with the flood.
    pub(super) is_narrowing: bool,
    /// True while the search from the start of the workspace is the flood by lower costs.
    pub(super) is_flood_taken: bool,
}

impl ManyTask {
    /// Begins a search between a start and goals that are placed, and expands no node.
    pub(super) fn new(
        tables: &Tables,
        workspace: &mut Workspace,
        aim: Wanted,
        limits: &PathQuery,
        start: Endpoint,
        goals: Vec<Goal>,
    ) -> Self {
        let mut task = Self {
            phase: Phase::Upper,
            aim,
            gap: gap_of(limits),
            start,
            goals,
            hops: Hops::default(),
            from_start: Vec::new(),
            expanded: 0,
            left: limits.max_expanded.unwrap_or(u64::MAX),
            refinement: MAX_REFINED,
            second_refinement: MAX_REFINED,
            max_cost: limits.max_cost.unwrap_or(f64::INFINITY),
            is_cost_checked: false,
            settled: 0,
            open: 0,
            is_narrowing: false,
            is_flood_taken: false,
        };
        task.open = task.goals.iter().filter(|goal| goal.is_wanted()).count();
        task.open_first_nodes(tables, workspace);
        task
    }

    /// Finds the arcs at the start and at all goals.
    fn open_first_nodes(&mut self, tables: &Tables, workspace: &mut Workspace) {
        let Self { start, goals, hops, from_start, .. } = self;
        let Workspace { floods, finder, .. } = workspace;
        let ground = &tables.ground;
        for (flood, by) in floods.iter_mut().zip([By::Upper, By::Lower]) {
            flood.begin(tables, by, Direction::Forward, goals.len());
        }
        let target = Target { point: start.point, incidences: &start.incidences };
        for (number, goal) in (0..).zip(goals.iter_mut()).filter(|(_, goal)| goal.is_wanted()) {
            let end = &goal.end;
            hops.add(
                tables,
                number,
                finder.of_point(ground, end.point, &end.incidences, Some(target)),
            );
            let direct = finder.direct;
            floods[0].open_goal(NONE, number, direct);
            floods[1].open_goal(NONE, number, direct * (1.0 - 8.0 * f64::EPSILON));
            goal.lower = tables.least_between(start.point, end.point);
        }
        hops.close();
        from_start.extend_from_slice(finder.of_point(ground, start.point, &start.incidences, None));
        for flood in floods {
            for arc in &*from_start {
                flood.open_first_node(tables, NONE, arc);
            }
        }
    }

    pub(crate) fn stage(&self) -> Stage {
        if self.is_finished() || self.left == 0 { Stage::Done } else { Stage::InProgress }
    }

    /// True if no limit on the nodes stopped the search.
    pub(super) fn is_finished(&self) -> bool {
        matches!(self.phase, Phase::Done)
    }

    /// Expands up to `nodes` more nodes; a round of a tube, and the refinement of a path, are one step.
    pub(crate) fn advance(&mut self, tables: &Tables, workspace: &mut Workspace, nodes: u64) {
        let mut slice = nodes.min(self.left);
        while !self.is_finished() {
            let before = std::mem::discriminant(&self.phase);
            if slice == 0 && matches!(self.phase, Phase::Chain(_) | Phase::Single(..)) {
                return;
            }
            let mut rest = slice;
            let more = self.step(tables, workspace, &mut rest);
            let expanded = slice - rest + more;
            self.expanded += expanded;
            self.left = self.left.saturating_sub(expanded);
            slice = slice.saturating_sub(expanded);
            // A flood may end without a node.
            if slice == 0 && before == std::mem::discriminant(&self.phase) {
                return;
            }
        }
    }

    /// Does some of the next work. Returns the number of nodes expanded beyond those of the slice.
    fn step(&mut self, tables: &Tables, workspace: &mut Workspace, slice: &mut u64) -> u64 {
        match self.phase {
            Phase::Upper => self.flood_up(tables, workspace, slice, self.count()),
            Phase::TooCostly => self.flood_to_max_cost(tables, workspace, slice),
            Phase::Near => self.flood_near(tables, workspace, slice),
            Phase::RestOfUpper => self.flood_up(tables, workspace, slice, usize::MAX),
            Phase::Chain(number) => {
                self.refine_chain(tables, workspace, number);
                self.phase = self.chain_from(number + 1);
                return 1;
            }
            Phase::Lower => self.flood_low(tables, workspace, slice),
            Phase::Single(number, task) => {
                return self.advance_single(tables, workspace, slice, number, task);
            }
            Phase::Done => {}
        }
        0
    }

    /// The number of goals that end the first flood.
    pub(super) fn count(&self) -> usize {
        match self.aim {
            Wanted::All => usize::MAX,
            Wanted::Nearest(count) => count,
        }
    }

    /// Returns the phase that refines the next path from this goal on.
    pub(super) fn chain_from(&self, first: usize) -> Phase {
        let next = (first..self.goals.len()).find(|&number| self.goals[number].is_wanted());
        next.map_or(Phase::Lower, Phase::Chain)
    }

    /// Straightens the path to a goal.
    fn refine_chain(&mut self, tables: &Tables, workspace: &mut Workspace, number: usize) {
        let cost = self.goals[number].upper;
        let Workspace { floods, stops, .. } = workspace;
        floods[0].trace_goal(tables, number as u32, stops);
        self.set_ends(workspace, number);
        workspace.path.clear();
        workspace.set_chain(tables, cost);
        workspace.chain.refine(&tables.ground);
        if !self.take_chain(tables, workspace, number) {
            workspace.set_chain(tables, cost);
            // Where rounding leaves no path in thin cells, the cost of the way counts.
            self.take_chain(tables, workspace, number);
        }
    }

    /// Sets the endpoints of the workspace to the start and a goal.
    pub(super) fn set_ends(&self, workspace: &mut Workspace, number: usize) {
        let Workspace { endpoints, rates, .. } = workspace;
        endpoints.start.clone_from(&self.start);
        endpoints.goal.clone_from(&self.goals[number].end);
        (endpoints.status, *rates) = (self.goals[number].status, 0.0);
    }

    /// Takes the chain as the path to a goal. False if it cannot be walked.
    fn take_chain(&mut self, tables: &Tables, workspace: &mut Workspace, number: usize) -> bool {
        if !workspace.keep_if_cheaper(tables) {
            return false;
        }
        let flood = &workspace.floods[0];
        let rounding = flood.rounding_below(flood.goal_cost(number as u32));
        let goal = &mut self.goals[number];
        goal.path.clone_from(&workspace.path);
        goal.upper = goal.path.cost();
        let sums = 4.0 * rounding * goal.upper;
        goal.rates = workspace.rates;
        goal.rounding = sums + 4.0 * goal.rates * tables.ground.rounding;
        true
    }

    /// True if a goal needs no better bound, or cannot get a sufficient one.
    pub(super) fn is_enough(&self, goal: &Goal) -> bool {
        let threshold = goal.upper * (1.0 - self.gap);
        let is_too_costly = goal.lower > self.max_cost * (1.0 + MAX_ROUNDING);
        !goal.is_wanted() || is_too_costly || goal.lower >= threshold - goal.doubt()
    }

    /// Returns the bounds on the cost of each goal, in the order of the goals.
    pub(crate) fn bounds(&self) -> impl ExactSizeIterator<Item = BoundedDistance> + '_ {
        self.goals.iter().map(|goal| bounds_of(&self.start, goal))
    }

    /// Returns the query for a goal alone.
    pub(crate) fn query(&self, number: usize) -> &PathQuery {
        &self.goals[number].query
    }

    /// Returns the progress; all costs up to its lower bound are known.
    pub(crate) fn progress(&self, workspace: &Workspace) -> Progress {
        let open = self.goals.iter().filter(|goal| !self.is_enough(goal));
        let is_done = self.is_finished();
        let known = open.map(|goal| goal.lower).fold(f64::INFINITY, f64::min);
        Progress {
            expanded: self.expanded,
            open: workspace.floods.iter().map(Flood::open).sum(),
            lower_bound: if is_done { f64::INFINITY } else { known },
            best: None,
        }
    }

    /// Writes the path to a goal with the bound on its cost.
    pub(crate) fn path_to(&self, number: usize, path: &mut Path) -> Result<(), PathError> {
        let goal = &self.goals[number];
        if let State::Lost(error) = goal.state {
            return Err(error);
        }
        path.clone_from(&goal.path);
        let is_closed = goal.is_closed();
        let is_apart = goal.state == State::Apart;
        if !is_apart && !path.waypoints().is_empty() {
            path.finish(PathSummary {
                cost: Some(path.cost()),
                lower_bound: (!is_closed).then_some(goal.lower.min(path.cost())),
                start_layer: self.start.layer,
                start_offset: self.start.offset,
                goal_offset: goal.end.offset,
                status: goal.status,
                stats: SearchStats { expanded: self.expanded, ..SearchStats::default() },
            });
        }
        let is_known = self.is_finished() || !is_apart && self.is_enough(goal);
        if is_known && !path.waypoints().is_empty() {
            return Ok(());
        }
        Err(PathError::BudgetExhausted { lower_bound: goal.lower, expanded: self.expanded })
    }
}

/// Returns the gap to prove for each goal.
pub(super) fn gap_of(query: &PathQuery) -> f64 {
    query.gap.map_or(DEFAULT_GAP, |gap| if gap > 0.0 { gap.min(1.0) } else { 0.0 })
}
