//! The flood of a distance field, in slices.
//!
//! The flood expands nodes by their distance from the goals. A stopped flood is therefore a field
//! too: its limit is just below the least distance of the open nodes.

use std::sync::Arc;

use navmesh_core::incremental::Session;
use navmesh_core::{
    Endpoint, FieldQuery, Incidence, LinkDirection, PathError, Place, Progress, ReachableParts,
    Stage,
};

use super::{DistanceField, FieldFlood, Goal, View};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::{
    Lattice, LatticePredicate, RobustPredicate, SidePredicate,
};
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::Search;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::task::{AnyAngleTask, SlicedSearch};
use crate::field_goals::stand_on;

/// The state of the flood of a distance field between two slices, apart from its workspace.
#[derive(Debug)]
pub struct FieldTask {
    objective: FieldFlood,
    /// The requested goals.
    asked: Vec<Place>,
    snap: Option<f64>,
    max_expanded: u64,
    standing: Vec<Endpoint>,
    goals: Vec<Goal>,
    /// The links, reversed: the flood starts at the goals.
    connections: Arc<ConnectionIndex>,
    /// The parts of the mesh from which a goal is reachable.
    joined: ReachableParts,
    on_lattice: bool,
    pause: Pause,
}

/// The flood of a distance field that the caller advances in slices; made by
/// [`AnyAngle::begin_field`].
///
/// All distances up to the lower bound of its progress are known.
pub type FieldSession = Session<AnyAngleTask<FieldTask>>;

impl FieldTask {
    /// Places the goals, and expands no node.
    pub(super) fn new(
        finder: &AnyAngle,
        workspace: &mut Workspace,
        query: &FieldQuery<'_>,
    ) -> Result<Self, PathError> {
        if !finder.mesh.is_uniform() {
            let what = "a distance field where cells have costs; ask queries, or a filter under which all costs are 1";
            return Err(PathError::Unsupported { what });
        }
        let standing = stand_on(&finder.mesh, query, &mut workspace.endpoints)?;
        let all_on = |lattice: Lattice| standing.iter().all(|end| lattice.holds(end.point));
        let on_lattice = finder.common_lattice().is_some_and(all_on);
        let connections = finder.connections.turned_round(&finder.mesh);
        workspace.clear(&finder.mesh);
        workspace.block_route.mark_all_and_check(&finder.mesh, &finder.index.blocks);
        workspace.look_for_entries(&finder.mesh, &connections);
        let at_goals: Vec<Incidence> =
            standing.iter().flat_map(|end| &end.incidences).copied().collect();
        let rounding = Rounding::of(&finder.mesh, &workspace.endpoints);
        let limit = query.max_cost.unwrap_or(f64::INFINITY);
        let objective = FieldFlood { limit, rounding, views: Vec::new(), homes: Vec::new() };
        let mut task = Self {
            objective,
            asked: query.goals.to_vec(),
            snap: query.snap,
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            goals: Vec::with_capacity(standing.len()),
            standing,
            connections,
            joined: ReachableParts::default(),
            on_lattice,
            pause: Pause::default(),
        };
        task.joined.around(&finder.mesh, &at_goals, LinkDirection::Backward);
        Ok(task)
    }

    fn search<S: SidePredicate>(
        &mut self,
        finder: &AnyAngle,
        workspace: &mut Workspace,
        nodes: u64,
    ) {
        if self.pause.stage() == Stage::Done {
            return;
        }
        let nodes = nodes.min(self.max_expanded - self.pause.stats.expanded);
        let Self { objective, standing, goals, connections, pause, .. } = self;
        let map = IndexedMesh { connections, ..finder.indexed() };
        let mut search = Search::<S, _>::new(map, workspace, objective, nodes);
        search.go_on(pause, |search| {
            for end in standing {
                let root = search.workspace.roots.len() as u32;
                goals.push(Goal { point: end.point, offset: end.offset, root });
                search.workspace.endpoints.start.clone_from(end);
                search.add_start();
            }
            search.set_out();
        });
    }

