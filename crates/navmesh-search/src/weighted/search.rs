//! A* on the weighted graph: by upper costs for a path, by lower costs for a bound.

use std::collections::BinaryHeap;

use navmesh_core::DVec2;
use navmesh_core::collections::{Generation, NONE, OpenNode};

use super::arcs::{Arc, ArcFinder};
use super::chain::Stop;
use super::ground::{Ground, Node};
use super::tables::Tables;

/// The costs by which the graph is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum By {
    #[default]
    Upper,
    Lower,
}

impl By {
    pub(super) fn cost(self, arc: &Arc) -> f64 {
        match self {
            Self::Upper => arc.upper,
            Self::Lower => arc.lower,
        }
    }
}

/// The cheapest known way to a node.
#[derive(Debug, Clone, Copy, Default)]
struct Label {
    generation: u32,
    before: u32,
    cost: f64,
}

/// Costs of nodes that are forgotten in constant time.
#[derive(Debug, Default)]
pub(super) struct Labels {
    labels: Vec<Label>,
    generation: Generation,
}

impl Labels {
    pub(super) fn begin(&mut self, count: usize) {
        if self.labels.len() < count {
            self.labels.resize(count, Label::default());
        }
        if self.generation.advance() {
            self.labels.fill(Label::default());
        }
    }

    /// Returns the cost of a node; infinite if none is known.
    pub(super) fn cost(&self, node: u32) -> f64 {
        let label = &self.labels[node as usize];
        if label.generation == self.generation.number() { label.cost } else { f64::INFINITY }
    }

    /// Records a cost, if it is less than the known one.
    pub(super) fn improve(&mut self, node: u32, cost: f64, before: u32) -> bool {
        let is_less = cost < self.cost(node);
        if is_less {
            let generation = self.generation.number();
            self.labels[node as usize] = Label { generation, before, cost };
        }
        is_less
    }

    /// Returns the node before a reached node.
    pub(super) fn before(&self, node: u32) -> u32 {
        self.labels[node as usize].before
    }

    /// Writes the stops of the way to a node; the node is the last one. Returns the number before the first one, which
    /// is none of a node.
    pub(super) fn trace(&self, ground: &Ground, last: u32, stops: &mut Vec<Stop>) -> u32 {
        stops.clear();
        let mut number = last;
        while (number as usize) < ground.node_count() {
            stops.push(Stop { node: ground.node(number), cost: self.cost(number) });
            number = self.before(number);
        }
        stops.reverse();
        number
    }
}

/// The ends of a query on the graph.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// The arcs from the start.
    pub(super) from_start: Vec<Arc>,
    /// The costs from nodes to the goal, by upper and by lower costs.
    to_goal: [Labels; 2],
    /// The straight way from start to goal, by upper and by lower costs.
    pub(super) direct: [f64; 2],
    pub(super) goal: DVec2,
}

impl Ends {
    /// Takes the arcs that leave the goal; each is a way to it, reversed.
    pub(super) fn set_goal(&mut self, tables: &Tables, arcs: &[Arc]) {
        let ground = &tables.ground;
        let [upper, lower] = &mut self.to_goal;
        for labels in [&mut *upper, &mut *lower] {
            labels.begin(ground.node_count());
        }
        for arc in arcs.iter().filter(|arc| !matches!(ground.node(arc.to), Node::Entry(_))) {
            let node = ground.reversed(arc.to);
            upper.improve(node, arc.upper, NONE);
            lower.improve(node, arc.lower, NONE);
        }
    }

    /// Returns the cost of the last hop, from a node to the goal.
    pub(super) fn last_hop(&self, by: By, node: u32) -> f64 {
        self.to_goal[by as usize].cost(node)
    }
}

/// A search on the graph of a mesh, between two ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Query<'a> {
    pub(super) tables: &'a Tables,
    pub(super) ends: &'a Ends,
}

