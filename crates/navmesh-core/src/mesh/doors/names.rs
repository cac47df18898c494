//! An index of doors and links by name, searched by bisection.

use std::sync::Arc;

use super::MeshDoor;
use crate::collections::MergeSort;
use crate::mesh::{DoorId, LinkId, NavMesh, Numbered};
use crate::outline::Link;

/// A door or a link.
#[derive(Debug, Clone, Copy)]
pub(super) enum Named {
    Door(DoorId),
    Link(LinkId),
}

/// The doors and links of a mesh, sorted by name; with the same name, doors come first, each by id.
#[derive(Debug, Clone, Default)]
pub(in crate::mesh) struct NameIndex(Arc<[Named]>);

impl NameIndex {
    /// Builds the index.
    ///
    /// Complexity: O(n log n) in the number of doors and links.
    pub(in crate::mesh) fn of(doors: &Numbered<MeshDoor>, links: &[Link]) -> Self {
        let of_doors = doors.numbers().map(|door| Named::Door(DoorId(door)));
        let of_links = (0..links.len() as u32).map(|link| Named::Link(LinkId(link)));
        let mut all: Vec<Named> = of_doors.chain(of_links).collect();
        all.merge_sort_by(|a, b| a.name(doors, links).cmp(b.name(doors, links)));
        Self(all.into())
    }

    /// Returns the memory in bytes.
    pub(in crate::mesh) fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl Named {
    /// Returns the door; `None` for a link.
    pub(super) fn door(self) -> Option<DoorId> {
        match self {
            Self::Door(door) => Some(door),
            Self::Link(_) => None,
        }
    }

    fn name<'a>(self, doors: &'a [MeshDoor], links: &'a [Link]) -> &'a str {
        match self {
            Self::Door(door) => &doors[door.index()].name,
            Self::Link(link) => &links[link.index()].name,
        }
    }
}

impl NavMesh {
    /// Iterates over the doors with a name, by id.
    ///
    /// Complexity: logarithmic in all doors and links, linear in those with the name.
    pub fn doors_named(&self, name: &str) -> impl Iterator<Item = DoorId> + '_ {
        self.named(name).filter_map(Named::door)
    }

    /// Iterates over the links with a name, by id.
    ///
    /// Complexity: that of [`doors_named`](NavMesh::doors_named).
    pub fn links_named(&self, name: &str) -> impl Iterator<Item = LinkId> + '_ {
        self.named(name).filter_map(|named| match named {
            Named::Link(link) => Some(link),
            Named::Door(_) => None,
        })
    }

    /// Iterates over the doors and links with a name.
    pub(super) fn named(&self, name: &str) -> impl Iterator<Item = Named> + use<'_> {
        let of = |named: &Named| named.name(&self.doors, &self.links);
        let all = &self.names.0;
        let first = all.partition_point(|named| of(named) < name);
        let count = all[first..].partition_point(|named| of(named) == name);
        all[first..first + count].iter().copied()
    }
}
