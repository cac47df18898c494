//! Edits of outlines.

use navmesh_core::{Area, Door, FloorConnection, Link, Outline, Outlines, Wall};

use crate::builder::{LiveKey, LiveShape};
use crate::error::Role;

/// An edit of outlines. Additions are on floor 0 unless [`OutlineEdit::on_layer`] names another one.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// Adds a floor connection.
    AddConnection(FloorConnection),
    /// Makes an addition on a floor; see [`OutlineEdit::on_layer`].
    OnLayer(u32, Box<OutlineEdit>),
    /// Gives an outline another shape of the same kind. It keeps its key, role and place in the order.
    Replace(LiveKey, LiveShape),
    /// Removes an outline.
    Remove(LiveKey),
    /// Brings a removed outline back, under its key and at its place in the order.
    Restore(LiveKey),
}

impl OutlineEdit {
    /// Makes an addition on a floor. The other edits are the same on any floor: a key stays on its floor, and links and
    /// floor connections name theirs.
    ///
    /// ```
    /// # use navmesh_build::OutlineEdit;
    /// # use navmesh_core::Outline;
    /// let upstairs = OutlineEdit::AddObstacle(Outline::rect([4.0, 2.0], [5.0, 3.0])).on_layer(1);
    /// assert!(matches!(upstairs, OutlineEdit::OnLayer(1, _)));
    /// ```
    #[must_use]
    pub fn on_layer(self, layer: u32) -> Self {
        match self {
            Self::OnLayer(_, edit) => Self::OnLayer(layer, edit),
            edit => Self::OnLayer(layer, Box::new(edit)),
        }
    }

    /// Returns the edit without its floor, and the floor.
    #[must_use]
    pub fn placed(&self) -> (&Self, u32) {
        let (mut edit, mut layer) = (self, None);
        while let Self::OnLayer(own, inner) = edit {
            layer.get_or_insert(*own);
            edit = &**inner;
        }
        (edit, layer.unwrap_or(0))
    }
}

/// Returns the input that holds one shape.
pub(super) fn alone(shape: &LiveShape, role: Role) -> Outlines {
    let mut all = Outlines::default();
    match shape {
        LiveShape::Outline(outline) if role == Role::Walkable => all.walkable.push(outline.clone()),
        LiveShape::Outline(outline) => all.obstacles.push(outline.clone()),
        LiveShape::Wall(wall) => all.walls.push(wall.clone()),
        LiveShape::Area(area) => all.areas.push(area.clone()),
        LiveShape::Door(door) => all.doors.push(door.clone()),
        LiveShape::Link(link) => all.links.push(link.clone()),
        LiveShape::Connection(_) => {} // it belongs to no floor alone
    }
    all
}
