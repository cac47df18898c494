//! Hub labels: an index from which shortest paths are read without a search, for maps that stand still.
//!
//! A shortest path is straight from the start to the first *corner* at which it turns, goes from corner to corner, and straight
//! to the goal. Every inner leg is *taut*: at both ends the path can turn around the obstacle there. So the taut legs between all
//! corners that see each other make a graph, and the label of a corner names some corners, its *hubs*, with their distances in
//! the graph. For any two corners some hub of both lies on a shortest way between them. A query looks from both endpoints at the
//! corners that they see, and takes the least sum over a hub of both sides.
//!
//! Sources: E. Cohen, E. Halperin, H. Kaplan, U. Zwick, "Reachability and Distance Queries via 2-Hop Labels", 2003; T. Akiba, Y.
//! Iwata, Y. Yoshida, "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned Landmark Labeling", 2013; D. Delling,
//! A. V. Goldberg, T. Pajor, R. F. Werneck, "Robust Distance Queries on Massive Networks", 2014; J. Du, B. Shen, M. A. Cheema,
//! "Ultrafast Euclidean Shortest Path Computation Using Hub Labeling", 2023.
//!
//! We differ from the last in: what a point sees is found by a query itself, with exact tests, from cell to cell; so no list is
//! kept for each cell, which takes gigabytes.
//!
//! 1. `corners` – the corners, and the test of tautness.
//! 2. `sweep` – the corners that a point sees.
//! 3. `graph` – the taut legs, and shortest ways on them.
//! 4. `order` – the order of the hubs.
//! 5. `hubs` – the labels, by pruned searches.
//! 6. `query` – the path between two points.

mod corners;
mod sweep;
mod graph;
mod order;
mod hubs;
mod query;

use navmesh_core::NavMesh;

use corners::Corners;
use graph::TautGraph;
use hubs::{ENTRY, HubLabels};
pub(crate) use query::LabelWorkspace;
pub(super) use sweep::Route;

/// The labels of a mesh.
#[derive(Debug)]
pub(crate) struct Labels {
    corners: Corners,
    hubs: HubLabels,
}

/// The most corners: the numbers of their two passes have 16 bits.
const MOST_CORNERS: usize = i16::MAX as usize;

/// The reason why a map has no labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// Paths on the mesh need a search: cells differ in cost, links are shortcuts, or floors meet at a vertex.
    #[error(
        "labels are for maps where all cells cost 1, without links and without floors that wind around a vertex"
    )]
    Unsupported,
    /// The mesh has too many corners.
    #[error("labels are for at most {most} corners, and the mesh has {corners}")]
    TooManyCorners {
        /// The corners of the mesh.
        corners: usize,
        /// The most corners.
        most: usize,
    },
    /// The labels take more memory than was given.
    #[error("the labels take more than {budget} bytes")]
    TooLarge {
        /// The bytes that were given.
        budget: usize,
    },
}

impl Labels {
    /// Makes the labels of a mesh in at most `budget` bytes.
    pub(crate) fn new(mesh: &NavMesh, budget: usize) -> Result<Self, LabelError> {
        if !mesh.is_uniform()
            || !mesh.saddles().is_empty()
            || !mesh.off_mesh_connections().is_empty()
        {
            return Err(LabelError::Unsupported);
        }
        let corners = Corners::of(mesh);
        if corners.len() > MOST_CORNERS {
            let (corners, most) = (corners.len(), MOST_CORNERS);
            return Err(LabelError::TooManyCorners { corners, most });
        }
        let room = budget.saturating_sub(corners.bytes());
        let too_large = LabelError::TooLarge { budget };
        // The budget bounds the legs too, so that the preparation does not fill the memory.
        let graph = TautGraph::of(mesh, &corners, room / ENTRY).ok_or(too_large)?;
        let order = order::by_coverage(&graph);
        let hubs = HubLabels::of(&graph, &corners, &order, room).ok_or(too_large)?;
        Ok(Self { corners, hubs })
    }

    /// Returns their size.
    pub(crate) fn bytes(&self) -> usize {
        self.corners.bytes() + self.hubs.bytes()
    }
}
