//! From the frontier to the corridor.

use glam::DVec2;
use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{Corridor, CorridorLink, EdgeId, NavMesh, OffMeshConnection, Portal};

use super::frontier::{EntryNode, Frontier};
use super::midpoint;
use super::search::{cheapest, cheapest_shared_cell};

/// A chain of exit edges and off-mesh connections, traced from a frontier.
///
/// The edges that a search entered, in reverse order, are the exit edges of the way from the target to the
/// origin.
#[derive(Debug, Default)]
pub(crate) struct Tracer {
    chain: Vec<EntryNode>,
    /// For each slot, the index in the chain where its cell was last left. It is valid only if the chain agrees.
    indices: Vec<u32>,
}

/// The ends of a chain, and its direction: forward chains take off-mesh connections from entry to exit.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChainEnds {
    pub(super) from: DVec2,
    pub(super) to: DVec2,
    pub(super) is_forward: bool,
}

#[derive(Debug, Clone, Copy)]
enum WalkEnd<'a> {
    Endpoint(&'a Endpoint),
    /// An end of an off-mesh connection, by the cells around it.
    Connection(&'a [u32]),
}

impl WalkEnd<'_> {
    fn slots(&self) -> impl Iterator<Item = u32> {
        let (incidences, cells) = match *self {
            Self::Endpoint(end) => (&end.incidences[..], &[][..]),
            Self::Connection(cells) => (&[][..], cells),
        };
        incidences.iter().map(|at| at.cell.slot).chain(cells.iter().copied())
    }
}

impl Tracer {
    /// Reads the chain from the target to the origin.
    pub(super) fn read(&mut self, frontier: &Frontier) {
        self.chain.clear();
        self.chain.extend(frontier.nodes_backward());
    }

    /// Cuts the part of a walk between two visits of one cell. Returns true if there was any.
    ///
    /// If all cells cost the same, leaving a convex cell and entering it again on foot is never cheaper. Ties and
    /// rounding can still make a search do it.
    pub(super) fn cut_loops(&mut self, mesh: &NavMesh) -> bool {
        let length = self.chain.len();
        self.indices.resize(mesh.slot_count().max(self.indices.len()), 0);
        let (mut kept, mut first) = (0, 0);
        for i in 0..length {
            let node = self.chain[i];
            self.chain[kept] = node;
            kept += 1;
            let EntryNode::Edge(edge) = node else {
                first = kept;
                continue;
            };
            if kept == first + 1 {
                self.indices[mesh.edge(edge).cell_slot() as usize] = first as u32;
            }
            let Some(entered) = mesh.edge(edge).neighbor_slot() else { continue };
            let index = self.indices[entered as usize] as usize;
            // Indices are never cleared, so the chain has to confirm them.
            if (first..kept).contains(&index) && self.cell_left_at(index, mesh) == Some(entered) {
                kept = index;
            } else {
                self.indices[entered as usize] = kept as u32;
            }
        }
        self.chain.truncate(kept);
        kept < length
    }

    /// Returns the cell that the chain leaves over the edge at an index.
    fn cell_left_at(&self, index: usize, mesh: &NavMesh) -> Option<u32> {
        match self.chain[index] {
            EntryNode::Edge(edge) => Some(mesh.edge(edge).cell_slot()),
            EntryNode::OffMeshConnection(_) => None,
        }
    }

    /// Returns the cost of the chain on a mesh whose cells all cost 1.
    pub(super) fn cost(&self, mesh: &NavMesh, ends: ChainEnds) -> f64 {
        let mut at = ends.from;
        let mut cost = 0.0;
        for &node in &self.chain {
            match node {
                EntryNode::Edge(edge) => {
                    let middle = midpoint(mesh, edge);
                    cost += at.distance(middle);
                    at = middle;
                }
                EntryNode::OffMeshConnection(number) => {
                    let OffMeshConnection { entry, exit, cost: own, .. } =
                        mesh.off_mesh_connections()[number as usize];
                    let [near, far] = if ends.is_forward { [entry, exit] } else { [exit, entry] };
                    cost += at.distance(near) + own;
                    at = far;
                }
            }
        }
        cost + at.distance(ends.to)
    }

    /// Reverses the direction of the chain.
    pub(super) fn reverse(&mut self, mesh: &NavMesh) {
        self.chain.reverse();
        for node in &mut self.chain {
            if let EntryNode::Edge(edge) = node {
                *edge = mesh.edge(*edge).twin().unwrap_or(*edge);
            }
        }
    }

    /// Writes the cells, portals and links of a chain from the start to the goal. A walk without portals is one
    /// cell: the cheapest that holds both its ends.
    pub(super) fn write(&self, mesh: &NavMesh, endpoints: &Endpoints, corridor: &mut Corridor) {
        let is_connection = |node: &EntryNode| matches!(node, EntryNode::OffMeshConnection(_));
        if !self.chain.iter().any(is_connection) {
            let shared = || cheapest_shared_cell(mesh, endpoints);
            return write_walk(mesh, &self.chain, shared, corridor);
        }
        let goal = WalkEnd::Endpoint(&endpoints.goal);
        let mut from = WalkEnd::Endpoint(&endpoints.start);
        for walk in self.chain.split_inclusive(is_connection) {
            let (edges, connection) = match walk.split_last() {
                Some((&EntryNode::OffMeshConnection(number), edges)) => {
                    (edges, Some(&mesh.off_mesh_connections()[number as usize]))
                }
                _ => (walk, None),
            };
            let to = connection.map_or(goal, |next| WalkEnd::Connection(&next.entry_cells));
            write_walk(mesh, edges, || cheapest_shared(mesh, from, to), corridor);
            if let Some(connection) = connection {
                corridor.links.push(corridor_link(connection, corridor));
                from = WalkEnd::Connection(&connection.exit_cells);
            }
        }
        if self.chain.last().is_none_or(is_connection) {
            write_walk(mesh, &[], || cheapest_shared(mesh, from, goal), corridor);
        }
    }
}

