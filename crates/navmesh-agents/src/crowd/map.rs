//! Another map under the same agents.

use std::sync::Arc;

use navmesh_core::{DVec2, NavMesh, Pathfinder, Place};

use super::Crowd;
use crate::events::Moved;
use crate::route::Kind;

impl Crowd {
    /// Replaces the map. Every agent keeps its key, its goal and its place.
    ///
    /// Agents walk on along their paths until the next steps plan new ones, within the budget. An agent whose place is
    /// no longer walkable is moved to the nearest point of the mesh, on its floor if that has one; the report of the next
    /// step has the event [`Moved`](crate::Event::Moved). Replace the distance fields too, with
    /// [`replace_field`](Self::replace_field).
    ///
    /// Complexity: one point location per agent.
    pub fn set_map(&mut self, mesh: Arc<NavMesh>, finder: Arc<dyn Pathfinder>) {
        self.place_all_on(mesh, finder);
        for (task, route) in self.rows.tasks.iter().zip(&mut self.rows.routes) {
            if task.goal().is_some() {
                route.plan_again();
            }
        }
    }

    /// Replaces the map by an edited one. Only agents plan again whose path is blocked, or may be too long now.
    ///
    /// `opened` are the walls that are gone, for example those of the report of a live map, the line of a door that
    /// has opened, or the two ends of a link. A path over one of them is at least as long as the straight lines to it
    /// and from it, which lowers the proved bound of each path. Where the gap exceeds a hundredth, the agent plans
    /// again, the largest gap first. After an edit of costs use [`set_map`](Self::set_map), whose description holds
    /// for the rest.
    ///
    /// Complexity: one point location and one walk along the path per agent, times the walls that are gone.
    pub fn edit_map(
        &mut self,
        mesh: Arc<NavMesh>,
        finder: Arc<dyn Pathfinder>,
        opened: &[[DVec2; 2]],
    ) {
        self.place_all_on(mesh, finder);
        for row in 0..self.rows.len() {
            let point = self.rows.point(row);
            let route = &mut self.rows.routes[row];
            if self.rows.tasks[row].goal().is_none() {
                continue;
            }
            if route.is_blocked(&self.mesh) || route.kind == Kind::Detour {
                route.plan_again(); // the jams of the map before are forgotten
            }
            route.open(point, opened);
        }
    }

    /// Replaces the map, and finds the cells of all agents.
    fn place_all_on(&mut self, mesh: Arc<NavMesh>, finder: Arc<dyn Pathfinder>) {
        (self.mesh, self.finder) = (mesh, finder);
        self.gates.clear();
        for row in 0..self.rows.len() {
            self.place_again(row);
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
        self.rows.routes[row].plan_again();
        let distance = point.distance(self.rows.point(row));
        self.moved.push(Moved { agent: self.rows.keys[row], distance });
    }
}
