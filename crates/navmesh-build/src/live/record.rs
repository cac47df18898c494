//! Applies edits to the outlines, and notes how to undo them.

mod floors;
mod weld;

use super::changes::AllChanges;
use super::edit::alone;
use super::{EditError, LiveOutlines, OutlineEdit};
use crate::builder::{Entry, LinkKey, LiveKey, LiveShape};
use crate::error::{BuildError, ConnectionFault, InputPlace, Role};
use crate::floors::connection_line;
use crate::input::clean;
use crate::options::BuildOptions;
use crate::report::{BuildReport, Repair};

/// Edits that took effect.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    pub(super) keys: Vec<LiveKey>,
    /// The edits that undo them, the last one first.
    pub(super) inverse: Vec<OutlineEdit>,
    pub(super) repairs: Vec<Repair>,
    pub(super) changes: AllChanges,
    /// The links that were added.
    pub(super) new_links: Vec<LinkKey>,
}

impl LiveOutlines {
    /// Forgets a removed outline, whose key becomes unknown. Returns false if it stands or is unknown.
    ///
    /// Call it when no edit will restore the outline any more, to release its memory.
    pub fn forget(&mut self, key: LiveKey) -> bool {
        self.builder.shapes.forget(key).is_some()
    }

    /// Returns a copy of a shape that stands.
    #[must_use]
    pub fn shape(&self, key: LiveKey) -> Option<LiveShape> {
        self.builder.shapes.standing(key).map(|entry| entry.shape.clone())
    }

    /// Applies edits to the outlines: all, or none and an error.
    pub(super) fn record_edits(&mut self, edits: &[OutlineEdit]) -> Result<Recorded, EditError> {
        let mut done = Recorded::default();
        for (index, edit) in edits.iter().enumerate() {
            if let Err(error) = self.record_one(index, edit, &mut done) {
                let Recorded { keys, mut inverse, changes, .. } = done;
                inverse.reverse();
                self.take_back(&keys, edits, inverse);
                if changes.has_welds {
                    self.index_all();
                }
                return Err(error);
            }
        }
        done.inverse.reverse();
        Ok(done)
    }

    /// Undoes edits, and forgets what they added.
    pub(super) fn take_back(
        &mut self,
        keys: &[LiveKey],
        edits: &[OutlineEdit],
        inverse: Vec<OutlineEdit>,
    ) {
        let changes = &mut AllChanges::default();
        for edit in inverse {
            match edit {
                OutlineEdit::Remove(key) => _ = self.set_aside(key, changes),
                OutlineEdit::Restore(key) => _ = self.restore(key, changes),
                OutlineEdit::Replace(key, shape) => _ = self.replace(key, shape, changes),
                _ => {} // the inverse of an edit adds nothing
            }
        }
        for (&key, edit) in keys.iter().zip(edits) {
            let (edit, _) = edit.placed();
            let is_old = matches!(
                edit,
                OutlineEdit::Replace(..) | OutlineEdit::Remove(_) | OutlineEdit::Restore(_)
            );
            if !is_old {
                self.forget(key);
            }
        }
    }

