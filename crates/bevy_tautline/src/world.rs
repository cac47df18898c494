//! The state of a map: a mesh for each radius, a crowd on them, and which entity is what.

mod sizes;
mod edits;
mod classes;
mod agents;
mod fields;
mod unused;
#[cfg(feature = "serde")]
mod saved;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec3;
use tautline::agents::{AgentKey, Crowd};
use tautline::{BuildError, MeshFinder, NavMesh};

use crate::gather::ShapeId;
use crate::map::NavMap;
use crate::order;
pub(crate) use agents::{Asked, Seen};
use classes::Class;
use fields::Fields;
use sizes::{Shapes, Size};

/// The nodes by which the index of a mesh is refreshed in a tick.
const INDEX_NODES: u64 = 200;

/// The numbers of parts of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NavCounts {
    /// The meshes, one for each radius.
    pub meshes: usize,
    /// The shapes.
    pub shapes: usize,
    /// The agents.
    pub agents: usize,
    /// The classes of the crowd: a mesh and a filter, those included whose place is free for another.
    pub classes: usize,
    /// The distance fields, those included whose place is free for another.
    pub fields: usize,
}

/// The state of a [`NavMap`](crate::NavMap), on the same entity: its meshes, their finders and the crowd.
#[derive(Debug, Default, Component)]
#[component(on_insert = leave_room)]
pub struct NavWorld {
    /// The options by which it was built.
    options: Option<NavMap>,
    shapes: Shapes,
    /// The meshes, in the order in which they were added.
    sizes: Vec<Size>,
    /// The classes of the crowd, by their ids.
    classes: Vec<Class>,
    crowd: Option<Crowd>,
    /// The agents, by the places of their entities in the order.
    agents: BTreeMap<u64, agents::Slot>,
    orders: BTreeMap<AgentKey, u64>,
    keys: BTreeMap<Entity, AgentKey>,
    /// The agents that are not on the map as they should be, and why.
    refused: BTreeMap<u64, String>,
    fields: Fields,
    /// The first place in the order that no entity had in the last tick.
    first_free: u64,
    /// The number of changes of the map.
    changes: u64,
    /// The radii for which there can be no mesh, as bits, and why.
    unbuilt: BTreeMap<u64, String>,
    /// The shapes that were left out since the last edit, and why.
    faulty: Vec<(ShapeId, String)>,
    /// True once all shapes were compared with those that are drawn; from then on changes tell.
    is_compared: bool,
}

impl NavWorld {
    /// Returns the finder of the mesh for agents of a radius: that of the least radius that is not smaller. `None` if there is
    /// none; [`NavMap::radii`](crate::NavMap::radii) lists those that are kept.
    #[must_use]
    pub fn finder(&self, radius: f32) -> Option<MeshFinder> {
        self.size_for(f64::from(radius)).map(|size| size.live.finder())
    }

    /// Returns the mesh for agents of a radius, as [`finder`](Self::finder) chooses it, with the closed doors as walls.
    #[must_use]
    pub fn mesh(&self, radius: f32) -> Option<Arc<NavMesh>> {
        self.finder(radius).map(|finder| finder.current_mesh())
    }

    /// Returns the radii of the meshes.
    pub fn radii(&self) -> impl Iterator<Item = f64> + '_ {
        self.sizes.iter().map(|size| size.radius)
    }

    /// Returns the numbers of parts of the map, for a look at its memory.
    #[must_use]
    pub fn counts(&self) -> NavCounts {
        NavCounts {
            meshes: self.sizes.len(),
            shapes: self.shapes.len(),
            agents: self.agents.len(),
            classes: self.classes.len(),
            fields: self.fields.len(),
        }
    }

    /// Returns the crowd; `None` as long as there is no agent.
    #[must_use]
    pub fn crowd(&self) -> Option<&Crowd> {
        self.crowd.as_ref()
    }

    /// Returns the key of an agent in the crowd.
    #[must_use]
    pub fn key_of(&self, agent: Entity) -> Option<AgentKey> {
        self.keys.get(&agent).copied()
    }

    /// Returns the number of changes of the map so far: edits, doors and new meshes.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Returns the reason why there is no mesh for a radius that the map lists or an agent has, if there is such a radius.
    #[must_use]
    pub fn fault(&self) -> Option<&str> {
        self.unbuilt.values().next().map(String::as_str)
    }

    pub(crate) fn entity_of(&self, key: AgentKey) -> Option<Entity> {
        Some(self.agents.get(self.orders.get(&key)?)?.entity)
    }

    fn size_for(&self, radius: f64) -> Option<&Size> {
        let wide = self.sizes.iter().filter(|size| size.radius >= radius);
        wide.min_by(|a, b| a.radius.total_cmp(&b.radius))
    }

    /// Builds all meshes anew, and forgets the changes so far: a saved map then loads in the time of a build. The ground, the
    /// agents and what they do stay; paths may be planned again.
    ///
    /// # Errors
    ///
    /// Those of a build; the map is built anew in the next tick then.
    pub fn checkpoint(&mut self) -> Result<(), BuildError> {
        let built = self.sizes.iter_mut().try_for_each(|size| size.live.checkpoint().map(|_| ()));
        match built {
            Ok(()) => self.follow(false),
            Err(_) => self.drop_meshes(),
        }
        built
    }

    /// Notes the first free place in the order, for a saved game.
    pub(crate) fn note_order(&mut self, first_free: u64) {
        self.first_free = first_free;
    }

    /// Notes where a tick has left an agent; `None` if the game moves it.
    pub(crate) fn leave(&mut self, agent: AgentKey, at: Option<Vec3>) {
        let order = self.orders.get(&agent);
        if let Some(slot) = order.and_then(|order| self.agents.get_mut(order)) {
            slot.left = at;
        }
    }

    /// Notes the heading that a tick writes.
    pub(crate) fn leave_heading(&mut self, agent: AgentKey, heading: Vec3) {
        let order = self.orders.get(&agent);
        if let Some(slot) = order.and_then(|order| self.agents.get_mut(order)) {
            slot.headed = heading;
        }
    }

    /// Returns the crowd, to step it.
    pub(crate) fn crowd_mut(&mut self) -> Option<&mut Crowd> {
        self.crowd.as_mut()
    }

    /// Refreshes the indexes of the searches a little, after edits. The crowd gets those that are done at once: it searches as a
    /// loaded one would.
    pub(crate) fn refresh(&mut self) {
        let mut is_done = false;
        for Size { live, .. } in &mut self.sizes {
            let was_stale = live.is_index_stale();
            live.refresh_index(INDEX_NODES);
            is_done |= was_stale && !live.is_index_stale();
        }
        if is_done {
            self.tell_classes();
        }
    }

    /// True if the map was built by options that make the same meshes.
    fn is_built_by(&self, options: &NavMap) -> bool {
        let budget = options.budget;
        self.options.as_ref().is_some_and(|own| NavMap { budget, ..own.clone() } == *options)
    }

    /// Begins anew, by options.
    fn reset(&mut self, options: &NavMap) {
        let changes = self.changes + 1;
        *self = Self { changes, options: Some(options.clone()), ..Self::default() };
    }

    /// Drops all meshes and the crowd, which the next tick makes anew.
    fn drop_meshes(&mut self) {
        if let Some(options) = self.options.take() {
            self.reset(&options);
        }
    }
}

/// Keeps the places of entities before a saved game from being given again.
fn leave_room(mut world: DeferredWorld<'_>, context: HookContext) {
    let first = world.get::<NavWorld>(context.entity).map_or(0, |map| map.first_free);
    order::leave_room(&mut world, first);
}
