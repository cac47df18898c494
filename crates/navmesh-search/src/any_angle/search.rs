//! One query: from the start's cells, best bound first, until nothing can beat the path found.

use std::marker::PhantomData;

use navmesh_core::geom::within_box;
use navmesh_core::{DVec2, Endpoints, Feature, Incidence, NavMesh, SearchStats};

use super::bound::{Span, surely, total};
use super::dominance::Vertices;
use super::doors::Doors;
use super::emit::Exit;
use super::node::{End, NONE, Node, Origin, Root, Step};
use super::pass::Passage;
use super::queue::{Open, Queue};
use super::sides::Sides;
use super::way::Way;
use crate::blocks::Blocks;

/// What is prepared for a mesh.
#[derive(Debug)]
pub(super) struct Index {
    pub(super) blocks: Blocks,
    pub(super) doors: Doors,
}

/// The memory of a search, kept in the caller's scratch.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub(super) endpoints: Endpoints,
    pub(super) nodes: Vec<Node>,
    pub(super) roots: Vec<Root>,
    pub(super) steps: Vec<Step>,
    pub(super) vertices: Vertices,
    queue: Queue,
    pub(super) way: Way,
    pub(super) goal_cells: Vec<u32>,
}

impl Room {
    fn begin(&mut self, mesh: &NavMesh, index: &Index) {
        self.nodes.clear();
        self.roots.clear();
        self.steps.clear();
        self.queue.clear();
        self.goal_cells.clear();
        self.vertices.begin(mesh.vertex_count());
        self.way.lead(mesh, &index.blocks, &index.doors, &self.endpoints);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
    }

    /// What is seen from the corner at `point`, turned at on the way from `from`.
    pub(super) fn turned(&mut self, from: &Origin, point: DVec2, g: f64, vertex: u32) -> Origin {
        let root = Root { point, g, vertex, previous: from.number };
        self.roots.push(root);
        Origin { root, number: self.roots.len() as u32 - 1, step: from.step }
    }

    /// Notes a step through a door; returns its number.
    fn step(&mut self, door: u32, previous: u32) -> u32 {
        self.steps.push(Step { door, previous });
        self.steps.len() as u32 - 1
    }
}

/// A search in progress, with the arithmetic that the coordinates need.
pub(super) struct Run<'a, S> {
    mesh: &'a NavMesh,
    pub(super) doors: &'a Doors,
    pub(super) blocks: &'a Blocks,
    pub(super) room: &'a mut Room,
    start: DVec2,
    goal: DVec2,
    /// The shortest way found so far.
    best: Option<Arrival>,
    stats: SearchStats,
    sides: PhantomData<S>,
}

/// A way to the goal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    length: f64,
    /// The number of the root that sees the goal.
    pub(super) root: u32,
    /// The number of the step into the goal's cell.
    pub(super) step: u32,
}

/// What a search found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// The shortest way; `None` where there is none.
    pub(super) best: Option<Arrival>,
    pub(super) stats: SearchStats,
}

impl<'a, S: Sides> Run<'a, S> {
    /// Finds the shortest path between the endpoints in `room`, which share no cell.
    pub(super) fn search(mesh: &'a NavMesh, index: &'a Index, room: &'a mut Room) -> Found {
        room.begin(mesh, index);
        let (start, goal) = (room.endpoints.start.point, room.endpoints.goal.point);
        let stats = SearchStats::default();
        let Index { blocks, doors } = index;
        let sides = PhantomData;
        let mut run = Self { mesh, doors, blocks, room, start, goal, best: None, stats, sides };
        run.leave_start();
        while let Some(open) = run.room.queue.pop() {
            if run.best.is_some_and(|best| surely(open.f()) >= best.length) {
                break;
            }
            let node = run.room.nodes[open.node() as usize];
            if !run.is_useless(&node) {
                run.follow(node);
            }
        }
        Found { best: run.best, stats: run.stats }
    }

