//! A search that stopped and can continue.

use std::sync::{Arc, Weak};

use crate::answer::planned::PlannedQuery;
use crate::finder::GridFinder;
use crate::index::MapIndex;
use crate::rules::options::GridOptions;
use crate::search::engine::Outcome;
use crate::search::tile_search::{SearchStatus, Slice};

/// A search that is not done, and the query that it answers; its nodes are in the workspace.
#[derive(Debug)]
pub(crate) struct PausedSearch {
    /// The index of the map; it is replaced or dropped when the map changes.
    index: Weak<MapIndex>,
    options: GridOptions,
    /// The slots of start and goal.
    ends: [u32; 2],
    status: SearchStatus,
}

impl PausedSearch {
    /// Returns the paused search; `None` if the search is done.
    pub(crate) fn new(
        finder: &GridFinder,
        planned: &PlannedQuery<'_>,
        status: &SearchStatus,
    ) -> Option<Self> {
        let is_done = matches!(status.outcome, Outcome::Found | Outcome::Unreachable);
        (!is_done).then(|| Self {
            index: Arc::downgrade(&finder.index),
            options: *finder.options(),
            ends: [planned.search.start, planned.search.goal],
            status: *status,
        })
    }

    /// Returns the slice that continues the search; `None` for another query or another map.
    pub(crate) fn next_slice(
        &self,
        finder: &GridFinder,
        planned: &PlannedQuery<'_>,
    ) -> Option<Slice> {
        let is_same_map = self.index.as_ptr() == Arc::as_ptr(&finder.index);
        let is_same = is_same_map
            && self.options == *finder.options()
            && self.ends == [planned.search.start, planned.search.goal];
        is_same.then(|| planned.next_slice(&self.status, u64::MAX))
    }
}
