//! What a search knows of links: the ways to their entries, and the exits that it has set out from.

use super::connection_index::LeapIndex;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::queue::{Open, Queue};

/// A way to the entry of a link, or to a goal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    /// The length is that at the exit of the link: with the link's cost.
    pub(crate) solution: Solution,
    /// The cell that holds the place: the last one of the way where no portal leads to it.
    pub(crate) cell: u32,
}

/// An exit that the search has set out from: as a root, and the way to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConnectionExit {
    pub(crate) root: u32,
    pub(crate) leap: u32,
    pub(crate) reached: Reached,
}

/// What a search knows of leaps; kept in the caller's scratch.
#[derive(Debug, Default)]
pub(crate) struct Leaping {
    /// The shortest way over each leap found so far.
    ways: Vec<Option<Reached>>,
    /// The leaps over which a way was found.
    found: Vec<u32>,
    /// How long the shortest way to each place is that is searched on from, on foot or over a link.
    pub(crate) reached: Vec<f64>,
    /// The leaps over which a way was found that has not been set out from; stale ones included.
    waiting: Queue,
    /// True where the search stopped before it set out from an exit: what may be expanded is spent.
    pub(crate) is_spent: bool,
    /// By ascending root.
    pub(crate) exits: Vec<ConnectionExit>,
    /// The cell in which the shortest way found so far comes to a single goal.
    pub(crate) goal_cell: u32,
}

impl Leaping {
    /// Forgets the last search, if it was one over links.
    #[inline]
    pub(crate) fn forget(&mut self) {
        if !self.reached.is_empty() {
            self.clear();
        }
    }

    /// Forgets the last search.
    pub(crate) fn clear(&mut self) {
        self.found.drain(..).for_each(|leap| self.ways[leap as usize] = None);
        self.reached.clear();
        self.waiting.clear();
        self.exits.clear();
        self.is_spent = false;
    }

    pub(crate) fn begin(&mut self, leaps: &LeapIndex) {
        self.clear();
        if self.ways.len() < leaps.all().len() {
            self.ways.resize(leaps.all().len(), None);
        }
        self.reached.resize(leaps.place_count(), f64::INFINITY);
    }

    pub(crate) fn is_shorter(&self, leap: u32, length: f64) -> bool {
        self.ways[leap as usize].is_none_or(|known| length < known.solution.length)
    }

    /// Notes a way over a leap; `least` is the length of all ways that begin with it, at least.
    pub(crate) fn note(&mut self, leap: u32, reached: Reached, least: f64) {
        let known = &mut self.ways[leap as usize];
        if known.replace(reached).is_none() {
            self.found.push(leap);
        }
        self.waiting.push(Open::new(least, leap));
    }

    /// Notes that a place is reached by a way of a length; false where a way no longer was known.
    pub(crate) fn reach(&mut self, place: u32, length: f64) -> bool {
        let known = &mut self.reached[place as usize];
        let is_shorter = length < *known;
        *known = known.min(length);
        is_shorter
    }

    /// The bound of the exit to be set out from next.
    pub(crate) fn least(&self) -> f64 {
        self.waiting.peek().map_or(f64::INFINITY, |open| open.f())
    }

    /// Takes the exit with the lowest bound.
    pub(crate) fn next(&mut self) -> Option<(u32, Reached)> {
        let leap = self.waiting.pop()?.node();
        self.ways[leap as usize].map(|reached| (leap, reached))
    }
}
