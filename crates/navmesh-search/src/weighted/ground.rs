//! The parts of a mesh that a weighted search works on: borders, pieces and nodes.
//!
//! A *region* is a maximal set of cells of one cost that portals join. A *border* is a portal between two
//! regions; it costs what its cheaper side costs. Each border is cut into [`PIECES`] pieces.
//!
//! The nodes are numbered in one row: first the vertices where a path may turn, then two nodes for each
//! piece (about to enter the cheap side, about to enter the costly side), then entry and exit of each link.

mod numbers;

use std::sync::Arc;

use navmesh_core::backend::collections::NONE;
use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{DVec2, EdgeId, Incidence, NavMesh};

use numbers::Numbering;
pub(crate) use numbers::Numbers;

/// The number of pieces of a border before a query refines them.
pub(super) const PIECES: u32 = 4;

/// The share of a piece at an end of its border that lies between the end and the point that stands for the piece.
const NEAR_END: f64 = 0.35;

/// A portal between two regions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Border {
    /// Its edge in the cheaper cell.
    pub(crate) cheap: EdgeId,
    /// Its edge in the costlier cell.
    pub(crate) costly: EdgeId,
    /// The ends of the cheap edge, in its direction.
    pub(crate) ends: [DVec2; 2],
    /// The nodes at its ends.
    pub(crate) nodes: [u32; 2],
    /// The cost of the cheaper side.
    pub(crate) cost: f64,
}

/// A part of a border, by its shares of the border's length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Piece {
    pub(crate) border: u32,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// The side of a border that a path enters next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Entering {
    Cheap,
    Costly,
}

/// A node by its kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum GroundNode {
    /// A vertex; the edge begins there.
    Vertex(EdgeId),
    /// A piece of a border.
    Piece { piece: Piece, entering: Entering },
    /// The entry of an off-mesh connection.
    Entry(u32),
    /// The exit of an off-mesh connection.
    Exit(u32),
}

/// The borders and nodes of a mesh.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) mesh: Arc<NavMesh>,
    pub(crate) borders: Vec<Border>,
    /// The border of each edge; `NONE` for other edges.
    border_of: Vec<u32>,
    /// The node of each vertex; `NONE` where no path turns.
    node_of: Vec<u32>,
    /// An edge that begins at each vertex node; none for numbers that are free.
    vertices: Vec<EdgeId>,
    /// For a vertex inside one region between two walls, the other ends of these: a path turns only around them.
    walls: Vec<Option<[DVec2; 2]>>,
    /// An upper bound on the rounding of a distance between computed points, in map units.
    pub(crate) rounding: f64,
}

impl Ground {
    /// Finds the borders of a mesh and numbers its nodes. Complexity: linear.
    pub(crate) fn new(mesh: Arc<NavMesh>) -> Self {
        let mut ground = Self::bare(mesh);
        ground.find_nodes(Numbering::default(), Numbering::default());
        ground
    }

    /// Creates the ground of a mesh without any node.
    fn bare(mesh: Arc<NavMesh>) -> Self {
        Self {
            borders: Vec::new(),
            border_of: vec![NONE; mesh.edges().len()],
            node_of: vec![NONE; mesh.vertex_count()],
            vertices: Vec::new(),
            walls: Vec::new(),
            rounding: 16.0 * f64::EPSILON * mesh.bounds().max_abs(),
            mesh,
        }
    }

    /// Adds the borders, their ends, and then the wall corners that are no ends.
    fn find_nodes(&mut self, mut vertices: Numbering, mut borders: Numbering) {
        let mesh = Arc::clone(&self.mesh);
        let edges = || mesh.slots().flat_map(|slot| mesh.edge_range(slot));
        for cheap in edges().map(|edge| EdgeId(edge as u32)) {
            let Some(costly) = mesh.edge(cheap).twin() else { continue };
            let [cost, other] = [cheap, costly].map(|edge| mesh.cost(mesh.edge(edge).cell_slot()));
            if cost < other {
                let number = borders.take(cheap.index(), self.borders.len());
                let nodes = [cheap, costly].map(|edge| self.add_vertex(edge, false, &mut vertices));
                let ends = mesh.edge_ends(cheap);
                put(&mut self.borders, number, Border { cheap, costly, ends, nodes, cost });
                self.border_of[cheap.index()] = number as u32;
                self.border_of[costly.index()] = number as u32;
            }
        }
        for edge in edges().filter(|&edge| mesh.edges()[edge].origin_is_corner()) {
            self.add_vertex(EdgeId(edge as u32), true, &mut vertices);
        }
    }

