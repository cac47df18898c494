//! The search, from one endpoint of the query to the other.

use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{CellId, DVec2, EdgeId, NavMesh, Observer, OffMeshConnection};

use super::frontier::{EntryNode, Frontier, Popped, Relaxed};
use super::{middle, midpoint};

/// A cell, as an observer of the corridor search sees it.
///
/// The search runs from its *origin*, the lexicographically greater of start and goal, to its *target*, the
/// other one. Its nodes are entered edges, so a cell is seen once for each edge by which it is entered.
/// Off-mesh connections are nodes too, and are not shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenCell {
    /// The cell.
    pub cell: CellId,
    /// The edge by which it is entered, on its own side.
    pub edge: EdgeId,
    /// The midpoint of that edge.
    pub middle: DVec2,
    /// The cost of the cheapest known way from the origin to the midpoint.
    pub cost: f64,
    /// The estimated cost from the midpoint to the target.
    pub estimate: f64,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum SearchState {
    /// This node is expanded next.
    InProgress(Pending),
    /// The target was popped: no chain of midpoints is cheaper than the frontier's way to it.
    Found,
    /// The queue is empty.
    Exhausted,
}

/// A node to expand, and its cost.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pending {
    node: EntryNode,
    cost: f64,
}

/// A search from `origin` to `target`.
pub(super) struct CorridorSearch<'a, O: ?Sized> {
    pub(super) mesh: &'a NavMesh,
    pub(super) origin: &'a Endpoint,
    pub(super) target: &'a Endpoint,
    /// True if the origin is the goal. Then off-mesh connections lead from their exits to their entries.
    pub(super) backwards: bool,
    pub(super) frontier: &'a mut Frontier,
    pub(super) observer: &'a mut O,
}

