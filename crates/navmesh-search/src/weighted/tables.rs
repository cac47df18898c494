//! The arcs of all nodes of a mesh, found when they are first used.

use std::sync::{Arc, OnceLock};

use navmesh_core::{DVec2, NavMesh};

use super::arcs::{self, ArcFinder};
use super::ground::Ground;

/// The weighted graph of a mesh.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) ground: Ground,
    arcs: Vec<OnceLock<Box<[arcs::Arc]>>>,
    /// The middle of each node, and its greatest distance from a point of the node.
    discs: Vec<(DVec2, f64)>,
    /// A lower bound on the cost of a way per unit of the straight distance.
    rate: f64,
}

impl Tables {
    /// Numbers the nodes of a mesh and finds no arc. Complexity: linear.
    pub(crate) fn new(mesh: Arc<NavMesh>) -> Self {
        let ground = Ground::new(mesh);
        let nodes = ground.node_count();
        let disc = |node: u32| {
            let node = ground.node(node);
            let [a, b] = ground.span(node);
            (ground.place(node), 0.5 * a.distance(b))
        };
        let discs = (0..nodes as u32).map(disc).collect();
        let mut arcs = Vec::new();
        arcs.resize_with(nodes, OnceLock::new);
        let rate = ground.mesh.lowest_rate() * (1.0 - 8.0 * f64::EPSILON);
        Self { ground, arcs, discs, rate }
    }

    /// Returns the arcs that leave a node, ascending by the nodes that they reach.
    pub(crate) fn arcs(&self, node: u32, finder: &mut ArcFinder) -> &[arcs::Arc] {
        self.arcs[node as usize].get_or_init(|| finder.of_node(&self.ground, node).into())
    }

    /// Returns a lower bound on the cost of a way between a node and a point.
    pub(crate) fn least_cost(&self, node: u32, point: DVec2) -> f64 {
        let (middle, radius) = self.discs[node as usize];
        (self.rate * middle.distance(point) - self.rate * (radius + self.ground.rounding)).max(0.0)
    }

    /// Returns a lower bound on the cost of a way between two points.
    pub(crate) fn least_between(&self, from: DVec2, to: DVec2) -> f64 {
        self.rate * from.distance(to)
    }

    /// Returns the size of what was found so far, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let found = self.arcs.iter().filter_map(OnceLock::get).map(|arcs| arcs.len());
        let arcs = found.sum::<usize>() * size_of::<arcs::Arc>();
        let per_node = size_of::<OnceLock<Box<[arcs::Arc]>>>() + size_of::<(DVec2, f64)>();
        arcs + self.discs.len() * per_node
    }
}
