//! The task of a query: a bound from the start, a path from the goal, then a tube until the gap is small enough.

use navmesh_core::backend::{PathSummary, WritePath};
use navmesh_core::{
    Path, PathError, PathQuery, PathStatus, Progress, SearchStats, Stage, Stop as Reason,
};

use super::arcs::{By, Direction};
use super::search::Query;
use super::tables::Tables;
use super::workspace::{MAX_ROUNDING, Workspace, frontier_rounding};

/// The gap that a query without one aims at, relative to the cost of the path.
pub(super) const DEFAULT_GAP: f64 = 0.01;

/// The most rounds of a tube. Pieces are then too short to be halved.
const MAX_ROUNDS: u32 = 40;

/// The work that comes next.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    /// The search from the start for a lower bound.
    Bound,
    /// The search from the goal for a path.
    Path,
    /// The search from the start for everything below the threshold.
    Flood,
    /// The same from the goal.
    FloodBack,
    /// The next round of the tube.
    Tube {
        round: u32,
    },
    Done,
}

/// The state of a query between two slices, apart from its workspace.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Task {
    phase: Phase,
    gap: f64,
    max_cost: f64,
    /// The nodes that the query may still expand.
    left: u64,
    /// True once the next node or round needs more than the nodes left.
    is_spent: bool,
    expanded: u64,
    /// The proved lower bound on the cost of every path.
    bound: f64,
    /// False if no path can be written.
    has_path: bool,
}

/// True if a lower bound exceeds a cost by more than the rounding of a path's cost.
pub(crate) fn is_above(bound: f64, cost: f64) -> bool {
    bound > rounded_up(cost)
}

/// Returns a cost and the largest rounding of a path's cost.
pub(crate) fn rounded_up(cost: f64) -> f64 {
    cost * (1.0 + MAX_ROUNDING)
}

impl Task {
    /// Places the endpoints of a query, and expands no node.
    pub(crate) fn new(
        tables: &Tables,
        workspace: &mut Workspace,
        query: &PathQuery,
    ) -> Result<Self, PathError> {
        let mesh = &tables.ground.mesh;
        workspace.endpoints.place(mesh, query)?;
        workspace.path.clear();
        (workspace.asked, workspace.rates) = (query.goal, 0.0);
        workspace.set_ends(tables);
        let Workspace { endpoints, ends, frontier, backward, .. } = workspace;
        let graph = Query { tables, ends, guide: None };
        frontier.begin(graph, Direction::Forward, By::Lower, f64::INFINITY);
        backward.clear();
        Ok(Self {
            phase: Phase::Bound,
            gap: query.gap.map_or(DEFAULT_GAP, |gap| if gap > 0.0 { gap.min(1.0) } else { 0.0 }),
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
            left: query.max_expanded.unwrap_or(u64::MAX),
            is_spent: false,
            expanded: 0,
            bound: tables.least_between(endpoints.start.point, endpoints.goal.point),
            has_path: false,
        })
    }

    /// Begins the proof of a gap for the path in the workspace. The search from the start reached all ways that cost
    /// less, and proved a bound.
    pub(super) fn of_flood(
        tables: &Tables,
        workspace: &mut Workspace,
        gap: f64,
        bound: f64,
    ) -> Self {
        let mut task = Self {
            phase: Phase::Done,
            gap,
            max_cost: f64::INFINITY,
            left: u64::MAX,
            is_spent: false,
            expanded: 0,
            bound,
            has_path: true,
        };
        if !task.is_enough(tables, workspace) {
            task.begin_back(tables, workspace);
        }
        task
    }

    /// Begins the flood from the goal, after that from the start.
    fn begin_back(&mut self, tables: &Tables, workspace: &mut Workspace) {
        let threshold = self.threshold(workspace);
        let Workspace { ends, frontier, backward, .. } = workspace;
        let query = Query { tables, ends, guide: Some(frontier.flooded()) };
        backward.begin(query, Direction::Backward, By::Lower, threshold);
        self.phase = Phase::FloodBack;
    }

