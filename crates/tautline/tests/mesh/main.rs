//! Queries on meshes: the laws of a pathfinder on random worlds, and every kind of query.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod rounding;
mod sites;
mod points;

mod laws;
mod boundary;
mod locked_rooms;
mod paths;
mod doors;
mod links;
mod floors;
mod many;
mod widths;
mod radius_set;
mod arcs;
mod limits;
mod incremental;
mod live;
mod from_mesh;
#[cfg(feature = "geodesics")]
mod surfaces;
