//! Maps and agents as lines, for the eyes of a developer.

use bevy_app::{App, Plugin, Update};
use bevy_color::Color;
use bevy_ecs::prelude::*;
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{DVec2, DVec3, Vec3};
use bevy_reflect::prelude::*;
use tautline::NavMesh;
use tautline::mesh::EdgeId;

use crate::agent::{NavAgent, NavAgentState, NavPath};
use crate::gather::Places;
use crate::plane::Plane;
use crate::world::NavWorld;

/// The corners of the circle of an agent.
const CORNERS: u8 = 16;

/// Adds the gizmos of maps and agents. Bevy's `GizmoPlugin` has to be there.
///
/// They are drawn unless `GizmoConfigStore` disables the group [`NavGizmos`], whose fields have the colours.
#[derive(Debug, Clone, Copy, Default)]
pub struct NavGizmosPlugin;

/// The colours of the gizmos; without one a part is not drawn.
#[derive(Debug, Clone, Reflect, GizmoConfigGroup)]
#[reflect(Default)]
pub struct NavGizmos {
    /// The radius whose mesh is drawn: that of the least one that is not smaller.
    pub radius: f32,
    /// Borders of ground, walls and closed doors.
    pub walls: Option<Color>,
    /// Sides that two cells share.
    pub cells: Option<Color>,
    /// Sides of cells that cost more or less than 1.
    pub costs: Option<Color>,
    /// Paths ahead of agents.
    pub paths: Option<Color>,
    /// Circles of agents.
    pub agents: Option<Color>,
    /// Circles of agents that wait, because no path leads to their destinations.
    pub waiting: Option<Color>,
}

impl Default for NavGizmos {
    fn default() -> Self {
        Self {
            radius: 0.0,
            walls: Some(Color::srgb(0.9, 0.5, 0.1)),
            cells: Some(Color::srgba(0.5, 0.7, 0.9, 0.25)),
            costs: Some(Color::srgb(0.6, 0.4, 0.2)),
            paths: Some(Color::srgb(0.2, 0.8, 0.3)),
            agents: Some(Color::srgb(0.2, 0.6, 1.0)),
            waiting: Some(Color::srgb(1.0, 0.2, 0.2)),
        }
    }
}

impl Plugin for NavGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<NavGizmos>().add_systems(Update, (draw_maps, draw_agents));
    }
}

fn draw_maps(
    mut gizmos: Gizmos<'_, '_, NavGizmos>,
    store: Res<GizmoConfigStore>,
    plane: Res<Plane>,
    maps: Query<&NavWorld>,
) {
    let (config, colors) = store.config::<NavGizmos>();
    if !config.enabled {
        return;
    }
    for mesh in maps.iter().filter_map(|map| map.mesh(colors.radius)) {
        for_each_side(&mesh, colors, |ends, color| {
            let [a, b] = ends.map(|end| plane.in_game(end, DVec3::ZERO).as_vec3());
            gizmos.line(a, b, color);
        });
    }
}

/// Visits the sides of cells that have a colour, those that two cells share once.
fn for_each_side(mesh: &NavMesh, colors: &NavGizmos, mut visit: impl FnMut([DVec2; 2], Color)) {
    for slot in mesh.slots() {
        for edge in mesh.edge_range(slot).map(|edge| EdgeId(edge as u32)) {
            let twin = mesh.edge(edge).twin();
            let costs = |edge: EdgeId| mesh.cost(mesh.edge(edge).cell_slot());
            let color = match twin {
                None => colors.walls,
                Some(twin) if twin < edge => None,
                Some(twin) if costs(edge) != 1.0 || costs(twin) != 1.0 => colors.costs,
                Some(_) => colors.cells,
            };
            if let Some(color) = color {
                visit(mesh.edge_ends(edge), color);
            }
        }
    }
}

/// The components of an agent that are drawn.
type Parts<'a> = (Entity, &'a NavAgent, &'a NavAgentState, &'a NavPath);

fn draw_agents(
    mut gizmos: Gizmos<'_, '_, NavGizmos>,
    store: Res<GizmoConfigStore>,
    plane: Res<Plane>,
    places: Places,
    agents: Query<Parts<'_>>,
) {
    let (config, colors) = store.config::<NavGizmos>();
    if !config.enabled {
        return;
    }
    for (entity, agent, state, path) in &agents {
        let Some(at) = places.point(entity) else { continue };
        let waits = matches!(state, NavAgentState::Waits(_));
        if let Some(color) = if waits { colors.waiting } else { colors.agents } {
            gizmos.linestrip(circle(*plane, at, f64::from(agent.radius)), color);
        }
        if let Some(color) = colors.paths.filter(|_| !path.points.is_empty()) {
            let points =
                path.points.iter().map(|point| plane.in_game(point.as_dvec2(), at).as_vec3());
            gizmos.linestrip(std::iter::once(at.as_vec3()).chain(points), color);
        }
    }
}

/// Returns the points of a circle, the first one again at the end.
fn circle(plane: Plane, at: DVec3, radius: f64) -> impl Iterator<Item = Vec3> {
    let middle = plane.on_map(at);
    (0..=CORNERS).map(move |corner| {
        let turn = std::f64::consts::TAU * f64::from(corner) / f64::from(CORNERS);
        plane.in_game(middle + DVec2::from_angle(turn) * radius, at).as_vec3()
    })
}
