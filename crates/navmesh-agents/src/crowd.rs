//! The crowd: its agents, and the commands of the program.

mod fields;
mod map;
mod look;
mod on_mesh;
mod state;

use std::fmt;
use std::sync::Arc;

use navmesh_core::backend::checked_points;
use navmesh_core::backend::collections::Slots;
use navmesh_core::{DVec2, MeshPathfinder, NavMesh, Path, PathQuery, Place, Scratch, SharedGoals};
use navmesh_search::MeshQueries;
use slotmap::SlotMap;

use crate::agent::{AgentKey, AgentOptions, ClassId, CrowdError, FieldKey, GREATEST, SMALLEST};
use crate::classes::{Class, Classes};
use crate::events::Moved;
use crate::narrow::{Narrows, Pass};
use crate::right_of_way::to_the_right;
use crate::route::Kind;
use crate::rows::{Goal, Rows, Task};
use crate::workspace::Workspace;
pub use look::AgentState;
pub use on_mesh::OnMesh;
pub use state::CrowdState;

/// Agents that walk among each other, all on one mesh or each class on its own.
///
/// The order of the calls decides every result: agents are processed in the order of insertion, and a removed
/// agent's row goes to the last agent.
#[doc(alias = "dtCrowd")]
#[doc(alias = "NavMeshAgent")]
#[doc(alias = "ORCA")]
#[doc(alias = "RVO")]
pub struct Crowd {
    pub(crate) classes: Arc<Classes>,
    pub(crate) keys: Slots<AgentKey, usize>,
    pub(crate) rows: Rows,
    pub(crate) fields: SlotMap<FieldKey, Arc<dyn SharedGoals>>,
    pub(crate) narrows: Narrows,
    pub(crate) scratch: Scratch,
    pub(crate) workspace: Workspace,
    /// The agents that were moved since the last step.
    pub(crate) moved: Vec<Moved>,
    pub(crate) time: f64,
    pub(crate) steps: u64,
    /// The turn of agents among others.
    pub(crate) aside: DVec2,
}

impl fmt::Debug for Crowd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crowd").field("rows", &self.rows).field("time", &self.time).finish()
    }
}

impl Crowd {
    /// Creates an empty crowd on the mesh of a finder, which plans the paths.
    ///
    /// For agents of several sizes or types see [`add_class`](Self::add_class); for paths of another finder, such as one on
    /// tiles, [`OnMesh`].
    #[must_use]
    pub fn new(finder: impl MeshPathfinder + 'static) -> Self {
        Self {
            classes: Arc::new(Classes::new(vec![Class::new(finder)])),
            keys: Slots::default(),
            rows: Rows::default(),
            fields: SlotMap::with_key(),
            narrows: Narrows::default(),
            scratch: Scratch::new(),
            workspace: Workspace::default(),
            moved: Vec::new(),
            time: 0.0,
            steps: 0,
            aside: to_the_right(),
        }
    }

