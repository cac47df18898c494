//! Placement of the landmarks, and the distances of the portal ends from them.
//!
//! Each landmark is the portal end that is farthest from the landmarks before it ("farthest" in
//! Goldberg and Harrelson). The search itself computes its distances, as an exploration. A fixed
//! amount of work limits the number of landmarks, so that the index stays cheap compared with the
//! mesh. Links count as two-way, which lengthens no path.

use navmesh_core::backend::collections::NONE;
use navmesh_core::{DVec2, Fan, NavMesh, PathQuery, Stage, VertexId};

use super::{LANDMARKS, Landmarks, UNKNOWN};
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::portals::Portals;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::objective::exploration::{Exploration, explore_on};
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::shortcut_blocks::groups;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;

/// Components with fewer portal ends have no landmarks: their searches are too short to gain.
const MIN_ENDS: usize = 64;

/// The number of expansions per vertex of the mesh after which no further landmark is placed. The
/// whole index then takes less than 0.3 times the time of building the mesh and the index.
const EXPANSIONS_A_VERTEX: f64 = 2.4;

/// The limit of expansions per vertex of the mesh for one exploration. Maps of rooms and caves need
/// 1 to 3, fields of pillars 2 to 10. Two open areas connected by many slots need as many as there
/// are slots.
const MOST_A_VERTEX: f64 = 12.0;

/// An end of a portal between two cells that are no dead ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) vertex: u32,
    pub(super) point: DVec2,
    /// The floor of the portal.
    layer: u32,
    /// The distance to the nearest landmark.
    nearest: f64,
}

impl Landmarks {
    /// Places the landmarks of the components with at least `min_ends` portal ends.
    #[cfg(test)]
    pub(crate) fn with<S: SidePredicate>(map: IndexedMesh, min_ends: usize) -> Self {
        let mut placement = Placement::with(map, min_ends);
        while !placement.advance::<S>(map, u64::MAX) {}
        placement.finish(map.mesh)
    }

    /// Converts one column a landmark into one row a vertex.
    fn from_columns(mesh: &NavMesh, components: &[Vec<Candidate>], columns: &[Vec<f64>]) -> Self {
        let farthest = columns.iter().flatten().copied().fold(0.0, f64::max);
        if farthest == 0.0 {
            return Self::default();
        }
        let step = farthest / f64::from(u16::MAX - 1);
        let mut rows = vec![UNKNOWN; mesh.vertex_count()];
        for (place, candidate) in components.iter().flatten().enumerate() {
            let row = &mut rows[candidate.vertex as usize];
            *row = [0; LANDMARKS];
            for (steps, column) in row.iter_mut().zip(columns) {
                *steps = (column[place] / step) as u16;
            }
        }
        let mut groups = Vec::new();
        if components.len() > 1 {
            groups = vec![NONE; mesh.vertex_count()];
            for (group, candidates) in (0..).zip(components) {
                for candidate in candidates {
                    groups[candidate.vertex as usize] = group;
                }
            }
        }
        let placed = components.iter().map(Vec::len).sum();
        Self { rows, step, groups, placed, ..Self::default() }
    }
}

/// The placement of the landmarks of a mesh, in slices.
#[derive(Debug)]
pub(crate) struct Placement {
    components: Vec<Vec<Candidate>>,
    columns: Vec<Vec<f64>>,
    /// The column of the current landmarks, for the components before the current one.
    column: Vec<f64>,
    component: usize,
    /// The exploration in progress, and its expansions so far.
    pause: Option<Pause>,
    workspace: Workspace,
    expanded: u64,
    budget: f64,
    most: u64,
}

impl Placement {
    /// Prepares the placement for the components with enough portal ends.
    ///
    /// The portals must be in the order of `PortalOrder::without_dead_ends`, here and in all slices.
    pub(crate) fn of(map: IndexedMesh) -> Self {
        Self::with(map, MIN_ENDS)
    }

    /// Prepares the placement for the components with at least `min_ends` portal ends.
    pub(crate) fn with(map: IndexedMesh, min_ends: usize) -> Self {
        let IndexedMesh { mesh, index, connections } = map;
        let mut components = candidates(mesh, index.portals(mesh), connections);
        components.retain(|candidates| candidates.len() >= min_ends);
        let vertices = mesh.vertex_count() as f64;
        let most = (MOST_A_VERTEX * vertices) as u64;
        let mut workspace = Workspace::default();
        Exploration { map, most }.mark(&mut workspace);
        Self {
            components,
            columns: Vec::new(),
            column: Vec::new(),
            component: 0,
            pause: None,
            workspace,
            expanded: 0,
            budget: EXPANSIONS_A_VERTEX * vertices,
            most,
        }
    }

