//! The nodes and arcs of a tube.

use navmesh_core::{DVec2, EdgeId};

use crate::weighted::chain::side;
use crate::weighted::ground::{Ground, GroundNode};
use crate::weighted::region_ray::LegEnd;
use crate::weighted::sight::{Cones, Eye, Target, may_see};

/// A node of the tube.
#[derive(Debug, Clone, Copy)]
pub(super) struct TubeNode {
    /// `None` for start and goals.
    pub(super) node: Option<GroundNode>,
    /// The ends of its piece; twice the same point for others.
    pub(super) span: [DVec2; 2],
    pub(super) middle: DVec2,
    /// Lower bounds on the costs from the start and to the goal.
    pub(super) so_far: f64,
    pub(super) rest: f64,
    /// The place of an end of a query, if it lies in one cell.
    pub(super) end: Option<LegEnd>,
}

impl TubeNode {
    /// Returns the node of an end of a query.
    pub(super) fn end(point: DVec2, end: Option<LegEnd>) -> Self {
        Self { node: None, span: [point; 2], middle: point, so_far: 0.0, rest: 0.0, end }
    }
}

/// An arc of the tube.
#[derive(Debug, Clone, Copy)]
pub(super) struct TubeArc {
    pub(super) from: u32,
    pub(super) to: u32,
    /// A lower bound on its cost.
    pub(super) lower: f64,
    /// The cost per unit of length; 0 between points, where `lower` is the cost.
    pub(super) rate: f64,
    pub(super) state: State,
    /// True if the middles are known not to see each other.
    pub(super) is_hidden: bool,
}

/// The knowledge of whether the ends of an arc see each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum State {
    Unknown,
    /// Perhaps they do.
    Open,
    /// No points of theirs do.
    Blocked,
}

/// Returns the parts of a node: two for a piece.
pub(super) fn halves(ground: &Ground, whole: &TubeNode) -> impl Iterator<Item = TubeNode> + use<> {
    let parts = match whole.node {
        Some(GroundNode::Piece { piece, entering }) => {
            piece.halves().map(|piece| Some(GroundNode::Piece { piece, entering }))
        }
        node => [node, None],
    };
    let is_piece = matches!(whole.node, Some(GroundNode::Piece { .. }));
    let whole = *whole;
    let parts = parts.map(|node| match node {
        Some(node) => TubeNode {
            node: Some(node),
            span: ground.span(node),
            middle: ground.place(node),
            ..whole
        },
        None => whole,
    });
    parts.into_iter().take(1 + usize::from(is_piece))
}

/// Returns the cost per unit of length between two nodes; 0 between points.
pub(super) fn rate(ground: &Ground, from: Option<GroundNode>, to: Option<GroundNode>) -> f64 {
    match (from, to) {
        (Some(GroundNode::Piece { piece, .. }), Some(GroundNode::Piece { piece: other, .. }))
            if piece.border == other.border =>
        {
            ground.borders[piece.border as usize].cost
        }
        (Some(GroundNode::Piece { piece, .. }), Some(GroundNode::Vertex(edge)))
            if is_end(ground, piece.border, edge) =>
        {
            ground.borders[piece.border as usize].cost
        }
        (Some(GroundNode::Vertex(edge)), Some(GroundNode::Piece { piece, .. }))
            if is_end(ground, piece.border, edge) =>
        {
            ground.borders[piece.border as usize].cost
        }
        (Some(GroundNode::Piece { piece, entering }), _) => {
            ground.cost_of(side(ground, piece, entering))
        }
        (_, Some(GroundNode::Piece { piece, entering })) => {
            ground.cost_of(side(ground, piece, entering.other()))
        }
        _ => 0.0,
    }
}

/// True if a border ends at the vertex where an edge begins.
fn is_end(ground: &Ground, border: u32, edge: EdgeId) -> bool {
    let nodes = ground.borders[border as usize].nodes;
    ground.node_at(edge).is_some_and(|node| nodes.contains(&node))
}

/// Returns the places of a node from which a leg sets out, or in which it ends, on its side.
fn place(ground: &Ground, at: &TubeNode, leaves: bool) -> Option<LegEnd> {
    match at.node {
        None => at.end,
        Some(GroundNode::Vertex(edge)) => Some(LegEnd::Vertex(edge)),
        Some(GroundNode::Piece { piece, entering }) => {
            let entering = if leaves { entering } else { entering.other() };
            Some(LegEnd::Edge(side(ground, piece, entering)))
        }
        Some(GroundNode::Entry(_) | GroundNode::Exit(_)) => None,
    }
}

/// True unless no points of an arc's ends see each other.
pub(super) fn may_see_each_other(
    ground: &Ground,
    nodes: &[TubeNode],
    arc: &TubeArc,
    cones: &mut Cones,
) -> bool {
    let [from, to] = [arc.from, arc.to].map(|node| &nodes[node as usize]);
    let start = place(ground, from, true);
    let goal = place(ground, to, false);
    let (Some(start), Some(goal)) = (start, goal) else { return true };
    let aim = Target { span: to.span, end: goal };
    let mesh = &ground.mesh;
    match start {
        LegEnd::Edge(edge) => {
            if matches!(goal, LegEnd::Edge(other) if ground.border_of(other) == ground.border_of(edge))
            {
                return true; // a walk
            }
            let eye = Eye::piece(ground, edge, from.span);
            may_see(ground, eye, mesh.edge(edge).cell_slot(), aim, cones)
        }
        LegEnd::Cell(slot) => may_see(ground, Eye::point(from.middle), slot, aim, cones),
        LegEnd::Vertex(edge) => {
            let place = mesh.place_in(mesh.edge(edge).cell_slot(), from.middle);
            let mut fan = mesh.incidences_at(place);
            fan.any(|at| may_see(ground, Eye::point(from.middle), at.cell.slot, aim, cones))
        }
    }
}
