//! The shapes of entities in the coordinates of the map, and which of them have changed since the last tick.

use std::collections::BTreeMap;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::{DAffine3, DVec2, DVec3, Vec2};
use bevy_transform::prelude::Transform;
use tautline::build::OutlineEdit;
use tautline::mesh::LinkEnd;
use tautline::{Area, Door, FloorConnection, Link, LinkWay, Outline, Wall};

use crate::map::{NavFloor, OnMaps};
use crate::order::NavOrder;
use crate::plane::Plane;
use crate::shapes::{
    NavArea, NavConnection, NavDoor, NavGround, NavIgnore, NavLink, NavObstacle, NavOutline,
    NavWall,
};

/// The name of a shape: its kind, in the order in which kinds are added to a map, and the place of its entity in the order.
pub(crate) type ShapeId = (u8, u64);

/// A shape in the coordinates of the map.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Drawing {
    /// The edits that add it.
    pub(crate) edits: Vec<OutlineEdit>,
    /// For a door whether it is open.
    pub(crate) is_open: bool,
}

/// A shape, and all that it was drawn from beside its component.
#[derive(Debug)]
struct Entry {
    /// The tick in which its entity was last seen.
    seen: u64,
    entity: Entity,
    frame: DAffine3,
    floor: u32,
    maps: Option<Vec<Entity>>,
    drawing: Drawing,
}

/// All shapes.
#[derive(Debug, Default, Resource)]
pub(crate) struct Drawings {
    drawn: BTreeMap<ShapeId, Entry>,
    tick: u64,
    /// The shapes that are new, changed or gone in this tick.
    pub(crate) changed: Vec<ShapeId>,
}

impl Drawings {
    /// Returns a shape, if it is on a map.
    pub(crate) fn on_map(&self, id: ShapeId, map: Entity) -> Option<&Drawing> {
        let Entry { drawing, maps, .. } = self.drawn.get(&id)?;
        maps.as_ref().is_none_or(|maps| maps.contains(&map)).then_some(drawing)
    }

    /// Returns the entity of a shape.
    pub(crate) fn entity(&self, id: ShapeId) -> Option<Entity> {
        self.drawn.get(&id).map(|entry| entry.entity)
    }

    /// Iterates over the names of all shapes.
    pub(crate) fn ids(&self) -> impl Iterator<Item = ShapeId> + '_ {
        self.drawn.keys().copied()
    }
}

/// The places of entities, in the coordinates of the game.
#[derive(SystemParam)]
pub(crate) struct Places<'w, 's> {
    transforms: Query<'w, 's, (&'static Transform, Option<&'static ChildOf>)>,
}

impl Places<'_, '_> {
    /// Returns the frame of an entity: the transforms of its parents and its own, of `f32` parts multiplied as `f64`.
    pub(crate) fn frame(&self, entity: Entity) -> DAffine3 {
        let (mut frame, mut at) = (DAffine3::IDENTITY, Some(entity));
        while let Some((transform, parent)) = at.and_then(|at| self.transforms.get(at).ok()) {
            frame = affine(transform) * frame;
            at = parent.map(ChildOf::parent);
        }
        frame
    }

    /// Returns the place of an entity.
    pub(crate) fn point(&self, entity: Entity) -> Option<DVec3> {
        let is_known = self.transforms.contains(entity);
        is_known.then(|| self.frame(entity).translation)
    }

    /// Returns the frame in which the transform of an entity is given.
    pub(crate) fn parent_frame(&self, entity: Entity) -> DAffine3 {
        let parent = self.transforms.get(entity).ok().and_then(|(_, parent)| parent);
        parent.map_or(DAffine3::IDENTITY, |parent| self.frame(parent.parent()))
    }
}

fn affine(transform: &Transform) -> DAffine3 {
    DAffine3::from_scale_rotation_translation(
        transform.scale.as_dvec3(),
        transform.rotation.as_dquat(),
        transform.translation.as_dvec3(),
    )
}

/// The frame of a shape, for its points.
pub(crate) struct Frame {
    affine: DAffine3,
    plane: Plane,
    order: u64,
}

impl Frame {
    fn point(&self, local: Vec2) -> DVec2 {
        let local = self.plane.in_game(local.as_dvec2(), DVec3::ZERO);
        self.plane.on_map(self.affine.transform_point3(local))
    }

    fn points(&self, points: &[Vec2]) -> Vec<DVec2> {
        points.iter().map(|&point| self.point(point)).collect()
    }

    fn outlines(&self, outlines: &[NavOutline]) -> Vec<Outline> {
        let outline = |outline: &NavOutline| Outline {
            exterior: self.points(&outline.exterior),
            holes: outline.holes.iter().map(|hole| self.points(hole)).collect(),
        };
        outlines.iter().map(outline).collect()
    }
}

/// A component that is part of maps.
pub(crate) trait Drawn: Component {
    /// The place in the order in which shapes are added to a map.
    const KIND: u8;

    /// Returns the edits that add the shape. `floor` is that of its entity, for ends that name their floors.
    fn edits(&self, frame: &Frame, floor: u32) -> Vec<OutlineEdit>;

    fn is_open(&self) -> bool {
        true
    }
}

/// The kind of grounds.
pub(crate) const GROUNDS: u8 = 0;

impl Drawn for NavGround {
    const KIND: u8 = GROUNDS;

