//! Undo and redo of tiles, together with their map.

use std::collections::VecDeque;

use navmesh_build::{EditError, LiveKey};

use super::{ChangedTile, LiveTiles};
use crate::live_mesh::history::MAX_STEPS;
use navmesh_core::backend::collections::MergeSort;

/// A step of the map that changed a tile.
#[derive(Debug, Clone)]
pub(super) struct TileStep {
    pub(super) at: [u32; 2],
    /// The keys of the map's step, ascending. They tell it from steps that change no tile.
    pub(super) keys: Vec<LiveKey>,
    /// The record of the tile before and after the step.
    pub(super) records: [Option<ChangedTile>; 2],
    /// The cost before and after the step; `None` for a blocked tile.
    pub(super) costs: [Option<f64>; 2],
}

/// The steps of tiles that can be undone and redone.
#[derive(Debug, Default)]
pub(super) struct TileHistory {
    undo: VecDeque<TileStep>,
    redo: Vec<TileStep>,
}

impl TileHistory {
    pub(super) fn push(&mut self, step: TileStep) {
        self.redo.clear();
        self.undo.push_back(step);
        if self.undo.len() > MAX_STEPS {
            self.undo.pop_front();
        }
    }
}

impl TileStep {
    fn reversed(self) -> Self {
        let ([before, after], [low, high]) = (self.records, self.costs);
        Self { records: [after, before], costs: [high, low], ..self }
    }
}

impl LiveTiles {
    /// Undoes the last step of the map, and sets its tile back if it changed one. Returns false if there is none.
    ///
    /// Edits that were made through [`LiveTiles::map_mut`] are steps too. An edit that changes no outline is none, such as
    /// the cost of a blocked tile. See [`LiveMesh::undo`](crate::LiveMesh::undo).
    ///
    /// ```
    /// # use tautline::{BuildOptions, Grid, LiveTiles};
    /// # let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let mut tiles = LiveTiles::new(grid, &BuildOptions::default())?;
    /// tiles.set_blocked(1, 1, false)?;
    /// assert!(tiles.undo()? && tiles.grid().is_blocked(1, 1));
    /// assert!(tiles.redo()? && !tiles.grid().is_blocked(1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outlines that would stand have no mesh; nothing changes then.
    pub fn undo(&mut self) -> Result<bool, EditError> {
        if !self.map.undo()? {
            return Ok(false);
        }
        let is_own = |step: &TileStep| is_of(step, &self.map.report().keys);
        if self.history.undo.back().is_some_and(is_own)
            && let Some(step) = self.history.undo.pop_back()
        {
            let step = step.reversed();
            self.set_back(&step);
            self.history.redo.push(step);
        }
        Ok(true)
    }

    /// Redoes the last step of the map that was undone, if no edit came since. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// [`EditError`] if the outlines that would stand have no mesh; nothing changes then.
    pub fn redo(&mut self) -> Result<bool, EditError> {
        if !self.map.redo()? {
            return Ok(false);
        }
        let redone = self.history.redo.pop_if(|step| is_of(step, &self.map.report().keys));
        if let Some(step) = redone {
            let step = step.reversed();
            self.set_back(&step);
            self.history.undo.push_back(step);
        }
        Ok(true)
    }

    /// Sets a tile to the state after a step.
    fn set_back(
        &mut self,
        TileStep { at: [x, y], records: [_, record], costs: [_, cost], .. }: &TileStep,
    ) {
        self.grid.set_blocked(*x, *y, cost.is_none());
        if let Some(cost) = *cost {
            let is_set = self.grid.set_cost(*x, *y, cost).is_ok();
            debug_assert!(is_set, "the tile had this cost");
        }
        if let Some(slot) = self.grid.slot(*x, *y) {
            match record {
                Some(record) => _ = self.changed.insert(slot, *record),
                None => _ = self.changed.remove(&slot),
            }
        }
    }
}

/// True if a step of the map with these keys is that of a tile.
fn is_of(step: &TileStep, keys: &[LiveKey]) -> bool {
    let mut keys = keys.to_vec();
    keys.merge_sort();
    keys == step.keys
}