    /// Adds every door of the start's cells that the start does not stand in.
    fn leave_start(&mut self) {
        let root = Root { point: self.start, g: 0.0, vertex: NONE, previous: NONE };
        self.room.roots.push(root);
        let from = Origin { root, number: 0, step: NONE };
        for index in 0..self.room.endpoints.start.incidences.len() {
            let Incidence { cell, feature } = self.room.endpoints.start.incidences[index];
            if let Feature::Corner(edge) = feature {
                self.room.vertices.reach(self.mesh.edge(edge).vertex().0, 0.0);
            }
            for number in self.doors.of_cell(cell.slot) {
                if !self.room.way.leads_through(self.block(number)) {
                    continue;
                }
                let exit = Exit { number, door: self.doors.get(number) };
                let (right, left) = (exit.door.right, exit.door.left);
                if S::side(right, left, self.start) != 0.0 {
                    self.emit(&from, exit, End::vertex(right), End::vertex(left));
                } else if !within_box(right, left, self.start) {
                    self.emit_edge_on(&from, exit);
                } // else the cell behind it is one of the start's too
            }
        }
        if let Some(next) = self.enqueue(0) {
            self.follow(next);
        }
    }

    /// Expands a node, and on with a successor as long as none that is open is better.
    fn follow(&mut self, mut node: Node) {
        loop {
            self.stats.expanded += 1;
            let step = self.room.step(node.door, node.step);
            let from =
                Origin { root: self.room.roots[node.root as usize], number: node.root, step };
            let before = self.room.nodes.len();
            match self.pass_on(&mut node, &from) {
                Passage::Passed => {}
                Passage::Useless => return,
                Passage::Goal => return self.arrive(&node, &from),
                Passage::Added => {
                    let Some(next) = self.enqueue(before) else { return };
                    node = next;
                }
            }
        }
    }

    /// Opens the nodes from `first` on, but for the one to go on with: an only one, or one that is
    /// better than all that are open.
    #[inline(always)]
    fn enqueue(&mut self, first: usize) -> Option<Node> {
        match self.room.nodes.len() - first {
            0 => None,
            1 => self.room.nodes.pop(),
            _ => self.enqueue_but_best(first),
        }
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
        if self.room.queue.peek().is_none_or(|&top| best < top) {
            return Some(self.room.nodes[best.node() as usize]);
        }
        self.open(best);
        None
    }

    fn open(&mut self, open: Open) {
        self.room.queue.push(open);
        self.stats.pushed += 1;
    }

    /// The block of the cell graph that a door belongs to.
    #[inline(always)]
    pub(super) fn block(&self, door: u32) -> u32 {
        self.blocks.between(self.doors.get(door).into, self.doors.cell_of(door))
    }

    /// The length of the shortest path through a node, at least.
    #[inline(always)]
    fn bound(&self, node: &Node) -> f64 {
        let (root, door) = (&self.room.roots[node.root as usize], self.doors.get(node.door));
        let span = Span { right: door.right, left: door.left };
        let to = |target| total(root, span, node.right(), node.left(), target);
        let straight = to(self.goal);
        if !self.room.way.has_gates() {
            return straight;
        }
        match self.room.way.gate_behind(self.block(node.door)) {
            Some(gate) => straight.max(to(gate.middle) - gate.half + gate.rest),
            None => straight,
        }
    }

    /// True where a shorter way was found since the node was opened.
    fn is_useless(&self, node: &Node) -> bool {
        let (vertices, door) = (&self.room.vertices, self.doors.get(node.door));
        let root = &self.room.roots[node.root as usize];
        if vertices.is_beaten(root.vertex, root.g) {
            return true;
        }
        let length = door.left.distance(door.right);
        let [of_right, of_left] =
            [door.right_vertex(), door.left_vertex()].map(|vertex| vertices.distance(vertex));
        vertices.dominates(of_right, length, root.g + root.point.distance(door.left))
            || vertices.dominates(of_left, length, root.g + root.point.distance(door.right))
    }

    /// Walks the last leg inside a cell that holds the goal.
    fn arrive(&mut self, node: &Node, from: &Origin) {
        let door = self.doors.get(node.door);
        let root = &from.root;
        let side = |end: End| end.side::<S>(root.point, self.goal);
        let corner = if side(node.right()) < 0.0 {
            door.right_corner().filter(|_| node.right().is_at_vertex())
        } else if side(node.left()) > 0.0 {
            door.left_corner().filter(|_| node.left().is_at_vertex())
        } else {
            return self.finish(from);
        };
        if let Some((point, vertex)) = corner {
            let g = root.g + root.point.distance(point);
            let from = self.room.turned(from, point, g, vertex);
            self.finish(&from);
        }
    }

    /// Notes the way that ends with the leg from a root to the goal, if it is the shortest so far.
    fn finish(&mut self, from: &Origin) {
        let length = from.root.g + from.root.point.distance(self.goal);
        if self.best.is_none_or(|best| length < best.length) {
            self.best = Some(Arrival { length, root: from.number, step: from.step });
        }
    }
}
