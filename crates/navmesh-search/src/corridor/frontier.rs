//! The search's memory: the cheapest known cost of each node, and the queue.

use std::collections::BinaryHeap;

use navmesh_core::EdgeId;
use navmesh_core::backend::collections::{NONE, OpenNode};

/// A node of the search: an entered edge, or an off-mesh connection by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryNode {
    Edge(EdgeId),
    OffMeshConnection(u32),
}

/// The cheapest known way to a node.
#[derive(Debug, Clone, Copy, Default)]
struct Label {
    cost: f64,
    /// The index of the node before; `NONE` if the way begins at the origin.
    parent: u32,
    /// The number of the search that wrote the label, which is even, plus [`CLOSED`] once the node was popped.
    /// Labels of earlier searches do not count.
    generation: u32,
}

/// The bit of `Label::generation` that marks popped nodes.
const CLOSED: u32 = 1;

/// A node popped from the queue, with its cost; no node means the target.
#[derive(Debug, Clone, Copy)]
pub(super) struct Popped {
    pub(super) node: Option<EntryNode>,
    pub(super) cost: f64,
}

/// The outcome of the relaxation of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relaxed {
    /// A way as cheap is known.
    NotCheaper,
    /// The way is the first to the node, or the cheapest to a node in the queue.
    Opened,
    /// The way is the cheapest to a node that was popped before.
    Reopened,
}

/// The labels of all nodes (edges, then off-mesh connections, then the target) and the queue.
#[derive(Debug, Default)]
pub(crate) struct Frontier {
    labels: Vec<Label>,
    queue: BinaryHeap<OpenNode>,
    generation: u32,
    /// The index of the first off-mesh connection.
    first_connection: u32,
    target: u32,
    pushed: u64,
    reopened: u64,
}

impl Frontier {
    /// Forgets the last search.
    ///
    /// Complexity: O(1), except for a mesh larger than any before.
    pub(super) fn begin(&mut self, edge_count: usize, connection_count: usize) {
        self.queue.clear();
        (self.pushed, self.reopened) = (0, 0);
        self.first_connection = edge_count as u32;
        self.target = (edge_count + connection_count) as u32;
        if self.labels.len() <= self.target as usize {
            self.labels.resize(self.target as usize + 1, Label::default());
        }
        self.generation = self.generation.checked_add(2).unwrap_or_else(|| {
            self.labels.fill(Label::default());
            2
        });
    }

    /// Returns the number of entries pushed so far.
    pub(super) fn pushed(&self) -> u64 {
        self.pushed
    }

    /// Returns the number of entries pushed for nodes that were popped before.
    pub(super) fn reopened(&self) -> u64 {
        self.reopened
    }

    /// Returns the number of entries in the queue, outdated ones included.
    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    /// Returns the cost of the cheapest known way to the target.
    pub(super) fn cost_of_target(&self) -> Option<f64> {
        let label = self.labels.get(self.target as usize)?;
        (label.generation | CLOSED == self.generation | CLOSED).then_some(label.cost)
    }

    /// Relaxes a node: records a way to it if it is the first or strictly the cheapest.
    #[inline(always)] // in the loop of the search
    pub(super) fn relax(
        &mut self,
        node: EntryNode,
        cost: f64,
        estimate: impl FnOnce() -> f64,
        parent: Option<EntryNode>,
    ) -> Relaxed {
        let node = self.index_of(node);
        let relaxed = self.improve(node, cost, parent);
        if relaxed != Relaxed::NotCheaper {
            self.push(OpenNode { sum: cost + estimate(), cost, node });
        }
        relaxed
    }

    pub(super) fn relax_target(&mut self, cost: f64, parent: Option<EntryNode>) {
        if self.improve(self.target, cost, parent) != Relaxed::NotCheaper {
            self.push(OpenNode { sum: cost, cost, node: self.target });
        }
    }

    /// Pops the next node from the queue.
    pub(super) fn pop(&mut self) -> Option<Popped> {
        loop {
            let OpenNode { cost, node, .. } = self.queue.pop()?;
            let label = &mut self.labels[node as usize];
            if label.cost.total_cmp(&cost).is_eq() {
                label.generation |= CLOSED;
                let node = (node != self.target).then(|| self.node_at(node));
                return Some(Popped { node, cost });
            }
        }
    }

    /// Iterates over the nodes on the way from the target back to the origin.
    pub(super) fn nodes_backward(&self) -> impl Iterator<Item = EntryNode> + '_ {
        let parent = |node: u32| {
            let parent = self.labels[node as usize].parent;
            (parent != NONE).then_some(parent)
        };
        std::iter::successors(parent(self.target), move |&node| parent(node))
            .map(|node| self.node_at(node))
    }

    #[inline]
    fn index_of(&self, node: EntryNode) -> u32 {
        match node {
            EntryNode::Edge(edge) => edge.0,
            EntryNode::OffMeshConnection(number) => self.first_connection + number,
        }
    }

    fn node_at(&self, index: u32) -> EntryNode {
        match index.checked_sub(self.first_connection) {
            None => EntryNode::Edge(EdgeId(index)),
            Some(number) => EntryNode::OffMeshConnection(number),
        }
    }

    fn improve(&mut self, node: u32, cost: f64, parent: Option<EntryNode>) -> Relaxed {
        let parent = parent.map_or(NONE, |parent| self.index_of(parent));
        let label = &mut self.labels[node as usize];
        let was = *label;
        if was.generation | CLOSED == self.generation | CLOSED && was.cost <= cost {
            return Relaxed::NotCheaper;
        }
        *label = Label { cost, parent, generation: self.generation };
        if was.generation != self.generation | CLOSED {
            return Relaxed::Opened;
        }
        self.reopened += 1;
        Relaxed::Reopened
    }

    fn push(&mut self, open: OpenNode) {
        self.pushed += 1;
        self.queue.push(open);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_reset_when_the_generation_overflows() {
        let mut frontier = Frontier::default();
        frontier.begin(2, 0);
        frontier.relax(EntryNode::Edge(EdgeId(1)), 1.0, || 0.0, None);
        frontier.generation = u32::MAX - 1;
        frontier.begin(2, 0);
        frontier.relax(EntryNode::Edge(EdgeId(1)), 5.0, || 0.0, None);
        assert_eq!(frontier.pop().map(|popped| popped.cost), Some(5.0));
    }
}
