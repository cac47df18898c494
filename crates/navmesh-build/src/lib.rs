//! Outlines to navigation mesh.
//!
//! [`NavMeshBuilder`] collects walkable outlines, obstacles, walls, areas and doors and builds the mesh
//! of everything that is covered by a walkable outline and by no obstacle, parted where walls run, with
//! the costs of the areas on it, and with edges where doors can close.
//! Outlines may overlap, nest, touch, share borders and cross; [`BuildReport`] lists whatever had to
//! be repaired.
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
//! assert_eq!(builder.build()?.0.area(), 80.0);
//! # Ok::<(), navmesh_build::BuildError>(())
//! ```
//!
//! The stages, each a function from one value to the next (`outlines` runs them for one floor, `floors` for several, and
//! `finish` the last ones for both):
//!
//! 1. `clean` – rings and walls as they can be computed with; numbers checked, repairs noted. `soup` makes
//!    distinct points and labelled segments of them, `kinds` tells areas apart.
//! 2. `triangulate` – `spatial_order` numbers all points so that what is near is near in memory, `delaunay`
//!    triangulates them, and `constrain` makes the segments edges of that.
//! 3. `split` – only where segments cross: cut them at their crossing points, and triangulate again.
//! 4. `ground` keeps what is walkable: `regions` takes all triangles together that no segment parts; `classify` – a flood over them that counts how
//!    often each ring winds around them, and finds the topmost area; `slivers` counts through what rounding left
//!    no triangle of.
//! 5. `border`, `shrink` – only for agents with a size: move the border of the ground inwards, and take
//!    it through stages 2 to 4 once more; where that crosses itself very often, `chains` and `crowds` – half by half.
//! 6. `inner_points` – only where outlines overlap: points around which all ground is alike are taken out of it; then
//!    `merge` – greedy, longest shared edge first, while the union stays convex.
//! 7. `floors` – only for several of them: each built alone up to stage 4, then joined where a line says so.
//! 8. `assemble`, `doors` – cells, neighbours and the edges of doors as a raw mesh, which core validates
//!    and indexes.
//! 9. `links` – only for those: their ends are put on the ground.
//!
//! They work on half-edges (`halves`), of `triangles` up to stage 4 and of cells (`half_edges`) from there on, in one
//! array from the first to the last.
//!
//! Beside them stands `mend`, for meshes that somebody else made: cells that are not convex are cut.

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
mod mend;

pub use builder::{AreaKey, DoorKey, LinkKey, NavMeshBuilder, OutlineKey, WallKey};
pub use error::{BuildError, ConnectionFault, InputPlace, Role};
pub use floors::{FloorsReport, build_floors};
pub use mend::mend_cells;
pub use options::{BuildOptions, FillRule, Merge};
pub use outlines::build_outlines;
pub use report::{
    BuildReport, MovedLink, NarrowConnection, Repair, RepairKind, Sliver, SliverKind,
};
