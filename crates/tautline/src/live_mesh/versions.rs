//! Two copies of the map, and the patches that one of them lacks.
//!
//! The front is the present version. If nobody else holds it, a patch changes it in place. Else the patch goes to
//! the spare, which first replays the patches that it lacks, and the two change places. So readers never wait, and
//! the map is copied only if somebody still holds the spare, or if there is none.
//!
//! Patches make searches longer, never wrong: landmarks bound less where obstacles were removed. A refresh computes
//! a fresh index of the map in slices, and replays the patches since its beginning.

use std::collections::VecDeque;
use std::sync::Arc;

use navmesh_core::backend::{MeshPatch, PatchError, PatchReport};
use navmesh_search::{IndexRefresh, SearchMap};

/// The present version of a map, and perhaps an earlier one.
#[derive(Debug)]
pub(super) struct Versions {
    front: SearchMap,
    spare: Option<Spare>,
    refresh: Option<Refresh>,
}

/// An earlier version, and the patches that it lacks, oldest first.
#[derive(Debug)]
struct Spare {
    map: SearchMap,
    missing: VecDeque<Arc<MeshPatch>>,
}

/// A fresh index in the making, and the patches since its beginning, oldest first.
#[derive(Debug)]
struct Refresh {
    index: IndexRefresh,
    missing: Vec<Arc<MeshPatch>>,
}

/// The most patches that a spare or a refresh may lack. A spare that lacks more was not needed for as many edits, and
/// its replay takes longer than a copy of the map.
const MAX_MISSING: usize = 256;

/// The staleness of the index from which on a refresh begins: the share of the largest distance by which bounds are
/// too short.
const STALE: f64 = 1.0 / 64.0;

impl Versions {
    pub(super) fn new(front: SearchMap) -> Self {
        Self { front, spare: None, refresh: None }
    }

    pub(super) fn front(&self) -> &SearchMap {
        &self.front
    }

    /// Applies a patch to the front, or to the spare, which then becomes the front.
    ///
    /// # Errors
    ///
    /// [`PatchError`]; the versions are then as before.
    pub(super) fn apply_patch(
        &mut self,
        patch: &Arc<MeshPatch>,
    ) -> Result<PatchReport, PatchError> {
        self.front.retire_tables();
        let report = if self.front.is_shared() {
            self.catch_up();
            // Without a spare, the clone shares everything with the front, and the patch copies it.
            let spare = self.spare.take();
            let mut next = spare.map_or_else(|| self.front.clone(), |spare| spare.map);
            let report = next.apply_patch(patch)?;
            next.take_former_tables(&self.front);
            let map = std::mem::replace(&mut self.front, next);
            self.spare = Some(Spare { map, missing: VecDeque::new() });
            report
        } else {
            self.front.apply_patch(patch)?
        };
        self.front.log(Arc::clone(patch));
        self.note(patch);
        Ok(report)
    }

    /// Makes a new map the front. Returns the former one.
    pub(super) fn replace(&mut self, map: SearchMap) -> SearchMap {
        (self.spare, self.refresh) = (None, None);
        self.front.drop_tables();
        std::mem::replace(&mut self.front, map)
    }

    /// True if a refresh of the index has begun, or would begin.
    pub(super) fn wants_refresh(&self) -> bool {
        self.refresh.is_some() || self.front.staleness() >= STALE
    }

    /// Brings the spare up to date, and continues or begins the refresh of a stale index, for about `budget`
    /// expansions. Returns true if nothing is left to do.
    pub(super) fn refresh_index(&mut self, budget: u64) -> bool {
        self.catch_up();
        if !self.wants_refresh() {
            return true;
        }
        let begin = || Refresh { index: self.front.refresh(), missing: Vec::new() };
        let refresh = self.refresh.get_or_insert_with(begin);
        if refresh.index.advance(budget) {
            self.take_refreshed();
        }
        self.refresh.is_none()
    }

    /// Makes the map with the fresh index the front. The spare is a copy of it: an old spare would bring back the old
    /// index.
    fn take_refreshed(&mut self) {
        let Some(Refresh { index, missing }) = self.refresh.take() else { return };
        let mut map = self.front.refreshed(index);
        if missing.iter().all(|patch| map.apply_patch(patch).is_ok()) {
            self.front.retire_tables();
            map.take_former_tables(&self.front);
            self.spare = Some(Spare { map: map.unshared(), missing: VecDeque::new() });
            self.front = map;
        }
    }

    /// Applies the patches that the spare lacks.
    fn catch_up(&mut self) {
        let Some(Spare { map, missing }) = &mut self.spare else { return };
        let is_current = missing.drain(..).all(|patch| map.apply_patch(&patch).is_ok());
        if !is_current {
            self.spare = None;
        }
    }

    /// Notes a patch of the front for the spare and for the refresh.
    fn note(&mut self, patch: &Arc<MeshPatch>) {
        if let Some(Spare { missing, .. }) = &mut self.spare {
            missing.push_back(Arc::clone(patch));
            if missing.len() > MAX_MISSING {
                self.spare = None;
            }
        }
        if let Some(Refresh { missing, .. }) = &mut self.refresh {
            missing.push(Arc::clone(patch));
            if missing.len() > MAX_MISSING {
                self.refresh = None;
            }
        }
    }
}
