//! Another map under the same agents.

use std::sync::Arc;

use navmesh_core::{MeshPathfinder, Place, WallChange};

use super::Crowd;
use crate::events::Moved;
use crate::narrow::Pass;
use crate::route::Kind;
use crate::rows::Task;

impl Crowd {
    /// Replaces the map. Every agent keeps its key, its goal and its place.
    ///
    /// Agents walk on along their paths until the next steps plan new ones, within the budget. An agent whose place is
    /// no longer walkable is moved to the nearest point of the mesh, on its floor if that has one; the report of the next
    /// step has the event [`Moved`](crate::Event::Moved). Replace the distance fields too, with
    /// [`replace_field`](Self::replace_field).
    ///
    /// Complexity: one point location per agent.
    pub fn set_map(&mut self, finder: impl MeshPathfinder + 'static) {
        (self.mesh, self.finder) = (finder.current_mesh(), Arc::new(finder));
        self.narrows.clear();
        self.rows.passes.iter_mut().for_each(Pass::forget_ground);
        for row in 0..self.rows.len() {
            self.place_again(row);
            if let Task::Walk(_) | Task::Wait(_) = self.rows.tasks[row] {
                self.rows.routes[row].plan_again();
            }
        }
    }

    /// Replaces the map by an edited one. Only agents plan again whose path may be blocked, or may be too long now.
    ///
    /// `change` are the walls that are new and those that are gone, for example those of the report of a live map. The walls
    /// of doors come from [`WallsBefore::whole`](navmesh_core::WallsBefore::whole). A path over a wall that is gone is at
    /// least as long as the straight lines to it and from it, which lowers the proved bound of each path. Where the gap
    /// exceeds a hundredth, the agent plans again, the largest gap first. Agents without a path look for one if the change
    /// frees ground. After an edit that makes ground cheaper use [`set_map`](Self::set_map), whose description holds for the
    /// rest.
    ///
    /// Complexity: linear in the agents and the legs ahead of them, times the changed walls near them; a walk along each path
    /// that a changed wall touches, and one point location for each agent whose cell is gone.
    pub fn edit_map(&mut self, finder: impl MeshPathfinder + 'static, change: &WallChange) {
        (self.mesh, self.finder) = (finder.current_mesh(), Arc::new(finder));
        self.narrows.note_change(change);
        self.rows.passes.iter_mut().for_each(Pass::forget_ground);
        for row in 0..self.rows.len() {
            let has_cell = |cell| !change.is_rebuild() && self.mesh.has_cell(cell);
            if !self.rows.places[row].cell.is_some_and(has_cell) {
                self.place_again(row);
            }
            self.follow_change(row, change);
        }
    }

    /// Plans an agent's path again if a change concerns it.
    fn follow_change(&mut self, row: usize, change: &WallChange) {
        let (point, route) = (self.rows.point(row), &mut self.rows.routes[row]);
        match self.rows.tasks[row] {
            Task::Wait(_) if !change.only_blocks() => route.plan_again(),
            Task::Walk(_) => {
                let is_blocked =
                    change.concerns(&route.path, route.next.saturating_sub(1), &self.mesh)
                        && (!self.mesh.is_uniform() || route.is_blocked(&self.mesh));
                if is_blocked || route.kind == Kind::Detour {
                    route.plan_again(); // the jams of the map before are forgotten
                }
                route.open(point, change.opened());
            }
            _ => {}
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
