//! The memory of a search. Later queries reuse it; clearing is linear in the entries used.

use navmesh_core::NavMesh;
use navmesh_core::backend::Endpoints;

use super::node::{CrossedPortal, Node, Parent, Root};
use super::queue::Queue;
use crate::any_angle::index::landmarks::GoalBounds;
use crate::any_angle::off_mesh::connection_state::ConnectionState;
use crate::any_angle::pruning::block_route::BlockRoute;
use crate::any_angle::pruning::interval_dominance::IntervalDominance;
use crate::any_angle::pruning::vertex_dominance::Vertices;
use crate::any_angle::successors::funnel::Funnel;

/// The memory of a search, kept in the caller's [`Scratch`](navmesh_core::Scratch).
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    pub(crate) endpoints: Endpoints,
    /// The cells on the straight line between the endpoints, if the start sees the goal.
    pub(crate) line: Vec<u32>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) roots: Vec<Root>,
    pub(crate) steps: Vec<CrossedPortal>,
    pub(crate) vertices: Vertices,
    pub(crate) interval_dominance: IntervalDominance,
    pub(crate) queue: Queue,
    pub(crate) block_route: BlockRoute,
    pub(crate) funnel: Funnel,
    pub(crate) goal_cells: Vec<u32>,
    pub(crate) goal_bounds: Option<GoalBounds>,
    /// The least root distance of each pair of a saddle and a portal that ends there, passed on a
    /// path around the saddle.
    pub(crate) saddle_windings: Vec<((u32, u32), f64)>,
    /// The state of the last search over links.
    pub(crate) connection_state: ConnectionState,
}

impl Workspace {
    /// Clears the last search.
    pub(crate) fn clear(&mut self, mesh: &NavMesh) {
        self.nodes.clear();
        self.roots.clear();
        self.steps.clear();
        self.queue.clear();
        self.goal_cells.clear();
        self.saddle_windings.clear();
        self.connection_state.forget();
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

    /// The parent of a node's successors; `step` leads into the cell behind the node.
    #[inline(always)]
    pub(crate) fn parent(&self, node: &Node, step: u32) -> Parent {
        Parent { root: self.roots[node.root as usize], number: node.root, step }
    }

    /// Records a root that follows `from`; returns it as the parent of new nodes.
    pub(crate) fn turned(&mut self, from: &Parent, root: Root) -> Parent {
        self.roots.push(root);
        Parent { root, number: self.roots.len() as u32 - 1, step: from.step }
    }

    /// Records the step through a node's portal; returns its index.
    pub(crate) fn step(&mut self, node: &Node) -> u32 {
        self.steps.push(CrossedPortal::over(node));
        self.steps.len() as u32 - 1
    }
}
