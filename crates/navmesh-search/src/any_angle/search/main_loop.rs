//! One query: from the start's cells, best bound first, until nothing can beat the path found.

use navmesh_core::DVec2;
use navmesh_core::geom::within_box;

use super::event::Event;
use super::final_segment::{FinalSegment, Solution};
use super::node::{End, NONE, Node, Parent, Root};
use super::queue::Open;
use super::{Objective, Search};
use crate::any_angle::index::predicates::SidePredicate;
use crate::any_angle::successors::degree_two::Passage;
use crate::any_angle::successors::emit::Exit;

/// In a search for no goal so many nodes that one opens count as one more that is expanded.
const OPENED_FOR_ONE: u64 = 16;

impl<S: SidePredicate, A: Objective> Search<'_, S, A> {
    /// Searches on until the objective is reached, nothing is open or the budget is spent.
    pub(crate) fn advance(&mut self) {
        if A::OVER_LINKS {
            self.advance_over_links();
        } else {
            self.expand_open();
        }
    }

    /// Expands nodes until none that is open is of interest or the budget is spent.
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
        self.pending = self.enqueue(0, 0);
    }

    /// Adds every portal of the start's cells that the start does not stand in, and what lies in these cells.
    pub(crate) fn add_start(&mut self) {
        let start = self.workspace.endpoints.start.point;
        let root = Root::afresh(start, 0.0);
        let from = Parent { root, number: self.workspace.roots.len() as u32, step: NONE };
        self.workspace.roots.push(root);
        for index in 0..self.workspace.endpoints.start.incidences.len() {
            let cell = self.workspace.endpoints.start.incidences[index].cell;
            self.leave_cell(&from, cell.slot);
        }
        if A::OVER_LINKS {
            self.look_around_start(from.number);
        }
    }

    /// True where no open node can improve the answer; `least` is a lower bound of them all.
    #[inline(always)]
    pub(crate) fn is_done(&mut self, least: f64) -> bool {
        (A::OVER_LINKS && self.workspace.leaping.least() < least) || self.objective.is_done(least)
    }

    /// Records the paths to what is in the cell behind a node, a goal or the entry of a link; true where the search
    /// goes on through it.
    fn arrive(&mut self, node: &Node, from: &Parent) -> bool {
        let cell = self.portals.get(node.portal).leads_to();
        if A::OVER_LINKS {
            self.arrive_over_links(cell, node, from)
        } else {
            A::arrive(self, cell, node, from)
        }
    }

    /// Adds every portal of a cell that holds a root, but for those that the root stands in.
    #[inline(always)]
    pub(crate) fn leave_cell(&mut self, from: &Parent, cell: u32) {
        let point = from.root.point;
        for number in self.portals.of_cell(cell) {
            let exit = Exit { number, portal: self.portals.get(number) };
            if !A::FLOODS && !self.workspace.block_route.contains(self.block(number)) {
                continue;
            }
            let (right, left) = (exit.portal.right(), exit.portal.left());
            if S::orient(right, left, point) != 0.0 {
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
            let Some(left) = self.expansions_left.checked_sub(1) else { return self.pause(node) };
            self.expansions_left = left;
            A::see(self, Event::Closed(&node));
            let before = self.workspace.nodes.len();
            // A flood is read off the vertices: nobody walks back along its steps.
            let step = if A::FLOODS { NONE } else { self.workspace.step(&node) };
            let passage = self.pass_on(&mut node, step);
            if A::FLOODS {
                let opened = (self.workspace.nodes.len() - before) as u64;
                self.expansions_left = self.expansions_left.saturating_sub(opened / OPENED_FOR_ONE);
            }
            match passage {
                Passage::Passed if !self.is_interval_dominated(&node) => {}
                Passage::Passed | Passage::Useless => return A::see(self, Event::Pruned(&node)),
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

    /// Keeps the node that there was no budget for.
    #[cold]
    fn pause(&mut self, node: Node) {
        self.pending = Some(node);
    }

    /// Opens the nodes from `first` on, but for the one to go on with: an only one with the same root, or one
    /// that is better than all that are open.
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

    /// True where a new node has the root that the one expanded had: then its bound tells little more.
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
        if self.workspace.queue.peek().is_none_or(|&top| best < top) && !self.is_done(best.f()) {
            return Some(self.workspace.nodes[best.node() as usize]);
        }
        self.open(best);
        None
    }

    fn open(&mut self, open: Open) {
        self.workspace.queue.push(open);
        self.pushed += 1;
        A::see(self, Event::Opened(open));
    }

    /// True where a shorter way was found since the node was opened.
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

    /// The way to a goal in the cell behind a node, around an end of the interval if need be.
    pub(crate) fn final_segment(
        &mut self,
        node: &Node,
        from: &Parent,
        goal: DVec2,
    ) -> Option<Solution> {
        let (portal, root) = (self.portals.get(node.portal), &from.root);
        let FinalSegment::Around(point, vertex) =
            FinalSegment::to::<S>(node, portal, root.point, goal)?
        else {
            return Some(Solution::straight(from, goal));
        };
        let g = root.g + root.point.distance(point);
        let from = self.turn(from, point, g, vertex);
        Some(Solution::straight(&from, goal))
    }
}
