//! The types for backends: for code that builds meshes, searches them, or writes paths.
//!
//! Programs that only ask for paths need none of it. With [`WritePath`] any claim can be written, and a [`MeshPatch`] is
//! only checked where a wrong one would break a mesh.

pub mod geom;
pub mod collections;
pub mod buckets;

pub use crate::incremental::{ObservedTask, PathTask, SearchTask};
pub use crate::mesh::{
    AreaChange, BorderRing, DoorChange, LinkDirection, MeshPatch, PatchCell, PatchDoor, PatchError,
    PatchReport, PatchSide, PatchUndo, PatchWall, ReachableParts, SharedClearance,
};
pub use crate::path::{PathSummary, Ruler, WritePath};
pub use crate::pathfinder::StringPuller;
pub use crate::query::{
    Endpoint, Endpoints, check_limit, checked_point, checked_points, checked_radius,
};
pub use crate::scratch::ScratchPool;
pub use crate::surface::Facet;
