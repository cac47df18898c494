//! 2D navigation meshes: outlines in, the shortest path out.
//!
//! [`NavMeshBuilder`] builds a mesh from walkable outlines and obstacles. [`MeshFinder`] finds the
//! shortest path across it, exactly, or explains why there is none. [`GridFinder`] does the same on
//! tile maps. Both implement [`Pathfinder`], so a program can swap them at run time:
//!
//! ```
//! use std::sync::Arc;
//! use tautline::{Grid, GridFinder, MeshFinder, NavMeshBuilder, Outline, PathQuery, Pathfinder};
//!
//! let mut builder = NavMeshBuilder::new();
//! builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
//! builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
//! let mesh = builder.build_mesh()?;
//! let mut map: Arc<dyn Pathfinder> = Arc::new(MeshFinder::new(mesh));
//! let query = PathQuery::new([1.0, 4.0], [9.0, 4.0]);
//! let path = map.find_path(&query)?;
//! assert_eq!(path.waypoints().len(), 4); // around two corners of the triangle
//! map = Arc::new(GridFinder::new(Grid::from_rows(["..#.", "...."])?.with_cell_size(2.5)));
//! assert_eq!(map.find_path(&query)?.length(), 7.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This package re-exports and combines; it computes nothing itself. The root exports the names that most
//! programs need, and the modules export the others:
//!
//! | module | contents |
//! |---|---|
//! | [`build`] | build reports and repairs, keys of a builder's shapes, options of a build |
//! | [`mesh`] | ids, cells, edges, doors and areas of a [`NavMesh`]; meshes from raw cells |
//! | [`path`], [`error`] | the parts of a [`Path`] and of a [`PathError`], and their explanations |
//! | [`queries`] | the results of [`MeshQueries`], [`DistanceField`] and searches with many goals |
//! | [`grid`], [`hex`] | options of square tile maps, isometric views, smoothing; hexagonal tile maps |
//! | [`incremental`] | searches that run in slices, report progress, stop early or are observed |
//! | [`search`] | the two mesh searches without a finder, and string pulling |
//!
//! The items live in [`navmesh_core`], [`navmesh_build`], [`navmesh_search`], [`navmesh_funnel`] and
//! [`navmesh_grid`]. These features are off by default:
//!
//! - `io`: the module `io` reads and writes map formats.
//! - `tiled`: `io` reads the maps of the editor Tiled too.
//! - `draw`: the module `draw` draws meshes, paths and searches as SVG and PNG.
//! - `parallel`: [`find_paths`] and [`Batch`] use all threads of the current `rayon` pool.
//! - `serde`: queries, paths, outlines, reports and query results are serializable.
//! - `geo`: outlines are built from the polygons of `geo-types`, and paths become its line strings.
//! - `mint`: points are converted from the points and vectors of `mint`.

mod batch;
mod mesh_finder;
mod from_grid;

pub use batch::{Answer, Batch, find_paths};
pub use mesh_finder::{MeshFinder, MeshOptions};
pub use navmesh_build::{
    BuildError, BuildOptions, BuildReport, NavMeshBuilder, build_floors, build_outlines,
};
pub use navmesh_core::{
    Area, Bounds, ClosedDoors, DVec2, Door, Filter, FilterId, Floor, FloorConnection, Floors,
    GoalPolicy, Goals, Guarantee, IntoPoint, Link, LinkWay, NavMesh, Outline, Outlines, Path,
    PathError, PathQuery, PathStatus, Pathfinder, Place, Scratch, Search, StartPolicy, Wall,
};
pub use navmesh_grid::{
    CornerRule, FlowField, Grid, GridFinder, GridOptions, GridSearch, Neighborhood, trace,
};
pub use navmesh_search::{DistanceField, MeshQueries};

#[cfg(feature = "draw")]
pub use navmesh_draw as draw;
#[cfg(feature = "io")]
pub use navmesh_io as io;

/// Reports, keys and options of a build.
pub mod build {
    pub use navmesh_build::{
        AreaKey, ConnectionFault, DoorKey, FillRule, FloorsReport, InputPlace, LinkKey, Merge,
        MovedLink, NarrowConnection, OutlineKey, Repair, RepairKind, Role, Sliver, SliverKind,
        WallKey, mend_cells,
    };
}

/// The parts of a [`NavMesh`], their ids, and meshes from raw cells.
pub mod mesh {
    pub use navmesh_core::{
        AreaId, CellId, Clearance, DoorId, DoorName, Edge, EdgeId, Fan, Feature, FilterError,
        Incidence, LaneId, LinkEnd, LinkId, LinkSide, Location, MeshArea, MeshDefect, MeshDefects,
        MeshDoor, Nearest, OffMeshConnection, RawMesh, UnknownDoor, VertexId,
    };
}

/// The parts of a [`Path`], and the defects that its verification finds.
pub mod path {
    pub use navmesh_core::{LinkUse, PathDefect, PathRecord, PathSection, SearchStats};
}

/// The parts of a [`PathError`], and its explanation.
pub mod error {
    pub use navmesh_core::{
        Explanation, Gap, InvalidQuery, NearWall, QuerySide, Short, Terrain, WallKind,
    };
}

/// The results of [`MeshQueries`], of [`DistanceField`] and of searches with many goals.
pub mod queries {
    pub use navmesh_search::{
        Heading, NearGoal, NearestWall, PathTree, RayHit, Region, SlideResult, VisibleRegion,
        WallHit,
    };
}

/// Options of square tile maps, lines of sight, smoothing and isometric views.
pub mod grid {
    pub use navmesh_grid::{
        Beginning, CostTo, GridError, GridHeuristic, Isometric, Listing, PathEnds, Replacement,
        SeenTile, Shortcut, Sight, Smoothing, Steps, smooth, tiles_touched, tiles_under,
    };
}

/// Hexagonal tile maps.
pub mod hex {
    pub use navmesh_grid::{Hex, HexFinder, HexGrid, HexPath, hex_line};
}

/// Searches that run in slices, report their progress, stop early or are observed.
pub mod incremental {
    pub use crate::mesh_finder::MeshSession;
    pub use navmesh_core::incremental::Session;
    pub use navmesh_core::{
        IncrementalPathfinder, IncrementalSearch, Observer, Progress, ProgressHook, Stage, Stop,
    };
    pub use navmesh_grid::{GridGoalsSession, GridSession};
    pub use navmesh_search::{
        CorridorSession, FieldSession, NearestGoalSession, PathSession, PathTreeSession, SeenCell,
        SeenInterval,
    };
}

/// The two searches behind [`MeshFinder`], and string pulling between them and a [`Path`].
pub mod search {
    pub use navmesh_core::{
        Corridor, CorridorLink, CorridorSection, Endpoints, PathSummary, Portal,
    };
    pub use navmesh_funnel::pull;
    pub use navmesh_search::{
        AnyAngle, CorridorOptions, CorridorQuery, Heuristic, begin_corridor, find_corridor,
        find_corridor_observed, find_corridor_with_hook,
    };
}