    /// Returns the node of the vertex where `edge` begins, and numbers it first if it has none.
    fn add_vertex(&mut self, edge: EdgeId, is_plain: bool, numbers: &mut Numbering) -> u32 {
        let mesh = &self.mesh;
        let vertex = mesh.edge(edge).vertex();
        if self.node_of[vertex.index()] == NONE {
            let number = numbers.take(vertex.index(), self.vertices.len());
            self.node_of[vertex.index()] = number as u32;
            let is_saddle = mesh.saddles().binary_search(&vertex).is_ok();
            let walls = mesh.walls_of_fan(edge).filter(|_| is_plain && !is_saddle);
            let walls = walls.map(|[first, last]| {
                let [_, ahead] = mesh.edge_ends(first);
                [ahead, mesh.edge(last).origin()]
            });
            put(&mut self.vertices, number, edge);
            put(&mut self.walls, number, walls);
        }
        self.node_of[vertex.index()]
    }

    /// Returns its size in bytes, without the mesh.
    pub(crate) fn bytes(&self) -> usize {
        self.borders.capacity() * size_of::<Border>()
            + (self.border_of.capacity() + self.node_of.capacity()) * size_of::<u32>()
            + self.vertices.capacity() * size_of::<EdgeId>()
            + self.walls.capacity() * size_of::<Option<[DVec2; 2]>>()
    }

    /// Returns the border of an edge.
    pub(crate) fn border_of(&self, edge: EdgeId) -> Option<u32> {
        Some(self.border_of[edge.index()]).filter(|&border| border != NONE)
    }

    /// True for the edge of a border in its cheaper cell.
    pub(crate) fn is_cheap(&self, edge: EdgeId) -> bool {
        self.border_of(edge).is_some_and(|border| self.borders[border as usize].cheap == edge)
    }

    /// True for a portal inside a region.
    pub(crate) fn is_inner(&self, edge: EdgeId) -> bool {
        self.border_of[edge.index()] == NONE && !self.mesh.edge(edge).is_wall()
    }

    /// Returns the node of the vertex where an edge begins.
    pub(crate) fn node_at(&self, edge: EdgeId) -> Option<u32> {
        let node = self.node_of[self.mesh.edge(edge).vertex().index()];
        (node != NONE).then_some(node)
    }

    /// True if borders may end at the vertex where an edge begins.
    pub(crate) fn has_borders(&self, edge: EdgeId) -> bool {
        self.node_at(edge).is_some_and(|node| self.walls[node as usize].is_none())
    }

    /// Returns the cost of the cell that an edge belongs to.
    pub(crate) fn cost_of(&self, edge: EdgeId) -> f64 {
        self.mesh.cost(self.mesh.edge(edge).cell_slot())
    }

    /// Returns the number of nodes.
    pub(crate) fn node_count(&self) -> usize {
        let connections = self.mesh.off_mesh_connections().len();
        self.vertices.len() + 2 * self.borders.len() * PIECES as usize + 2 * connections
    }

    /// Returns the number of vertex nodes; they come first.
    pub(crate) fn vertex_count(&self) -> u32 {
        self.vertices.len() as u32
    }

    /// Returns the node by which a path to this one ends where the reversed path begins.
    pub(crate) fn reversed(&self, number: u32) -> u32 {
        let pieces = self.vertex_count();
        match number.checked_sub(pieces) {
            Some(at) if at < 2 * self.piece_count() => pieces + (at ^ 1),
            _ => number,
        }
    }

    /// Returns a node by its kind.
    pub(crate) fn node(&self, number: u32) -> GroundNode {
        let pieces = self.vertex_count();
        let connections = pieces + 2 * self.piece_count();
        if number < pieces {
            GroundNode::Vertex(self.vertices[number as usize])
        } else if number < connections {
            let at = number - pieces;
            let entering = if at.is_multiple_of(2) { Entering::Cheap } else { Entering::Costly };
            GroundNode::Piece { piece: self.piece(at / 2), entering }
        } else {
            let at = number - connections;
            if at.is_multiple_of(2) { GroundNode::Entry(at / 2) } else { GroundNode::Exit(at / 2) }
        }
    }

    /// Returns the number of a piece's node.
    pub(crate) fn piece_node(&self, piece: u32, entering: Entering) -> u32 {
        self.vertex_count() + 2 * piece + u32::from(entering == Entering::Costly)
    }

    /// Returns the number of a connection's entry; its exit comes next.
    pub(crate) fn entry_node(&self, connection: u32) -> u32 {
        self.vertex_count() + 2 * self.piece_count() + 2 * connection
    }

    /// True for an arc that enters a connection by its exit.
    pub(crate) fn is_backward(&self, from: u32, to: u32) -> bool {
        self.connection_end(to) == Some(1) && from.wrapping_add(1) != to
    }

    /// True for an arc that, against its direction, enters a connection by its entry.
    pub(crate) fn is_forward(&self, from: u32, to: u32) -> bool {
        self.connection_end(to) == Some(0) && from.wrapping_sub(1) != to
    }

