//! The picture of a map, in the editor or for debugging.

use godot::classes::Engine;
use godot::prelude::*;
use tautline::mesh::EdgeId;
use tautline::{DVec2, NavMesh};

use super::TautlineMap2D;
use crate::gather::agents_of;
use crate::nodes::{InTree, vector};

const WALLS: Color = Color::from_rgba(0.95, 0.45, 0.2, 1.0);
const CELLS: Color = Color::from_rgba(0.3, 0.6, 0.9, 0.35);
const PATHS: Color = Color::from_rgba(0.3, 0.9, 0.4, 0.8);

impl TautlineMap2D {
    /// Asks for another picture if the map has changed, agents are drawn, or nothing is to be drawn any more.
    pub(super) fn redraw(&mut self) {
        let is_drawn = self.debug || Engine::singleton().is_editor_hint();
        let wanted = is_drawn.then(|| self.world.changes());
        if self.debug || self.drawn != wanted {
            self.drawn = wanted;
            self.base_mut().queue_redraw();
        }
    }

    /// Draws the walls and cells of the mesh for the first radius, and the paths of agents.
    pub(super) fn draw_mesh(&mut self) {
        if !self.debug && !Engine::singleton().is_editor_hint() {
            return;
        }
        let (mut walls, mut cells) = (PackedVector2Array::new(), PackedVector2Array::new());
        if let Some(mesh) = self.world.mesh() {
            for (ends, is_wall) in sides(&mesh) {
                let lines = if is_wall { &mut walls } else { &mut cells };
                lines.extend(ends.map(vector));
            }
        }
        let mut paths = PackedVector2Array::new();
        if let Some(own) = InTree::of(&self.to_gd().upcast()).filter(|_| self.debug) {
            for (node, agent) in agents_of(&own) {
                let from = agent.bind().body().map(|body| body.get_global_position());
                let ahead = self.world.waypoints(node).into_iter().map(vector);
                let points: Vec<Vector2> = from.into_iter().chain(ahead).collect();
                paths.extend(points.windows(2).flatten().copied());
            }
        }
        let frame = self.base().get_global_transform().affine_inverse();
        let mut node = self.base_mut();
        node.draw_set_transform_matrix(frame);
        for (lines, color) in [(cells, CELLS), (walls, WALLS), (paths, PATHS)] {
            if !lines.is_empty() {
                node.draw_multiline(&lines, color);
            }
        }
    }
}

/// Returns the sides of the cells of a mesh, those that two cells share once, and whether each is a wall.
fn sides(mesh: &NavMesh) -> impl Iterator<Item = ([DVec2; 2], bool)> {
    let edges = mesh.slots().flat_map(|slot| mesh.edge_range(slot));
    edges.map(|edge| EdgeId(edge as u32)).filter_map(|edge| match mesh.edge(edge).twin() {
        Some(twin) if twin < edge => None,
        twin => Some((mesh.edge_ends(edge), twin.is_none())),
    })
}
