//! The main loop: expands the open node with the least bound until none can improve the answer.

use navmesh_core::DVec2;
use navmesh_core::backend::{collections::NONE, geom::within_box};

use super::event::Event;
use super::final_segment::Solution;
use super::node::{End, Node, Parent, Root};
use super::queue::Open;
use super::{Objective, Search};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::successors::degree_two::Passage;
use crate::any_angle::successors::emit::Exit;

/// In a flood, every 16 nodes that an expansion opens count as one more expansion.
const OPENED_FOR_ONE: u64 = 16;

impl<S: SidePredicate, A: Objective<S> + ?Sized> Search<'_, S, A> {
    /// Continues until the objective is reached, no node is open or the budget is spent.
    pub(crate) fn advance(&mut self) {
        if self.objective.traits().over_links {
            self.advance_over_links();
        } else {
            self.expand_open();
        }
    }

    /// Expands open nodes until none can improve the answer or the budget is spent.
    pub(crate) fn expand_open(&mut self) {
        if let Some(node) = self.pending.take() {
            self.follow(node);
        }
        while self.pending.is_none() {
            let Some(open) = self.workspace.queue.pop() else { return };
            if self.is_done(open.f()) {
                return self.workspace.queue.push(open);
            }
            let node = self.workspace.nodes[open.node() as usize];
            if self.is_useless(&node) {
                self.see(Event::Pruned(&node));
            } else {
                self.follow(node);
            }
        }
    }

    /// Opens every portal of the start's cells.
    pub(crate) fn open_start_cells(&mut self) {
        self.add_start();
        self.open_first_nodes();
    }

    /// Opens all nodes added so far, except the one to continue with. A single node of the first
    /// root needs no bound.
    pub(crate) fn open_first_nodes(&mut self) {
        self.pending = self.enqueue(0, 0);
    }

    /// Adds a node for every portal of the start's cells that does not contain the start.
    pub(crate) fn add_start(&mut self) {
        let start = self.workspace.endpoints.start.point;
        let root = Root::afresh(start, 0.0);
        let from = Parent { root, number: self.workspace.roots.len() as u32, step: NONE };
        self.workspace.roots.push(root);
        for index in 0..self.workspace.endpoints.start.incidences.len() {
            let cell = self.workspace.endpoints.start.incidences[index].cell;
            self.leave_cell(&from, cell.slot);
        }
        if self.objective.traits().over_links {
            self.look_around_start(from.number);
        }
    }

    /// True where no open node can improve the answer; `least` is a lower bound of them all.
    #[inline(always)]
    pub(crate) fn is_done(&mut self, least: f64) -> bool {
        (self.objective.traits().over_links && self.workspace.connection_state.least() < least)
            || self.objective.is_done(least)
    }

    /// Records the paths to goals and links in the cell behind a node; returns true if the search
    /// continues through that cell.
    fn arrive(&mut self, node: &Node, from: &Parent) -> bool {
        let cell = self.portals.get(node.portal).leads_to();
        if self.objective.traits().over_links {
            self.arrive_over_links(cell, node, from)
        } else {
            self.objective.arrive(&mut self.graph, cell, node, from)
        }
    }

    /// Adds a node for every portal of a cell that contains the root but not on that portal.
    #[inline(always)]
    pub(crate) fn leave_cell(&mut self, from: &Parent, cell: u32) {
        let point = from.root.point;
        for number in self.portals.of_cell(cell) {
            let exit = Exit { number, portal: self.portals.get(number) };
            if !self.objective.traits().floods
                && !self.workspace.block_route.contains(self.block(number))
            {
                continue;
            }
            let (right, left) = (exit.portal.right(), exit.portal.left());
            if S::orient(right, left, point) != 0.0 {
                self.emit(from, exit, End::vertex(right), End::vertex(left));
            } else if !within_box(right, left, point) {
                self.emit_edge_on(from, exit);
            } else {
                // The root lies on this portal, so the cell behind it is left separately.
                self.reach_ends(&from.root, exit.portal);
            }
        }
    }

    /// Expands a node, then its best successor as long as no open node is better.
    fn follow(&mut self, mut node: Node) {
        loop {
            let Some(left) = self.expansions_left.checked_sub(1) else { return self.pause(node) };
            self.expansions_left = left;
            self.see(Event::Closed(&node));
            let before = self.workspace.nodes.len();
            // The result of a flood is the distance of each vertex, so it records no steps.
            let step =
                if self.objective.traits().floods { NONE } else { self.workspace.step(&node) };
            let passage = self.pass_on(&mut node, step);
            if self.objective.traits().floods {
                let opened = (self.workspace.nodes.len() - before) as u64;
                self.expansions_left = self.expansions_left.saturating_sub(opened / OPENED_FOR_ONE);
            }
            match passage {
                Passage::Passed if !self.is_interval_dominated(&node) => {}
                Passage::Passed | Passage::Useless => return self.see(Event::Pruned(&node)),
                Passage::Goal => {
                    let from = self.workspace.parent(&node, step);
                    if !self.arrive(&node, &from) {
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

    /// Keeps the node for the next slice.
    #[cold]
    fn pause(&mut self, node: Node) {
        self.pending = Some(node);
    }

    /// Opens the nodes from `first` on, except the one to continue with: a single node with the
    /// root `root`, or a node better than all open ones.
    #[inline(always)]
    pub(crate) fn enqueue(&mut self, first: usize, root: u32) -> Option<Node> {
        match self.workspace.nodes.len() - first {
            0 => None,
            1 if self.is_seen_from(first, root) => {
                let only = self.workspace.nodes.pop();
                only.filter(|node| !self.is_interval_dominated(node))
            }
            _ => self.enqueue_but_best(first),
        }
    }

    /// True if a new node has the same root as the expanded one, so that its bound is hardly
    /// higher.
    #[inline(always)]
    fn is_seen_from(&self, node: usize, root: u32) -> bool {
        self.workspace.nodes[node].root == root
    }

    pub(crate) fn enqueue_but_best(&mut self, first: usize) -> Option<Node> {
        self.detect_congestion();
        let mut best: Option<Open> = None;
        for index in first..self.workspace.nodes.len() {
            let node = self.workspace.nodes[index];
            if self.is_interval_dominated(&node) {
                self.see(Event::Pruned(&node));
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
        if self.workspace.queue.peek().is_none_or(|&top| best < top) && !self.is_done(best.f()) {
            return Some(self.workspace.nodes[best.node() as usize]);
        }
        self.open(best);
        None
    }

    fn open(&mut self, open: Open) {
        self.workspace.queue.push(open);
        self.pushed += 1;
        self.see(Event::Opened(open));
    }

    /// True if a path found since the node was opened makes it useless.
    pub(crate) fn is_useless(&self, node: &Node) -> bool {
        let (vertices, portal) = (&self.workspace.vertices, self.portals.get(node.portal));
        let root = &self.workspace.roots[node.root as usize];
        if vertices.is_beaten(root.vertex, root.g) {
            return true;
        }
        let length = portal.left().distance(portal.right());
        let [of_right, of_left] =
            [portal.right_vertex(), portal.left_vertex()].map(|vertex| vertices.distance(vertex));
        vertices.dominates(of_right, length, root.g + root.point.distance(portal.left()))
            || vertices.dominates(of_left, length, root.g + root.point.distance(portal.right()))
            || self.is_now_interval_dominated(node)
    }

    /// The path to a goal in the cell behind a node, with a turn at an end of the interval if
    /// needed.
    pub(crate) fn final_segment(
        &mut self,
        node: &Node,
        from: &Parent,
        goal: DVec2,
    ) -> Option<Solution> {
        self.graph.final_segment(self.objective, node, from, goal)
    }
}
