//! The arcs of all nodes of a mesh, found when they are first used.

mod triangle_grid;
mod fragments;
mod potentials;
mod former;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use navmesh_core::{DVec2, NavMesh};

use super::arcs::{self, ArcFinder, Direction};
use super::ground::{Ground, GroundNode};
use former::{Inventory, SeenCells};
use potentials::{Heights, Potentials};

/// The place of a node, for bounds on the costs from it.
#[derive(Debug, Clone, Copy, Default)]
struct NodePosition {
    /// The point that stands for it.
    middle: DVec2,
    /// The greatest distance of this point from a point of the node.
    radius: f64,
    /// The greatest cost of a way from this point to a point of the node.
    reach: f64,
    heights: Heights,
}

/// A point that a search aims at.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AimPoint {
    point: DVec2,
    heights: Heights,
}

/// The arcs of a node, once they are found.
type FoundArcs = OnceLock<Arc<Found>>;

/// The arcs of a node.
#[derive(Debug)]
struct Found {
    arcs: Box<[arcs::Arc]>,
    /// The cells that the node sees, on a mesh that was edited.
    seen: Option<SeenCells>,
}

impl Found {
    fn bytes(&self) -> usize {
        let seen = self.seen.as_ref().map_or(0, |seen| size_of_val(&*seen.slots));
        size_of::<Self>() + size_of_val(&*self.arcs) + seen
    }
}

/// The weighted graph of a mesh.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) ground: Ground,
    arcs: Arc<Vec<FoundArcs>>,
    places: Vec<NodePosition>,
    potentials: Arc<Potentials>,
    /// A lower bound on the cost of a way per unit of the straight distance.
    rate: f64,
    /// For the tables of a later version: made at once on a mesh that was edited, else by its first edit.
    inventory: OnceLock<Arc<Inventory>>,
}

impl Tables {
    /// Numbers the nodes of a mesh and finds its potentials, but no arc.
    pub(crate) fn new(mesh: Arc<NavMesh>) -> Self {
        let potentials = Potentials::new(&mesh);
        Self::with_potentials(Ground::new(mesh), Arc::new(potentials))
    }

    fn with_potentials(ground: Ground, potentials: Arc<Potentials>) -> Self {
        let nodes = ground.node_count();
        let places = (0..nodes as u32).map(|number| place(&ground, &potentials, number));
        let places = places.collect();
        let mut arcs = Vec::new();
        arcs.resize_with(nodes, OnceLock::new);
        let rate = ground.mesh.lowest_rate() * (1.0 - 8.0 * f64::EPSILON);
        let is_edited = ground.mesh.revision() > 0;
        let inventory = is_edited.then(|| Arc::new(Inventory::of(&ground)));
        let inventory = inventory.map_or_else(OnceLock::new, OnceLock::from);
        Self { ground, arcs: Arc::new(arcs), places, potentials, rate, inventory }
    }

    /// Returns the arcs that leave a node, ascending by the nodes that they reach.
    pub(crate) fn arcs(&self, node: u32, finder: &mut ArcFinder) -> &[arcs::Arc] {
        let find = || {
            let arcs = finder.of_node(&self.ground, node, Direction::Forward).into();
            let mesh = &*self.ground.mesh;
            let seen = (mesh.revision() > 0).then(|| SeenCells::of(mesh, finder.cells()));
            Arc::new(Found { arcs, seen })
        };
        &self.arcs[node as usize].get_or_init(find).arcs
    }

    /// Returns the arcs by which a search in a direction leaves a node. Against their direction connections are left by
    /// their entries.
    pub(super) fn arcs_in<'a>(
        &'a self,
        direction: Direction,
        node: u32,
        finder: &'a mut ArcFinder,
    ) -> &'a [arcs::Arc] {
        match self.ground.node(node) {
            GroundNode::Entry(_) | GroundNode::Exit(_) if direction == Direction::Backward => {
                finder.of_node(&self.ground, node, direction)
            }
            _ => self.arcs(node, finder),
        }
    }

    /// Prepares the bounds on the costs between nodes and a point that lies in some cells.
    pub(crate) fn aim(&self, point: DVec2, slots: impl IntoIterator<Item = u32>) -> AimPoint {
        AimPoint { point, heights: self.potentials.heights(point, slots) }
    }

    /// Returns a lower bound on the cost of a way between a node and a point.
    pub(crate) fn least_cost(&self, node: u32, aim: &AimPoint) -> f64 {
        let NodePosition { middle, radius, reach, heights } = &self.places[node as usize];
        let straight = middle.distance(aim.point) - radius - self.ground.rounding;
        let along = self.potentials.least_cost(heights, &aim.heights) - reach;
        (self.rate * straight).max(along).max(0.0)
    }

    /// Returns the greatest value that [`Tables::least_cost`] has for any point of a node.
    pub(crate) fn most_cost(&self, node: u32, aim: &AimPoint) -> f64 {
        let NodePosition { middle, radius, reach, heights } = &self.places[node as usize];
        let straight = middle.distance(aim.point) + radius + self.ground.rounding;
        let along = self.potentials.most_cost(heights, &aim.heights) + reach;
        (self.rate * straight).max(along)
    }

    /// Returns a lower bound on the cost of a way between two points.
    pub(crate) fn least_between(&self, from: DVec2, to: DVec2) -> f64 {
        self.rate * from.distance(to)
    }

    /// Returns the size of what was found so far, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let arcs: usize =
            self.arcs.iter().filter_map(OnceLock::get).map(|found| found.bytes()).sum();
        let per_node = size_of::<FoundArcs>() + size_of::<NodePosition>();
        let inventory = self.inventory.get().map_or(0, |inventory| inventory.bytes());
        let nodes = self.places.len() * per_node;
        arcs + nodes + self.potentials.bytes() + self.ground.bytes() + inventory
    }
}

fn place(ground: &Ground, potentials: &Potentials, number: u32) -> NodePosition {
    if !ground.is_used(number) {
        return NodePosition::default();
    }
    let node = ground.node(number);
    let (middle, [a, b]) = (ground.place(node), ground.span(node));
    let radius = middle.distance(a).max(middle.distance(b));
    let (edge, rate) = match node {
        GroundNode::Vertex(edge) => (Some(edge), 0.0),
        GroundNode::Piece { piece, .. } => {
            let border = &ground.borders[piece.border as usize];
            (Some(border.cheap), border.cost)
        }
        GroundNode::Entry(_) | GroundNode::Exit(_) => (None, 0.0),
    };
    let slots = edge.map(|edge| ground.mesh.edge(edge).cell_slot());
    let reach = rate * (radius + ground.rounding);
    NodePosition { middle, radius, reach, heights: potentials.heights(middle, slots) }
}
