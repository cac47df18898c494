//! Undo and redo.
//!
//! Each step keeps the edits of outlines that undo it, and the way back of the mesh: the inverse patch, which
//! restores the ids of cells and doors, or the map from before a rebuild. The last step is undone first, so each way back
//! fits. Where a way back is missing, the edits alone undo the step, and the ids of cells are new.

use std::collections::VecDeque;

use navmesh_build::{DoorNumbers, EditError, LiveKey, LiveOutlines, OutlineEdit};
use navmesh_core::backend::MeshPatch;
use navmesh_search::SearchMap;

use super::changes::Change;
use super::{EditReport, LiveMesh, StepKind};

/// The way from the present mesh back to the one before a step.
#[derive(Debug)]
pub(super) enum Way {
    /// A patch of the mesh, and the numbers of doors after it.
    Patch { patch: Box<MeshPatch>, doors: DoorNumbers },
    /// The map from before a rebuild, and the numbers of its doors.
    Whole { map: Box<SearchMap>, doors: DoorNumbers },
    /// Only the outlines are known.
    Outlines,
}

/// A step that can be undone or redone.
#[derive(Debug)]
struct UndoStep {
    edits: Vec<OutlineEdit>,
    way: Way,
}

/// The steps that can be undone, and those that can be redone.
#[derive(Debug, Default)]
pub(super) struct History {
    undo: VecDeque<UndoStep>,
    redo: Vec<UndoStep>,
}

/// The edits of the steps of a history, the oldest step first.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct HistoryEdits {
    undo: Vec<Vec<OutlineEdit>>,
    redo: Vec<Vec<OutlineEdit>>,
}

/// The most steps that can be undone.
pub(super) const MAX_STEPS: usize = 1024;

/// The most maps from before a rebuild that are kept.
const MAX_MAPS: usize = 2;

impl History {
    pub(super) fn undo_count(&self) -> usize {
        self.undo.len()
    }

    /// Returns the edits of all steps, without the ways back of the mesh.
    pub(super) fn edits(&self) -> HistoryEdits {
        let edits = |step: &UndoStep| step.edits.clone();
        let (undo, redo) = (&self.undo, &self.redo);
        HistoryEdits {
            undo: undo.iter().map(edits).collect(),
            redo: redo.iter().map(edits).collect(),
        }
    }

    /// Returns a history with only the edits of its steps.
    pub(super) fn of_edits(edits: &HistoryEdits) -> Self {
        let step = |edits: &Vec<OutlineEdit>| UndoStep { edits: edits.clone(), way: Way::Outlines };
        let HistoryEdits { undo, redo } = edits;
        Self { undo: undo.iter().map(step).collect(), redo: redo.iter().map(step).collect() }
    }

    /// Adds a step, and forgets what can no longer be redone.
    pub(super) fn push(&mut self, edits: Vec<OutlineEdit>, way: Way, outlines: &mut LiveOutlines) {
        for step in self.redo.drain(..) {
            step.forget(outlines);
        }
        self.undo.push_back(UndoStep { edits, way });
        if self.undo.len() > MAX_STEPS
            && let Some(step) = self.undo.pop_front()
        {
            step.forget(outlines);
        }
        limit_maps(self.undo.iter_mut().rev());
    }
}

/// Drops all ways back from behind the last maps that are kept.
fn limit_maps<'a>(steps: impl Iterator<Item = &'a mut UndoStep>) {
    let mut maps = 0;
    for step in steps {
        maps += usize::from(!matches!(step.way, Way::Patch { .. }));
        if maps > MAX_MAPS {
            step.way = Way::Outlines;
        }
    }
}

impl UndoStep {
    /// Forgets the outlines that only this step could bring back.
    fn forget(self, outlines: &mut LiveOutlines) {
        for edit in self.edits {
            if let OutlineEdit::Restore(key) = edit {
                outlines.forget(key);
            }
        }
    }
}

