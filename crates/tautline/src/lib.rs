//! 2D navigation meshes: outlines in, the shortest path out.
//!
//! ```
//! use tautline::{MeshFinder, NavMeshBuilder, Outline, PathQuery};
//!
//! let mut builder = NavMeshBuilder::new();
//! builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
//! builder.add_obstacle(Outline::new([[4.0, 2.0], [6.0, 2.0], [5.0, 7.0]]));
//! let finder = MeshFinder::new(builder.build_mesh()?);
//! let path = finder.find_path(&PathQuery::new([1.0, 4.0], [9.0, 4.0]))?;
//! assert_eq!(path.waypoints().len(), 4); // around two corners of the triangle
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The path is the shortest one, exactly, or the error names the reason why there is none.
//!
//! | I want … | use … |
//! |---|---|
//! | one path | [`MeshFinder::find_path`]; every frame, [`MeshFinder::find_path_into`] with a [`Scratch`] |
//! | many paths | [`find_paths`], [`Batch`]; over several frames, [`incremental`] |
//! | distances, or the nearest of many goals | [`MeshFinder::distances`], [`MeshFinder::nearest`], [`MeshFinder::distance_matrix`], [`MeshFinder::distance_field`] |
//! | a start or goal off the mesh | nothing if it is slight; else [`PathQuery::snap`], [`GoalPolicy`], [`StartPolicy`] |
//! | agents with a size | [`BuildOptions::agent_radius`]; of several sizes, [`RadiusSet`] |
//! | doors | [`NavMeshBuilder::add_door`], [`MeshFinder::close_door`], [`MeshFinder::is_door_closed`] |
//! | obstacles that come, move and go | [`LiveMesh`], [`LivePaths`] |
//! | areas with costs, or closed to some agents | [`NavMeshBuilder::add_area`], [`MeshFinder::add_filter`] |
//! | floors | [`build_floors`], [`FloorConnection`], [`Place::on_layer`] |
//! | levels in three dimensions | the feature `terrain`; heights, [`Surface`]; shortest along it, `MeshFinder::geodesics` |
//! | jumps, ladders, teleporters | [`NavMeshBuilder::add_link`] |
//! | agents that avoid each other | [`agents::Crowd`] |
//! | tile maps | [`GridFinder`]; any-angle, [`MeshFinder::from_grid`]; hexagons, [`hex`] |
//! | rays, walls, regions, random points | [`MeshQueries`] |
//! | pictures, files | the features `draw` and `io` |
//! | paths on the wire | the feature `serde`; short, [`Path::record`]; of `f32`, [`Path::waypoints_f32`] |
//! | mesh and tiles by one trait | [`Pathfinder`] |
//!
//! This package re-exports and combines; it computes nothing itself. The root exports the names that most
//! programs need, and the modules export the others:
//!
//! | module | contents |
//! |---|---|
//! | [`build`] | build reports and repairs, keys of a builder's shapes, options of a build |
//! | [`live`] | reports of edits, live paths that they break or shorten |
//! | [`mesh`] | ids, cells, edges, doors and areas of a [`NavMesh`]; meshes from raw cells |
//! | [`surface`] | heights on a mesh, picks by height, paths on them |
//! | [`path`], [`error`] | the parts of a [`Path`] and of a [`PathError`], and their explanations |
//! | [`queries`] | the results of [`MeshQueries`], [`DistanceField`] and searches with many goals |
//! | [`grid`], [`hex`] | options of square tile maps, isometric views, smoothing; hexagonal tile maps |
//! | [`agents`] | agents that walk a mesh among each other |
//! | [`incremental`] | searches that run in slices, report progress, stop early or are observed |
//!
//! The items live in [`navmesh_core`], [`navmesh_build`], [`navmesh_search`], [`navmesh_funnel`],
//! [`navmesh_grid`] and [`navmesh_agents`]. The engines are features, on by default; an item without its feature does not
//! exist:
//!
//! - `mesh`: meshes and paths on them, with doors, floors, links and spatial queries. All others but `grid` need it.
//! - `weighted`: areas, and filters for each kind of agent. A build without it gives no cell a cost, so it has no raw
//!   meshes and no meshes of tile maps either.
//! - `live`: meshes that change.
//! - `widths`: the widest ways, and [`RadiusSet`].
//! - `agents`: crowds.
//! - `grid`: tile maps.
//!
//! These features are off by default:
//!
//! - `io`: the module `io` reads and writes map formats.
//! - `tiled`: `io` reads the maps of the editor Tiled too.
//! - `draw`: the module `draw` draws meshes, paths and searches as SVG and PNG.
//! - `terrain`: the module `terrain` bakes levels in three dimensions; `io` then reads OBJ and glTF files.
//! - `parallel`: [`find_paths`], [`Batch`] and [`MeshFinder::distance_matrix`] use all threads of the
//!   current `rayon` pool.
//! - `serde`: queries, paths, outlines, reports and query results are serializable. `serde_json` needs its feature
//!   `float_roundtrip`: without it one float in ten is misread by an ulp, and paths and crowds change.
//! - `geo`: outlines are built from the polygons of `geo-types`, and paths become its line strings.
//! - `mint`: points are converted from the points and vectors of `mint`.
//! - `rand`: random points take a generator of `rand_core`.