    /// Returns 0 for an entry and 1 for an exit.
    fn connection_end(&self, number: u32) -> Option<u32> {
        number.checked_sub(self.vertex_count() + 2 * self.piece_count()).map(|at| at % 2)
    }

    fn piece_count(&self) -> u32 {
        self.borders.len() as u32 * PIECES
    }

    /// Returns a piece by its number.
    pub(crate) fn piece(&self, number: u32) -> Piece {
        let [from, to] = [number % PIECES, number % PIECES + 1];
        let share = |cut: u32| f64::from(cut) / f64::from(PIECES);
        Piece { border: number / PIECES, from: share(from), to: share(to) }
    }

    /// Returns the point at a share of a border.
    pub(crate) fn point_on(&self, border: u32, share: f64) -> DVec2 {
        point_at(self.borders[border as usize].ends, share)
    }

    /// Returns the ends of a piece.
    pub(crate) fn ends(&self, piece: &Piece) -> [DVec2; 2] {
        [piece.from, piece.to].map(|share| self.point_on(piece.border, share))
    }

    /// Returns the point that stands for a piece in a path.
    pub(crate) fn sample(&self, piece: &Piece) -> DVec2 {
        self.point_on(piece.border, piece.sample())
    }

    /// Returns the ends of the segment that a node stands for; twice the same point except for pieces.
    pub(crate) fn span(&self, node: GroundNode) -> [DVec2; 2] {
        match node {
            GroundNode::Piece { piece, .. } => self.ends(&piece),
            fixed => [self.place(fixed); 2],
        }
    }

    /// Returns the point that stands for a node in a path.
    pub(crate) fn place(&self, node: GroundNode) -> DVec2 {
        let connections = self.mesh.off_mesh_connections();
        match node {
            GroundNode::Vertex(edge) => self.mesh.edge(edge).origin(),
            GroundNode::Piece { piece, .. } => self.sample(&piece),
            GroundNode::Entry(connection) => connections[connection as usize].entry,
            GroundNode::Exit(connection) => connections[connection as usize].exit,
        }
    }

    /// True if a path along a line from some point of a segment may turn at a vertex node: it touches a wall there
    /// that lies on one side of the line.
    pub(crate) fn may_turn(&self, segment: [DVec2; 2], node: u32) -> bool {
        let [from_a, from_b] = segment.map(|end| self.wall_sides(end, node));
        from_a.is_none() || from_a != from_b
    }

    /// Returns the sides of the line from a point to a vertex node on which the walls there lie; `None` if a path along
    /// the line may turn there.
    fn wall_sides(&self, from: DVec2, node: u32) -> Option<[Turn; 2]> {
        let ends = (*self.walls.get(node as usize)?)?;
        let at = self.mesh.edge(*self.vertices.get(node as usize)?).origin();
        let sides = ends.map(|end| turn(from, at, end));
        matches!(sides, [Turn::Left, Turn::Right] | [Turn::Right, Turn::Left]).then_some(sides)
    }
}

impl Entering {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Cheap => Self::Costly,
            Self::Costly => Self::Cheap,
        }
    }
}

impl Piece {
    /// Returns the share of its middle.
    fn middle(&self) -> f64 {
        0.5 * (self.from + self.to)
    }

    /// Returns the share of the point that stands for it in a path: its middle, or nearer to an end of the border, since
    /// paths often pass close to vertices.
    pub(crate) fn sample(&self) -> f64 {
        let near = NEAR_END * (self.to - self.from);
        match (self.from > 0.0, self.to < 1.0) {
            (false, true) => self.from + near,
            (true, false) => self.to - near,
            _ => self.middle(),
        }
    }

    /// Returns its two halves.
    pub(crate) fn halves(&self) -> [Self; 2] {
        [Self { to: self.middle(), ..*self }, Self { from: self.middle(), ..*self }]
    }
}

/// Sets an item of a list, or adds the next one.
fn put<T>(items: &mut Vec<T>, index: usize, item: T) {
    match items.get_mut(index) {
        Some(old) => *old = item,
        None => items.push(item),
    }
}

/// Returns the point at a share of a segment; an end bit for bit.
pub(super) fn point_at([a, b]: [DVec2; 2], share: f64) -> DVec2 {
    if share <= 0.0 {
        a
    } else if share >= 1.0 {
        b
    } else {
        (a + (b - a) * share).clamp(a.min(b), a.max(b))
    }
}

/// Iterates over the incidences of a point with cells.
pub(super) fn incidences<'a>(
    mesh: &'a NavMesh,
    point: DVec2,
    slots: &'a [u32],
) -> impl Iterator<Item = Incidence> + use<'a> {
    slots.iter().filter_map(move |&slot| {
        let feature = mesh.feature_at(slot, point)?;
        Some(Incidence { cell: mesh.cell_id(slot), feature })
    })
}
