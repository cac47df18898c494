//! The tube: the part of the graph that a path below a threshold could use, refined until none is left.
//!
//! Searches from both ends bound the cost of a path over each arc from below. An arc whose bound reaches the
//! threshold is dropped for ever. The pieces of the others are halved. When no arc is left, the threshold is
//! a proved lower bound. Before that, the cheapest way through the tube is one.
//!
//! A search that is broken off proves nothing, so its arcs stay.

mod parts;
mod ranges;

use std::collections::BinaryHeap;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::{NONE, OpenNode};

use super::arcs::{ArcFinder, By, Direction, distance, rounded_down};
use super::chain::Stop;
use super::ground::{Ground, GroundNode};
use super::region_ray::LegEnd;
use super::search::{Frontier, Query};
use super::sight::Cones;
use parts::{State, TubeArc, TubeNode, halves, may_see_each_other, rate};
use ranges::Ranges;

/// The numbers of start and goal in the tube.
const START: u32 = 0;
const GOAL: u32 = 1;

/// The most arcs of a tube. A larger one is not refined.
const MAX_ARCS: usize = 100_000;

/// The tube of a query, and its memory.
#[derive(Debug, Default)]
pub(super) struct Tube {
    nodes: Vec<TubeNode>,
    arcs: Vec<TubeArc>,
    /// The number of each node of the graph in the tube.
    numbers: Vec<u32>,
    /// The nodes of the graph that are in the tube at first.
    members: Vec<u32>,
    /// For each node the range of its arcs, by origin and by target.
    outgoing: Ranges,
    incoming: Ranges,
    queue: BinaryHeap<OpenNode>,
    costs: Vec<f64>,
    before: Vec<u32>,
    children: Vec<u32>,
    next_nodes: Vec<TubeNode>,
    next_arcs: Vec<TubeArc>,
    cones: Cones,
    /// The number of nodes expanded in the tube.
    pub(super) expanded: u64,
}

impl Tube {
    /// Takes the part of the graph that searches from both ends reached by lower costs below the threshold.
    pub(super) fn begin(
        &mut self,
        query: Query<'_>,
        searches: [&Frontier; 2],
        threshold: f64,
        points: [DVec2; 2],
        ends: [Option<LegEnd>; 2],
        finder: &mut ArcFinder,
    ) {
        let Query { tables, ends: hops, .. } = query;
        let ground = &tables.ground;
        self.clear(ground);
        for (point, end) in points.into_iter().zip(ends) {
            self.nodes.push(TubeNode::end(point, end));
        }
        let [forward, backward] = searches;
        self.members.clear();
        for &turned in &backward.expanded {
            let number = ground.reversed(turned);
            if self.numbers[number as usize] == NONE {
                self.members.push(number);
                self.add_node(ground, number, forward.cost(number), backward.cost(turned));
            }
        }
        for arc in hops.leaving(Direction::Forward) {
            self.add(ground, START, self.numbers[arc.to as usize], arc.lower, threshold);
        }
        for place in 0..self.members.len() {
            let number = self.members[place];
            let from = self.numbers[number as usize];
            for arc in tables.arcs(number, finder) {
                if !ground.is_backward(number, arc.to) {
                    self.add(ground, from, self.numbers[arc.to as usize], arc.lower, threshold);
                }
            }
            let last = hops.last_hop(Direction::Forward, By::Lower, number);
            self.add(ground, from, GOAL, last, threshold);
        }
        for &number in &self.members {
            self.numbers[number as usize] = NONE;
        }
    }

    fn clear(&mut self, ground: &Ground) {
        self.expanded = 0;
        self.nodes.clear();
        self.arcs.clear();
        self.numbers.resize(ground.node_count(), NONE);
    }

    /// Adds a node of the graph with lower bounds on the costs from the start and to the goal, unless it is there.
    fn add_node(&mut self, ground: &Ground, number: u32, so_far: f64, rest: f64) {
        if self.numbers[number as usize] == NONE {
            self.numbers[number as usize] = self.nodes.len() as u32;
            let node = ground.node(number);
            let (span, middle) = (ground.span(node), ground.place(node));
            self.nodes.push(TubeNode { node: Some(node), span, middle, so_far, rest, end: None });
        }
    }

