//! The shared types of tautline: geometry, meshes, queries and paths. It contains no search.
//!
//! Everything that a program asks with or gets as an answer is at the root. [`backend`] has the rest, for code that builds
//! meshes, searches them or writes paths.
//!
//! The chapters of the sources, in the order in which data flows through the engine:
//!
//! 1. [`backend::geom`]: the exact side test, the circle test and other predicates, sums with twice the precision
//!    of a float, and rings.
//! 2. [`backend::collections`]: small containers over numbers.
//! 3. [`backend::buckets`]: a spatial index over the plane.
//! 4. `outline`: walkable [outlines](Outline), obstacles, walls, doors, areas, floors and links, as users draw them.
//! 5. `mesh`: [`NavMesh`], convex cells joined along their edges.
//! 6. `query`: [`PathQuery`], and its endpoints on a mesh.
//! 7. `corridor`: the cells and portals between start and goal.
//! 8. `path`: [`Path`], its guarantee, and the check that verifies it.
//! 9. `level`: triangles in three dimensions. `surface`: heights beside a mesh, and paths on them.
//! 10. `error`: [`PathError`], and its explanation on demand.
//! 11. `scratch` and `pathfinder`: the working memory and the trait that backends share.
//! 12. `incremental`: searches in slices, cancellation and observers.
//!
//! Lengths are in map units, angles in radians. Outlines and cells run counter-clockwise, y up.
//! Points are [`glam::DVec2`]; functions also accept types that convert into it, such as arrays and
//! tuples.
//!
//! Features, all but the first two off by default:
//!
//! - `live`: meshes are patched, and live paths follow the changes.
//! - `weighted`: a mesh is read as raw data, which may be given costs.
//! - `serde`: queries, paths, outlines and errors as serde values. `serde_json` needs its feature `float_roundtrip`: without
//!   it one float in ten is misread by an ulp, and a path changes.
//! - `geo`: outlines from the polygons of `geo-types`, and paths to its lines.
//! - `mint`: its points and vectors as points.
//!
//! ```
//! use navmesh_core::{NavMesh, RawMesh};
//!
//! // Two squares side by side, joined along x = 1.
//! let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
//! let mesh = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]]))?;
//! assert_eq!(mesh.cell_count(), 2);
//! assert_eq!(mesh.component_count(), 1);
//! # Ok::<(), navmesh_core::MeshDefects>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
// Code for live maps alone is unused without them.
#![cfg_attr(not(feature = "live"), allow(dead_code, unused_imports))]

pub mod backend;
mod outline;
mod mesh;
mod query;
mod corridor;
mod path;
mod level;
mod surface;
mod error;
mod words;
mod scratch;
mod pathfinder;
mod incremental;

use backend::{buckets, collections, geom};
pub use corridor::{Corridor, CorridorLink, CorridorSection, Portal};
pub use error::{
    Explanation, Gap, InvalidQuery, NearWall, PathError, QuerySide, Short, Terrain, TooNarrow,
    WallKind,
};
pub use geom::{Bounds, IntoPoint};
pub use glam::{DVec2, DVec3};
pub use incremental::{
    IncrementalPathfinder, IncrementalSearch, Observer, Progress, ProgressHook, Session, Stage,
    Stop,
};
pub use level::{Level, Up};
pub use mesh::{
    AreaId, CellId, Clearance, ClosedDoors, DoorId, DoorName, Edge, EdgeId, Fan, Feature, Filter,
    FilterError, FilterId, Incidence, LaneId, LinkId, Location, MeshArea, MeshDefect, MeshDefects,
    MeshDoor, NavMesh, Nearest, OffMeshConnection, Place, RawCell, RawMesh, UnknownDoor, VertexId,
};
pub use outline::{
    Area, Door, Floor, FloorConnection, Floors, Link, LinkEnd, LinkSide, LinkWay, Outline,
    Outlines, Wall,
};
pub use path::{
    ArcCorners, AreaSection, CurvePiece, CurvedPath, Guarantee, LinkUse, Path, PathDefect,
    PathRecord, PathSection, PathStatus, SearchStats,
};
#[cfg(feature = "live")]
pub use path::{
    BrokenPath, ForeignPath, PathWatch, PathWatchState, PossibleGain, WallChange, WallsBefore,
    WatchKey,
};
pub use pathfinder::{Answer, MeshPathfinder, Pathfinder, SharedGoals};
pub use query::{
    FieldQuery, GoalPolicy, Goals, ManyQuery, PathQuery, PathToGoal, Search, StartPolicy,
};
pub use scratch::Scratch;
pub use surface::{
    DetailFault, PickError, Picked, Surface, SurfaceDetail, SurfaceError, SurfacePath, SurfacePoint,
};
pub use words::{UnknownWord, Words};
