//! Estimates of the cost still to come.

use glam::DVec2;
use navmesh_core::{EdgeId, NavMesh};

/// How the cost from an entered edge to the target is estimated.
///
/// Every estimate is a distance times the lowest cost of any cell on the mesh, or times what its cheapest link
/// costs a unit, if that is less. It is *admissible*
/// where it never exceeds what the search would pay: then the corridor is the cheapest by midpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Heuristic {
    /// No estimate: Dijkstra's algorithm. Admissible; expands the most.
    Zero,
    /// The article's own: |Δx| + |Δy| from the centroid of the entered cell to the target.
    ///
    /// Not admissible: it exceeds the straight distance, and the centroid may lie farther off than
    /// the edge does. It expands little, and the corridor may be dearer than the cheapest.
    ManhattanFromCentroid,
    /// The straight distance from the midpoint of the entered edge to the target (the default).
    ///
    /// Admissible and consistent, since the legs that remain run from this very midpoint to the
    /// target and each costs at least the lowest cost times its length.
    #[default]
    EuclideanFromMidpoint,
}

impl Heuristic {
    /// True where the estimate never exceeds the cost still to come, up to rounding.
    #[must_use]
    pub fn is_admissible(self) -> bool {
        !matches!(self, Self::ManhattanFromCentroid)
    }

    /// The estimate from where a link comes out to `target`; in units of cost.
    pub(super) fn estimate_at(self, mesh: &NavMesh, point: DVec2, target: DVec2) -> f64 {
        let distance = match self {
            Self::Zero => 0.0,
            Self::ManhattanFromCentroid => (target - point).abs().element_sum(),
            Self::EuclideanFromMidpoint => point.distance(target),
        };
        distance * mesh.lowest_rate()
    }

    /// The estimate from the edge `entered`, with its midpoint, to `target`; in units of cost.
    pub(super) fn estimate(
        self,
        mesh: &NavMesh,
        entered: EdgeId,
        midpoint: DVec2,
        target: DVec2,
    ) -> f64 {
        let distance = match self {
            Self::Zero => 0.0,
            Self::ManhattanFromCentroid => {
                let centroid = mesh.centroid(mesh.edge(entered).cell_slot());
                (target - centroid).abs().element_sum()
            }
            Self::EuclideanFromMidpoint => midpoint.distance(target),
        };
        distance * mesh.lowest_rate()
    }
}