    /// Adds an arc of the tables, if a way below the threshold may use it.
    fn add(&mut self, ground: &Ground, from: u32, to: u32, lower: f64, threshold: f64) {
        let Some(target) = self.nodes.get(to as usize) else { return };
        let source = &self.nodes[from as usize];
        if source.so_far + lower + target.rest < threshold {
            let rate = rate(ground, source.node, target.node);
            self.arcs.push(TubeArc { from, to, lower, rate, state: State::Open, is_hidden: false });
        }
    }

    /// Drops the arcs that no way below the threshold uses. Returns the lower bound that this proves.
    pub(super) fn prune(&mut self, ground: &Ground, threshold: f64) -> f64 {
        let count = self.nodes.len();
        self.outgoing.group(count, &self.arcs, |arc| arc.from);
        self.incoming.group(count, &self.arcs, |arc| arc.to);
        self.search(ground, threshold, Direction::Forward);
        let bound = self.costs[GOAL as usize].min(threshold);
        for (node, &cost) in self.nodes.iter_mut().zip(&self.costs) {
            node.so_far = cost;
        }
        self.search(ground, threshold, Direction::Backward);
        for (node, &cost) in self.nodes.iter_mut().zip(&self.costs) {
            node.rest = cost;
        }
        let nodes = &self.nodes;
        self.arcs.retain(|arc| {
            let [from, to] = [arc.from, arc.to].map(|node| &nodes[node as usize]);
            arc.state != State::Blocked && from.so_far + arc.lower + to.rest < threshold
        });
        bound
    }

    /// True if no way below the threshold is left.
    pub(super) fn is_empty(&self) -> bool {
        self.arcs.is_empty()
    }

    /// Computes the costs of all nodes that lie on ways below the threshold, from one end.
    fn search(&mut self, ground: &Ground, threshold: f64, direction: Direction) {
        let (origin, ranges) = match direction {
            Direction::Forward => (START, &self.outgoing),
            Direction::Backward => (GOAL, &self.incoming),
        };
        self.costs.clear();
        self.costs.resize(self.nodes.len(), f64::INFINITY);
        self.costs[origin as usize] = 0.0;
        self.queue.clear();
        self.queue.push(OpenNode { sum: 0.0, cost: 0.0, node: origin });
        while let Some(OpenNode { cost, node, .. }) = self.queue.pop() {
            if cost > self.costs[node as usize] {
                continue;
            }
            self.expanded += 1;
            for &number in ranges.of(node) {
                let arc = &mut self.arcs[number as usize];
                let to = if direction == Direction::Forward { arc.to } else { arc.from };
                let target = &self.nodes[to as usize];
                let left =
                    if direction == Direction::Forward { target.rest } else { target.so_far };
                let reached = cost + arc.lower;
                if reached >= self.costs[to as usize] || reached + left >= threshold {
                    continue;
                }
                if arc.state == State::Unknown {
                    let is_open = arc.rate == 0.0
                        || may_see_each_other(ground, &self.nodes, arc, &mut self.cones);
                    arc.state = if is_open { State::Open } else { State::Blocked };
                }
                if arc.state != State::Blocked {
                    self.costs[to as usize] = reached;
                    self.queue.push(OpenNode { sum: reached + left, cost: reached, node: to });
                }
            }
        }
    }