/// An off-mesh connection as a link of the corridor, after the cells and portals written so far.
fn corridor_link(connection: &OffMeshConnection, corridor: &Corridor) -> CorridorLink {
    let OffMeshConnection { link, lane, entered, entry, exit, cost, .. } = *connection;
    let (cells, portals) = (corridor.cells.len(), corridor.portals.len());
    CorridorLink { link, lane, entered, entry, exit, cost, cells, portals }
}

/// Returns the cheapest cell that holds both ends of a walk. Ties go to the lowest slot.
fn cheapest_shared(mesh: &NavMesh, from: WalkEnd<'_>, to: WalkEnd<'_>) -> Option<u32> {
    cheapest(mesh, from.slots().filter(|&slot| to.slots().any(|other| other == slot)))
}

/// Writes the cells and portals of one walk. If it has no portals, `shared` returns its cell.
fn write_walk(
    mesh: &NavMesh,
    edges: &[EntryNode],
    shared: impl FnOnce() -> Option<u32>,
    corridor: &mut Corridor,
) {
    let edges = || {
        edges.iter().filter_map(|node| match node {
            EntryNode::Edge(edge) => Some(*edge),
            EntryNode::OffMeshConnection(_) => None,
        })
    };
    let first = edges().next().map(|edge| mesh.edge(edge).cell_slot());
    let first = first.or_else(shared);
    corridor.cells.extend(first.map(|slot| mesh.cell_id(slot)));
    for edge in edges() {
        corridor.portals.push(portal(mesh, edge));
        corridor.cells.extend(mesh.edge(edge).neighbor_slot().map(|slot| mesh.cell_id(slot)));
    }
}

/// Returns an edge of a cell as a portal, seen on the way out of the cell.
///
/// Cells are counter-clockwise, so the edge's origin is on the right, and its end on the left.
fn portal(mesh: &NavMesh, edge: EdgeId) -> Portal {
    let (origin, end) = (mesh.edge(edge), mesh.edge(mesh.next_edge(edge)));
    Portal {
        left: end.origin(),
        right: origin.origin(),
        left_vertex: end.vertex(),
        right_vertex: origin.vertex(),
        edge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navmesh_core::RawMesh;

    /// Four triangles around the centre of a square, in the order of their outer edges: bottom, right, top, left.
    /// Edge 3·i + 1 of triangle i leads to triangle i + 1, and edge 3·i + 2 to triangle i − 1.
    fn square_of_four() -> NavMesh {
        let points = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0]];
        let mut raw = RawMesh { positions: points.map(Into::into).to_vec(), ..RawMesh::default() };
        for i in 0..4 {
            raw.push_cell(&[i, (i + 1) % 4, 4]);
        }
        raw.join_matching_edges();
        NavMesh::from_raw(&raw).unwrap()
    }

    fn tracer_along(edges: &[u32]) -> Tracer {
        let chain = edges.iter().map(|&edge| EntryNode::Edge(EdgeId(edge))).collect();
        Tracer { chain, ..Tracer::default() }
    }

    fn first_portal(mesh: &NavMesh, tracer: &Tracer) -> Portal {
        match tracer.chain[0] {
            EntryNode::Edge(edge) => portal(mesh, edge),
            EntryNode::OffMeshConnection(_) => panic!("the mesh has no links"),
        }
    }

    #[test]
    fn a_chain_around_a_vertex_is_cut_where_it_enters_a_cell_again() {
        let mesh = square_of_four();
        // Bottom, right, top, left, bottom again, right.
        let mut tracer = tracer_along(&[1, 4, 7, 10, 1]);
        assert!(tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain, [EntryNode::Edge(EdgeId(1))]);
        // Right, top, right, bottom: there and back.
        let mut tracer = tracer_along(&[4, 8, 5]);
        assert!(tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain, [EntryNode::Edge(EdgeId(5))]);
    }

    #[test]
    fn a_chain_without_loops_is_kept_after_another_was_cut() {
        let mesh = square_of_four();
        let mut tracer = tracer_along(&[1, 4, 7, 10]);
        assert!(tracer.cut_loops(&mesh));
        assert!(tracer.chain.is_empty());
        tracer.chain = [4, 7].map(|edge| EntryNode::Edge(EdgeId(edge))).to_vec();
        assert!(!tracer.cut_loops(&mesh));
        assert_eq!(tracer.chain.len(), 2);
    }

    #[test]
    fn a_reversed_chain_costs_the_same_and_its_portals_swap_sides() {
        let mesh = square_of_four();
        let (from, to) = (DVec2::new(1.0, 0.5), DVec2::new(1.0, 1.5));
        let mut tracer = tracer_along(&[1, 4]);
        let ends = ChainEnds { from, to, is_forward: true };
        let cost = tracer.cost(&mesh, ends);
        // (1, ½) to (1½, ½) to (1½, 1½) to (1, 1½).
        assert_eq!(cost, 2.0);
        let there = first_portal(&mesh, &tracer);
        assert_eq!((there.left, there.right), (DVec2::ONE, DVec2::new(2.0, 0.0)));
        tracer.reverse(&mesh);
        let ends = ChainEnds { from: to, to: from, is_forward: false };
        assert_eq!(tracer.cost(&mesh, ends), cost);
        tracer.chain.reverse();
        let back = first_portal(&mesh, &tracer);
        assert_eq!((back.left, back.right), (there.right, there.left));
        assert_eq!((back.left_vertex, back.right_vertex), (there.right_vertex, there.left_vertex));
    }
}
