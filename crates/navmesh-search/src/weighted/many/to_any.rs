//! The cheapest path to any of several goals over weighted regions.
//!
//! A piece of a goal lies in one cell. Along it the cost of a path changes by at most the cost of the cell times the
//! distance moved. So bounds on the cost of a path to the middle of a piece bound the costs to all of its points. The pieces
//! that may hold the cheapest point are halved until the gap is proved.

use navmesh_core::backend::{Endpoints, PathSummary, WritePath};
use navmesh_core::{
    DVec2, Goals, ManyQuery, NavMesh, Path, PathError, Place, Progress, SearchStats, Stage, Stop,
};

use super::begin;
use super::task::{MAX_REFINED, ManyTask, Wanted, gap_of};
use crate::distances::BoundedDistance;
use crate::goal_pieces::{self, Piece, inside};
use crate::weighted::tables::Tables;
use crate::weighted::task::Task;
use crate::weighted::workspace::Workspace;

/// The most times that pieces are halved. Their bounds then differ by rounding alone, or the gap stays larger.
const MAX_ROUNDS: u32 = 12;
/// The most pieces of a round. More are not halved, and the gap stays larger.
const MAX_PIECES: usize = 64;

/// A part of a goal that may hold the end of the cheapest path.
#[derive(Debug, Clone, Copy)]
struct Part {
    piece: Piece,
    /// The point that stands for it: the middle, or the point as it was given.
    end: Place,
    /// No path to the part costs less.
    lower: f64,
}

/// The cheapest known end.
#[derive(Debug, Clone, Copy)]
struct Best {
    cost: f64,
    /// `None` inside the polygon.
    goal: Option<usize>,
    place: Place,
}

/// The work that comes next.
#[derive(Debug)]
enum Phase {
    /// The search for paths to all open parts.
    Round(Box<ManyTask>),
    /// The query for a path to the cheapest end, or to the start itself if the polygon contains it.
    Last(Box<Task>),
    Failed(PathError),
}

/// A search for the cheapest path to any of several goals between two slices.
///
/// The path costs at most the gap of the query more than its [lower bound](Path::lower_bound), which holds for all goals; the
/// gap may stay larger where a query to one goal may leave more.
#[derive(Debug)]
pub(crate) struct ToAny {
    phase: Phase,
    /// The start with the options, without limits.
    query: ManyQuery<()>,
    gap: f64,
    /// The nodes that the search may still expand.
    left: u64,
    /// The nodes that proofs for single parts may still expand.
    refinement: u64,
    /// True if the goals are points.
    are_points: bool,
    open: Vec<Part>,
    /// The parts that are not halved any more.
    done: Vec<Part>,
    round: u32,
    best: Option<Best>,
    /// The path to the cheapest end while it is not proved.
    path: Path,
    expanded: u64,
    /// The error if no part is reached.
    unreachable: PathError,
}

impl ToAny {
    /// Places the start and the goals, and expands no node.
    pub(crate) fn new(
        tables: &Tables,
        workspace: &mut Workspace,
        query: &ManyQuery<Goals<'_>>,
    ) -> Result<Self, PathError> {
        let (mesh, mut endpoints) = (&*tables.ground.mesh, Endpoints::default());
        let placed = goal_pieces::place(mesh, query, &mut endpoints)?;
        let (goals, limits) = (query.goals(), query.to_start());
        let start = limits.start_place();
        let stood = endpoints.start.place(mesh);
        let first = placed.iter().flatten().map(|piece| piece.ends[0]).next();
        let unreachable = mesh.unreachable_error(stood, first.unwrap_or(start.point));
        let mut search = Self {
            phase: Phase::Failed(unreachable),
            query: query.for_goals(()).max_expanded(u64::MAX).max_cost(f64::INFINITY),
            gap: gap_of(&limits),
            left: limits.max_expanded.unwrap_or(u64::MAX),
            refinement: MAX_REFINED,
            are_points: matches!(goals, Goals::Points(_)),
            open: Vec::new(),
            done: Vec::new(),
            round: 0,
            best: None,
            path: Path::default(),
            expanded: 0,
            unreachable,
        };
        let Some(pieces) = placed else {
            search.best = Some(Best { cost: 0.0, goal: None, place: start });
            let task = Task::new(tables, workspace, &search.query.to_start())?;
            search.phase = Phase::Last(Box::new(task));
            return Ok(search);
        };
        let part = |piece: Piece| {
            let end = match goals {
                Goals::Points(points) => points[piece.goal],
                _ => middle_of(mesh, &piece),
            };
            Part { piece, end, lower: 0.0 }
        };
        search.open = pieces.into_iter().map(part).collect();
        search.begin_round(tables, workspace);
        match search.phase {
            Phase::Failed(error) => Err(error),
            _ => Ok(search),
        }
    }

