//! Levels in three dimensions: OBJ texts and glTF binaries → [`Level`](navmesh_core::Level).
//!
//! Materials keep their names, so that a bake can give them costs.

mod obj;
mod gltf_json;
mod glb;

pub use glb::read_glb;
pub use obj::read_obj;
