//! Searches and queries on a navigation mesh.
//!
//! A [`SearchMap`] is a mesh with all that its searches derive from it. It answers the [questions](question): one path, the
//! path to any of several goals, the distances or paths to many goals, the nearest of them, and the ways from everywhere to
//! the nearest goal. Each is asked in one go ([`SearchMap::ask`]), or goes on in slices ([`SearchMap::begin`]). Three searches
//! answer them:
//!
//! - The *exact* search finds the shortest path. It answers where all cells cost 1. Its index of the mesh is made once.
//! - The *weighted* search finds a near-optimal path and a proved lower bound. It answers where cells have different costs.
//!   Its tables are filled by the queries that need them.
//! - The *corridor* search finds the cells whose edge midpoints make the cheapest chain, with any costs. It answers a
//!   query for a path that asks for it. It prepares nothing; the path is near the shortest one, and not always the shortest.
//!
//! Read the modules in this order:
//!
//! 1. [`question`] – what can be asked, and which search answers.
//! 2. [`run`] – how a search is driven: in one go, with a hook, observed, in slices.
//! 3. `map` – the mesh with its indexes, and the memory of a search. `field` and `path_tree` are answers.
//! 4. `corridor` – A* over cells.
//! 5. `blocks` – biconnected blocks: the part of a mesh that a shortest path can cross.
//! 6. `goal_pieces` and `field_goals` – the goals as they are placed on the mesh.
//! 7. `any_angle` – the exact search: intervals of edges, seen from a root, lowest bound first.
//! 8. `weighted` – the search where costs differ: A* on a graph of corners and pieces of borders, then proofs.
//! 9. `line` – exact side tests of one line, and a ray from cell to cell.
//! 10. [`queries`] – spatial queries: rays, walls, slides, regions, random points, visibility.
//! 11. `geodesic` – shortest paths along a surface with heights.
//! 12. [`widths`] – the widest way between two places, and its narrowest point.
//!
//! A search borrows everything that changes: the working memory, and the answer to fill. So any number of threads can search
//! one map, and after the first query nothing is allocated. The package never pulls a string: the map is given a function
//! for that.
//!
//! ```
//! use std::sync::Arc;
//! use navmesh_core::{Corridor, NavMesh, Path, PathQuery, RawMesh, Scratch};
//! use navmesh_search::SearchMap;
//! use navmesh_search::question::PathTo;
//! use navmesh_search::run::Pace;
//!
//! // An L of three unit squares; its inner corner is (1, 1).
//! let corners = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [1, 2], [2, 2]];
//! let cells: [&[u32]; 3] = [&[0, 1, 4, 3], &[1, 2, 5, 4], &[4, 5, 7, 6]];
//! let raw = RawMesh::of_cells(corners.map(|corner| corner.map(f64::from)), &cells);
//! // `pull` of the package navmesh-funnel belongs here; no path of the example is pulled.
//! let map = SearchMap::new(Arc::new(NavMesh::from_raw(&raw)?), |_, _, _| {});
//! let (query, mut scratch) = (PathQuery::new([0.0, 0.25], [1.75, 2.0]), Scratch::new());
//!
//! // The shortest of all paths: two legs of 1.25, around the corner.
//! let mut path = Path::default();
//! map.ask(&PathTo(&query), &mut scratch, Pace::Whole, &mut path)?;
//! assert_eq!(path.waypoints(), [query.start, [1.0, 1.0].into(), query.goal]);
//! assert_eq!(path.length(), 2.5);
//!
//! // The corridor: three cells, and the two portals between them.
//! let mut corridor = Corridor::default();
//! map.find_corridor(&query, &mut scratch, &mut corridor)?;
//! assert_eq!((corridor.cells.len(), corridor.portals.len()), (3, 2));
//! assert!(corridor.cost > path.length()); // the length through the portals' midpoints
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
// Code for a missing engine alone is unused.
#![cfg_attr(
    not(all(feature = "live", feature = "weighted", feature = "widths")),
    allow(dead_code, unused_imports)
)]

pub mod question;
pub mod run;
mod map;
mod distances;
mod field;
mod path_tree;
mod corridor;
mod blocks;
mod goal_pieces;
mod field_goals;
mod any_angle;
#[cfg_attr(not(feature = "weighted"), path = "map/unweighted.rs")]
mod weighted;
mod line;
pub mod queries;
#[cfg(feature = "geodesics")]
mod geodesic;
#[cfg(feature = "widths")]
pub mod widths;

pub use any_angle::{IndexRefresh, SeenInterval};
pub use corridor::SeenCell;
pub use distances::{BoundedDistance, NearGoal};
pub use field::{DistanceField, Heading};
#[cfg(feature = "geodesics")]
pub use geodesic::{Geodesic, Geodesics};
pub use map::{Memory, SearchMap};
pub use path_tree::PathTree;
pub use queries::nearest_wall::NearestWall;
pub use queries::ray::{RayHit, WallHit};
pub use queries::region::Region;
pub use queries::slide::SlideResult;
pub use queries::visibility::VisibleRegion;
pub use queries::{MeshQueries, QueryMemory};
pub use run::NodeBudget;
#[cfg(feature = "widths")]
pub use widths::{ChokePoint, MeasuredPlace, NarrowLink, Narrowest, WallPart, WidestWay, Widths};