    fn begin_round(&mut self, tables: &Tables, workspace: &mut Workspace) {
        let ends: Vec<Place> = self.open.iter().map(|part| part.end).collect();
        let query = self.query.for_goals(&ends[..]).gap(0.5 * self.gap);
        self.phase = match begin(tables, workspace, &query, Wanted::All) {
            Ok(task) => Phase::Round(Box::new(ManyTask {
                refinement: self.refinement,
                second_refinement: 0,
                ..task
            })),
            Err(error) => Phase::Failed(error),
        };
    }

    /// Takes the results of a round, and begins the next one or the last query.
    fn end_round(&mut self, tables: &Tables, workspace: &mut Workspace) {
        let failed = Phase::Failed(self.unreachable);
        let Phase::Round(task) = std::mem::replace(&mut self.phase, failed) else { return };
        self.refinement = task.refinement;
        let distances: Vec<BoundedDistance> = task.bounds().collect();
        for (number, (part, far)) in self.open.iter().zip(&distances).enumerate() {
            if far.distance < self.best.map_or(f64::INFINITY, |best| best.cost) {
                let Part { piece, end: place, .. } = *part;
                self.best = Some(Best { cost: far.distance, goal: Some(piece.goal), place });
                self.path.clone_from(&task.goals[number].path);
            }
        }
        self.halve(tables, &distances);
        self.round += 1;
        if !self.open.is_empty() {
            return self.begin_round(tables, workspace);
        }
        let Some(best) = self.best else { return };
        let query = self.query.gap(0.5 * self.gap).to(best.place);
        self.phase = match Task::new(tables, workspace, &query) {
            Ok(task) => Phase::Last(Box::new(task)),
            Err(error) => Phase::Failed(error),
        };
    }

    /// Replaces the open parts by the halves of those that may hold an end that is cheaper than the gap allows.
    fn halve(&mut self, tables: &Tables, distances: &[BoundedDistance]) {
        let is_last = self.round + 1 == MAX_ROUNDS || self.open.len() > MAX_PIECES;
        let threshold = self.best.map_or(f64::INFINITY, |best| best.cost) * (1.0 - self.gap);
        for (part, far) in std::mem::take(&mut self.open).into_iter().zip(distances) {
            let ([a, b], middle) = (part.piece.ends, part.end.point);
            let lower = part.lower.max(far.lower_bound - reach_cost(tables, &part));
            if is_last || a == b || lower >= threshold {
                self.done.push(Part { lower, ..part });
                continue;
            }
            self.open.extend([[a, middle], [middle, b]].map(|ends| {
                let piece = Piece { ends, ..part.piece };
                Part { piece, end: middle_of(&tables.ground.mesh, &piece), lower }
            }));
        }
    }

    /// Returns the least lower bound of the parts, but for a given point where the best path ends.
    fn least_elsewhere(&self, best: Best) -> f64 {
        let is_best = |part: &&Part| self.are_points && Some(part.piece.goal) == best.goal;
        let others = self.done.iter().filter(|part| !is_best(part));
        others.map(|part| part.lower).fold(f64::INFINITY, f64::min)
    }

    /// Returns the bound that is proved for all goals before the last query.
    fn least(&self) -> f64 {
        let best = self.best.map_or(f64::INFINITY, |best| best.cost);
        self.open.iter().chain(&self.done).map(|part| part.lower).fold(best, f64::min)
    }

