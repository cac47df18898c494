//! The numbers of doors in a mesh.

use std::collections::BTreeMap;
use std::sync::Arc;

use navmesh_core::NavMesh;

use super::LiveKey;
use super::changes::AllChanges;
use super::index::{SegmentIndex, ShapeKey};
use crate::builder::{DoorKey, NavMeshBuilder};

/// The number that each door of [`LiveOutlines`](super::LiveOutlines) has in a mesh.
///
/// A clone shares its memory. A caller who keeps a mesh, to return to it later, keeps its numbers too: see
/// [`LiveOutlines::restore_door_numbers`](super::LiveOutlines::restore_door_numbers).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DoorNumbers(Arc<BTreeMap<DoorKey, u32>>);

impl DoorNumbers {
    /// Numbers the doors of a fresh mesh.
    ///
    /// Complexity: O(n log n) in the number of doors.
    #[must_use]
    pub fn of(builder: &NavMeshBuilder) -> Self {
        let mut keys: Vec<DoorKey> = builder.doors.keys().collect();
        // Doors are numbered floor after floor.
        keys.sort_by_key(|&key| builder.doors.layer(key));
        Self(Arc::new(keys.into_iter().zip(0..).collect()))
    }

    /// Returns the number of a door.
    pub(super) fn number(&self, key: DoorKey) -> Option<u32> {
        self.0.get(&key).copied()
    }

    /// Numbers the new doors of edits after those of the mesh. Returns their names.
    pub(super) fn add_new(
        &mut self,
        mesh: &NavMesh,
        floors: &[SegmentIndex],
        builder: &NavMeshBuilder,
        changes: &AllChanges,
    ) -> Vec<String> {
        let on_floor = |index: &SegmentIndex| -> Vec<DoorKey> {
            let added = changes.drawn.get(&index.layer).map_or(&[][..], |own| &own.added);
            let shapes = added.iter().filter_map(|&slot| index.shape(index.segment(slot).shape));
            let keys = shapes.filter_map(|shape| match shape.key {
                ShapeKey::Live(LiveKey::Door(key)) => Some(key),
                _ => None,
            });
            keys.collect()
        };
        let mut keys: Vec<DoorKey> = floors.iter().flat_map(on_floor).collect();
        keys.sort_unstable();
        keys.dedup();
        let mut names = Vec::new();
        for key in keys {
            let Some(door) = builder.doors.get(key) else { continue };
            let known = self.number(key).and_then(|number| mesh.doors().get(number as usize));
            if known.is_none_or(|known| known.name != door.name) {
                Arc::make_mut(&mut self.0).insert(key, (mesh.doors().len() + names.len()) as u32);
                names.push(door.name.clone());
            }
        }
        names
    }
}
