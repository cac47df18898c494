//! An upper bound: the cheapest path over many points on every portal.
//!
//! Source: the idea of C. Mata, J. Mitchell, "A New Algorithm for Computing Shortest Paths in Weighted Planar Subdivisions",
//! 1997, and of L. Aleksandrov, A. Maheshwari, J.-R. Sack, "Determining Approximate Shortest Paths on Weighted Polyhedral
//! Surfaces", 2005: points on the borders of the cells, all pairs of one cell joined at its cost, Dijkstra's algorithm.
//! We differ from it in: 1) the points lie evenly.
//!
//! A portal belongs to both of its cells, so two points on it are joined at the lower of their costs.

use navmesh_core::{DVec2, NavMesh, Place};

use super::chain::{Chain, Crossing};
use super::queue::{Entry, Queue};
use super::{at_share, cells_at, edges_of, portals, sides};

/// The vertices of a mesh and points on its portals.
#[derive(Debug)]
pub struct SteinerGraph<'a> {
    mesh: &'a NavMesh,
    nodes: Vec<PortalPoint>,
    /// The nodes on the border of the cell of each slot.
    on_border: Vec<Vec<usize>>,
}

#[derive(Debug)]
struct PortalPoint {
    crossing: Crossing,
    point: DVec2,
    /// The slots of the cells on whose border it lies.
    cells: Vec<u32>,
}

impl<'a> SteinerGraph<'a> {
    /// The graph with this many points within each portal, and all vertices.
    #[must_use]
    pub fn new(mesh: &'a NavMesh, points: usize) -> Self {
        let mut graph =
            Self { mesh, nodes: Vec::new(), on_border: vec![Vec::new(); mesh.slot_count()] };
        graph.add_vertices();
        for edge in portals(mesh) {
            for number in 1..=points {
                let share = number as f64 / (points + 1) as f64;
                let point = at_share(mesh.edge_ends(edge), share);
                let crossing = Crossing::Portal { edge, share };
                graph.add(PortalPoint { crossing, point, cells: sides(mesh, edge).to_vec() });
            }
        }
        graph
    }

    fn add_vertices(&mut self) {
        let mut fans: Vec<Vec<u32>> = vec![Vec::new(); self.mesh.vertex_count()];
        let mut vertices = vec![None; self.mesh.vertex_count()];
        for edge in self.mesh.slots().flat_map(|slot| edges_of(self.mesh, slot)) {
            let edge = self.mesh.edge(edge);
            fans[edge.vertex().index()].push(edge.cell_slot());
            vertices[edge.vertex().index()] = Some((edge.vertex(), edge.origin()));
        }
        for (cells, vertex) in fans.into_iter().zip(vertices) {
            let Some((vertex, point)) = vertex else { continue };
            self.add(PortalPoint { crossing: Crossing::Vertex(vertex), point, cells });
        }
    }

    fn add(&mut self, node: PortalPoint) {
        for &cell in &node.cells {
            self.on_border[cell as usize].push(self.nodes.len());
        }
        self.nodes.push(node);
    }

    /// The cheapest paths from a point to all nodes.
    ///
    /// Complexity: for each cell, the square of the number of nodes on its border.
    #[must_use]
    pub fn flood(&self, start: impl Into<Place>) -> SteinerFlood<'_> {
        let start = start.into();
        let unreached = Label { cost: f64::INFINITY, parent: None, cell: 0 };
        let start_cells = cells_at(self.mesh, start);
        let start = start.point;
        let labels = vec![unreached; self.nodes.len()];
        let mut flood = SteinerFlood { graph: self, start, start_cells, labels };
        let mut queue = Queue::default();
        for cell in flood.start_cells.clone() {
            flood.relax(Label { cost: 0.0, parent: None, cell }, start, &mut queue);
        }
        while let Some(Entry { cost, node }) = queue.pop() {
            if cost > flood.labels[node].cost {
                continue;
            }
            for &cell in &self.nodes[node].cells {
                let label = Label { cost, parent: Some(node), cell };
                flood.relax(label, self.nodes[node].point, &mut queue);
            }
        }
        flood
    }
}

/// The cheapest paths from one start over the nodes of a graph.
#[derive(Debug)]
pub struct SteinerFlood<'a> {
    graph: &'a SteinerGraph<'a>,
    start: DVec2,
    start_cells: Vec<u32>,
    labels: Vec<Label>,
}

/// A way to a node: its cost, the node before it (none for the start), and the cell between them.
#[derive(Debug, Clone, Copy)]
struct Label {
    cost: f64,
    parent: Option<usize>,
    cell: u32,
}

impl SteinerFlood<'_> {
    /// The start.
    #[must_use]
    pub fn start(&self) -> DVec2 {
        self.start
    }

    /// Goes on from `point` at a cost to all nodes of one cell.
    fn relax(&mut self, from: Label, point: DVec2, queue: &mut Queue) {
        let weight = self.graph.mesh.cost(from.cell);
        for &node in &self.graph.on_border[from.cell as usize] {
            let cost = from.cost + weight * point.distance(self.graph.nodes[node].point);
            if cost < self.labels[node].cost {
                self.labels[node] = Label { cost, ..from };
                queue.push(cost, node);
            }
        }
    }

    /// The cheapest path to a goal; `None` if no path leads there.
    #[must_use]
    pub fn chain_to(&self, goal: impl Into<Place>) -> Option<Chain> {
        let (graph, place) = (self.graph, goal.into());
        let goal = place.point;
        let mut best = Label { cost: f64::INFINITY, parent: None, cell: 0 };
        for cell in cells_at(graph.mesh, place) {
            let weight = graph.mesh.cost(cell);
            let nodes = graph.on_border[cell as usize].iter().map(|&node| Some(node));
            let start = self.start_cells.contains(&cell).then_some(None);
            for parent in nodes.chain(start) {
                let (known, point) = match parent {
                    Some(node) => (self.labels[node].cost, graph.nodes[node].point),
                    None => (0.0, self.start),
                };
                let cost = known + weight * point.distance(goal);
                if cost < best.cost {
                    best = Label { cost, parent, cell };
                }
            }
        }
        best.cost.is_finite().then(|| self.chain_of(best, goal))
    }

    fn chain_of(&self, last: Label, goal: DVec2) -> Chain {
        let (mut cells, mut crossings, mut at) = (vec![last.cell], Vec::new(), last.parent);
        while let Some(node) = at {
            crossings.push(self.graph.nodes[node].crossing);
            cells.push(self.labels[node].cell);
            at = self.labels[node].parent;
        }
        cells.reverse();
        crossings.reverse();
        Chain { start: self.start, goal, cells, crossings }
    }
}
