//! The state of a search between two slices.

use navmesh_core::{Progress, SearchStats, Stage};

use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::node::Node;
use crate::any_angle::search::{Objective, Search};

/// The state of a search between two slices, apart from its workspace.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pause {
    has_begun: bool,
    /// The node that is to be expanded next and is not open.
    pub(crate) pending: Option<Node>,
    /// True where the search stopped before it continued at the exit of a link.
    is_at_link: bool,
    pub(crate) stats: SearchStats,
    /// The least bound of all that is not expanded, not rounded down; infinite where nothing is left.
    pub(crate) least: f64,
    open: u64,
}

impl Pause {
    /// True after the first slice.
    pub(crate) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Returns whether the search is done.
    pub(crate) fn stage(&self) -> Stage {
        if self.has_begun && self.pending.is_none() && !self.is_at_link {
            Stage::Done
        } else {
            Stage::InProgress
        }
    }

    /// A lower bound on all paths that are not found yet; infinite where the search is done.
    pub(crate) fn lower_bound(&self, rounding: Rounding) -> f64 {
        match self.stage() {
            Stage::Done => f64::INFINITY,
            Stage::InProgress => rounding.rounded_down(self.least),
        }
    }

    /// The progress of the search; the caller gives the bound that is proved and the best cost found.
    pub(crate) fn progress(&self, lower_bound: f64, best: Option<f64>) -> Progress {
        Progress { expanded: self.stats.expanded, open: self.open, lower_bound, best }
    }
}

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Continues from a pause until the search is done or has expanded its maximum.
    ///
    /// The first slice calls `begin`, which adds the first nodes to the empty workspace.
    pub(crate) fn resume(&mut self, pause: &mut Pause, begin: impl FnOnce(&mut Self)) {
        if pause.has_begun {
            self.pending = pause.pending;
        } else {
            begin(self);
        }
        self.advance();
        let stats = self.stats();
        pause.has_begun = true;
        pause.pending = self.pending;
        pause.stats.expanded += stats.expanded;
        pause.stats.pushed += stats.pushed;
        let mut least = self.workspace.least_open();
        if self.objective.traits().over_links {
            pause.is_at_link = self.workspace.connection_state.is_spent;
            least = least.min(self.workspace.connection_state.least());
        }
        pause.least = self.pending.map_or(least, |node| least.min(self.bound(&node)));
        pause.open = self.workspace.open_count() + u64::from(self.pending.is_some());
    }
}