#![cfg_attr(docsrs, feature(doc_cfg))]
// Code for live maps and widths alone is unused without them.
#![cfg_attr(not(all(feature = "live", feature = "widths")), allow(dead_code))]

mod batch;
#[cfg(feature = "mesh")]
mod mesh_finder;
#[cfg(feature = "live")]
mod live_mesh;
#[cfg(all(feature = "grid", feature = "weighted"))]
mod from_grid;
#[cfg(feature = "widths")]
mod radius_set;
#[cfg(feature = "io")]
mod features;

pub use batch::{Batch, find_paths};
#[cfg(all(feature = "grid", feature = "live", feature = "weighted"))]
pub use live_mesh::LiveTiles;
#[cfg(feature = "live")]
pub use live_mesh::{LiveMesh, LivePaths};
#[cfg(feature = "mesh")]
pub use mesh_finder::MeshFinder;
#[cfg(feature = "mesh")]
pub use navmesh_build::{
    BuildError, BuildOptions, BuildReport, NavMeshBuilder, build_floors, build_outlines,
};
pub use navmesh_core::{
    Answer, Bounds, ClosedDoors, DVec2, Door, FieldQuery, Floor, FloorConnection, Floors,
    GoalPolicy, Goals, Guarantee, IntoPoint, Link, LinkWay, ManyQuery, NavMesh, Outline, Outlines,
    Path, PathError, PathQuery, PathStatus, PathToGoal, Pathfinder, Place, Scratch, Search,
    StartPolicy, Surface, UnknownWord, Wall, Words,
};
#[cfg(feature = "weighted")]
pub use navmesh_core::{Area, Filter, FilterId};
#[cfg(all(feature = "grid", feature = "weighted"))]
pub use navmesh_grid::trace;
#[cfg(feature = "grid")]
pub use navmesh_grid::{
    CornerRule, FlowField, Grid, GridFinder, GridOptions, GridSearch, GridWatch, Neighborhood,
};
#[cfg(feature = "widths")]
pub use navmesh_search::Widths;
#[cfg(feature = "mesh")]
pub use navmesh_search::{DistanceField, MeshQueries};
#[cfg(feature = "widths")]
pub use radius_set::RadiusSet;

#[cfg(feature = "draw")]
pub use navmesh_draw as draw;
#[cfg(feature = "io")]
pub use navmesh_io as io;
#[cfg(feature = "terrain")]
pub use navmesh_terrain as terrain;

/// Reports, keys and options of a build.
#[cfg(feature = "mesh")]
pub mod build {
    #[cfg(feature = "io")]
    pub use crate::features::{
        FeatureBuildError, add_features, build_features, near_misses_of_features,
    };
    #[cfg(feature = "widths")]
    pub use crate::radius_set::{MapSource, RadiusOptions};
    #[cfg(feature = "weighted")]
    pub use navmesh_build::mend_cells;
    pub use navmesh_build::{
        AreaKey, ConnectionFault, ConnectionKey, DoorKey, FillRule, FloorBuilder, FloorsReport,
        InputPlace, LinkKey, LiveKey, LiveShape, Merge, MovedLink, NarrowConnection, NearMiss,
        Note, OffMeshLinks, OutlineKey, Repair, RepairKind, Role, Sliver, SliverKind, WallKey,
        Weld, WeldKind, near_misses,
    };
    #[cfg(feature = "live")]
    pub use navmesh_build::{EditError, OutlineEdit, RebuildReason};
}

