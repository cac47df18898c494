//! The state of a map: a mesh for each radius, a crowd on them, and which entity is what.

mod sizes;
mod edits;
mod classes;
mod agents;
mod fields;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy_ecs::prelude::*;
use tautline::agents::{AgentKey, Crowd};
use tautline::{MeshFinder, NavMesh};

use crate::map::NavMap;
pub(crate) use agents::{Asked, Seen};
use classes::Class;
use fields::Fields;
use sizes::{Shapes, Size};

/// The nodes by which the index of a mesh is refreshed in a tick.
const INDEX_NODES: u64 = 200;

/// The state of a [`NavMap`](crate::NavMap), on the same entity: its meshes, their finders and the crowd.
#[derive(Debug, Default, Component)]
pub struct NavWorld {
    /// The options by which it was built.
    options: Option<NavMap>,
    shapes: Shapes,
    /// The meshes, in the order in which they were added.
    sizes: Vec<Size>,
    /// The classes of the crowd, by their ids.
    classes: Vec<Class>,
    crowd: Option<Crowd>,
    agents: BTreeMap<Entity, agents::Slot>,
    entities: BTreeMap<AgentKey, Entity>,
    /// The agents that are not on the map as they should be: the changes of the map before the last try, and the reason.
    refused: BTreeMap<Entity, (u64, String)>,
    fields: Fields,
    /// The number of changes of the map.
    changes: u64,
    /// The radii for which there can be no mesh, as bits, and why.
    unbuilt: BTreeMap<u64, String>,
    /// The shapes that were left out since the last edit, and why.
    faulty: Vec<(Entity, String)>,
    /// True once all shapes were added.
    is_built: bool,
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

    /// Returns the crowd; `None` as long as there is no agent.
    #[must_use]
    pub fn crowd(&self) -> Option<&Crowd> {
        self.crowd.as_ref()
    }

    /// Returns the key of an agent in the crowd.
    #[must_use]
    pub fn key_of(&self, agent: Entity) -> Option<AgentKey> {
        self.agents.get(&agent).map(|slot| slot.key)
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
        self.entities.get(&key).copied()
    }

    fn size_for(&self, radius: f64) -> Option<&Size> {
        let wide = self.sizes.iter().filter(|size| size.radius >= radius);
        wide.min_by(|a, b| a.radius.total_cmp(&b.radius))
    }

    /// Returns the crowd, to step it.
    pub(crate) fn crowd_mut(&mut self) -> Option<&mut Crowd> {
        self.crowd.as_mut()
    }

    /// Refreshes the indexes of the searches a little, after edits.
    pub(crate) fn refresh(&mut self) {
        for size in &mut self.sizes {
            size.live.refresh_index(INDEX_NODES);
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