impl LiveMesh {
    /// Undoes the last step that was not undone. Returns false if there is none.
    ///
    /// Keys stay valid, and cells get back their ids. After a rebuild two steps back, ids may be new. The last 1,024
    /// steps can be undone; doors and filters are no steps.
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::new(builder)?; // 10 by 8
    /// let before: Vec<_> = map.mesh().cell_ids().collect();
    /// map.add_obstacle(Outline::rect([1.0, 1.0], [2.0, 2.0]))?;
    /// assert!(map.undo()?);
    /// assert_eq!(map.mesh().cell_ids().collect::<Vec<_>>(), before);
    /// assert!(map.redo()? && !map.redo()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outlines that would stand have no mesh; nothing changes then.
    pub fn undo(&mut self) -> Result<bool, EditError> {
        let Some(step) = self.history.undo.pop_back() else { return Ok(false) };
        self.note(|| Change::Undo);
        let inverse = self.step_back(step).map_err(|failed| {
            self.history.undo.push_back(failed.step);
            failed.error
        })?;
        self.history.redo.push(inverse);
        limit_maps(self.history.redo.iter_mut().rev());
        Ok(true)
    }

    /// Redoes the last step that was undone, if no edit came since. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outlines that would stand have no mesh; nothing changes then.
    pub fn redo(&mut self) -> Result<bool, EditError> {
        let Some(step) = self.history.redo.pop() else { return Ok(false) };
        self.note(|| Change::Redo);
        let inverse = self.step_back(step).map_err(|failed| {
            self.history.redo.push(failed.step);
            failed.error
        })?;
        self.history.undo.push_back(inverse);
        limit_maps(self.history.undo.iter_mut().rev());
        Ok(true)
    }

    /// Takes a step back, and returns the step that undoes this.
    fn step_back(&mut self, step: UndoStep) -> Result<UndoStep, Box<Failed>> {
        let UndoStep { edits, way } = step;
        if let Way::Outlines = way {
            return self.step_by_outlines(edits);
        }
        let inverse = self.inverse_of(&edits);
        let keys = match self.outlines.record(&edits) {
            Ok(keys) => keys,
            Err(error) => return Err(Box::new(Failed { step: UndoStep { edits, way }, error })),
        };
        let (report, back) = match way {
            Way::Patch { patch, doors } => self.patch_back(*patch, doors),
            Way::Whole { map, doors } => {
                let present = self.outlines.renumber_doors(doors);
                let map = map.with_revision(self.revision() + 1);
                self.take_map(map, StepKind::Restored, present)
            }
            Way::Outlines => self.rebuild_anew(),
        };
        self.publish(EditReport { keys, ..report });
        Ok(UndoStep { edits: inverse, way: back })
    }

    /// Applies the inverse of a patch, after its outlines.
    fn patch_back(&mut self, patch: MeshPatch, doors: DoorNumbers) -> (EditReport, Way) {
        let clearance = self.outlines.clearance();
        let present = self.outlines.renumber_doors(doors);
        if clearance.is_some() || self.mesh().clearance().is_none() {
            self.patch(MeshPatch { clearance, ..patch }, present)
        } else {
            self.rebuild_instead(present)
        }
    }

    fn step_by_outlines(&mut self, edits: Vec<OutlineEdit>) -> Result<UndoStep, Box<Failed>> {
        match self.outlines.apply(self.versions.front().mesh(), &edits) {
            Err(error) => {
                let step = UndoStep { edits, way: Way::Outlines };
                Err(Box::new(Failed { step, error }))
            }
            Ok(done) => {
                let (report, way) = self.change(done.change, done.doors);
                self.publish(EditReport { keys: done.keys, repairs: done.repairs, ..report });
                Ok(UndoStep { edits: done.inverse, way })
            }
        }
    }

    /// Returns the edits that undo others, which add nothing. The outlines are those before them.
    fn inverse_of(&self, edits: &[OutlineEdit]) -> Vec<OutlineEdit> {
        let shape = |key: LiveKey| self.outlines.shape(key);
        let undo = |edit: &OutlineEdit| match *edit {
            OutlineEdit::Remove(key) => Some(OutlineEdit::Restore(key)),
            OutlineEdit::Restore(key) => Some(OutlineEdit::Remove(key)),
            OutlineEdit::Replace(key, _) => Some(OutlineEdit::Replace(key, shape(key)?)),
            _ => None,
        };
        edits.iter().rev().filter_map(undo).collect()
    }
}

/// A step that could not be taken, and the reason.
struct Failed {
    step: UndoStep,
    error: EditError,
}
