//! The order in which entities became part of maps.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;

/// The place of a map, a shape, an agent or a field in the order of their spawning. The plugin gives it.
///
/// The parts of a tick are taken in this order, so that no result depends on the ids of entities. A saved game saves it with
/// its entity. No two entities of an app have the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Component)]
#[component(immutable, clone_behavior = Ignore, on_insert = note)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "reflect", derive(bevy_reflect::Reflect), reflect(Component))]
pub struct NavOrder(pub u64);

/// The next place in the order.
#[derive(Debug, Default, Resource)]
pub(crate) struct NextOrder(pub(crate) u64);

/// Gives an entity its place, unless it has one.
pub(crate) fn give(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    world.commands().queue(move |world: &mut World| {
        if world.get::<NavOrder>(entity).is_some() || world.get_entity(entity).is_err() {
            return;
        }
        let mut next = world.get_resource_or_init::<NextOrder>();
        let own = NavOrder(next.0);
        next.0 += 1;
        world.entity_mut(entity).insert(own);
    });
}

/// Keeps the place of a loaded entity from being given again.
fn note(mut world: DeferredWorld<'_>, context: HookContext) {
    let Some(&NavOrder(own)) = world.get(context.entity) else { return };
    leave_room(&mut world, own.saturating_add(1));
}

/// Lets the places that will be given begin at one, or later.
pub(crate) fn leave_room(world: &mut DeferredWorld<'_>, first: u64) {
    world.commands().queue(move |world: &mut World| {
        let mut next = world.get_resource_or_init::<NextOrder>();
        next.0 = next.0.max(first);
    });
}