impl<O: Observer<SeenCell> + ?Sized> CorridorSearch<'_, O> {
    /// Opens the nodes that the origin's cells lead to.
    pub(super) fn begin(&mut self) -> SearchState {
        let mesh = self.mesh;
        self.frontier.begin(mesh.edges().len(), mesh.off_mesh_connections().len());
        for incidence in self.origin.incidences.iter().filter(|i| mesh.has_cell(i.cell)) {
            self.expand_cell(incidence.cell.slot, self.origin.point, 0.0, None);
        }
        self.next()
    }

    /// Expands at most this number of nodes. Returns the number of expanded nodes, too.
    pub(super) fn advance(&mut self, mut next: Pending, nodes: u64) -> (SearchState, u64) {
        for expanded in 0..nodes {
            self.expand(next);
            match self.next() {
                SearchState::InProgress(after) => next = after,
                ended => return (ended, expanded + 1),
            }
        }
        (SearchState::InProgress(next), nodes)
    }

    fn next(&mut self) -> SearchState {
        match self.frontier.pop() {
            Some(Popped { node: Some(node), cost }) => {
                SearchState::InProgress(Pending { node, cost })
            }
            Some(Popped { node: None, .. }) => SearchState::Found,
            None => SearchState::Exhausted,
        }
    }

    #[inline(always)] // in the loop of the search
    fn expand(&mut self, Pending { node, cost }: Pending) {
        let mesh = self.mesh;
        match node {
            EntryNode::Edge(edge) => {
                if self.observer.looks() {
                    self.observer.closed(self.seen(edge, cost));
                }
                let slot = mesh.edge(edge).cell_slot();
                self.expand_cell(slot, midpoint(mesh, edge), cost, Some(node));
            }
            EntryNode::OffMeshConnection(number) => self.expand_connection(number, cost),
        }
    }

    /// Relaxes every node that a cell leads to. The search has reached the cell at `from`, through the node
    /// `entered`.
    #[inline(always)] // in the loop of the search
    fn expand_cell(&mut self, slot: u32, from: DVec2, cost: f64, entered: Option<EntryNode>) {
        let mesh = self.mesh;
        if mesh.has_links() {
            self.relax_connections(slot, from, cost, entered);
        }
        let unit_cost = mesh.cost(slot);
        if holds(self.target, mesh.cell_id(slot)) {
            let total = cost + unit_cost * from.distance(self.target.point);
            self.frontier.relax_target(total, entered);
        }
        let range = mesh.edge_range(slot);
        let mut origin = mesh.edges()[range.end - 1].origin();
        let mut index = range.end - 1;
        for next in range {
            let end = mesh.edges()[next].origin();
            let exit = EdgeId(index as u32);
            if let Some(twin) =
                mesh.edges()[index].twin().filter(|_| Some(EntryNode::Edge(exit)) != entered)
            {
                let middle = middle(origin, end);
                let total = cost + unit_cost * from.distance(middle);
                let target = self.target.point;
                let estimate = || middle.distance(target) * mesh.lowest_rate();
                let relaxed = self.frontier.relax(EntryNode::Edge(twin), total, estimate, entered);
                if self.observer.looks() {
                    self.show(relaxed, twin, total);
                }
            }
            (origin, index) = (end, next);
        }
    }

    /// Relaxes every off-mesh connection from a cell, which the search has reached at `from`.
    #[inline(never)]
    fn relax_connections(&mut self, slot: u32, from: DVec2, cost: f64, entered: Option<EntryNode>) {
        let mesh = self.mesh;
        let cost_at = |point: DVec2| cost + mesh.cost(slot) * from.distance(point);
        if self.backwards {
            for number in mesh.off_mesh_connections_into(slot) {
                self.relax_connection(number, cost_at, entered);
            }
        } else {
            for number in mesh.off_mesh_connections_from(slot) {
                self.relax_connection(number, cost_at, entered);
            }
        }
    }

    fn relax_connection(
        &mut self,
        number: u32,
        cost_at: impl Fn(DVec2) -> f64,
        entered: Option<EntryNode>,
    ) {
        let (mesh, target) = (self.mesh, self.target.point);
        let connection = &mesh.off_mesh_connections()[number as usize];
        let [near, far] = ends(connection, self.backwards);
        let total = cost_at(near) + connection.cost;
        let estimate = || far.distance(target) * mesh.lowest_rate();
        self.frontier.relax(EntryNode::OffMeshConnection(number), total, estimate, entered);
    }

    /// Relaxes every node that the far end of an off-mesh connection leads to.
    fn expand_connection(&mut self, number: u32, cost: f64) {
        let connection = &self.mesh.off_mesh_connections()[number as usize];
        let [_, far] = ends(connection, self.backwards);
        let cells = if self.backwards { &connection.entry_cells } else { &connection.exit_cells };
        for &slot in cells {
            self.expand_cell(slot, far, cost, Some(EntryNode::OffMeshConnection(number)));
        }
    }

    fn show(&mut self, relaxed: Relaxed, entered: EdgeId, cost: f64) {
        let seen = self.seen(entered, cost);
        if relaxed == Relaxed::Reopened {
            self.observer.reopened(seen);
        }
        match relaxed {
            Relaxed::NotCheaper => self.observer.pruned(seen),
            Relaxed::Opened | Relaxed::Reopened => self.observer.opened(seen),
        }
    }

    fn seen(&self, edge: EdgeId, cost: f64) -> SeenCell {
        let mesh = self.mesh;
        let middle = midpoint(mesh, edge);
        let estimate = middle.distance(self.target.point) * mesh.lowest_rate();
        SeenCell { cell: mesh.cell_id(mesh.edge(edge).cell_slot()), edge, middle, cost, estimate }
    }
}

/// Returns the ends of an off-mesh connection in the direction of the search: the near one, then the far one.
fn ends(connection: &OffMeshConnection, backwards: bool) -> [DVec2; 2] {
    let OffMeshConnection { entry, exit, .. } = *connection;
    if backwards { [exit, entry] } else { [entry, exit] }
}

/// Returns the cheapest cell that holds both endpoints. Ties go to the lowest slot.
pub(super) fn cheapest_shared_cell(mesh: &NavMesh, endpoints: &Endpoints) -> Option<u32> {
    let Endpoints { start, goal, .. } = endpoints;
    let own = start.incidences.iter().map(|i| i.cell).filter(|&cell| mesh.has_cell(cell));
    cheapest(mesh, own.filter(|&cell| holds(goal, cell)).map(|cell| cell.slot))
}

/// Returns the cheapest of some cells. Ties go to the lowest slot.
pub(super) fn cheapest(mesh: &NavMesh, slots: impl Iterator<Item = u32>) -> Option<u32> {
    slots.min_by(|&a, &b| mesh.cost(a).total_cmp(&mesh.cost(b)).then(a.cmp(&b)))
}

/// True if a cell holds an endpoint. The endpoint's incidences ascend by slot.
fn holds(endpoint: &Endpoint, cell: CellId) -> bool {
    endpoint.incidences.binary_search_by_key(&cell, |i| i.cell).is_ok()
}
