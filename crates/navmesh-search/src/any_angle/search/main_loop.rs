//! One query: from the start's cells, best bound first, until nothing can beat the path found.

use navmesh_core::DVec2;
use navmesh_core::geom::within_box;

use super::event::Event;
use super::final_segment::{Arrival, Leg};
use super::node::{End, NONE, Node, Origin, Root};
use super::queue::Open;
use super::{Aim, Run};
use crate::any_angle::index::predicates::Sides;
use crate::any_angle::successors::degree_two::Passage;
use crate::any_angle::successors::emit::Exit;

/// In a search for no goal so many nodes that one opens count as one more that is expanded.
const OPENED_FOR_ONE: u64 = 16;

impl<S: Sides, A: Aim> Run<'_, S, A> {
    /// Searches on until the aim is reached, nothing is open or the budget is spent.
    pub(crate) fn advance(&mut self) {
        if let Some(node) = self.in_hand.take() {
            self.follow(node);
        }
        while self.in_hand.is_none() {
            let Some(open) = self.take_next() else { return };
            if self.aim.is_done(open.f()) {
                return self.put(open);
            }
            let node = self.room.nodes[open.node() as usize];
            match self.is_useless(&node) {
                false => self.follow(node),
                true => A::see(self, Event::Pruned(&node)),
            }
        }
    }

    /// Begins with every portal of the start's cells.
    pub(crate) fn leave_start(&mut self) {
        self.add_start();
        self.set_out();
    }

    /// Opens all that was added, but for the one to go on with: an only one that the first root sees needs no bound.
    pub(crate) fn set_out(&mut self) {
        self.in_hand = self.enqueue(0, 0);
    }

    /// Adds every portal of the start's cells that the start does not stand in.
    pub(crate) fn add_start(&mut self) {
        let start = self.room.endpoints.start.point;
        let root = Root::afresh(start, 0.0);
        let from = Origin { root, number: self.room.roots.len() as u32, step: NONE };
        self.room.roots.push(root);
        for index in 0..self.room.endpoints.start.incidences.len() {
            let cell = self.room.endpoints.start.incidences[index].cell;
            self.leave_cell(&from, cell.slot);
        }
    }

    /// Adds every portal of a cell that holds a root, but for those that the root stands in.
    #[inline(always)]
    pub(crate) fn leave_cell(&mut self, from: &Origin, cell: u32) {
        let point = from.root.point;
        for number in self.portals.of_cell(cell) {
            let exit = Exit { number, portal: self.portals.get(number) };
            if !A::FLOODS && !self.room.way.leads_through(self.block(number)) {
                continue;
            }
            let (right, left) = (exit.portal.right(), exit.portal.left());
            if S::side(right, left, point) != 0.0 {
                self.emit(from, exit, End::vertex(right), End::vertex(left));
            } else if !within_box(right, left, point) {
                self.emit_edge_on(from, exit);
            } else {
                // The cell behind it is one of the root's too.
                self.learn_ends(&from.root, exit.portal);
            }
        }
    }

    /// Expands a node, and on with a successor as long as none that is open is better.
    fn follow(&mut self, mut node: Node) {
        loop {
            let Some(left) = self.left.checked_sub(1) else { return self.pause(node) };
            self.left = left;
            A::see(self, Event::Closed(&node));
            let before = self.room.nodes.len();
            if node.is_row() {
                let Some(next) = self.unfold(&node) else { return };
                node = next;
                continue;
            }
            // A flood is read off the vertices: nobody walks back along its steps.
            let step = if A::FLOODS { NONE } else { self.room.step(&node) };
            let passage = self.pass_on(&mut node, step);
            if A::FLOODS {
                let opened = (self.room.nodes.len() - before) as u64;
                self.left = self.left.saturating_sub(opened / OPENED_FOR_ONE);
            }
            match passage {
                Passage::Passed if !self.is_overtaken(&node) => {}
                Passage::Passed | Passage::Useless => return A::see(self, Event::Pruned(&node)),
                Passage::Goal => {
                    let from = self.room.origin(&node, step);
                    if !A::arrive(self, &node, &from) {
                        return;
                    }
                    self.expand(&node, step);
                    let Some(next) = self.enqueue(before, node.root) else { return };
                    node = next;
                }
                Passage::Added => {
                    let Some(next) = self.enqueue(before, node.root) else { return };
                    node = next;
                }
            }
        }
    }

    /// Keeps the node that there was no budget for.
    #[cold]
    fn pause(&mut self, node: Node) {
        self.in_hand = Some(node);
    }

    /// Opens the nodes from `first` on, but for the one to go on with: an only one with the same root, or one
    /// that is better than all that are open.
    #[inline(always)]
    pub(crate) fn enqueue(&mut self, first: usize, root: u32) -> Option<Node> {
        match self.room.nodes.len() - first {
            0 => None,
            1 if self.is_seen_from(first, root) => {
                let only = self.room.nodes.pop();
                only.filter(|node| !self.is_overtaken(node))
            }
            _ => self.enqueue_but_best(first),
        }
    }

    /// True where a new node has the root that the one expanded had: then its bound tells little more.
    #[inline(always)]
    fn is_seen_from(&self, node: usize, root: u32) -> bool {
        self.room.nodes[node].root == root
    }

    pub(crate) fn enqueue_but_best(&mut self, first: usize) -> Option<Node> {
        self.look_for_crowd();
        let mut best: Option<Open> = None;
        for index in first..self.room.nodes.len() {
            let node = self.room.nodes[index];
            if self.is_overtaken(&node) {
                A::see(self, Event::Pruned(&node));
                continue;
            }
            let open = Open::new(self.bound(&node), index as u32);
            match best {
                Some(earlier) if open >= earlier => self.open(open),
                _ => {
                    if let Some(earlier) = best.replace(open) {
                        self.open(earlier);
                    }
                }
            }
        }
        let best = best?;
        if self.comes_next(best) && !self.aim.is_done(best.f()) {
            return Some(self.room.nodes[best.node() as usize]);
        }
        self.open(best);
        None
    }

    fn open(&mut self, open: Open) {
        self.put(open);
        self.pushed += 1;
        A::see(self, Event::Opened(open));
    }

    /// True where a shorter way was found since the node was opened.
    pub(crate) fn is_useless(&self, node: &Node) -> bool {
        let (vertices, portal) = (&self.room.vertices, self.portal_of(node));
        let root = &self.room.roots[node.root as usize];
        if vertices.is_beaten(root.vertex, root.g) {
            return true;
        }
        let length = portal.left().distance(portal.right());
        let [of_right, of_left] =
            [portal.right_vertex(), portal.left_vertex()].map(|vertex| vertices.distance(vertex));
        vertices.dominates(of_right, length, root.g + root.point.distance(portal.left()))
            || vertices.dominates(of_left, length, root.g + root.point.distance(portal.right()))
            || self.was_overtaken(node)
    }

    /// The way to a goal in the cell behind a node, around an end of the interval if need be.
    pub(crate) fn last_leg(&mut self, node: &Node, from: &Origin, goal: DVec2) -> Option<Arrival> {
        let (portal, root) = (self.portals.get(node.portal), &from.root);
        let Leg::Around(point, vertex) = Leg::to::<S>(node, portal, root.point, goal)? else {
            return Some(Arrival::straight(from, goal));
        };
        let g = root.g + root.point.distance(point);
        let from = self.turn(from, point, g, vertex);
        Some(Arrival::straight(&from, goal))
    }
}
