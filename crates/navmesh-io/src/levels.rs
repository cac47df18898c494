//! Levels in three dimensions: OBJ texts, glTF binaries and heights in GeoTIFF → [`Level`](navmesh_core::Level).
//!
//! Materials keep their names, so that a bake can give them costs.

mod obj;
mod gltf_json;
mod glb;
mod geotiff;

pub use geotiff::{HeightMap, read_geotiff};
pub use glb::read_glb;
pub use obj::read_obj;
