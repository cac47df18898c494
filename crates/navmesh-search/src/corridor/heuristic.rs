//! Estimates of the remaining cost.

use glam::DVec2;
use navmesh_core::{EdgeId, NavMesh};

/// The estimate of the cost from an entered edge to the target.
///
/// Every estimate is a distance, times the lowest cost of any cell, or times the lowest cost per unit of
/// distance of any link if that is lower. An estimate is *admissible* if it never exceeds the true cost. With
/// an admissible one the corridor is the cheapest by midpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Heuristic {
    /// No estimate: Dijkstra's algorithm. Admissible; expands the most.
    Zero,
    /// The article's estimate: |Δx| + |Δy| from the centroid of the entered cell to the target.
    ///
    /// It is not admissible: it exceeds the straight distance, and the centroid may be farther than the edge. It
    /// expands few nodes, and the corridor may cost more than the cheapest.
    ManhattanFromCentroid,
    /// The straight distance from the midpoint of the entered edge to the target (the default).
    ///
    /// Admissible and consistent: the remaining legs run from this midpoint to the target, and each costs at
    /// least the lowest cost times its length.
    #[default]
    EuclideanFromMidpoint,
}

impl Heuristic {
    /// True if the estimate never exceeds the remaining cost, up to rounding.
    #[must_use]
    pub fn is_admissible(self) -> bool {
        !matches!(self, Self::ManhattanFromCentroid)
    }

    /// Returns the estimate from the edge `entered`, with its midpoint, to `target`, in units of cost.
    pub(super) fn estimate(
        self,
        mesh: &NavMesh,
        entered: EdgeId,
        midpoint: DVec2,
        target: DVec2,
    ) -> f64 {
        match self {
            Self::ManhattanFromCentroid => {
                let centroid = mesh.centroid(mesh.edge(entered).cell_slot());
                self.estimate_at(mesh, centroid, target)
            }
            Self::Zero | Self::EuclideanFromMidpoint => self.estimate_at(mesh, midpoint, target),
        }
    }

    /// Returns the estimate from a point to `target`, in units of cost.
    pub(super) fn estimate_at(self, mesh: &NavMesh, point: DVec2, target: DVec2) -> f64 {
        let distance = match self {
            Self::Zero => 0.0,
            Self::ManhattanFromCentroid => (target - point).abs().element_sum(),
            Self::EuclideanFromMidpoint => point.distance(target),
        };
        distance * mesh.lowest_rate()
    }
}
