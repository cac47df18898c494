//! A* on the weighted graph: from the start by lower costs for a bound, from the goal by upper costs for a path.
//!
//! A search from the goal stands at the reversed nodes, and passes off-mesh connections against their direction. The
//! labels of the search from the start guide it.

use std::collections::BinaryHeap;

use navmesh_core::backend::collections::{NONE, OpenNode};

use super::arcs::{Arc, ArcFinder, By, Direction};
use super::chain::Stop;
use super::flood::Flood;
use super::ground::GroundNode;
use super::labels::Labels;
use super::tables::{AimPoint, Tables};

/// The ends of a query on the graph. Pairs are for searches from the start and from the goal.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// The arcs that leave the end where a search sets out.
    leaving: [Vec<Arc>; 2],
    /// The costs from nodes to the other end, by upper and by lower costs.
    last_hops: [[Labels; 2]; 2],
    /// The straight way from start to goal, by upper and by lower costs.
    pub(super) direct: [f64; 2],
    /// The other end.
    aims: [AimPoint; 2],
}

impl Ends {
    /// Takes the arcs that leave the end where a search in a direction sets out. Each is a way to it, reversed.
    pub(super) fn set(
        &mut self,
        tables: &Tables,
        direction: Direction,
        aim: AimPoint,
        arcs: &[Arc],
    ) {
        let ground = &tables.ground;
        let leaving = &mut self.leaving[direction as usize];
        leaving.clear();
        leaving.extend_from_slice(arcs);
        let opposite = direction.opposite();
        self.aims[opposite as usize] = aim;
        let [upper, lower] = &mut self.last_hops[opposite as usize];
        for labels in [&mut *upper, &mut *lower] {
            labels.begin(ground.node_count());
        }
        // A way leaves a connection by its exit, and reversed by its entry.
        let is_open = |arc: &&Arc| match ground.node(arc.to) {
            GroundNode::Entry(_) => opposite == Direction::Backward,
            GroundNode::Exit(_) => opposite == Direction::Forward,
            _ => true,
        };
        for arc in arcs.iter().filter(is_open) {
            let node = ground.reversed(arc.to);
            upper.improve(node, arc.upper, NONE);
            lower.improve(node, arc.lower, NONE);
        }
    }

    /// Returns the arcs that leave the start or the goal.
    pub(super) fn leaving(&self, direction: Direction) -> &[Arc] {
        &self.leaving[direction as usize]
    }

    /// Returns the cost of the last hop of a search, from a node to the other end.
    pub(super) fn last_hop(&self, direction: Direction, by: By, node: u32) -> f64 {
        self.last_hops[direction as usize][by as usize].cost(node)
    }

    /// Returns the point that a search aims at.
    pub(super) fn aim(&self, direction: Direction) -> &AimPoint {
        &self.aims[direction as usize]
    }
}

/// A search on the graph of a mesh, between two ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Query<'a> {
    pub(super) tables: &'a Tables,
    pub(super) ends: &'a Ends,
    /// The search from the other end, if its labels bound the costs of the rest.
    pub(super) guide: Option<Guide<'a>>,
}

/// A search from the other end by lower costs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Guide<'a> {
    pub(super) frontier: &'a Frontier,
    /// No open node of it has a lower sum.
    pub(super) known: f64,
}

impl Guide<'_> {
    /// Returns a lower bound on the cost of a way between a node and the other end.
    ///
    /// A way there is known, or leads over an open node, whose sum is at most that of the node by this way.
    fn least_cost(&self, Query { tables, ends, .. }: Query<'_>, node: u32) -> f64 {
        let node = tables.ground.reversed(node);
        let label = self.frontier.cost(node);
        label.min(self.known - tables.most_cost(node, ends.aim(self.frontier.direction)))
    }
}

/// The state of a search, and its memory.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    by: By,
    direction: Direction,
    /// Ways that cost as much are of no use.
    limit: f64,
    labels: Labels,
    queue: BinaryHeap<OpenNode>,
    /// The expanded nodes, in order; a node is expanded again if its cost falls.
    pub(super) expanded: Vec<u32>,
    /// The cost of the cheapest way to the other end, and its last node; `NONE` for the straight way.
    pub(super) best: (f64, u32),
}

impl Frontier {
    /// Begins a search for the cheapest way that costs less than `limit`.
    pub(super) fn begin(&mut self, query: Query<'_>, direction: Direction, by: By, limit: f64) {
        let Query { tables, ends, .. } = query;
        (self.by, self.direction, self.limit) = (by, direction, limit);
        self.labels.begin(tables.ground.node_count());
        self.queue.clear();
        self.expanded.clear();
        self.best = (ends.direct[by as usize], NONE);
        for arc in ends.leaving(direction) {
            self.relax(query, NONE, 0.0, arc);
        }
    }

    /// Forgets the last search.
    pub(super) fn clear(&mut self) {
        self.queue.clear();
        self.expanded.clear();
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
        let total = cost + query.ends.last_hop(self.direction, self.by, node);
        if total < self.best.0 {
            self.best = (total, node);
        }
        for arc in query.tables.arcs_in(self.direction, node, finder) {
            self.relax(query, node, cost, arc);
        }
    }

    fn relax(&mut self, query: Query<'_>, from: u32, known: f64, arc: &Arc) {
        let Query { tables, ends, guide } = query;
        let cost = known + self.by.cost(arc);
        let is_of_use = cost < self.labels.cost(arc.to);
        if !is_of_use || self.direction.bars(&tables.ground, from, arc.to) {
            return;
        }
        let straight = tables.least_cost(arc.to, ends.aim(self.direction));
        let guided = guide.map_or(0.0, |guide| guide.least_cost(query, arc.to));
        let sum = cost + straight.max(guided);
        if sum < self.limit && self.labels.improve(arc.to, cost, from) {
            self.queue.push(OpenNode { sum, cost, node: arc.to });
        }
    }

    /// Returns this search as the guide of one from the other end.
    pub(super) fn guide(&self) -> Guide<'_> {
        let known = self.queue.peek().map_or(f64::INFINITY, |open| open.sum);
        Guide { frontier: self, known: known.min(self.limit) }
    }

    /// Returns this search as the guide of one from the other end for ways below the limit to which this one flooded:
    /// all nodes of such ways are reached.
    pub(super) fn flooded(&self) -> Guide<'_> {
        Guide { frontier: self, known: f64::INFINITY }
    }

    /// Takes the place of a search from the start by lower costs: a flood that reached all nodes that matter.
    pub(super) fn take(&mut self, flood: &Flood) {
        self.clear();
        self.labels.clone_from(&flood.labels);
        (self.by, self.direction) = (By::Lower, Direction::Forward);
    }

    /// Takes the nodes of the flood that cost less than a limit as those that the search expanded.
    pub(super) fn take_expanded(&mut self, flood: &Flood, limit: f64) {
        self.expanded.clear();
        self.expanded.extend_from_slice(flood.expanded_below(limit));
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

    /// Writes the stops of the best way of a search from the goal, from the start on.
    pub(super) fn trace_backward(&self, tables: &Tables, stops: &mut Vec<Stop>) {
        let (total, last) = self.best;
        stops.clear();
        let mut number = last;
        while (number as usize) < tables.ground.node_count() {
            let node = tables.ground.node(tables.ground.reversed(number));
            stops.push(Stop { node, cost: total - self.cost(number) });
            number = self.labels.before(number);
        }
    }
}
