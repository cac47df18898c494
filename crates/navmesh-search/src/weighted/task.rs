//! The task of a query: a path, then a bound on it, then a tube until the gap is small enough.

use navmesh_core::{
    DVec2, Endpoint, Endpoints, Feature, Path, PathError, PathQuery, PathStatus, PathSummary,
    Progress, Scratch, SearchStats, Stage, Stop as Reason,
};

use super::answer::Writer;
use super::arcs::{ArcFinder, Target};
use super::chain::{Chain, End, Stop};
use super::ground::Node;
use super::region_ray::LegEnd;
use super::search::{By, Ends, Frontier, Query};
use super::tables::Tables;
use super::tube::Tube;

/// The gap that a query without one aims at, relative to the cost of the path.
pub(super) const DEFAULT_GAP: f64 = 0.01;

/// The most rounds of a tube. Pieces are then too short to be halved.
const MAX_ROUNDS: u32 = 40;

/// The most attempts to find a way through a tube whose legs stay in their regions.
const MAX_ATTEMPTS: usize = 8;

/// The memory of a query.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    pub(super) endpoints: Endpoints,
    /// The goal as the query gives it.
    asked: DVec2,
    ends: Ends,
    frontier: Frontier,
    finder: ArcFinder,
    tube: Tube,
    chain: Chain,
    stops: Vec<Stop>,
    writer: Writer,
    /// The best path so far, and the next candidate.
    path: Path,
    candidate: Path,
    /// A candidate that is replaced by one without a crossing.
    shorter: Path,
    /// The greatest sum of the costs per unit of length of a way's legs.
    rates: f64,
    scratch: Scratch,
}

/// The work that comes next.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Phase {
    /// The search for a path.
    Path,
    /// The search for a lower bound.
    Bound,
    /// The search for everything below the threshold.
    Flood,
    /// The next round of the tube.
    Tube {
        round: u32,
    },
    Done,
}

/// The state of a query between two slices, apart from its workspace.
#[derive(Debug, Clone, Copy)]
pub(super) struct Task {
    phase: Phase,
    gap: f64,
    max_cost: f64,
    /// The nodes that the query may still expand.
    left: u64,
    expanded: u64,
    /// The proved lower bound on the cost of every path.
    bound: f64,
    /// False if no path can be written.
    has_path: bool,
}

impl Task {
    /// Places the endpoints of a query, and expands no node.
    pub(super) fn new(
        tables: &Tables,
        workspace: &mut Workspace,
        query: &PathQuery,
    ) -> Result<Self, PathError> {
        let mesh = &tables.ground.mesh;
        workspace.endpoints.place(mesh, query)?;
        workspace.path.clear();
        (workspace.asked, workspace.rates) = (query.goal, 0.0);
        workspace.set_ends(tables);
        let Workspace { endpoints, ends, frontier, .. } = workspace;
        frontier.begin(Query { tables, ends }, By::Upper, f64::INFINITY);
        Ok(Self {
            phase: Phase::Path,
            gap: query.gap.map_or(DEFAULT_GAP, |gap| if gap > 0.0 { gap.min(1.0) } else { 0.0 }),
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
            left: query.max_expanded.unwrap_or(u64::MAX),
            expanded: 0,
            bound: tables.least_between(endpoints.start.point, endpoints.goal.point),
            has_path: false,
        })
    }

    pub(super) fn stage(&self) -> Stage {
        if self.phase == Phase::Done || self.left == 0 { Stage::Done } else { Stage::InProgress }
    }

    /// Expands up to `nodes` more nodes; a round of the tube is one step.
    pub(super) fn advance(&mut self, tables: &Tables, workspace: &mut Workspace, nodes: u64) {
        let mut slice = nodes.min(self.left);
        while slice > 0 && self.phase != Phase::Done {
            let mut rest = slice;
            let refined = self.step(tables, workspace, &mut rest);
            let expanded = slice - rest + refined;
            self.expanded += expanded;
            self.left = self.left.saturating_sub(expanded);
            slice = slice.saturating_sub(expanded);
        }
        if self.phase == Phase::Path {
            self.take_partial(tables, workspace);
        }
    }

    /// Writes the best path of a search for a path that is not done: to the goal, or else to the expanded vertex
    /// nearest to it.
    fn take_partial(&mut self, tables: &Tables, workspace: &mut Workspace) {
        workspace.path.clear();
        if !self.take_path(tables, workspace) {
            workspace.set_partial_chain(tables);
            workspace.keep_if_cheaper(tables);
        }
    }

