//! The shapes of a builder: six kinds in one slot map, each with keys of its own type.

#[cfg(feature = "serde")]
mod saved;

use std::collections::BTreeMap;

use navmesh_core::backend::collections::Slots;
use navmesh_core::{Area, DVec2, Door, FloorConnection, Link, Outline, Wall};
use slotmap::{DefaultKey, Key, KeyData, new_key_type};

use crate::error::Role;

new_key_type! {
    /// The key of an outline in a [`NavMeshBuilder`](crate::NavMeshBuilder).
    pub struct OutlineKey;

    /// The key of a wall in a [`NavMeshBuilder`](crate::NavMeshBuilder).
    pub struct WallKey;

    /// The key of an area in a [`NavMeshBuilder`](crate::NavMeshBuilder).
    pub struct AreaKey;

    /// The key of a door in a [`NavMeshBuilder`](crate::NavMeshBuilder).
    pub struct DoorKey;

    /// The key of a link in a [`NavMeshBuilder`](crate::NavMeshBuilder).
    pub struct LinkKey;

    /// The key of a floor connection in a [`NavMeshBuilder`](crate::NavMeshBuilder).
    pub struct ConnectionKey;
}

/// The key of anything that a [`NavMeshBuilder`](crate::NavMeshBuilder) holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// A floor connection.
    Connection(ConnectionKey),
}

impl LiveKey {
    /// Returns the key as a number, for programs in other languages. No other shape of its builder has the same, of any kind.
    #[must_use]
    pub fn number(self) -> u64 {
        self.slot().data().as_ffi()
    }
}

/// The shape behind a [`LiveKey`].
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// A floor connection.
    Connection(FloorConnection),
}

impl LiveShape {
    /// Returns the name of an area, door or link; `None` for the other kinds, which have none.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Area(area) => Some(&area.name),
            Self::Door(door) => Some(&door.name),
            Self::Link(link) => Some(&link.name),
            Self::Outline(_) | Self::Wall(_) | Self::Connection(_) => None,
        }
    }

    /// Returns the shape with all its points moved by a vector, each sum rounded.
    ///
    /// ```
    /// # use navmesh_build::LiveShape;
    /// # use navmesh_core::Wall;
    /// let wall = LiveShape::from(Wall::new([[1.0, 0.0], [1.0, 4.0]]));
    /// assert_eq!(wall.moved_by([2.0, 1.0]), Wall::new([[3.0, 1.0], [3.0, 5.0]]).into());
    /// ```
    #[must_use]
    pub fn moved_by(mut self, by: impl Into<DVec2>) -> Self {
        let by = by.into();
        let add = |point: &mut DVec2| *point += by;
        match &mut self {
            Self::Outline(outline) | Self::Area(Area { outline, .. }) => {
                outline.exterior.iter_mut().chain(outline.holes.iter_mut().flatten()).for_each(add);
            }
            Self::Wall(Wall { points })
            | Self::Door(Door { points, .. })
            | Self::Connection(FloorConnection { points, .. }) => points.iter_mut().for_each(add),
            Self::Link(link) => link.points_mut().for_each(add),
        }
        self
    }
}

/// A kind of shape.
pub(crate) trait ShapeOf: Clone + Into<LiveShape> + 'static {
    type Key: Key + Into<LiveKey>;

    /// The role of the kind; for outlines the first of their two.
    const ROLE: Role;

    /// Returns the shape, if it is of this kind.
    fn of(shape: &LiveShape) -> Option<&Self>;
}

macro_rules! kinds_of_shapes {
    ($($kind:ident: $shape:ty, $key:ident, $role:ident;)*) => {
        impl LiveKey {
            fn slot(self) -> DefaultKey {
                match self {
                    $(Self::$kind(key) => key.data().into(),)*
                }
            }
        }

        impl LiveShape {
            /// Returns the key of the shape in a slot.
            fn key(&self, slot: DefaultKey) -> LiveKey {
                match self {
                    $(Self::$kind(_) => LiveKey::$kind(slot.data().into()),)*
                }
            }
        }

        $(
            impl From<$key> for LiveKey {
                fn from(key: $key) -> Self {
                    Self::$kind(key)
                }
            }

            /// The error is the key itself, if it is of another kind.
            impl TryFrom<LiveKey> for $key {
                type Error = LiveKey;

                fn try_from(key: LiveKey) -> Result<Self, LiveKey> {
                    if let LiveKey::$kind(own) = key { Ok(own) } else { Err(key) }
                }
            }

            impl From<$shape> for LiveShape {
                fn from(shape: $shape) -> Self {
                    Self::$kind(shape)
                }
            }

            impl ShapeOf for $shape {
                type Key = $key;

                const ROLE: Role = Role::$role;

                fn of(shape: &LiveShape) -> Option<&Self> {
                    if let LiveShape::$kind(own) = shape { Some(own) } else { None }
                }
            }
        )*
    };
}

