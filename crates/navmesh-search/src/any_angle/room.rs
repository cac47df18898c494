//! The memory of a search: kept from query to query, and emptied in the time that it took to fill.

use navmesh_core::{Endpoints, NavMesh};

use super::dominance::Vertices;
use super::funnel::Funnel;
use super::index::Index;
use super::landmarks::Beacon;
use super::leaders::Leaders;
use super::leaping::Leaping;
use super::node::{Node, Origin, Root, Step};
use super::order::Alike;
use super::queue::Queue;
use super::way::Way;

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
    pub(super) leaders: Leaders,
    pub(super) queue: Queue,
    pub(super) alike: Alike,
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
        self.alike.clear();
        self.goal_cells.clear();
        self.rounds.clear();
        self.leaping.forget();
        self.vertices.begin(mesh.vertex_count());
        self.leaders.begin(mesh);
    }

    /// Where the successors of a node are seen from; `step` leads into the cell behind it.
    #[inline(always)]
    pub(super) fn origin(&self, node: &Node, step: u32) -> Origin {
        Origin { root: self.roots[node.root as usize], number: node.root, step }
    }

    /// Notes a root, turned at on the way from `from`.
    pub(super) fn turned(&mut self, from: &Origin, root: Root) -> Origin {
        self.roots.push(root);
        Origin { root, number: self.roots.len() as u32 - 1, step: from.step }
    }

    /// Notes the step through a node's portal; returns its number.
    pub(super) fn step(&mut self, node: &Node) -> u32 {
        self.steps.push(Step::over(node));
        self.steps.len() as u32 - 1
    }
}
