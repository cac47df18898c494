//! Expansion into a gallery: a cell with very many edges.
//!
//! The walk is that of any cell. But cells are convex: first come the edges right of both rays, then those between them, then
//! those left of both. So where the edges strictly within one of the three parts end is found by halving, and they are
//! opened as a [row](crate::any_angle::successors::portal_range).

use std::ops::Range;

use super::{Expansion, Part};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::pruning::vertex_dominance::Side;
use crate::any_angle::search::node::Node;
use crate::any_angle::search::{Objective, Search};
use crate::any_angle::successors::emit::Exit;

/// So many edges at most are passed one by one.
const FEW: u32 = 4;

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Adds everything that follows from a node in a gallery with these edges.
    #[cold]
    #[inline(never)]
    pub(super) fn expand_gallery(&mut self, node: &Node, step: u32, edges: Range<u32>) {
        let entry = self.portals.get(node.portal);
        let ring = Ring::after(entry.twin, edges);
        let at = &mut Expansion::new(self.workspace.parent(node, step), node, entry);
        let (mut part, mut place) = (Part::Right, 0);
        while place < ring.count {
            let number = ring.edge(place);
            if !self.is_on_the_way(number) {
                place += 1;
                continue;
            }
            match self.end_of_row(at, part, place, &ring) {
                Some(end) => {
                    self.pass_row(at, part, (number, ring.edge(end - 1)), &ring);
                    place = end;
                }
                None => {
                    let exit = Exit { number, portal: self.portals.get(number) };
                    part = self.pass(at, exit, part);
                    place += 1;
                }
            }
        }
    }

    /// Where the edges end that lie with the one at a place strictly within a part; `None` where they are few.
    fn end_of_row(&self, at: &Expansion, part: Part, place: u32, ring: &Ring) -> Option<u32> {
        let is_within = |place: u32| {
            let ends = [place, place + 1].map(|place| self.portals.origin(ring.edge(place)));
            match part {
                Part::Right => at.orient_to_right::<S>(ends[1]) < 0.0,
                Part::Seen => ends.into_iter().all(|end| at.orient_to_left::<S>(end) < 0.0),
                Part::Left => at.orient_to_left::<S>(ends[0]) > 0.0,
            }
        };
        let (mut within, mut end) = (place + FEW, ring.count);
        if within >= end || !is_within(place) || !is_within(within) {
            return None;
        }
        while end - within > 1 {
            let middle = within + (end - within) / 2;
            match is_within(middle) {
                true => within = middle,
                false => end = middle,
            }
        }
        Some(end)
    }

    /// Adds the edges from one to another that lie strictly within a part.
    fn pass_row(&mut self, at: &mut Expansion, part: Part, (first, last): (u32, u32), ring: &Ring) {
        let from = match part {
            Part::Right => self.around(at, Side::Right),
            Part::Seen => Some(at.from),
            Part::Left => self.around(at, Side::Left),
        };
        let Some(from) = from else { return };
        if first <= last {
            return self.emit_row(&from, first, last);
        }
        self.emit_row(&from, first, ring.edges.end - 1);
        self.emit_row(&from, ring.edges.start, last);
    }
}

/// The edges of a cell but for the entry, from there on.
struct Ring {
    edges: Range<u32>,
    /// How many edges after the cell's first one the first of these is.
    first: u32,
    count: u32,
}

impl Ring {
    fn after(entry: u32, edges: Range<u32>) -> Self {
        let (first, count) = (entry - edges.start + 1, edges.end - edges.start - 1);
        Self { edges, first, count }
    }

    /// The edge at a place; at the place behind the last one the entry.
    fn edge(&self, place: u32) -> u32 {
        let steps = self.first + place;
        let all = self.count + 1;
        self.edges.start + if steps >= all { steps - all } else { steps }
    }
}

#[cfg(test)]
mod tests;