    /// Adds a class of agents: a size, with a finder on a mesh built for its radius, or a type, with a
    /// [filtered](https://docs.rs/tautline/latest/tautline/struct.MeshFinder.html#method.filtered) finder. [`AgentOptions::class`] puts an agent into it.
    ///
    /// All agents avoid each other. Each walks on the mesh of its class, by paths of its finder. The classes are those of one
    /// map: narrow places are found on the mesh with the smallest radius, for the largest agent.
    ///
    /// Complexity: linear in the classes.
    ///
    /// ```
    /// # use navmesh_agents::{AgentOptions, Crowd};
    /// # use tautline::{Outline, Outlines, RadiusSet};
    /// # let walkable = vec![Outline::rect([0.0, 0.0], [20.0, 10.0])];
    /// let sizes = RadiusSet::new(Outlines { walkable, ..Outlines::default() });
    /// let mut crowd = Crowd::new(sizes.finder(0.4)?);
    /// let tanks = crowd.add_class(sizes.finder(0.9)?);
    /// let soldier = AgentOptions::default().radius(0.4);
    /// crowd.add([0.5, 5.0], soldier)?; // the nearest a soldier comes to the wall is 0.4
    /// assert!(crowd.add([0.5, 5.0], soldier.class(tanks).radius(0.9)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_class(&mut self, finder: impl MeshPathfinder + 'static) -> ClassId {
        self.forget_narrows();
        self.classes = Arc::new(self.classes.with(Class::new(finder)));
        ClassId(self.classes.len() as u32 - 1)
    }

    /// Adds an agent that stands at `place`, or at the nearest point of the mesh within the default snap.
    /// [`Crowd::place`](Self::place) tells where.
    ///
    /// Complexity: one point location.
    ///
    /// # Errors
    ///
    /// `BadOption` if an option is out of its range; `UnknownClass`; `TooWide` if the mesh of its class was built for a
    /// smaller radius, and not for points; `Place` if the place is off that mesh by more than the default snap or not a valid
    /// number.
    pub fn add(
        &mut self,
        place: impl Into<Place>,
        options: AgentOptions,
    ) -> Result<AgentKey, CrowdError> {
        options.check()?;
        self.classes.get(options.class)?.check(&options)?;
        let place = self.on_mesh(place.into(), options.class)?;
        let row = self.rows.len();
        let key = self.keys.insert(row);
        self.rows.push(key, place, options);
        Ok(key)
    }

    /// Adds an agent that the program moves with [`drive`](Self::drive), such as the player. Others avoid it.
    ///
    /// Complexity: one point location.
    ///
    /// # Errors
    ///
    /// Those of [`add`](Self::add).
    pub fn add_driven(
        &mut self,
        place: impl Into<Place>,
        options: AgentOptions,
    ) -> Result<AgentKey, CrowdError> {
        let key = self.add(place, options)?;
        let row = self.row(key)?;
        self.rows.tasks[row] = Task::Driven;
        Ok(key)
    }

    /// Replaces the options of an agent. If they change its paths, the next step plans a new one.
    ///
    /// Complexity: O(1); for another class one point location.
    ///
    /// # Errors
    ///
    /// `UnknownAgent`, and those of [`add`](Self::add): an agent that stands where the mesh of another class has no ground
    /// cannot change to that class.
    pub fn set_options(&mut self, key: AgentKey, options: AgentOptions) -> Result<(), CrowdError> {
        let row = self.row(key)?;
        options.check()?;
        self.classes.get(options.class)?.check(&options)?;
        let before = self.rows.options[row];
        if options.class != before.class {
            let place = Place { cell: None, ..self.rows.places[row] };
            self.rows.places[row] = self.on_mesh(place, options.class)?;
        }
        self.rows.options[row] = options;
        if !options.has_paths_of(&before) && self.rows.tasks[row].seeks() {
            self.rows.routes[row].plan_again();
        }
        Ok(())
    }

    /// Removes an agent.
    ///
    /// Complexity: O(1).
    ///
    /// # Errors
    ///
    /// `UnknownAgent`.
    pub fn remove(&mut self, key: AgentKey) -> Result<(), CrowdError> {
        let row = self.row(key)?;
        self.keys.remove(key);
        self.rows.swap_remove(row);
        let moved = self.rows.keys.get(row);
        if let Some(own) = moved.and_then(|&moved| self.keys.get_mut(moved)) {
            *own = row;
        }
        Ok(())
    }

    /// Sends an agent to `goal`. The next step plans its path.
    ///
    /// A goal off the mesh or out of reach causes the event [`NoPath`](crate::Event::NoPath) in the next step. The
    /// [path](Self::path) tells by how much a goal was moved onto the mesh.
    ///
    /// A goal that moves costs no search at every call: the agent keeps its path to the goal before as long as its end
    /// can be moved, and the proved gap stays below a hundredth of the rest.
    ///
    /// Complexity: one ray.
    ///
    /// # Errors
    ///
    /// `UnknownAgent`; `Driven` if the program drives the agent; `Place` if the goal is not a valid number.
    pub fn go_to(&mut self, key: AgentKey, goal: impl Into<Place>) -> Result<(), CrowdError> {
        let (row, goal) = (self.free_row(key)?, goal.into());
        let place = self.rows.places[row];
        checked_points(&PathQuery::new(place, goal))?;
        let is_near = match self.rows.tasks[row] {
            Task::Walk(Goal::Place(before)) if before.layer == goal.layer => {
                let mut queries = MeshQueries::new(&self.classes.of_row(&self.rows, row).mesh);
                self.rows.routes[row].move_end(place, goal, &mut queries)
            }
            _ => false,
        };
        self.rows.tasks[row] = Task::Walk(Goal::Place(goal));
        if !is_near {
            self.rows.routes[row].plan_again();
        }
        Ok(())
    }

    /// Sends an agent along a path of the program's own. The agent keeps to it, and searches a path to its end only
    /// if it loses sight of it.
    ///
    /// Complexity: one ray, and linear in the waypoints.
    ///
    /// # Errors
    ///
    /// `UnknownAgent`; `Driven` if the program drives the agent; `PathElsewhere` if the path is empty or has a waypoint
    /// that is not a valid number, or if the agent does not see its start.
    pub fn follow(&mut self, key: AgentKey, path: &Path) -> Result<(), CrowdError> {
        let row = self.free_row(key)?;
        let ends = (path.waypoints().first(), path.waypoints().last());
        let (Some(&start), Some(&end)) = ends else { return Err(CrowdError::PathElsewhere) };
        if !path.waypoints().iter().all(|waypoint| waypoint.is_finite()) {
            return Err(CrowdError::PathElsewhere);
        }
        let mesh = self.mesh_of(row);
        let on_floor = |waypoint: usize, point: DVec2| Place {
            layer: path.waypoint_layer(waypoint).filter(|_| mesh.has_layers()),
            ..Place::new(point)
        };
        let [start, end] = [on_floor(0, start), on_floor(path.waypoints().len() - 1, end)];
        if !MeshQueries::new(mesh).sees(self.rows.places[row], start)? {
            return Err(CrowdError::PathElsewhere);
        }
        self.rows.tasks[row] = Task::Walk(Goal::Place(end));
        let route = &mut self.rows.routes[row];
        route.path.clone_from(path);
        route.begin();
        route.kind = Kind::Given;
        Ok(())
    }

    /// Stops an agent. It stands until it gets another goal.
    ///
    /// Complexity: O(1).
    ///
    /// # Errors
    ///
    /// `UnknownAgent`, or `Driven` if the program drives the agent.
    pub fn stop(&mut self, key: AgentKey) -> Result<(), CrowdError> {
        let row = self.free_row(key)?;
        self.rows.tasks[row] = Task::Stand;
        Ok(())
    }

    /// Moves an agent to `place` at once, at rest. It keeps its goal, and the next step plans a new path.
    ///
    /// Complexity: one point location.
    ///
    /// # Errors
    ///
    /// `UnknownAgent`; `Place` if the place is off the mesh or not a valid number.
    pub fn warp(&mut self, key: AgentKey, place: impl Into<Place>) -> Result<(), CrowdError> {
        let row = self.row(key)?;
        self.rows.places[row] = self.on_mesh(place.into(), self.rows.options[row].class)?;
        self.rows.velocities[row] = DVec2::ZERO;
        if let Task::Arrived(goal) | Task::Rest(goal) | Task::Wait(goal) = self.rows.tasks[row] {
            self.rows.tasks[row] = Task::Walk(goal);
        }
        self.rows.routes[row].forget();
        Ok(())
    }

    /// Turns an agent at once, so that it heads in a direction of any length. Agents are added with the heading (1, 0); only those
    /// with a [turning rate](AgentOptions::max_turning_rate) have one.
    ///
    /// Complexity: O(1).
    ///
    /// # Errors
    ///
    /// `UnknownAgent`; `BadOption` if a coordinate is NaN or too large, or the length is 0 or too small.
    pub fn face(&mut self, key: AgentKey, heading: impl Into<DVec2>) -> Result<(), CrowdError> {
        let (row, heading) = (self.row(key)?, heading.into());
        let (option, length) = ("heading", heading.length());
        let range = [SMALLEST, GREATEST];
        if !(range[0]..=range[1]).contains(&length) {
            return Err(CrowdError::BadOption { option, value: length, range });
        }
        self.rows.headings[row] = heading / length;
        Ok(())
    }

    /// Moves an agent towards a point to which something outside of the crowd has pushed it, such as a physics engine. It slides
    /// along walls, and keeps its velocity and its goal; it plans again if it is pushed too far from its path.
    ///
    /// Complexity: linear in the cells on the way.
    ///
    /// # Errors
    ///
    /// `UnknownAgent`; `Place` if the point is not a valid number.
    pub fn push(&mut self, key: AgentKey, point: impl Into<DVec2>) -> Result<(), CrowdError> {
        let row = self.row(key)?;
        let mesh = &self.classes.of_row(&self.rows, row).mesh;
        let moved = MeshQueries::new(mesh).move_along(self.rows.places[row], point.into())?;
        self.rows.places[row] = moved.place();
        Ok(())
    }

    /// Moves an agent that the program leads. Others expect it to go on with `velocity`, in map units per second.
    ///
    /// Complexity: one point location.
    ///
    /// # Errors
    ///
    /// `UnknownAgent`; `BadOption` if the velocity is NaN or too large; `Place` if the place is off the mesh or not
    /// a valid number.
    pub fn drive(
        &mut self,
        key: AgentKey,
        place: impl Into<Place>,
        velocity: impl Into<DVec2>,
    ) -> Result<(), CrowdError> {
        let (row, velocity) = (self.row(key)?, velocity.into());
        for value in [velocity.x, velocity.y] {
            let range = [-GREATEST, GREATEST];
            if !(range[0]..=range[1]).contains(&value) {
                return Err(CrowdError::BadOption { option: "velocity", value, range });
            }
        }
        self.rows.places[row] = self.on_mesh(place.into(), self.rows.options[row].class)?;
        self.rows.velocities[row] = velocity;
        self.rows.tasks[row] = Task::Driven;
        Ok(())
    }

    fn row(&self, key: AgentKey) -> Result<usize, CrowdError> {
        self.keys.get(key).copied().ok_or(CrowdError::UnknownAgent(key))
    }

    /// Returns the row of an agent that the program does not drive.
    fn free_row(&self, key: AgentKey) -> Result<usize, CrowdError> {
        let row = self.row(key)?;
        if self.rows.tasks[row] == Task::Driven { Err(CrowdError::Driven(key)) } else { Ok(row) }
    }

    /// Forgets the narrow places, and all that agents know of them. The next step finds them anew.
    pub(crate) fn forget_narrows(&mut self) {
        self.narrows.clear();
        self.rows.passes.iter_mut().for_each(Pass::forget_ground);
    }

    /// Returns the mesh of an agent.
    pub(crate) fn mesh_of(&self, row: usize) -> &NavMesh {
        &self.classes.of_row(&self.rows, row).mesh
    }

    /// Returns a place on the mesh of a class, with its cell.
    pub(crate) fn on_mesh(&self, place: Place, class: ClassId) -> Result<Place, CrowdError> {
        checked_points(&PathQuery::new(place, place))?;
        let moved = MeshQueries::new(self.classes.mesh(class)).move_along(place, place.point)?;
        Ok(moved.place())
    }
}

#[cfg(test)]
mod tests;
