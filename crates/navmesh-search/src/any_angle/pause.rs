//! Searches that stop and go on: where one stands between two slices.

use navmesh_core::{Progress, SearchStats, Stage};

use super::bound::Rounding;
use super::linked::{Linked, Quest};
use super::node::Node;
use super::run::Run;
use super::sides::Sides;

/// Where a search stands between two slices; the rest is in its room.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pause {
    begun: bool,
    /// The node that is to be expanded next and is not open.
    pub(super) in_hand: Option<Node>,
    /// True where it stopped before it set out from where a link comes out.
    is_at_link: bool,
    pub(super) stats: SearchStats,
    /// The least bound of all that was left to search; infinite where nothing was.
    least: f64,
    open: u64,
}

impl Pause {
    /// Whether there is more to search.
    pub(super) fn stage(&self) -> Stage {
        match self.begun && self.in_hand.is_none() && !self.is_at_link {
            true => Stage::Done,
            false => Stage::InProgress,
        }
    }

    /// No way that is not known yet is shorter; infinite where the search is done.
    pub(super) fn lower_bound(&self, rounding: Rounding) -> f64 {
        match self.stage() {
            Stage::Done => f64::INFINITY,
            Stage::InProgress => rounding.surely(self.least),
        }
    }

    /// How far the search has come, with nothing said of a goal.
    pub(super) fn progress(&self, rounding: Rounding) -> Progress {
        let expanded = self.stats.expanded;
        Progress { expanded, open: self.open, lower_bound: self.lower_bound(rounding), best: None }
    }
}

impl<S: Sides, Q: Quest> Run<'_, S, Linked<'_, Q>> {
    /// Searches on from a pause until the aim is reached, nothing is open or what may be expanded is spent;
    /// `begin` puts the first nodes into the empty room.
    pub(super) fn go_on(&mut self, pause: &mut Pause, begin: impl FnOnce(&mut Self)) {
        match pause.begun {
            false => begin(self),
            true => self.in_hand = pause.in_hand,
        }
        self.advance_over_links();
        let stats = self.stats();
        pause.begun = true;
        pause.in_hand = self.in_hand;
        pause.is_at_link = self.aim.leaping.is_spent;
        pause.stats.expanded += stats.expanded;
        pause.stats.pushed += stats.pushed;
        let open = self.room.least_open().min(self.aim.leaping.least());
        pause.least = self.in_hand.map_or(open, |node| open.min(self.bound(&node)));
        pause.open = self.room.open_count() + u64::from(self.in_hand.is_some());
    }
}
