//! Edits of a map: all that nodes have drawn since the last tick becomes one batch.

use std::collections::BTreeSet;

use tautline::build::OutlineEdit;

use super::sizes::Size;
use super::{Fault, Kind, ShapeId, Shapes, World, follow};

impl World {
    /// Makes the map one of the drawn shapes, by one step of each mesh. Returns the shapes that cannot be on it, which are
    /// left out until they change. Shapes of the file stay as they are unless `has_file` says that they are among the drawn ones.
    ///
    /// Complexity: linear in the shapes, and the edits of the meshes.
    pub(crate) fn draw(&mut self, drawn: Shapes, has_file: bool) -> Vec<Fault> {
        let stays = |id: &ShapeId| id.kind == Kind::File && !has_file;
        let is_as_refused =
            |id: &ShapeId, edit: &OutlineEdit| drawn.get(id).is_some_and(|now| is_same(now, edit));
        self.refused.retain(|id, edit| stays(id) || is_as_refused(id, edit));
        let gone = |id: &&ShapeId| {
            !stays(id) && (!drawn.contains_key(id) || self.refused.contains_key(id))
        };
        let mut removed: BTreeSet<ShapeId> = self.shapes.keys().filter(gone).copied().collect();
        let is_new = |(id, edit): &(ShapeId, OutlineEdit)| {
            !self.refused.contains_key(id) && self.shapes.get(id) != Some(edit)
        };
        let mut added: Shapes = drawn.into_iter().filter(is_new).collect();
        let mut faults = Vec::new();
        if removed.is_empty() && added.is_empty() {
            return faults;
        }
        self.changes += 1;
        self.unbuilt.clear();
        let is_edited = self.edit(&mut removed, &mut added, &mut faults);
        self.shapes.retain(|id, _| !removed.contains(id));
        self.shapes.extend(added);
        match is_edited {
            true => follow(&self.sizes, &mut self.crowd),
            false => self.rebuild(&mut faults),
        }
        faults
    }

    /// Edits all meshes. False if they must be made anew.
    fn edit(
        &mut self,
        removed: &mut BTreeSet<ShapeId>,
        added: &mut Shapes,
        faults: &mut Vec<Fault>,
    ) -> bool {
        let is_area = |edit: &OutlineEdit| matches!(edit.placed().0, OutlineEdit::AddArea(_));
        let changes_areas = removed.iter().filter_map(|id| self.shapes.get(id)).any(is_area)
            || added.values().any(is_area);
        let Some((first, others)) = self.sizes.split_first_mut() else { return false };
        if changes_areas {
            return false; // costs change paths that no wall has changed
        }
        while let Err(fault) = first.apply(removed, added) {
            let Some(id) = fault.id else { return false };
            let Some(edit) = added.remove(&id) else { return false };
            if self.shapes.contains_key(&id) {
                removed.insert(id);
            }
            self.refused.insert(id, edit);
            faults.push(fault);
        }
        others.iter_mut().all(|size| size.apply(removed, added).is_ok())
    }

    /// Drops all meshes and the crowd, and makes the mesh of the first radius anew.
    fn rebuild(&mut self, faults: &mut Vec<Fault>) {
        self.sizes.clear();
        self.agents.clear();
        self.crowd = None;
        let radius = self.options.radii.first().copied().unwrap_or(0.0);
        loop {
            match Size::build(self.build_options(radius), &self.shapes) {
                Ok(size) => return self.add_size(size),
                Err(fault) => {
                    let shape = fault.id.and_then(|id| self.shapes.remove_entry(&id));
                    let is_whole_map = shape.is_none();
                    self.refused.extend(shape);
                    faults.push(fault);
                    if is_whole_map {
                        return;
                    }
                }
            }
        }
    }
}

/// True if two shapes are the same, coordinates that are no numbers included.
fn is_same(a: &OutlineEdit, b: &OutlineEdit) -> bool {
    a == b || format!("{a:?}") == format!("{b:?}")
}
