//! One start, many goals: all distances in one search, or the nearest few goals.
//!
//! The search differs from that of one goal in three ways. It stays in the blocks between the start
//! and *any* goal. Its lower bound is the distance to the interval, so it expands nodes by their
//! distance from the start. It continues through cells that contain a goal. The distance of a goal
//! is final when no bound is below the best path to it. All distances are final when no bound is
//! below the longest of them, and the nearest few when none is below the last of them. Links are
//! handled as in the search for one goal.

mod kth_bound;
mod every_goal;
mod outcome;
mod run;
mod path_tree;

use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{
    CellId, DVec2, ManyQuery, NavMesh, PathError, PathQuery, PathStatus, Place, Stage,
};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::cell_set::CellSet;
use crate::any_angle::index::predicates::{
    Lattice, LatticePredicate, RobustPredicate, SidePredicate,
};
use crate::any_angle::off_mesh::connection_state::Reached;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Any, Search};
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::reconstruct::shared_cell;
use kth_bound::KthBound;

pub(crate) use path_tree::Tree;
pub(crate) use run::ManyRun;

/// The goals of a search, kept in the caller's scratch.
#[derive(Debug, Default)]
pub(crate) struct Many {
    /// The position of each goal, and the length of the best path to it so far.
    points: Vec<DVec2>,
    lengths: Vec<f64>,
    states: Vec<GoalState>,
    /// The cells of the goals that the search looks for, each with the goal's index; sorted.
    standing: Vec<(u32, u32)>,
    cells: CellSet,
    /// The number of goals that the search looks for or that the start sees in its own cells.
    joined: usize,
    /// The best known upper bound on the distance of the last wanted goal.
    kth_bound: KthBound,
    start: Endpoint,
    rounding: Rounding,
    /// True if plain arithmetic is exact.
    on_lattice: bool,
    /// The goals that need separate queries.
    apart: Vec<(usize, PathQuery)>,
    max_expanded: u64,
    max_cost: f64,
}

/// The way in which a goal was moved onto the mesh.
#[derive(Debug, Clone, Copy)]
struct Placing {
    /// The distance by which it was moved.
    offset: f64,
    status: PathStatus,
}

/// The kind of path to a goal.
#[derive(Debug, Clone, Copy)]
enum GoalState {
    /// A path of the search.
    Flooded { solution: Option<Reached>, placing: Placing },
    /// A straight segment in a cell of the start; no link makes a shorter path.
    Near { placing: Placing, cell: CellId },
    /// The path of a separate query, since the start must be moved to another place.
    Apart,
    /// No path, with the reason.
    Lost(PathError),
}

impl AnyAngle {
    /// Places start and goals, and expands no node.
    fn prepare(
        &self,
        query: &ManyQuery<&[Place]>,
        count: usize,
        workspace: &mut Workspace,
        many: &mut Many,
    ) -> Result<(), PathError> {
        let start = query.to_start();
        workspace.endpoints.place(&self.mesh, &start)?;
        many.begin(&self.mesh, &workspace.endpoints);
        many.max_expanded = start.max_expanded.unwrap_or(u64::MAX);
        many.max_cost = start.max_cost.unwrap_or(f64::INFINITY);
        workspace.block_route.begin(&self.mesh, &self.index.blocks);
        for &goal in query.goals() {
            let placed = workspace.endpoints.place(&self.mesh, &query.to(goal));
            let placed = placed.map(|()| (&workspace.endpoints, self.walks_straight(workspace)));
            if many.add(placed) {
                workspace.block_route.add_ends(&self.mesh, &workspace.endpoints);
            }
            if let Some(GoalState::Apart) = many.states.last() {
                many.apart.push((many.states.len() - 1, query.to(goal).gap(0.0)));
            }
        }
        workspace.block_route.mark_between_ends(&self.index.blocks);
        many.close(count);
        workspace.endpoints.start.clone_from(&many.start);
        many.rounding = Rounding::of(&self.mesh, &workspace.endpoints);
        let on_lattice = |lattice: Lattice| many.ends().all(|end| lattice.holds(end));
        many.on_lattice = self.common_lattice().is_some_and(on_lattice);
        workspace.clear(&self.mesh);
        workspace.block_route.add_shortcut_blocks(&self.mesh, &self.index, &many.start);
        workspace.look_for_entries(&self.mesh, &self.connections);
        Ok(())
    }

