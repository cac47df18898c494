//! Edits of a map: what entities have drawn in a tick becomes one batch for each mesh.

use std::collections::BTreeSet;
use std::mem::discriminant;

use bevy_ecs::prelude::Entity;
use tautline::LiveMesh;
use tautline::build::{EditError, LiveKey, OutlineEdit, RebuildReason};
use tautline::live::StepKind;

use super::NavWorld;
use super::sizes::Size;
use crate::gather::{AREAS, DOORS, Drawing, Drawings, ShapeId, door_name};
use crate::map::NavMap;

/// The outcome of a tick for a map.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// Shapes that cannot be part of the map, and why.
    pub(crate) refused: Vec<(ShapeId, String)>,
    /// The reason of a rebuild.
    pub(crate) rebuilt: Option<RebuildReason>,
    /// The reason why the map cannot be built.
    pub(crate) failed: Option<String>,
}

/// A shape that has changed.
#[derive(Debug)]
struct Change {
    id: ShapeId,
    before: Option<Drawing>,
    after: Option<Drawing>,
}

/// The origin of the key of a part of a shape.
#[derive(Debug, Clone, Copy)]
enum Source {
    Kept(LiveKey),
    /// The edit of the batch with this number.
    Edit(usize),
}

/// A batch of edits for one mesh.
#[derive(Debug, Default)]
struct Batch {
    edits: Vec<OutlineEdit>,
    /// For each edit the number of its change.
    changes: Vec<usize>,
    /// For each change where the keys of its parts come from.
    sources: Vec<Vec<Source>>,
}

impl NavWorld {
    /// Takes over what has changed since the last tick.
    pub(crate) fn edit(&mut self, options: &NavMap, map: Entity, drawings: &Drawings) -> Outcome {
        let mut outcome = Outcome::default();
        if !self.is_built_by(options) {
            self.reset(options);
        }
        let is_new = !std::mem::replace(&mut self.is_compared, true);
        // A loaded map has shapes; those that are gone since then are not among the drawings.
        let ids: BTreeSet<ShapeId> = if is_new {
            drawings.ids().chain(self.shapes.keys().copied()).collect()
        } else {
            drawings.changed.iter().copied().collect()
        };
        let changes: Vec<Change> =
            ids.into_iter().filter_map(|id| self.change(id, drawings.on_map(id, map))).collect();
        if !changes.is_empty() {
            self.changes += 1;
            self.unbuilt.clear();
            self.apply(changes, &mut outcome);
        }
        self.add_listed_sizes(options, &mut outcome);
        outcome
    }

    /// Returns the change of a shape, if it is one, and takes it over into the list of shapes.
    fn change(&mut self, id: ShapeId, after: Option<&Drawing>) -> Option<Change> {
        if self.shapes.get(&id) == after {
            return None;
        }
        let before = match after {
            Some(after) => self.shapes.insert(id, after.clone()),
            None => self.shapes.remove(&id),
        };
        Some(Change { id, before, after: after.cloned() })
    }

    /// Applies changes to all meshes. If they cannot be, all meshes are made anew without the shapes at fault.
    fn apply(&mut self, mut changes: Vec<Change>, outcome: &mut Outcome) {
        while !changes.is_empty() {
            match self.apply_batch(&changes) {
                Ok(rebuilt) => {
                    outcome.rebuilt = rebuilt;
                    let has_areas = changes.iter().any(|change| change.id.0 == AREAS);
                    self.follow(has_areas);
                    self.set_doors(&changes);
                    return;
                }
                Err((Some(number), error)) => {
                    // The shape is left out, and its last form with it.
                    let Change { id, before, after } = &mut changes[number];
                    outcome.refused.push((*id, error.to_string()));
                    self.shapes.remove(id);
                    *after = None;
                    if before.is_none() {
                        changes.remove(number);
                    }
                }
                Err((None, _)) => return self.drop_meshes(),
            }
        }
    }

