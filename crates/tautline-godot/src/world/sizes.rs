//! The live mesh for one radius, with the keys of its shapes.

use std::collections::{BTreeMap, BTreeSet};

use tautline::agents::ClassId;
use tautline::build::{EditError, LiveKey, OutlineEdit, Role};
use tautline::{BuildError, BuildOptions, LiveMesh, NavMeshBuilder};

use super::{Fault, ShapeId, Shapes};

/// The live mesh for one radius.
#[derive(Debug)]
pub(super) struct Size {
    pub(super) radius: f64,
    pub(super) live: LiveMesh,
    pub(super) class: ClassId,
    keys: BTreeMap<ShapeId, LiveKey>,
}

impl Size {
    /// Builds a mesh of shapes. A fault names the shape that no mesh can have, if one is the reason.
    pub(super) fn build(options: BuildOptions, shapes: &Shapes) -> Result<Self, Fault> {
        let mut builder = NavMeshBuilder::new().with_options(options);
        let mut keys = BTreeMap::new();
        let mut roles: BTreeMap<Role, Vec<ShapeId>> = BTreeMap::new();
        for (&id, edit) in shapes {
            if let (Some(key), Some((_, role))) = (edit.add_to(&mut builder), edit.added()) {
                keys.insert(id, key);
                roles.entry(role).or_default().push(id);
            }
        }
        let fault = |error: BuildError| {
            let place = error.place();
            let id = place.and_then(|place| roles.get(&place.role)?.get(place.outline).copied());
            Fault { id, reason: error.to_string() }
        };
        let live = LiveMesh::new(builder).map_err(fault)?;
        let radius = live.mesh().agent_radius();
        Ok(Self { radius, live, class: ClassId::default(), keys })
    }

    /// Removes and adds shapes as one step. A fault names the shape that no mesh can have, if one is the reason.
    pub(super) fn apply(
        &mut self,
        removed: &BTreeSet<ShapeId>,
        added: &Shapes,
    ) -> Result<(), Fault> {
        let (mut edits, mut owners) = (Vec::new(), Vec::new());
        let replaced = added.keys().filter(|id| !removed.contains(id));
        for id in removed.iter().chain(replaced) {
            if let Some(&key) = self.keys.get(id) {
                edits.push(OutlineEdit::Remove(key));
                owners.push(*id);
            }
        }
        let first = edits.len();
        edits.extend(added.values().cloned());
        owners.extend(added.keys());
        let fault = |error: EditError| match error {
            EditError::Invalid { edit, error } => {
                Fault { id: owners.get(edit).copied(), reason: error.to_string() }
            }
            error => Fault { id: None, reason: error.to_string() },
        };
        let report = self.live.apply(&edits).map_err(fault)?;
        for id in &owners[..first] {
            self.keys.remove(id);
        }
        self.keys.extend(added.keys().copied().zip(report.keys[first..].iter().copied()));
        Ok(())
    }
}
