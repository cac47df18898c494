//! Edits of outlines.

use navmesh_core::{Area, Door, FloorConnection, Link, Outline, Outlines, Wall};

use crate::builder::{LiveKey, LiveShape, NavMeshBuilder};
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

    /// Returns the shape that the edit adds, and its role; `None` for an edit of a shape that is there.
    #[must_use]
    pub fn added(&self) -> Option<(LiveShape, Role)> {
        Some(match self.placed().0.clone() {
            Self::AddWalkable(outline) => (outline.into(), Role::Walkable),
            Self::AddObstacle(outline) => (outline.into(), Role::Obstacle),
            Self::AddWall(wall) => (wall.into(), Role::Wall),
            Self::AddArea(area) => (area.into(), Role::Area),
            Self::AddDoor(door) => (door.into(), Role::Door),
            Self::AddLink(link) => (link.into(), Role::Link),
            Self::AddConnection(connection) => (connection.into(), Role::FloorConnection),
            _ => return None,
        })
    }

    /// Makes an addition to a builder, as the first edits of a map that is not built yet. Returns the key of the shape; `None`
    /// for an edit of a shape that is there, which changes nothing.
    ///
    /// ```
    /// # use navmesh_build::{NavMeshBuilder, OutlineEdit};
    /// # use navmesh_core::Outline;
    /// let mut builder = NavMeshBuilder::new();
    /// let key = OutlineEdit::AddWalkable(Outline::rect([0.0, 0.0], [5.0, 4.0])).add_to(&mut builder);
    /// assert_eq!(OutlineEdit::Remove(key.unwrap()).add_to(&mut builder), None);
    /// assert_eq!(builder.build_mesh()?.area(), 20.0);
    /// # Ok::<(), navmesh_build::BuildError>(())
    /// ```
    pub fn add_to(&self, builder: &mut NavMeshBuilder) -> Option<LiveKey> {
        let (shape, role) = self.added()?;
        Some(builder.shapes.insert(shape, role, self.layer_of(role)))
    }

    /// Returns the floor of a shape of a role that the edit adds. Links and floor connections name theirs.
    pub(super) fn layer_of(&self, role: Role) -> Option<u32> {
        (!matches!(role, Role::Link | Role::FloorConnection)).then(|| self.placed().1)
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
