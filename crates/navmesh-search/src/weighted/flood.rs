//! Dijkstra's search on the weighted graph, from one end of many ways.
//!
//! Goals are nodes beyond those of the mesh. Each is reached by the hops to it.

use std::collections::BinaryHeap;

use navmesh_core::backend::collections::OpenNode;

pub(super) use super::arcs::Direction;
use super::arcs::{Arc, ArcFinder, By};
use super::chain::Stop;
use super::ground::GroundNode;
use super::labels::Labels;
use super::tables::Tables;

/// The last hop of a way, from a node to a goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hop {
    pub(super) node: u32,
    pub(super) goal: u32,
    pub(super) upper: f64,
    pub(super) lower: f64,
}

/// The hops to all goals.
#[derive(Debug, Default)]
pub(super) struct Hops(Vec<Hop>);

impl Hops {
    /// Adds the hops of a goal: the arcs that leave it, reversed.
    pub(super) fn add(&mut self, tables: &Tables, goal: u32, arcs: &[Arc]) {
        let ground = &tables.ground;
        for arc in arcs.iter().filter(|arc| !matches!(ground.node(arc.to), GroundNode::Entry(_))) {
            let (node, upper, lower) = (ground.reversed(arc.to), arc.upper, arc.lower);
            self.0.push(Hop { node, goal, upper, lower });
        }
    }

    /// Sorts the hops after all goals are added.
    pub(super) fn close(&mut self) {
        self.0.sort_unstable_by_key(|hop| (hop.node, hop.goal));
    }

    /// Returns the hops from a node.
    pub(super) fn from(&self, node: u32) -> &[Hop] {
        let first = self.0.partition_point(|hop| hop.node < node);
        let count = self.0[first..].partition_point(|hop| hop.node == node);
        &self.0[first..first + count]
    }
}

/// The reason for which a flood pauses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Event {
    /// The cheapest way to this goal is known.
    Settled(u32),
    /// No way below the limit is left.
    Ended,
    /// The nodes of the slice are expanded.
    Paused,
}

/// A search for the cheapest ways to all nodes, nearest first.
#[derive(Debug, Default)]
pub(super) struct Flood {
    by: By,
    direction: Direction,
    pub(super) labels: Labels,
    queue: BinaryHeap<OpenNode>,
    /// The number of the first goal.
    goals: u32,
    /// The expanded nodes of the mesh, in order.
    expanded: Vec<u32>,
}

impl Flood {
    /// Begins a flood on a mesh with this number of goals beside it.
    pub(super) fn begin(&mut self, tables: &Tables, by: By, direction: Direction, goals: usize) {
        let nodes = tables.ground.node_count();
        (self.by, self.direction, self.goals) = (by, direction, nodes as u32);
        self.labels.begin(nodes + goals);
        self.queue.clear();
        self.expanded.clear();
    }

    /// Adds an arc from the origin of the flood, which has this number in traces.
    pub(super) fn open_first_node(&mut self, tables: &Tables, origin: u32, arc: &Arc) {
        self.relax(tables, origin, 0.0, arc);
    }

    /// Adds the straight way from the origin to a goal.
    pub(super) fn open_goal(&mut self, origin: u32, goal: u32, cost: f64) {
        self.improve(self.goals + goal, cost, origin);
    }

    /// Expands up to `nodes` nodes that cost less than `limit`, until a goal is settled.
    pub(super) fn advance(
        &mut self,
        tables: &Tables,
        hops: &Hops,
        limit: f64,
        nodes: &mut u64,
        finder: &mut ArcFinder,
    ) -> Event {
        while let Some(&OpenNode { cost, node, .. }) = self.queue.peek() {
            if cost >= limit {
                return Event::Ended;
            }
            if cost > self.labels.cost(node) {
                self.queue.pop();
                continue;
            }
            if let Some(goal) = node.checked_sub(self.goals) {
                self.queue.pop();
                return Event::Settled(goal);
            }
            if *nodes == 0 {
                return Event::Paused;
            }
            *nodes -= 1;
            self.queue.pop();
            self.expand(tables, hops, node, finder);
        }
        Event::Ended
    }

    fn expand(&mut self, tables: &Tables, hops: &Hops, node: u32, finder: &mut ArcFinder) {
        self.expanded.push(node);
        let cost = self.labels.cost(node);
        for arc in tables.arcs_in(self.direction, node, finder) {
            self.relax(tables, node, cost, arc);
        }
        for hop in hops.from(node) {
            let step = if self.by == By::Upper { hop.upper } else { hop.lower };
            self.improve(self.goals + hop.goal, cost + step, node);
        }
    }

    fn relax(&mut self, tables: &Tables, from: u32, known: f64, arc: &Arc) {
        if !self.direction.bars(&tables.ground, from, arc.to) {
            self.improve(arc.to, known + self.by.cost(arc), from);
        }
    }

    fn improve(&mut self, node: u32, cost: f64, before: u32) {
        if cost < f64::INFINITY && self.labels.improve(node, cost, before) {
            self.queue.push(OpenNode { sum: cost, cost, node });
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

    /// Returns the node before a reached node, or the number of the origin.
    pub(super) fn before(&self, node: u32) -> u32 {
        self.labels.before(node)
    }

    /// Returns the least cost of an open node; infinite if none is open. All cheaper ways are known.
    pub(super) fn frontier(&self) -> f64 {
        self.queue.peek().map_or(f64::INFINITY, |open| open.cost)
    }

    /// Returns the size of the costs of all nodes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.labels.bytes()
    }

    /// Returns the cost of the cheapest known way to a goal.
    pub(super) fn goal_cost(&self, goal: u32) -> f64 {
        self.labels.cost(self.goals + goal)
    }

    /// Writes the stops of the cheapest known way to a goal.
    pub(super) fn trace_goal(&self, tables: &Tables, goal: u32, stops: &mut Vec<Stop>) {
        let last = self.labels.before(self.goals + goal);
        self.labels.trace(&tables.ground, last, stops);
    }

    /// Returns a bound on the relative rounding error of a sum along any way of the flood.
    pub(super) fn rounding(&self) -> f64 {
        rounding_of(self.expanded.len())
    }

    /// Returns a bound on the relative rounding error of a sum along any way over nodes that cost less than a limit.
    pub(super) fn rounding_below(&self, limit: f64) -> f64 {
        rounding_of(self.expanded_below(limit).len())
    }

    /// Returns the expanded nodes that cost less than a limit, in order.
    pub(super) fn expanded_below(&self, limit: f64) -> &[u32] {
        let count = self.expanded.partition_point(|&node| self.labels.cost(node) < limit);
        &self.expanded[..count]
    }
}

fn rounding_of(nodes: usize) -> f64 {
    (nodes as f64 + 8.0) * f64::EPSILON
}
