//! Two copies of the map, and the patches that one of them lacks.
//!
//! The front is the present version. If nobody else holds it, a patch changes it in place. Else the patch goes to
//! the spare, which first replays the patches that it lacks, and the two change places. So readers never wait, and
//! the map is copied only if somebody still holds the spare, or if there is none.

use std::collections::VecDeque;

use navmesh_core::{MeshPatch, PatchError, PatchReport};

use crate::mesh_finder::Map;

/// The present version of a map, and perhaps an earlier one.
#[derive(Debug)]
pub(super) struct Versions {
    front: Map,
    spare: Option<Spare>,
}

/// An earlier version, and the patches that it lacks, oldest first.
#[derive(Debug)]
struct Spare {
    map: Map,
    missing: VecDeque<MeshPatch>,
}

/// The most patches that a spare may lack. A spare that lacks more was not needed for as many edits, and its replay
/// takes longer than a copy of the map.
const MAX_MISSING: usize = 256;

impl Versions {
    pub(super) fn new(front: Map) -> Self {
        Self { front, spare: None }
    }

    pub(super) fn front(&self) -> &Map {
        &self.front
    }

    /// Applies a patch to the front, or to the spare, which then becomes the front.
    ///
    /// # Errors
    ///
    /// [`PatchError`]; the versions are then as before.
    pub(super) fn apply_patch(&mut self, patch: &MeshPatch) -> Result<PatchReport, PatchError> {
        self.front.drop_tables();
        if !self.front.is_shared() {
            let report = self.front.apply_patch(patch)?;
            self.note(patch);
            return Ok(report);
        }
        self.catch_up(usize::MAX);
        // Without a spare, the clone shares everything with the front, and the patch copies it.
        let mut next = self.spare.take().map_or_else(|| self.front.clone(), |spare| spare.map);
        let report = next.apply_patch(patch)?;
        let map = std::mem::replace(&mut self.front, next);
        self.spare = Some(Spare { map, missing: VecDeque::from([patch.clone()]) });
        Ok(report)
    }

    /// Makes a new map the front. Returns the former one.
    pub(super) fn replace(&mut self, map: Map) -> Map {
        self.spare = None;
        self.front.drop_tables();
        std::mem::replace(&mut self.front, map)
    }

    /// Applies at most `budget` of the patches that the spare lacks. Returns the number of those left.
    pub(super) fn catch_up(&mut self, budget: usize) -> usize {
        let Some(Spare { map, missing }) = &mut self.spare else { return 0 };
        let count = missing.len().min(budget);
        let is_current = missing.drain(..count).all(|patch| map.apply_patch(&patch).is_ok());
        let left = missing.len();
        if !is_current {
            self.spare = None;
        }
        left
    }

    /// Notes a patch of the front for the spare.
    fn note(&mut self, patch: &MeshPatch) {
        if let Some(Spare { missing, .. }) = &mut self.spare {
            missing.push_back(patch.clone());
            if missing.len() > MAX_MISSING {
                self.spare = None;
            }
        }
    }
}
