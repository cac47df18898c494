//! One query: from the start's cells, best bound first, until nothing can beat the path found.

use std::marker::PhantomData;
use std::sync::Arc;

use navmesh_core::geom::within_box;
use navmesh_core::{DVec2, Endpoints, NavMesh, Path, PathError, PathQuery, SearchStats};

use super::aim::{Aim, Arrival};
use super::bound::{Sight, Span};
use super::dominance::Vertices;
use super::emit::Exit;
use super::event::Event;
use super::funnel::Funnel;
use super::landmarks::{Beacon, Landmarks};
use super::leg::Leg;
use super::linked::Leaping;
use super::node::{End, NONE, Node, Origin, Root, Step};
use super::pass::Passage;
use super::portals::{Portal, PortalOrder, Portals};
use super::queue::{Open, Queue};
use super::sides::Sides;
use super::trunks::Trunks;
use super::way::Way;
use crate::blocks::Blocks;

/// What is prepared for a mesh.
#[derive(Debug, Clone)]
pub(super) struct Index {
    pub(super) blocks: Arc<Blocks>,
    pub(super) order: PortalOrder,
    pub(super) trunks: Arc<Trunks>,
    pub(super) landmarks: Arc<Landmarks>,
}

impl Index {
    /// The portals of the mesh that it was prepared for.
    pub(super) fn portals<'a>(&'a self, mesh: &'a NavMesh) -> Portals<'a> {
        Portals::new(mesh, &self.order)
    }
}

/// How much may be spent on a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Budget {
    /// How many nodes may be expanded.
    pub(super) max_expanded: u64,
    /// What a path may cost.
    pub(super) max_cost: f64,
}

impl Budget {
    /// The budget of a query.
    pub(super) fn of(query: &PathQuery) -> Self {
        Self {
            max_expanded: query.max_expanded.unwrap_or(u64::MAX),
            max_cost: query.max_cost.unwrap_or(f64::INFINITY),
        }
    }

    /// Refuses a whole path that costs more.
    pub(super) fn check(&self, path: &Path) -> Result<(), PathError> {
        if path.cost() <= self.max_cost {
            return Ok(());
        }
        let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
        Err(PathError::BudgetExhausted { lower_bound, expanded })
    }
}

/// The memory of a search, kept in the caller's scratch.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub(super) endpoints: Endpoints,
    /// The cells on the straight way between the endpoints, where there is no need to search.
    pub(super) line: Vec<u32>,
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<Root>,
    pub(super) steps: Vec<Step>,
    pub(super) vertices: Vertices,
    pub(super) queue: Queue,
    pub(super) way: Way,
    pub(super) funnel: Funnel,
    pub(super) goal_cells: Vec<u32>,
    pub(super) beacon: Option<Beacon>,
    /// The saddles and the portals passed on the ways around them, and the least root distance of each.
    pub(super) rounds: Vec<((u32, u32), f64)>,
    /// What the last search over links knows of them.
    pub(super) leaping: Leaping,
}

impl Room {
    pub(super) fn begin(&mut self, mesh: &NavMesh, index: &Index) {
        self.clear(mesh);
        let portals = index.portals(mesh);
        let is_only_way = self.way.lead(mesh, &index.blocks, portals, &self.endpoints);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
        // A goal where several fans meet may be come to in any of them.
        let (goal, cell) = (self.endpoints.goal.point, self.goal_cells.first());
        let cell = cell.filter(|_| is_only_way);
        self.beacon = cell.and_then(|&cell| index.landmarks.beacon(portals, goal, cell));
    }

    /// Forgets the last search.
    pub(super) fn clear(&mut self, mesh: &NavMesh) {
        self.nodes.clear();
        self.roots.clear();
        self.steps.clear();
        self.queue.clear();
        self.goal_cells.clear();
        self.rounds.clear();
        self.leaping.forget();
        self.vertices.begin(mesh.vertex_count());
    }

