//! The shared types of tautline: geometry, meshes, queries and paths. It contains no search.
//!
//! The modules, in the order in which data flows through the engine:
//!
//! 1. [`geom`]: the exact side test, the circle test and other predicates, sums with twice the precision
//!    of a float, and rings.
//! 2. [`collections`]: small containers over numbers.
//! 3. [`buckets`]: a spatial index over the plane.
//! 4. [`outline`]: walkable outlines, obstacles, walls, doors, areas, floors and links, as users draw them.
//! 5. [`mesh`]: [`NavMesh`], convex cells joined along their edges.
//! 6. [`query`]: [`PathQuery`], and its endpoints on a mesh.
//! 7. [`corridor`]: the cells and portals between start and goal.
//! 8. [`path`]: [`Path`], its guarantee, and the check that verifies it.
//! 9. [`error`]: [`PathError`], and its explanation on demand.
//! 10. [`scratch`] and [`pathfinder`]: the working memory and the trait that backends share.
//! 11. [`incremental`]: searches in slices, cancellation and observers.
//!
//! Lengths are in map units, angles in radians. Outlines and cells run counter-clockwise, y up.
//! Points are [`glam::DVec2`]; functions also accept types that convert into it, such as arrays and
//! tuples.
//!
//! Features, all off by default:
//!
//! - `serde`: queries, paths, outlines and errors as serde values.
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

pub mod geom;
pub mod collections;
pub mod buckets;
pub mod outline;
pub mod mesh;
pub mod query;
pub mod corridor;
pub mod path;
pub mod error;
mod words;
pub mod scratch;
pub mod pathfinder;
pub mod incremental;

/// What implementors of a backend need besides.
///
/// Programs that only ask for paths need none of it. With [`WritePath`](backend::WritePath) any claim can be written.
pub mod backend {
    pub use crate::path::WritePath;
}

pub use corridor::{Corridor, CorridorLink, CorridorSection, Portal};
pub use error::{
    Explanation, Gap, InvalidQuery, NearWall, PathError, QuerySide, Short, Terrain, TooNarrow,
    WallKind,
};
pub use geom::{Bounds, IntoPoint, Turn};
pub use glam::DVec2;
pub use incremental::{
    IncrementalPathfinder, IncrementalSearch, Observer, Progress, ProgressHook, Stage, Stop,
};
pub use mesh::{
    AreaChange, AreaId, BorderRing, CellId, Clearance, ClosedDoors, DoorChange, DoorId, DoorName,
    Edge, EdgeId, Fan, Feature, Filter, FilterError, FilterId, Incidence, LaneId, LinkDirection,
    LinkId, Location, MeshArea, MeshDefect, MeshDefects, MeshDoor, MeshPatch, NavMesh, Nearest,
    OffMeshConnection, PatchCell, PatchDoor, PatchError, PatchReport, PatchSide, PatchUndo,
    PatchWall, Place, RawMesh, ReachableParts, SharedClearance, UnknownDoor, VertexId,
};
pub use outline::{
    Area, Door, Floor, FloorConnection, Floors, Link, LinkEnd, LinkSide, LinkWay, Outline,
    Outlines, Wall,
};
pub use path::{
    ArcCorners, AreaSection, BrokenPath, CurvePiece, CurvedPath, Guarantee, LinkUse, Path,
    PathDefect, PathRecord, PathSection, PathStatus, PathSummary, PathWatch, PossibleGain,
    SearchStats, WallChange, WallsBefore, WatchKey,
};
pub use pathfinder::{Answer, Pathfinder, SharedGoals, StringPuller};
pub use query::{
    Endpoint, Endpoints, FieldQuery, GoalPolicy, Goals, ManyQuery, PathQuery, PathToGoal, Search,
    StartPolicy,
};
pub use scratch::{Scratch, ScratchPool};
pub use words::{UnknownWord, Words};
