//! The survey: where the landmarks are, and how far everything is from them.
//!
//! Each landmark is the end of a portal that is farthest from those before it ("farthest" in Goldberg and
//! Harrelson). Its distances are found by the search itself, for no goal. There are as many landmarks as a stated
//! amount of work allows, so that the index stays cheap beside the mesh. Links count as if each led both ways:
//! no way is shorter for that.

use navmesh_core::{DVec2, Fan, NavMesh, PathQuery, VertexId};

use super::{LANES, Landmarks, UNKNOWN};
use crate::any_angle::index::Index;
use crate::any_angle::index::portals::Portals;
use crate::any_angle::index::predicates::Sides;
use crate::any_angle::objective::exploration::{Ground, Surveyed};
use crate::any_angle::off_mesh::connection_index::LeapIndex;
use crate::any_angle::off_mesh::shortcut_blocks::groups;
use crate::any_angle::search::Run;
use crate::any_angle::search::workspace::Room;

/// A component with fewer ends of portals has no landmarks: its searches are over before they would gain.
const MIN_ENDS: usize = 64;

/// How many nodes may be expanded a vertex of the mesh before the last landmark is placed: with all that is
/// prepared, under three tenths of what building mesh and index costs.
const EXPANSIONS_A_VERTEX: f64 = 2.4;

/// How many nodes one search of a component may expand a vertex of the mesh. On maps of rooms and caves it takes 1
/// to 3, on fields of pillars 2 to 10; between two halls with slots between them as many as there are slots.
const MOST_A_VERTEX: f64 = 12.0;

/// The end of a portal that leads on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Post {
    pub(super) vertex: u32,
    pub(super) point: DVec2,
    /// Its floor.
    layer: u32,
    /// How far the nearest landmark is.
    nearest: f64,
}

impl Landmarks {
    /// Places the landmarks of every component. Complexity: linear in the mesh, by the two stated numbers of
    /// expansions a vertex.
    pub(crate) fn of<S: Sides>(mesh: &NavMesh, index: &Index, leaps: &LeapIndex) -> Self {
        Self::with::<S>(mesh, (index, leaps), MIN_ENDS)
    }

    /// The same, of the components with so many ends of portals.
    pub(crate) fn with<S: Sides>(
        mesh: &NavMesh,
        (index, leaps): (&Index, &LeapIndex),
        min_ends: usize,
    ) -> Self {
        let mut components = posts(mesh, index.portals(mesh), leaps);
        components.retain(|posts| posts.len() >= min_ends);
        let vertices = mesh.vertex_count() as f64;
        let (budget, mut most) =
            (EXPANSIONS_A_VERTEX * vertices, (MOST_A_VERTEX * vertices) as u64);
        let (mut room, mut columns, mut expanded) = (Room::default(), Vec::new(), 0);
        Ground { mesh, index, leaps, most }.mark(&mut room);
        while columns.len() < LANES && (expanded as f64) < budget {
            let mut column = Vec::new();
            for posts in &mut components {
                let ground = Ground { mesh, index, leaps, most };
                let spent = survey::<S>(&ground, &mut room, posts, &mut column);
                expanded += spent;
                most = most.saturating_sub(spent);
            }
            columns.push(column);
        }
        Self::from_columns(mesh, &components, &columns)
    }

    /// Turns a column a landmark into a row a vertex.
    fn from_columns(mesh: &NavMesh, components: &[Vec<Post>], columns: &[Vec<f64>]) -> Self {
        let farthest = columns.iter().flatten().copied().fold(0.0, f64::max);
        if farthest == 0.0 {
            return Self::default();
        }
        let step = farthest / f64::from(u16::MAX - 1);
        let mut rows = vec![UNKNOWN; mesh.vertex_count()];
        for (place, post) in components.iter().flatten().enumerate() {
            let row = &mut rows[post.vertex as usize];
            *row = [0; LANES];
            for (steps, column) in row.iter_mut().zip(columns) {
                *steps = (column[place] / step) as u16;
            }
        }
        Self { rows, step }
    }
}

/// The ends of the portals that lead on, each once, by what hangs together.
pub(super) fn posts(mesh: &NavMesh, portals: Portals, leaps: &LeapIndex) -> Vec<Vec<Post>> {
    let groups = groups(mesh, leaps);
    let mut components = vec![Vec::new(); mesh.component_count()];
    let mut is_noted = vec![false; mesh.vertex_count()];
    for slot in mesh.slots() {
        let group = groups[mesh.component(slot) as usize];
        let of_component: &mut Vec<Post> = &mut components[group as usize];
        for portal in portals.of_cell(slot).map(|number| portals.get(number)) {
            // The other side of a portal has the same ends.
            if portal.twin < portal.number || !portals.is_between_ways(portal, leaps) {
                continue;
            }
            for (vertex, point) in portal.ends() {
                if !std::mem::replace(&mut is_noted[vertex as usize], true) {
                    let layer = mesh.layer(slot);
                    of_component.push(Post { vertex, point, layer, nearest: f64::INFINITY });
                }
            }
        }
    }
    components
}

/// Places the next landmark of a component and adds the distances of its posts to `column`; returns how
/// many nodes were expanded.
///
/// A landmark from which not all is found to be reached, for which there was not enough to spend, or that cannot be
/// placed, tells nothing: then all of the component is at the distance 0 from it.
fn survey<S: Sides>(
    ground: &Ground<'_>,
    room: &mut Room,
    posts: &mut [Post],
    column: &mut Vec<f64>,
) -> u64 {
    let order = |a: &&Post, b: &&Post| {
        a.nearest.total_cmp(&b.nearest).then(a.point.x.total_cmp(&b.point.x))
    };
    let at = |post: &Post| {
        PathQuery::new(post.point, post.point).start_layer(post.layer).goal_layer(post.layer)
    };
    let landmark = posts.iter().max_by(order).copied();
    let first = column.len();
    column.resize(first + posts.len(), 0.0);
    let Some(landmark) = landmark else { return 0 };
    if room.endpoints.place(ground.mesh, &at(&landmark)).is_err() {
        return 0;
    }
    // Another fan of the same point is another place, from which the search may not even lead on: a dead end.
    let fan = Fan::Vertex(VertexId(landmark.vertex));
    room.endpoints.start.incidences.retain(|at| ground.mesh.fan(at) == fan);
    let Surveyed { expanded, is_whole } = Run::<S, _>::survey(ground, room);
    if !is_whole {
        return expanded;
    }
    let own = &mut column[first..];
    own.iter_mut().zip(&*posts).for_each(|(own, at)| *own = room.vertices.distance(at.vertex));
    match own.iter().all(|distance| distance.is_finite()) {
        true => posts.iter_mut().zip(own).for_each(|(at, own)| at.nearest = at.nearest.min(*own)),
        false => own.fill(0.0),
    }
    expanded
}
