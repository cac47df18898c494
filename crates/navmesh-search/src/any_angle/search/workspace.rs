//! The memory of a search: kept from query to query, and emptied in the time that it took to fill.

use navmesh_core::{Endpoints, NavMesh};

use super::node::{Node, Parent, Root, Step};
use super::queue::Queue;
use crate::any_angle::index::landmarks::GoalBounds;
use crate::any_angle::off_mesh::connection_state::Leaping;
use crate::any_angle::pruning::block_route::BlockRoute;
use crate::any_angle::pruning::interval_dominance::IntervalDominance;
use crate::any_angle::pruning::vertex_dominance::Vertices;
use crate::any_angle::successors::funnel::Funnel;

/// The memory of a search, kept in the caller's scratch.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) endpoints: Endpoints,
    /// The cells on the straight way between the endpoints, where there is no need to search.
    pub(crate) line: Vec<u32>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<Root>,
    pub(crate) steps: Vec<Step>,
    pub(crate) vertices: Vertices,
    pub(crate) interval_dominance: IntervalDominance,
    pub(crate) queue: Queue,
    pub(crate) block_route: BlockRoute,
    pub(crate) funnel: Funnel,
    pub(crate) goal_cells: Vec<u32>,
    pub(crate) goal_bounds: Option<GoalBounds>,
    /// The saddles and the portals passed on the ways around them, and the least root distance of each.
    pub(crate) saddle_windings: Vec<((u32, u32), f64)>,
    /// What the last search over links knows of them.
    pub(crate) leaping: Leaping,
}

impl Workspace {
    /// Forgets the last search.
    pub(crate) fn clear(&mut self, mesh: &NavMesh) {
        self.nodes.clear();
        self.roots.clear();
        self.steps.clear();
        self.queue.clear();
        self.goal_cells.clear();
        self.saddle_windings.clear();
        self.leaping.forget();
        self.vertices.begin(mesh.vertex_count());
        self.interval_dominance.begin(mesh);
    }

    /// The least bound of all open nodes, rounded down; infinite where none is open.
    pub(crate) fn least_open(&self) -> f64 {
        self.queue.peek().map_or(f64::INFINITY, |open| open.f())
    }

    /// The number of open nodes.
    pub(crate) fn open_count(&self) -> u64 {
        self.queue.len() as u64
    }

    /// Where the successors of a node are seen from; `step` leads into the cell behind it.
    #[inline(always)]
    pub(crate) fn parent(&self, node: &Node, step: u32) -> Parent {
        Parent { root: self.roots[node.root as usize], number: node.root, step }
    }

    /// Notes a root, turned at on the way from `from`.
    pub(crate) fn turned(&mut self, from: &Parent, root: Root) -> Parent {
        self.roots.push(root);
        Parent { root, number: self.roots.len() as u32 - 1, step: from.step }
    }

    /// Notes the step through a node's portal; returns its number.
    pub(crate) fn step(&mut self, node: &Node) -> u32 {
        self.steps.push(Step::over(node));
        self.steps.len() as u32 - 1
    }
}