    /// Returns the number of the goal at which the answer ends; `None` inside the polygon, and until a path is found.
    pub(crate) fn goal(&self) -> Option<usize> {
        self.best?.goal
    }

    /// Writes the path found so far into an empty one.
    pub(crate) fn answer(
        &self,
        tables: &Tables,
        workspace: &Workspace,
        stop: Stop,
        path: &mut Path,
    ) -> Result<(), PathError> {
        match (&self.phase, self.best) {
            (Phase::Failed(error), _) => return Err(*error),
            (Phase::Last(task), Some(best)) if task.stage() == Stage::Done => {
                task.answer(tables, workspace, stop, path)?;
                bound_by(path, self.least_elsewhere(best), self.expanded);
                return Ok(());
            }
            _ => path.clone_from(&self.path),
        }
        let lower = self.least();
        if !path.waypoints().is_empty() {
            bound_by(path, lower, self.expanded);
        }
        Err(stop.error(lower, self.expanded))
    }

    /// Expands up to `nodes` more nodes, with the steps of [`ManyTask::advance`].
    pub(crate) fn advance(&mut self, tables: &Tables, workspace: &mut Workspace, nodes: u64) {
        let mut left = nodes.min(self.left);
        loop {
            let expanded = match &mut self.phase {
                Phase::Round(task) => {
                    let before = task.expanded;
                    task.advance(tables, workspace, left);
                    task.expanded - before
                }
                Phase::Last(task) if task.stage() == Stage::InProgress => {
                    let before = task.expanded();
                    task.advance(tables, workspace, left);
                    task.expanded() - before
                }
                _ => return,
            };
            self.expanded += expanded;
            self.left = self.left.saturating_sub(expanded);
            left = left.saturating_sub(expanded);
            if matches!(&self.phase, Phase::Round(task) if task.stage() == Stage::Done) {
                self.end_round(tables, workspace);
            } else if left == 0 {
                return;
            }
        }
    }

    pub(crate) fn stage(&self) -> Stage {
        match &self.phase {
            _ if self.left == 0 => Stage::Done,
            Phase::Round(_) => Stage::InProgress,
            Phase::Last(task) => task.stage(),
            Phase::Failed(_) => Stage::Done,
        }
    }

    pub(crate) fn progress(&self, workspace: &Workspace) -> Progress {
        let open = match &self.phase {
            Phase::Round(task) => task.progress(workspace).open,
            Phase::Last(task) => task.progress(workspace).open,
            Phase::Failed(_) => 0,
        };
        let best = self.best.map(|best| best.cost);
        Progress { expanded: self.expanded, open, lower_bound: self.least(), best }
    }
}

/// Returns the place that stands for a part of a segment.
fn middle_of(mesh: &NavMesh, piece: &Piece) -> Place {
    let [a, b] = piece.ends;
    let middle: DVec2 = inside(mesh, piece.cell, a.midpoint(b)).unwrap_or(a);
    Place::new(middle).in_cell(mesh.cell_id(piece.cell))
}

/// Returns the most that a path from the middle of a part to any of its points costs.
fn reach_cost(tables: &Tables, part: &Part) -> f64 {
    let [a, b] = part.piece.ends;
    if a == b {
        return 0.0;
    }
    let (ground, middle) = (&tables.ground, part.end.point);
    let reach = middle.distance(a).max(middle.distance(b)) + ground.rounding;
    ground.mesh.cost(part.piece.cell) * reach
}

/// Lowers the bound of a path to the least cost of paths to other goals.
fn bound_by(path: &mut Path, elsewhere: f64, expanded: u64) {
    let is_lower = elsewhere < path.lower_bound();
    let own = (path.lower_bound() < path.cost()).then_some(path.lower_bound());
    path.finish(PathSummary {
        cost: Some(path.cost()),
        status: path.status(),
        lower_bound: if is_lower { Some(elsewhere) } else { own },
        start_layer: path.start_layer(),
        start_offset: path.start_offset(),
        goal_offset: path.goal_offset(),
        stats: SearchStats { expanded, ..path.stats() },
    });
}
