//! Placement of the landmarks, and the distances of the portal ends from them.
//!
//! Each landmark is the portal end that is farthest from the landmarks before it ("farthest" in
//! Goldberg and Harrelson). The search itself computes its distances, as an exploration. A fixed
//! amount of work limits the number of landmarks, so that the index stays cheap compared with the
//! mesh. Links count as two-way, which lengthens no path.

use navmesh_core::{DVec2, Fan, NavMesh, PathQuery, VertexId};

use super::{LANDMARKS, Landmarks, UNKNOWN};
use crate::any_angle::index::IndexedMesh;
use crate::any_angle::index::portals::Portals;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::objective::exploration::{Exploration, Explored, explore};
use crate::any_angle::off_mesh::connection_index::ConnectionIndex;
use crate::any_angle::off_mesh::shortcut_blocks::groups;
use crate::any_angle::search::workspace::Workspace;

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
    /// Places the landmarks of every component. Complexity: linear in the mesh, with the two
    /// constants above as factors.
    pub(crate) fn of<S: SidePredicate>(map: IndexedMesh) -> Self {
        Self::with::<S>(map, MIN_ENDS)
    }

    /// Places the landmarks of the components with at least `min_ends` portal ends.
    pub(crate) fn with<S: SidePredicate>(map: IndexedMesh, min_ends: usize) -> Self {
        let IndexedMesh { mesh, index, connections } = map;
        let mut components = candidates(mesh, index.portals(mesh), connections);
        components.retain(|candidates| candidates.len() >= min_ends);
        let vertices = mesh.vertex_count() as f64;
        let (budget, mut most) =
            (EXPANSIONS_A_VERTEX * vertices, (MOST_A_VERTEX * vertices) as u64);
        let (mut workspace, mut columns, mut expanded) = (Workspace::default(), Vec::new(), 0);
        Exploration { map, most }.mark(&mut workspace);
        while columns.len() < LANDMARKS && (expanded as f64) < budget {
            let mut column = Vec::new();
            for candidates in &mut components {
                let exploration = Exploration { map, most };
                let spent =
                    add_landmark::<S>(&exploration, &mut workspace, candidates, &mut column);
                expanded += spent;
                most = most.saturating_sub(spent);
            }
            columns.push(column);
        }
        Self::from_columns(mesh, &components, &columns)
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
        Self { rows, step }
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

/// Places the next landmark of a component and appends the distances of its candidates to `column`;
/// returns the number of expansions.
///
/// All distances are 0, which gives no bound, if the landmark cannot be placed, if the budget runs
/// out, or if some candidate is unreachable.
fn add_landmark<S: SidePredicate>(
    exploration: &Exploration<'_>,
    workspace: &mut Workspace,
    candidates: &mut [Candidate],
    column: &mut Vec<f64>,
) -> u64 {
    let order = |a: &&Candidate, b: &&Candidate| {
        a.nearest.total_cmp(&b.nearest).then(a.point.x.total_cmp(&b.point.x))
    };
    let at = |candidate: &Candidate| {
        PathQuery::new(candidate.point, candidate.point)
            .start_layer(candidate.layer)
            .goal_layer(candidate.layer)
    };
    let landmark = candidates.iter().max_by(order).copied();
    let first = column.len();
    column.resize(first + candidates.len(), 0.0);
    let Some(landmark) = landmark else { return 0 };
    if workspace.endpoints.place(exploration.map.mesh, &at(&landmark)).is_err() {
        return 0;
    }
    // The search starts in the fan of the landmark's vertex only. Another fan of the same point is
    // another place, perhaps in a dead end.
    let fan = Fan::Vertex(VertexId(landmark.vertex));
    workspace.endpoints.start.incidences.retain(|at| exploration.map.mesh.fan(at) == fan);
    let Explored { expanded, is_whole } = explore::<S>(exploration, workspace);
    if !is_whole {
        return expanded;
    }
    let own = &mut column[first..];
    for (own, candidate) in own.iter_mut().zip(&*candidates) {
        *own = workspace.vertices.distance(candidate.vertex);
    }
    if !own.iter().all(|distance| distance.is_finite()) {
        own.fill(0.0);
        return expanded;
    }
    for (candidate, own) in candidates.iter_mut().zip(own) {
        candidate.nearest = candidate.nearest.min(*own);
    }
    expanded
}
