//! The flood of a distance field, in slices.
//!
//! The flood expands nodes by their distance from the goals. A stopped flood is therefore a field
//! too: its limit is just below the least distance of the open nodes.

use std::sync::Arc;

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::{Endpoint, LinkDirection, ReachableParts};
use navmesh_core::{FieldQuery, Incidence, PathError, Place, Progress, Stage};

use super::{FieldFlood, Goal, Shortest, View};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::predicates::{
    Lattice, LatticePredicate, RobustPredicate, SidePredicate,
};
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::search::{Any, Search};
use crate::any_angle::session::pause::Pause;
use crate::field::DistanceField;
use crate::field_goals::stand_on;

/// The state of the flood of a distance field between two slices, apart from its workspace.
#[derive(Debug)]
pub struct FieldRun {
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

impl FieldRun {
    /// Places the goals and adds them, so that a flood that never advances is a valid field.
    pub(crate) fn new(
        finder: &AnyAngle,
        workspace: &mut Workspace,
        query: &FieldQuery<'_>,
    ) -> Result<Self, PathError> {
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
        let mut run = Self {
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
        run.joined.around(&finder.mesh, &at_goals, LinkDirection::Backward);
        run.advance(finder, workspace, 0);
        Ok(run)
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
        let mut any = Any::of(objective);
        let mut search = Search::<S, _>::new(map, workspace, &mut any, nodes);
        search.resume(pause, |search| {
            for end in standing {
                let root = search.workspace.roots.len() as u32;
                goals.push(Goal { point: end.point, offset: end.offset, root });
                search.workspace.endpoints.start.clone_from(end);
                search.add_start();
            }
            search.open_first_nodes();
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

    /// Expands up to `nodes` more nodes.
    pub(crate) fn advance(&mut self, finder: &AnyAngle, workspace: &mut Workspace, nodes: u64) {
        if self.on_lattice {
            self.search::<LatticePredicate>(finder, workspace, nodes);
        } else {
            self.search::<RobustPredicate>(finder, workspace, nodes);
        }
    }

    pub(crate) fn stage(&self) -> Stage {
        let is_spent = self.pause.has_begun() && self.pause.stats.expanded >= self.max_expanded;
        if is_spent { Stage::Done } else { self.pause.stage() }
    }

    pub(crate) fn progress(&self) -> Progress {
        self.pause.progress(self.pause.lower_bound(self.objective.rounding), None)
    }

    /// Returns what the flood has found, and takes it: it is read once.
    pub(crate) fn take_field(
        &mut self,
        finder: &AnyAngle,
        workspace: &mut Workspace,
    ) -> DistanceField {
        let limit = self.reach();
        let Self { objective, connections, .. } = self;
        let mut views: Vec<View> = std::mem::take(&mut objective.views);
        let mut homes = std::mem::take(&mut objective.homes);
        homes.merge_sort();
        let map = IndexedMesh { connections, ..finder.indexed() };
        let mut any = Any::of(objective);
        let search = Search::<RobustPredicate, _>::new(map, workspace, &mut any, 0);
        views.retain(|view| view.least <= limit && !search.is_useless(&view.node));
        DistanceField::of(Shortest {
            mesh: finder.mesh.clone(),
            index: finder.index.clone(),
            asked: std::mem::take(&mut self.asked),
            snap: self.snap,
            goals: std::mem::take(&mut self.goals),
            homes,
            joined: std::mem::take(&mut self.joined),
            exits: workspace.connection_state.exits.clone(),
            connections: Arc::clone(&self.connections),
            views: finder.by_cell(&views),
            roots: workspace.roots.clone(),
            steps: workspace.steps.clone(),
            limit,
            expanded: self.pause.stats.expanded,
        })
    }
}
