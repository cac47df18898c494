//! The searches over tiles, and what they share.
//!
//! 1. `step_costs` – costs that add up and compare exactly.
//! 2. `queue`, `open_list`, `buckets` – the open nodes, in two orders.
//! 3. `astar` – A* over tiles, for all rules and costs.
//! 4. `canonical`, `boards`, `jump_map` – what is known of a map for jump points; `tile_index`,
//!    `jump_nodes` – what is remembered of a search; `jump_points` – the search; `jump_tables` –
//!    sharper guesses for it.
//! 5. `plan` – one search of whichever kind.
//!
//! A search goes on by one node at a time and keeps all that it knows in its memory. So it can stop
//! anywhere, tell what is proved, and go on later as if it had never stopped.

pub(crate) mod step_costs;
pub(crate) mod queue;
pub(crate) mod open_list;
pub(crate) mod buckets;
pub(crate) mod astar;
pub(crate) mod canonical;
pub(crate) mod boards;
pub(crate) mod tile_index;
pub(crate) mod jump_map;
pub(crate) mod jump_nodes;
pub(crate) mod jump_points;
pub(crate) mod jump_tables;
pub(crate) mod plan;

use navmesh_core::{Observer, SearchStats};

use crate::observer::SeenTile;

/// A search under way.
pub(crate) trait Engine {
    /// What ways are compared by.
    type Cost: Copy + PartialOrd;

    /// Takes the next node to expand out of the queue; `None` where nothing is left that could lead
    /// to a cheaper way than the best that is known, or that is asked for.
    fn next(&mut self) -> Option<u32>;

    /// Puts the node back that was taken out last.
    fn put_back(&mut self, node: u32);

    /// Expands a node that was taken out.
    fn expand(&mut self, node: u32, observer: &mut impl Observer<SeenTile>);

    /// Expands only nodes that promise no more than so many tile sizes from now on; those that were put off
    /// are open again.
    fn set_limit(&mut self, tile_sizes: f64);

    /// What is known beside the nodes.
    fn tally(&self) -> &Tally<Self::Cost>;

    /// A cost in tile sizes; rounded.
    fn in_tile_sizes(&self, cost: Self::Cost) -> f64;

    /// How many entries are in the queue, stale ones and those that were put off included.
    fn open(&self) -> usize;

    /// The least that an open node promises, the last node taken out put back.
    fn least_open(&self) -> Option<Self::Cost>;

    /// Where the search stands once [`Engine::next`] gave nothing.
    fn outcome(&self) -> Outcome {
        let tally = self.tally();
        if tally.has_goal && tally.ceiling < tally.limit {
            return Outcome::Found;
        }
        match tally.proved(self.least_open()) {
            Some(least) => Outcome::TooDear(self.in_tile_sizes(least)),
            None => Outcome::NoWay,
        }
    }

    /// What the cheapest way to the goal found so far costs, in tile sizes.
    fn best(&self) -> Option<f64> {
        self.tally().best().map(|cost| self.in_tile_sizes(cost))
    }

    /// What is proved of every way to the goal, in tile sizes, the last node taken out put back.
    fn proved(&self) -> f64 {
        self.tally().proved(self.least_open()).map_or(0.0, |least| self.in_tile_sizes(least))
    }
}

/// Where a search stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Outcome {
    /// It has the goal, and no node is left that could better the way there.
    Found,
    /// All that can be reached is expanded, and the goal is not there.
    NoWay,
    /// No way to the goal costs less than this, in tile sizes, and that is above the limit.
    TooDear(f64),
    /// So many nodes are expanded as it may expand, and more are open.
    Stopped,
}

/// Expands nodes until the search has its outcome or has expanded `max_expanded` in all.
pub(crate) fn advance(
    engine: &mut impl Engine,
    max_expanded: u64,
    observer: &mut impl Observer<SeenTile>,
) -> Outcome {
    while let Some(node) = engine.next() {
        if engine.tally().stats.expanded >= max_expanded {
            engine.put_back(node);
            return Outcome::Stopped;
        }
        engine.expand(node, observer);
    }
    engine.outcome()
}

/// What a search of any kind knows beside its nodes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tally<Cost> {
    pub(crate) stats: SearchStats,
    /// Only ways that cost less are of interest: what the way to the goal costs, once it is reached.
    pub(crate) ceiling: Cost,
    /// Nodes that promise no less are put off until the limit is raised.
    pub(crate) limit: Cost,
    /// True once the goal is reached.
    pub(crate) has_goal: bool,
    /// The expanded node with the least left to the goal, the first of equals, and how much that is.
    pub(crate) nearest: Option<(Cost, u32)>,
}

impl<Cost: Copy + PartialOrd> Tally<Cost> {
    /// What a node must promise less than to be expanded.
    #[inline]
    pub(crate) fn bound(&self) -> Cost {
        if self.limit < self.ceiling { self.limit } else { self.ceiling }
    }

    /// Takes note of a way to the goal.
    pub(crate) fn reach_goal(&mut self, cost: Cost) {
        self.ceiling = cost;
        self.has_goal = true;
    }

    /// Takes note of a node that is expanded.
    #[inline]
    pub(crate) fn expand(&mut self, node: u32, left: Cost) {
        self.stats.expanded += 1;
        if self.nearest.is_none_or(|(least, _)| left < least) {
            self.nearest = Some((left, node));
        }
    }

    /// What the way to the goal costs, if it is reached.
    pub(crate) fn best(&self) -> Option<Cost> {
        self.has_goal.then_some(self.ceiling)
    }

    /// The least of what open nodes promise and what the goal costs, if it is reached.
    pub(crate) fn proved(&self, least_open: Option<Cost>) -> Option<Cost> {
        let known = [least_open, self.best()];
        known.into_iter().flatten().reduce(|least, sum| if sum < least { sum } else { least })
    }
}
