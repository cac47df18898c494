//! Chains: the points of a path between start and goal, and their refinement by Snell's law.
//!
//! Source: J. S. B. Mitchell, C. H. Papadimitriou, "The Weighted Region Problem: Finding Shortest Paths Through
//! a Weighted Planar Subdivision", 1991. A cheapest path crosses a border so that cost times sine of the
//! angle agree on both sides. The points are [moved](refine) along their borders, and [pass](vertices) vertices on
//! the cheaper side.

mod refine;
mod vertices;

use navmesh_core::{DVec2, EdgeId, Feature, Incidence};

use super::ground::{Entering, Ground, GroundNode, Piece, incidences};
use super::region_ray::{LegEnd, is_clear};
use super::snell::Newton;
use vertices::Detour;

/// A point of a chain.
#[derive(Debug, Clone, Copy)]
pub(super) struct Point {
    pub(super) at: DVec2,
    pub(super) on: On,
}

/// The place of a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum On {
    /// An end of the query or of a connection: the first and the end of its places in the chain.
    Given(usize, usize),
    Vertex(EdgeId),
    Border {
        border: u32,
        share: f64,
    },
}

/// The leg between two points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Leg {
    /// A straight hop in a region, from and to these sides of borders.
    Hop { cost: f64, leaves: Option<EdgeId>, enters: Option<EdgeId> },
    /// A walk along a border.
    Walk { cost: f64 },
    /// An off-mesh connection.
    Connection(u32),
}

/// A point that was removed from a chain, and the leg that began there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Removed {
    point: Point,
    leg: Leg,
}

/// The points of a path and the legs between them.
#[derive(Debug, Default)]
pub(super) struct Chain {
    pub(super) points: Vec<Point>,
    pub(super) legs: Vec<Leg>,
    pub(super) places: Vec<LegEnd>,
    newton: Newton,
    /// The points before the last step of Newton's method.
    saved: Vec<Point>,
    detour: Detour,
}

/// A node of a way through the graph, and the cost of the way up to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stop {
    pub(super) node: GroundNode,
    pub(super) cost: f64,
}

/// An end of a query.
#[derive(Debug, Clone, Copy)]
pub(super) struct End<'a> {
    pub(super) at: DVec2,
    pub(super) incidences: &'a [Incidence],
}

/// The tangent of a bend below which a crossing is worth the attempt to leave it out.
const STRAIGHT: f64 = 1.0 / (1u64 << 20) as f64;

