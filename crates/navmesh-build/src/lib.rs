//! Builds navigation meshes from outlines.
//!
//! [`NavMeshBuilder`] collects walkable outlines, obstacles, walls, areas and doors, on one floor or several. The mesh
//! covers every point that a walkable outline covers and no obstacle does. Walls separate its
//! cells, areas give them costs, and edges run along doors. Outlines may overlap, nest, touch,
//! share borders and cross; [`BuildReport`] lists each repair.
//!
//! ```
//! use navmesh_build::NavMeshBuilder;
//! use navmesh_core::Outline;
//!
//! let mut builder = NavMeshBuilder::new();
//! builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
//! let pillar = builder.add_obstacle(Outline::rect([4.0, 2.0], [6.0, 5.0]));
//! let (mesh, report) = builder.build()?;
//! assert_eq!(mesh.area(), 74.0);
//! assert!(report.repairs.is_empty());
//!
//! builder.remove(pillar);
//! assert_eq!(builder.build_mesh()?.area(), 80.0);
//! # Ok::<(), navmesh_build::BuildError>(())
//! ```
//!
//! # Stages
//!
//! A build is a chain of functions, each from one value to the next. `outlines` calls them for one
//! floor, `floors` for several.
//!
//! 1. `input` checks every number, drops repeated points and notes repairs. It welds what misses by less than a
//!    distance, if one is set.
//! 2. `plsg` turns rings and lines into a planar straight-line graph: distinct points and labelled
//!    segments.
//! 3. `triangulate` computes the constrained Delaunay triangulation of that graph.
//! 4. `split` runs only if segments cross. It cuts them at their intersections and triangulates
//!    again.
//! 5. `ground` keeps the walkable triangles. It counts the winding number of every ring in every
//!    region, and removes points inside the walkable area that no cell needs.
//! 6. `inset` runs only for agents with a radius. It moves the border inwards and repeats steps 2
//!    to 5.
//! 7. `floors` runs only for several floors. It inserts each floor connection on both of its
//!    floors, cuts both alike, and makes the two copies of each edge twins.
//! 8. `cells` merges triangles into convex cells, writes them as raw data that `navmesh-core`
//!    validates and indexes, and places the ends of links.
//!
//! All steps from the triangulation to the cells share one array of half-edges (`half_edges`).
//!
//! [`LiveOutlines`] keeps the outlines of a mesh that changes, and computes from each edit what changes
//! in the mesh.
//!
//! [`mend_cells`] is separate: it cuts the cells of a foreign mesh that are not convex.

#![cfg_attr(docsrs, feature(doc_cfg))]
// Code for live maps alone is unused without them.
#![cfg_attr(not(feature = "live"), allow(dead_code, unused_imports))]

mod builder;
mod options;
mod error;
mod report;
mod outlines;
mod input;
mod plsg;
mod half_edges;
mod triangulate;
mod split;
mod ground;
mod inset;
mod cells;
mod floors;
#[cfg(feature = "live")]
mod live;
mod mend;

pub use builder::{
    AreaKey, ConnectionKey, DoorKey, FloorBuilder, LinkKey, LiveKey, LiveShape, NavMeshBuilder,
    OutlineKey, WallKey,
};
pub use error::{BuildError, ConnectionFault, InputPlace, Role};
pub use floors::{FloorsReport, build_floors};
pub use input::near_misses::{NearMiss, near_misses};
#[cfg(feature = "live")]
pub use live::{
    DoorNumbers, EditError, EditStep, LiveOutlines, MeshChange, OutlineEdit, RebuildReason,
};
pub use mend::mend_cells;
pub use options::{BuildOptions, FillRule, Merge, OffMeshLinks};
pub use outlines::build_outlines;
pub use report::{
    BuildReport, MovedLink, NarrowConnection, Note, Repair, RepairKind, Sliver, SliverKind, Weld,
    WeldKind,
};
