//! Pulls a corridor tight: from a chain of cells to the shortest path within them.
//!
//! Read the modules in this order:
//!
//! 1. `sleeve` (private) – what both methods know about a corridor: which portals a point stands
//!    on, and which it sees edge-on.
//! 2. [`next_corner`] – [`pull`]: from corner to corner, looking ahead while the view narrows.
//!    Needs no memory of its own; quadratic at worst.
//! 3. [`linear`] – [`pull_linear`]: the funnel proper, linear in the number of portals. For long
//!    corridors with wide views.
//! 4. [`cost`] – [`cost_along`]: what a pulled path costs where cells differ in cost.
//!
//! Both methods find the one shortest path within the corridor, by exact side tests alone: they
//! agree in every waypoint. Both fill the path's waypoints and cells and leave
//! [`Path::finish`](navmesh_core::Path::finish) to the caller, who knows what the search promises.
//!
//! ```
//! use navmesh_core::{Corridor, DVec2, EdgeId, Path, PathSummary, Portal, Scratch, VertexId};
//! use navmesh_funnel::{pull, pull_linear};
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
//! pull(&corridor, &mut path);
//! path.finish(PathSummary::default());
//! assert_eq!(path.waypoints(), [corridor.start, DVec2::new(1.0, 1.0), corridor.goal]);
//!
//! let mut same = Path::default();
//! pull_linear(&corridor, &mut Scratch::new(), &mut same);
//! assert_eq!(same.waypoints(), path.waypoints());
//! ```

mod sleeve;
pub mod next_corner;
pub mod linear;
pub mod cost;

pub use cost::cost_along;
pub use linear::pull_linear;
pub use next_corner::pull;

#[cfg(test)]
mod tests;
