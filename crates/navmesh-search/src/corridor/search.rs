//! The search itself, from one end of the query to the other.

use navmesh_core::{
    CellId, DVec2, EdgeId, Endpoint, Endpoints, NavMesh, Observer, OffMeshConnection,
};

use super::frontier::{Frontier, Nearest, Offer, Place};
use super::{Heuristic, middle, midpoint};

/// A cell, as the corridor search comes to it.
///
/// The search runs from the lexicographically greater of start and goal, its *origin*, to the other one,
/// its *target*. Its nodes are entered edges, so a cell is seen once for each edge that it is entered by. Links
/// are nodes too, and are not seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenCell {
    /// The cell.
    pub cell: CellId,
    /// The edge that it is entered by, on its own side.
    pub edge: EdgeId,
    /// The middle of that edge.
    pub middle: DVec2,
    /// What the cheapest way to there found so far costs from the origin, in map units.
    pub cost: f64,
    /// The estimate of what is left to the target, in map units.
    pub left: f64,
}

/// Where a search stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Standing {
    /// This node is to be expanded next.
    InProgress(Entered),
    /// The target came out of the queue: no chain of midpoints is cheaper than the frontier's way to it.
    Found,
    NoWay,
}

/// An entered edge or a leap, and what reaching it costs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entered {
    place: Place,
    cost: f64,
}

/// One search, from `origin` to `target`.
pub(super) struct CorridorSearch<'a, O> {
    pub(super) mesh: &'a NavMesh,
    pub(super) heuristic: Heuristic,
    pub(super) origin: &'a Endpoint,
    pub(super) target: &'a Endpoint,
    /// True where the origin is the goal: then links are taken from their exits to their entries.
    pub(super) backwards: bool,
    pub(super) frontier: &'a mut Frontier,
    pub(super) observer: &'a mut O,
}

