//! Which open node comes next: the one with the lowest bound; where intervals crowd, of bounds that are alike the nearest.
//!
//! On a field of pillars in rows very many ways are equally long but for rounding, and so are their bounds. Whoever takes
//! them in any order goes on from a turn to which a way comes later that is shorter by a rounding, and does all of
//! it again. Taken nearest first, as by Dijkstra, the ways to a turn have all come before anything is seen from it.
//! Landmarks tell distances in steps, so that bounds of such ways are alike but not equal.
//!
//! No answer depends on the order: what is taken counts with the least bound of all that are alike.

use super::queue::{Open, Queue};
use super::workspace::Room;
use super::{Aim, Run};
use crate::any_angle::index::predicates::Sides;

/// Bounds are alike that differ by no more than this share of the least.
const ALIKE: f64 = 1.0 / (1 << 11) as f64;

/// The open nodes of a crowd whose bounds are alike, nearest first.
#[derive(Debug, Default)]
pub(crate) struct Alike {
    /// By how far they are from the start.
    nodes: Queue,
    /// No bound of theirs is lower.
    least: f64,
    /// What is opened with no higher bound joins them.
    most: f64,
}

impl Alike {
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.most = -1.0;
    }
}

impl Room {
    /// The least bound of all open nodes, rounded down; infinite where none is open.
    pub(crate) fn least_open(&self) -> f64 {
        let least = self.queue.peek().map_or(f64::INFINITY, |open| open.f());
        match self.alike.nodes.peek() {
            Some(_) => least.min(self.alike.least),
            None => least,
        }
    }

    /// How many nodes are open.
    pub(crate) fn open_count(&self) -> u64 {
        (self.queue.len() + self.alike.nodes.len()) as u64
    }
}

impl<S: Sides, A: Aim> Run<'_, S, A> {
    /// Takes the node that comes next, with no more than the least bound of all that are open.
    #[inline(always)]
    pub(crate) fn take_next(&mut self) -> Option<Open> {
        match self.room.leaders.crowd {
            false => self.room.queue.pop(),
            true => self.take_nearest(),
        }
    }

    #[inline(never)]
    fn take_nearest(&mut self) -> Option<Open> {
        if self.room.alike.nodes.peek().is_none() {
            self.gather();
        }
        let Alike { nodes, least, .. } = &mut self.room.alike;
        nodes.pop().map(|nearest| Open::new(*least, nearest.node()))
    }

    /// Gathers the open nodes whose bounds are alike.
    fn gather(&mut self) {
        let Some(first) = self.room.queue.peek() else { return };
        let least = first.f();
        let most = least * (1.0 + ALIKE);
        (self.room.alike.least, self.room.alike.most) = (least, most);
        while let Some(open) = self.room.queue.peek().copied().filter(|open| open.f() <= most) {
            self.room.queue.pop();
            self.join(open.node());
        }
    }

    fn join(&mut self, number: u32) {
        let node = self.room.nodes[number as usize];
        let at = self.outlook(&node, self.portal_of(&node));
        let reach = at.root.g + at.sight.gap();
        self.room.alike.nodes.push(Open::new(reach, number));
    }

    /// Whether a new node comes before all that are open; in a crowd it has to wait with the others.
    #[inline(always)]
    pub(crate) fn comes_next(&self, open: Open) -> bool {
        !self.room.leaders.crowd && self.room.queue.peek().is_none_or(|&top| open < top)
    }

    /// Puts a node among those that are open.
    #[inline(always)]
    pub(crate) fn put(&mut self, open: Open) {
        match self.room.leaders.crowd && open.f() <= self.room.alike.most {
            false => self.room.queue.push(open),
            true => self.put_in_crowd(open),
        }
    }

    #[inline(never)]
    fn put_in_crowd(&mut self, open: Open) {
        let alike = &mut self.room.alike;
        alike.least = alike.least.min(open.f());
        self.join(open.node());
    }
}

#[cfg(test)]
mod tests;