    /// Continues for about this many expansions. Returns true if all landmarks are placed.
    ///
    /// The start of an exploration counts as one expansion.
    pub(crate) fn advance<S: SidePredicate>(&mut self, map: IndexedMesh, mut slice: u64) -> bool {
        while self.columns.len() < LANDMARKS && (self.expanded as f64) < self.budget {
            let Some(candidates) = self.components.get_mut(self.component) else {
                self.columns.push(std::mem::take(&mut self.column));
                self.component = 0;
                if self.components.is_empty() {
                    return true;
                }
                continue;
            };
            if slice == 0 {
                return false;
            }
            let mut pause = self.pause.take().unwrap_or_default();
            if !pause.has_begun() && !begin_at_landmark(map, &mut self.workspace, candidates) {
                self.column.resize(self.column.len() + candidates.len(), 0.0);
                (self.component, slice) = (self.component + 1, slice - 1);
                continue;
            }
            let before = pause.stats.expanded;
            let left = self.most.saturating_sub(before);
            let exploration = Exploration { map, most: left.min(slice) };
            explore_on::<S>(&exploration, &mut self.workspace, &mut pause);
            let spent = pause.stats.expanded - before;
            let is_whole = pause.stage() == Stage::Done;
            slice = slice.saturating_sub(spent.max(1));
            if !is_whole && spent < left {
                self.pause = Some(pause);
                continue;
            }
            note_distances(&self.workspace, candidates, &mut self.column, is_whole);
            self.expanded += pause.stats.expanded;
            self.most = self.most.saturating_sub(pause.stats.expanded);
            self.component += 1;
        }
        true
    }

    /// Returns the landmarks that were placed.
    pub(crate) fn finish(&self, mesh: &NavMesh) -> Landmarks {
        Landmarks::from_columns(mesh, &self.components, &self.columns)
    }
}

/// Returns the ends of all portals between cells that are no dead ends, each once. They are grouped
/// by the components that links connect.
pub(super) fn candidates(
    mesh: &NavMesh,
    portals: Portals,
    connections: &ConnectionIndex,
) -> Vec<Vec<Candidate>> {
    let groups = groups(mesh, connections);
    let mut components = vec![Vec::new(); mesh.slot_count()];
    let mut is_noted = vec![false; mesh.vertex_count()];
    for slot in mesh.slots() {
        let group = groups[mesh.component(slot) as usize];
        let of_component: &mut Vec<Candidate> = &mut components[group as usize];
        for portal in portals.of_cell(slot).map(|number| portals.get(number)) {
            // The twin of a portal has the same ends.
            if portal.twin < portal.number || !portals.joins_no_dead_end(portal, connections) {
                continue;
            }
            for (vertex, point) in portal.ends() {
                if !std::mem::replace(&mut is_noted[vertex as usize], true) {
                    let layer = mesh.layer(slot);
                    of_component.push(Candidate { vertex, point, layer, nearest: f64::INFINITY });
                }
            }
        }
    }
    components
}

/// Prepares an exploration from the candidate that is farthest from all landmarks before; false if it cannot
/// be placed.
fn begin_at_landmark(
    map: IndexedMesh,
    workspace: &mut Workspace,
    candidates: &[Candidate],
) -> bool {
    let order = |a: &&Candidate, b: &&Candidate| {
        a.nearest.total_cmp(&b.nearest).then(a.point.x.total_cmp(&b.point.x))
    };
    let Some(landmark) = candidates.iter().max_by(order) else { return false };
    let query = PathQuery::new(landmark.point, landmark.point)
        .start_layer(landmark.layer)
        .goal_layer(landmark.layer);
    if workspace.endpoints.place(map.mesh, &query).is_err() {
        return false;
    }
    // The search starts in the fan of the landmark's vertex only. Another fan of the same point is
    // another place, perhaps in a dead end.
    let fan = Fan::Vertex(VertexId(landmark.vertex));
    workspace.endpoints.start.incidences.retain(|at| map.mesh.fan(at) == fan);
    true
}

/// Appends the distances of the candidates of a component to `column`.
///
/// All distances are 0, which gives no bound, if the exploration is not whole or a candidate is unreachable.
fn note_distances(
    workspace: &Workspace,
    candidates: &mut [Candidate],
    column: &mut Vec<f64>,
    is_whole: bool,
) {
    let first = column.len();
    column.resize(first + candidates.len(), 0.0);
    if !is_whole {
        return;
    }
    let own = &mut column[first..];
    for (own, candidate) in own.iter_mut().zip(&*candidates) {
        *own = workspace.vertices.distance(candidate.vertex);
    }
    if !own.iter().all(|distance| distance.is_finite()) {
        own.fill(0.0);
        return;
    }
    for (candidate, own) in candidates.iter_mut().zip(own) {
        candidate.nearest = candidate.nearest.min(*own);
    }
}
