//! The loop that all searches over tiles share.

use navmesh_core::{Observer, SearchStats};

use super::observer::SeenTile;

/// A search in progress.
pub(crate) trait Engine {
    /// The type that path costs compare in.
    type Cost: Copy + PartialOrd;

    /// Removes the next node to expand from the open list; returns `None` if no open node can lead
    /// to a path cheaper than the best known one, or than the limit.
    fn next(&mut self) -> Option<u32>;

    /// Puts the node back that was removed last.
    fn put_back(&mut self, node: u32);

    /// Expands a node that was removed.
    fn expand(&mut self, node: u32, observer: &mut impl Observer<SeenTile>);

    /// Limits the search to nodes whose sum is at most `tile_sizes`; deferred nodes within the new
    /// limit are open again.
    fn set_limit(&mut self, tile_sizes: f64);

    /// Returns the state of the search apart from its nodes.
    fn state(&self) -> &SearchState<Self::Cost>;

    /// Converts a cost to tile sizes, rounded.
    fn in_tile_sizes(&self, cost: Self::Cost) -> f64;

    /// Returns the number of open nodes, stale and deferred entries included.
    fn open(&self) -> usize;

    /// Returns the least sum of all open nodes; the node removed last must have been put back.
    fn least_open(&self) -> Option<Self::Cost>;

    /// Returns the outcome once [`Engine::next`] has returned `None`.
    fn outcome(&self) -> Outcome {
        let state = self.state();
        if state.has_goal && state.upper_bound < state.limit {
            return Outcome::Found;
        }
        match state.lower_bound(self.least_open()) {
            Some(least) => Outcome::AboveLimit(self.in_tile_sizes(least)),
            None => Outcome::Unreachable,
        }
    }

    /// Returns the cost of the cheapest known path to the goal, in tile sizes.
    fn best(&self) -> Option<f64> {
        self.state().best().map(|cost| self.in_tile_sizes(cost))
    }

    /// Returns a proved lower bound on the cost of every path to the goal, in tile sizes; the node
    /// removed last must have been put back.
    fn lower_bound(&self) -> f64 {
        self.state().lower_bound(self.least_open()).map_or(0.0, |least| self.in_tile_sizes(least))
    }
}

/// The result of a search or of a part of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Outcome {
    /// The cheapest path to the goal is found.
    Found,
    /// All reachable nodes are expanded, and the goal is not among them.
    Unreachable,
    /// Every path to the goal costs at least this, in tile sizes, which is above the limit.
    AboveLimit(f64),
    /// The node budget is spent, and nodes are open.
    Stopped,
}

/// Expands nodes until the search has an outcome or has expanded `max_expanded` nodes in total.
pub(crate) fn advance(
    engine: &mut impl Engine,
    max_expanded: u64,
    observer: &mut impl Observer<SeenTile>,
) -> Outcome {
    while let Some(node) = engine.next() {
        if engine.state().stats.expanded >= max_expanded {
            engine.put_back(node);
            return Outcome::Stopped;
        }
        engine.expand(node, observer);
    }
    engine.outcome()
}

/// The state of a search apart from its nodes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SearchState<Cost> {
    pub(crate) stats: SearchStats,
    /// The cost of the best known path to the goal; only cheaper paths matter.
    pub(crate) upper_bound: Cost,
    /// Nodes with this sum or more are deferred until the limit is raised.
    pub(crate) limit: Cost,
    /// True once the goal is reached.
    pub(crate) has_goal: bool,
    /// The expanded node with the least heuristic, the first of equals, and that heuristic.
    pub(crate) nearest: Option<(Cost, u32)>,
}

impl<Cost: Copy + PartialOrd> SearchState<Cost> {
    /// Returns the sum below which nodes are expanded.
    #[inline]
    pub(crate) fn cutoff(&self) -> Cost {
        if self.limit < self.upper_bound { self.limit } else { self.upper_bound }
    }

    /// Records a path to the goal.
    pub(crate) fn reach_goal(&mut self, cost: Cost) {
        self.upper_bound = cost;
        self.has_goal = true;
    }

    /// Records the expansion of a node with heuristic `h`.
    #[inline]
    pub(crate) fn expand(&mut self, node: u32, h: Cost) {
        self.stats.expanded += 1;
        if self.nearest.is_none_or(|(least, _)| h < least) {
            self.nearest = Some((h, node));
        }
    }

    /// Returns the cost of the best known path to the goal.
    pub(crate) fn best(&self) -> Option<Cost> {
        self.has_goal.then_some(self.upper_bound)
    }

    /// Returns the lesser of the least open sum and the best known cost.
    pub(crate) fn lower_bound(&self, least_open: Option<Cost>) -> Option<Cost> {
        let known = [least_open, self.best()];
        known.into_iter().flatten().reduce(|least, sum| if sum < least { sum } else { least })
    }
}