    fn record_one(
        &mut self,
        edit: usize,
        change: &OutlineEdit,
        done: &mut Recorded,
    ) -> Result<(), EditError> {
        let (options, has_floors) = (self.builder.options, self.has_floors);
        let mut checked = |shape: &LiveShape, role: Role, layer: Option<u32>| {
            check(shape, role, &options, &mut done.repairs, edit).map_err(|error| {
                let layer = layer.filter(|&layer| has_floors || layer != 0);
                let error = match layer {
                    Some(layer) => error.on_layer(layer),
                    None => error,
                };
                EditError::Invalid { edit, error }
            })
        };
        let (change, layer) = change.placed();
        let (key, undo) = match change {
            &OutlineEdit::Remove(key) => {
                self.set_aside(key, &mut done.changes)
                    .ok_or(EditError::UnknownKey { edit, key })?;
                (key, OutlineEdit::Restore(key))
            }
            &OutlineEdit::Restore(key) => {
                self.restore(key, &mut done.changes).ok_or(EditError::NotRemoved { edit, key })?;
                (key, OutlineEdit::Remove(key))
            }
            OutlineEdit::Replace(key, shape) => {
                let key = *key;
                let entry = self.builder.shapes.standing(key).cloned();
                let Entry { shape: old, role, layer, .. } =
                    entry.ok_or(EditError::UnknownKey { edit, key })?;
                if std::mem::discriminant(&old) != std::mem::discriminant(shape) {
                    return Err(EditError::OtherKind { edit, key });
                }
                checked(shape, role, layer)?;
                self.replace(key, shape.clone(), &mut done.changes);
                (key, OutlineEdit::Replace(key, old))
            }
            add => {
                let Some((shape, role)) = added(add) else { return Ok(()) };
                let is_on_layer = !matches!(role, Role::Link | Role::FloorConnection);
                let layer = is_on_layer.then_some(layer);
                checked(&shape, role, layer)?;
                let key = self.builder.shapes.insert(shape, role, layer);
                self.index_key(key, &mut done.changes);
                if let LiveKey::Link(link) = key {
                    done.new_links.push(link);
                }
                (key, OutlineEdit::Remove(key))
            }
        };
        done.keys.push(key);
        done.inverse.push(undo);
        Ok(())
    }

    fn set_aside(&mut self, key: LiveKey, changes: &mut AllChanges) -> Option<()> {
        self.builder.shapes.standing(key)?;
        self.unindex_key(key, changes);
        self.builder.shapes.set_aside(key)
    }

    fn restore(&mut self, key: LiveKey, changes: &mut AllChanges) -> Option<()> {
        self.builder.shapes.restore(key).inspect(|()| self.index_key(key, changes))
    }

    /// Writes a shape of the same kind to a key that stands.
    fn replace(&mut self, key: LiveKey, shape: LiveShape, changes: &mut AllChanges) -> Option<()> {
        self.unindex_key(key, changes);
        self.builder.shapes.replace(key, shape)?;
        self.index_key(key, changes);
        Some(())
    }
}

/// Returns the shape and the role that an edit adds.
fn added(edit: &OutlineEdit) -> Option<(LiveShape, Role)> {
    Some(match edit.clone() {
        OutlineEdit::AddWalkable(outline) => (outline.into(), Role::Walkable),
        OutlineEdit::AddObstacle(outline) => (outline.into(), Role::Obstacle),
        OutlineEdit::AddWall(wall) => (wall.into(), Role::Wall),
        OutlineEdit::AddArea(area) => (area.into(), Role::Area),
        OutlineEdit::AddDoor(door) => (door.into(), Role::Door),
        OutlineEdit::AddLink(link) => (link.into(), Role::Link),
        OutlineEdit::AddConnection(connection) => (connection.into(), Role::FloorConnection),
        _ => return None,
    })
}

/// Checks a shape by itself, and notes its repairs.
fn check(
    shape: &LiveShape,
    role: Role,
    options: &BuildOptions,
    repairs: &mut Vec<Repair>,
    edit: usize,
) -> Result<(), BuildError> {
    let mut report = BuildReport::default();
    if let LiveShape::Connection(connection) = shape {
        if connection.layers[0] == connection.layers[1] {
            let fault = ConnectionFault::SameLayer;
            return Err(BuildError::BadConnection { connection: edit, fault });
        }
        return connection_line(connection, edit, repairs).map(|_| ());
    }
    let alone = alone(shape, role);
    if let Some(link) = alone.links.first() {
        return check_link(link, edit);
    }
    clean(&alone, &[0], options, &mut report).map_err(|error| error.at_outline(edit))?;
    repairs.extend(report.repairs.into_iter().map(|repair| {
        let place = InputPlace { outline: edit, ..repair.place };
        Repair { place, ..repair }
    }));
    Ok(())
}

fn check_link(link: &navmesh_core::Link, edit: usize) -> Result<(), BuildError> {
    for (index, point) in link.clone().points_mut().enumerate() {
        let (ring, vertex) = (index / 2, index % 2);
        let place = InputPlace { role: Role::Link, outline: edit, ring, vertex };
        if navmesh_core::backend::geom::sanitized(*point).is_none() {
            return Err(BuildError::BadCoordinate { place, x: point.x, y: point.y });
        }
    }
    Ok(())
}
