//! Events, for observers.

use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use tautline::PathError;
use tautline::build::RebuildReason;

/// An agent stands at its destination. Comes again if others push it far away, once it is back.
#[derive(Debug, Clone, EntityEvent)]
pub struct Arrived {
    /// The agent.
    pub entity: Entity,
}

/// An agent stands beside its destination, because others stand there. Comes again like [`Arrived`].
#[derive(Debug, Clone, EntityEvent)]
pub struct Settled {
    /// The agent.
    pub entity: Entity,
}

/// No path leads to an agent's destination. It waits, and goes on once one opens.
#[derive(Debug, Clone, EntityEvent)]
pub struct NoPath {
    /// The agent.
    pub entity: Entity,
    /// The reason.
    pub error: PathError,
}

/// An agent stands at a link, or has just used it.
#[derive(Debug, Clone, EntityEvent)]
pub struct AtLink {
    /// The agent.
    pub entity: Entity,
    /// The other end of the link.
    pub exit: Vec3,
}

/// An agent walks around a jam.
#[derive(Debug, Clone, EntityEvent)]
pub struct Detour {
    /// The agent.
    pub entity: Entity,
}

/// An agent was moved, because the ground under it is gone.
#[derive(Debug, Clone, EntityEvent)]
pub struct Displaced {
    /// The agent.
    pub entity: Entity,
    /// The distance.
    pub distance: f64,
}

/// An agent, or its filter, cannot be on its map as it is. It is tried again when it, or the map, has changed.
#[derive(Debug, Clone, EntityEvent)]
pub struct Refused {
    /// The agent.
    pub entity: Entity,
    /// The reason.
    pub reason: String,
}

/// A shape cannot be part of a map. It is left out until it changes.
#[derive(Debug, Clone, EntityEvent)]
pub struct ShapeRefused {
    /// The shape.
    pub entity: Entity,
    /// The reason.
    pub reason: String,
}

/// A map was built anew, in a time linear in its size, and not edited in place.
#[derive(Debug, Clone, EntityEvent)]
pub struct MapRebuilt {
    /// The map.
    pub entity: Entity,
    /// The reason.
    pub reason: RebuildReason,
}

/// A mesh of a map cannot be built for a radius that the map lists. Agents on it stand until a shape changes.
#[derive(Debug, Clone, EntityEvent)]
pub struct MapFailed {
    /// The map.
    pub entity: Entity,
    /// The reason.
    pub reason: String,
}