/// The reports of a [`LiveMesh`], and what its edits mean for live paths.
#[cfg(feature = "live")]
pub mod live {
    #[cfg(all(feature = "grid", feature = "weighted"))]
    pub use crate::live_mesh::TileEditError;
    pub use crate::live_mesh::{
        AffectedPaths, EditReport, LiveFloor, LiveMeshState, LiveStateError, MissedReport,
        Replanned, ReplannedPath, StepKind,
    };
    pub use navmesh_core::{
        BrokenPath, ForeignPath, PathWatch, PathWatchState, PossibleGain, WallChange, WallsBefore,
        WatchKey,
    };
}

/// The parts of a [`NavMesh`], their ids, and meshes from raw cells.
pub mod mesh {
    pub use navmesh_core::{
        AreaId, CellId, Clearance, DoorId, DoorName, Edge, EdgeId, Fan, Feature, Incidence, LaneId,
        LinkEnd, LinkId, LinkSide, Location, MeshDefect, MeshDefects, MeshDoor, Nearest,
        OffMeshConnection, UnknownDoor, VertexId,
    };
    #[cfg(feature = "weighted")]
    pub use navmesh_core::{FilterError, MeshArea, RawMesh};
}

/// The parts of a [`Path`], the defects that its verification finds, and the corridors of [`MeshFinder::find_corridor`].
pub mod path {
    pub use navmesh_core::{
        ArcCorners, AreaSection, Corridor, CorridorLink, CorridorSection, CurvePiece, CurvedPath,
        LinkUse, PathDefect, PathRecord, PathSection, Portal, SearchStats,
    };
}

/// Heights on a mesh: finer triangles of a [`Surface`], the floors that it picks, and paths on it.
pub mod surface {
    pub use navmesh_core::{
        DVec3, DetailFault, PickError, Picked, SurfaceDetail, SurfaceError, SurfacePath,
        SurfacePoint,
    };
    #[cfg(feature = "geodesics")]
    pub use navmesh_search::{Geodesic, Geodesics};
}

/// The parts of a [`PathError`], and its explanation.
pub mod error {
    pub use navmesh_core::{
        Explanation, Gap, InvalidQuery, NearWall, QuerySide, Short, Terrain, TooNarrow, WallKind,
    };
}

/// The results of [`MeshQueries`], of [`DistanceField`] and of searches with many goals.
#[cfg(feature = "mesh")]
pub mod queries {
    pub use navmesh_search::{
        BoundedDistance, Heading, NearGoal, NearestWall, PathTree, RayHit, Region, SlideResult,
        VisibleRegion, WallHit,
    };
}

/// The answers of [`Widths`].
#[cfg(feature = "widths")]
pub mod widths {
    pub use navmesh_search::{
        ChokePoint, MeasuredPlace, NarrowLink, Narrowest, WallPart, WidestWay,
    };
}

/// Options of square tile maps, lines of sight, smoothing and isometric views.
#[cfg(feature = "grid")]
pub mod grid {
    pub use navmesh_grid::{
        CostTo, GridError, GridHeuristic, Isometric, PathEnds, Replacement, SeenTile, Shortcut,
        Sight, Smoothing, Steps, TileChange, TilePaths, smooth, tiles_touched, tiles_under,
    };
}

/// Hexagonal tile maps.
#[cfg(feature = "grid")]
pub mod hex {
    pub use navmesh_grid::{Hex, HexFinder, HexGrid, HexPath};
}

/// Agents that walk a mesh: following, avoidance, exact movement.
#[cfg(feature = "agents")]
pub mod agents {
    pub use navmesh_agents::{
        AgentKey, AgentOptions, AgentState, ClassId, Crowd, CrowdError, CrowdState, Event,
        FieldKey, OnMesh, StepReport,
    };
    pub use navmesh_core::{MeshPathfinder, SharedGoals};
}

/// Searches that run in slices, report their progress, stop early or are observed.
pub mod incremental {
    #[cfg(feature = "mesh")]
    pub use crate::mesh_finder::{FieldSession, MeshSession, NearestGoalSession, PathTreeSession};
    pub use navmesh_core::Session;
    pub use navmesh_core::{
        IncrementalPathfinder, IncrementalSearch, Observer, Progress, ProgressHook, Stage, Stop,
    };
    #[cfg(feature = "grid")]
    pub use navmesh_grid::{GridGoalsSession, GridSession};
    #[cfg(feature = "mesh")]
    pub use navmesh_search::run::{Asked, SearchObserver};
    #[cfg(feature = "mesh")]
    pub use navmesh_search::{SeenCell, SeenInterval};
}