kinds_of_shapes! {
    Outline: Outline, OutlineKey, Walkable;
    Wall: Wall, WallKey, Wall;
    Area: Area, AreaKey, Area;
    Door: Door, DoorKey, Door;
    Link: Link, LinkKey, Link;
    Connection: FloorConnection, ConnectionKey, FloorConnection;
}

/// A shape, its meaning and its place in the order.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Entry {
    pub(crate) key: LiveKey,
    pub(crate) shape: LiveShape,
    pub(crate) role: Role,
    /// The floor of the shape; `None` for links and floor connections, which name theirs.
    pub(crate) layer: Option<u32>,
    /// The number of shapes that were added before it.
    pub(crate) rank: u64,
    stands: bool,
}

impl Entry {
    /// Returns the place in the order: kind by kind, each kind in the order of insertion. Walkable outlines and obstacles
    /// are one kind.
    fn place(&self) -> (Role, u64) {
        let kind = if self.role == Role::Obstacle { Role::Walkable } else { self.role };
        (kind, self.rank)
    }
}

/// All shapes of a builder, which keep the order of insertion.
///
/// A shape that is set aside keeps its key and its place in the order until it is forgotten, and may return.
#[derive(Debug, Clone, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "saved::Saved")
)]
pub(crate) struct Shapes {
    entries: Slots<DefaultKey, Entry>,
    /// The shapes that stand.
    #[cfg_attr(feature = "serde", serde(skip))]
    order: BTreeMap<(Role, u64), DefaultKey>,
    next_rank: u64,
}

impl Shapes {
    /// Appends a shape. Complexity: O(log n), as of all changes.
    pub(crate) fn add<S: ShapeOf>(&mut self, shape: S, role: Role, layer: Option<u32>) -> S::Key {
        self.insert(shape.into(), role, layer).slot().data().into()
    }

    /// Appends a shape of any kind.
    pub(crate) fn insert(&mut self, shape: LiveShape, role: Role, layer: Option<u32>) -> LiveKey {
        let rank = self.next_rank;
        self.next_rank += 1;
        let entry = |slot| Entry { key: shape.key(slot), shape, role, layer, rank, stands: true };
        let (slot, entry) = self.entries.insert_with_key(entry);
        self.order.insert(entry.place(), slot);
        entry.key
    }

    /// Removes and returns a shape that stands.
    pub(crate) fn remove<S: ShapeOf>(&mut self, key: S::Key) -> Option<S> {
        let shape = self.find(key).cloned();
        self.set_aside(key.into())?;
        self.forget(key.into());
        shape
    }

    /// Returns a shape that stands.
    pub(crate) fn find<S: ShapeOf>(&self, key: S::Key) -> Option<&S> {
        self.standing(key.into()).and_then(|entry| S::of(&entry.shape))
    }

    /// Returns the entry of a shape that stands.
    pub(crate) fn standing(&self, key: LiveKey) -> Option<&Entry> {
        self.entry(key).filter(|entry| entry.stands)
    }

    /// Returns the entry of a shape that stands or was set aside.
    pub(crate) fn entry(&self, key: LiveKey) -> Option<&Entry> {
        self.entries.get(key.slot()).filter(|entry| entry.key == key)
    }

    /// Returns the key of the shape that stands and has a number.
    pub(crate) fn numbered(&self, number: u64) -> Option<LiveKey> {
        let slot = KeyData::from_ffi(number).into();
        let entry = self.entries.get(slot).filter(|entry| entry.stands)?;
        (entry.key.number() == number).then_some(entry.key)
    }

    fn entry_mut(&mut self, key: LiveKey, stands: bool) -> Option<&mut Entry> {
        let entry = self.entries.get_mut(key.slot());
        entry.filter(|entry| entry.key == key && entry.stands == stands)
    }

    /// Replaces a shape that stands by another one of its kind; `None` if there is none.
    pub(crate) fn replace(&mut self, key: LiveKey, shape: LiveShape) -> Option<()> {
        let entry = self.entry_mut(key, true).filter(|_| shape.key(key.slot()) == key)?;
        entry.shape = shape;
        Some(())
    }

    /// Takes a shape out of the order; `None` if it does not stand.
    pub(crate) fn set_aside(&mut self, key: LiveKey) -> Option<()> {
        let entry = self.entry_mut(key, true)?;
        entry.stands = false;
        let place = entry.place();
        self.order.remove(&place);
        Some(())
    }

    /// Puts a shape that was set aside back at its place; `None` if there is none.
    pub(crate) fn restore(&mut self, key: LiveKey) -> Option<()> {
        let entry = self.entry_mut(key, false)?;
        entry.stands = true;
        let place = entry.place();
        self.order.insert(place, key.slot());
        Some(())
    }