impl<O: Observer<SeenCell>> CorridorSearch<'_, O> {
    /// Opens what is reached from the origin's cells.
    pub(super) fn begin(&mut self) -> Standing {
        let mesh = self.mesh;
        self.frontier.begin(mesh.edges().len(), mesh.off_mesh_connections().len());
        for incidence in self.origin.incidences.iter().filter(|i| mesh.has_cell(i.cell)) {
            self.leave(incidence.cell.slot, self.origin.point, 0.0, None);
        }
        self.next()
    }

    /// Expands a node and those that come after it, up to so many; returns how many it were.
    pub(super) fn advance(&mut self, mut next: Entered, nodes: u64) -> (Standing, u64) {
        let mesh = self.mesh;
        for expanded in 0..nodes {
            match next {
                Entered { place: Place::Edge(edge), cost } => {
                    if O::LOOKS {
                        self.observer.closed(self.seen(edge, cost));
                    }
                    let entered = Some(Place::Edge(edge));
                    self.leave(mesh.edge(edge).cell_slot(), midpoint(mesh, edge), cost, entered);
                }
                Entered { place: Place::OffMeshConnection(leap), cost } => self.land(leap, cost),
            }
            match self.next() {
                Standing::InProgress(after) => next = after,
                ended => return (ended, expanded + 1),
            }
        }
        (Standing::InProgress(next), nodes)
    }

    fn next(&mut self) -> Standing {
        match self.frontier.pop() {
            Some(Nearest { place: Some(place), cost }) => {
                Standing::InProgress(Entered { place, cost })
            }
            Some(Nearest { place: None, .. }) => Standing::Found,
            None => Standing::NoWay,
        }
    }

    /// Offers every way on through the cell in a slot, reached at `from` through the edge `entered`.
    #[inline(always)]
    fn leave(&mut self, slot: u32, from: DVec2, cost: f64, entered: Option<Place>) {
        let mesh = self.mesh;
        if mesh.has_links() {
            self.offer_leaps(slot, from, cost, entered);
        }
        let price = mesh.cost(slot);
        if holds(self.target, mesh.cell_id(slot)) {
            let total = cost + price * from.distance(self.target.point);
            self.frontier.offer_target(total, entered);
        }
        let range = mesh.edge_range(slot);
        let mut origin = mesh.edges()[range.end - 1].origin();
        let mut index = range.end - 1;
        for next in range {
            let end = mesh.edges()[next].origin();
            let exit = EdgeId(index as u32);
            if let Some(twin) =
                mesh.edges()[index].twin().filter(|_| Some(Place::Edge(exit)) != entered)
            {
                let middle = middle(origin, end);
                let total = cost + price * from.distance(middle);
                let (heuristic, target) = (self.heuristic, self.target.point);
                let ahead = || heuristic.estimate(mesh, twin, middle, target);
                let offer = self.frontier.offer(Place::Edge(twin), total, ahead, entered);
                if O::LOOKS {
                    self.show(offer, twin, total);
                }
            }
            (origin, index) = (end, next);
        }
    }

    /// Offers every leap from the cell in a slot, reached at `from`.
    #[inline(never)]
    fn offer_leaps(&mut self, slot: u32, from: DVec2, cost: f64, entered: Option<Place>) {
        let (mesh, target) = (self.mesh, self.target.point);
        let offer = |frontier: &mut Frontier, number: u32| {
            let leap = &mesh.off_mesh_connections()[number as usize];
            let [near, far] = ends(leap, self.backwards);
            let total = cost + mesh.cost(slot) * from.distance(near) + leap.cost;
            let ahead = || self.heuristic.estimate_at(mesh, far, target);
            frontier.offer(Place::OffMeshConnection(number), total, ahead, entered);
        };
        match self.backwards {
            true => {
                mesh.off_mesh_connections_into(slot).for_each(|number| offer(self.frontier, number))
            }
            false => {
                mesh.off_mesh_connections_from(slot).for_each(|number| offer(self.frontier, number))
            }
        }
    }

    /// Offers every way on from where a leap comes out.
    fn land(&mut self, number: u32, cost: f64) {
        let leap = &self.mesh.off_mesh_connections()[number as usize];
        let [_, far] = ends(leap, self.backwards);
        let cells = if self.backwards { &leap.entry_cells } else { &leap.exit_cells };
        for &slot in cells {
            self.leave(slot, far, cost, Some(Place::OffMeshConnection(number)));
        }
    }

    fn show(&mut self, offer: Offer, entered: EdgeId, cost: f64) {
        let seen = self.seen(entered, cost);
        if offer == Offer::Reopened {
            self.observer.reopened(seen);
        }
        match offer {
            Offer::Refused => self.observer.pruned(seen),
            Offer::Opened | Offer::Reopened => self.observer.opened(seen),
        }
    }

    fn seen(&self, edge: EdgeId, cost: f64) -> SeenCell {
        let Self { mesh, heuristic, .. } = self;
        let middle = midpoint(mesh, edge);
        let left = heuristic.estimate(mesh, edge, middle, self.target.point);
        SeenCell { cell: mesh.cell_id(mesh.edge(edge).cell_slot()), edge, middle, cost, left }
    }
}

/// Where a search comes to a leap, and where it goes on from.
fn ends(leap: &OffMeshConnection, backwards: bool) -> [DVec2; 2] {
    if backwards { [leap.exit, leap.entry] } else { [leap.entry, leap.exit] }
}

/// The cell that holds both endpoints and costs least; of equal ones, the lowest slot.
pub(super) fn cheapest_shared_cell(mesh: &NavMesh, endpoints: &Endpoints) -> Option<u32> {
    let Endpoints { start, goal, .. } = endpoints;
    let own = start.incidences.iter().map(|i| i.cell).filter(|&cell| mesh.has_cell(cell));
    cheapest(mesh, own.filter(|&cell| holds(goal, cell)).map(|cell| cell.slot))
}

/// The slot that costs least; of equal ones, the lowest.
pub(super) fn cheapest(mesh: &NavMesh, slots: impl Iterator<Item = u32>) -> Option<u32> {
    slots.min_by(|&a, &b| mesh.cost(a).total_cmp(&mesh.cost(b)).then(a.cmp(&b)))
}

/// True where a cell holds an endpoint, whose incidences ascend by slot.
fn holds(endpoint: &Endpoint, cell: CellId) -> bool {
    endpoint.incidences.binary_search_by_key(&cell, |i| i.cell).is_ok()
}
