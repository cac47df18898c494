//! Another map under the same agents.

use std::sync::Arc;

use navmesh_core::{MeshPathfinder, Place, WallChange};

use super::Crowd;
use crate::agent::CrowdError;
use crate::classes::{Class, Classes};
use crate::events::Moved;
use crate::narrow::Pass;
use crate::route::Kind;
use crate::rows::Task;

impl Crowd {
    /// Replaces the map of a crowd with one class; [`set_maps`](Self::set_maps) says more.
    ///
    /// # Errors
    ///
    /// Those of `set_maps`.
    pub fn set_map(&mut self, finder: impl MeshPathfinder + 'static) -> Result<(), CrowdError> {
        self.set_maps([finder])
    }

    /// Replaces the finders of all classes, in the order in which they were added. Every agent keeps its key, its goal and
    /// its place.
    ///
    /// Agents walk on along their paths until the next steps plan new ones, within the budget. An agent whose place is
    /// no longer walkable is moved to the nearest point of the mesh, on its floor if that has one; the report of the next
    /// step has the event [`Moved`](crate::Event::Moved). Replace the distance fields too, with
    /// [`replace_field`](Self::replace_field).
    ///
    /// Complexity: one point location per agent.
    ///
    /// # Errors
    ///
    /// `ClassCount` if these are not as many finders as classes; `TooWide` if an agent is wider than its mesh permits. The
    /// crowd is then unchanged.
    pub fn set_maps(
        &mut self,
        finders: impl IntoIterator<Item = impl MeshPathfinder + 'static>,
    ) -> Result<(), CrowdError> {
        self.replace_classes(finders.into_iter().map(Class::new).collect())?;
        self.forget_narrows();
        for row in 0..self.rows.len() {
            self.place_again(row);
            if self.rows.tasks[row].seeks() {
                self.rows.routes[row].plan_again();
            }
        }
        Ok(())
    }

    /// Replaces the map of a crowd with one class by an edited one; [`edit_maps`](Self::edit_maps) says more.
    ///
    /// # Errors
    ///
    /// Those of `edit_maps`.
    pub fn edit_map(
        &mut self,
        finder: impl MeshPathfinder + 'static,
        change: &WallChange,
    ) -> Result<(), CrowdError> {
        self.edit_maps([(finder, change)])
    }

    /// Replaces the finders of all classes by those of edited maps, in the order in which they were added. Only agents plan
    /// again whose path may be blocked, or may be too long now.
    ///
    /// A change are the walls that are new and those that are gone on the mesh of a class, for example those of the report of
    /// a live map. They serve a filtered class too, unless an area that its filter forbids has changed. The walls of doors and
    /// of such areas come from [`WallsBefore::whole`](navmesh_core::WallsBefore::whole). A path over a wall that is gone is at
    /// least as long as the straight lines to it and from it, which lowers the proved bound of each path. Where the gap
    /// exceeds a hundredth, the agent plans again, the largest gap first. Agents without a path look for one if the change
    /// frees ground. After an edit that makes ground cheaper use [`set_maps`](Self::set_maps), whose description holds for
    /// the rest.
    ///
    /// Complexity: linear in the agents and the legs ahead of them, times the changed walls near them; a walk along each path
    /// that a changed wall touches, and one point location for each agent whose cell is gone.
    ///
    /// # Errors
    ///
    /// Those of `set_maps`.
    pub fn edit_maps<'a>(
        &mut self,
        edits: impl IntoIterator<Item = (impl MeshPathfinder + 'static, &'a WallChange)>,
    ) -> Result<(), CrowdError> {
        let edits = edits.into_iter().map(|(finder, change)| (Class::new(finder), change));
        let (classes, changes): (Vec<_>, Vec<_>) = edits.unzip();
        self.replace_classes(classes)?;
        let ground = self.classes.ground();
        self.narrows.note_change(changes[ground.index()]);
        self.rows.passes.iter_mut().for_each(Pass::forget_ground);
        for row in 0..self.rows.len() {
            let change = changes[self.rows.options[row].class.index()];
            let cell = self.rows.places[row].cell.filter(|_| !change.is_rebuild());
            if !cell.is_some_and(|cell| self.mesh_of(row).has_cell(cell)) {
                self.place_again(row);
            }
            self.follow_change(row, change);
        }
        Ok(())
    }

    /// Replaces all classes. Meshes of other radii may make another one that of the narrow places.
    fn replace_classes(&mut self, classes: Vec<Class>) -> Result<(), CrowdError> {
        let [given, expected] = [classes.len(), self.classes.len()];
        if given != expected {
            return Err(CrowdError::ClassCount { given, expected });
        }
        let classes = Classes::new(classes);
        for row in 0..self.rows.len() {
            classes.of_row(&self.rows, row).check(&self.rows.options[row])?;
        }
        if classes.ground() != self.classes.ground() {
            self.narrows.clear();
        }
        self.classes = Arc::new(classes);
        Ok(())
    }

    /// Plans an agent's path again if a change concerns it.
    fn follow_change(&mut self, row: usize, change: &WallChange) {
        let mesh = &self.classes.of_row(&self.rows, row).mesh;
        let (point, route) = (self.rows.point(row), &mut self.rows.routes[row]);
        match self.rows.tasks[row] {
            Task::Wait(_) if !change.only_blocks() => route.plan_again(),
            Task::Walk(_) => {
                let is_blocked = change.concerns(&route.path, route.next.saturating_sub(1), mesh)
                    && (!mesh.is_uniform() || route.is_blocked(mesh));
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
        let class = self.rows.options[row].class;
        let mesh = Arc::clone(self.classes.mesh(class));
        let layer = layer.filter(|layer| mesh.layers().contains(layer));
        let place = Place { layer, ..Place::new(point) };
        if let Ok(found) = self.on_mesh(place, class) {
            self.rows.places[row] = found;
            if let Task::Wait(_) = self.rows.tasks[row] {
                // On a closed door, the cell found may be that of the other side.
                self.rows.routes[row].plan_again();
            }
            return;
        }
        let is_on_floor = |slot| place.may_be_on(mesh.layer(slot));
        // A mesh without cells leaves everyone in place, without a cell.
        let near = mesh.nearest_where(point, f64::INFINITY, is_on_floor);
        let place = near.map_or(place, |near| mesh.place_in(near.cell.slot, near.point));
        self.rows.places[row] = place;
        self.rows.routes[row].plan_again();
        let distance = point.distance(self.rows.point(row));
        self.moved.push(Moved { agent: self.rows.keys[row], distance });
    }
}
