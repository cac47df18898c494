//! Edits of outlines.

use navmesh_core::{Area, Door, Link, Outline, Wall};

use crate::builder::{AreaKey, DoorKey, LinkKey, OutlineKey, WallKey};

/// The key of anything that a [`NavMeshBuilder`](crate::NavMeshBuilder) holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LiveKey {
    /// A walkable outline or an obstacle.
    Outline(OutlineKey),
    /// A wall.
    Wall(WallKey),
    /// An area.
    Area(AreaKey),
    /// A door.
    Door(DoorKey),
    /// A link.
    Link(LinkKey),
}

impl From<OutlineKey> for LiveKey {
    fn from(key: OutlineKey) -> Self {
        Self::Outline(key)
    }
}

impl From<WallKey> for LiveKey {
    fn from(key: WallKey) -> Self {
        Self::Wall(key)
    }
}

impl From<AreaKey> for LiveKey {
    fn from(key: AreaKey) -> Self {
        Self::Area(key)
    }
}

impl From<DoorKey> for LiveKey {
    fn from(key: DoorKey) -> Self {
        Self::Door(key)
    }
}

impl From<LinkKey> for LiveKey {
    fn from(key: LinkKey) -> Self {
        Self::Link(key)
    }
}

/// The shape behind a [`LiveKey`].
#[derive(Debug, Clone, PartialEq)]
pub enum LiveShape {
    /// A walkable outline or an obstacle.
    Outline(Outline),
    /// A wall.
    Wall(Wall),
    /// An area.
    Area(Area),
    /// A door.
    Door(Door),
    /// A link.
    Link(Link),
}

/// An edit of outlines.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OutlineEdit {
    /// Adds a walkable outline.
    AddWalkable(Outline),
    /// Adds an obstacle.
    AddObstacle(Outline),
    /// Adds a wall.
    AddWall(Wall),
    /// Adds an area. It overrides the areas added before it.
    AddArea(Area),
    /// Adds a door.
    AddDoor(Door),
    /// Adds a link.
    AddLink(Link),
    /// Gives an outline another shape of the same kind. It keeps its key, role and place in the order.
    Replace(LiveKey, LiveShape),
    /// Removes an outline.
    Remove(LiveKey),
    /// Brings a removed outline back, under its key and at its place in the order.
    Restore(LiveKey),
}
