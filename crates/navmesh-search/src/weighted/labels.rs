//! Costs of nodes that are forgotten in constant time.

use navmesh_core::backend::collections::Generation;

use super::chain::Stop;
use super::ground::Ground;

/// The cheapest known way to a node.
#[derive(Debug, Clone, Copy, Default)]
struct Label {
    generation: u32,
    before: u32,
    cost: f64,
}

/// Costs of nodes that are forgotten in constant time.
#[derive(Debug, Clone, Default)]
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

    /// Returns its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.labels[..])
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
