//! Rows: neighbouring portals of one cell, as one node until some of them are needed.
//!
//! Whoever turns into a hall as long as the field sees a thousand portals, and other ways will come sooner to nearly all
//! of them. So what a root sees of a gallery, a cell with very many edges, is opened in rows. What stands for a row
//! is its *chord*, the straight line from the right end of its first portal to the left end of its last: cells are
//! convex, so every way from the root through a portal of the row crosses it, and the root sees all of it. It is as if the
//! gallery had been cut there. So the [bound](crate::any_angle::pruning::interval_bound) of the chord is one for all of the row, and what
//! [dominates](crate::any_angle::pruning::vertex_dominance) the chord dominates the row.
//!
//! A row that is taken from the queue is unfolded where its bound is least: a few portals become nodes, and what is
//! left on either hand are rows again.

use super::emit::Exit;
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::search::event::Event;
use crate::any_angle::search::node::{End, Node, Parent};
use crate::any_angle::search::{Objective, Search};

/// So many edges at most are not worth a row.
const FEW: u32 = 4;

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// True where an edge is a portal by which a shortest way may lead on.
    #[inline(always)]
    pub(crate) fn is_on_the_way(&self, edge: u32) -> bool {
        self.portals.is_portal(edge)
            && match A::FLOODS {
                true => self.portals.next_in_block(edge) != edge,
                false => self.workspace.block_route.contains(self.block(edge)),
            }
    }

    /// Adds the portals from one edge of a cell to another, all of which the root sees as a whole.
    pub(crate) fn emit_row(&mut self, from: &Parent, first: u32, last: u32) {
        let Some((first, last)) = self.ends_of_row(first, last) else { return };
        if last - first < FEW {
            return self.emit_each(from, first, last);
        }
        let Ok(reach) = u16::try_from(last - first) else {
            let middle = first + (last - first) / 2;
            self.emit_row(from, first, middle);
            return self.emit_row(from, middle + 1, last);
        };
        let row = self.row(from, first, reach);
        let (right, left) = (row.right(), row.left());
        match self.is_of_use(&from.root, self.portals.across(first, reach), right, left) {
            true => self.workspace.nodes.push(row),
            false => A::see(self, Event::Pruned(&row)),
        }
    }

    /// Opens a few portals of a row, where its bound is least, and the rows that are left beside them; returns the one to go
    /// on with.
    #[cold]
    #[inline(never)]
    pub(crate) fn unfold(&mut self, row: &Node) -> Option<Node> {
        let before = self.workspace.nodes.len();
        let from = self.workspace.parent(row, row.step);
        let ends = (row.portal, row.portal + u32::from(row.reach));
        let (first, last) = self.best_of_row(&from, ends);
        if ends.0 < first {
            self.emit_row(&from, ends.0, first - 1);
        }
        self.emit_each(&from, first, last);
        if last < ends.1 {
            self.emit_row(&from, last + 1, ends.1);
        }
        self.enqueue_but_best(before)
    }

    /// A few edges of a row: of two halves always those with the lower bound.
    fn best_of_row(&self, from: &Parent, (mut first, mut last): (u32, u32)) -> (u32, u32) {
        while last - first >= FEW {
            let middle = first + (last - first) / 2;
            let (right, left) =
                (self.ends_of_row(first, middle), self.ends_of_row(middle + 1, last));
            let (Some(right), Some(left)) = (right, left) else {
                return right.or(left).unwrap_or((first, last));
            };
            let bound = |(first, last)| self.bound(&self.row(from, first, (last - first) as u16));
            (first, last) = if bound(left) < bound(right) { left } else { right };
        }
        (first, last)
    }

    /// The first and the last portal that lead on, between two edges of a cell.
    fn ends_of_row(&self, first: u32, last: u32) -> Option<(u32, u32)> {
        let leads_on = |edge: &u32| self.is_on_the_way(*edge);
        let first = (first..=last).find(leads_on)?;
        Some((first, (first..=last).rev().find(leads_on)?))
    }

    fn row(&self, from: &Parent, first: u32, reach: u16) -> Node {
        let chord = self.portals.across(first, reach);
        Node::new(from, first, End::vertex(chord.right()), End::vertex(chord.left())).row(reach)
    }

    fn emit_each(&mut self, from: &Parent, first: u32, last: u32) {
        for number in first..=last {
            if self.is_on_the_way(number) {
                let exit = Exit { number, portal: self.portals.get(number) };
                let (right, left) = (exit.portal.right(), exit.portal.left());
                self.emit_from(from, exit, End::vertex(right), End::vertex(left));
            }
        }
    }
}

#[cfg(test)]
mod tests;