impl Chain {
    /// Makes the chain of a way between two ends, over its stops, of this cost.
    pub(super) fn set(&mut self, ground: &Ground, ends: [End<'_>; 2], stops: &[Stop], total: f64) {
        self.points.clear();
        self.legs.clear();
        self.places.clear();
        let start =
            Point { at: ends[0].at, on: self.add_places(ends[0].incidences.iter().copied()) };
        self.points.push(start);
        let (mut before, mut known) = (None, 0.0);
        for &Stop { node, cost } in stops {
            let point = Point { at: ground.place(node), on: self.place_of(ground, node) };
            self.push(ground, [before, Some(node)], point, cost - known);
            (before, known) = (Some(node), cost);
        }
        let goal =
            Point { at: ends[1].at, on: self.add_places(ends[1].incidences.iter().copied()) };
        self.push(ground, [before, None], goal, total - known);
    }

    /// Appends a point, and the leg of this cost that leads there.
    fn push(&mut self, ground: &Ground, nodes: [Option<GroundNode>; 2], point: Point, cost: f64) {
        if let Some(&last) = self.points.last() {
            self.legs.push(leg(ground, nodes, [last, point], cost));
        }
        self.points.push(point);
    }

    fn add_places(&mut self, at: impl Iterator<Item = Incidence>) -> On {
        let first = self.places.len();
        self.places.extend(at.map(|incidence| match incidence.feature {
            Feature::Inside => LegEnd::Cell(incidence.cell.slot),
            Feature::Edge(edge) => LegEnd::Edge(edge),
            Feature::Corner(edge) => LegEnd::Vertex(edge),
        }));
        On::Given(first, self.places.len())
    }

    /// Returns the place of a node's point.
    fn place_of(&mut self, ground: &Ground, node: GroundNode) -> On {
        let connections = ground.mesh.off_mesh_connections();
        match node {
            GroundNode::Vertex(edge) => On::Vertex(edge),
            GroundNode::Piece { piece, .. } => {
                On::Border { border: piece.border, share: piece.sample() }
            }
            GroundNode::Entry(number) => {
                let end = &connections[number as usize];
                self.add_places(incidences(&ground.mesh, end.entry, &end.entry_cells))
            }
            GroundNode::Exit(number) => {
                let end = &connections[number as usize];
                self.add_places(incidences(&ground.mesh, end.exit, &end.exit_cells))
            }
        }
    }

    /// Returns the sum of the legs' costs per unit of length.
    pub(super) fn rates(&self) -> f64 {
        self.legs.iter().map(|leg| leg.rate()).sum()
    }

    /// Returns the cost of the chain.
    pub(super) fn cost(&self, ground: &Ground) -> f64 {
        let legs = self.legs.iter().zip(self.points.windows(2));
        legs.map(|(leg, ends)| leg.cost(ground, ends[0].at, ends[1].at)).sum()
    }

    /// Returns the index of the first leg that leaves its region or touches a vertex.
    pub(super) fn first_unclear_leg(&self, ground: &Ground) -> Option<usize> {
        let mut legs = self.legs.iter().zip(self.points.windows(2));
        legs.position(|(&leg, ends)| !self.is_leg_clear(ground, leg, [ends[0], ends[1]]))
    }

    /// Returns the index of the first point from `first` on where the chain crosses a border almost straight on.
    pub(super) fn straight_crossing(&self, first: usize) -> Option<usize> {
        let is_straight = |&index: &usize| {
            let [before, at, after] = [index - 1, index, index + 1].map(|i| self.points[i].at);
            let [into, out] = [at - before, after - at];
            let bend = into.perp_dot(out).abs();
            matches!(self.points[index].on, On::Border { .. }) && bend <= STRAIGHT * into.dot(out)
        };
        (first.max(1)..self.points.len().saturating_sub(1)).find(is_straight)
    }

    /// Removes a point. The leg over it is no leg of the graph any more, so the chain is only good to be written.
    pub(super) fn remove(&mut self, index: usize) -> Removed {
        Removed { point: self.points.remove(index), leg: self.legs.remove(index) }
    }

    /// Puts a removed point back.
    pub(super) fn insert(&mut self, index: usize, Removed { point, leg }: Removed) {
        self.points.insert(index, point);
        self.legs.insert(index, leg);
    }

    /// True if both legs of a point stay in their regions once it is moved.
    fn is_clear_at(&self, ground: &Ground, index: usize, moved: Point) -> bool {
        let [before, after] = [self.points[index - 1], self.points[index + 1]];
        self.is_leg_clear(ground, self.legs[index - 1], [before, moved])
            && self.is_leg_clear(ground, self.legs[index], [moved, after])
    }

    fn is_leg_clear(&self, ground: &Ground, leg: Leg, [from, to]: [Point; 2]) -> bool {
        let Leg::Hop { leaves, enters, .. } = leg else { return true };
        let mut owned = [LegEnd::Cell(0); 2];
        let [first, second] = &mut owned;
        let starts = self.leg_ends(from.on, leaves, first);
        let goals = self.leg_ends(to.on, enters, second);
        let is_clear = |&start: &LegEnd| {
            goals.iter().any(|&goal| is_clear(ground, (from.at, start), (to.at, goal)))
        };
        starts.iter().any(is_clear)
    }

    /// Returns the places where a leg may begin or end; `own` holds the place of a border's point.
    fn leg_ends<'a>(&'a self, on: On, edge: Option<EdgeId>, own: &'a mut LegEnd) -> &'a [LegEnd] {
        match (on, edge) {
            (On::Given(first, end), _) => return &self.places[first..end],
            (On::Border { .. }, Some(edge)) => *own = LegEnd::Edge(edge),
            (On::Vertex(edge), _) => *own = LegEnd::Vertex(edge),
            (On::Border { .. }, None) => return &[],
        }
        std::slice::from_ref(own)
    }
}

impl Leg {
    fn rate(self) -> f64 {
        match self {
            Self::Hop { cost, .. } | Self::Walk { cost } => cost,
            Self::Connection(_) => 0.0,
        }
    }

    fn cost(self, ground: &Ground, from: DVec2, to: DVec2) -> f64 {
        match self {
            Self::Hop { cost, .. } | Self::Walk { cost } => cost * from.distance(to),
            Self::Connection(number) => ground.mesh.off_mesh_connections()[number as usize].cost,
        }
    }
}

/// Returns the leg of a cost between two nodes; `None` stands for an end of the query.
fn leg(ground: &Ground, nodes: [Option<GroundNode>; 2], points: [Point; 2], cost: f64) -> Leg {
    if let [Some(GroundNode::Entry(number)), Some(GroundNode::Exit(_))] = nodes {
        return Leg::Connection(number);
    }
    if let Some(border) = walked_border(ground, points) {
        return Leg::Walk { cost: ground.borders[border as usize].cost };
    }
    let leaves = match nodes[0] {
        Some(GroundNode::Piece { piece, entering }) => Some(side(ground, piece, entering)),
        _ => None,
    };
    let enters = match nodes[1] {
        Some(GroundNode::Piece { piece, entering }) => Some(side(ground, piece, entering.other())),
        _ => None,
    };
    let length = points[0].at.distance(points[1].at);
    let rate = || if length > 0.0 { cost / length } else { 0.0 };
    let cost = leaves.or(enters).map_or_else(rate, |edge| ground.cost_of(edge));
    Leg::Hop { cost, leaves, enters }
}

/// Returns the edge of a piece in the cell that a path enters.
pub(super) fn side(ground: &Ground, piece: Piece, entering: Entering) -> EdgeId {
    let border = &ground.borders[piece.border as usize];
    match entering {
        Entering::Cheap => border.cheap,
        Entering::Costly => border.costly,
    }
}

/// Returns the border that both points lie on, of which one is no vertex.
fn walked_border(ground: &Ground, points: [Point; 2]) -> Option<u32> {
    let is_on = |on: On, border: u32| match on {
        On::Border { border: own, .. } => own == border,
        On::Vertex(edge) => {
            let nodes = ground.borders[border as usize].nodes;
            ground.node_at(edge).is_some_and(|node| nodes.contains(&node))
        }
        On::Given(..) => false,
    };
    let borders = points.map(|point| match point.on {
        On::Border { border, .. } => Some(border),
        _ => None,
    });
    let mut borders = borders.into_iter().flatten();
    borders.find(|&border| points.iter().all(|point| is_on(point.on, border)))
}
