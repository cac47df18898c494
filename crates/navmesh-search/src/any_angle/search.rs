//! One query: from the start's cells, best bound first, until nothing can beat the path found.

use std::marker::PhantomData;

use navmesh_core::{DVec2, Edge, Endpoints, Feature, Incidence, NavMesh, SearchStats};

use super::bound::{Span, total};
use super::dominance::Vertices;
use super::emit::{Origin, Portal};
use super::node::{End, NONE, Node, Root, Turn};
use super::queue::{Open, Queue};
use super::sides::Sides;
use crate::blocks::Blocks;

/// The memory of a search, kept in the caller's scratch.
#[derive(Debug, Default)]
pub(super) struct Room {
    pub(super) endpoints: Endpoints,
    pub(super) nodes: Vec<Node>,
    pub(super) turns: Vec<Turn>,
    pub(super) vertices: Vertices,
    queue: Queue,
    /// For each block, the last query on whose way it lay.
    blocks: Vec<u32>,
    stamp: u32,
    goal_cells: Vec<u32>,
}

impl Room {
    fn begin(&mut self, mesh: &NavMesh, blocks: &Blocks) {
        self.nodes.clear();
        self.turns.clear();
        self.queue.clear();
        self.goal_cells.clear();
        self.vertices.begin(mesh.vertex_count());
        if self.blocks.len() < blocks.count() {
            self.blocks.resize(blocks.count(), 0);
        }
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.blocks.fill(0);
            self.stamp = 1;
        }
    }

    /// The root that follows `root` at a corner.
    pub(super) fn turned(&mut self, root: Root, point: DVec2, g: f64, vertex: u32) -> Root {
        let turn = self.turns.len() as u32;
        self.turns.push(Turn { point, previous: root.turn });
        Root { point, g, vertex, turn }
    }

    #[inline(always)]
    pub(super) fn is_marked(&self, block: u32) -> bool {
        self.blocks[block as usize] == self.stamp
    }
}

