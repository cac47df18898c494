//! The numbers of doors in a mesh.

use std::collections::BTreeMap;

use navmesh_core::backend::DoorChange;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{Door, DoorId, NavMesh};

use crate::builder::{DoorKey, LiveKey, NavMeshBuilder};

/// The numbers of doors of [`LiveOutlines`](super::LiveOutlines) in a mesh; `None` for a door that the mesh does not have.
///
/// The numbers of all doors, or the former ones of those that a step changes: see
/// [`LiveOutlines::renumber_doors`](super::LiveOutlines::renumber_doors).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DoorNumbers(BTreeMap<DoorKey, Option<u32>>);

impl DoorNumbers {
    /// Numbers the doors of a fresh mesh.
    ///
    /// Complexity: O(n log n) in the number of doors.
    pub(super) fn of(builder: &NavMeshBuilder) -> Self {
        let shapes = &builder.shapes;
        let mut keys: Vec<DoorKey> = shapes.of_kind::<Door>().map(|(key, _)| key).collect();
        // Doors are numbered floor after floor.
        keys.merge_sort_by_key(|&key| shapes.standing(key.into()).and_then(|entry| entry.layer));
        Self(keys.into_iter().zip((0..).map(Some)).collect())
    }

    /// Returns the number of a door.
    pub(super) fn number(&self, key: DoorKey) -> Option<u32> {
        self.0.get(&key).copied().flatten()
    }

    /// Takes over numbers. Returns the former ones of the same doors.
    pub(super) fn renumber(&mut self, numbers: Self) -> Self {
        let former = numbers.0.into_iter().map(|(key, number)| {
            let former = match number {
                Some(_) => self.0.insert(key, number),
                None => self.0.remove(&key),
            };
            (key, former.flatten())
        });
        Self(former.collect())
    }

    /// Takes over the numbers of a fresh mesh. Returns the former ones.
    pub(super) fn renumber_all(&mut self, builder: &NavMeshBuilder) -> Self {
        let mut all = Self(self.0.keys().map(|&key| (key, None)).collect());
        all.0.extend(Self::of(builder).0);
        self.renumber(all)
    }

    /// Numbers the doors that edits add, by rank, with numbers that are free in the mesh, and forgets those that they
    /// remove. Returns the former numbers, and what changes in the mesh.
    pub(super) fn follow(
        &mut self,
        mesh: &NavMesh,
        builder: &NavMeshBuilder,
        keys: &BTreeMap<u64, LiveKey>,
    ) -> (Self, Vec<DoorChange>) {
        let (mut numbers, mut changes) = (Self::default(), Vec::new());
        let mut free = (0..).filter(|&number| !mesh.has_door(DoorId(number)));
        for &key in keys.values() {
            let LiveKey::Door(key) = key else { continue };
            let name = builder.shapes.find::<Door>(key).map(|door| &door.name);
            let known = self.number(key);
            let Some(number) = known.or_else(|| name.and(free.next())) else { continue };
            let former = known.and_then(|number| mesh.doors().get(number as usize));
            if former.map(|door| &door.name) != name {
                changes.push(DoorChange { door: DoorId(number), name: name.cloned() });
                numbers.0.insert(key, name.map(|_| number));
            }
        }
        (self.renumber(numbers), changes)
    }
}
