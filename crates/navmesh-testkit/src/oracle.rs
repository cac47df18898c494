//! The truth, found the plainest way: slow, short, and sharing no algorithm with the engine.
//!
//! - `fractions` – places and distances too fine for floats, in fractions of any length.
//! - `patches` – when a straight leg is legal: a flood through the portals that it touches.
//! - `mesh` – [`MeshOracle`]: the shortest path on a mesh, by visibility graph and Dijkstra.
//! - `links` – [`LinkOracle`]: the same where links may be used.
//! - `tiles` – [`TileOracle`]: legality on a tile map, and the cheapest grid path by Dijkstra.
//! - `sights` – [`Sight`]: ways through what is seen of a door, in exact fractions.
//! - `truth` – [`covers`]: what outlines mean, point by point.
//! - [`weighted`] – bounds of the cheapest path where cells differ in cost.
//! - `surface` – [`SurfaceOracle`]: short paths along a surface, by many points on the sides of its triangles.
//! - `slabs` – [`survey`]: area, pieces and crossings of outlines, in exact fractions.

mod fractions;
mod patches;
mod mesh;
mod links;
mod tiles;
mod sights;
mod truth;
mod surface;
mod slabs;
pub mod weighted;

pub use links::LinkOracle;
pub use mesh::MeshOracle;
pub use sights::Sight;
pub use slabs::{Fill, Survey, survey};
pub use surface::SurfaceOracle;
pub use tiles::{TileOracle, TilePath};
pub use truth::{Coverage, covers};