/// A search in progress, with the arithmetic that the coordinates need.
pub(super) struct Run<'a, S> {
    pub(super) mesh: &'a NavMesh,
    pub(super) edges: &'a [Edge],
    pub(super) blocks: &'a Blocks,
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
    pub(super) fn search(mesh: &'a NavMesh, blocks: &'a Blocks, room: &'a mut Room) -> Found {
        room.begin(mesh, blocks);
        let (start, goal) = (room.endpoints.start.point, room.endpoints.goal.point);
        let stats = SearchStats::default();
        let (edges, sides) = (mesh.edges(), PhantomData);
        let mut run = Self { mesh, edges, blocks, room, start, goal, best: None, stats, sides };
        run.mark_blocks();
        run.leave_start();
        while let Some(open) = run.room.queue.pop() {
            if run.best.is_some_and(|(length, _)| open.f >= length) {
                break;
            }
            if !run.is_useless(open.node) {
                run.follow(open.node);
            }
        }
        Found { last: run.best.map(|(_, node)| node), stats: run.stats }
    }

    /// Marks the blocks between every fan of the start and every fan of the goal.
    fn mark_blocks(&mut self) {
        let Room { endpoints, blocks: marks, stamp, goal_cells, .. } = &mut *self.room;
        goal_cells.extend(endpoints.goal.incidences.iter().map(|i| i.cell.slot));
        for from in fans(self.mesh, &endpoints.start.incidences) {
            for to in fans(self.mesh, &endpoints.goal.incidences) {
                self.blocks.mark_between(from, to, |block| marks[block as usize] = *stamp);
            }
        }
    }

    /// Emits every edge of the start's cells that the start does not lie on.
    fn leave_start(&mut self) {
        let root = Root { point: self.start, g: 0.0, vertex: NONE, turn: NONE };
        for index in 0..self.room.endpoints.start.incidences.len() {
            let Incidence { cell, feature } = self.room.endpoints.start.incidences[index];
            if let Feature::Corner(edge) = feature {
                self.room.vertices.reach(self.edges[edge.index()].vertex().0, 0.0);
            }
            let origin = Origin { parent: NONE, root };
            let range = self.mesh.edge_range(cell.slot);
            for edge in range.clone() {
                let next = if edge + 1 == range.end { range.start } else { edge + 1 };
                // What lies behind an edge that the start lies on is one of its cells too.
                if !self.leads_on(edge as u32) || self.lies_on(feature, edge, next) {
                    continue;
                }
                let [right, left] = [edge, next].map(|e| self.edges[e].origin());
                let portal = Portal { edge: edge as u32, right, left, next: next as u32 };
                if S::side(right, left, self.start) == 0.0 {
                    self.emit_edge_on(origin, portal);
                } else {
                    self.emit(origin, portal, End::vertex(right), End::vertex(left));
                }
            }
        }
        self.enqueue(0);
    }

    fn lies_on(&self, feature: Feature, edge: usize, next: usize) -> bool {
        match feature {
            Feature::Inside => false,
            Feature::Edge(on) => on.index() == edge,
            Feature::Corner(corner) => corner.index() == edge || corner.index() == next,
        }
    }

    /// Expands a node, and its successor as long as there is only one.
    fn follow(&mut self, mut index: u32) {
        loop {
            let before = self.room.nodes.len();
            let edge = self.room.nodes[index as usize].edge;
            self.stats.expanded += 1;
            if self.room.goal_cells.contains(&self.edges[edge as usize].cell_slot()) {
                self.arrive(index);
                return;
            }
            self.expand(index);
            if self.room.nodes.len() != before + 1 {
                self.enqueue(before);
                return;
            }
            index = before as u32;
        }
    }

    /// Opens every node from `first` on.
    fn enqueue(&mut self, first: usize) {
        for index in first..self.room.nodes.len() {
            let node = &self.room.nodes[index];
            let [left, right] = self.entry(node.edge).1;
            let f = total(node.root, Span { right, left }, node.right(), node.left(), self.goal);
            self.room.queue.push(Open { f, node: index as u32 });
            self.stats.pushed += 1;
        }
    }

    /// The edge after an entry edge, and the entry's two ends: left and right, looking in.
    #[inline(always)]
    pub(super) fn entry(&self, edge: u32) -> (usize, [DVec2; 2]) {
        let range = self.mesh.edge_range(self.edges[edge as usize].cell_slot());
        let next = if edge as usize + 1 == range.end { range.start } else { edge as usize + 1 };
        (next, [self.edges[edge as usize].origin(), self.edges[next].origin()])
    }

    /// True where a shorter way was found since the node was opened.
    fn is_useless(&self, index: u32) -> bool {
        let Node { root, edge, .. } = self.room.nodes[index as usize];
        if self.room.vertices.is_beaten(root.vertex, root.g) {
            return true;
        }
        let (next, [left, right]) = self.entry(edge);
        let length = left.distance(right);
        let [left_vertex, right_vertex] = [edge as usize, next].map(|e| self.edges[e].vertex().0);
        let vertices = &self.room.vertices;
        vertices.dominates(right_vertex, length, root.g + root.point.distance(left))
            || vertices.dominates(left_vertex, length, root.g + root.point.distance(right))
    }

    /// Walks the last leg inside a cell that holds the goal.
    fn arrive(&mut self, index: u32) {
        let node = self.room.nodes[index as usize];
        let right_of = Self::side_of(node.root.point, node.right(), self.goal) < 0.0;
        let left_of = Self::side_of(node.root.point, node.left(), self.goal) > 0.0;
        let (next, _) = self.entry(node.edge);
        let root = if right_of {
            node.right().kind.at_vertex.then(|| self.corner(node.root, next)).flatten()
        } else if left_of {
            node.left().kind.at_vertex.then(|| self.corner(node.root, node.edge as usize)).flatten()
        } else {
            Some(node.root)
        };
        let Some(root) = root else { return };
        let length = root.g + root.point.distance(self.goal);
        if self.best.is_none_or(|(best, _)| length < best) {
            self.best = Some((length, self.room.nodes.len() as u32));
            self.room.nodes.push(Node::new(root, node.right(), node.left(), NONE, index));
        }
    }

    /// The corner where an edge begins as the root of the last leg.
    fn corner(&mut self, root: Root, edge: usize) -> Option<Root> {
        let edge = &self.edges[edge];
        let point = edge.origin();
        let g = root.g + root.point.distance(point);
        edge.origin_is_corner().then(|| self.room.turned(root, point, g, edge.vertex().0))
    }
}

/// One cell of each fan: of each run of cells around the point that are joined by portals.
fn fans<'a>(mesh: &'a NavMesh, all: &'a [Incidence]) -> impl Iterator<Item = u32> + 'a {
    let fan = |incidence: &Incidence| match incidence.feature {
        Feature::Inside => (0, incidence.cell.slot),
        Feature::Edge(edge) => {
            (1, mesh.edge(edge).twin().map_or(edge.0, |twin| twin.0.min(edge.0)))
        }
        Feature::Corner(edge) => (2, mesh.edge(edge).vertex().0),
    };
    let is_first = move |i: usize| all[..i].iter().all(|earlier| fan(earlier) != fan(&all[i]));
    (0..all.len()).filter(move |&i| is_first(i)).map(|i| all[i].cell.slot)
}