    /// Does some of the next work. Returns the number of nodes expanded beyond those of the slice.
    fn step(&mut self, tables: &Tables, workspace: &mut Workspace, slice: &mut u64) -> u64 {
        let threshold = self.threshold(workspace);
        let Workspace { ends, frontier, finder, .. } = workspace;
        let query = Query { tables, ends };
        match self.phase {
            Phase::Path => {
                if frontier.advance(query, slice, finder) {
                    workspace.path.clear();
                    self.phase = if self.take_path(tables, workspace) {
                        self.begin_bound(tables, workspace)
                    } else {
                        Phase::Done
                    };
                }
            }
            Phase::Bound => {
                if frontier.advance(query, slice, finder) {
                    let proved = frontier.best.0.min(workspace.path.cost());
                    self.raise(proved, frontier_rounding(&workspace.frontier));
                    self.phase =
                        if self.is_enough(tables, workspace) { Phase::Done } else { Phase::Flood };
                }
            }
            Phase::Flood => {
                if frontier.flood(query, threshold, slice, finder) {
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
        let cost = workspace.frontier.best.0;
        if cost == f64::INFINITY {
            return false;
        }
        workspace.frontier.trace(tables, workspace.frontier.best.1, &mut workspace.stops);
        workspace.set_chain(tables, cost);
        workspace.chain.refine(&tables.ground);
        self.has_path = workspace.keep_if_cheaper(tables);
        if !self.has_path {
            workspace.set_chain(tables, cost);
            self.has_path = workspace.keep_if_cheaper(tables);
        }
        self.has_path
    }

    fn begin_bound(&mut self, tables: &Tables, workspace: &mut Workspace) -> Phase {
        let Workspace { ends, frontier, path, .. } = workspace;
        frontier.begin(Query { tables, ends }, By::Lower, path.cost());
        Phase::Bound
    }

    /// Runs one round of the tube. Returns the number of nodes expanded.
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
        workspace.tube.expanded - before
    }

    /// Raises the lower bound to a sum of so many rounding errors.
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
    pub(super) fn answer(
        &self,
        tables: &Tables,
        workspace: &Workspace,
        reason: Reason,
        path: &mut Path,
    ) -> Result<(), PathError> {
        path.clear();
        let stopped = || Err(reason.error(self.bound, self.expanded));
        if !self.has_path && self.phase == Phase::Done {
            return Err(workspace.endpoints.disconnected(&tables.ground.mesh));
        }
        path.clone_from(&workspace.path);
        let stats = SearchStats { expanded: self.expanded, ..SearchStats::default() };
        let cost = path.cost();
        let mut summary = PathSummary { cost: Some(cost), stats, ..summary(&workspace.endpoints) };
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
    pub(super) fn progress(&self, workspace: &Workspace) -> Progress {
        let best = self.has_path.then(|| workspace.path.cost());
        let open = workspace.frontier.open();
        Progress { expanded: self.expanded, open, lower_bound: self.bound, best }
    }
}

/// A bound on the relative rounding error of a sum along any way of a search.
fn frontier_rounding(frontier: &Frontier) -> f64 {
    (frontier.expanded.len() as f64 + 8.0) * f64::EPSILON
}

fn summary(endpoints: &Endpoints) -> PathSummary {
    PathSummary {
        status: endpoints.status,
        start_layer: endpoints.start.layer,
        start_offset: endpoints.start.offset,
        goal_offset: endpoints.goal.offset,
        ..PathSummary::default()
    }
}

impl Workspace {
    /// Finds the arcs at both ends of the query.
    fn set_ends(&mut self, tables: &Tables) {
        let Self { endpoints: Endpoints { start, goal, .. }, ends, finder, .. } = self;
        let ground = &tables.ground;
        ends.goal = goal.point;
        let to_goal = finder.of_point(ground, goal.point, &goal.incidences, None);
        ends.set_goal(tables, to_goal);
        let target = Target { point: goal.point, incidences: &goal.incidences };
        let from_start = finder.of_point(ground, start.point, &start.incidences, Some(target));
        ends.from_start.clear();
        ends.from_start.extend_from_slice(from_start);
        let direct = finder.direct;
        ends.direct = [direct, direct * (1.0 - 8.0 * f64::EPSILON)];
    }

    /// Makes the chain of the stops, which cost so much.
    fn set_chain(&mut self, tables: &Tables, cost: f64) {
        let Endpoints { start, goal, .. } = &self.endpoints;
        let end = |end: &Endpoint| (end.point, end.incidences.clone());
        let ends = [end(start), end(goal)];
        let ends = [0, 1].map(|i| End { at: ends[i].0, incidences: &ends[i].1 });
        self.chain.set(&tables.ground, ends, &self.stops, cost);
        self.rates = self.rates.max(self.chain.rates());
    }

    /// Makes the chain to the expanded vertex nearest to the goal, or to the start if none is nearer.
    fn set_partial_chain(&mut self, tables: &Tables) {
        let Self { endpoints: Endpoints { start, goal, .. }, frontier, chain, stops, .. } = self;
        let ground = &tables.ground;
        let far = |at: DVec2| at.distance_squared(goal.point);
        let vertices = frontier.expanded.iter().filter_map(|&number| match ground.node(number) {
            Node::Vertex(edge) => Some((number, edge, far(ground.mesh.edge(edge).origin()))),
            _ => None,
        });
        let nearest =
            vertices.filter(|near| near.2 < far(start.point)).min_by(|a, b| a.2.total_cmp(&b.2));
        let from = End { at: start.point, incidences: &start.incidences };
        let Some((number, edge, _)) = nearest else {
            return chain.set(ground, [from, from], &[], 0.0);
        };
        frontier.trace(tables, number, stops);
        stops.pop();
        let mesh = &ground.mesh;
        let at = mesh.edge(edge).origin();
        let fan: Vec<_> =
            mesh.incidences_at(mesh.place_in(mesh.edge(edge).cell_slot(), at)).collect();
        let to = End { at, incidences: &fan };
        chain.set(ground, [from, to], stops, frontier.cost(number));
    }

    /// Writes the chain as a path and keeps it if it is the cheapest so far. False if it cannot be walked.
    fn keep_if_cheaper(&mut self, tables: &Tables) -> bool {
        let Some(mut cost) = self.write(tables) else { return false };
        // A crossing without a bend is left out if the path then costs no more, but for rounding.
        let mut first = 1;
        while let Some(index) = self.chain.straight_crossing(first) {
            std::mem::swap(&mut self.candidate, &mut self.shorter);
            let removed = self.chain.remove(index);
            match self
                .write(tables)
                .filter(|&shorter| shorter <= cost * (1.0 + 16.0 * f64::EPSILON))
            {
                Some(shorter) => cost = shorter,
                None => {
                    std::mem::swap(&mut self.candidate, &mut self.shorter);
                    self.chain.insert(index, removed);
                    first = index + 1;
                }
            }
        }
        let Self { candidate, path, .. } = self;
        if path.waypoints().is_empty() || cost < path.cost() {
            std::mem::swap(path, candidate);
        }
        true
    }

    /// Writes the chain as the next candidate. Returns its cost; `None` if it cannot be walked.
    fn write(&mut self, tables: &Tables) -> Option<f64> {
        let Self { chain, writer, candidate, endpoints, scratch, .. } = self;
        if !writer.write(&tables.ground, chain, &endpoints.start.incidences, candidate) {
            return None;
        }
        candidate.finish(summary(endpoints));
        let cost = candidate.cost_on_with(&tables.ground.mesh, scratch)?;
        candidate.finish(PathSummary { cost: Some(cost), ..summary(endpoints) });
        Some(cost)
    }

    /// A bound on the rounding of the path's cost, and of its lower bound, in map units of cost.
    fn rounding(&self, tables: &Tables) -> f64 {
        let sums = 4.0 * frontier_rounding(&self.frontier) * self.path.cost();
        sums + 4.0 * self.rates * tables.ground.rounding
    }

    fn begin_tube(&mut self, tables: &Tables, threshold: f64) {
        let Self { endpoints: Endpoints { start, goal, .. }, ends, frontier, finder, tube, .. } =
            self;
        let place = |end: &Endpoint| match end.incidences[..] {
            [only] if only.feature == Feature::Inside => Some(LegEnd::Cell(only.cell.slot)),
            _ => None,
        };
        let query = Query { tables, ends };
        let points = [start.point, goal.point];
        tube.begin(query, frontier, threshold, points, [place(start), place(goal)], finder);
    }

    /// Looks for a cheaper path through the middles of the tube's pieces.
    fn improve(&mut self, tables: &Tables) {
        for _ in 0..MAX_ATTEMPTS {
            let Some(cost) = self.tube.middle_way(&mut self.stops) else { return };
            self.set_chain(tables, cost);
            if let Some(leg) = self.chain.first_unclear_leg(&tables.ground) {
                self.tube.hide(leg, self.stops.len());
                continue;
            }
            self.chain.refine(&tables.ground);
            self.keep_if_cheaper(tables);
            return;
        }
    }
}