    /// Applies changes to all meshes. An error names the change at fault, if one is.
    fn apply_batch(
        &mut self,
        changes: &[Change],
    ) -> Result<Option<RebuildReason>, (Option<usize>, EditError)> {
        let mut rebuilt = None;
        for number in 0..self.sizes.len() {
            let size = &mut self.sizes[number];
            let Batch { edits, changes: owners, sources } = size.batch(changes);
            let report = match size.live.apply(&edits) {
                Ok(report) => report,
                // The first mesh has refused a shape, and nothing has changed.
                Err(EditError::Invalid { edit, error }) if number == 0 => {
                    let owner = owners.get(edit).copied();
                    return Err((owner, EditError::Invalid { edit, error }));
                }
                Err(error) => return Err((None, error)),
            };
            if let StepKind::Rebuilt(reason) = report.kind {
                rebuilt = rebuilt.or(Some(reason));
            }
            let key = |source: Source| match source {
                Source::Kept(key) => Some(key),
                Source::Edit(edit) => report.keys.get(edit).copied(),
            };
            for (change, sources) in changes.iter().zip(sources) {
                size.keys.insert(change.id, sources.into_iter().filter_map(key).collect());
                if change.after.is_none() {
                    size.keys.remove(&change.id);
                }
            }
        }
        Ok(rebuilt)
    }

    /// Opens and closes doors as their entities say.
    fn set_doors(&mut self, changes: &[Change]) {
        for change in changes.iter().filter(|change| change.id.0 == DOORS) {
            let Some(door) = &change.after else { continue };
            let (name, mut has_changed) = (door_name(change.id.1), false);
            for Size { live, .. } in &mut self.sizes {
                has_changed |= set_door(live, &name, door.is_open);
            }
            if has_changed {
                self.follow(false);
            }
        }
    }

    /// Adds the meshes that the options list.
    fn add_listed_sizes(&mut self, options: &NavMap, outcome: &mut Outcome) {
        let failed = self.unbuilt.len();
        for &radius in &options.radii {
            outcome.refused.extend(self.add_size(options, f64::from(radius)));
        }
        outcome.refused.append(&mut self.faulty);
        if self.unbuilt.len() > failed {
            outcome.failed = self.fault().map(str::to_owned);
        }
    }
}

impl Size {
    /// Returns the edits that make changes.
    fn batch(&self, changes: &[Change]) -> Batch {
        let mut batch = Batch::default();
        for (number, change) in changes.iter().enumerate() {
            let known = self.keys.get(&change.id).map_or(&[][..], Vec::as_slice);
            let parts = |drawing: &Option<Drawing>| {
                drawing.as_ref().map_or(Vec::new(), |drawing| drawing.edits.clone())
            };
            let [before, after] = [&change.before, &change.after].map(parts);
            let mut push = |edit: OutlineEdit| {
                batch.edits.push(edit);
                batch.changes.push(number);
                batch.edits.len() - 1
            };
            let sources = if are_alike(&before, &after) && known.len() == before.len() {
                let mut source =
                    |((key, before), after): ((&LiveKey, &OutlineEdit), &OutlineEdit)| {
                        let shape = after.added().filter(|_| before != after);
                        shape.map_or(Source::Kept(*key), |(shape, _)| {
                            Source::Edit(push(OutlineEdit::Replace(*key, shape)))
                        })
                    };
                known.iter().zip(&before).zip(&after).map(&mut source).collect()
            } else {
                for &key in known {
                    push(OutlineEdit::Remove(key));
                }
                after.into_iter().map(|edit| Source::Edit(push(edit))).collect()
            };
            batch.sources.push(sources);
        }
        batch
    }
}

/// True if shapes differ in their coordinates at most, so that one can replace the other.
fn are_alike(before: &[OutlineEdit], after: &[OutlineEdit]) -> bool {
    let kind = |edit: &OutlineEdit| {
        let (edit, layer) = edit.placed();
        (discriminant(edit), layer)
    };
    before.iter().map(kind).eq(after.iter().map(kind))
}

/// Opens or closes a door. Returns true if that changed it.
fn set_door(live: &mut LiveMesh, name: &str, is_open: bool) -> bool {
    if live.is_door_closed(name) != is_open {
        return false;
    }
    // A door off the mesh has nothing to open or close.
    if is_open { live.open_door(name).is_ok() } else { live.close_door(name).is_ok() }
}
