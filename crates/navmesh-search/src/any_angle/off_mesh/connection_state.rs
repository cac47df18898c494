//! The state of links in one search: the paths to their entries, and the exits from which the
//! search has continued.

use super::connection_index::ConnectionIndex;
use crate::any_angle::search::final_segment::Solution;
use crate::any_angle::search::queue::{Open, Queue};

/// A path over a link to its exit, or a path to a goal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reached {
    /// Its length includes the cost of the link.
    pub(crate) solution: Solution,
    /// The last cell of the path: the one with the link's entry or the goal.
    pub(crate) cell: u32,
}

/// An exit from which the search has continued: its root, its connection, and the path to it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ConnectionExit {
    pub(crate) root: u32,
    pub(crate) connection: u32,
    pub(crate) reached: Reached,
}

/// The state of off-mesh connections in one search, kept in the caller's scratch.
#[derive(Debug, Default)]
pub(crate) struct ConnectionState {
    /// The shortest path over each connection so far.
    best: Vec<Option<Reached>>,
    /// The connections with a path.
    found: Vec<u32>,
    /// By place, the length of the shortest path that arrives there, walking or over a link.
    pub(crate) reached: Vec<f64>,
    /// The connections whose exits wait for expansion, by lower bound; some entries are outdated.
    waiting: Queue,
    /// True if the search stopped before it continued from an exit, because its budget was spent.
    pub(crate) is_spent: bool,
    /// By ascending root.
    pub(crate) exits: Vec<ConnectionExit>,
    /// The cell in which the best path reaches the goal, in a search for one goal.
    pub(crate) goal_cell: u32,
}

impl ConnectionState {
    /// Clears the state if the last search used links.
    #[inline]
    pub(crate) fn forget(&mut self) {
        if !self.reached.is_empty() {
            self.clear();
        }
    }

    /// Clears the state of the last search.
    pub(crate) fn clear(&mut self) {
        for connection in self.found.drain(..) {
            self.best[connection as usize] = None;
        }
        self.reached.clear();
        self.waiting.clear();
        self.exits.clear();
        self.is_spent = false;
    }

    pub(crate) fn begin(&mut self, connections: &ConnectionIndex) {
        self.clear();
        if self.best.len() < connections.all().len() {
            self.best.resize(connections.all().len(), None);
        }
        self.reached.resize(connections.place_count(), f64::INFINITY);
    }

    pub(crate) fn is_shorter(&self, connection: u32, length: f64) -> bool {
        self.best[connection as usize].is_none_or(|known| length < known.solution.length)
    }

    /// Records a path over a connection; `least` is a lower bound on the length of all paths that
    /// begin with it.
    pub(crate) fn note(&mut self, connection: u32, reached: Reached, least: f64) {
        let known = &mut self.best[connection as usize];
        if known.replace(reached).is_none() {
            self.found.push(connection);
        }
        self.waiting.push(Open::new(least, connection));
    }

    /// Records the length of a path to a place.
    pub(crate) fn reach(&mut self, place: u32, length: f64) {
        let known = &mut self.reached[place as usize];
        *known = known.min(length);
    }

    /// Returns the lower bound of the next exit to expand.
    pub(crate) fn least(&self) -> f64 {
        self.waiting.peek().map_or(f64::INFINITY, |open| open.f())
    }

    /// Returns the exit with the lowest bound.
    pub(crate) fn next(&self) -> Option<(u32, Reached)> {
        let connection = self.waiting.peek()?.node();
        self.best[connection as usize].map(|reached| (connection, reached))
    }

    /// Removes the exit with the lowest bound.
    pub(crate) fn remove_next(&mut self) {
        self.waiting.pop();
    }
}