/// The state of a search, and its memory.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    by: By,
    /// Ways that cost as much are of no use.
    limit: f64,
    labels: Labels,
    queue: BinaryHeap<OpenNode>,
    /// The expanded nodes, in order; a node is expanded again if its cost falls.
    pub(super) expanded: Vec<u32>,
    /// The cost of the cheapest way to the goal, and its last node; `NONE` for the straight way.
    pub(super) best: (f64, u32),
}

impl Frontier {
    /// Begins a search for the cheapest way that costs less than `limit`.
    pub(super) fn begin(&mut self, query: Query<'_>, by: By, limit: f64) {
        let Query { tables, ends } = query;
        (self.by, self.limit) = (by, limit);
        self.labels.begin(tables.ground.node_count());
        self.queue.clear();
        self.expanded.clear();
        self.best = (ends.direct[by as usize], NONE);
        for arc in &ends.from_start {
            self.relax(query, (NONE, 0.0), arc);
        }
    }

    /// Expands up to `nodes` nodes, those with the least sums first. Ends early if no open node lies on a way
    /// that costs less than the best one.
    ///
    /// Returns true if it ended early; `nodes` is reduced by the number of expansions.
    pub(super) fn advance(
        &mut self,
        query: Query<'_>,
        nodes: &mut u64,
        finder: &mut ArcFinder,
    ) -> bool {
        self.expand_while(query, nodes, finder, |sum, best| sum < best)
    }

    /// Expands up to `nodes` nodes with sums below a limit, at most that of the search. Returns true if none is left.
    pub(super) fn flood(
        &mut self,
        query: Query<'_>,
        limit: f64,
        nodes: &mut u64,
        finder: &mut ArcFinder,
    ) -> bool {
        self.limit = limit;
        self.expand_while(query, nodes, finder, |sum, _| sum < limit)
    }

    /// Expands nodes while the least sum and the cost of the best way allow it. Returns false if `nodes` ran out.
    fn expand_while(
        &mut self,
        query: Query<'_>,
        nodes: &mut u64,
        finder: &mut ArcFinder,
        goes_on: impl Fn(f64, f64) -> bool,
    ) -> bool {
        while let Some(&OpenNode { sum, cost, node }) = self.queue.peek() {
            if !goes_on(sum, self.best.0) {
                return true;
            }
            if cost > self.labels.cost(node) {
                self.queue.pop();
                continue;
            }
            if *nodes == 0 {
                return false;
            }
            *nodes -= 1;
            self.queue.pop();
            self.expand(query, node, cost, finder);
        }
        true
    }

    fn expand(&mut self, query: Query<'_>, node: u32, cost: f64, finder: &mut ArcFinder) {
        self.expanded.push(node);
        let total = cost + query.ends.last_hop(self.by, node);
        if total < self.best.0 {
            self.best = (total, node);
        }
        for arc in query.tables.arcs(node, finder) {
            self.relax(query, (node, cost), arc);
        }
    }

    fn relax(&mut self, Query { tables, ends }: Query<'_>, (from, known): (u32, f64), arc: &Arc) {
        let cost = known + self.by.cost(arc);
        if cost >= self.labels.cost(arc.to) || tables.ground.is_backward(from, arc.to) {
            return;
        }
        let sum = cost + tables.least_cost(arc.to, ends.goal);
        if sum < self.limit && self.labels.improve(arc.to, cost, from) {
            self.queue.push(OpenNode { sum, cost, node: arc.to });
        }
    }

    /// Returns the number of entries in the queue.
    pub(super) fn open(&self) -> u64 {
        self.queue.len() as u64
    }

    /// Returns the cost of the cheapest known way to a node.
    pub(super) fn cost(&self, node: u32) -> f64 {
        self.labels.cost(node)
    }

    /// Writes the stops of the cheapest known way to a node, from the start; the node is the last one.
    pub(super) fn trace(&self, tables: &Tables, last: u32, stops: &mut Vec<Stop>) {
        self.labels.trace(&tables.ground, last, stops);
    }
}
