//! Another map under the same agents.

use std::sync::Arc;

use navmesh_core::{NavMesh, Path, Pathfinder, Place};

use super::Crowd;
use crate::agent::AgentKey;
use crate::events::Event;

impl Crowd {
    /// Replaces the map. Every agent keeps its key, its goal and its place.
    ///
    /// Agents walk on along their paths until the next steps plan new ones, within the budget. An agent whose place is
    /// no longer walkable is moved to the nearest point of the mesh, on its floor if that has one; the report of the next
    /// step has the event [`Moved`](Event::Moved). Replace the distance fields too, with
    /// [`replace_field`](Self::replace_field).
    ///
    /// Complexity: one point location per agent.
    pub fn set_map(&mut self, mesh: Arc<NavMesh>, finder: Arc<dyn Pathfinder>) {
        self.edit_map(mesh, finder, |_, _| true);
    }

    /// Replaces the map by an edited one, of which only some paths are affected.
    ///
    /// `is_affected` gets each agent that walks, and its path. Only agents for which it returns true plan a new path.
    /// Otherwise it does what [`set_map`](Self::set_map) does.
    ///
    /// Complexity: one point location and one call per agent.
    pub fn edit_map(
        &mut self,
        mesh: Arc<NavMesh>,
        finder: Arc<dyn Pathfinder>,
        mut is_affected: impl FnMut(AgentKey, &Path) -> bool,
    ) {
        (self.mesh, self.finder) = (mesh, finder);
        self.gates.clear();
        for row in 0..self.rows.len() {
            self.place_again(row);
            let (key, route) = (self.rows.keys[row], &mut self.rows.routes[row]);
            if self.rows.tasks[row].goal().is_some() && is_affected(key, &route.path) {
                route.is_stale = true;
                route.is_at_link = false;
            }
        }
    }

    /// Finds an agent's cell on a new mesh, and moves the agent if there is none.
    fn place_again(&mut self, row: usize) {
        let Place { point, layer, .. } = self.rows.places[row];
        let layer = layer.filter(|layer| self.mesh.layers().contains(layer));
        let place = Place { point, layer, cell: None };
        if let Ok(found) = self.on_mesh(place) {
            self.rows.places[row] = found;
            return;
        }
        let is_on_floor = |slot| place.may_be_on(self.mesh.layer(slot));
        // A mesh without cells leaves everyone in place, without a cell.
        let near = self.mesh.nearest_where(point, f64::INFINITY, is_on_floor);
        self.rows.places[row] =
            near.map_or(place, |near| self.mesh.place_in(near.cell.slot, near.point));
        self.rows.routes[row].is_stale = true;
        let distance = point.distance(self.rows.point(row));
        self.events.push(Event::Moved { agent: self.rows.keys[row], distance });
    }
}