    /// Expands up to `nodes` more nodes, within the budget.
    fn flood_on(&self, pause: &mut Pause, nodes: u64, workspace: &mut Workspace, many: &mut Many) {
        let nodes = nodes.min(many.max_expanded - pause.stats.expanded);
        if many.on_lattice {
            self.flood_by::<LatticePredicate>(pause, nodes, workspace, many);
        } else {
            self.flood_by::<RobustPredicate>(pause, nodes, workspace, many);
        }
    }

    fn flood_by<S: SidePredicate>(
        &self,
        pause: &mut Pause,
        nodes: u64,
        workspace: &mut Workspace,
        many: &mut Many,
    ) {
        let mut any = Any::of(many);
        let mut search = Search::<S, _>::new(self.indexed(), workspace, &mut any, nodes);
        search.resume(pause, Search::open_start_cells);
    }
}

impl Many {
    /// Clears the goals and takes the start from `endpoints`.
    fn begin(&mut self, mesh: &NavMesh, endpoints: &Endpoints) {
        self.points.clear();
        self.lengths.clear();
        self.states.clear();
        self.standing.clear();
        self.cells.begin(mesh.slot_count());
        self.apart.clear();
        self.joined = 0;
        self.start.clone_from(&endpoints.start);
    }

    /// Adds a goal, or the error of its placement; true if the search has to look for it.
    ///
    /// `placed` holds both endpoints, and whether the straight segment is shortest if they share a
    /// cell.
    fn add(&mut self, placed: Result<(&Endpoints, bool), PathError>) -> bool {
        let number = self.points.len() as u32;
        let (start, never) = (self.start.point, f64::INFINITY);
        let (both, walks_straight) = match placed {
            Ok(placed) => placed,
            Err(error) => return self.push(start, never, GoalState::Lost(error)),
        };
        let Endpoints { start: moved, goal, status, .. } = both;
        if (moved.point, moved.layer) != (start, self.start.layer) {
            return self.push(start, never, GoalState::Apart);
        }
        let placing = Placing { offset: goal.offset, status: *status };
        self.joined += 1;
        if let Some(cell) = shared_cell(both).filter(|_| walks_straight) {
            return self.push(
                goal.point,
                start.distance(goal.point),
                GoalState::Near { placing, cell },
            );
        }
        for incidence in &goal.incidences {
            self.standing.push((incidence.cell.slot, number));
            self.cells.insert(incidence.cell.slot);
        }
        self.push(goal.point, f64::INFINITY, GoalState::Flooded { solution: None, placing })
    }

    /// Appends a goal; true if the search has to look for it.
    fn push(&mut self, point: DVec2, length: f64, state: GoalState) -> bool {
        self.points.push(point);
        self.lengths.push(length);
        self.states.push(state);
        matches!(state, GoalState::Flooded { .. })
    }

    /// Ends the list of goals, of which the nearest `count` are wanted.
    fn close(&mut self, count: usize) {
        self.standing.sort_unstable();
        self.kth_bound.begin(&self.lengths, count.min(self.joined));
    }

    /// Returns every point, besides the vertices of the mesh, that may occur in a side test.
    fn ends(&self) -> impl Iterator<Item = DVec2> + '_ {
        std::iter::once(self.start.point).chain(self.points.iter().copied())
    }

    fn note_path(&mut self, goal: u32, reached: Reached) {
        let (known, length) = (&mut self.lengths[goal as usize], reached.solution.length);
        if length >= *known {
            return;
        }
        *known = length;
        self.kth_bound.note(goal, length);
        if let GoalState::Flooded { solution, .. } = &mut self.states[goal as usize] {
            *solution = Some(reached);
        }
    }

    /// Returns the range of `standing` with the goals in a cell.
    fn standing_in(&self, cell: u32) -> std::ops::Range<usize> {
        let first = self.standing.partition_point(|&(slot, _)| slot < cell);
        let count = self.standing[first..].iter().take_while(|(slot, _)| *slot == cell).count();
        first..first + count
    }

    /// No path that is not found is shorter. Infinite if the paths to all wanted goals are known.
    fn proved(&self, pause: &Pause) -> f64 {
        match pause.stage() {
            Stage::Done if self.kth_bound.distance() <= self.max_cost => f64::INFINITY,
            _ => self.rounding.rounded_down(pause.least),
        }
    }
}
