//! Searches a navigation mesh: which way leads from here to there.
//!
//! There are two searches, and they answer different questions:
//!
//! - [`AnyAngle`] finds the shortest of all paths, exactly. It is what the engine asks by default. It
//!   needs ground of one cost, and an index that is prepared once a mesh.
//! - [`find_corridor`] finds the [`Corridor`](navmesh_core::Corridor) of cells whose edge midpoints
//!   make the cheapest chain; the package `navmesh-funnel` pulls it tight into a path. It knows costs
//!   of cells, prepares nothing, and is near the shortest way without always being it.
//!
//! Read the modules in this order:
//!
//! 1. [`corridor`] – A* over cells: the plain search, and the notions that both share.
//! 2. [`blocks`] – which parts of a mesh a shortest path between two cells can lead through.
//! 3. [`any_angle`] – the exact search: intervals of edges, seen from a root, best bound first.
//! 4. [`survey`] – every other question about places: rays, walls, steps, random points, what is seen.
//!
//! A search borrows everything that changes: endpoints, working memory, and the path or corridor to
//! fill. So one mesh serves any number of threads, and after the first query nothing is allocated.
//!
//! ```
//! use std::sync::Arc;
//! use navmesh_core::{Corridor, Endpoints, NavMesh, Path, PathQuery, RawMesh, Scratch};
//! use navmesh_search::{AnyAngle, CorridorOptions, CorridorQuery, find_corridor};
//!
//! // An L of three unit squares; its inner corner is (1, 1).
//! let mut raw = RawMesh::default();
//! for point in [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [1, 2], [2, 2]] {
//!     raw.positions.push(point.map(f64::from).into());
//! }
//! raw.push_cell(&[0, 1, 4, 3]);
//! raw.push_cell(&[1, 2, 5, 4]);
//! raw.push_cell(&[4, 5, 7, 6]);
//! raw.join_matching_edges();
//! let mesh = Arc::new(NavMesh::from_raw(&raw)?);
//! let query = PathQuery::new([0.0, 0.25], [1.75, 2.0]);
//! let mut scratch = Scratch::new();
//!
//! // The shortest of all paths: two legs of 1.25, around the corner.
//! let (finder, mut path) = (AnyAngle::new(Arc::clone(&mesh)), Path::default());
//! finder.find_path_into(&query, &mut scratch, &mut path)?;
//! assert_eq!(path.waypoints(), [query.start, [1.0, 1.0].into(), query.goal]);
//! assert_eq!(path.length(), 2.5);
//!
//! // The corridor: three cells, and the two portals between them.
//! let (mut endpoints, mut corridor) = (Endpoints::default(), Corridor::default());
//! endpoints.place(&mesh, &query)?;
//! let options = CorridorOptions::default();
//! let query = CorridorQuery { mesh: &mesh, endpoints: &endpoints, options };
//! find_corridor(&query, &mut scratch, &mut corridor)?;
//! assert_eq!((corridor.cells.len(), corridor.portals.len()), (3, 2));
//! assert!(corridor.cost > path.length()); // it counts the way by the portals' midpoints
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod corridor;
pub mod blocks;
pub mod any_angle;
pub mod queries;

pub use any_angle::{
    AnyAngle, DistanceField, Heading, IncrementalAnyAngle, IncrementalField, IncrementalGoals,
    IncrementalPaths, NearGoal, PathTree, SeenInterval,
};
pub use blocks::Blocks;
pub use corridor::{
    CorridorOptions, CorridorQuery, Heuristic, IncrementalCorridor, SeenCell, find_corridor,
    find_corridor_observed, find_corridor_with_hook,
};
pub use queries::MeshQueries;
pub use queries::ray::{RayHit, WallHit};
pub use queries::region::Region;
pub use queries::surface::SlideResult;
pub use queries::visible::VisibleRegion;
pub use queries::wall::NearestWall;
