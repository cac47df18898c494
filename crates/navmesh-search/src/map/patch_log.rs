//! The last patches of a live map.
//!
//! Copies with closed doors follow them, instead of being made anew for each version. The two copies of a live map
//! share one log. A map with another index has another log, so that an answer never depends on which copy gave it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use navmesh_core::backend::MeshPatch;

/// The last patches of a map with its index, shared by all versions.
#[derive(Debug, Default)]
pub(super) struct PatchLog(Mutex<VecDeque<Logged>>);

/// A patch, and the revision of the map after it.
#[derive(Debug, Clone)]
struct Logged {
    patch: Arc<MeshPatch>,
    revision: u64,
}

/// The most patches that are kept. A replay of more takes longer than a copy of a map of usual size.
const MAX_PATCHES: usize = 16;

impl PatchLog {
    /// Adds a patch, and the revision of the map after it.
    pub(super) fn add(&self, patch: Arc<MeshPatch>, revision: u64) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() == MAX_PATCHES {
            all.pop_front();
        }
        all.push_back(Logged { patch, revision });
    }

    /// Returns the patches after one revision up to another, in order; `None` if some are not known.
    pub(super) fn between(&self, from: u64, to: u64) -> Option<Vec<Arc<MeshPatch>>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_wanted = |logged: &&Logged| from < logged.revision && logged.revision <= to;
        let wanted = all.iter().filter(is_wanted).map(|logged| Arc::clone(&logged.patch));
        let wanted: Vec<Arc<MeshPatch>> = wanted.collect();
        (from <= to && wanted.len() as u64 == to - from).then_some(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_revisions_is_known_whole_or_not_at_all() {
        let log = PatchLog::default();
        let known = |from, to| log.between(from, to).map(|patches| patches.len());
        assert_eq!(known(0, 0), Some(0));
        (1..=20).for_each(|revision| log.add(Arc::default(), revision));
        assert_eq!([known(4, 20), known(3, 20), known(20, 21)], [Some(16), None, None]);
        assert_eq!([known(18, 19), known(19, 18)], [Some(1), None]);
    }
}