    /// Halves the pieces. False if the tube is too large for that; it is then left as it is.
    pub(super) fn split(&mut self, ground: &Ground, threshold: f64) -> bool {
        if self.arcs.len() > MAX_ARCS {
            return false;
        }
        self.next_nodes.clear();
        self.children.clear();
        self.children.resize(self.nodes.len(), NONE);
        let ends = [START, GOAL];
        for number in ends.into_iter().chain(self.arcs.iter().flat_map(|arc| [arc.from, arc.to])) {
            if self.children[number as usize] == NONE {
                self.children[number as usize] = self.next_nodes.len() as u32;
                self.next_nodes.extend(halves(ground, &self.nodes[number as usize]));
            }
        }
        self.next_arcs.clear();
        for arc in &self.arcs {
            let children = |node: u32| {
                let first = self.children[node as usize];
                let is_piece =
                    matches!(self.nodes[node as usize].node, Some(GroundNode::Piece { .. }));
                first..first + 1 + u32::from(is_piece)
            };
            for from in children(arc.from) {
                for to in children(arc.to) {
                    let (a, b) = (&self.next_nodes[from as usize], &self.next_nodes[to as usize]);
                    let lower = if arc.rate > 0.0 {
                        arc.rate * rounded_down(ground, distance(a.span, b.span))
                    } else {
                        arc.lower
                    };
                    if a.so_far + lower + b.rest < threshold {
                        let (state, is_hidden) = (State::Unknown, false);
                        self.next_arcs.push(TubeArc { from, to, lower, state, is_hidden, ..*arc });
                    }
                }
            }
        }
        // Copied, not swapped: each buffer keeps its size, so that repeated queries allocate nothing.
        self.nodes.clone_from(&self.next_nodes);
        self.arcs.clone_from(&self.next_arcs);
        true
    }

    /// Writes the stops of the cheapest way through the middles of the tube's pieces. Returns its cost; `None`
    /// if there is none.
    pub(super) fn middle_way(&mut self, stops: &mut Vec<Stop>) -> Option<f64> {
        self.search_middles();
        self.trace_middles(stops)
    }

    /// Finds the cheapest way through the middles of the tube's pieces.
    fn search_middles(&mut self) {
        self.outgoing.group(self.nodes.len(), &self.arcs, |arc| arc.from);
        self.costs.clear();
        self.costs.resize(self.nodes.len(), f64::INFINITY);
        self.before.clear();
        self.before.resize(self.nodes.len(), NONE);
        self.costs[START as usize] = 0.0;
        self.queue.clear();
        self.queue.push(OpenNode { sum: 0.0, cost: 0.0, node: START });
        while let Some(OpenNode { cost, node, .. }) = self.queue.pop() {
            if cost > self.costs[node as usize] {
                continue;
            }
            self.expanded += 1;
            if node == GOAL {
                break;
            }
            for &number in self.outgoing.of(node) {
                let arc = &self.arcs[number as usize];
                if arc.is_hidden || arc.state == State::Blocked {
                    continue;
                }
                let [a, b] = [arc.from, arc.to].map(|node| self.nodes[node as usize].middle);
                let step = if arc.rate > 0.0 { arc.rate * a.distance(b) } else { arc.lower };
                let reached = cost + step;
                if reached < self.costs[arc.to as usize] {
                    self.costs[arc.to as usize] = reached;
                    self.before[arc.to as usize] = number;
                    let sum = reached + self.nodes[arc.to as usize].rest;
                    self.queue.push(OpenNode { sum, cost: reached, node: arc.to });
                }
            }
        }
    }

    /// Writes the stops of the way through the middles. Returns its cost; `None` if there is none.
    fn trace_middles(&self, stops: &mut Vec<Stop>) -> Option<f64> {
        let cost = self.costs[GOAL as usize];
        if cost == f64::INFINITY {
            return None;
        }
        stops.clear();
        let mut number = self.before[GOAL as usize];
        while number != NONE {
            let from = self.arcs[number as usize].from;
            let node = self.nodes[from as usize].node;
            stops.extend(node.map(|node| Stop { node, cost: self.costs[from as usize] }));
            number = self.before[from as usize];
        }
        stops.reverse();
        Some(cost)
    }

    /// Records that the middles of a leg of the last way do not see each other; legs count from the start.
    pub(super) fn hide(&mut self, leg: usize, stops: usize) {
        let mut number = self.before[GOAL as usize];
        for _ in leg..stops {
            number = self.before[self.arcs[number as usize].from as usize];
        }
        self.arcs[number as usize].is_hidden = true;
    }
}
