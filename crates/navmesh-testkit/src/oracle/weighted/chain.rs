//! A path as the cells that it crosses and the places where it changes between them.

use navmesh_core::{DVec2, EdgeId, NavMesh, VertexId};

use super::{at_share, edges_of};

/// A place where a path changes from cell to cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Crossing {
    /// A vertex. Any two cells of its fan may be joined here.
    Vertex(VertexId),
    /// A share of a portal, from its origin.
    Portal {
        /// The portal, from either side.
        edge: EdgeId,
        /// The share, from 0 to 1.
        share: f64,
    },
}

/// A path: straight legs, each in one cell, between crossings.
#[derive(Debug, Clone, PartialEq)]
pub struct Chain {
    /// The start.
    pub start: DVec2,
    /// The goal.
    pub goal: DVec2,
    /// The slot of the cell of each leg; one more than there are crossings.
    pub cells: Vec<u32>,
    /// The crossings in order.
    pub crossings: Vec<Crossing>,
}

impl Chain {
    /// The start, the crossings and the goal.
    #[must_use]
    pub fn points(&self, mesh: &NavMesh) -> Vec<DVec2> {
        let cells = self.cells.iter();
        let crossings = self.crossings.iter().zip(cells);
        let places = crossings.map(|(crossing, &cell)| place_of(mesh, cell, *crossing));
        std::iter::once(self.start).chain(places).chain([self.goal]).collect()
    }

    /// The sum of the lengths of the legs, each times the cost of its cell.
    #[must_use]
    pub fn cost(&self, mesh: &NavMesh) -> f64 {
        let points = self.points(mesh);
        let legs = points.windows(2).zip(&self.cells);
        legs.map(|(leg, &cell)| mesh.cost(cell) * leg[0].distance(leg[1])).sum()
    }
}

/// The point of a crossing of a cell's border.
pub(super) fn place_of(mesh: &NavMesh, cell: u32, crossing: Crossing) -> DVec2 {
    match crossing {
        Crossing::Portal { edge, share } => at_share(mesh.edge_ends(edge), share),
        Crossing::Vertex(vertex) => {
            mesh.edge(edge_at(mesh, cell, vertex).expect("the cell has the vertex")).origin()
        }
    }
}

/// The edge of a cell that begins at a vertex.
pub(super) fn edge_at(mesh: &NavMesh, cell: u32, vertex: VertexId) -> Option<EdgeId> {
    edges_of(mesh, cell).find(|&edge| mesh.edge(edge).vertex() == vertex)
}

/// The vertex at an end of a portal that a crossing lies on, if it lies on one.
pub(super) fn vertex_of(mesh: &NavMesh, crossing: Crossing) -> Option<VertexId> {
    match crossing {
        Crossing::Vertex(vertex) => Some(vertex),
        Crossing::Portal { edge, share } if share <= 0.0 => Some(mesh.edge(edge).vertex()),
        Crossing::Portal { edge, share } if share >= 1.0 => {
            Some(mesh.edge(mesh.next_edge(edge)).vertex())
        }
        Crossing::Portal { .. } => None,
    }
}