    /// Where the successors of a node are seen from; `step` leads into the cell behind it.
    #[inline(always)]
    pub(super) fn origin(&self, node: &Node, step: u32) -> Origin {
        Origin { root: self.roots[node.root as usize], number: node.root, step }
    }

    /// Notes a root, turned at on the way from `from`.
    fn turned(&mut self, from: &Origin, root: Root) -> Origin {
        self.roots.push(root);
        Origin { root, number: self.roots.len() as u32 - 1, step: from.step }
    }

    /// Notes the step through a node's portal; returns its number.
    fn step(&mut self, node: &Node) -> u32 {
        self.steps.push(Step::over(node));
        self.steps.len() as u32 - 1
    }
}

/// In a search for no goal so many nodes that one opens count as one more that is expanded: between two halls with
/// thousands of portals each opens thousands.
const OPENED_FOR_ONE: u64 = 16;

/// A search in progress, with the arithmetic that the coordinates need.
pub(super) struct Run<'a, S, A> {
    pub(super) portals: Portals<'a>,
    pub(super) blocks: &'a Blocks,
    pub(super) landmarks: &'a Landmarks,
    pub(super) room: &'a mut Room,
    pub(super) aim: A,
    /// The node that was to be expanded next when the budget was spent.
    pub(super) in_hand: Option<Node>,
    /// How many nodes may yet be expanded.
    pub(super) left: u64,
    max_expanded: u64,
    pub(super) pushed: u64,
    sides: PhantomData<S>,
}

impl<'a, S: Sides, A: Aim> Run<'a, S, A> {
    pub(super) fn new(
        mesh: &'a NavMesh,
        index: &'a Index,
        room: &'a mut Room,
        aim: A,
        max_expanded: u64,
    ) -> Self {
        Self {
            portals: index.portals(mesh),
            blocks: &index.blocks,
            landmarks: &index.landmarks,
            room,
            aim,
            in_hand: None,
            left: max_expanded,
            max_expanded,
            pushed: 0,
            sides: PhantomData,
        }
    }

    pub(super) fn stats(&self) -> SearchStats {
        let expanded = self.max_expanded - self.left;
        SearchStats { expanded, pushed: self.pushed, ..SearchStats::default() }
    }

    /// Searches on until the aim is reached, nothing is open or the budget is spent.
    pub(super) fn advance(&mut self) {
        if let Some(node) = self.in_hand.take() {
            self.follow(node);
        }
        while self.in_hand.is_none() {
            let Some(open) = self.room.queue.pop() else { return };
            if self.aim.is_done(open.f()) {
                return self.room.queue.push(open);
            }
            let node = self.room.nodes[open.node() as usize];
            match self.is_useless(&node) {
                false => self.follow(node),
                true => A::see(self, Event::Pruned(&node)),
            }
        }
    }

    /// Begins with every portal of the start's cells.
    pub(super) fn leave_start(&mut self) {
        self.add_start();
        self.set_out();
    }

    /// Opens all that was added, but for the one to go on with.
    pub(super) fn set_out(&mut self) {
        self.in_hand = self.enqueue(0, NONE);
    }

