//! Searches and queries on a navigation mesh.
//!
//! Three searches find a path:
//!
//! - [`AnyAngle`] finds the shortest path, exactly. It is the engine's default where all cells cost 1. It
//!   prepares an index of the mesh once.
//! - [`WeightedFinder`] finds a near-optimal path and a proved lower bound where cells have different costs. It
//!   is the engine's default there, and prepares tables as its queries need them.
//! - [`find_corridor`] finds the [`Corridor`](navmesh_core::Corridor) of cells whose edge midpoints make the
//!   cheapest chain. The package `navmesh-funnel` pulls it tight into a path. It supports cell costs and
//!   prepares nothing. The path is near the shortest one, and not always the shortest.
//!
//! Read the modules in this order:
//!
//! 1. [`corridor`] – A* over cells: the plain search, and the terms that both searches share.
//! 2. `blocks` – biconnected blocks: the part of a mesh that a shortest path can cross.
//! 3. `goal_pieces` – the parts of a goal, such as a segment, in each cell.
//! 4. [`any_angle`] – the exact search: intervals of edges, seen from a root, lowest bound first.
//! 5. [`weighted`] – the search where costs differ: A* on a graph of corners and pieces of borders, then proofs.
//! 6. `line` and `ray_run` (private) – exact side tests of one line, and a ray from cell to cell.
//! 7. [`queries`] – spatial queries: rays, walls, slides, regions, random points, visibility.
//! 8. [`widths`] – the widest way between two places, and its narrowest point.
//!
//! A search borrows everything that changes: endpoints, working memory, and the path or corridor to fill. So
//! any number of threads can search one mesh, and after the first query nothing is allocated.
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
//! assert!(corridor.cost > path.length()); // the length through the portals' midpoints
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod corridor;
mod blocks;
mod goal_pieces;
mod field_goals;
pub mod any_angle;
pub mod weighted;
mod line;
mod ray_run;
pub mod queries;
pub mod widths;

pub use any_angle::{
    AnyAngle, DistanceField, FieldSession, Heading, IndexRefresh, NearGoal, NearestGoalSession,
    PathSession, PathTree, PathTreeSession, SeenInterval,
};
pub use corridor::{
    CorridorOptions, CorridorQuery, CorridorSession, Heuristic, SeenCell, begin_corridor,
    find_corridor, find_corridor_observed, find_corridor_with_hook,
};
pub use queries::nearest_wall::NearestWall;
pub use queries::ray::{RayHit, WallHit};
pub use queries::region::Region;
pub use queries::slide::SlideResult;
pub use queries::visibility::VisibleRegion;
pub use queries::{MeshQueries, QueryMemory};
pub use weighted::{
    BoundedDistance, FormerTables, WeightedField, WeightedFieldSession, WeightedFinder,
    WeightedPaths, WeightedPathsSession, WeightedSession, WeightedToAnySession,
};
pub use widths::{ChokePoint, MeasuredPlace, NarrowLink, Narrowest, WallPart, WidestWay, Widths};
