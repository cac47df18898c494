//! The walls of a mesh, by the vertices at their ends.

use navmesh_core::{DVec2, EdgeId, NavMesh, VertexId};

/// The walls that begin and end at each vertex.
#[derive(Debug)]
pub(super) struct Walls<'m> {
    pub(super) mesh: &'m NavMesh,
    leaving: Vec<Option<EdgeId>>,
    arriving: Vec<Option<EdgeId>>,
    /// One edge of each vertex where paths may turn, in the order of the edges.
    pub(super) corners: Vec<EdgeId>,
}

impl<'m> Walls<'m> {
    pub(super) fn of(mesh: &'m NavMesh) -> Self {
        let count = mesh.vertex_count();
        let mut walls = Self {
            mesh,
            leaving: vec![None; count],
            arriving: vec![None; count],
            corners: Vec::new(),
        };
        for edge in mesh.slots().flat_map(|slot| mesh.edge_range(slot)) {
            let edge = EdgeId(edge as u32);
            if mesh.edge(edge).is_wall() {
                walls.leaving[mesh.edge(edge).vertex().index()] = Some(edge);
                let end = walls.vertex_after(edge).index();
                walls.arriving[end] = Some(edge);
                if mesh.edge(edge).origin_is_corner() {
                    walls.corners.push(edge);
                }
            }
        }
        walls
    }

    /// Returns the vertex where an edge ends.
    pub(super) fn vertex_after(&self, edge: EdgeId) -> VertexId {
        self.mesh.edge(self.mesh.next_edge(edge)).vertex()
    }

    /// True if a vertex is on a wall.
    #[inline]
    pub(super) fn has(&self, vertex: VertexId) -> bool {
        self.leaving[vertex.index()].is_some()
    }

    /// Returns the wall that begins at a vertex.
    pub(super) fn leaving(&self, vertex: VertexId) -> Option<EdgeId> {
        self.leaving[vertex.index()]
    }

    /// Returns the other ends of the two walls at a vertex.
    pub(super) fn neighbors(&self, vertex: VertexId) -> [Option<DVec2>; 2] {
        let leaving = self.leaving[vertex.index()].map(|wall| self.mesh.edge_ends(wall)[1]);
        let arriving = self.arriving[vertex.index()].map(|wall| self.mesh.edge_ends(wall)[0]);
        [leaving, arriving]
    }

    /// Iterates over the walls, cell by cell.
    pub(super) fn all(&self) -> impl Iterator<Item = EdgeId> + '_ {
        let edges = self.mesh.slots().flat_map(|slot| self.mesh.edge_range(slot));
        edges.map(|edge| EdgeId(edge as u32)).filter(|&edge| self.mesh.edge(edge).is_wall())
    }

    /// Iterates over the edges that begin at the vertex of a wall that begins there, counter-clockwise.
    pub(super) fn fan(&self, wall: EdgeId) -> impl Iterator<Item = EdgeId> + use<'m> {
        let mesh = self.mesh;
        std::iter::successors(Some(wall), move |&edge| mesh.counter_clockwise(edge))
    }
}
