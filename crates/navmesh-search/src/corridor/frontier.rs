//! The search's memory: what each edge costs to reach, and which one is next.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use navmesh_core::EdgeId;

/// What a search comes by: an edge that it enters, or a leap, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Edge(EdgeId),
    OffMeshConnection(u32),
}

/// In `Node::parent`: reached from the origin, with nothing in between.
const ORIGIN: u32 = u32::MAX;

/// The cheapest known way to an entered edge, or over a leap.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    cost: f64,
    parent: u32,
    /// The search that wrote this node, an even number; one more once the node was taken from the queue.
    /// One of an earlier search counts as never reached.
    generation: u32,
}

/// In `Node::generation`: the node was taken from the queue.
const CLOSED: u32 = 1;

/// A node in the queue. A node improved since it was queued leaves its old entry behind, which is
/// known by its cost and skipped.
#[derive(Debug, Clone, Copy)]
struct Entry {
    total: f64,
    cost: f64,
    node: u32,
}

impl Ord for Entry {
    /// The greatest entry is the next one: the lowest total; of equal ones the highest cost, which
    /// is nearest to the target; then the lowest node.
    fn cmp(&self, other: &Self) -> Ordering {
        let by_total = other.total.total_cmp(&self.total);
        by_total.then(self.cost.total_cmp(&other.cost)).then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

/// What is taken from the queue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nearest {
    /// The entered edge or the leap; `None` is the target.
    pub(super) place: Option<Place>,
    /// What reaching it costs.
    pub(super) cost: f64,
}

/// What becomes of a way that is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Offer {
    /// One no dearer is known.
    Refused,
    /// It is the first, or the cheapest to a node that waits in the queue.
    Opened,
    /// It is the cheapest to a node that was taken from the queue before.
    Reopened,
}

/// Nodes in a flat array, edges, then leaps, the target last, and the queue.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    nodes: Vec<Node>,
    queue: BinaryHeap<Entry>,
    generation: u32,
    /// The first leap's node: one past the edges.
    leaps: u32,
    /// The target's node: one past the leaps.
    target: u32,
    pushed: u64,
    reopened: u64,
}

impl Frontier {
    /// Forgets the last search, in constant time unless the mesh is larger than any before.
    pub(super) fn begin(&mut self, edge_count: usize, leap_count: usize) {
        self.queue.clear();
        (self.pushed, self.reopened) = (0, 0);
        self.leaps = edge_count as u32;
        self.target = (edge_count + leap_count) as u32;
        if self.nodes.len() <= self.target as usize {
            self.nodes.resize(self.target as usize + 1, Node::default());
        }
        self.generation = self.generation.checked_add(2).unwrap_or_else(|| {
            self.nodes.fill(Node::default());
            2
        });
    }

    /// How many entries were queued, and how many of them opened a closed node again.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.pushed, self.reopened)
    }

    /// How many entries are in the queue, stale ones included.
    pub(super) fn len(&self) -> usize {
        self.queue.len()
    }

    /// What the cheapest way to the target found so far costs.
    pub(super) fn cost_of_target(&self) -> Option<f64> {
        let node = self.nodes.get(self.target as usize)?;
        (node.generation | CLOSED == self.generation | CLOSED).then_some(node.cost)
    }

    /// Offers a way to a place; taken where it is the first or strictly the cheapest.
    #[inline(always)]
    pub(super) fn offer(
        &mut self,
        place: Place,
        cost: f64,
        estimate: impl FnOnce() -> f64,
        parent: Option<Place>,
    ) -> Offer {
        let node = self.node_of(place);
        let offer = self.improve(node, cost, parent);
        if offer != Offer::Refused {
            self.push(Entry { total: cost + estimate(), cost, node });
        }
        offer
    }

    #[inline(always)]
    fn node_of(&self, place: Place) -> u32 {
        match place {
            Place::Edge(edge) => edge.0,
            Place::OffMeshConnection(leap) => self.leaps + leap,
        }
    }

    fn place_of(&self, node: u32) -> Place {
        match node.checked_sub(self.leaps) {
            None => Place::Edge(EdgeId(node)),
            Some(leap) => Place::OffMeshConnection(leap),
        }
    }

    /// Offers a way to the target itself.
    pub(super) fn offer_target(&mut self, cost: f64, parent: Option<Place>) {
        if self.improve(self.target, cost, parent) != Offer::Refused {
            self.push(Entry { total: cost, cost, node: self.target });
        }
    }

    /// Takes the next node from the queue.
    pub(super) fn pop(&mut self) -> Option<Nearest> {
        loop {
            let Entry { cost, node, .. } = self.queue.pop()?;
            let known = &mut self.nodes[node as usize];
            if known.cost.total_cmp(&cost).is_eq() {
                known.generation |= CLOSED;
                let place = (node != self.target).then(|| self.place_of(node));
                return Some(Nearest { place, cost });
            }
        }
    }

    /// The edges entered and the leaps taken on the way to the target, the last one first.
    pub(super) fn way_back(&self) -> impl Iterator<Item = Place> + '_ {
        let parent = |node: u32| {
            let parent = self.nodes[node as usize].parent;
            (parent != ORIGIN).then_some(parent)
        };
        std::iter::successors(parent(self.target), move |&node| parent(node))
            .map(|node| self.place_of(node))
    }

    fn improve(&mut self, node: u32, cost: f64, parent: Option<Place>) -> Offer {
        let parent = parent.map_or(ORIGIN, |place| self.node_of(place));
        let known = &mut self.nodes[node as usize];
        let was = *known;
        if was.generation | CLOSED == self.generation | CLOSED && was.cost <= cost {
            return Offer::Refused;
        }
        *known = Node { cost, parent, generation: self.generation };
        if was.generation != self.generation | CLOSED {
            return Offer::Opened;
        }
        self.reopened += 1;
        Offer::Reopened
    }

    fn push(&mut self, entry: Entry) {
        self.pushed += 1;
        self.queue.push(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_queue_prefers_low_totals_then_high_costs_then_low_edges() {
        let entry = |total, cost, node| Entry { total, cost, node };
        let mut queue = BinaryHeap::from([
            entry(2.0, 1.0, 0),
            entry(1.0, 0.5, 7),
            entry(1.0, 0.5, 3),
            entry(1.0, 0.9, 9),
        ]);
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|e| e.node).collect();
        assert_eq!(order, [9, 3, 7, 0]);
    }

    #[test]
    fn a_frontier_that_has_counted_to_its_end_starts_again() {
        let mut frontier = Frontier::default();
        frontier.begin(2, 0);
        frontier.offer(Place::Edge(EdgeId(1)), 1.0, || 0.0, None);
        frontier.generation = u32::MAX - 1;
        frontier.begin(2, 0);
        frontier.offer(Place::Edge(EdgeId(1)), 5.0, || 0.0, None);
        assert_eq!(frontier.pop().map(|n| n.cost), Some(5.0));
    }
}
