//! Which open node comes next: the one with the lowest bound; where intervals crowd, of bounds that are alike the nearest.
//!
//! On a field of pillars in rows very many ways are equally long but for rounding, and so are their bounds. Whoever takes
//! them in any order goes on from a turn to which a way comes later that is shorter by a rounding, and does all of
//! it again. Taken nearest first, as by Dijkstra, the ways to a turn have all come before anything is seen from it.
//! Landmarks tell distances in steps, so that bounds of such ways are alike but not equal.
//!
//! No answer depends on the order: what is taken counts with the least bound of all that are alike.

use super::queue::{Open, Queue};
use super::workspace::Workspace;
use super::{Objective, Search};
use crate::any_angle::index::predicates::SidePredicate;

/// Bounds are alike that differ by no more than this share of the least.
const TIE_BAND: f64 = 1.0 / (1 << 11) as f64;

/// The open nodes of a crowd whose bounds are alike, nearest first.
#[derive(Debug, Default)]
pub(crate) struct TieBand {
    /// By how far they are from the start.
    nodes: Queue,
    /// No bound of theirs is lower.
    least: f64,
    /// What is opened with no higher bound joins them.
    most: f64,
}

impl TieBand {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.most = -1.0;
    }
}

impl Workspace {
    /// The least bound of all open nodes, rounded down; infinite where none is open.
    pub(crate) fn least_open(&self) -> f64 {
        let least = self.queue.peek().map_or(f64::INFINITY, |open| open.f());
        match self.tie_band.nodes.peek() {
            Some(_) => least.min(self.tie_band.least),
            None => least,
        }
    }

    /// How many nodes are open.
    pub(crate) fn open_count(&self) -> u64 {
        (self.queue.len() + self.tie_band.nodes.len()) as u64
    }
}

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Takes the node that comes next, with no more than the least bound of all that are open.
    #[inline(always)]
    pub(crate) fn take_next(&mut self) -> Option<Open> {
        match self.workspace.interval_dominance.is_congested {
            false => self.workspace.queue.pop(),
            true => self.take_nearest(),
        }
    }

    #[inline(never)]
    fn take_nearest(&mut self) -> Option<Open> {
        if self.workspace.tie_band.nodes.peek().is_none() {
            self.gather();
        }
        let TieBand { nodes, least, .. } = &mut self.workspace.tie_band;
        nodes.pop().map(|nearest| Open::new(*least, nearest.node()))
    }

    /// Gathers the open nodes whose bounds are alike.
    fn gather(&mut self) {
        let Some(first) = self.workspace.queue.peek() else { return };
        let least = first.f();
        let most = least * (1.0 + TIE_BAND);
        (self.workspace.tie_band.least, self.workspace.tie_band.most) = (least, most);
        while let Some(open) = self.workspace.queue.peek().copied().filter(|open| open.f() <= most)
        {
            self.workspace.queue.pop();
            self.join(open.node());
        }
    }

    fn join(&mut self, number: u32) {
        let node = self.workspace.nodes[number as usize];
        let at = self.interval_view(&node, self.portal_of(&node));
        let reach = at.root.g + at.geometry.gap();
        self.workspace.tie_band.nodes.push(Open::new(reach, number));
    }

    /// Whether a new node comes before all that are open; in a crowd it has to wait with the others.
    #[inline(always)]
    pub(crate) fn comes_next(&self, open: Open) -> bool {
        !self.workspace.interval_dominance.is_congested
            && self.workspace.queue.peek().is_none_or(|&top| open < top)
    }

    /// Puts a node among those that are open.
    #[inline(always)]
    pub(crate) fn put(&mut self, open: Open) {
        match self.workspace.interval_dominance.is_congested
            && open.f() <= self.workspace.tie_band.most
        {
            false => self.workspace.queue.push(open),
            true => self.put_in_tie_band(open),
        }
    }

    #[inline(never)]
    fn put_in_tie_band(&mut self, open: Open) {
        let tie_band = &mut self.workspace.tie_band;
        tie_band.least = tie_band.least.min(open.f());
        self.join(open.node());
    }
}

#[cfg(test)]
mod tests;
