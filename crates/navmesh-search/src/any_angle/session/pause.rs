//! Searches that stop and go on: where one stands between two slices.

use navmesh_core::{Progress, SearchStats, Stage};

use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::interval_bound::Rounding;
use crate::any_angle::search::node::Node;
use crate::any_angle::search::{Objective, Search};

/// Where a search stands between two slices; the rest is in its room.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Pause {
    begun: bool,
    /// The node that is to be expanded next and is not open.
    pub(crate) pending: Option<Node>,
    /// True where it stopped before it set out from where a link comes out.
    is_at_link: bool,
    pub(crate) stats: SearchStats,
    /// The least bound of all that was left to search; infinite where nothing was.
    least: f64,
    open: u64,
}

impl Pause {
    /// Whether there is more to search.
    pub(crate) fn stage(&self) -> Stage {
        match self.begun && self.pending.is_none() && !self.is_at_link {
            true => Stage::Done,
            false => Stage::InProgress,
        }
    }

    /// No way that is not known yet is shorter; infinite where the search is done.
    pub(crate) fn lower_bound(&self, rounding: Rounding) -> f64 {
        match self.stage() {
            Stage::Done => f64::INFINITY,
            Stage::InProgress => rounding.surely(self.least),
        }
    }

    /// How far the search has come, with nothing said of a goal.
    pub(crate) fn progress(&self, rounding: Rounding) -> Progress {
        let expanded = self.stats.expanded;
        Progress { expanded, open: self.open, lower_bound: self.lower_bound(rounding), best: None }
    }
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Searches on from a pause until the aim is reached, nothing is open or what may be expanded is spent;
    /// `begin` puts the first nodes into the empty room.
    pub(crate) fn go_on(&mut self, pause: &mut Pause, begin: impl FnOnce(&mut Self)) {
        match pause.begun {
            false => begin(self),
            true => self.pending = pause.pending,
        }
        self.advance();
        let stats = self.stats();
        pause.begun = true;
        pause.pending = self.pending;
        pause.is_at_link = self.workspace.leaping.is_spent;
        pause.stats.expanded += stats.expanded;
        pause.stats.pushed += stats.pushed;
        let open = self.workspace.least_open().min(self.workspace.leaping.least());
        pause.least = self.pending.map_or(open, |node| open.min(self.bound(&node)));
        pause.open = self.workspace.open_count() + u64::from(self.pending.is_some());
    }
}