    /// The distance up to which the field is known: its limit, or just below the least open node.
    fn reach(&self) -> f64 {
        match self.pause.stage() {
            Stage::Done => self.objective.limit,
            Stage::InProgress => {
                let least = self.pause.lower_bound(self.objective.rounding);
                least.next_down().clamp(0.0, self.objective.limit)
            }
        }
    }

    /// Returns the field up to the distance that the flood has reached.
    pub(super) fn into_field(self, finder: &AnyAngle, workspace: &mut Workspace) -> DistanceField {
        let limit = self.reach();
        let Self { mut objective, asked, snap, goals, connections, joined, pause, .. } = self;
        let mut views: Vec<View> = std::mem::take(&mut objective.views);
        let mut homes = std::mem::take(&mut objective.homes);
        homes.sort_unstable();
        let map = IndexedMesh { connections: &connections, ..finder.indexed() };
        let search = Search::<RobustPredicate, _>::new(map, workspace, &mut objective, 0);
        views.retain(|view| view.least <= limit && !search.is_useless(&view.node));
        let views = finder.by_cell(&views);
        DistanceField {
            mesh: finder.mesh.clone(),
            index: finder.index.clone(),
            asked,
            snap,
            goals,
            homes,
            joined,
            exits: workspace.connection_state.exits.clone(),
            connections,
            views,
            roots: workspace.roots.clone(),
            steps: workspace.steps.clone(),
            limit,
            expanded: pause.stats.expanded,
        }
    }
}

impl SlicedSearch for FieldTask {
    fn advance(&mut self, finder: &AnyAngle, workspace: &mut Workspace, nodes: u64) {
        if self.on_lattice {
            self.search::<LatticePredicate>(finder, workspace, nodes);
        } else {
            self.search::<RobustPredicate>(finder, workspace, nodes);
        }
    }

    fn stage(&self) -> Stage {
        let is_spent = self.pause.has_begun() && self.pause.stats.expanded >= self.max_expanded;
        if is_spent { Stage::Done } else { self.pause.stage() }
    }

    fn progress(&self, _: &AnyAngle, _: &Workspace) -> Progress {
        self.pause.progress(self.pause.lower_bound(self.objective.rounding), None)
    }
}

impl AnyAngle {
    /// Begins the flood of a distance field; the caller advances it in slices.
    ///
    /// The flood shares the mesh and has a workspace of its own.
    ///
    /// Complexity: point location of the goals, and memory linear in the mesh.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if a goal has invalid coordinates, or if the limit is negative or NaN;
    /// `GoalOutside` or `OnClosedCell` for the first goal if none can be placed on the mesh;
    /// `Unsupported` if cells have costs, or without a goal.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Place, Stage};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [Place::new([1.0, 1.0])];
    /// let mut flood = finder.begin_field(&FieldQuery::new(&goals))?;
    /// while flood.advance(64) == Stage::InProgress {
    ///     // ... until the next frame ...
    /// }
    /// assert_eq!(flood.progress().lower_bound, f64::INFINITY); // all distances are known
    /// assert_eq!(flood.into_task().into_field().distance_at([3.0, 1.0]), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_field(&self, query: &FieldQuery<'_>) -> Result<FieldSession, PathError> {
        let mut workspace = Box::<Workspace>::default();
        let mut kind = FieldTask::new(self, &mut workspace, query)?;
        // The goals are added here, so that a flood that never advances is a valid field.
        kind.advance(self, &mut workspace, 0);
        Ok(Session::new(AnyAngleTask { finder: self.clone(), workspace, kind }))
    }
}

impl AnyAngleTask<FieldTask> {
    /// Returns the field; its limit is the distance that the flood has reached.
    ///
    /// Complexity: linear in the nodes expanded and in the cells of the mesh.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{FieldQuery, Place};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [Place::new([1.0, 1.0])];
    /// let flood = finder.begin_field(&FieldQuery::new(&goals))?; // and never advanced
    /// let field = flood.into_task().into_field();
    /// assert_eq!(field.distance_at([1.0, 1.0]), 0.0);
    /// assert!(field.distance_at([1.0, 2.0]) == 1.0 || field.limit() < 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn into_field(mut self) -> DistanceField {
        self.kind.into_field(&self.finder, &mut self.workspace)
    }
}