    /// Adds every portal of the start's cells that the start does not stand in.
    pub(super) fn add_start(&mut self) {
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
    pub(super) fn leave_cell(&mut self, from: &Origin, cell: u32) {
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
            // A flood is read off the vertices: nobody walks back along its steps.
            let step = if A::FLOODS { NONE } else { self.room.step(&node) };
            let before = self.room.nodes.len();
            let passage = self.pass_on(&mut node, step);
            if A::FLOODS {
                let opened = (self.room.nodes.len() - before) as u64;
                self.left = self.left.saturating_sub(opened / OPENED_FOR_ONE);
            }
            match passage {
                Passage::Passed => {}
                Passage::Useless => return A::see(self, Event::Pruned(&node)),
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
    pub(super) fn enqueue(&mut self, first: usize, root: u32) -> Option<Node> {
        match self.room.nodes.len() - first {
            0 => None,
            1 if self.is_seen_from(first, root) => self.room.nodes.pop(),
            _ => self.enqueue_but_best(first),
        }
    }

    /// True where a new node has the root that the one expanded had: then its bound tells little more.
    #[inline(always)]
    fn is_seen_from(&self, node: usize, root: u32) -> bool {
        self.room.nodes[node].root == root
    }

    fn enqueue_but_best(&mut self, first: usize) -> Option<Node> {
        let mut best: Option<Open> = None;
        for index in first..self.room.nodes.len() {
            let open = Open::new(self.bound(&self.room.nodes[index]), index as u32);
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
        if self.room.queue.peek().is_none_or(|&top| best < top) && !self.aim.is_done(best.f()) {
            return Some(self.room.nodes[best.node() as usize]);
        }
        self.open(best);
        None
    }

    /// The goal in the cell behind a portal, where the search leads no further.
    #[inline(always)]
    pub(super) fn goal_behind(&self, portal: Portal) -> Option<DVec2> {
        let (goal, cell) = (self.aim.last_stop()?, portal.leads_to());
        let is_there = self.room.way.is_special(cell) && self.aim.is_in(self.room, cell);
        is_there.then_some(goal)
    }

    fn open(&mut self, open: Open) {
        self.room.queue.push(open);
        self.pushed += 1;
        A::see(self, Event::Opened(open));
    }

    /// What is seen from the corner at `point`, turned at on the way from `from`.
    #[inline(always)]
    pub(super) fn turn(&mut self, from: &Origin, point: DVec2, g: f64, vertex: u32) -> Origin {
        let left = A::left_from(self, vertex);
        let root = Root { point, g, left, vertex, previous: from.number };
        let origin = self.room.turned(from, root);
        A::see(self, Event::Turned(&origin.root));
        origin
    }

    /// The block of the cell graph that a portal belongs to.
    #[inline(always)]
    pub(super) fn block(&self, portal: u32) -> u32 {
        self.blocks.between(self.portals.get(portal).leads_to(), self.portals.cell_of(portal))
    }

    /// The length of the shortest path through a node, at least.
    #[inline(always)]
    pub(super) fn bound(&self, node: &Node) -> f64 {
        A::bound(self, node)
    }

    /// A node's root and its portal.
    #[inline(always)]
    pub(super) fn seen(&self, node: &Node) -> (&Root, Portal<'a>) {
        (&self.room.roots[node.root as usize], self.portals.get(node.portal))
    }

    /// A node's root and its interval.
    #[inline(always)]
    pub(super) fn sight(&self, node: &Node) -> (&Root, Sight) {
        let (root, portal) = self.seen(node);
        let span = Span { right: portal.right(), left: portal.left() };
        (root, Sight::new(root.point, span, node.right(), node.left()))
    }

    /// True where a shorter way was found since the node was opened.
    pub(super) fn is_useless(&self, node: &Node) -> bool {
        let (vertices, portal) = (&self.room.vertices, self.portals.get(node.portal));
        let root = &self.room.roots[node.root as usize];
        if vertices.is_beaten(root.vertex, root.g) {
            return true;
        }
        let length = portal.left().distance(portal.right());
        let [of_right, of_left] =
            [portal.right_vertex(), portal.left_vertex()].map(|vertex| vertices.distance(vertex));
        vertices.dominates(of_right, length, root.g + root.point.distance(portal.left()))
            || vertices.dominates(of_left, length, root.g + root.point.distance(portal.right()))
    }

    /// The way to a goal in the cell behind a node, around an end of the interval if need be.
    pub(super) fn last_leg(&mut self, node: &Node, from: &Origin, goal: DVec2) -> Option<Arrival> {
        let (portal, root) = (self.portals.get(node.portal), &from.root);
        let Leg::Around(point, vertex) = Leg::to::<S>(node, portal, root.point, goal)? else {
            return Some(Arrival::straight(from, goal));
        };
        let g = root.g + root.point.distance(point);
        let from = self.turn(from, point, g, vertex);
        Some(Arrival::straight(&from, goal))
    }
}