    /// Removes a shape that was set aside; `None` if there is none.
    pub(crate) fn forget(&mut self, key: LiveKey) -> Option<()> {
        self.entry_mut(key, false)?;
        self.entries.remove(key.slot()).map(|_| ())
    }

    /// Iterates over all shapes that stand, kind by kind, in the order of insertion.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.order.values().filter_map(|&slot| self.entries.get(slot))
    }

    /// Iterates over the shapes of a kind in the order of insertion.
    pub(crate) fn of_kind<S: ShapeOf>(&self) -> impl Iterator<Item = (S::Key, &S)> {
        self.entries_of(S::ROLE)
            .filter_map(|entry| Some((entry.key.slot().data().into(), S::of(&entry.shape)?)))
    }

    /// Returns copies of the shapes of a role on a floor, in the order of insertion.
    pub(crate) fn on_layer<S: ShapeOf>(&self, role: Role, layer: u32) -> Vec<S> {
        let all = self.entries_of(S::ROLE);
        let own = all.filter(|entry| entry.role == role && entry.layer == Some(layer));
        own.filter_map(|entry| S::of(&entry.shape).cloned()).collect()
    }

    fn entries_of(&self, role: Role) -> impl Iterator<Item = &Entry> {
        let places = (role, 0)..=(role, u64::MAX);
        self.order.range(places).filter_map(|(_, &slot)| self.entries.get(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(name: &str) -> Door {
        Door::new([[0.0, 0.0], [1.0, 0.0]], name)
    }

    fn add(shapes: &mut Shapes, name: &str, layer: u32) -> DoorKey {
        shapes.add(door(name), Role::Door, Some(layer))
    }

    fn names(shapes: &Shapes) -> Vec<&str> {
        shapes.of_kind::<Door>().map(|(_, door)| door.name.as_str()).collect()
    }

    #[test]
    fn removed_shapes_have_no_key() {
        let mut shapes = Shapes::default();
        let [a, b, c] = ["a", "b", "c"].map(|name| add(&mut shapes, name, 0));
        assert_eq!(shapes.remove::<Door>(b), Some(door("b")));
        assert_eq!(shapes.remove::<Door>(b), None);
        assert_eq!(shapes.of_kind::<Door>().map(|(key, _)| key).collect::<Vec<_>>(), [a, c]);
        assert_eq!(names(&shapes), ["a", "c"]);
    }

    #[test]
    fn shapes_keep_their_floor() {
        let mut shapes = Shapes::default();
        let [_, b, _] = [(0, "a"), (7, "b"), (0, "c")].map(|(on, name)| add(&mut shapes, name, on));
        let on = |layer| shapes.on_layer::<Door>(Role::Door, layer);
        assert_eq!((on(0), on(7)), (vec![door("a"), door("c")], vec![door("b")]));
        shapes.set_aside(b.into());
        assert!(shapes.iter().all(|entry| entry.layer == Some(0)));
        assert_eq!(shapes.entry(b.into()).unwrap().layer, Some(7));
    }

    #[test]
    fn shapes_return_at_their_place_until_they_are_forgotten() {
        let mut shapes = Shapes::default();
        let [a, b, _] = ["a", "b", "c"].map(|name| add(&mut shapes, name, 0));
        let [own_a, own_b] = [a, b].map(LiveKey::from);
        assert_eq!((shapes.restore(own_a), shapes.forget(own_a)), (None, None));
        assert_eq!((shapes.set_aside(own_a), shapes.set_aside(own_b)), (Some(()), Some(())));
        assert_eq!((shapes.set_aside(own_a), shapes.remove::<Door>(a)), (None, None));
        assert_eq!(shapes.find::<Door>(a), None);
        assert_eq!(names(&shapes), ["c"]);
        assert_eq!((shapes.restore(own_a), shapes.forget(own_b)), (Some(()), Some(())));
        assert_eq!(names(&shapes), ["a", "c"]);
        assert_eq!(shapes.restore(own_b), None);
    }

    #[test]
    fn keys_belong_to_one_kind() {
        let mut shapes = Shapes::default();
        let door = LiveKey::from(add(&mut shapes, "a", 0));
        let wall = LiveKey::Wall(door.slot().data().into());
        assert!(shapes.entry(door).is_some() && shapes.entry(wall).is_none());
        let line = LiveShape::Wall(Wall::new([[0.0, 0.0], [1.0, 0.0]]));
        assert_eq!((shapes.replace(door, line), shapes.set_aside(wall)), (None, None));
        assert!(DoorKey::try_from(door).is_ok() && DoorKey::try_from(wall) == Err(wall));
    }
}
