//! Applies edits to the outlines, and notes how to undo them.

mod floors;
mod weld;

use std::mem::discriminant;

use navmesh_core::Outlines;

use super::changes::AllChanges;
use super::edit::alone;
use super::{EditError, LiveOutlines, OutlineEdit};
use crate::builder::{Entry, LinkKey, LiveKey, LiveShape};
use crate::error::{BuildError, ConnectionFault, InputPlace, Role};
use crate::floors::connection_line;
use crate::input::clean;
use crate::input::proportion::far_coordinate;
use crate::options::BuildOptions;
use crate::report::{BuildReport, Repair, RepairKind};

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
        let mut done = Recorded { repairs: self.check_shapes(edits)?, ..Recorded::default() };
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
        done.changes.has_welds |= self.has_other_default_weld();
        Ok(done)
    }

    /// Checks the shapes of edits, each by itself, before any of them takes effect. Returns their repairs.
    fn check_shapes(&self, edits: &[OutlineEdit]) -> Result<Vec<Repair>, EditError> {
        let mut repairs = Vec::new();
        for (edit, change) in edits.iter().enumerate() {
            let (shape, role, layer) = match change.placed().0 {
                OutlineEdit::Replace(key, shape) => match self.builder.shapes.entry(*key) {
                    Some(old) if discriminant(&old.shape) == discriminant(shape) => {
                        (shape.clone(), old.role, old.layer)
                    }
                    _ => continue, // the edit is refused in its turn
                },
                _ => match change.added() {
                    Some((shape, role)) => (shape, role, change.layer_of(role)),
                    None => continue,
                },
            };
            let first = repairs.len();
            let valid = check(&shape, role, &self.builder.options, &mut repairs, edit);
            let is_flat = repairs[first..].iter().any(is_flat);
            let too_far = || self.check_proportion(&alone(&shape, role), edit);
            valid.and_then(|()| if is_flat { too_far() } else { Ok(()) }).map_err(|error| {
                let layer = layer.filter(|&layer| self.has_floors || layer != 0);
                let error = layer.map_or(error.clone(), |layer| error.on_layer(layer));
                EditError::Invalid { edit, error }
            })?;
        }
        Ok(repairs)
    }

    /// Fails if a shape has coordinates out of proportion to the map. The indexes have no side of a flat shape by which to
    /// notice it.
    fn check_proportion(&self, shape: &Outlines, edit: usize) -> Result<(), BuildError> {
        let floors = self.builder.floors().floors;
        let all: Vec<_> = floors.iter().map(|floor| &floor.outlines).chain([shape]).collect();
        match far_coordinate(&all) {
            Some((floor, error)) if floor == floors.len() => Err(error.at_outline(edit)),
            _ => Ok(()),
        }
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
        let (key, undo) = match change.placed().0 {
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
                let Entry { shape: old, .. } = entry.ok_or(EditError::UnknownKey { edit, key })?;
                if discriminant(&old) != discriminant(shape) {
                    return Err(EditError::OtherKind { edit, key });
                }
                self.replace(key, shape.clone(), &mut done.changes);
                (key, OutlineEdit::Replace(key, old))
            }
            _ => {
                let Some(key) = change.add_to(&mut self.builder) else { return Ok(()) };
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

/// True if a ring or line is left out, because it covers or separates nothing.
fn is_flat(repair: &Repair) -> bool {
    matches!(repair.kind, RepairKind::FlatRing | RepairKind::NoLine)
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
    if !navmesh_core::Link::COSTS.contains(&link.cost) {
        let place = InputPlace { role: Role::Link, outline: edit, ring: 0, vertex: 0 };
        let max = *navmesh_core::Link::COSTS.end();
        return Err(BuildError::BadLinkCost { place, cost: link.cost, max });
    }
    Ok(())
}