    /// Continues a search that has expanded nodes of the budget, and proved a lower bound.
    pub(crate) fn after(self, expanded: u64, bound: f64) -> Self {
        let left = self.left.saturating_sub(expanded);
        Self { expanded, left, bound: self.bound.max(bound), ..self }
    }

    /// Limits the nodes that the query may still expand.
    pub(super) fn limited(self, nodes: u64) -> Self {
        Self { left: nodes, ..self }
    }

    /// True if a path to the goal is known.
    pub(super) fn has_path(&self) -> bool {
        self.has_path
    }

    /// Returns the number of expanded nodes.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded
    }

    pub(crate) fn stage(&self) -> Stage {
        if self.is_ended() || self.is_spent { Stage::Done } else { Stage::InProgress }
    }

    /// True if no more nodes are of use: the answer is complete, or every path costs too much.
    fn is_ended(&self) -> bool {
        self.phase == Phase::Done || is_above(self.bound, self.max_cost)
    }

    /// Expands up to `nodes` more nodes; a round of the tube is one step.
    pub(crate) fn advance(&mut self, tables: &Tables, workspace: &mut Workspace, nodes: u64) {
        let mut slice = nodes.min(self.left);
        while !self.is_ended() && (slice > 0 || !matches!(self.phase, Phase::Tube { .. })) {
            let (before, mut rest) = (self.phase, slice);
            let refined = self.step(tables, workspace, &mut rest);
            let expanded = slice - rest + refined;
            self.expanded += expanded;
            self.left = self.left.saturating_sub(expanded);
            slice = slice.saturating_sub(expanded);
            // A phase may end without a node.
            if slice == 0 && self.phase == before {
                break;
            }
        }
        self.is_spent = self.left == 0;
        if matches!(self.phase, Phase::Bound | Phase::Path) {
            self.take_partial(tables, workspace);
        }
    }

    /// Writes the best path of a query without one: to the goal, or else to the expanded vertex nearest to it.
    fn take_partial(&mut self, tables: &Tables, workspace: &mut Workspace) {
        workspace.path.clear();
        if self.phase == Phase::Bound || !self.take_path(tables, workspace) {
            workspace.take_partial(tables);
        }
    }

    /// Does some of the next work. Returns the number of nodes expanded beyond those of the slice.
    fn step(&mut self, tables: &Tables, workspace: &mut Workspace, slice: &mut u64) -> u64 {
        let threshold = self.threshold(workspace);
        let Workspace { ends, frontier, backward, finder, .. } = workspace;
        let query = Query { tables, ends, guide: None };
        match self.phase {
            Phase::Bound => {
                if frontier.advance(query, slice, finder) {
                    self.raise(frontier.best.0, frontier_rounding(frontier));
                    let query = Query { guide: Some(frontier.guide()), ..query };
                    backward.begin(query, Direction::Backward, By::Upper, f64::INFINITY);
                    self.phase = Phase::Path;
                }
            }
            Phase::Path => {
                let query = Query { guide: Some(frontier.guide()), ..query };
                if backward.advance(query, slice, finder) {
                    workspace.path.clear();
                    workspace.rates = 0.0; // partial paths of earlier slices leave theirs
                    let is_found = self.take_path(tables, workspace);
                    if is_found {
                        workspace.try_way_of_bound(tables);
                    }
                    let is_done = !is_found || self.is_enough(tables, workspace);
                    self.phase = if is_done { Phase::Done } else { Phase::Flood };
                }
            }
            Phase::Flood => {
                if frontier.flood(query, threshold, slice, finder) {
                    self.begin_back(tables, workspace);
                }
            }
            Phase::FloodBack => {
                let query = Query { guide: Some(frontier.flooded()), ..query };
                if backward.flood(query, threshold, slice, finder) {
                    workspace.begin_tube(tables, threshold);
                    self.phase = Phase::Tube { round: 0 };
                }
            }
            Phase::Tube { round } => return self.refine(tables, workspace, round),
            Phase::Done => {}
        }
        0
    }

    /// Writes the path of the best way, refined.
    fn take_path(&mut self, tables: &Tables, workspace: &mut Workspace) -> bool {
        let cost = workspace.backward.best.0;
        if cost == f64::INFINITY {
            return false;
        }
        workspace.backward.trace_backward(tables, &mut workspace.stops);
        workspace.set_chain(tables, cost);
        workspace.chain.refine(&tables.ground);
        self.has_path = workspace.keep_if_cheaper(tables);
        if !self.has_path {
            workspace.set_chain(tables, cost);
            self.has_path = workspace.keep_if_cheaper(tables);
        }
        self.has_path
    }

    /// Runs one round of the tube. Returns the number of nodes expanded, at least 1, so that a budget counts each round.
    fn refine(&mut self, tables: &Tables, workspace: &mut Workspace, round: u32) -> u64 {
        let before = workspace.tube.expanded;
        let threshold = self.threshold(workspace);
        let proved = workspace.tube.prune(&tables.ground, threshold);
        let nodes = workspace.tube.expanded;
        self.raise(proved, (nodes as f64 + 8.0) * f64::EPSILON);
        let is_refined = !workspace.tube.is_empty()
            && round < MAX_ROUNDS
            && workspace.tube.split(&tables.ground, threshold);
        if is_refined {
            workspace.improve(tables);
        }
        let is_done = !is_refined || self.is_enough(tables, workspace);
        self.phase = if is_done { Phase::Done } else { Phase::Tube { round: round + 1 } };
        (workspace.tube.expanded - before).max(1)
    }

    /// Raises the lower bound to a sum of rounding errors.
    fn raise(&mut self, proved: f64, rounding: f64) {
        self.bound = self.bound.max(proved * (1.0 - rounding));
    }

    /// The cost below which no path may lie for the gap to hold.
    fn threshold(&self, workspace: &Workspace) -> f64 {
        workspace.path.cost() * (1.0 - self.gap)
    }

    /// True if the bound is within the gap, or within rounding of the cost.
    fn is_enough(&self, tables: &Tables, workspace: &Workspace) -> bool {
        self.bound >= self.threshold(workspace) - workspace.rounding(tables)
    }

    /// Writes the answer into `path`.
    pub(crate) fn answer(
        &self,
        tables: &Tables,
        workspace: &Workspace,
        reason: Reason,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let stopped = || Err(reason.error(self.bound, self.expanded));
        if !self.has_path && self.phase == Phase::Done {
            path.set_expanded(self.expanded);
            return Err(workspace.endpoints.disconnected(&tables.ground.mesh));
        }
        path.clone_from(&workspace.path);
        let stats = SearchStats { expanded: self.expanded, ..SearchStats::default() };
        let cost = path.cost();
        let mut summary = PathSummary { cost: Some(cost), stats, ..workspace.endpoints.summary() };
        if !self.has_path {
            let end = path.waypoints().last().copied().unwrap_or_default();
            summary.status = PathStatus::Partial;
            summary.goal_offset = end.distance(workspace.asked);
            summary.lower_bound =
                Some(tables.least_between(workspace.endpoints.start.point, end).min(cost));
            path.finish(summary);
            return stopped();
        }
        let is_closed = self.bound >= cost - workspace.rounding(tables);
        summary.lower_bound = (!is_closed).then_some(self.bound.min(cost));
        path.finish(summary);
        if self.phase == Phase::Done && cost <= self.max_cost { Ok(()) } else { stopped() }
    }

    /// Returns the progress of the task.
    pub(crate) fn progress(&self, workspace: &Workspace) -> Progress {
        let best = self.has_path.then(|| workspace.path.cost());
        let open = workspace.frontier.open() + workspace.backward.open();
        Progress { expanded: self.expanded, open, lower_bound: self.bound, best }
    }
}