    fn edits(&self, frame: &Frame, _: u32) -> Vec<OutlineEdit> {
        frame.outlines(&self.outlines).into_iter().map(OutlineEdit::AddWalkable).collect()
    }
}

impl Drawn for NavObstacle {
    const KIND: u8 = 1;

    fn edits(&self, frame: &Frame, _: u32) -> Vec<OutlineEdit> {
        frame.outlines(&self.outlines).into_iter().map(OutlineEdit::AddObstacle).collect()
    }
}

impl Drawn for NavWall {
    const KIND: u8 = 2;

    fn edits(&self, frame: &Frame, _: u32) -> Vec<OutlineEdit> {
        vec![OutlineEdit::AddWall(Wall { points: frame.points(&self.points) })]
    }
}

/// The kind of areas.
pub(crate) const AREAS: u8 = 3;

impl Drawn for NavArea {
    const KIND: u8 = AREAS;

    fn edits(&self, frame: &Frame, _: u32) -> Vec<OutlineEdit> {
        let area = |outline| OutlineEdit::AddArea(Area::new(outline, self.name.clone(), self.cost));
        frame.outlines(&self.outlines).into_iter().map(area).collect()
    }
}

/// The kind of doors.
pub(crate) const DOORS: u8 = 4;

/// Returns the name of the door of an entity by its place in the order: no other door has it.
pub(crate) fn door_name(order: u64) -> String {
    order.to_string()
}

impl Drawn for NavDoor {
    const KIND: u8 = DOORS;

    fn edits(&self, frame: &Frame, _: u32) -> Vec<OutlineEdit> {
        vec![OutlineEdit::AddDoor(Door::new(frame.points(&self.points), door_name(frame.order)))]
    }

    fn is_open(&self) -> bool {
        self.open
    }
}

impl Drawn for NavConnection {
    const KIND: u8 = 5;

    fn edits(&self, frame: &Frame, _: u32) -> Vec<OutlineEdit> {
        let points = frame.points(&self.points);
        vec![OutlineEdit::AddConnection(FloorConnection::new(self.floors, points))]
    }
}

impl Drawn for NavLink {
    const KIND: u8 = 6;

    fn edits(&self, frame: &Frame, floor: u32) -> Vec<OutlineEdit> {
        let [from, to] = self.floors.unwrap_or([floor; 2]);
        let end = |point: Vec2, layer: u32| LinkEnd { point: frame.point(point), layer };
        let link = Link {
            name: String::new(),
            from: end(self.from, from),
            to: end(self.to, to),
            beside: Vec::new(),
            cost: self.cost,
            way: if self.one_way { LinkWay::OneWay } else { LinkWay::TwoWay },
        };
        vec![OutlineEdit::AddLink(link)]
    }
}

/// The components of a shape, beside its transform.
type Parts<'w, T> = (Entity, &'w NavOrder, Ref<'w, T>, Option<&'w NavFloor>, Option<&'w OnMaps>);

/// Draws all shapes of a kind that are new, or that differ from the last tick.
///
/// Frames are compared, not the marks of change: a new parent changes a frame, and marks no transform.
pub(crate) fn gather<T: Drawn>(
    mut drawings: ResMut<Drawings>,
    plane: Res<Plane>,
    shapes: Query<Parts<'_, T>, Without<NavIgnore>>,
    places: Places,
) {
    let Drawings { drawn, tick, changed } = &mut *drawings;
    for (entity, order, shape, floor, maps) in &shapes {
        let id = (T::KIND, order.0);
        let (frame, floor) = (places.frame(entity), floor.map_or(0, |floor| floor.0));
        let maps = maps.map(|maps| &maps.0);
        let before = drawn.get_mut(&id);
        if let Some(before) = before {
            before.seen = *tick;
            let is_same = before.frame == frame
                && before.floor == floor
                && before.maps.as_ref() == maps
                && !shape.is_changed();
            if is_same {
                continue;
            }
        }
        let edits = shape.edits(&Frame { affine: frame, plane: *plane, order: order.0 }, floor);
        let on_floor = |edit: OutlineEdit| match edit {
            OutlineEdit::AddLink(_) | OutlineEdit::AddConnection(_) => edit,
            edit if floor == 0 => edit,
            edit => edit.on_layer(floor),
        };
        let edits = edits.into_iter().map(on_floor).collect();
        let drawing = Drawing { edits, is_open: shape.is_open() };
        let is_same = |before: &Entry| before.drawing == drawing && before.maps.as_ref() == maps;
        if !drawn.get(&id).is_some_and(is_same) {
            changed.push(id);
        }
        let (seen, maps) = (*tick, maps.cloned());
        drawn.insert(id, Entry { seen, entity, frame, floor, maps, drawing });
    }
    let is_gone = |id: &ShapeId, entry: &Entry| id.0 == T::KIND && entry.seen != *tick;
    let gone: Vec<ShapeId> =
        drawn.iter().filter(|(id, entry)| is_gone(id, entry)).map(|(id, _)| *id).collect();
    for id in gone {
        drawn.remove(&id);
        changed.push(id);
    }
}

/// Begins a tick.
pub(crate) fn begin(mut drawings: ResMut<Drawings>) {
    drawings.tick += 1;
    drawings.changed.clear();
}

/// Sorts what has changed, so that its order depends neither on the schedule nor on the storage of entities.
pub(crate) fn end(mut drawings: ResMut<Drawings>) {
    drawings.changed.sort_unstable();
}
