//! One query: from the start's cells, best bound first, until nothing can beat the path found.

use std::marker::PhantomData;

use navmesh_core::geom::within_box;
use navmesh_core::{DVec2, Endpoints, Feature, Incidence, NavMesh, SearchStats};

use super::bound::{Span, surely, total};
use super::dominance::Vertices;
use super::doors::Doors;
use super::node::{End, NONE, Node, Root, Turn};
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
    pub(super) turns: Vec<Turn>,
    pub(super) vertices: Vertices,
    queue: Queue,
    pub(super) way: Way,
    goal_cells: Vec<u32>,
}

impl Room {
    fn begin(&mut self, mesh: &NavMesh, index: &Index) {
        self.nodes.clear();
        self.turns.clear();
        self.queue.clear();
        self.goal_cells.clear();
        self.vertices.begin(mesh.vertex_count());
        self.way.lead(mesh, &index.blocks, &index.doors, &self.endpoints);
        self.goal_cells.extend(self.endpoints.goal.incidences.iter().map(|i| i.cell.slot));
    }

    /// The root that follows `root` at a corner.
    pub(super) fn turned(&mut self, root: Root, point: DVec2, g: f64, vertex: u32) -> Root {
        let turn = self.turns.len() as u32;
        self.turns.push(Turn { point, previous: root.turn });
        Root { point, g, vertex, turn }
    }
}

/// A search in progress, with the arithmetic that the coordinates need.
pub(super) struct Run<'a, S> {
    mesh: &'a NavMesh,
    pub(super) doors: &'a Doors,
    pub(super) room: &'a mut Room,
    start: DVec2,
    goal: DVec2,
    /// The shortest way found so far: its length, and its last node.
    best: Option<(f64, u32)>,
    stats: SearchStats,
    sides: PhantomData<S>,
}

/// What a search found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// The last node of the shortest path; `None` where there is no way.
    pub(super) last: Option<u32>,
    pub(super) stats: SearchStats,
}

impl<'a, S: Sides> Run<'a, S> {
    /// Finds the shortest path between the endpoints in `room`, which share no cell.
    pub(super) fn search(mesh: &'a NavMesh, index: &'a Index, room: &'a mut Room) -> Found {
        room.begin(mesh, index);
        let (start, goal) = (room.endpoints.start.point, room.endpoints.goal.point);
        let stats = SearchStats::default();
        let (doors, sides) = (&index.doors, PhantomData);
        let mut run = Self { mesh, doors, room, start, goal, best: None, stats, sides };
        run.leave_start();
        while let Some(open) = run.room.queue.pop() {
            if run.best.is_some_and(|(length, _)| surely(open.f()) >= length) {
                break;
            }
            if !run.is_useless(open.node()) {
                run.follow(open.node());
            }
        }
        Found { last: run.best.map(|(_, node)| node), stats: run.stats }
    }

    /// Emits every door of the start's cells that the start does not stand in.
    fn leave_start(&mut self) {
        let root = Root { point: self.start, g: 0.0, vertex: NONE, turn: NONE };
        for index in 0..self.room.endpoints.start.incidences.len() {
            let Incidence { cell, feature } = self.room.endpoints.start.incidences[index];
            if let Feature::Corner(edge) = feature {
                self.room.vertices.reach(self.mesh.edge(edge).vertex().0, 0.0);
            }
            for exit in self.doors.of_cell(cell.slot) {
                if !self.room.way.leads_through(self.doors.block(exit)) {
                    continue;
                }
                let door = self.doors.get(exit);
                let (right, left) = (door.right, door.left);
                if S::side(right, left, self.start) != 0.0 {
                    self.emit(NONE, root, exit, door, End::vertex(right), End::vertex(left));
                } else if !within_box(right, left, self.start) {
                    self.emit_edge_on(NONE, root, exit, door);
                } // else the cell behind it is one of the start's too
            }
        }
        let next = self.enqueue(0);
        if let Some(next) = next {
            self.follow(next);
        }
    }

    /// Expands a node, and on with a successor as long as none that is open is better.
    fn follow(&mut self, mut index: u32) {
        loop {
            let before = self.room.nodes.len();
            let door = self.room.nodes[index as usize].door;
            self.stats.expanded += 1;
            if self.room.goal_cells.contains(&self.doors.get(door).into) {
                self.arrive(index);
                return;
            }
            self.expand(index);
            let Some(next) = self.enqueue(before) else { return };
            index = next;
        }
    }

    /// Opens the nodes from `first` on, but for the one to go on with: an only one, or one that is
    /// better than all that are open.
    fn enqueue(&mut self, first: usize) -> Option<u32> {
        if self.room.nodes.len() == first + 1 {
            return Some(first as u32);
        }
        let mut best: Option<Open> = None;
        for index in first..self.room.nodes.len() {
            let open = Open::new(self.bound(index), index as u32);
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
            return Some(best.node());
        }
        self.open(best);
        None
    }

    fn open(&mut self, open: Open) {
        self.room.queue.push(open);
        self.stats.pushed += 1;
    }

    /// The length of the shortest path through a node, at least.
    fn bound(&self, index: usize) -> f64 {
        let node = &self.room.nodes[index];
        let door = self.doors.get(node.door);
        let span = Span { right: door.right, left: door.left };
        let to = |target| total(node.root, span, node.right(), node.left(), target);
        let straight = to(self.goal);
        match self.room.way.gate_behind(self.doors.block(node.door)) {
            Some(gate) => straight.max(to(gate.middle) - gate.half + gate.rest),
            None => straight,
        }
    }

    /// True where a shorter way was found since the node was opened.
    fn is_useless(&self, index: u32) -> bool {
        let Node { root, door, .. } = self.room.nodes[index as usize];
        let (vertices, door) = (&self.room.vertices, self.doors.get(door));
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
    fn arrive(&mut self, index: u32) {
        let node = self.room.nodes[index as usize];
        let door = self.doors.get(node.door);
        let side = |end: End| end.side::<S>(node.root.point, self.goal);
        let corner = if side(node.right()) < 0.0 {
            door.right_corner().filter(|_| node.right().is_at_vertex())
        } else if side(node.left()) > 0.0 {
            door.left_corner().filter(|_| node.left().is_at_vertex())
        } else {
            return self.finish(index, &node, node.root);
        };
        if let Some((point, vertex)) = corner {
            let g = node.root.g + node.root.point.distance(point);
            let root = self.room.turned(node.root, point, g, vertex);
            self.finish(index, &node, root);
        }
    }

    /// Notes the path that ends with the leg from `root`, if it is the shortest so far.
    fn finish(&mut self, parent: u32, node: &Node, root: Root) {
        let length = root.g + root.point.distance(self.goal);
        if self.best.is_none_or(|(best, _)| length < best) {
            self.best = Some((length, self.room.nodes.len() as u32));
            self.room.nodes.push(Node::new(root, node.right(), node.left(), NONE, parent));
        }
    }
}
