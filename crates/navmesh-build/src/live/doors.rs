//! The numbers of doors in a mesh.

use std::collections::BTreeMap;

use navmesh_core::NavMesh;

use super::LiveKey;
use super::changes::Changes;
use super::index::SegmentIndex;
use crate::builder::{DoorKey, NavMeshBuilder};

/// The number of each door in the mesh.
#[derive(Debug, Clone, Default)]
pub(super) struct DoorNumbers(BTreeMap<DoorKey, u32>);

impl DoorNumbers {
    /// Numbers the doors of a fresh mesh.
    pub(super) fn of(builder: &NavMeshBuilder) -> Self {
        Self(builder.doors.keys().zip(0..).collect())
    }

    /// Returns the number of a door.
    pub(super) fn number(&self, key: DoorKey) -> Option<u32> {
        self.0.get(&key).copied()
    }

    /// Numbers the new doors of edits after those of the mesh. Returns their names.
    pub(super) fn add_new(
        &mut self,
        mesh: &NavMesh,
        index: &SegmentIndex,
        builder: &NavMeshBuilder,
        changes: &Changes,
    ) -> Vec<String> {
        let shapes = changes.added.iter().map(|&slot| index.segment(slot).shape);
        let keys = shapes.filter_map(|shape| match index.shape(shape)?.key {
            LiveKey::Door(key) => Some(key),
            _ => None,
        });
        let mut keys: Vec<DoorKey> = keys.collect();
        keys.sort_unstable();
        keys.dedup();
        let mut names = Vec::new();
        for key in keys {
            let Some(door) = builder.doors.get(key) else { continue };
            let known = self.number(key).and_then(|number| mesh.doors().get(number as usize));
            if known.is_none_or(|known| known.name != door.name) {
                self.0.insert(key, (mesh.doors().len() + names.len()) as u32);
                names.push(door.name.clone());
            }
        }
        names
    }
}
