//! Pulls a corridor tight: from a chain of cells to the shortest path within them.
//!
//! Read the modules in this order:
//!
//! 1. `portal_view` (private) – the portals that a point stands on or sees edge-on.
//! 2. [`funnel`] – [`pull`]: the funnel algorithm, linear in the number of portals.
//!
//! All side tests are exact. [`pull`] fills the path's waypoints, cells and links. The caller calls
//! [`Path::finish`](navmesh_core::backend::WritePath::finish) afterwards, which sums up the length. Where cells differ
//! in cost, [`Path::cost_on`](navmesh_core::Path::cost_on) returns the cost.
//!
//! ```
//! use navmesh_core::backend::{PathSummary, WritePath};
//! use navmesh_core::{Corridor, DVec2, EdgeId, Path, Portal, Scratch, VertexId};
//! use navmesh_funnel::pull;
//!
//! // An L of two rooms: up through the doorway from (0, 1) to (1, 1), then to the right.
//! let doorway = |left, right| Portal {
//!     left: DVec2::from(left),
//!     right: DVec2::from(right),
//!     left_vertex: VertexId(0),
//!     right_vertex: VertexId(1),
//!     edge: EdgeId(0),
//! };
//! let corridor = Corridor {
//!     start: DVec2::new(0.5, 0.0),
//!     goal: DVec2::new(4.0, 1.5),
//!     portals: vec![doorway([0.0, 1.0], [1.0, 1.0])],
//!     ..Corridor::default()
//! };
//! let mut path = Path::default();
//! pull(&corridor, &mut Scratch::new(), &mut path);
//! path.finish(PathSummary::default());
//! assert_eq!(path.waypoints(), [corridor.start, DVec2::new(1.0, 1.0), corridor.goal]);
//! ```

mod portal_view;
pub mod funnel;

pub use funnel::pull;

#[cfg(test)]
mod tests;
