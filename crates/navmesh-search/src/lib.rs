//! Searches a navigation mesh: which way leads from here to there.
//!
//! [`corridor`] – A* over cells, priced by the midpoints of the edges that they share. Its answer is
//! a [`Corridor`](navmesh_core::Corridor): the cells to walk through and the portals between them.
//! It is quick, knows area costs, and is near the shortest way without always being it; the package
//! `navmesh-funnel` pulls the corridor tight into a path.
//!
//! A search borrows everything: the mesh, the endpoints (placed on it before), the caller's working
//! memory and the corridor to fill. So one mesh serves any number of threads, and after the first
//! query nothing is allocated.
//!
//! ```
//! use navmesh_core::{Corridor, Endpoints, NavMesh, PathQuery, RawMesh, Scratch};
//! use navmesh_search::{CorridorOptions, find_corridor};
//!
//! // Two squares side by side, joined along x = 1.
//! let mut raw = RawMesh::default();
//! for point in [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]] {
//!     raw.positions.push(point.into());
//! }
//! raw.push_cell(&[0, 1, 4, 5]);
//! raw.push_cell(&[1, 2, 3, 4]);
//! raw.join_matching_edges();
//! let mesh = NavMesh::from_raw(&raw)?;
//!
//! let mut endpoints = Endpoints::default();
//! endpoints.place(&mesh, &PathQuery::new([0.5, 0.5], [1.5, 0.5]))?;
//! let (mut scratch, mut corridor) = (Scratch::new(), Corridor::default());
//! let options = CorridorOptions::default();
//! let stats = find_corridor(&mesh, &endpoints, &options, &mut scratch, &mut corridor)?;
//! assert_eq!((corridor.cells.len(), corridor.portals.len()), (2, 1));
//! assert_eq!((corridor.cost, stats.expanded), (1.0, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod corridor;

pub use corridor::{CorridorOptions, Heuristic, find_corridor};
pub mod any_angle;
pub mod blocks;

pub use any_angle::AnyAngle;
pub use blocks::Blocks;
