//! The shortest path is a taut line: 2D navigation meshes, outlines in, the shortest path out.
//!
//! Draw walkable outlines and obstacles; [`NavMeshBuilder`] makes a mesh of them; [`MeshFinder`]
//! finds the shortest path across it, exactly, or says why there is none. [`GridFinder`] does the
//! same on tile maps. Both are a [`Pathfinder`], so one takes the other's place at run time:
//!
//! ```
//! use std::sync::Arc;
//! use tautline::{Grid, GridFinder, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
//!
//! let mut builder = NavMeshBuilder::new();
//! builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
//! builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
//! let (mesh, _report) = builder.build()?;
//! let mut map: Arc<dyn Pathfinder> = Arc::new(MeshFinder::new(mesh));
//! let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
//! let path = map.find_path(&query)?;
//! assert_eq!(path.waypoints().len(), 4); // around the two lower corners of the triangle
//! map = Arc::new(GridFinder::new(Grid::from_rows(["..#.", "...."])?.with_cell_size(2.5)));
//! assert_eq!(map.find_path(&query)?.length(), 7.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This package is the front door: it computes nothing itself. What it re-exports lives in
//! [`navmesh_core`] (the vocabulary), [`navmesh_build`], [`navmesh_search`], [`navmesh_funnel`] and
//! [`navmesh_grid`]; with the features `io` and `draw` also in `navmesh_io` and `navmesh_draw`. Other
//! features, off by default too: `parallel` (batches on all threads), `serde` (queries, paths, reports
//! and the answers about places as serde values), `geo` (shapes of `geo-types`), `mint` (its points at the door).

mod batch;
mod mesh_finder;
mod from_grid;

pub use batch::{Answer, Batch, find_paths};
pub use mesh_finder::{IncrementalMeshSearch, MeshFinder, MeshOptions};
pub use navmesh_build::{
    AreaKey, BuildError, BuildOptions, BuildReport, ConnectionFault, DoorKey, FillRule,
    FloorsReport, InputPlace, LinkKey, Merge, MovedLink, NarrowConnection, NavMeshBuilder,
    OutlineKey, Repair, RepairKind, Role, Sliver, SliverKind, WallKey, build_floors,
    build_outlines, mend_cells,
};
pub use navmesh_core::{
    Area, AreaId, Bounds, CellId, Clearance, ClosedDoors, Corridor, CorridorLink, CorridorWalk,
    DVec2, Door, DoorId, DoorName, Edge, EdgeId, Endpoints, Explanation, Fan, Feature, Filter,
    FilterError, FilterId, Floor, FloorConnection, Floors, Gap, GoalPolicy, Goals, Guarantee,
    Incidence, IncrementalPathfinder, IncrementalSearch, InvalidQuery, LaneId, Link, LinkEnd,
    LinkId, LinkSide, LinkUse, LinkWay, Location, MeshArea, MeshDefect, MeshDefects, MeshDoor,
    NavMesh, NearWall, Nearest, Observer, Outline, Outlines, Path, PathDefect, PathError,
    PathQuery, PathSection, PathStatus, PathSummary, Pathfinder, Place, Portal, Progress,
    ProgressHook, QuerySide, RawMesh, Scratch, Search, SearchStats, Short, Stage, StartPolicy,
    Stop, Terrain, UnknownDoor, VertexId, Wall,
};
pub use navmesh_funnel::{cost_along, pull};
pub use navmesh_grid::{
    Beginning, CornerRule, CostTo, FlowField, Grid, GridError, GridFinder, GridHeuristic,
    GridOptions, GridSearch, Hex, HexFinder, HexGrid, HexPath, IncrementalGridGoals,
    IncrementalGridSearch, Isometric, Listing, Neighborhood, Replacement, SeenTile, Shortcut,
    Sight, Smoothing, Steps, hex_line, smooth, tiles_touched, tiles_under, trace,
};
pub use navmesh_search::{
    AnyAngle, CorridorOptions, CorridorQuery, DistanceField, Heading, Heuristic,
    IncrementalAnyAngle, IncrementalCorridor, IncrementalField, IncrementalGoals, IncrementalPaths,
    MeshQueries, NearGoal, NearestWall, PathTree, RayHit, Region, SeenCell, SeenInterval,
    SlideResult, VisibleRegion, WallHit, find_corridor, find_corridor_observed,
    find_corridor_with_hook,
};

#[cfg(feature = "draw")]
pub use navmesh_draw as draw;
#[cfg(feature = "io")]
pub use navmesh_io as io;
